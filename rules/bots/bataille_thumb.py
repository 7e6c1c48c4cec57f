"""The rule of thumb of Bataille's bots: what it is worth to lay a card on a pile.

If the enemy comes to the same pile, the card wins or loses with some chance. Winning takes the
enemy's cards there, losing gives away one's own; a high card is worth more than a low one since it
goes on winning. Where the enemy goes is taken as even, so the better pile is the one where the
card has more to win and less to lose. Where two cards count, it is not spread out for safety:
what lies together is so much harder to beat that its risk counts for nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from functools import cache

from rules.games.bataille_cards import NOTHING_UNDER, PACK, VALUES, strengths
from rules.games.bataille_options import Mode
from rules.games.bataille_sim import CARD, Sim

MEAN_VALUE = 8
SLOPE = 0.7
"""How much more than an 8 an ace is worth, and a 2 less; learned from thousands of matches."""

WORTH: tuple[float, ...] = tuple(1 + SLOPE * (value - MEAN_VALUE) / 6 for value in VALUES)
TOTAL_WORTH = sum(WORTH)


class Thumb:
    """The rule of thumb under one mode.

    `chances[alone or not][strength]` is the chance to beat a card of which nothing is known, that
    lies alone or on another one. Piles are given as the cards of each side from the bottom; a
    `Sim`'s stacks may be given as they are.
    """

    __slots__ = ("chances", "spreads", "strength")

    def __init__(self, mode: Mode) -> None:
        self.spreads = mode is Mode.HEIGHT
        self.strength = strengths(mode)
        self.chances = (_chances(mode, on_another=False), _chances(mode, on_another=True))

    def chance(self, card: int, mine: Sequence[int], theirs: Sequence[int]) -> float:
        """Return the chance to win with a card on a pile if the enemy comes there (a tie: half)."""
        return self.chances[bool(theirs)][self.strength_of(card, mine)]

    def strength_of(self, card: int, mine: Sequence[int]) -> int:
        """Return twice what a card counts for on a pile, with the one under it."""
        return self.strength[mine[-1] & CARD if mine else NOTHING_UNDER][card]

    def value(self, card: int, mine: Sequence[int], theirs: Sequence[int]) -> float:
        """Return what laying a card on a pile gains on average, if the enemy comes there."""
        risk = WORTH[card]
        if self.spreads:
            for laid in mine:
                risk += WORTH[laid & CARD]
        return self.chance(card, mine, theirs) * (len(theirs) + 1 + risk) - risk

    def lead_of_b(self, sim: Sim, seat: int) -> float:
        """Return by how much pile B is worth more than pile A for the card that a seat drew."""
        stacks, card = sim.stacks, sim.drawn[seat]
        a = self.value(card, stacks[seat], stacks[1 - seat])
        return self.value(card, stacks[2 + seat], stacks[3 - seat]) - a

    def choose(self, sim: Sim, seat: int, number: Callable[[], float], doubt: float) -> int:
        """Choose a pile for a seat: the better one, unless they differ by less than a doubt.

        `doubt` is the lead below which either pile may be chosen, the better one more often.
        """
        lead = self.lead_of_b(sim, seat)
        if lead >= doubt:
            return 1
        if lead <= -doubt:
            return 0
        return number() * 2 * doubt < lead + doubt


@cache
def thumb(mode: Mode) -> Thumb:
    """Return the rule of thumb of a mode, made once."""
    return Thumb(mode)


def _chances(mode: Mode, *, on_another: bool) -> tuple[float, ...]:
    """Return for every strength the chance to beat a card drawn blindly."""
    table = strengths(mode)
    unders = PACK if on_another else (NOTHING_UNDER,)
    found = sorted(table[under][top] for under in unders for top in PACK if top != under)
    highest = max(max(row) for row in table)
    return tuple(
        (bisect_left(found, strength) + bisect_right(found, strength)) / 2 / len(found)
        for strength in range(highest + 1)
    )
