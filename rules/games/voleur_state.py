"""The frozen values of a match of Voleur de Cartes, and what can be read off its history.

All that has been laid face up stands in `history`, a `Turn` for each turn, and nowhere else: the
tas, the scores and what is known of a deck are read from there. Cards are references to the
match's one table of facts (`Options.cards`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple, TypeVar

from rules.cards import Card
from rules.game import Seat
from rules.games.voleur_options import Options

T = TypeVar("T")
Pair = tuple[T, T]
Pile = tuple[Card, ...]

SEAT_NUMBERS: Pair[Seat] = (Seat(0), Seat(1))
NOTHING: Pair[None] = (None, None)


def enemy_of(seat: Seat) -> Seat:
    """Return the other seat."""
    return Seat(1 - seat)


class Phase(StrEnum):
    """What a turn waits for: Gadgets laid before playing, cards, or nothing any more."""

    SPY = "spy"
    PLAY = "play"
    OVER = "over"


# Looking a member up in its enumeration costs more than all that is done with it.
SPY, PLAY, OVER = Phase.SPY, Phase.PLAY, Phase.OVER


class Laid(NamedTuple):
    """A card played, and the Gadget played with it."""

    card: Card
    gadget: Card | None = None

    @property
    def cards(self) -> Pile:
        """Return the one or two cards."""
        return (self.card,) if self.gadget is None else (self.card, self.gadget)


class Turn(NamedTuple):
    """All that a finished turn has shown, each pair by seat.

    `given` are the Gadgets that a hand of nothing else gave to the enemy, `spied` the Gadgets
    laid before playing, `played` the cards (None where nobody played). `taker` takes the whole
    stake; with None each takes back what is its own.
    """

    manche: int
    turn: int
    given: Pair[Pile]
    spied: Pair[Card | None]
    played: Pair[Laid | None]
    taker: Seat | None

    def stake(self, seat: Seat) -> Pile:
        """Return the cards that a seat laid: its Gadget before playing, its card, its Gadget."""
        return stake(self.spied[seat], self.played[seat])

    def won(self, seat: Seat) -> Pile:
        """Return the cards that came onto a seat's tas in this turn."""
        given = self.given[enemy_of(seat)]
        if self.taker is None:
            return given + self.stake(seat)
        if self.taker != seat:
            return given
        return given + self.stake(seat) + self.stake(enemy_of(seat))

    def points(self) -> Pair[int]:
        """Return the count points that came onto each tas in this turn."""
        if self.played == NOTHING:
            return _count(self.given[1]), _count(self.given[0])
        first = _count(stake(self.spied[0], self.played[0]))
        second = _count(stake(self.spied[1], self.played[1]))
        if self.taker is None:
            return first, second
        return (first + second, 0) if self.taker == 0 else (0, first + second)

    def shown(self, seat: Seat) -> Pile:
        """Return the cards of a seat's deck that this turn has shown."""
        return self.given[seat] + self.stake(seat)


def _count(cards: Pile) -> int:
    return sum([card.count_points for card in cards])


def stake(spied: Card | None, played: Laid | None) -> Pile:
    """Return the cards that a seat has laid in a turn, in the order in which it laid them."""
    before = () if spied is None else (spied,)
    return before if played is None else before + played.cards


class State(NamedTuple):
    """A match between two decisions, as the referee knows it; pairs are by seat.

    `hands` keep the order in which the cards came, `draws` are drawn from the front. `awaited`
    says who owes an answer in this phase. `spied` and `played` hold this turn's answers: sealed
    in the spy phase, and in the play phase unless exactly one player spied. `score` are the count
    points of both tas so far, `manches` those of the finished manches.
    """

    options: Options
    manche: int
    turn: int
    phase: Phase
    hands: Pair[Pile]
    draws: Pair[Pile]
    awaited: Pair[bool]
    spied: Pair[Card | None]
    played: Pair[Laid | None]
    history: tuple[Turn, ...]
    score: Pair[int]
    manches: tuple[Pair[int], ...]
    resigned: Seat | None = None


def lone_spy(spied: Pair[Card | None]) -> Seat | None:
    """Return the seat that spied if exactly one did: two Gadgets cancel each other."""
    if (spied[0] is None) == (spied[1] is None):
        return None
    return SEAT_NUMBERS[0] if spied[1] is None else SEAT_NUMBERS[1]


def awaited_to_play(spied: Pair[Card | None], played: Pair[Laid | None]) -> Pair[bool]:
    """Say who owes a card: with one spy first the enemy, then the spy; else both at once."""
    spy = lone_spy(spied)
    if spy is None:
        return played[0] is None, played[1] is None
    awaited = enemy_of(spy) if played[enemy_of(spy)] is None else spy
    return awaited == 0, awaited == 1


def won_pile(history: Iterable[Turn], manche: int, seat: Seat) -> Pile:
    """Return a seat's tas in a manche, in the order in which its cards came."""
    return tuple(card for turn in history if turn.manche == manche for card in turn.won(seat))


def total_score(manches: Iterable[Pair[int]], running: Pair[int]) -> Pair[int]:
    """Return the count points over the finished manches and the running one."""
    first, second = running
    for manche in manches:
        first, second = first + manche[0], second + manche[1]
    return first, second


def shown_in(history: Iterable[Turn], manche: int, seat: Seat) -> Pile:
    """Return the cards of a seat's deck that the finished turns of a manche have shown."""
    return tuple(card for turn in history if turn.manche == manche for card in turn.shown(seat))


def without(cards: Iterable[Card], removed: Iterable[Card]) -> Pile:
    """Return cards without others, each taking away the first of its kind that is there."""
    return tuple(_without(cards, Counter(removed)))


def _without(cards: Iterable[Card], removed: Counter[Card]) -> Iterator[Card]:
    for card in cards:
        if removed[card] > 0:
            removed[card] -= 1
        else:
            yield card
