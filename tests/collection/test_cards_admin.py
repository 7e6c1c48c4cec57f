"""The staff's side: the catalogue is corrected, proposals are decided, copies only looked at."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from collection.models import Brawler, Card, Copy, EntryBatch, LedgerEntry, Player
from collection.services.cards import CardDraft, card_propose
from collection.services.catalogue import catalogue_load
from tests.collection.factories import PlayerFactory, open_copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    client.force_login(PlayerFactory(username="chef", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def lea():
    return PlayerFactory(username="lea")


@pytest.fixture
def proposal(lea):
    shelly = Brawler.objects.get(slug="shelly")
    draft = CardDraft(kind="skin", name="Shelly Boulangère", brawler=shelly)
    return card_propose(player=lea, draft=draft)


def address(row, page="change"):
    return reverse(f"admin:collection_{row._meta.model_name}_{page}", args=[row.pk])


def listed(model):
    return reverse(f"admin:collection_{model._meta.model_name}_changelist")


def filled(client, where):
    """Return what the form at an address would send if nobody changed anything."""
    form = client.get(where).context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value not in (None, False)}


def change(client, row, **changes):
    where = address(row)
    response = client.post(where, filled(client, where) | changes)
    errors = response.context and response.context["errors"]
    row.refresh_from_db()
    return errors


def test_every_registered_page_opens(staff, proposal, lea):
    open_copies(lea, proposal.slug)
    EntryBatch.objects.create(player=lea, kind="pile")
    for model in apps.get_app_config("collection").get_models():
        if admin.site.is_registered(model):
            assert staff.get(listed(model)).status_code == 200, model
            assert staff.get(address(model._default_manager.first())).status_code == 200, model


def test_the_admin_is_closed_to_players(client, lea):
    client.force_login(lea)
    assert client.get(listed(Card)).status_code == 302


def test_a_corrected_card_keeps_number_and_address_and_the_file_leaves_it_alone(staff):
    card = Card.objects.get(slug="shelly-bandita")
    assert not change(staff, card, name="Shelly la Bandita", print_known="on")
    assert (card.name, card.slug, card.pinned, card.print_known) == (
        "Shelly la Bandita",
        "shelly-bandita",
        True,
        True,
    )
    assert "shelly la bandita" in card.search
    catalogue_load()
    card.refresh_from_db()
    assert card.name == "Shelly la Bandita"


def test_a_card_looked_at_and_saved_unchanged_is_not_pinned(staff):
    card = Card.objects.get(slug="shelly-bandita")
    before = Card.objects.filter(pk=card.pk).values().get()
    change(staff, card)
    assert Card.objects.filter(pk=card.pk).values().get() == before


def test_a_cards_rarity_follows_from_its_kind(staff):
    """Rules 1, Cards."""
    card = Card.objects.get(slug="shelly-bandita")
    assert not change(staff, card, kind="gadget")
    assert (card.rarity_id, card.suits_id) == ("gadget", "common")
    assert not change(staff, card, kind="gem", gems="50")
    assert (card.rarity_id, card.gems, card.brawler, card.suits_id) == ("secret", 50, None, None)


def test_an_impossible_card_is_refused_in_a_sentence(staff):
    card = Card.objects.get(slug="shelly-bandita")
    errors = change(staff, card, brawler="")
    assert "Choisis le Brawler de cette Exceptionnelle" in str(errors)
    assert card.brawler.slug == "shelly"


def test_a_card_added_by_the_staff_is_in_the_catalogue_at_once(staff):
    shelly = Brawler.objects.get(slug="shelly")
    said = {"kind": "skin", "name": "Shelly Boulangère", "brawler": shelly.pk, "era": "on"}
    staff.post(reverse("admin:collection_card_add"), said)
    card = Card.objects.get(name="Shelly Boulangère")
    assert (card.status, card.rarity_id, card.number) == ("accepted", "exceptional", 5001)


def test_a_brawlers_new_name_and_rarity_reach_its_cards(staff):
    nita = Brawler.objects.get(slug="nita")
    change(staff, nita, name="Ursula", rarity="epic")
    card = Card.objects.get(slug="nita")
    assert card.rarity_id == "epic"
    assert "ursula" in Card.objects.get(slug="nita-shiba").search
    assert (nita.pinned, nita.slug) == (True, "nita")


def test_the_staffs_search_forgives_accents_and_case(staff):
    response = staff.get(listed(Card), {"q": "DÉPOUILLE du kraken"})
    assert [card.slug for card in response.context["cl"].result_list] == ["depouille-du-kraken"]


def test_certainty_is_ticked_off_in_the_list(staff):
    response = staff.get(listed(Card), {"q": "shelly-bandita"})
    rows = response.context["cl"].formset
    data = {
        "form-TOTAL_FORMS": 1,
        "form-INITIAL_FORMS": 1,
        "form-0-id": rows.forms[0].instance.pk,
        "form-0-print_known": "on",
        "_save": "Enregistrer",
    }
    staff.post(f"{listed(Card)}?q=shelly-bandita", data)
    card = Card.objects.get(slug="shelly-bandita")
    assert (card.print_known, card.pinned, card.name) == (True, True, "Shelly Bandita")


def test_staff_accept_proposals_from_the_list(staff, proposal):
    response = staff.post(
        listed(Card), {"action": "accept", "_selected_action": [proposal.pk]}, follow=True
    )
    proposal.refresh_from_db()
    assert proposal.status == "accepted"
    assert "1 carte acceptée" in response.content.decode()


def test_a_decision_that_cannot_stand_is_told(staff, proposal):
    shelly = Card.objects.get(slug="shelly")
    response = staff.post(
        listed(Card), {"action": "refuse", "_selected_action": [shelly.pk]}, follow=True
    )
    shelly.refresh_from_db()
    assert shelly.status == "accepted"
    assert "déjà au catalogue" in response.content.decode()


def test_staff_correct_and_accept_in_one_go(staff, proposal):
    change(staff, proposal, name="Shelly la Boulangère", _accept="1")
    assert (proposal.status, proposal.name) == ("accepted", "Shelly la Boulangère")


def test_staff_refuse_with_an_answer(staff, proposal):
    change(staff, proposal, review_note="Un dessin de fan.", _refuse="1")
    assert (proposal.status, proposal.review_note) == ("refused", "Un dessin de fan.")


def test_staff_merge_a_proposal_with_a_card_by_its_number(staff, proposal, lea):
    (copy,) = open_copies(lea, proposal.slug)
    change(staff, proposal, _merge="1", same_as="302")
    copy.refresh_from_db()
    assert (proposal.status, copy.card.number) == ("refused", 302)


@pytest.mark.parametrize("number", ["", "99999", "-1"])
def test_a_merge_with_no_card_changes_nothing(staff, proposal, number):
    change(staff, proposal, _merge="1", same_as=number)
    assert proposal.status == "proposed"


def test_a_card_that_somebody_has_cannot_be_deleted(staff, proposal, lea):
    open_copies(lea, "shelly")
    shelly = Card.objects.get(slug="shelly")
    assert staff.post(address(shelly, "delete"), {"post": "yes"}).status_code == 403
    staff.post(address(proposal, "delete"), {"post": "yes"})
    assert not Card.objects.filter(pk=proposal.pk).exists()
    response = staff.post(
        listed(Card), {"action": "delete_selected", "_selected_action": [shelly.pk], "post": "yes"}
    )
    assert Card.objects.filter(slug="shelly").exists(), response


@pytest.mark.parametrize("model", [Copy, LedgerEntry, EntryBatch])
def test_copies_and_their_ledger_are_only_looked_at(staff, lea, model):
    EntryBatch.objects.create(player=lea, kind="pile")
    open_copies(lea, "shelly")
    row = model.objects.first()
    assert staff.post(address(row), {"note": "?", "why": "?"}).status_code == 403
    assert staff.post(address(row, "delete"), {"post": "yes"}).status_code == 403
    add = reverse(f"admin:collection_{model._meta.model_name}_add")
    assert staff.get(add).status_code == 403
    assert model.objects.filter(pk=row.pk).exists()


def test_the_list_of_copies_asks_few_queries(staff, lea, django_assert_max_num_queries):
    for number in (2, 90):
        open_copies(lea, "shelly", number=number)
        with django_assert_max_num_queries(8):
            staff.get(listed(Copy))
        with django_assert_max_num_queries(8):
            staff.get(listed(LedgerEntry))


def test_the_staff_opens_and_closes_accounts_but_deletes_nobody(staff, lea):
    staff.post(
        reverse("admin:collection_player_add"),
        {
            "username": "tom",
            "display_name": "Tom",
            "usable_password": "true",
            "password1": "pioche-2026",
            "password2": "pioche-2026",
        },
    )
    assert Player.objects.get(username="tom").check_password("pioche-2026")
    change(staff, lea, is_active="")
    assert not lea.is_active
    assert staff.post(address(lea, "delete"), {"post": "yes"}).status_code == 403


def test_the_staff_gives_nobody_a_name_that_is_taken_but_for_its_case(staff, lea):
    tom = PlayerFactory(username="tom")
    assert "déjà pris" in str(change(staff, tom, username="LEA"))
    fresh = {"username": "LEA", "display_name": "Léa", "usable_password": "false"}
    page = staff.post(reverse("admin:collection_player_add"), fresh)
    assert "déjà pris" in page.content.decode()
    assert sorted(Player.objects.values_list("username", flat=True)) == ["chef", "lea", "tom"]
