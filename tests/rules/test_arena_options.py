"""The options of the Arena (rules 2, Options; record, options)."""

import pytest

from rules.game import SetupError
from rules.games import arena
from rules.games.arena_options import Options


def refused(raw, seats=4):
    with pytest.raises(SetupError) as caught:
        arena.read_options(raw, seats)
    return caught.value.code


@pytest.mark.parametrize("raw", [None, {}, {"endurance": None, "elements": None, "cap": None}])
def test_an_option_left_out_or_null_takes_its_default(raw):
    assert arena.read_options(raw, 2) == Options(
        endurance=150,
        decks=1,
        own_piles=False,
        elements=None,
        stacking=False,
        race=False,
        rounds=None,
        cancel=True,
        cap=True,
        rest_max=None,
    )


@pytest.mark.parametrize(
    ("key", "least", "most"),
    [("endurance", 1, 9999), ("decks", 1, 6), ("rounds", 1, 999), ("rest_max", 1, 6)],
)
def test_numbers_have_their_range(key, least, most):
    for value in (least, most):
        assert arena.write_options(arena.read_options({key: value}, 2))[key] == value
    for value in (least - 1, most + 1, -1, True, 3.0, "3", [3]):
        assert refused({key: value}) == "option_value"


@pytest.mark.parametrize("key", ["stacking", "race", "cancel", "cap"])
def test_flags_are_true_or_false(key):
    for value in (True, False):
        assert arena.write_options(arena.read_options({key: value}, 2))[key] is value
    for value in (0, 1, "true", []):
        assert refused({key: value}) == "option_value"


def test_piles_are_shared_or_own():
    assert arena.read_options({"piles": "own"}, 2).own_piles
    assert not arena.read_options({"piles": "shared"}, 2).own_piles
    for value in ("both", True, 1, ["own"], {}):
        assert refused({"piles": value}) == "option_value"


def test_elements_are_four_different_suits_for_exactly_four_players():
    assert arena.read_options({"elements": ["C", "S", "D", "H"]}, 4).elements == (3, 0, 2, 1)
    for value in (
        ["S", "S", "H", "D"],
        ["S", "H", "D"],
        ["S", "H", "D", "C", "S"],
        ["S", "H", "D", "X"],
        ["S", "H", "D", 3],
        "SHDC",
        True,
        [],
        {"S": "H"},
    ):
        assert refused({"elements": value}) == "option_value"
    for seats in (2, 3, 5, 6):
        assert refused({"elements": ["C", "S", "D", "H"]}, seats) == "elements_seats"


@pytest.mark.parametrize("raw", [[], "x", 3, True])
def test_options_are_an_object(raw):
    assert refused(raw) == "options"


def test_an_unknown_option_is_refused():
    assert refused({"colour": "red"}) == "option"


@pytest.mark.parametrize("seats", [-1, 0, 1, 7, True, 2.0, "2"])
def test_two_to_six_play(seats):
    assert refused({}, seats) == "seats"
    assert (arena.min_seats, arena.max_seats) == (2, 6)


def test_options_are_written_as_they_are_read():
    raw = {
        "endurance": 80,
        "decks": 2,
        "piles": "own",
        "elements": ["H", "S", "C", "D"],
        "stacking": True,
        "race": True,
        "rounds": 10,
        "cancel": False,
        "cap": False,
        "rest_max": 3,
    }
    assert arena.write_options(arena.read_options(raw, 4)) == raw
