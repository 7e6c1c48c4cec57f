"""Two tabs, two clicks, two decks for one copy: on real threads and the real database."""

from __future__ import annotations

import uuid

import pytest

from collection.models import Card, Copy, Deck
from collection.services.assembly import deck_assemble, deck_disassemble
from collection.services.catalogue import catalogue_load
from collection.services.copies import card_remove
from collection.services.decks import (
    Contents,
    deck_card_add,
    deck_create,
    deck_throw_away,
    deck_undo,
)
from tests.collection.factories import PlayerFactory, open_copies
from tests.collection.test_copies_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def lea(transactional_db):
    if not Card.objects.exists():
        catalogue_load()
    return PlayerFactory(username="lea")


def deck_of(lea, *slugs: str) -> Deck:
    return deck_create(owner=lea, contents=Contents("Course", slugs, dream=not slugs))


def add(lea, deck: Deck, slug: str, version: int = 1):
    card = Card.objects.get(slug=slug)
    return lambda: deck_card_add(owner=lea, deck_id=deck.pk, version=version, card=card).pk


def slugs(deck: Deck) -> list[str]:
    return list(deck.slots.order_by("position").values_list("card__slug", flat=True))


def test_one_request_sent_three_times_adds_one_card(lea):
    deck = deck_of(lea)
    assert at_once(*[add(lea, deck, "shelly")] * 3) == [deck.pk] * 3
    assert slugs(deck) == ["shelly"]
    assert deck.versions.count() == 2


def test_of_two_tabs_that_add_at_once_one_hears_of_the_other(lea):
    deck = deck_of(lea)
    results = at_once(add(lea, deck, "shelly"), add(lea, deck, "nita"))
    assert sorted(map(str, results)) == sorted([str(deck.pk), "deck_stale"])
    assert len(slugs(deck)) == 1


def test_the_last_copy_goes_to_one_of_two_decks(lea):
    open_copies(lea, "shelly", "nita")
    decks = [deck_of(lea, "shelly", "nita"), deck_of(lea, "nita", "shelly")]
    results = at_once(
        *[
            lambda deck=deck: deck_assemble(owner=lea, deck_id=deck.pk, version=1).pk
            for deck in decks
        ]
    )
    assert results.count("copies_lacking") == 1
    holders = Copy.objects.values_list("deck", flat=True)
    assert list(Deck.objects.exclude(assembled_at=None).values_list("pk", flat=True)) * 2 == list(
        holders
    )


def test_a_copy_is_taken_for_a_deck_or_out_of_the_collection_never_both(lea):
    (copy,) = open_copies(lea, "shelly")
    deck = deck_of(lea, "shelly")
    at_once(
        lambda: deck_assemble(owner=lea, deck_id=deck.pk, version=1),
        lambda: card_remove(owner=lea, card=copy.card),
    )
    copy.refresh_from_db()
    assert (copy.state, copy.deck_id) in [("deck", deck.pk), ("gone", None)]
    assembled = Deck.objects.filter(pk=deck.pk, assembled_at__isnull=False).exists()
    assert assembled == (copy.state == "deck")


def test_an_undo_and_an_end_of_the_deck_leave_no_copy_behind(lea):
    open_copies(lea, "shelly", "nita")
    deck = deck_of(lea, "shelly")
    add(lea, deck, "nita")()
    deck_assemble(owner=lea, deck_id=deck.pk, version=2)
    at_once(
        lambda: deck_undo(owner=lea, deck_id=deck.pk, version=2),
        lambda: deck_throw_away(owner=lea, deck_id=deck.pk),
        lambda: deck_disassemble(owner=lea, deck_id=deck.pk),
    )
    assert not Copy.objects.exclude(state="free").exists()


def test_a_form_sent_by_three_clicks_makes_one_deck(lea):
    key = uuid.uuid4()
    made = at_once(*[lambda: deck_create(owner=lea, contents=Contents(), key=key).pk] * 3)
    assert len(set(made)) == 1
    assert Deck.objects.count() == 1
