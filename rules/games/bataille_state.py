"""The values of a Bataille: moves, engaged cards, the last confrontation, and a whole state."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from rules.game import IllegalMove, Outcome, Seat
from rules.games.bataille_cards import Cards, Pair
from rules.games.bataille_memory import Recalls
from rules.games.bataille_options import Options

SEAT_NUMBERS: Pair[Seat] = (Seat(0), Seat(1))
PILE_NAMES = "AB"


class Move(StrEnum):
    """A move and its text in a record: the pile chosen, or `resign`."""

    A = "A"
    B = "B"
    RESIGN = "resign"


A, B, RESIGN = Move
PILE_MOVES: Pair[Move] = (A, B)
"""The move that chooses each pile, by its number."""

_BY_TEXT = {str(move): move for move in Move}


def encode(move: Move) -> str:
    """Return the move's text in a record, without the seat."""
    return str(move)


def decode(text: str) -> Move:
    """Read a move's text; raise `IllegalMove` (`no_move`) for a text that is no move."""
    move = _BY_TEXT.get(text)
    if move is None:
        raise IllegalMove("no_move", f"{text!r} is no move of this game")
    return move


class Engaged(NamedTuple):
    """A card on a pile, and the manche in which it was laid there."""

    card: int
    laid: int


class Confrontation(NamedTuple):
    """What everybody saw at a confrontation: the cards used by each seat, and who won.

    `winner` is None where a Bataille was declared.
    """

    manche: int
    pile: int
    shown: Pair[Cards]
    winner: Seat | None


Stack = tuple[Engaged, ...]


class State(NamedTuple):
    """A match between two moves; the referee's knowledge.

    `packets` are read from the top; `piles[pile][seat]` from the bottom. `drawn` is the card that
    each seat drew in this manche, -1 for none, and stays there while its lay is sealed in
    `chosen`, -1 for none. `battle` is the pile of an open Bataille, -1 for none. `recalls` is
    what each viewer has seen.
    """

    options: Options
    manche: int
    packets: Pair[Cards]
    piles: tuple[Pair[Stack], ...]
    drawn: Pair[int]
    chosen: Pair[int]
    battle: int
    last: Confrontation | None
    result: Outcome | None
    recalls: Recalls


NONE = -1


def enemy_of(seat: int) -> Seat:
    """Return the other seat."""
    return SEAT_NUMBERS[1 - seat]


def awaited(state: State, seat: int) -> bool:
    """Say whether a seat is to lay the card that it drew."""
    return state.result is None and state.drawn[seat] >= 0 and state.chosen[seat] < 0


def controlled(state: State, seat: int) -> int:
    """Count the cards of a seat: in its packet, drawn or sealed, and on the piles."""
    on_piles = sum(len(pile[seat]) for pile in state.piles)
    return len(state.packets[seat]) + (state.drawn[seat] >= 0) + on_piles
