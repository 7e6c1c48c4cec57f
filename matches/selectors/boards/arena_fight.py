"""A battle of the Arena as it is drawn: who laid which card, what cancels, what meets what.

It is built from what everybody saw, so it is the same for every viewer; a page may lay further
cards on it that are only chosen so far (`Fight.adding`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from matches.selectors.boards.faces import Face, face
from matches.services.positions import Told
from rules.game import Event, Seat
from rules.games.arena_battle import NOTHING, Resolution, cancellation, combos, resolve
from rules.games.arena_cards import BY_NAME, NAMES, VALUE
from rules.games.arena_legal import settle
from rules.games.arena_moves import Setting
from rules.games.arena_options import Options
from rules.games.arena_table import Cards


@dataclass(frozen=True, slots=True)
class Fight:
    """An attack as far as it has come, told by the open events of its turn.

    `attack` holds every card laid, cancelled ones too, each by the seat at its place in `layers`;
    `settings` the defence cards, by `defenders`. `drafted` counts the cards of either row, from
    the end, that are only chosen. `stopped` before the cancellation, nothing has cancelled.
    """

    attacker: Seat
    target: Seat
    attack: Cards
    layers: tuple[Seat, ...]
    settings: tuple[Setting, ...] = ()
    defenders: tuple[Seat, ...] = ()
    has_cancelled: bool = False
    resolved: bool = False
    stopped: bool = False
    drafted: int = 0

    def adding(self, seat: Seat, cards: Cards) -> Fight:
        """Return the fight with attack cards that a seat has chosen."""
        return replace(
            self,
            attack=self.attack + cards,
            layers=self.layers + (seat,) * len(cards),
            drafted=len(cards),
        )

    def defending(self, seat: Seat, settings: tuple[Setting, ...]) -> Fight:
        """Return the fight with defence cards that a seat has chosen."""
        return replace(
            self,
            settings=self.settings + settings,
            defenders=self.defenders + (seat,) * len(settings),
            drafted=len(settings),
        )


Turn = list[tuple[int, Event]]
"""What one turn told: each event with the step of the match that it came of."""


def turns_told(told: Iterable[Told]) -> list[Turn]:
    """Return the turns that are remembered, oldest first; the last one may still be running."""
    turns: list[Turn] = [[]]
    for move in told:
        for event in move.events:
            if event.kind == "turn_began":
                turns.append([])
            turns[-1].append((move.step, event))
    return turns


def fight_told(turn: Turn) -> Fight | None:
    """Return the fight of a turn, None where nobody was attacked or its start is forgotten."""
    fight: Fight | None = None
    for _step, event in turn:
        facts = dict(event.public)
        if event.kind == "attacked":
            cards = _cards(facts["cards"])
            fight = Fight(facts["seat"], facts["target"], cards, (facts["seat"],) * len(cards))
        elif fight is not None and event.kind in _STEPS:
            fight = _STEPS[event.kind](fight, facts)
    return fight


def _cards(codes: Iterable[str]) -> Cards:
    return tuple(BY_NAME[code] for code in codes)


def _reinforced(fight: Fight, facts: Mapping[str, Any]) -> Fight:
    return replace(fight.adding(facts["seat"], _cards(facts["cards"])), drafted=0)


def _defended(fight: Fight, facts: Mapping[str, Any]) -> Fight:
    against = [BY_NAME[code] if code else None for code in facts["against"]]
    settings = tuple(zip(_cards(facts["cards"]), against, strict=True))
    return replace(fight.defending(facts["seat"], settings), drafted=0)


def _cancelled(fight: Fight, _facts: Mapping[str, Any]) -> Fight:
    return replace(fight, has_cancelled=True)


def _resolved(fight: Fight, _facts: Mapping[str, Any]) -> Fight:
    return replace(fight, resolved=True)


def _resigned(fight: Fight, facts: Mapping[str, Any]) -> Fight:
    ends = facts["seat"] in (fight.attacker, fight.target) and not fight.resolved
    return replace(fight, stopped=fight.stopped or ends)


_STEPS: Mapping[str, Callable[[Fight, Mapping[str, Any]], Fight]] = {
    "attack_reinforced": _reinforced,
    "cancelled": _cancelled,
    "defended": _defended,
    "defence_reinforced": _defended,
    "resolved": _resolved,
    "resigned": _resigned,
}


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table: its worth there, and how the elements changed it.

    `boost` is `up`, `down` or nothing; `by` names who helps, on the first card that they laid.
    """

    face: Face
    value: int
    boost: str
    by: str
    drafted: bool
    in_combo: bool


