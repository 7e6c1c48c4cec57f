"""What the three games have in common: seats, events, outcomes, and the `Game` protocol.

A game is a module of pure functions over frozen states. A caller asks `to_act` who is awaited,
shows each seat its own `view`, takes a move, and hands it to `play`. A view is a whole
information state: all that its seat has seen and could remember, built field by field, so that
what an author forgets stays hidden. Legal moves and bots' choices come from views alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, NewType, Protocol, TypeVar, runtime_checkable

from rules.chance import Chance

Seat = NewType("Seat", int)
Facts = tuple[tuple[str, Any], ...]

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
ViewT = TypeVar("ViewT")
MoveT = TypeVar("MoveT")


class RulesError(Exception):
    """A refusal: a stable code, its facts, and an English sentence for the command line."""

    def __init__(self, code: str, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.facts = facts


class SetupError(RulesError):
    """Options, decks or players that no match can start from."""


class IllegalMove(RulesError):
    """A text that is no move, or a move that the rules refuse where it stands."""


class Event(NamedTuple):
    """Something that happened: its kind, what everybody sees, and what one seat sees besides."""

    kind: str
    public: Facts = ()
    private: tuple[tuple[Seat, Facts], ...] = ()

    def seen_by(self, seat: Seat | None) -> dict[str, Any]:
        """Return the facts that a seat may see; `None` is a spectator."""
        facts = dict(self.public)
        for owner, secret in self.private:
            if owner == seat:
                facts.update(secret)
        return facts


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: `winners` sorted, `scores` by seat, `reason` a code of the record.

    `more` holds what a game adds to its outcome line (Voleur: the finished manches).
    """

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str
    more: Facts = ()

    def line(self) -> dict[str, Any]:
        """Return the outcome as the record's command line prints it."""
        return {
            "winners": list(self.winners),
            "scores": list(self.scores),
            **{key: _plain(value) for key, value in self.more},
            "reason": self.reason,
        }


def _plain(value: Any) -> Any:
    """Return a value as JSON reads it back: a tuple is a list there."""
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


@runtime_checkable
class Game(Protocol[OptionsT, StateT, ViewT, MoveT]):
    """The promises of a game module; all functions are pure.

    `name` is the record's word for the game; a match has `min_seats` to `max_seats` players.
    """

    name: str
    min_seats: int
    max_seats: int

    def read_options(self, raw: Mapping[str, Any] | None, seats: int) -> OptionsT:
        """Check options as they stand in a record; raise `SetupError` naming what is wrong."""
        ...

    def write_options(self, options: OptionsT) -> dict[str, Any]:
        """Return the options as plain JSON values that `read_options` takes back."""
        ...

    def setup(self, options: OptionsT, seats: int, chance: Chance) -> StateT:
        """Deal a match, up to the first moment at which somebody decides."""
        ...

    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """Name every seat awaited (the referee's knowledge), sorted; empty once it is over."""
        ...

    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """Return all that a seat knows; `None` is a spectator."""
        ...

    def legal_moves(self, view: ViewT) -> Iterable[MoveT]:
        """Yield each different legal move of the view's seat, `resign` apart, none if not awaited.

        May be lazy where moves are many; then every legal move is still reached.
        """
        ...

    def is_legal(self, view: ViewT, move: MoveT) -> bool:
        """Say cheaply whether a move is legal there, `resign` included."""
        ...

    def random_move(self, view: ViewT, random: Random) -> MoveT:
        """Draw a legal move (never `resign`) so that every legal move can come."""
        ...

    def clock_move(self, view: ViewT) -> MoveT:
        """Return the move that the server makes when a clock runs out (record)."""
        ...

    def play(
        self, state: StateT, seat: Seat, move: MoveT, chance: Chance
    ) -> tuple[StateT, tuple[Event, ...]]:
        """Play a move and everything that follows by itself; raise `IllegalMove`."""
        ...

    def outcome(self, state: StateT) -> Outcome | None:
        """Return how the match ended, `None` while it isn't over."""
        ...

    def guess(self, view: ViewT, chance: Chance) -> StateT:
        """Deal a possible state behind a view: `view(guess(v), seat) == v`."""
        ...

    def encode(self, move: MoveT) -> str:
        """Return the move's text in a record, without the seat."""
        ...

    def decode(self, text: str) -> MoveT:
        """Read a move's text; raise `IllegalMove` for a text that is no move."""
        ...

    def position(self, state: StateT) -> dict[str, Any]:
        """Return the referee's trace line of the record; never shown to a player."""
        ...


def seats_sorted(seats: Sequence[int]) -> tuple[Seat, ...]:
    """Return seats in the order in which every list of seats is shown."""
    return tuple(Seat(seat) for seat in sorted(seats))
