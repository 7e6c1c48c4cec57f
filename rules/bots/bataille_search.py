"""How the hard bot of Bataille looks ahead: possible matches behind its view, played on.

In each possible match the unseen cards are dealt as probable as everything seen makes them, the
enemy lays its card by the rule of thumb, and the bot's card is tried on both piles. Each time a
few manches are played on by the rule of thumb; then the worth of the cards that the bot controls
tells how good the pile was. Both piles are tried in the same matches, so that luck cancels out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, sqrt
from random import Random

from rules.bots.bataille_thumb import TOTAL_WORTH, WORTH, thumb
from rules.bots.bataille_worlds import Worlds
from rules.bots.bot import Budget
from rules.game import Seat
from rules.games.bataille_sim import CARD, Sim, quick_shuffle
from rules.games.bataille_view import View

MANCHES_AHEAD = 4
OWN_DOUBT = 0.1
ENEMY_DOUBT = 0.3
WITHOUT_RULE = 0.5
NO_RULE = 1000.0
FEWEST_WORLDS = 32
FAR = 50
SPREAD = 1.5
SURE = 2.5
"""Standard errors by which a pile must lead for the search to stop early."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What the search found: the mean value of each pile, and in how many possible matches."""

    values: tuple[float, float]
    worlds: int

    @property
    def best(self) -> int:
        """Return the better pile."""
        return int(self.values[1] > self.values[0])


class Lookahead:
    """A search from one view, in which both piles may be chosen."""

    __slots__ = ("number", "seat", "shuffle", "thumb", "worlds")

    def __init__(self, view: View, seat: Seat, random: Random) -> None:
        self.seat = seat
        self.number = random.random
        self.shuffle = quick_shuffle(random)
        self.thumb = thumb(view.options.mode)
        self.worlds = Worlds(view, random)

    def judge(self, budget: Budget) -> Judged:
        """Try both piles, two simulations a possible match, until the budget is spent or sure."""
        is_late = budget.deadline()
        most = max(1, budget.simulations // 2)
        sums, squares, worlds = [0.0, 0.0], 0.0, 0
        while worlds < most:
            a, b = self._try_both()
            sums[0] += a
            sums[1] += b
            squares += (b - a) ** 2
            worlds += 1
            if is_late() or _is_sure(sums[1] - sums[0], squares, worlds):
                break
        return Judged((sums[0] / worlds, sums[1] / worlds), worlds)

    def _try_both(self) -> tuple[float, float]:
        world = self.worlds.deal()
        doubt = NO_RULE if self.number() < WITHOUT_RULE else ENEMY_DOUBT
        enemy_pile = self._lay(world, 1 - self.seat, doubt)
        other = world.copy()
        return (
            self._play_on(world, 0, enemy_pile, doubt),
            self._play_on(other, 1, enemy_pile, doubt),
        )

    def _lay(self, sim: Sim, seat: int, doubt: float) -> int:
        """Choose a pile by the rule of thumb, any where nothing was drawn."""
        if sim.drawn[seat] < 0:
            return 0
        return self.thumb.choose(sim, seat, self.number, doubt)

    def _play_on(self, sim: Sim, pile: int, enemy_pile: int, enemy_doubt: float) -> float:
        """Lay the card, play a few manches by the rule of thumb, and say what came of it."""
        self._play(sim, pile, enemy_pile)
        for _ in range(MANCHES_AHEAD):
            if sim.winner >= 0:
                break
            if sim.battle >= 0:
                sim.play(sim.battle, sim.battle, self.shuffle)
            else:
                own = self._lay(sim, self.seat, OWN_DOUBT)
                self._play(sim, own, self._lay(sim, 1 - self.seat, enemy_doubt))
        return value(sim, self.seat)

    def _play(self, sim: Sim, own: int, enemy: int) -> None:
        if self.seat == 0:
            sim.play(own, enemy, self.shuffle)
        else:
            sim.play(enemy, own, self.shuffle)


def _is_sure(lead: float, squares: float, worlds: int) -> bool:
    """Say whether the lead of a pile, added up over the worlds, can hardly be luck."""
    if worlds < FEWEST_WORLDS:
        return False
    return lead * lead > SURE * SURE * (squares - lead * lead / worlds)


def value(sim: Sim, seat: int) -> float:
    """Return the share of the victory that a seat may hope for, from 0 to 1."""
    if sim.winner >= 0:
        return 0.5 if sim.winner == Sim.DRAW else float(sim.winner == seat)
    left = FAR if sim.last_manche is None else sim.last_manche - sim.manche + 1
    lead = 2 * worth_of(sim, seat) - TOTAL_WORTH
    return 1 / (1 + exp(-lead / (SPREAD * sqrt(min(left, FAR)))))


def worth_of(sim: Sim, seat: int) -> float:
    """Add up what a seat's cards are worth, wherever they lie."""
    worth = sum([WORTH[card] for card in sim.packets[seat]])
    for stack in (sim.stacks[seat], sim.stacks[2 + seat]):
        worth += sum([WORTH[laid & CARD] for laid in stack])
    drawn = sim.drawn[seat]
    return worth + WORTH[drawn] if drawn >= 0 else worth
