"""The search's own Bataille: the rules of `bataille` on lists, without memory or events.

A `Sim` is a match at the moment when both choose; `play` takes both choices at once and goes on to
the next such moment. Tests hold it equal to the public game, manche by manche.

A card on a pile carries the manche in which it was laid: `laid << LAID | card`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rules.games.bataille_cards import strengths
from rules.games.bataille_guess import Dealt
from rules.games.bataille_memory import Place
from rules.games.bataille_options import Mode, Options
from rules.games.bataille_state import NONE

LAID = 6
CARD = (1 << LAID) - 1

Shuffle = Callable[[list[int]], None]


def quick_shuffle(random: Random) -> Shuffle:
    """Return a shuffle in place, for a few cards, with the generator's next numbers."""
    number = random.random

    def shuffle(cards: list[int]) -> None:
        for i in range(len(cards) - 1, 0, -1):
            j = int(number() * (i + 1))
            cards[i], cards[j] = cards[j], cards[i]

    return shuffle


class Sim:
    """A match at the moment when both choose.

    `stacks` are the sides of the piles from the bottom, at `2 * pile + seat`; `packets` are read
    from the top. `drawn` is -1 for a seat that has nothing to lay. `battle` is the pile of an open
    Bataille, -1 for none. `winner` is GOES_ON until the match is over.
    """

    __slots__ = (
        "battle",
        "drawn",
        "last_manche",
        "manche",
        "next_card",
        "packets",
        "return_after",
        "stacks",
        "strength",
        "winner",
    )

    GOES_ON = -1
    DRAW = 2

    def __init__(self, options: Options, manche: int, dealt: Dealt, battle: int = NONE) -> None:
        self.strength = strengths(options.mode)
        self.next_card = strengths(Mode.HEIGHT)
        self.return_after = options.return_after
        self.last_manche = options.max_manches
        self.manche = manche
        self.packets = [list(packet) for packet in dealt.packets]
        self.drawn = list(dealt.drawn)
        self.stacks = [
            [_laid(place) for place in dealt.engaged[seat] if place.pile == pile]
            for pile in (0, 1)
            for seat in (0, 1)
        ]
        self.battle = battle
        self.winner = self.GOES_ON

    def copy(self) -> Sim:
        """Return a match that goes its own way from here."""
        twin = Sim.__new__(Sim)
        twin.strength, twin.next_card = self.strength, self.next_card
        twin.return_after, twin.last_manche = self.return_after, self.last_manche
        twin.manche, twin.battle, twin.winner = self.manche, self.battle, self.winner
        ours, theirs = self.packets
        twin.packets = [ours[:], theirs[:]]
        twin.drawn = self.drawn[:]
        a0, a1, b0, b1 = self.stacks
        twin.stacks = [a0[:], a1[:], b0[:], b1[:]]
        return twin

    def controls(self, seat: int) -> int:
        """Count the cards of a seat, wherever they lie."""
        engaged = len(self.stacks[seat]) + len(self.stacks[2 + seat])
        return len(self.packets[seat]) + (self.drawn[seat] >= 0) + engaged

    def play(self, ours: int, theirs: int, shuffle: Shuffle) -> None:
        """Lay both drawn cards on these piles, and end the manche.

        The choice of a seat that drew nothing plays no part; that of an open Bataille is the
        caller's to keep.
        """
        our_card, their_card = self.drawn
        stacks, mark = self.stacks, self.manche << LAID
        met = NONE
        if our_card >= 0:
            stacks[2 * ours].append(mark | our_card)
            if ours == theirs and their_card >= 0:
                met = ours
        if their_card >= 0:
            stacks[2 * theirs + 1].append(mark | their_card)
        if met >= 0:
            self._confront(met, shuffle)
        self._return_cards(met)
        packets = self.packets
        if packets[0] and packets[1] and self.manche != self.last_manche:
            self.manche += 1
            self.drawn = [packets[0].pop(0), packets[1].pop(0)]
        else:
            self._end_scarce_manche(shuffle)

    def _confront(self, pile: int, shuffle: Shuffle) -> None:
        ours, theirs = self.stacks[2 * pile], self.stacks[2 * pile + 1]
        strength = self.strength if self.battle < 0 else self.next_card
        our_strength = strength[ours[-2] & CARD if len(ours) > 1 else -1][ours[-1] & CARD]
        their_strength = strength[theirs[-2] & CARD if len(theirs) > 1 else -1][theirs[-1] & CARD]
        if our_strength == their_strength:
            self.battle = pile
        else:
            self._capture(our_strength < their_strength, pile, shuffle)

    def _capture(self, winner: int, pile: int, shuffle: Shuffle) -> None:
        ours, theirs = self.stacks[2 * pile], self.stacks[2 * pile + 1]
        stake = [laid & CARD for laid in ours]
        stake += [laid & CARD for laid in theirs]
        shuffle(stake)
        self.packets[winner] += stake
        ours.clear()
        theirs.clear()
        self.battle = NONE

    def _return_cards(self, met: int) -> None:
        due = (self.manche - self.return_after + 2) << LAID
        ours, theirs = self.packets
        a0, a1, b0, b1 = self.stacks
        if met != 0:
            if a0 and a0[0] < due:
                ours.append(a0.pop(0) & CARD)
            if a1 and a1[0] < due:
                theirs.append(a1.pop(0) & CARD)
        if met != 1:
            if b0 and b0[0] < due:
                ours.append(b0.pop(0) & CARD)
            if b1 and b1[0] < due:
                theirs.append(b1.pop(0) & CARD)

    def _end_scarce_manche(self, shuffle: Shuffle) -> None:
        """End a manche after which a packet is empty, or which was the last."""
        self.drawn = [NONE, NONE]
        if self._is_over_by_cards() or self._is_over_by_manches():
            return
        if self.battle >= 0:
            self._settle_battle(shuffle)
            if self._is_over_by_cards():
                return
        self.manche += 1
        self.drawn = [packet.pop(0) if packet else NONE for packet in self.packets]
        if self.drawn == [NONE, NONE]:
            self._return_cards(NONE)
            self._end_scarce_manche(shuffle)

    def _is_over_by_cards(self) -> bool:
        for seat in (0, 1):
            if not self.controls(seat):
                self.winner = 1 - seat
        return self.winner >= 0

    def _is_over_by_manches(self) -> bool:
        if self.manche == self.last_manche:
            ours, theirs = self.controls(0), self.controls(1)
            self.winner = self.DRAW if ours == theirs else int(ours < theirs)
        return self.winner >= 0

    def _settle_battle(self, shuffle: Shuffle) -> None:
        pile = self.battle
        ours, theirs = self.packets
        if ours or theirs:
            self._capture(not ours, pile, shuffle)
            return
        for seat, packet in enumerate(self.packets):
            stack = self.stacks[2 * pile + seat]
            packet += [laid & CARD for laid in stack]
            stack.clear()
        self.battle = NONE


def _laid(place: Place) -> int:
    return place.laid << LAID | place.content
