"""Rules 1, A manche, 2.6: who takes the stake, and what Secrètes, Exceptionnelles, Gadgets do."""

import pytest

from rules.cards import BRAWLER_RARITIES, Rarity
from rules.games.voleur import taker
from rules.games.voleur_kinds import KINDS
from rules.games.voleur_state import Laid
from tests.rules.voleur_tables import card, laid


def winner(first, second):
    return taker(laid(first), laid(second))


PLAIN = [k for k in KINDS if not k.is_gadget]
GADGETS = [k for k in KINDS if k.is_gadget]
SECRETS = [k for k in PLAIN if k.rarity is Rarity.SECRET]
EXCEPTIONALS = [k for k in PLAIN if k.rarity is Rarity.EXCEPTIONAL]
ORDINARY = [k for k in PLAIN if k not in SECRETS and k not in EXCEPTIONALS]
LAYS = [Laid(one, gadget) for one in PLAIN for gadget in (None, *GADGETS)]

POINTS = {
    "common": 1,
    "rare": 2,
    "super-rare": 3,
    "epic": 4,
    "mythic": 5,
    "legendary": 6,
    "chromatic": 7,
    "promotional": 8,
}


@pytest.mark.parametrize("first", POINTS)
def test_the_points_decide(first):
    for second, points in POINTS.items():
        if POINTS[first] == points:
            assert winner(first, second) is None
        else:
            assert winner(first, second) == (0 if POINTS[first] > points else 1)


@pytest.mark.parametrize("secret", SECRETS, ids=lambda card: card.id)
@pytest.mark.parametrize("gadget", [None, GADGETS[0]])
def test_a_secrete_beats_every_card_that_is_not_one(secret, gadget):
    mine = Laid(secret, gadget)

    for other in LAYS:
        if other.card not in SECRETS:
            assert taker(mine, other) == 0
            assert taker(other, mine) == 1


def test_a_super_secrete_beats_an_ordinary_one():
    assert winner("super", "secret") == 0
    assert winner("secret", "super") == 1
    assert winner("super", "secret+gadget-common") == 0


def test_secretes_of_equal_level_tie_whatever_their_gadgets():
    assert winner("secret", "secret-2") is None
    assert winner("super", "super-2") is None
    assert winner("secret+gadget-common", "secret-2") is None
    assert winner("super", "super-2+gadget-epic") is None


@pytest.mark.parametrize("rarity", BRAWLER_RARITIES)
@pytest.mark.parametrize("points", [2, 3])
def test_a_gadget_adds_three_if_it_suits_the_card_else_two(rarity, points):
    word = rarity.replace("_", "-")
    suits = word if points == 3 else "common" if word != "common" else "epic"
    boosted = Laid(card(word), card(f"gadget-{suits}"))
    reached = POINTS[word] + points

    for other, worth in POINTS.items():
        expected = 0 if reached > worth else 1 if reached < worth else None
        assert taker(boosted, laid(other)) == expected


@pytest.mark.parametrize("gadget", [g for g in POINTS if g != "promotional"])
def test_a_promotionnelle_is_suited_by_no_gadget_so_it_gets_two(gadget):
    assert winner(f"promotional+gadget-{gadget}", "chromatic+gadget-chromatic") is None  # 10, 10
    assert winner(f"promotional+gadget-{gadget}", "chromatic+gadget-common") == 0  # 10, 9


@pytest.mark.parametrize("exceptional", EXCEPTIONALS)
def test_an_exceptionnelle_plays_for_its_brawlers_rarity(exceptional):
    for rarity in BRAWLER_RARITIES:
        same = exceptional.brawler is rarity
        mine, other = Laid(exceptional), laid(rarity.replace("_", "-"))
        assert (taker(mine, other) is None) == same


@pytest.mark.parametrize("gadget", GADGETS)
def test_with_an_exceptionnelle_no_gadget_counts_on_either_side(gadget):
    assert taker(Laid(card("skin-rare")), Laid(card("common"), gadget)) == 0
    assert taker(Laid(card("skin-rare"), gadget), laid("super-rare")) == 1
    assert taker(Laid(card("skin-rare"), gadget), Laid(card("rare"), gadget)) is None
    assert taker(Laid(card("skin-rare"), gadget), Laid(card("skin-rare"))) is None


def test_the_worked_examples_of_the_text():
    assert winner("common+gadget-common", "super-rare") == 0
    assert winner("skin-rare", "common+gadget-common") == 0


def test_the_two_sides_are_judged_alike():
    mirrored = {0: 1, 1: 0, None: None}
    for mine in LAYS:
        for yours in LAYS:
            assert taker(yours, mine) == mirrored[taker(mine, yours)]
