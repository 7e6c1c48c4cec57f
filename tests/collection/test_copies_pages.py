"""The pages of what one owns: what they show, whom they let in, what they refuse and how."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from collection.models import Card, Copy, EntryBatch, Player, Wish
from collection.services.copies import copy_lend
from collection.services.ledger import Placing
from collection.services.piles import Pins, pile_enter, pile_pin
from collection.services.wishes import wish_set
from tests.collection.factories import PlayerFactory, open_copies
from tests.collection.fragments import fragment_of, text_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
TOKEN = "ligne-0001"


@pytest.fixture
def lea(client):
    lea = PlayerFactory(username="lea")
    client.force_login(lea)
    return lea


@pytest.fixture
def tom():
    return PlayerFactory(username="tom")


def card(slug):
    return Card.objects.get(slug=slug)


PAGES = ["collection", "binder", "pile", "history", "progress", "wishes"]


@pytest.mark.parametrize("name", PAGES)
def test_every_page_opens_empty_and_full(client, lea, name):
    assert client.get(reverse(name)).status_code == 200
    open_copies(lea, "shelly", "nita", number=2, placing=Placing("mint", "Bleu", 1, 1))
    pile_enter(owner=lea, card=card("colt"), number=1, token=TOKEN)
    wish_set(player=lea, card=card("bo"), wished=True)
    assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", ["collection", "pile", "progress", "wishes"])
def test_a_newcomer_sees_how_to_begin_and_nobody_is_made(client, name):
    assert client.get(reverse(name)).status_code == 200
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", ["binder", "history"])
def test_what_a_newcomer_cannot_have_leads_to_the_log_in(client, name):
    assert reverse("log_in") in client.get(reverse(name)).url


POSTS = ["pile_add", "pile_pins", "pile_line_undo", "pile_close", "sweep"]


@pytest.mark.parametrize("name", POSTS)
def test_what_changes_something_is_never_a_get(client, lea, name):
    assert client.get(reverse(name)).status_code == 405


@pytest.mark.parametrize("name", ["card_add", "card_remove", "wish_toggle"])
def test_counting_and_wishing_are_never_a_get(client, lea, name):
    assert client.get(reverse(name, args=["shelly"])).status_code == 405


def test_a_newcomer_who_adds_a_card_becomes_a_guest_who_owns_it(client):
    client.post(reverse("card_add", args=["shelly"]), headers=HTMX)
    guest = Player.objects.get()
    assert (guest.kind, guest.copies.count()) == ("guest", 1)


def test_a_newcomer_goes_on_with_the_page_that_is_open():
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    page = strict.get(reverse("pile")).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
    for _twice in range(2):
        headers = {**HTMX, "X-CSRFToken": token}
        added = strict.post(reverse("card_add", args=["shelly"]), headers=headers)
        assert added.status_code == 200
    assert Copy.objects.count() == 2


def test_plus_answers_with_the_stepper_as_a_fresh_page_has_it(client, lea):
    answer = client.post(reverse("card_add", args=["shelly"]), headers=HTMX)
    fresh = client.get(reverse("collection"))
    assert fragment_of(answer, "stepper-shelly") == fragment_of(fresh, "stepper-shelly")


def test_without_script_plus_leads_back_to_where_one_was(client, lea):
    where = reverse("catalogue") + "?rarete=common"
    answer = client.post(reverse("card_add", args=["shelly"]), {"next": where})
    assert (answer.status_code, answer.url) == (302, where)


def test_nobody_is_led_to_another_site(client, lea):
    bad = {"next": "https://example.org/"}
    answer = client.post(reverse("card_add", args=["shelly"]), bad)
    assert answer.url == reverse("catalogue")


def test_minus_says_why_not_and_changes_nothing(client, lea, tom):
    (copy,) = open_copies(lea, "shelly")
    copy_lend(owner=lea, copy_id=copy.pk, borrower=tom)
    answer = client.post(reverse("card_remove", args=["shelly"]), headers=HTMX)
    assert "Aucun exemplaire libre de « Shelly » : 1 prêtée." in text_of(answer)
    assert Copy.objects.get().owner == lea


def test_minus_offers_to_bring_the_copy_back(client, lea):
    (copy,) = open_copies(lea, "shelly")
    answer = client.post(reverse("card_remove", args=["shelly"]), headers=HTMX)
    undo = reverse("copy_act", args=[copy.pk, "remettre"])
    assert f'hx-post="{undo}"' in answer.content.decode()
    client.post(undo, headers=HTMX)
    assert Copy.objects.get().owner == lea


@pytest.mark.parametrize("slug", ["pas-une-carte", "x" * 10_000])
def test_an_unknown_card_is_not_found(client, lea, slug):
    assert client.post(reverse("card_add", args=[slug])).status_code == 404
    assert not Copy.objects.exists()


def test_a_card_that_somebody_else_proposes_is_not_found(client, lea, tom):
    Card.objects.filter(slug="shelly").update(status="proposed", proposed_by=tom)
    assert client.post(reverse("card_add", args=["shelly"])).status_code == 404


COPY_POSTS = {
    "edit": ("copy", []),
    "lend": ("copy_lend", []),
    "give": ("copy_give", []),
    **{
        action: ("copy_act", [action])
        for action in ("rendre", "introuvable", "retrouvee", "perdue", "remettre", "reprendre")
    },
}


@pytest.mark.parametrize(("name", "more"), COPY_POSTS.values(), ids=COPY_POSTS)
def test_somebody_elses_copy_is_not_found(client, lea, tom, name, more):
    (copy,) = open_copies(tom, "shelly")
    was = Copy.objects.values().get()
    posted = client.post(reverse(name, args=[copy.pk, *more]), {"name": "lea"})
    assert posted.status_code == 404
    assert Copy.objects.values().get() == was


def test_somebody_elses_copy_and_entry_are_not_shown(client, lea, tom):
    (copy,) = open_copies(tom, "shelly")
    batch = EntryBatch.objects.create(player=tom, kind="pile")
    assert client.get(reverse("copy", args=[copy.pk])).status_code == 404
    assert client.get(reverse("batch", args=[batch.pk])).status_code == 404
    assert client.post(reverse("batch_undo", args=[batch.pk])).status_code == 404


def test_the_borrower_sees_what_was_lent_and_nothing_more(client, lea, tom):
    (copy,) = open_copies(tom, "shelly")
    copy_lend(owner=tom, copy_id=copy.pk, borrower=lea)
    assert "On m’a prêté" in text_of(client.get(reverse("collection")))
    assert client.get(reverse("copy", args=[copy.pk])).status_code == 404


def test_an_action_that_does_not_exist_is_not_found(client, lea):
    (copy,) = open_copies(lea, "shelly")
    assert client.post(reverse("copy_act", args=[copy.pk, "manger"])).status_code == 404


ACTIONS = {
    "lent": ("copy_lend", [], {"name": "Zoé"}, "Prêtée à Zoé"),
    "missing": ("copy_act", ["introuvable"], {}, "introuvable"),
    "lost": ("copy_act", ["perdue"], {}, "Tu l’as perdue pour de bon."),
    "given": ("copy_give", [], {"name": "Zoé", "why": "son anniversaire"}, "son anniversaire"),
}


@pytest.mark.parametrize(("name", "more", "data", "told"), ACTIONS.values(), ids=ACTIONS)
def test_the_sheet_after_an_action_is_that_of_a_fresh_page(client, lea, name, more, data, told):
    (copy,) = open_copies(lea, "shelly")
    answer = client.post(reverse(name, args=[copy.pk, *more]), data, headers=HTMX)
    fresh = client.get(reverse("copy", args=[copy.pk]))
    assert fragment_of(answer, "copy_sheet") == fragment_of(fresh, "copy_sheet")
    assert told in text_of(fresh)


GOOD = {"source": "gift", "condition": "good", "binder": "Bleu", "page": "2", "slot": "5"}
BAD_NOTES = {
    "ten thousand letters": ({"note": "x" * 10_000}, "400"),
    "a binder of a novel's length": ({"binder": "x" * 10_000}, "40"),
    "a negative page": ({"page": "-1"}, "1"),
    "a slot that is no number": ({"slot": "deux"}, "entier"),
    "a page of a million": ({"page": "1000000"}, "999"),
    "an unknown condition": ({"condition": "mangée"}, "mangée"),
    "an unknown source": ({"source": "stolen"}, "stolen"),
    "a day that never was": ({"acquired_on": "2021-02-31"}, "date"),
}


@pytest.mark.parametrize(("bad", "told"), BAD_NOTES.values(), ids=BAD_NOTES)
def test_bad_notes_are_told_and_nothing_is_kept(client, lea, bad, told):
    (copy,) = open_copies(lea, "shelly")
    page = client.post(reverse("copy", args=[copy.pk]), GOOD | bad)
    assert page.status_code == 422
    assert told in text_of(page)
    copy.refresh_from_db()
    assert (copy.binder, copy.entries.count()) == ("", 1)


def test_notes_with_emoji_are_kept(client, lea):
    (copy,) = open_copies(lea, "shelly")
    client.post(reverse("copy", args=[copy.pk]), GOOD | {"note": "ma préférée 🌟"})
    copy.refresh_from_db()
    assert (copy.note, copy.place) == ("ma préférée 🌟", "Bleu, page 2, case 5")


@pytest.mark.parametrize("name", ["", "x", "x" * 10_000, "🃏🃏", "<b>Tom</b>"])
def test_a_loan_to_nobody_one_can_name_is_refused(client, lea, name):
    (copy,) = open_copies(lea, "shelly")
    client.post(reverse("copy_lend", args=[copy.pk]), {"name": name}, headers=HTMX)
    copy.refresh_from_db()
    assert copy.state == "free"
    assert Player.objects.count() == 1


def add(client, text="", headers=HTMX, **more):
    data = {"saisie": text, "jeton": TOKEN, **more}
    return client.post(reverse("pile_add"), data, headers=headers)


def test_a_sure_line_answers_with_the_pile_as_a_fresh_page_has_it(client, lea):
    answer = add(client, "3 shelly")
    fresh = client.get(reverse("pile"))
    assert Copy.objects.count() == 3
    assert text_of(fresh).count("3 × Shelly") == 1
    shown = str(fragment_of(answer, "pile_session"))
    shown = shown.replace(" is-latest", "").replace(" is-new", "")
    assert shown == str(fragment_of(fresh, "pile_session"))


def test_the_slots_of_the_pins_follow_the_lines(client, lea):
    pile_pin(owner=lea, pins=Pins(binder="Bleu", page=1, slot=9))
    answer = add(client, "shelly")
    assert 'name="page" value="2"' in answer.content.decode()
    assert 'name="slot" value="1"' in answer.content.decode()


def test_an_unsure_line_adds_nothing_and_asks(client, lea):
    answer = add(client, "2 shel")
    assert not Copy.objects.exists()
    assert 'value="2xshelly"' in answer.content.decode()
    assert answer["HX-Reswap"] == "none"


def test_without_script_the_question_is_on_the_page(client, lea):
    page = add(client, "shel", headers={})
    assert 'value="1xshelly"' in page.content.decode()


def test_a_choice_is_added(client, lea):
    add(client, choix="2xshelly")
    assert Copy.objects.filter(card__slug="shelly").count() == 2


@pytest.mark.parametrize(
    "choice", ["1xpas-une-carte", "1x", "x", "0x", "🃏", "1xshelly;", "-1xshelly"]
)
def test_a_choice_that_was_never_offered_adds_nothing(client, lea, choice):
    add(client, choix=choice)
    assert not Copy.objects.exists()


@pytest.mark.parametrize("text", ["0 shelly", "-3 shelly", "500 shelly", "100000 shelly"])
def test_a_silly_number_is_told(client, lea, text):
    assert "de 1 à 99" in text_of(add(client, text))
    assert not Copy.objects.exists()


def test_what_is_not_understood_is_told(client, lea):
    assert "Aucune carte ne correspond à « qwxyz »" in text_of(add(client, "qwxyz"))
    assert "Tape le numéro ou le nom" in text_of(add(client, "   "))


def test_suggestions_change_nothing(client):
    page = client.get(reverse("pile_choices"), {"saisie": "shel"})
    assert 'value="1xshelly"' in page.content.decode()
    assert not Player.objects.exists()


BAD_PINS = {
    "a slot without a page": ({"slot": "2", "page": ""}, "page de départ"),
    "a slot beyond the page": ({"slot": "10"}, "pas autant de cases"),
    "no source": ({"source": ""}, "obligatoire"),
    "a binder of a novel's length": ({"binder": "x" * 10_000}, "40"),
}


@pytest.mark.parametrize(("bad", "told"), BAD_PINS.values(), ids=BAD_PINS)
def test_bad_pins_are_told_and_nothing_is_pinned(client, lea, bad, told):
    good = {"source": "opened", "page": "1", "slot": "1", "slots_per_page": "9"}
    page = client.post(reverse("pile_pins"), good | bad, headers=HTMX)
    assert told in text_of(page)
    assert not EntryBatch.objects.exists()


def test_a_finished_pile_shows_its_summary_with_its_one_undo(client, lea):
    add(client, "3 shelly")
    page = client.post(reverse("pile_close"), follow=True)
    assert "3 cartes ajoutées." in text_of(page)
    batch = EntryBatch.objects.get()
    client.post(reverse("batch_undo", args=[batch.pk]), headers=HTMX)
    assert not Copy.objects.filter(owner=lea).exists()


def test_a_sweep_tells_how_many_and_offers_its_undo(client, lea):
    answer = client.post(reverse("sweep"), {"rarete": "rare"}, headers=HTMX)
    assert "« Rare » : 4 cartes ajoutées." in text_of(answer)
    assert answer["HX-Trigger-After-Swap"] == '{"copies-changed": {}}'
    batch = EntryBatch.objects.get()
    client.post(reverse("batch_undo", args=[batch.pk]))
    assert not Copy.objects.filter(owner=lea).exists()


OFFERED = {
    "a rarity": ("?rarete=rare", 'name="rarete" value="rare"'),
    "a Brawler": ("?brawler=shelly", 'name="brawler" value="shelly"'),
}


@pytest.mark.parametrize(("query", "field"), OFFERED.values(), ids=OFFERED)
def test_the_catalogue_offers_all_of_what_it_shows(client, lea, query, field):
    page = client.get(reverse("catalogue") + query).content.decode()
    assert f'<input type="hidden" {field}>' in page
    assert f'action="{reverse("sweep")}"' in page


def test_the_catalogue_offers_no_sweep_of_a_mixture(client, lea):
    page = client.get(reverse("catalogue") + "?rarete=rare&rarete=epic").content.decode()
    assert f'action="{reverse("sweep")}"' not in page


@pytest.mark.parametrize("data", [{}, {"rarete": "or"}, {"brawler": "personne"}, {"rarete": "🃏"}])
def test_a_sweep_of_nothing_known_is_not_found(client, lea, data):
    assert client.post(reverse("sweep"), data).status_code == 404
    assert not Copy.objects.exists()


def test_a_wish_sent_twice_is_one_wish(client, lea):
    for _twice in range(2):
        answer = client.post(reverse("wish_toggle", args=["shelly"]), {"wished": "1"}, headers=HTMX)
    assert 'aria-pressed="true"' in answer.content.decode()
    assert Wish.objects.count() == 1
    client.post(reverse("wish_toggle", args=["shelly"]), {"wished": "0"})
    assert not Wish.objects.exists()


def test_the_wish_list_counts_only_what_is_missing(client, lea):
    for slug in ("shelly", "nita", "bo"):
        wish_set(player=lea, card=card(slug), wished=True)
    open_copies(lea, "shelly")
    page = text_of(client.get(reverse("wishes")))
    assert "2 cartes souhaitées" in page
    assert "1 souhait exaucé" in page


FILTERS = {
    "all": ({}, ["shelly", "nita", "colt"]),
    "by rarity": ({"rarete": "rare"}, []),
    "by name": ({"q": "NITTA"}, ["nita"]),
    "by number": ({"q": "1"}, ["shelly"]),
    "lent": ({"situation": "lent"}, ["nita"]),
    "by condition": ({"etat": "mint"}, ["shelly"]),
    "without condition": ({"etat": "aucun"}, ["nita", "colt"]),
    "by binder": ({"classeur": "Bleu"}, ["shelly"]),
    "doubles": ({"doubles": "1"}, ["shelly"]),
    "latest first": ({"tri": "recentes"}, ["colt", "nita", "shelly"]),
    "most first": ({"tri": "nombre"}, ["shelly", "nita", "colt"]),
    "nonsense": ({"rarete": "or", "situation": "🃏", "apres": "x_y", "tri": "?"}, None),
}


@pytest.fixture
def three_cards(lea, tom):
    open_copies(lea, "shelly", number=2, placing=Placing("mint", "Bleu", 1, 1))
    (nita,) = open_copies(lea, "nita")
    open_copies(lea, "colt")
    open_copies(tom, "bo")
    copy_lend(owner=lea, copy_id=nita.pk, borrower=tom)


@pytest.mark.parametrize(("query", "slugs"), FILTERS.values(), ids=FILTERS)
def test_a_filter_keeps_the_cards_that_pass(client, lea, three_cards, query, slugs):
    page = client.get(reverse("collection"), query)
    shown = re.findall(r'id="stepper-([\w-]+)"', page.content.decode())
    assert shown == (["shelly", "nita", "colt"] if slugs is None else slugs)


@pytest.mark.parametrize(("query", "slugs"), FILTERS.values(), ids=FILTERS)
def test_the_same_filters_keep_single_copies(client, lea, three_cards, query, slugs):
    page = client.get(reverse("collection"), {"vue": "exemplaires", **query})
    shown = {copy.card.slug for copy in page.context["copies"].copies}
    assert shown == set(["shelly", "nita", "colt"] if slugs is None else slugs)


def test_pages_go_on_by_key_and_show_each_card_once(client, lea):
    slugs = list(Card.objects.filter(era=True).values_list("slug", flat=True)[:110])
    open_copies(lea, *slugs)
    seen, where = [], reverse("collection")
    while where:
        page = client.get(where).content.decode()
        seen += re.findall(r'id="stepper-([\w-]+)"', page)
        more = re.search(r'rel="next" href="([^"]+)"', page)
        where = reverse("collection") + more[1].replace("&amp;", "&") if more else ""
    assert len(seen) == len(set(seen)) == 110


def test_a_binder_shows_its_page_case_by_case(client, lea):
    open_copies(lea, "shelly", placing=Placing(binder="Bleu", page=2, slot=1))
    open_copies(lea, "nita", placing=Placing(binder="Bleu", page=2, slot=9))
    open_copies(lea, "colt", placing=Placing(binder="Bleu"))
    page = client.get(reverse("binder"), {"nom": "Bleu"})
    slots = page.context["shown"].slots
    assert [[c.card.slug for c in slot.copies] for slot in slots] == [
        ["shelly"], [], [], [], [], [], [], [], ["nita"],
    ]  # fmt: skip
    loose = client.get(reverse("binder"), {"nom": "Bleu", "page": "0"}).context["shown"].loose
    assert [copy.card.slug for copy in loose] == ["colt"]


def test_a_binder_that_nobody_has_is_not_found(client, lea):
    assert client.get(reverse("binder"), {"nom": "Vert"}).status_code == 404


@pytest.mark.parametrize("name", PAGES)
def test_no_page_asks_more_of_the_database_when_there_is_more(
    client, lea, tom, name, django_assert_max_num_queries
):
    slugs = list(Card.objects.filter(era=True).values_list("slug", flat=True)[:60])
    open_copies(lea, *slugs, number=5, placing=Placing("mint", "Bleu", 1, 1))
    for slug in slugs[:40]:
        pile_enter(owner=lea, card=card(slug), number=2, token=f"ligne-{slug}")
        wish_set(player=lea, card=card(slug), wished=True)
    with django_assert_max_num_queries(10):
        assert client.get(reverse(name)).status_code == 200


def test_one_more_card_asks_little_of_the_database(client, lea, django_assert_max_num_queries):
    open_copies(lea, "shelly", number=200)
    with django_assert_max_num_queries(14):
        client.post(reverse("card_add", args=["shelly"]), headers=HTMX)


def test_the_sheet_asks_little_of_the_database(client, lea, django_assert_max_num_queries):
    (copy,) = open_copies(lea, "shelly")
    with django_assert_max_num_queries(10):
        client.get(reverse("copy", args=[copy.pk]))
