"""Choosing among moves by trying them in possible worlds, ever fewer of them ever more often.

Sequential halving: the simulations are spent in rounds, after each of which the worse half of the
moves is let go. Within a round every move is tried in the same worlds, so that none owes its rank
to an easier deal.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import ceil, log2
from typing import Generic, TypeVar

from rules.bots.bot import Budget

ArmT = TypeVar("ArmT", bound=Hashable)
WorldT = TypeVar("WorldT")


@dataclass(frozen=True, slots=True)
class Ranking(Generic[ArmT]):
    """The best move found, its mean value, and how many simulations were spent on all."""

    best: ArmT
    value: float
    simulations: int


def halve(
    arms: Sequence[ArmT],
    deal: Callable[[], WorldT],
    judge: Callable[[WorldT, ArmT], float],
    budget: Budget,
) -> Ranking[ArmT]:
    """Return the arm of highest mean value; `judge` tries one in a world without changing it.

    At least one world is tried whatever the budget; ties go to the arm named first.
    """
    is_late = budget.deadline()
    sums: dict[ArmT, float] = dict.fromkeys(arms, 0.0)
    tries: dict[ArmT, int] = dict.fromkeys(arms, 0)
    alive, spent = list(arms), 0
    rounds = max(1, ceil(log2(len(arms))))
    for _ in range(rounds):
        for _ in range(max(1, budget.simulations // (rounds * len(alive)))):
            world = deal()
            for arm in alive:
                sums[arm] += judge(world, arm)
                tries[arm] += 1
            spent += len(alive)
            if is_late():
                break
        alive.sort(key=lambda arm: -sums[arm] / tries[arm])
        if is_late():
            break
        alive = alive[: ceil(len(alive) / 2)]
    best = alive[0]
    return Ranking(best, sums[best] / tries[best], spent)
