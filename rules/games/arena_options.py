"""What a match of the Arena is played with (rules 2, Options; record, `arena`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.game import SetupError
from rules.games.arena_cards import EFFECTIVE, SUITS, VALUE

SEATS = range(2, 7)
ELEMENT_SEATS = 4
ENDURANCE = range(1, 10_000)
DECKS = range(1, 7)
ROUNDS = range(1, 1000)
REST_MAX = range(1, 7)
PILES = ("shared", "own")
_KEYS = (
    "endurance",
    "decks",
    "piles",
    "elements",
    "stacking",
    "race",
    "rounds",
    "cancel",
    "cap",
    "rest_max",
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match; any combination of the variants may be played.

    `own_piles`: each player has their own `decks` packs. `elements` are the affinities by seat, as
    places in `SUITS`, None without the Guerre des éléments. `rounds` is None where the match may
    last for ever, `rest_max` None where a rest may discard the whole hand.
    """

    endurance: int = 150
    decks: int = 1
    own_piles: bool = False
    elements: tuple[int, ...] | None = None
    stacking: bool = False
    race: bool = False
    rounds: int | None = None
    cancel: bool = True
    cap: bool = True
    rest_max: int | None = None

    def effective(self, layer: int, target: int) -> tuple[int, ...]:
        """Return the value of each card that `layer` lays against `target` (rules 2, Variants)."""
        if self.elements is None:
            return VALUE
        return EFFECTIVE[self.stacking][self.elements[layer]][self.elements[target]]

    def pile_of(self, seat: int) -> int:
        """Return the number of the pile that a seat draws from and discards to."""
        return seat if self.own_piles else 0


DEFAULTS = Options()


def read_options(raw: Mapping[str, Any] | None, seats: int) -> Options:
    """Check options as they stand in a record; raise `SetupError` naming what is wrong."""
    if type(seats) is not int or seats not in SEATS:
        raise SetupError("seats", f"arena is played by 2 to 6, not by {seats}", seats=seats)
    given = _given({} if raw is None else raw)
    return Options(
        endurance=_number(given, "endurance", ENDURANCE) or DEFAULTS.endurance,
        decks=_number(given, "decks", DECKS) or DEFAULTS.decks,
        own_piles=_own_piles(given.get("piles")),
        elements=_elements(given.get("elements"), seats),
        stacking=_flag(given, "stacking", DEFAULTS.stacking),
        race=_flag(given, "race", DEFAULTS.race),
        rounds=_number(given, "rounds", ROUNDS),
        cancel=_flag(given, "cancel", DEFAULTS.cancel),
        cap=_flag(given, "cap", DEFAULTS.cap),
        rest_max=_number(given, "rest_max", REST_MAX),
    )


def _given(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise SetupError("options", "options is not an object")
    for key in raw:
        if key not in _KEYS:
            raise SetupError("option", f"option {key!r} is unknown", option=key)
    return raw


def _refuse(key: str, value: Any, wanted: str) -> SetupError:
    return SetupError("option_value", f"{key} is {value!r}, not {wanted}", option=key)


def _number(given: Mapping[str, Any], key: str, allowed: range) -> int | None:
    value = given.get(key)
    if value is None:
        return None
    if type(value) is not int or value not in allowed:
        raise _refuse(key, value, f"a number from {allowed.start} to {allowed.stop - 1}")
    return value


def _flag(given: Mapping[str, Any], key: str, default: bool) -> bool:
    value = given.get(key)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise _refuse(key, value, "true or false")
    return value


def _own_piles(value: Any) -> bool:
    if value is None:
        return DEFAULTS.own_piles
    if not isinstance(value, str) or value not in PILES:
        raise _refuse("piles", value, "shared or own")
    return value == "own"


def _elements(value: Any, seats: int) -> tuple[int, ...] | None:
    """Read the affinities: exactly four players, four different suits (rules 2, Variants)."""
    if value is None:
        return None
    if not isinstance(value, list) or not _are_all_suits(value):
        raise _refuse("elements", value, "a list of the four suit letters")
    if seats != ELEMENT_SEATS:
        raise SetupError(
            "elements_seats", f"elements are played by exactly 4, not by {seats}", seats=seats
        )
    return tuple(SUITS.index(letter) for letter in value)


def _are_all_suits(value: list[Any]) -> bool:
    letters = [letter for letter in value if isinstance(letter, str)]
    return len(letters) == len(value) and sorted(letters) == sorted(SUITS)


def write_options(options: Options) -> dict[str, Any]:
    """Return the options as plain JSON values that `read_options` takes back."""
    elements = options.elements
    return {
        "endurance": options.endurance,
        "decks": options.decks,
        "piles": PILES[options.own_piles],
        "elements": None if elements is None else [SUITS[suit] for suit in elements],
        "stacking": options.stacking,
        "race": options.race,
        "rounds": options.rounds,
        "cancel": options.cancel,
        "cap": options.cap,
        "rest_max": options.rest_max,
    }
