"""The demo's players."""

from __future__ import annotations

import pytest

from collection.models import Copy, Deck, Player
from collection.services.demo import demo_create
from rules.cards import Rarity
from rules.decks import deck_violations
from tests.collection.factories import owners_by_ledger, owners_by_rows

pytestmark = pytest.mark.django_db


def test_the_demo_adds_its_players_once_and_touches_nothing_after():
    added = demo_create()
    assert [str(player) for player in added] == ["Léa", "Tom", "Inès", "Noé"]
    copies = Copy.objects.count()
    assert demo_create() == []
    assert Copy.objects.count() == copies
    assert owners_by_rows() == owners_by_ledger()


def test_every_deck_of_the_demo_but_the_dream_is_legal_and_owned():
    demo_create()
    decks = Deck.objects.filter(dream=False).prefetch_related("slots__card__brawler")
    assert decks.count() >= 8
    for deck in decks:
        cards = [slot.card.as_rules() for slot in deck.slots.all()]
        held = {
            card.id: deck.owner.copies.filter(card__slug=card.id, state="free").count()
            for card in cards
        }
        wager = Rarity(deck.wager_id) if deck.wager_id else None
        assert deck_violations(cards, wager=wager, owned=held) == ()


def test_a_player_of_the_same_name_is_left_alone():
    Player.objects.create_user("léa", password="à moi depuis toujours", display_name="Léa")
    assert "Léa" not in [str(player) for player in demo_create()]
