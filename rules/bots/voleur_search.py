"""How the `hard` bot of Voleur de Cartes looks ahead: possible manches, played to their end.

Each move is tried in the same possible manches (`Mind.deal`), and both players go on there as
sensible people do: they spy about every second time, who has seen the enemy's card answers it as
well as it can (`reply`), and a card laid unseeing is the weakest, the strongest or any, the
enemy's by its habit.
"""

from __future__ import annotations

from math import exp
from random import Random

from rules.bots.bot import Budget
from rules.bots.halving import Ranking, halve
from rules.bots.voleur_habits import Chances, chances
from rules.bots.voleur_mind import Mind
from rules.bots.voleur_values import GADGET_WORTH, RANK, SWING, WORTH
from rules.games.voleur import MANCHES
from rules.games.voleur_kinds import Kind
from rules.games.voleur_sim import (
    GADGET_POINTS,
    LAYS,
    TAKEN,
    Gadget,
    LayNumber,
    Sim,
)

_SPIES = 0.5
_STRENGTHENS = 0.75
_STRENGTHENED = range(3, 8)  # Épique to Chromatique and Promotionnelle

# So many points ahead make winning e times as likely as losing: a manche to come, none to come.
_SCALE_BEFORE_LAST = 25.0
_SCALE_AT_THE_END = 4.0


def reply(cards: list[Kind], gadgets: list[Gadget], enemy: LayNumber, spied: int) -> LayNumber:
    """Choose the answer to a lay that lies face up; `spied` are the points of spies' Gadgets.

    What is gained now counts, less what the card would bring on another day.
    """
    best, choice = -1e9, 0
    for kind in cards:
        lay = kind * LAYS
        taken = TAKEN[lay][enemy]
        value = SWING[lay][enemy] + taken * spied - WORTH[kind]
        if value > best:
            best, choice = value, lay
        if taken <= 0:
            for gadget in gadgets:
                helped = TAKEN[lay + gadget][enemy]
                value = SWING[lay + gadget][enemy] + helped * spied - WORTH[kind] - GADGET_WORTH
                if helped > taken and value > best:
                    best, choice = value, lay + gadget
    return choice


class Playout:
    """Plays simulated manches on; each side lays unseeing with its own chances."""

    __slots__ = ("_mine", "_uniform", "_yours")

    def __init__(self, random: Random, habit: float) -> None:
        self._uniform = random.random
        self._mine = chances(0.0)
        self._yours = chances(habit)

    def play_on(self, sim: Sim) -> None:
        """Play from the beginning of a turn to the end of the manche."""
        while sim.begin_turn():
            if sim.gadgets0 and self._uniform() < _SPIES:
                sim.spy0 = self._any_of(sim.gadgets0)
            self.spy_as_enemy(sim)
            self.play_turn(sim)

    def spy_as_enemy(self, sim: Sim) -> None:
        """Let the enemy lay a Gadget before playing, or not."""
        if sim.gadgets1 and self._uniform() < _SPIES:
            sim.spy1 = self._any_of(sim.gadgets1)

    def play_turn(self, sim: Sim) -> None:
        """Let both lay their cards, the spy phase being over."""
        if sim.spy0 and not sim.spy1:
            second = self._unseeing(sim.cards1, self._yours)
            first = _reply(sim.cards0, sim.gadgets0, second)
        elif sim.spy1 and not sim.spy0:
            first = self._unseeing(sim.cards0, self._mine)
            second = _reply(sim.cards1, sim.gadgets1, first)
        else:
            first = self._strengthened(self._unseeing(sim.cards0, self._mine), sim.gadgets0)
            second = self._sealed_by_enemy(sim)
        sim.settle(first, second)

    def answer(self, sim: Sim, mind: Mind, lay: LayNumber) -> None:
        """Lay a card of the bot's own against what the enemy has shown, answers or has sealed."""
        kind, gadget = divmod(lay, LAYS)
        sim.cards0.remove(kind)
        if gadget:
            sim.gadgets0.remove(gadget)
        if mind.facing is not None:
            enemy = mind.facing
        elif mind.leads:
            enemy = _reply(sim.cards1, sim.gadgets1, lay)
        else:
            enemy = self._sealed_by_enemy(sim)
        sim.settle(lay, enemy)

    def _sealed_by_enemy(self, sim: Sim) -> LayNumber:
        return self._strengthened(self._unseeing(sim.cards1, self._yours), sim.gadgets1)

    def _unseeing(self, cards: list[Kind], chances: Chances) -> LayNumber:
        cards.sort(key=RANK.__getitem__)
        chance, place = self._uniform(), 0
        reached = chances[len(cards) - 1]
        while chance >= reached[place]:
            place += 1
        return cards.pop(place) * LAYS

    def _strengthened(self, lay: LayNumber, gadgets: list[Gadget]) -> LayNumber:
        if gadgets and lay // LAYS in _STRENGTHENED and self._uniform() < _STRENGTHENS:
            return lay + self._any_of(gadgets)
        return lay

    def _any_of(self, gadgets: list[Gadget]) -> Gadget:
        return gadgets.pop(int(self._uniform() * len(gadgets)))


def _reply(cards: list[Kind], gadgets: list[Gadget], enemy: LayNumber) -> LayNumber:
    lay = reply(cards, gadgets, enemy, GADGET_POINTS)
    kind, gadget = divmod(lay, LAYS)
    cards.remove(kind)
    if gadget:
        gadgets.remove(gadget)
    return lay


def search(mind: Mind, habit: float, random: Random, budget: Budget) -> Ranking[int]:
    """Rank the choices of a mind: Gadgets to spy with (0 for none), or lays.

    The value is the chance to win the match, as the simulated manches tell it.
    """
    playout = Playout(random, habit)
    is_last = mind.view.manche == MANCHES

    def judge(world: Sim, choice: int) -> float:
        sim = world.copy()
        if mind.is_spy_phase:
            _spy(sim, choice, playout)
        else:
            playout.answer(sim, mind, choice)
        playout.play_on(sim)
        return hope(mind.ahead + sim.score0 - sim.score1, is_last=is_last)

    choices = mind.gadgets() if mind.is_spy_phase else mind.lays()
    return halve(choices, lambda: mind.deal(random), judge, budget)


def _spy(sim: Sim, gadget: Gadget, playout: Playout) -> None:
    """Lay a Gadget before playing, or none, and play the turn on."""
    if gadget:
        sim.gadgets0.remove(gadget)
        sim.spy0 = gadget
    playout.spy_as_enemy(sim)
    playout.play_turn(sim)


def hope(ahead: int, *, is_last: bool) -> float:
    """Return the chance to win the match from the points ahead at the end of a manche."""
    return 1 / (1 + exp(-ahead / (_SCALE_AT_THE_END if is_last else _SCALE_BEFORE_LAST)))
