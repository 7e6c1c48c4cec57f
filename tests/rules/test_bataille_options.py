"""Rules 3, Options; record, `bataille` options."""

import pytest

from rules.game import SetupError
from rules.games import bataille
from rules.games.bataille_options import Mode, Options


def read(**raw):
    return bataille.read_options(raw, 2)


def refused(raw, seats=2):
    with pytest.raises(SetupError) as refusal:
        bataille.read_options(raw, seats)
    return refusal.value


def test_the_defaults_are_two_piles_the_height_and_a_return_after_three():
    assert bataille.read_options(None, 2) == Options(2, Mode.HEIGHT, 3, True, None)


def test_an_option_that_is_null_takes_its_default():
    nulls = dict.fromkeys(("piles", "mode", "return_after", "estimate", "max_manches"))

    assert read(**nulls) == bataille.read_options({}, 2)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("piles", [1, 2]),
        ("mode", ["height", "sum", "poker"]),
        ("return_after", [3, 20]),
        ("estimate", [True, False]),
        ("max_manches", [1, 9999]),
    ],
)
def test_every_value_of_the_rules_is_taken(key, values):
    assert [getattr(read(**{key: value}), key) for value in values] == values


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("piles", [0, 3, True, 2.0, "2", [2]]),
        ("mode", ["HEIGHT", "", 1, True, ["sum"]]),
        ("return_after", [2, 21, 3.0, True, "3"]),
        ("estimate", [0, 1, "true", "false"]),
        ("max_manches", [0, 10_000, 1.0, True, "1", -1]),
    ],
)
def test_any_other_value_is_refused(key, values):
    for value in values:
        refusal = refused({key: value})
        assert (refusal.code, refusal.facts) == ("option_value", {"option": key})
        assert key in refusal.message


def test_the_refusal_names_the_range():
    assert refused({"return_after": 2}).message == "return_after is 2, not a number from 3 to 20"


def test_an_unknown_option_is_refused():
    assert refused({"pile": 2}).code == "option"


@pytest.mark.parametrize("raw", [[], "", 0, False])
def test_options_that_are_no_object_are_refused(raw):
    assert refused(raw).code == "options"


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_it_is_played_by_two(seats):
    assert refused({}, seats).code == "seats"


def test_options_come_back_as_they_were_written():
    options = Options(1, Mode.POKER, 7, False, 40)

    assert bataille.read_options(bataille.write_options(options), 2) == options
