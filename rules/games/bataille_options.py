"""What a match of Bataille is played with (rules 3, Options; record, `bataille`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.game import SetupError

SEATS = 2
RETURN_AFTER = range(3, 21)
MAX_MANCHES = range(1, 10_000)
_KEYS = ("piles", "mode", "return_after", "estimate", "max_manches")


class Mode(StrEnum):
    """What decides a confrontation: the top cards, two cards added, or two cards combined."""

    HEIGHT = "height"
    SUM = "sum"
    POKER = "poker"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match.

    `estimate` says whether the players are shown the estimate of the packets (pioche visible);
    `max_manches` is None where the match may last for ever.
    """

    piles: int = 2
    mode: Mode = Mode.HEIGHT
    return_after: int = 3
    estimate: bool = True
    max_manches: int | None = None


DEFAULTS = Options()


def read_options(raw: Mapping[str, Any] | None, seats: int) -> Options:
    """Check options as they stand in a record; raise `SetupError` naming what is wrong."""
    if seats != SEATS:
        raise SetupError("seats", f"bataille is played by two, not by {seats}", seats=seats)
    given = _given({} if raw is None else raw)
    return Options(
        piles=_number(given, "piles", range(1, 3), DEFAULTS.piles),
        mode=_mode(given.get("mode")),
        return_after=_number(given, "return_after", RETURN_AFTER, DEFAULTS.return_after),
        estimate=_flag(given, "estimate", DEFAULTS.estimate),
        max_manches=_limit(given),
    )


def _given(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise SetupError("options", "options is not an object")
    for key in raw:
        if key not in _KEYS:
            raise SetupError("option", f"option {key!r} is unknown", option=key)
    return raw


def _number(given: Mapping[str, Any], key: str, allowed: range, default: int) -> int:
    value = given.get(key)
    if value is None:
        return default
    if type(value) is not int or value not in allowed:
        span = f"{allowed.start} to {allowed.stop - 1}"
        raise SetupError(
            "option_value", f"{key} is {value!r}, not a number from {span}", option=key
        )
    return value


def _limit(given: Mapping[str, Any]) -> int | None:
    if given.get("max_manches") is None:
        return None
    return _number(given, "max_manches", MAX_MANCHES, 0)


def _flag(given: Mapping[str, Any], key: str, default: bool) -> bool:
    value = given.get(key)
    if value is None:
        return default
    if not isinstance(value, bool):
        raise SetupError("option_value", f"{key} is {value!r}, not true or false", option=key)
    return value


def _mode(code: Any) -> Mode:
    if code is None:
        return DEFAULTS.mode
    if not isinstance(code, str) or code not in tuple(Mode):
        raise SetupError("option_value", f"mode {code!r} is unknown", option="mode")
    return Mode(code)


def write_options(options: Options) -> dict[str, Any]:
    """Return the options as plain JSON values that `read_options` takes back."""
    return {
        "piles": options.piles,
        "mode": str(options.mode),
        "return_after": options.return_after,
        "estimate": options.estimate,
        "max_manches": options.max_manches,
    }
