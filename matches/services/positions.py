"""Positions: replayed from the moves, and kept in this process for the next look.

The rows are the truth. The cache only spares the replay: it is bounded, filled after commit
alone, and a position older or newer than its match is never handed out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any

from matches.models import Match, Move
from rules.chance import FairChance
from rules.game import Event, Seat
from rules.registry import AnyGame, game_named

KEPT_MATCHES = 400
KEPT_STEPS = 40


@dataclass(frozen=True, slots=True)
class Told:
    """What one move did: its step (0 is the deal), who moved, its text and its events."""

    step: int
    seat: Seat | None
    text: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A match after `step` moves: the state, and what the last moves told."""

    step: int
    state: Any
    told: tuple[Told, ...]

    def after(self, game: AnyGame, seat: Seat, text: str, chance: FairChance) -> Position:
        """Return the position after one more move; raise `IllegalMove`."""
        state, events = game.play(self.state, seat, game.decode(text), chance)
        step = self.step + 1
        told = (*self.told, Told(step, seat, text, events))[-KEPT_STEPS:]
        return Position(step, state, told)


# By the match's own seed: it is drawn anew for every match, whatever becomes of its number.
_kept: OrderedDict[str, Position] = OrderedDict()
_lock = Lock()


def chance_of(match: Match) -> FairChance:
    """Return the shuffle of a started match."""
    return FairChance(bytes.fromhex(match.seed))


def position_dealt(match: Match) -> Position:
    """Return the position before the first move."""
    game = game_named(match.game)
    seats = match.seatings.count()
    options = game.read_options(match.options, seats)
    return Position(0, game.setup(options, seats, chance_of(match)), ())


def position_at(match: Match, step: int | None = None) -> Position:
    """Return the position after `step` moves (by default all that `match` has made)."""
    wanted = match.moves_made if step is None else step
    kept = _kept.get(match.seed)
    if kept is not None and kept.step == wanted:
        return kept
    start = kept if kept is not None and kept.step < wanted else position_dealt(match)
    position = _replayed(match, start, wanted)
    if step is None:
        position_keep(match, position)
    return position


def _replayed(match: Match, start: Position, wanted: int) -> Position:
    game, chance = game_named(match.game), chance_of(match)
    moves: Iterable[tuple[int, str]] = (
        Move.objects.filter(match=match, step__gt=start.step, step__lte=wanted)
        .order_by("step")
        .values_list("seat", "text")
    )
    position = start
    for seat, text in moves:
        position = position.after(game, Seat(seat), text, chance)
    return position


def position_keep(match: Match, position: Position) -> None:
    """Keep a position that is committed, and let go of the one unused for longest."""
    with _lock:
        kept = _kept.get(match.seed)
        if kept is None or kept.step <= position.step:
            _kept[match.seed] = position
        _kept.move_to_end(match.seed)
        while len(_kept) > KEPT_MATCHES:
            _kept.popitem(last=False)


def positions_forget() -> None:
    """Empty the cache: what is asked for next is replayed from the rows."""
    with _lock:
        _kept.clear()
