"""Decks through their services: making, changing, going back, throwing away."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse
from django.utils import timezone

from collection.models import Card, Deck, DeckSlot, Player
from collection.refusals import Refusal
from collection.services import decks as services
from collection.services.copies import copy_lend_named
from collection.services.decks import (
    Contents,
    deck_card_add,
    deck_card_remove,
    deck_clear,
    deck_create,
    deck_dream,
    deck_duplicate,
    deck_name_cleaned,
    deck_redo,
    deck_rename,
    deck_restore,
    deck_stake,
    deck_take_back,
    deck_throw_away,
    deck_undo,
)
from tests.collection.factories import PlayerFactory, open_copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def lea() -> Player:
    lea = PlayerFactory(username="lea")
    open_copies(lea, "shelly", "nita", "colt", "spike", number=2)
    return lea


@pytest.fixture
def deck(lea) -> Deck:
    return deck_create(owner=lea, contents=Contents("Les verts"))


def card(slug: str) -> Card:
    return Card.objects.get(slug=slug)


def fresh(deck: Deck) -> Deck:
    return Deck.objects.get(pk=deck.pk)


def slugs(deck: Deck) -> list[str]:
    return list(deck.slots.order_by("position").values_list("card__slug", flat=True))


def add(deck: Deck, slug: str, version: int | None = None) -> Deck:
    now = fresh(deck).version if version is None else version
    return deck_card_add(owner=deck.owner, deck_id=deck.pk, version=now, card=card(slug))


def remove(deck: Deck, slug: str) -> Deck:
    now = fresh(deck).version
    return deck_card_remove(owner=deck.owner, deck_id=deck.pk, version=now, card=card(slug))


def undo(deck: Deck) -> Deck:
    return deck_undo(owner=deck.owner, deck_id=deck.pk, version=fresh(deck).version)


def redo(deck: Deck) -> Deck:
    return deck_redo(owner=deck.owner, deck_id=deck.pk, version=fresh(deck).version)


def restore(deck: Deck, number: int) -> Deck:
    now = fresh(deck).version
    return deck_restore(owner=deck.owner, deck_id=deck.pk, version=now, number=number)


def refused(code: str, sentence: str = ""):
    return pytest.raises(Refusal, match=sentence or None, check=_has(code))


def _has(code: str):
    return lambda refusal: refusal.code == code


# Making


def test_a_deck_without_a_name_is_called_by_its_number(lea):
    first = deck_create(owner=lea, contents=Contents())
    second = deck_create(owner=lea, contents=Contents("   "))
    assert (first.name, second.name) == ("Deck 1", "Deck 2")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Les   verts ", "Les verts"),
        ("Les\nverts\t!", "Les verts !"),
        ("🔥 Spike 👨\u200d👩\u200d👧 🔥", "🔥 Spike 👨\u200d👩\u200d👧 🔥"),
        ("Le\u0301a", "Léa"),
        ("a\u202eb\x00c", "ab c"),
        ("x" * 60, "x" * 60),
    ],
)
def test_a_name_is_kept_on_one_line_without_hidden_letters(typed, kept):
    assert deck_name_cleaned(name=typed) == kept


def test_a_name_of_ten_thousand_letters_is_refused_in_a_sentence():
    with pytest.raises(Refusal) as refusal:
        deck_name_cleaned(name="🙂" * 10_000)
    assert refusal.value.code == "deck_name_too_long"
    assert "60 caractères au plus, il en a 10000" in str(refusal.value)


@pytest.mark.parametrize("typed", ["", "   ", "\u200d\u200d", "\x00"])
def test_a_name_that_nobody_sees_is_refused(typed):
    with refused("deck_name_empty"):
        deck_name_cleaned(name=typed)


def test_a_form_sent_twice_makes_one_deck(lea):
    key = uuid.uuid4()
    first = deck_create(owner=lea, contents=Contents("Une fois"), key=key)
    assert deck_create(owner=lea, contents=Contents("Une fois"), key=key).pk == first.pk
    copy_key = uuid.uuid4()
    copies = {deck_duplicate(owner=lea, deck_id=first.pk, key=copy_key).pk for _ in range(2)}
    assert len(copies) == 1
    assert Deck.objects.filter(owner=lea).count() == 2


def test_a_key_of_somebody_else_makes_a_deck_of_ones_own(lea):
    key = uuid.uuid4()
    hers = deck_create(owner=lea, contents=Contents("À Léa"), key=key)
    his = deck_create(owner=PlayerFactory(), contents=Contents("À Tom"), key=key)
    assert hers.pk != his.pk


def test_an_old_form_sent_after_its_deck_was_thrown_away_makes_another(lea):
    key = uuid.uuid4()
    first = deck_create(owner=lea, contents=Contents("Une fois"), key=key)
    deck_throw_away(owner=lea, deck_id=first.pk)
    assert deck_create(owner=lea, contents=Contents("Deux fois"), key=key).pk != first.pk


def test_there_is_an_end_to_decks(lea, monkeypatch):
    monkeypatch.setattr(services, "MOST_DECKS", 2)
    for _each in range(2):
        deck_create(owner=lea, contents=Contents())
    with refused("deck_too_many", "Tu as déjà 2 decks"):
        deck_create(owner=lea, contents=Contents("Un de trop"))


def test_a_deck_thrown_away_does_not_come_back_as_one_too_many(lea, client, monkeypatch):
    monkeypatch.setattr(services, "MOST_DECKS", 1)
    old = deck_create(owner=lea, contents=Contents("Vieux"))
    deck_throw_away(owner=lea, deck_id=old.pk)
    new = deck_create(owner=lea, contents=Contents("Neuf"))
    client.force_login(lea)
    page = client.post(reverse("deck_take_back", args=[old.pk]), follow=True)
    assert "Tu as déjà 1 decks" in page.content.decode()
    assert list(Deck.objects.values_list("pk", flat=True)) == [new.pk]


def test_a_copy_of_a_deck_has_its_cards_and_a_name_that_fits(lea):
    deck = deck_create(owner=lea, contents=Contents("n" * 60, ("nita", "shelly"), wager="epic"))
    copy = deck_duplicate(owner=lea, deck_id=deck.pk)
    assert slugs(copy) == ["shelly", "nita"]
    assert (copy.wager_id, copy.name) == ("epic", "n" * 52 + " (copie)")


# Changing


def test_cards_lie_by_rarity_and_number_whatever_the_order_of_tapping(deck):
    for slug in ("spike", "nita", "shelly", "nita"):
        add(deck, slug)
    assert slugs(deck) == ["shelly", "nita", "nita", "spike"]


def test_a_deck_takes_no_more_copies_than_its_owner_has_free(deck):
    add(deck, "nita")
    add(deck, "nita")
    with refused("card_none_left") as refusal:
        add(deck, "nita")
    assert "sont déjà dans ce deck" in str(refusal.value)
    assert slugs(deck) == ["nita", "nita"]


def test_who_owns_no_copy_hears_of_dream_decks(deck):
    with refused("card_none_left") as refusal:
        add(deck, "gael")
    assert "fais-en un deck de rêve" in str(refusal.value)


def test_who_lent_the_card_hears_where_it_is(deck, lea):
    for copy in lea.copies.filter(card=card("nita")):
        copy_lend_named(owner=lea, copy_id=copy.pk, name="Tom")
    with refused("card_none_left") as refusal:
        add(deck, "nita")
    assert "2 prêtée" in str(refusal.value)


def test_a_dream_deck_takes_any_card_as_often_as_asked(lea):
    dream = deck_create(owner=lea, contents=Contents("Rêve", dream=True))
    for _each in range(3):
        add(dream, "gael")
    assert slugs(dream) == ["gael"] * 3


def test_a_deck_is_full_at_last(lea):
    dream = deck_create(owner=lea, contents=Contents("Rêve", ("gael",) * 22, dream=True))
    with refused("deck_full"):
        add(dream, "gael")
    assert len(slugs(dream)) == 22


def test_a_card_goes_once_for_each_time(deck):
    add(deck, "nita")
    add(deck, "nita")
    remove(deck, "nita")
    assert slugs(deck) == ["nita"]
    remove(deck, "nita")
    with refused("card_not_in_deck"):
        remove(deck, "nita")


def test_an_old_page_changes_nothing(deck):
    seen = fresh(deck).version
    add(deck, "nita")
    with refused("deck_stale", "Ce deck a changé entre-temps"):
        add(deck, "shelly", version=seen)
    assert slugs(deck) == ["nita"]


def test_the_same_request_twice_counts_once(deck):
    seen = fresh(deck).version
    add(deck, "nita", version=seen)
    add(deck, "nita", version=seen)
    assert slugs(deck) == ["nita"]
    assert fresh(deck).version == seen + 1


def test_two_tabs_that_rename_otherwise_are_no_repeated_request(deck, lea):
    deck_rename(owner=lea, deck_id=deck.pk, version=1, name="Le premier")
    with refused("deck_stale"):
        deck_rename(owner=lea, deck_id=deck.pk, version=1, name="Le second")
    assert fresh(deck).name == "Le premier"


@pytest.mark.parametrize("version", [-1, 0, 10**9])
def test_a_version_that_never_was_is_an_old_page(deck, version):
    with refused("deck_stale"):
        add(deck, "nita", version=version)


def test_what_changes_nothing_leaves_no_version(deck):
    seen = fresh(deck).version
    deck_rename(owner=deck.owner, deck_id=deck.pk, version=seen, name=deck.name)
    deck_clear(owner=deck.owner, deck_id=deck.pk, version=seen)
    assert fresh(deck).version == seen
    assert deck.versions.count() == 1


def test_the_decks_of_others_are_not_there(deck):
    tom = PlayerFactory()
    with refused("deck_gone"):
        deck_card_add(owner=tom, deck_id=deck.pk, version=1, card=card("nita"))
    with refused("deck_gone"):
        deck_throw_away(owner=tom, deck_id=deck.pk)
    with refused("deck_gone"):
        deck_duplicate(owner=tom, deck_id=deck.pk)


# Versions


def test_each_change_is_kept_with_all_that_the_deck_was(deck, lea):
    add(deck, "nita")
    deck_stake(
        owner=lea, deck_id=deck.pk, version=fresh(deck).version, wager="epic", minimum="strict"
    )
    deck_rename(owner=lea, deck_id=deck.pk, version=fresh(deck).version, name="Autre")
    deck_dream(owner=lea, deck_id=deck.pk, version=fresh(deck).version, dream=True)
    kept = deck.versions.order_by("number").values_list(
        "change", "name", "slugs", "wager", "minimum", "dream"
    )
    assert list(kept) == [
        ("create", "Les verts", [], None, "waived", False),
        ("add:nita", "Les verts", ["nita"], None, "waived", False),
        ("stake:epic:strict", "Les verts", ["nita"], "epic", "strict", False),
        ("rename:Autre", "Autre", ["nita"], "epic", "strict", False),
        ("dream", "Autre", ["nita"], "epic", "strict", True),
    ]


def test_undo_goes_back_step_by_step_and_redo_forth_again(deck):
    for slug in ("nita", "shelly", "colt"):
        add(deck, slug)
    seen = [slugs(deck)]
    for _each in range(3):
        undo(deck)
        seen.append(slugs(deck))
    assert seen == [["shelly", "nita", "colt"], ["shelly", "nita"], ["nita"], []]
    with refused("nothing_to_undo"):
        undo(deck)
    for after in reversed(seen[:-1]):
        redo(deck)
        assert slugs(deck) == after
    with refused("nothing_to_redo"):
        redo(deck)


def test_a_change_after_undo_begins_another_way_forth(deck):
    add(deck, "nita")
    add(deck, "shelly")
    undo(deck)
    add(deck, "colt")
    with refused("nothing_to_redo"):
        redo(deck)
    undo(deck)
    assert slugs(deck) == ["nita"]
    redo(deck)
    assert slugs(deck) == ["nita", "colt"]
    undo(deck)
    undo(deck)
    assert slugs(deck) == []


def test_the_way_back_to_any_version_can_be_undone(deck):
    add(deck, "nita")
    add(deck, "shelly")
    restore(deck, 2)
    assert slugs(deck) == ["nita"]
    undo(deck)
    assert slugs(deck) == ["shelly", "nita"]
    with refused("version_gone"):
        restore(deck, 99)


def test_undo_takes_back_name_and_wager_too(deck, lea):
    deck_rename(owner=lea, deck_id=deck.pk, version=1, name="Faute de frape")
    deck_stake(owner=lea, deck_id=deck.pk, version=2, wager="rare", minimum="waived")
    undo(deck)
    undo(deck)
    assert (fresh(deck).name, fresh(deck).wager_id) == ("Les verts", None)


def test_a_deck_that_came_without_versions_can_be_changed_and_undone(lea):
    deck = Deck.objects.create(owner=lea, name="D’avant")
    DeckSlot.objects.create(deck=deck, position=0, card=card("nita"))
    add(deck, "shelly")
    undo(deck)
    assert slugs(deck) == ["nita"]


def test_an_undo_sent_twice_goes_back_once(deck, lea):
    add(deck, "nita")
    add(deck, "shelly")
    seen = fresh(deck).version
    for _each in range(2):
        deck_undo(owner=lea, deck_id=deck.pk, version=seen)
    assert slugs(deck) == ["nita"]


# Throwing away


def test_a_deck_thrown_away_is_gone_until_it_is_taken_back(deck, lea):
    add(deck, "nita")
    deck_throw_away(owner=lea, deck_id=deck.pk)
    assert not Deck.objects.filter(pk=deck.pk).exists()
    with refused("deck_gone"):
        add(Deck.thrown_too.get(pk=deck.pk), "shelly", version=2)
    with refused("deck_gone"):
        deck_take_back(owner=PlayerFactory(), deck_id=deck.pk)
    for _each in range(2):
        deck_take_back(owner=lea, deck_id=deck.pk)
    assert slugs(fresh(deck)) == ["nita"]


def test_a_deck_thrown_away_long_ago_is_forgotten(deck, lea):
    old = deck_create(owner=lea, contents=Contents("Vieux", ("nita",)))
    deck_throw_away(owner=lea, deck_id=old.pk)
    long_ago = timezone.now() - services.KEPT_FOR * 2
    Deck.thrown_too.filter(pk=old.pk).update(deleted_at=long_ago)
    deck_throw_away(owner=lea, deck_id=deck.pk)
    assert set(Deck.thrown_too.values_list("pk", flat=True)) == {deck.pk}
