"""How strong a Voleur deck is, and which is suggested from what one owns (rules 1, Deck)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.bots.voleur_decks import Field, Suggestion, strength, suggest
from rules.cards import Rarity
from rules.decks import Minimum, NoRepair, deck_violations
from rules.games.voleur_kinds import KINDS
from rules.simulation import CARD_POOL
from tests.rules.voleur_tables import CARDS, cards

WEAK = cards(
    "common common-2 common-3 rare rare-2 super-rare super-rare-2 epic epic-2 epic-3 mythic"
)
STRONG = cards(
    "common common-2 rare super-rare super promotional promotional-2 promotional-3 "
    "chromatic legendary gadget-chromatic"
)
EVERYTHING = dict.fromkeys(CARDS.values(), 1)


def test_a_deck_of_strong_cards_wins_more_than_one_of_weak_cards():
    weak = strength(WEAK, Random(1), matches=150)
    strong = strength(STRONG, Random(1), matches=150)

    assert weak.high < 0.5 < strong.low


def test_a_strength_tells_how_sure_it_is():
    few = strength(STRONG, Random(1), matches=50)
    many = strength(STRONG, Random(1), matches=400)

    assert many.matches == 400
    assert few.low < few.rate < few.high
    assert many.high - many.low < few.high - few.low


def test_the_same_seed_gives_the_same_strength():
    assert strength(WEAK, Random(3), matches=60) == strength(WEAK, Random(3), matches=60)


def test_an_average_deck_wins_about_every_second_match():
    """A deck of the field against the field."""
    field, random = Field(None, Minimum.WAIVED), Random(5)
    decks = [[KINDS[kind] for kind in field.deck(random)] for _ in range(30)]

    rates = [strength(deck, random, matches=30).rate for deck in decks]

    assert 0.42 < sum(rates) / len(rates) < 0.58


def test_an_illegal_deck_has_no_strength():
    with pytest.raises(ValueError, match=r"size, min:super_rare"):
        strength(WEAK[:5], Random(1))
    with pytest.raises(ValueError, match=r"wagered:mythic"):
        strength(WEAK, Random(1), wager=Rarity.MYTHIC)


@pytest.mark.parametrize("wager", [None, *Rarity])
def test_the_field_is_of_legal_decks_for_the_wager(wager):
    field, random = Field(wager, Minimum.WAIVED), Random(2)

    for _ in range(20):
        deck = [KINDS[kind] for kind in field.deck(random)]
        assert deck_violations(deck, wager=wager) == ()


@pytest.mark.parametrize("wager", [None, *Rarity])
def test_a_suggested_deck_is_legal_for_the_wager_and_owned(wager):
    found = suggest(EVERYTHING, Random(1), wager=wager, matches=20)

    assert isinstance(found, Suggestion)
    assert deck_violations(found.deck, wager=wager, owned={c.id: 1 for c in EVERYTHING}) == ()


def test_of_everything_the_strongest_cards_are_taken():
    found = suggest(EVERYTHING, Random(1), matches=200)
    ids = {card.id for card in found.deck}

    assert ids >= {"super", "promotional", "promotional-2", "promotional-3"}
    assert not ids & {"skin-common", "skin-rare", "epic"}
    assert found.strength.low > 0.8
    assert found.strength.matches == 200


def test_a_suggestion_uses_as_many_copies_as_are_free():
    owned = {CARDS[name]: 1 for name in ("common", "common-2", "rare", "super-rare")}
    owned[CARDS["promotional"]] = 30

    found = suggest(owned, Random(1), matches=20)

    assert [card.id for card in found.deck].count("promotional") == 7


def test_gadgets_that_suit_the_deck_are_preferred():
    owned = {CARDS[name]: 1 for name in ("common", "common-2", "rare", "super-rare", "secret")}
    owned[CARDS["epic"]] = 4
    owned |= {CARDS[name]: 1 for name in ("gadget-common", "gadget-epic", "gadget-mythic")}
    owned[CARDS["gadget-legendary"]] = 1

    found = suggest(owned, Random(1), matches=20)

    held = [card.id for card in found.deck if card.is_gadget]
    assert held[:2] == ["gadget-epic", "gadget-common"]


def test_without_enough_cards_the_proof_is_returned():
    owned = dict.fromkeys(cards("common rare super-rare epic"), 1)

    found = suggest(owned, Random(1))

    assert isinstance(found, NoRepair)
    assert [obstacle.code for obstacle in found.obstacles] == ["size", "min:common"]


def test_a_strict_wager_on_a_needed_rarity_has_no_deck():
    found = suggest(EVERYTHING, Random(1), wager=Rarity.COMMON, minimum=Minimum.STRICT)

    assert isinstance(found, NoRepair)
    assert [obstacle.code for obstacle in found.obstacles] == ["strict:common"]


def test_the_same_seed_suggests_the_same_deck():
    assert suggest(EVERYTHING, Random(4), matches=30) == suggest(EVERYTHING, Random(4), matches=30)


@settings(max_examples=25, deadline=None)
@given(
    st.dictionaries(st.sampled_from(CARD_POOL), st.integers(0, 3), min_size=4, max_size=20),
    st.none() | st.sampled_from(Rarity),
)
def test_whatever_is_owned_a_legal_deck_is_found_or_proved_impossible(owned, wager):
    found = suggest(owned, Random(1), wager=wager, matches=2)

    if isinstance(found, NoRepair):
        assert found.obstacles
    else:
        free = {card.id: number for card, number in owned.items()}
        assert deck_violations(found.deck, wager=wager, owned=free) == ()


def test_gadgets_are_needed_where_other_cards_run_short():
    names = "common common-2 rare super-rare epic epic-2 mythic legendary"
    owned = dict.fromkeys(cards(names), 1)
    owned |= dict.fromkeys(cards("gadget-rare gadget-epic gadget-common gadget-mythic"), 1)

    found = suggest(owned, Random(1), matches=5)

    assert sum(card.is_gadget for card in found.deck) == 3
