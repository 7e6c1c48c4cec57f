"""Assembled decks: their copies are taken, follow every change, and are nobody else's."""

from __future__ import annotations

import contextlib
import random
from collections import Counter

import pytest
from django.db import IntegrityError, transaction

from collection.models import Card, Copy, Deck, Player
from collection.refusals import Refusal
from collection.services.assembly import deck_assemble, deck_disassemble
from collection.services.copies import card_remove, copy_lend_named
from collection.services.decks import (
    Contents,
    deck_card_add,
    deck_card_remove,
    deck_create,
    deck_dream,
    deck_redo,
    deck_repair,
    deck_restore,
    deck_take_back,
    deck_throw_away,
    deck_undo,
)
from collection.services.ledger import Placing
from tests.collection.factories import PlayerFactory, open_copies

pytestmark = pytest.mark.django_db
State = Copy.State


@pytest.fixture
def lea() -> Player:
    lea = PlayerFactory(username="lea")
    open_copies(lea, "shelly", "nita", "colt", number=2)
    return lea


def card(slug: str) -> Card:
    return Card.objects.get(slug=slug)


def deck_of(lea: Player, *slugs: str) -> Deck:
    return deck_create(owner=lea, contents=Contents("Samedi", slugs))


def assembled(lea: Player, *slugs: str) -> Deck:
    deck = deck_of(lea, *slugs)
    return deck_assemble(owner=lea, deck_id=deck.pk, version=deck.version)


def held(deck: Deck) -> Counter[str]:
    return Counter(deck.assembled_copies.values_list("card__slug", flat=True))


def in_deck(deck: Deck) -> Counter[str]:
    return Counter(deck.slots.values_list("card__slug", flat=True))


def now(deck: Deck) -> int:
    return Deck.objects.get(pk=deck.pk).version


def refused(code: str):
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


def test_assembling_takes_one_copy_for_each_card(lea):
    deck = assembled(lea, "shelly", "nita", "nita")
    assert held(deck) == {"shelly": 1, "nita": 2}
    assert lea.copies.filter(state=State.FREE).count() == 3


def test_assembling_and_taking_apart_twice_is_doing_it_once(lea):
    deck = assembled(lea, "shelly")
    deck_assemble(owner=lea, deck_id=deck.pk, version=0)
    assert held(deck) == {"shelly": 1}
    for _each in range(2):
        deck_disassemble(owner=lea, deck_id=deck.pk)
    assert not held(deck)
    assert lea.copies.filter(state=State.FREE).count() == 6


def test_two_assembled_decks_never_share_a_copy(lea):
    assembled(lea, "nita", "nita")
    rival = deck_of(lea)
    with pytest.raises(Refusal) as refusal:
        deck_card_add(owner=lea, deck_id=rival.pk, version=1, card=card("nita"))
    assert refusal.value.code == "card_none_left"
    assert "2 dans «\u00a0Samedi\u00a0»" in str(refusal.value)
    planned = deck_of(lea, "nita", "shelly")
    with pytest.raises(Refusal) as refusal:
        deck_assemble(owner=lea, deck_id=planned.pk, version=planned.version)
    assert refusal.value.code == "copies_lacking"
    assert refusal.value.facts == {"cards": ["nita"]}
    assert not held(planned)
    assert Deck.objects.get(pk=planned.pk).assembled_at is None


def test_a_deck_is_not_assembled_without_cards_as_a_dream_or_unseen(lea):
    empty = deck_of(lea)
    with refused("deck_empty"):
        deck_assemble(owner=lea, deck_id=empty.pk, version=empty.version)
    dream = deck_create(owner=lea, contents=Contents("Rêve", ("shelly",), dream=True))
    with refused("deck_is_a_dream"):
        deck_assemble(owner=lea, deck_id=dream.pk, version=dream.version)
    changed = deck_of(lea, "shelly")
    with refused("deck_stale"):
        deck_assemble(owner=lea, deck_id=changed.pk, version=0)
    with refused("deck_gone"):
        deck_assemble(owner=PlayerFactory(), deck_id=changed.pk, version=1)


@pytest.mark.parametrize(
    ("conditions", "taken"),
    [
        (["mint", "good", "worn"], "good"),
        (["mint", "worn", ""], ""),
        (["mint", "worn"], "worn"),
        (["damaged", "mint"], "mint"),
    ],
)
def test_mint_copies_stay_in_the_binder_and_damaged_ones_come_last(conditions, taken):
    tom = PlayerFactory()
    for condition in conditions:
        open_copies(tom, "shelly", placing=Placing(condition=condition))
    deck = assembled(tom, "shelly")
    assert deck.assembled_copies.get().condition == taken


