"""What every bot promises: handed a view only, it chooses a move and says why.

A bot never sees a state, so it cannot peek; it draws from the `Random` it is handed and from
nothing else, so that the same seed makes the same choice on any machine and hash seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from rules.game import Facts


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move was chosen: a code that the bot's module documents, and its facts."""

    code: str
    facts: Facts = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of the game at hand, with the reason for it."""

    move: Any
    reason: Reason


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think: a number of simulations, and a time if a clock is handed in.

    The count alone makes a choice repeatable. `seconds` holds only together with `clock`
    (for example `time.monotonic`), since the rules have no clock of their own; whichever
    limit is met first ends the search, which always has an answer ready.
    """

    simulations: int
    seconds: float | None = None
    clock: Callable[[], float] | None = None

    def deadline(self) -> Callable[[], bool]:
        """Start the clock: return a function that says whether the time is up."""
        if self.seconds is None or self.clock is None:
            return _never
        clock, end = self.clock, self.clock() + self.seconds
        return lambda: clock() >= end


def _never() -> bool:
    return False


class Bot(Protocol):
    """A player of one game: `easy`, `normal` or `hard`."""

    @property
    def name(self) -> str:
        """The level's name, a key of its module's `BOTS`."""
        ...

    def choose(self, view: Any, random: Random, budget: Budget | None = None) -> Choice:
        """Choose a legal move for the view's seat, which is awaited; never `resign`.

        `budget` is what a searching bot may spend (its own default if `None`); the others
        pay no heed to it.
        """
        ...
