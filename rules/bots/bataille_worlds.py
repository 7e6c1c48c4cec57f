"""Possible matches behind a view of Bataille, dealt quickly one after the other.

The same deals, and as probable, as `bataille_guess` makes; but what is known is laid out once, and
then only the unseen cards are dealt anew.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from random import Random

from rules.chance import FastChance
from rules.games.bataille_blocks import block_of
from rules.games.bataille_guess import Dealt, deal_unseen
from rules.games.bataille_memory import FrozenFlows, Knowledge, Place
from rules.games.bataille_sim import Sim, quick_shuffle
from rules.games.bataille_state import NONE
from rules.games.bataille_view import View

Hole = tuple[int, int]
"""Where an unseen card lies: a list of the table by its number in `_lists`, and an index in it."""

_OPEN = 0
_PACKETS, _DRAWN, _STACKS = 0, 2, 3


class Worlds:
    """A source of possible matches behind one view, in which the viewer may choose."""

    __slots__ = ("chance", "holes", "known", "number", "shuffle", "sums", "table", "view")

    def __init__(self, view: View, random: Random) -> None:
        self.view, self.known = view, view.known
        self.number = random.random
        self.chance = FastChance(random)
        self.shuffle = quick_shuffle(random)
        self.table = _table(view)
        self.holes = _holes(view.known)
        self.sums = list(accumulate(weight for weight, _ in view.known.ways))

    def deal(self) -> Sim:
        """Deal the unseen cards: return a match of the caller's own."""
        if self.table is None:
            return self._deal_piles_too()
        sim = self.table.copy()
        lists = _lists(sim)
        for block, cards in self._unseen().items():
            for (where, index), card in zip(self.holes[block], cards, strict=True):
                lists[where][index] |= card
        return sim

    def _unseen(self) -> dict[int, list[int]]:
        """Send the unseen cards along the flows: return what came out of each block."""
        inside = {block: list(cards) for block, _, cards in self.known.blocks}
        flows = self._one_way()
        for block, cards in inside.items():
            self.shuffle(cards)
            for source, target, number in flows:
                if source == block:
                    inside[target] += cards[:number]
                    del cards[:number]
        return inside

    def _one_way(self) -> FrozenFlows:
        ways = self.known.ways
        if len(ways) == 1:
            return ways[0][1]
        return ways[bisect_right(self.sums, self.number() * self.sums[-1])][1]

    def _deal_piles_too(self) -> Sim:
        """Where a card's pile isn't known either, deal by the longer way."""
        view = self.view
        dealt = deal_unseen(self.known, view.options.piles, self.chance)
        return Sim(view.options, view.manche, dealt, view.battle)


def _table(view: View) -> Sim | None:
    """Lay out what is known, with a card of number 0 on the other places."""
    known = view.known
    if view.unplaced(0) or view.unplaced(1):
        return None
    ours, theirs = (tuple(map(_shown, packet)) for packet in known.packets)
    our_card, their_card = (NONE if card is None else _shown(card) for card in known.drawn)
    our_places, their_places = (
        tuple(place._replace(content=_shown(place.content)) for place in places)
        for places in known.engaged
    )
    dealt = Dealt((ours, theirs), (our_card, their_card), (our_places, their_places))
    return Sim(view.options, view.manche, dealt, view.battle)


def _shown(content: int) -> int:
    return max(content, _OPEN)


def _lists(sim: Sim) -> tuple[list[int], ...]:
    return (*sim.packets, sim.drawn, *sim.stacks)


def _holes(known: Knowledge) -> dict[int, list[Hole]]:
    holes: dict[int, list[Hole]] = {block: [] for block, _, _ in known.blocks}
    for content, hole in _places(known):
        if content < 0:
            holes[block_of(content)].append(hole)
    return holes


def _places(known: Knowledge) -> Iterator[tuple[int, Hole]]:
    """Yield the content of each place, and where it is on the table."""
    for seat in (0, 1):
        for index, content in enumerate(known.packets[seat]):
            yield content, (_PACKETS + seat, index)
        drawn = known.drawn[seat]
        if drawn is not None:
            yield drawn, (_DRAWN, seat)
        for pile in (0, 1):
            stack: list[Place] = [place for place in known.engaged[seat] if place.pile == pile]
            for index, place in enumerate(stack):
                yield place.content, (_STACKS + 2 * pile + seat, index)
