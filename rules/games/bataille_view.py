"""What a seat knows of a Bataille, and the moves that it may make (rules 3).

A view is the whole information state: the public numbers, the seat's own drawn card and sealed
choice, and its `Knowledge`, all that it could remember of every place. It never says where the
enemy sealed its card, nor what a spectator can't tell from the outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from rules.game import Outcome, Seat
from rules.games.bataille_cards import Pair
from rules.games.bataille_memory import SPECTATOR, Knowledge, Place, Recall
from rules.games.bataille_options import Options
from rules.games.bataille_state import NONE, PILE_MOVES, RESIGN, A, Confrontation, Move, State


class View(NamedTuple):
    """All that a seat, or a spectator (`seat` None), knows.

    `drew` and `sealed` say of each seat whether it drew a card, and whether that card is laid but
    not open yet. `card` and `pile` are the seat's own drawn card and sealed choice, -1 for none.
    `battle` is the pile of an open Bataille, -1 for none. `recall` is what this viewer has seen,
    `public` what a spectator has.
    """

    options: Options
    seat: Seat | None
    manche: int
    drew: Pair[bool]
    sealed: Pair[bool]
    card: int
    pile: int
    battle: int
    last: Confrontation | None
    result: Outcome | None
    recall: Recall
    public: Recall

    @property
    def known(self) -> Knowledge:
        """Return what the viewer knows of every place."""
        return self.recall.knowledge

    @property
    def is_awaited(self) -> bool:
        """Say whether this seat is to lay the card that it drew."""
        return self.card >= 0 and self.pile < 0 and self.result is None

    @property
    def packets(self) -> Pair[int]:
        """Count the cards in each packet."""
        ours, theirs = self.known.packets
        return len(ours), len(theirs)

    @property
    def controlled(self) -> Pair[int]:
        """Count the cards that each seat controls."""
        return self._controlled(0), self._controlled(1)

    def _controlled(self, seat: int) -> int:
        engaged = len(self.known.engaged[seat]) + (self.known.drawn[seat] is not None)
        return len(self.known.packets[seat]) + engaged

    def stack(self, pile: int, seat: int) -> tuple[Place, ...]:
        """Return what is known to lie on a seat's side of a pile, bottom to top."""
        return tuple(place for place in self.known.engaged[seat] if place.pile == pile)

    def unplaced(self, seat: int) -> tuple[Place, ...]:
        """Return a seat's engaged cards whose pile this viewer doesn't know."""
        return self.stack(NONE, seat)


def view(state: State, seat: Seat | None) -> View:
    """Return all that a seat knows; None is a spectator."""
    options, manche, _, _, drawn, chosen, battle, last, result, recalls = state
    return View(
        options,
        seat,
        manche,
        (drawn[0] >= 0, drawn[1] >= 0),
        (chosen[0] >= 0, chosen[1] >= 0),
        NONE if seat is None else drawn[seat],
        NONE if seat is None else chosen[seat],
        battle,
        last,
        result,
        recalls[SPECTATOR if seat is None else seat],
        recalls[SPECTATOR],
    )


def pile_choices(options: Options, battle: int) -> Sequence[int]:
    """Return the piles that may be chosen: an open Bataille forces its own (rules 3, Equal)."""
    return range(options.piles) if battle == NONE else (battle,)


def may_choose(pile: int, options: Options, battle: int) -> bool:
    """Say whether a pile may be chosen."""
    return pile < options.piles if battle == NONE else pile == battle


def legal_moves(view: View) -> tuple[Move, ...]:
    """Return each legal move of the view's seat, `resign` apart, none if not awaited."""
    if not view.is_awaited:
        return ()
    return tuple(PILE_MOVES[pile] for pile in pile_choices(view.options, view.battle))


def is_legal(view: View, move: Move) -> bool:
    """Say whether a move is legal there, `resign` included."""
    if move is RESIGN:
        return view.seat is not None and view.result is None
    return view.is_awaited and may_choose(int(move is not A), view.options, view.battle)


def random_move(view: View, random: Random) -> Move:
    """Draw a pile evenly."""
    return random.choice(legal_moves(view))


def clock_move(view: View) -> Move:
    """Return the move that the server makes when a clock runs out: the forced pile, else A."""
    return legal_moves(view)[0]
