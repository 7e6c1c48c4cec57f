"""The bots of Baten Kaitos Arena. What their reasons mean stands in `arena_reasons`.

- `easy` plays as a beginner does: it attacks anybody with its highest cards that don't cancel each
  other, rests when half its endurance is gone, defends with its highest cards; it never reinforces
- `normal` goes by the rules of thumb of `arena_thumb`
- `hard` deals what it can't see, plays on by the thumb and compares (`arena_search`)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from rules.bots.arena_reasons import reason_for
from rules.bots.arena_search import Dealer, guard, search
from rules.bots.arena_thumb import best_guard, by_value, rivals, strongest, thumb_move
from rules.bots.bot import Bot, Budget, Choice
from rules.games.arena_sim import ATTACK, DEFEND, GUARD, PASSING, REST, TURN, Sim, SimMove
from rules.games.arena_sim_moves import from_sim
from rules.games.arena_table import View

HARD_BUDGET = Budget(simulations=120)
EASY_CARDS = 4
EASY_GUARDS = 2


@dataclass(frozen=True, slots=True)
class Easy:
    """A beginner."""

    name: str = "easy"

    def choose(self, view: View, random: Random, budget: Budget | None = None) -> Choice:
        """Choose as a beginner does."""
        del budget
        sim = Dealer(view, random).blind()
        return _choice(view, sim, _easy_move(sim, random))


def _easy_move(sim: Sim, random: Random) -> SimMove:
    if sim.phase == TURN:
        return _easy_turn(sim, random)
    if sim.phase != DEFEND:
        return PASSING
    verb, _, cards, places = best_guard(sim)
    if verb != GUARD:
        return PASSING
    return guard(sim, list(zip(cards, places, strict=True))[:EASY_GUARDS])


def _easy_turn(sim: Sim, random: Random) -> SimMove:
    me, options = sim.turn, sim.options
    if sim.endurance[me] * 2 < options.endurance:
        most = min(EASY_CARDS, options.rest_max or EASY_CARDS)
        return REST, -1, by_value(sim.hands[me])[:most], ()
    target = random.choice(rivals(sim, me))
    cards = strongest(sim.hands[me], sim.worth(me, target), options.cancel)
    return ATTACK, target, by_value(cards)[:EASY_CARDS], ()


@dataclass(frozen=True, slots=True)
class Normal:
    """A player with good rules of thumb."""

    name: str = "normal"

    def choose(self, view: View, random: Random, budget: Budget | None = None) -> Choice:
        """Choose by the thumb."""
        del budget
        sim = Dealer(view, random).blind()
        return _choice(view, sim, thumb_move(sim))


@dataclass(frozen=True, slots=True)
class Hard:
    """A player who looks ahead, as far as its budget goes."""

    name: str = "hard"

    def choose(self, view: View, random: Random, budget: Budget | None = None) -> Choice:
        """Choose the candidate that leaves most to hope for."""
        dealer = Dealer(view, random)
        lines = search(dealer, budget or HARD_BUDGET)
        best, tried = lines[0], sum(line.visits for line in lines)
        facts = (("hope", round(best.hope, 3)), ("tried", tried)) if tried else ()
        return _choice(view, dealer.blind(), best.move, *facts)


def _choice(view: View, sim: Sim, move: SimMove, *facts: tuple[str, float]) -> Choice:
    chosen = from_sim(sim, move)
    return Choice(chosen, reason_for(view, chosen, *facts))


BOTS: Mapping[str, Bot] = {bot.name: bot for bot in (Easy(), Normal(), Hard())}
