"""A manche of Voleur de Cartes for searches: kinds instead of cards, lists instead of tuples.

It plays by the same rules as `voleur` (`taker` fills its table; a test runs both side by side),
but checks nothing and tells nothing. Gadgets lie apart from the other cards of a hand, and a card
laid with or without a Gadget is one number, a *lay*: `kind * LAYS + gadget`, where 0 is no Gadget
and 1 … 7 the Gadgets by the rarity they suit.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from rules.games.voleur import taker
from rules.games.voleur_kinds import FIRST_GADGET, KINDS, Kind
from rules.games.voleur_state import Laid

LAYS = 8
NO_GADGET = 0

LayNumber = int
Gadget = int  # 1 … 7, 0 for none


def lay_of(kind: Kind, gadget: Gadget) -> LayNumber:
    """Return the number of a card laid with a Gadget (0 for none)."""
    return kind * LAYS + gadget


def gadget_of(kind: Kind) -> Gadget:
    """Return the number, from 1, of a kind that is a Gadget."""
    return kind - FIRST_GADGET + 1


def _laid(lay: LayNumber) -> Laid:
    kind, gadget = divmod(lay, LAYS)
    return Laid(KINDS[kind], KINDS[FIRST_GADGET + gadget - 1] if gadget else None)


_ALL_LAYS = [_laid(lay) for lay in range(FIRST_GADGET * LAYS)]

POINTS: tuple[int, ...] = tuple(card.count_points for card in KINDS)
GADGET_POINTS = POINTS[FIRST_GADGET]
STAKES: tuple[int, ...] = tuple(
    laid.card.count_points + (GADGET_POINTS if laid.gadget else 0) for laid in _ALL_LAYS
)
# TAKEN[mine][yours]: 1 if the first takes the stake, -1 if the second, 0 if each keeps its own.
_SIGN = {None: 0, 0: 1, 1: -1}
TAKEN: tuple[tuple[int, ...], ...] = tuple(
    tuple(_SIGN[taker(mine, yours)] for yours in _ALL_LAYS) for mine in _ALL_LAYS
)


class Sim:
    """A manche between two turns, or in the middle of one; each name ends in its seat.

    `cards` are the kinds in hand that are no Gadgets and `gadgets` the numbers of those that are,
    in no order; `draw` is the pioche with the next card last, `score` the count points of the tas,
    `spy` the Gadget laid before playing in this turn.
    """

    __slots__ = (
        "cards0",
        "cards1",
        "draw0",
        "draw1",
        "gadgets0",
        "gadgets1",
        "score0",
        "score1",
        "spy0",
        "spy1",
    )

    def __init__(self) -> None:
        self.cards0: list[Kind] = []
        self.cards1: list[Kind] = []
        self.gadgets0: list[Gadget] = []
        self.gadgets1: list[Gadget] = []
        self.draw0: list[Kind] = []
        self.draw1: list[Kind] = []
        self.score0 = 0
        self.score1 = 0
        self.spy0 = NO_GADGET
        self.spy1 = NO_GADGET

    def copy(self) -> Sim:
        """Return an equal manche that shares nothing with this one."""
        twin = Sim.__new__(Sim)
        twin.cards0 = self.cards0[:]
        twin.cards1 = self.cards1[:]
        twin.gadgets0 = self.gadgets0[:]
        twin.gadgets1 = self.gadgets1[:]
        twin.draw0 = self.draw0[:]
        twin.draw1 = self.draw1[:]
        twin.score0 = self.score0
        twin.score1 = self.score1
        twin.spy0 = self.spy0
        twin.spy1 = self.spy1
        return twin

    def begin_turn(self) -> bool:
        """Draw, give up lone Gadgets, and say whether the manche goes on (rules 1, A manche, 2).

        A turn in which nobody plays is passed over.
        """
        if self.draw0:
            _sort_in(self.draw0.pop(), self.cards0, self.gadgets0)
        if self.draw1:
            _sort_in(self.draw1.pop(), self.cards1, self.gadgets1)
        return bool(self.cards0 and self.cards1) or self._lacks_a_card()

    def _lacks_a_card(self) -> bool:
        if not self.cards0:
            self.score1 += GADGET_POINTS * len(self.gadgets0)
            self.gadgets0.clear()
        if not self.cards1:
            self.score0 += GADGET_POINTS * len(self.gadgets1)
            self.gadgets1.clear()
        is_over = not (self.cards0 or self.draw0) or not (self.cards1 or self.draw1)
        return not is_over and self.begin_turn()

    def settle(self, lay0: LayNumber, lay1: LayNumber) -> None:
        """Let the stronger lay take the stake; the cards must have left the hands before."""
        stake0, stake1 = STAKES[lay0], STAKES[lay1]
        if self.spy0:
            stake0 += GADGET_POINTS
        if self.spy1:
            stake1 += GADGET_POINTS
        self.spy0 = self.spy1 = NO_GADGET
        taken = TAKEN[lay0][lay1]
        if taken > 0:
            self.score0 += stake0 + stake1
        elif taken < 0:
            self.score1 += stake0 + stake1
        else:
            self.score0 += stake0
            self.score1 += stake1


def _sort_in(kind: Kind, cards: list[Kind], gadgets: list[Gadget]) -> None:
    if kind < FIRST_GADGET:
        cards.append(kind)
    else:
        gadgets.append(kind - FIRST_GADGET + 1)


def split(kinds: Iterable[Kind]) -> tuple[list[Kind], list[Gadget]]:
    """Part kinds into cards and Gadgets."""
    cards: list[Kind] = []
    gadgets: list[Gadget] = []
    for kind in kinds:
        _sort_in(kind, cards, gadgets)
    return cards, gadgets


def random_playout(sim: Sim, random: Random) -> int:
    """Play a manche from the beginning of a turn to its end at random; return the moves made."""
    uniform = random.random
    cards0, cards1, gadgets0, gadgets1 = sim.cards0, sim.cards1, sim.gadgets0, sim.gadgets1
    moves = 0
    while sim.begin_turn():
        if gadgets0:
            sim.spy0 = _maybe_gadget(gadgets0, uniform())
            moves += 1
        if gadgets1:
            sim.spy1 = _maybe_gadget(gadgets1, uniform())
            moves += 1
        lay0 = cards0.pop(int(uniform() * len(cards0))) * LAYS
        if gadgets0:
            lay0 += _maybe_gadget(gadgets0, uniform())
        lay1 = cards1.pop(int(uniform() * len(cards1))) * LAYS
        if gadgets1:
            lay1 += _maybe_gadget(gadgets1, uniform())
        sim.settle(lay0, lay1)
        moves += 2
    return moves


def _maybe_gadget(gadgets: list[Gadget], chance: float) -> Gadget:
    """Take one of the Gadgets out of a hand or none, each as likely."""
    place = int(chance * (len(gadgets) + 1))
    return gadgets.pop(place) if place < len(gadgets) else NO_GADGET
