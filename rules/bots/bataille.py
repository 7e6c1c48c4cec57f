"""The bots of Bataille, and why they choose a pile.

- `easy` plays as a beginner does: a high card goes where the enemy's cards lie, a low one where
  none of its own can be lost; where two cards count, it puts high cards on its own
- `normal` goes by a rule of thumb: the chance to win on each pile, what is to be won, what to lose
- `hard` knows every card that it could remember, and plays hundreds of possible matches a few
  manches on before it chooses

Their reasons, each with its facts (cards as in a record, chances from 0 to 1, piles A and B):

- `forced` (pile): there is one pile only, or an open Bataille
- `more_to_win` (pile, card, theirs, chance): so many of the enemy's cards lie there
- `less_to_lose` (pile, card, ours, chance): fewer of one's own cards are at risk there
- `stronger_there` (pile, card, under, chance, elsewhere): with the card under it, the chance to win
  is better than on the other pile
- `alike` (pile, card): both piles are as good as each other
- `looked_ahead` (pile, card, gain): played on, this pile did better by so many hundredths of a
  victory, though the rule of thumb says the other one

`hard` adds the fact `worlds`, the number of possible matches that it played on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.bots.bataille_search import Lookahead
from rules.bots.bataille_thumb import Thumb, thumb
from rules.bots.bot import Bot, Budget, Choice, Reason
from rules.game import Facts, Seat
from rules.games.bataille_cards import NAMES, VALUES
from rules.games.bataille_options import Mode
from rules.games.bataille_state import PILE_MOVES, PILE_NAMES, enemy_of
from rules.games.bataille_view import View, legal_moves

HARD_BUDGET = Budget(simulations=400)

Told = tuple[str, Facts]

HIGH = 10
SAME = 0.01


class Outlook:
    """The two piles as a seat sees them, with the card that it drew."""

    __slots__ = ("card", "mine", "theirs", "thumb")

    def __init__(self, view: View, seat: Seat) -> None:
        self.card = view.card
        self.mine = [_cards(view, pile, seat) for pile in (0, 1)]
        self.theirs = [_cards(view, pile, enemy_of(seat)) for pile in (0, 1)]
        self.thumb: Thumb = thumb(view.options.mode)

    def lead_of_b(self) -> float:
        """Return by how much pile B is worth more than pile A by the rule of thumb."""
        a, b = (self.thumb.value(self.card, self.mine[p], self.theirs[p]) for p in (0, 1))
        return b - a

    def strength(self, pile: int) -> int:
        """Return twice what the card counts for on a pile, with the one under it."""
        return self.thumb.strength_of(self.card, self.mine[pile])

    def chance(self, pile: int) -> float:
        """Return the chance to win on a pile if the enemy comes there."""
        return self.thumb.chance(self.card, self.mine[pile], self.theirs[pile])

    def reason(self, pile: int, *more: tuple[str, Any]) -> Reason:
        """Say what speaks most for a pile: for a strong card the gain, for a weak one the risk."""
        motives = [self._more_to_win, self._stronger_there, self._less_to_lose]
        if self.chance(pile) < 0.5:
            motives.reverse()
        told = next((told for motive in motives if (told := motive(pile))), ("alike", ()))
        return Reason(told[0], (*self._facts(pile), *told[1], *more))

    def _facts(self, pile: int) -> Facts:
        return (("pile", PILE_NAMES[pile]), ("card", NAMES[self.card]))

    def _more_to_win(self, pile: int) -> Told | None:
        theirs = [len(cards) for cards in self.theirs]
        if theirs[pile] <= theirs[1 - pile]:
            return None
        return "more_to_win", (("theirs", theirs[pile]), self._chance_fact(pile))

    def _stronger_there(self, pile: int) -> Told | None:
        elsewhere = self.chance(1 - pile)
        if not self.mine[pile] or self.chance(pile) <= elsewhere:
            return None
        under = ("under", NAMES[self.mine[pile][-1]])
        return "stronger_there", (under, self._chance_fact(pile), ("elsewhere", _round(elsewhere)))

    def _less_to_lose(self, pile: int) -> Told | None:
        ours = [len(cards) for cards in self.mine]
        if ours[pile] >= ours[1 - pile]:
            return None
        return "less_to_lose", (("ours", ours[pile]), self._chance_fact(pile))

    def _chance_fact(self, pile: int) -> tuple[str, float]:
        return "chance", _round(self.chance(pile))


def _round(chance: float) -> float:
    return round(chance, 2)


def _cards(view: View, pile: int, seat: Seat) -> Sequence[int]:
    return [place.content for place in view.stack(pile, seat)]


def _choice(pile: int, reason: Reason) -> Choice:
    return Choice(PILE_MOVES[pile], reason)


def _forced(view: View) -> Choice | None:
    """Return the only choice where there is one: one pile, or an open Bataille."""
    moves = legal_moves(view)
    if len(moves) > 1:
        return None
    return Choice(moves[0], Reason("forced", (("pile", str(moves[0])),)))


def _seat(view: View) -> Seat:
    assert view.seat is not None, "a spectator chooses nothing"
    return view.seat


def _beginners_wish(view: View, outlook: Outlook) -> list[int]:
    is_high, two_count = VALUES[view.card] >= HIGH, view.options.mode is not Mode.HEIGHT
    if two_count:
        return [outlook.strength(pile) * is_high for pile in (0, 1)]
    if is_high:
        return [len(cards) for cards in outlook.theirs]
    return [-len(cards) for cards in outlook.mine]


@dataclass(frozen=True, slots=True)
class Easy:
    """A beginner."""

    name: str = "easy"

    def choose(self, view: View, random: Random, budget: Budget | None = None) -> Choice:
        """Take risks with high cards only."""
        del budget
        forced = _forced(view)
        if forced:
            return forced
        outlook = Outlook(view, _seat(view))
        wanted = _beginners_wish(view, outlook)
        pile = random.randrange(2) if wanted[0] == wanted[1] else int(wanted[1] > wanted[0])
        return _choice(pile, outlook.reason(pile))


@dataclass(frozen=True, slots=True)
class Normal:
    """Somebody who weighs what is to be won and lost."""

    name: str = "normal"

    def choose(self, view: View, random: Random, budget: Budget | None = None) -> Choice:
        """Choose by the rule of thumb, either of two piles that are as good as each other."""
        del budget
        forced = _forced(view)
        if forced:
            return forced
        outlook = Outlook(view, _seat(view))
        lead = outlook.lead_of_b()
        pile = random.randrange(2) if abs(lead) < SAME else int(lead > 0)
        return _choice(pile, outlook.reason(pile))


@dataclass(frozen=True, slots=True)
class Hard:
    """Somebody who remembers every card and looks ahead."""

    name: str = "hard"

    def choose(self, view: View, random: Random, budget: Budget | None = None) -> Choice:
        """Choose the pile that does better when possible matches are played on."""
        forced = _forced(view)
        if forced:
            return forced
        seat = _seat(view)
        judged = Lookahead(view, seat, random).judge(budget or HARD_BUDGET)
        outlook = Outlook(view, seat)
        lead = outlook.lead_of_b() * (1 if judged.best else -1)
        worlds = ("worlds", judged.worlds)
        if lead < -SAME:
            gain = (
                "gain",
                round(100 * (judged.values[judged.best] - judged.values[1 - judged.best])),
            )
            facts = (("pile", PILE_NAMES[judged.best]), ("card", NAMES[view.card]), gain, worlds)
            return _choice(judged.best, Reason("looked_ahead", facts))
        return _choice(judged.best, outlook.reason(judged.best, worlds))


BOTS: Mapping[str, Bot] = {bot.name: bot for bot in (Easy(), Normal(), Hard())}
