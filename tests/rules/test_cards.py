"""Rules 1, Cards, and the cards of a record."""

import pytest

from rules.cards import BRAWLER_RARITIES, COUNT_POINTS, Card, Rarity, read_card, write_card
from rules.game import SetupError


def test_points_in_the_count_are_those_of_the_table():
    assert {str(rarity): points for rarity, points in COUNT_POINTS.items()} == {
        "common": 1,
        "rare": 2,
        "super_rare": 3,
        "gadget": 3,
        "epic": 4,
        "mythic": 5,
        "legendary": 6,
        "chromatic": 7,
        "exceptional": 5,
        "secret": 10,
        "promotional": 8,
    }
    assert all(Card("x", rarity).count_points == COUNT_POINTS[rarity] for rarity in Rarity)


@pytest.mark.parametrize("brawler", BRAWLER_RARITIES)
def test_an_exceptional_counts_five_and_plays_its_brawlers_points(brawler):
    card = Card("skin", Rarity.EXCEPTIONAL, brawler=brawler)

    assert card.count_points == 5
    assert card.play_points == COUNT_POINTS[brawler]


def test_a_promotional_is_worth_eight_in_play_and_in_the_count():
    card = Card("corbac", Rarity.PROMOTIONAL)

    assert (card.play_points, card.count_points) == (8, 8)


@pytest.mark.parametrize("suits", BRAWLER_RARITIES)
@pytest.mark.parametrize("rarity", Rarity)
def test_a_gadget_adds_three_to_the_rarity_it_suits_and_two_to_any_other(suits, rarity):
    gadget = Card("gadget", Rarity.GADGET, suits=suits)

    assert Card("x", rarity).gadget_bonus(gadget) == (3 if rarity is suits else 2)


def test_an_exceptional_is_suited_by_no_gadget_of_its_brawlers_rarity():
    gadget = Card("gadget", Rarity.GADGET, suits=Rarity.RARE)

    assert Card("skin", Rarity.EXCEPTIONAL, brawler=Rarity.RARE).gadget_bonus(gadget) == 2


def test_only_a_gadget_is_a_gadget():
    assert [rarity for rarity in Rarity if Card("x", rarity).is_gadget] == [Rarity.GADGET]


GOOD_CARDS = [
    ({"rarity": "common"}, Card("x", Rarity.COMMON)),
    ({"rarity": "gadget", "for": "epic"}, Card("x", Rarity.GADGET, suits=Rarity.EPIC)),
    (
        {"rarity": "exceptional", "brawler": "rare"},
        Card("x", Rarity.EXCEPTIONAL, None, Rarity.RARE),
    ),
    ({"rarity": "secret"}, Card("x", Rarity.SECRET)),
    ({"rarity": "secret", "super": True}, Card("x", Rarity.SECRET, super_secret=True)),
    ({"rarity": "promotional"}, Card("x", Rarity.PROMOTIONAL)),
]


@pytest.mark.parametrize(("facts", "card"), GOOD_CARDS)
def test_a_card_is_read_and_written_back_as_it_stood(facts, card):
    assert read_card("x", facts) == card
    assert write_card(card) == facts


def test_super_counts_for_a_secret_only_and_other_keys_are_ignored():
    facts = {"rarity": "epic", "super": True, "for": "nothing", "brawler": 3, "name": "Pam"}

    assert read_card("pam", facts) == Card("pam", Rarity.EPIC)


BAD_CARDS = [
    ("", {"rarity": "common"}, "card_id"),
    ("Léa", {"rarity": "common"}, "card_id"),
    ("UPPER", {"rarity": "common"}, "card_id"),
    ("line\n", {"rarity": "common"}, "card_id"),
    ("under_score", {"rarity": "common"}, "card_id"),
    ("x", None, "card"),
    ("x", "common", "card"),
    ("x", ["common"], "card"),
    ("x", {}, "rarity"),
    ("x", {"rarity": None}, "rarity"),
    ("x", {"rarity": "Commune"}, "rarity"),
    ("x", {"rarity": ["common"]}, "rarity"),
    ("x", {"rarity": "gadget"}, "rarity"),
    ("x", {"rarity": "gadget", "for": "secret"}, "rarity"),
    ("x", {"rarity": "gadget", "for": {}}, "rarity"),
    ("x", {"rarity": "exceptional", "for": "rare"}, "rarity"),
    ("x", {"rarity": "exceptional", "brawler": "promotional"}, "rarity"),
    ("x", {"rarity": "secret", "super": 1}, "super"),
    ("x", {"rarity": "secret", "super": None}, "super"),
    ("x", {"rarity": "gadget", "for": "rare", "super": "yes"}, "super"),
]


@pytest.mark.parametrize(("card_id", "facts", "code"), BAD_CARDS)
def test_a_card_that_is_none_is_refused_by_its_name(card_id, facts, code):
    with pytest.raises(SetupError) as refusal:
        read_card(card_id, facts)

    assert refusal.value.code == code
    assert refusal.value.facts == {"card": card_id}