def test_a_loose_copy_is_taken_before_one_in_a_binder():
    tom = PlayerFactory()
    open_copies(tom, "shelly", placing=Placing(binder="Bleu", page=1, slot=1))
    open_copies(tom, "shelly")
    assert assembled(tom, "shelly").assembled_copies.get().binder == ""


def test_copies_follow_every_change_of_an_assembled_deck(lea):
    deck = assembled(lea, "shelly", "nita")
    deck_card_add(owner=lea, deck_id=deck.pk, version=now(deck), card=card("colt"))
    assert held(deck) == {"shelly": 1, "nita": 1, "colt": 1}
    deck_card_remove(owner=lea, deck_id=deck.pk, version=now(deck), card=card("nita"))
    assert held(deck) == {"shelly": 1, "colt": 1}
    deck_undo(owner=lea, deck_id=deck.pk, version=now(deck))
    assert held(deck) == {"shelly": 1, "nita": 1, "colt": 1}
    deck_restore(owner=lea, deck_id=deck.pk, version=now(deck), number=1)
    assert held(deck) == {"shelly": 1, "nita": 1}


def test_what_stays_in_the_deck_keeps_its_very_copy(lea):
    deck = assembled(lea, "shelly", "nita")
    shelly = deck.assembled_copies.get(card=card("shelly"))
    deck_card_remove(owner=lea, deck_id=deck.pk, version=now(deck), card=card("nita"))
    assert deck.assembled_copies.get() == shelly


def test_an_assembled_deck_is_not_changed_into_what_has_no_copies(lea):
    deck = assembled(lea, "shelly", "nita")
    deck_card_remove(owner=lea, deck_id=deck.pk, version=now(deck), card=card("nita"))
    for copy in lea.copies.filter(card=card("nita"), state=State.FREE):
        copy_lend_named(owner=lea, copy_id=copy.pk, name="Tom")
    before = now(deck)
    with refused("copies_lacking"):
        deck_undo(owner=lea, deck_id=deck.pk, version=before)
    assert (now(deck), in_deck(deck), held(deck)) == (before, {"shelly": 1}, {"shelly": 1})


def test_an_assembled_deck_does_not_become_a_dream(lea):
    deck = deck_create(owner=lea, contents=Contents("Rêve", ("shelly",), dream=True))
    deck_dream(owner=lea, deck_id=deck.pk, version=1, dream=False)
    deck_assemble(owner=lea, deck_id=deck.pk, version=2)
    with refused("deck_assembled"):
        deck_dream(owner=lea, deck_id=deck.pk, version=2, dream=True)
    with refused("deck_assembled"):
        deck_undo(owner=lea, deck_id=deck.pk, version=2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Deck.objects.filter(pk=deck.pk).update(dream=True)


def test_a_copy_in_a_deck_is_not_given_back_by_the_grid(lea):
    assembled(lea, "nita", "nita")
    with refused("copy_none_free"):
        card_remove(owner=lea, card=card("nita"))


def test_throwing_an_assembled_deck_away_frees_its_copies(lea):
    deck = assembled(lea, "shelly", "nita")
    deck_throw_away(owner=lea, deck_id=deck.pk)
    assert lea.copies.filter(state=State.FREE).count() == 6
    back = deck_take_back(owner=lea, deck_id=deck.pk)
    assert back.assembled_at is None
    assert not held(back)


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_done_an_assembled_deck_holds_exactly_its_copies(lea, seed):
    """A random walk over all that changes decks, refusals included."""
    chance = random.Random(seed)
    decks = [deck_of(lea, "shelly"), deck_of(lea, "nita", "colt")]
    names = ["shelly", "nita", "colt"]
    for _step in range(60):
        deck = chance.choice(decks)
        there = {"owner": lea, "deck_id": deck.pk, "version": now(deck)}
        slug = card(chance.choice(names))
        acts = [
            lambda there=there, slug=slug: deck_card_add(**there, card=slug),
            lambda there=there, slug=slug: deck_card_remove(**there, card=slug),
            lambda there=there: deck_undo(**there),
            lambda there=there: deck_redo(**there),
            lambda there=there: deck_restore(**there, number=chance.randint(1, 9)),
            lambda there=there: deck_assemble(**there),
            lambda there=there: deck_disassemble(owner=lea, deck_id=there["deck_id"]),
            lambda there=there: deck_repair(**there, slugs=chance.choices(names, k=3)),
        ]
        with contextlib.suppress(Refusal):
            chance.choice(acts)()
        for each in Deck.objects.all():
            assert held(each) == (in_deck(each) if each.assembled_at else Counter())
    assert lea.copies.count() == 6
