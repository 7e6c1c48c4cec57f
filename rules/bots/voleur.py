"""The bots of Voleur de Cartes. What their reasons mean stands in `voleur_reasons`.

- `easy` plays as a beginner does: it saves its strong cards and its Gadgets for later, and adds a
  Gadget only where it suits the card
- `normal` counts cards, notices whether the enemy likes to begin with its best ones, spies when it
  holds a strong card, and answers a card that it sees as cheaply as it can
- `hard` plays hundreds of possible manches to their end before each move (`voleur_search`)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from rules.bots.bot import Bot, Budget, Choice, Reason
from rules.bots.voleur_habits import habit_of_enemy, outlook
from rules.bots.voleur_mind import Mind
from rules.bots.voleur_reasons import reason_to_lay, reason_to_spy, with_habit
from rules.bots.voleur_search import reply, search
from rules.bots.voleur_values import GADGET_WORTH, PRICE, RANK, SWING, WORTH
from rules.games.voleur_kinds import Kind
from rules.games.voleur_sim import GADGET_POINTS, LAYS, NO_GADGET, Gadget, LayNumber
from rules.games.voleur_view import View

HARD_BUDGET = Budget(simulations=400)

_BEGINNER_SAVES = 0.6
_STRONG = 2.0
_LAST_SUITED = 7


@dataclass(frozen=True, slots=True)
class Easy:
    """A beginner."""

    name: str = "easy"

    def choose(self, view: View, random: Random, budget: Budget | None = None) -> Choice:
        """Choose as a beginner does."""
        del budget
        mind = Mind(view)
        if mind.is_spy_phase:
            return _spy(mind, NO_GADGET)
        return _lay(mind, _beginners_lay(mind, random), outlook(mind, 0.0, random))


def _beginners_lay(mind: Mind, random: Random) -> LayNumber:
    cards = sorted(mind.base.cards0, key=RANK.__getitem__)
    kind = cards[0] if random.random() < _BEGINNER_SAVES else random.choice(cards)
    return kind * LAYS + _suited(mind, kind)


def _suited(mind: Mind, kind: Kind) -> Gadget:
    """Return the Gadget of the hand that suits a card, if there is one."""
    gadget = kind + 1 if kind < _LAST_SUITED else NO_GADGET
    return gadget if gadget in mind.base.gadgets0 else NO_GADGET


@dataclass(frozen=True, slots=True)
class Normal:
    """Somebody who counts cards and goes by rules of thumb."""

    name: str = "normal"

    def choose(self, view: View, random: Random, budget: Budget | None = None) -> Choice:
        """Choose by rules of thumb."""
        del budget
        mind = Mind(view)
        if mind.is_spy_phase:
            return _spy(mind, _gadget_to_spy_with(mind))
        habit = habit_of_enemy(mind)
        coming = outlook(mind, habit, random)
        return _lay(mind, _thumb_lay(mind, coming), coming, habit)


def _gadget_to_spy_with(mind: Mind) -> Gadget:
    """Spy if a strong card is in hand, with the Gadget that suits the fewest cards of it."""
    cards = mind.base.cards0
    if max(WORTH[kind] for kind in cards) < _STRONG:
        return NO_GADGET
    return min(mind.gadgets()[1:], key=lambda gadget: cards.count(gadget - 1))


def _thumb_lay(mind: Mind, coming: Sequence[float]) -> LayNumber:
    if mind.facing is not None:
        return reply(mind.base.cards0, mind.base.gadgets0, mind.facing, GADGET_POINTS)
    if mind.leads:
        return min(mind.base.cards0, key=PRICE.__getitem__) * LAYS
    return max(mind.lays(), key=lambda lay: _gain(lay, coming))


def _gain(lay: LayNumber, coming: Sequence[float]) -> float:
    """Return what a lay gains against what may come, less what it would bring otherwise."""
    kind, gadget = divmod(lay, LAYS)
    swing = sum(chance * SWING[lay][other * LAYS] for other, chance in enumerate(coming))
    return swing - WORTH[kind] - (GADGET_WORTH if gadget else 0)


@dataclass(frozen=True, slots=True)
class Hard:
    """Somebody who looks ahead."""

    name: str = "hard"

    def choose(self, view: View, random: Random, budget: Budget | None = None) -> Choice:
        """Choose what has won most of the simulated manches."""
        mind = Mind(view)
        habit = habit_of_enemy(mind)
        found = search(mind, habit, random, budget or HARD_BUDGET)
        more = (("hope", round(found.value, 3)), ("tried", found.simulations))
        if mind.is_spy_phase:
            return _spy(mind, found.best, more)
        return _lay(mind, found.best, outlook(mind, habit, random), habit, more)


Facts = tuple[tuple[str, float | int], ...]


def _spy(mind: Mind, gadget: Gadget, more: Facts = ()) -> Choice:
    return Choice(mind.spy_with(gadget), _and(reason_to_spy(mind, gadget), more))


def _lay(
    mind: Mind,
    lay: LayNumber,
    coming: Sequence[float],
    habit: float = 0.0,
    more: Facts = (),
) -> Choice:
    reason = with_habit(reason_to_lay(mind, lay, coming), habit)
    return Choice(mind.move_of(lay), _and(reason, more))


def _and(reason: Reason, more: Facts) -> Reason:
    return Reason(reason.code, reason.facts + more)


BOTS: Mapping[str, Bot] = {bot.name: bot for bot in (Easy(), Normal(), Hard())}