@dataclass(frozen=True, slots=True)
class Lane:
    """An attack card, and the defence card set against it.

    `mark` is what the meeting does in short: `−3` to the target, `↩ 2` to the attacker, `=`.
    """

    attack: Laid
    cancelled: bool
    defence: Laid | None
    mark: str
    words: str


@dataclass(frozen=True, slots=True)
class Battle:
    """A fight as the table shows it, with what it comes to.

    `loose` are defence cards set against nothing. `outcome` counts what would be lost, or was.
    """

    lanes: tuple[Lane, ...]
    loose: tuple[Laid, ...]
    outcome: Resolution
    survives: bool


def battle_of(fight: Fight, options: Options, names: Sequence[str]) -> Battle:
    """Draw a fight."""
    return _Drawing(fight, options, names).battle()


class _Drawing:
    """Works out once what several parts of the picture need."""

    def __init__(self, fight: Fight, options: Options, names: Sequence[str]) -> None:
        self.fight, self.options, self.names = fight, options, names
        self.left = self._survivors()
        worth = [options.effective(layer, fight.target) for layer in fight.layers]
        self.values = [table[card] for table, card in zip(worth, fight.attack, strict=True)]
        self.attack = tuple(fight.attack[place] for place in self.left)
        self.attack_values = tuple(self.values[place] for place in self.left)
        self.against = settle(self.attack, (), fight.settings) or (NOTHING,) * len(fight.settings)
        self.defence = tuple(setting[0] for setting in fight.settings)
        self.outcome = resolve(self.attack, self.attack_values, self.defence, self.against)

    def _survivors(self) -> tuple[int, ...]:
        fight = self.fight
        if not self.options.cancel or (fight.stopped and not fight.has_cancelled):
            return tuple(range(len(fight.attack)))
        return cancellation(fight.attack).survivors

    def battle(self) -> Battle:
        attack_runs = {
            self.left[place] for run in combos(self.attack, self.attack_values) for place in run
        }
        loose = [n for n, place in enumerate(self.against) if place == NOTHING]
        return Battle(
            lanes=tuple(self._lane(n, n in attack_runs) for n in range(len(self.fight.attack))),
            loose=tuple(self._defence(n) for n in loose),
            outcome=self.outcome,
            survives=bool(self.left),
        )

    def _lane(self, place: int, in_combo: bool) -> Lane:
        card, value = self.fight.attack[place], self.values[place]
        drafted = not self.fight.settings and place >= len(self.fight.attack) - self.fight.drafted
        laid = Laid(
            face(NAMES[card]),
            value,
            "up" if value > VALUE[card] else "down" if value < VALUE[card] else "",
            self._layer(self.fight.layers, place, self.fight.attacker),
            drafted,
            in_combo,
        )
        if place not in self.left:
            return Lane(laid, True, None, "✕", self._said(laid, _("annulée")))
        return self._meeting(laid, value, self.left.index(place))

    def _meeting(self, laid: Laid, value: int, survivor: int) -> Lane:
        met = self.against.index(survivor) if survivor in self.against else NOTHING
        defence = None if met == NOTHING else self._defence(met)
        if self.outcome.as_totals:
            return Lane(laid, False, defence, "", self._said(laid, _facing(defence)))
        gap = value - (defence.value if defence else 0)
        return Lane(laid, False, defence, _mark(gap), self._said(laid, _facing(defence)))

    def _defence(self, number: int) -> Laid:
        card = self.defence[number]
        runs = combos(self.defence, tuple(VALUE[card] for card in self.defence))
        return Laid(
            face(NAMES[card]),
            VALUE[card],
            "",
            self._layer(self.fight.defenders, number, self.fight.target),
            number >= len(self.defence) - self.fight.drafted,
            any(number in run for run in runs),
        )

    def _layer(self, layers: Sequence[Seat], place: int, expected: Seat) -> str:
        """Return who laid a card, on the first of the cards that they laid, if they are helping."""
        seat = layers[place]
        told_before = place > 0 and layers[place - 1] == seat
        return "" if seat == expected or told_before else self.names[seat]

    def _said(self, laid: Laid, end: str) -> str:
        """Return a lane in words, for those who listen."""
        parts = [laid.face.name, _("vaut %(value)d") % {"value": laid.value}]
        parts += [laid.by] if laid.by else []
        return ", ".join([*parts, end] if end else parts)


def _facing(defence: Laid | None) -> str:
    return _("face à %(card)s") % {"card": defence.face.name} if defence else ""


def _mark(gap: int) -> str:
    if gap > 0:
        return f"−{gap}"
    return f"↩ {-gap}" if gap else "="
