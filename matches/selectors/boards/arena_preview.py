"""What a move of the Arena would do, told while it is being chosen (`rules` says what)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from matches.selectors.boards.arena_fight import Battle, Fight, battle_of
from rules.game import IllegalMove, Seat
from rules.games.arena_battle import Resolution
from rules.games.arena_legal import refusal, targets
from rules.games.arena_moves import Attack, Defend, Move, Reinforce, Rest, decode
from rules.games.arena_preview import (
    preview_attack,
    preview_battle,
    preview_defence,
    preview_outcome,
    preview_reinforcement,
    preview_rest,
)
from rules.games.arena_table import Cards, Phase, View

AGAINST_NOTHING = "-"
"""What a form says of a defence card that is set against no attack card."""

MOMENTS = {
    Phase.TURN: "turn",
    Phase.REINFORCE_ATTACK: "reinforce",
    Phase.DEFEND: "defend",
    Phase.REINFORCE_DEFENCE: "support",
}


def moment_of(view: View) -> str:
    """Return what is asked of the viewer now: a value of `MOMENTS`, `wait` or `over`."""
    if view.table.outcome is not None:
        return "over"
    return MOMENTS[view.table.phase] if view.is_awaited else "wait"


@dataclass(frozen=True, slots=True)
class Draft:
    """A move that is being chosen: cards as their codes in a record, in the order chosen.

    `against` names for each card the attack card that it is set against, or nothing.
    """

    cards: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    target: Seat | None = None

    def text(self, verb: str) -> str:
        """Return the move as a record writes it, without the seat."""
        if verb == "pass":
            return verb
        words = [verb]
        if verb == "attack":
            words.append("" if self.target is None else str(self.target))
        return " ".join([*words, *self._settings()])

    def _settings(self) -> list[str]:
        if not self.against:
            return list(self.cards)
        pairs = zip(self.cards, self.against, strict=True)
        return [f"{card}>{attack}" if attack else card for card, attack in pairs]


NOTHING_CHOSEN = Draft()


def target_of(view: View, draft: Draft) -> Seat | None:
    """Return whom the viewer attacks: the one chosen, or the only one there is."""
    possible = targets(view)
    if draft.target in possible:
        return draft.target
    return possible[0] if len(possible) == 1 else None


@dataclass(frozen=True, slots=True)
class Action:
    """A button: the record's verb, its words, a number that matters, and whether it is off.

    `pass_on` is no verb of the record: it leaves passing to the table until my turn.
    """

    verb: str
    label: str
    number: str
    off: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """The middle of the table: the battle with what is chosen, a sentence, and the buttons.

    `attacker` and `target` are names, nothing where nobody is attacked yet. `marks` says whether
    cards meet yet; `warning` that the sentence tells of a fall or of a move that is refused.
    """

    moment: str
    attacker: str
    target: str
    battle: Battle | None
    marks: bool
    said: str
    warning: bool
    actions: tuple[Action, ...]

    @property
    def asks_where(self) -> bool:
        """Say whether cards are set against cards now, by the viewer."""
        return self.moment in ("defend", "support")


def labels_of(names: Sequence[str], seat: Seat | None) -> list[str]:
    """Return what stands beside the cards of each seat: its name, or that it is the viewer."""
    return [_("toi") if number == seat else name for number, name in enumerate(names)]


def preview_for(
    view: View, names: Sequence[str], fight: Fight | None, draft: Draft, moment: str
) -> Preview:
    """Return what the viewer's table shows in its middle at a moment, with what is chosen."""
    return _TELLERS.get(moment, _Waiting)(view, names, fight, draft).preview(moment)


def _move(text: str) -> Any:
    """Return a move whose cards exist, None for any other text."""
    try:
        return decode(text)
    except IllegalMove:
        return None


class _Teller:
    """One moment of the table: the battle, the sentence, the buttons."""

    def __init__(self, view: View, names: Sequence[str], fight: Fight | None, draft: Draft) -> None:
        self.view, self.table, self.names = view, view.table, names
        self.fight, self.draft = fight, draft
        self.labels = labels_of(names, view.seat)

    def preview(self, moment: str) -> Preview:
        """Put it together."""
        fight = self.shown()
        said, warning = self.said()
        return Preview(
            moment=moment,
            attacker=self.labels[fight.attacker] if fight else "",
            target=self.labels[fight.target] if fight and fight.target != fight.attacker else "",
            battle=self.drawn(fight) if fight else None,
            marks=self.table.phase in (Phase.DEFEND, Phase.REINFORCE_DEFENCE),
            said=said,
            warning=warning,
            actions=self.actions(),
        )

    def drawn(self, fight: Fight) -> Battle:
        """Draw the battle."""
        return battle_of(fight, self.table.options, self.labels)

    def shown(self) -> Fight | None:
        """Return the battle as it would be."""
        return self.fight

    def said(self) -> tuple[str, bool]:
        """Return the sentence, and whether it warns."""
        raise NotImplementedError

    def actions(self) -> tuple[Action, ...]:
        """Return the buttons."""
        return ()

    def passes(self) -> tuple[Action, ...]:
        """Return the two ways to let the others fight: this once, or until my turn."""
        return (
            Action("pass", _("Passer"), "", off=False),
            Action("pass_on", _("Passer jusqu'à mon tour"), "", off=False),
        )

    def refusal(self, move: Move | None) -> str | None:
        """Return why the rules refuse a move, None where they accept it."""
        return "no_card" if move is None else refusal(self.view, move)

    def name(self, seat: int) -> str:
        """Return a seat's name."""
        return self.names[seat]


class _Waiting(_Teller):
    """Somebody else decides, or nobody does any more."""

    def said(self) -> tuple[str, bool]:
        if self.table.outcome is not None:
            return "", False
        return _WAITING[self.table.phase](self.name(self.table.waiting[0])), False


_WAITING = {
    Phase.TURN: lambda name: _("C'est à %(name)s de jouer.") % {"name": name},
    Phase.REINFORCE_ATTACK: lambda name: (
        _("%(name)s renforce l'attaque, ou passe.") % {"name": name}
    ),
    Phase.DEFEND: lambda name: _("À %(name)s de se défendre.") % {"name": name},
    Phase.REINFORCE_DEFENCE: lambda name: _("%(name)s aide la défense, ou passe.") % {"name": name},
}


class _Turn(_Teller):
    """My turn: attack or rest."""

    def __init__(self, view: View, names: Sequence[str], fight: Fight | None, draft: Draft) -> None:
        super().__init__(view, names, fight, draft)
        self.rest: Rest | None = _move(draft.text("rest"))
        self.cards: Cards = self.rest.cards if self.rest else ()
        self.target = target_of(view, draft)

    def shown(self) -> Fight | None:
        assert self.view.seat is not None, "a spectator is never awaited"
        if not self.cards:
            return None
        me = self.view.seat
        target = me if self.target is None else self.target
        return Fight(me, target, self.cards, (me,) * len(self.cards), drafted=len(self.cards))

    def drawn(self, fight: Fight) -> Battle:
        options = self.table.options
        if self.target is None:  # what the elements do depends on who is attacked
            options = replace(options, elements=None)
        return battle_of(fight, options, self.labels)

    def said(self) -> tuple[str, bool]:
        if not self.cards:
            return self._invitation(), False
        fight = self.shown()
        assert fight is not None, "cards are chosen"
        battle = self.drawn(fight)
        if not battle.survives:
            return _("Ces cartes s'annulent toutes : il ne resterait rien à attaquer."), True
        return self._promise(battle), False

    def _invitation(self) -> str:
        if self.target is None:
            return _("À toi ! Touche tes cartes dans l'ordre, puis qui tu attaques.")
        said = _("Touche les cartes à poser contre %(name)s, dans l'ordre.")
        return said % {"name": self.name(self.target)}

    def _promise(self, battle: Battle) -> str:
        value = battle.outcome.attack
        combo = _("Combo ! ") if battle.outcome.as_totals else ""
        if self.target is None:
            said = _("Attaque de %(value)d : touche le joueur visé.") % {"value": value}
            return combo + said
        left = self.table.endurance[self.target] - value
        facts = {"value": value, "name": self.name(self.target), "left": left}
        if left > 0:
            said = _("%(value)d contre %(name)s : sans défense, il lui resterait %(left)d.")
        else:
            said = _("%(value)d contre %(name)s : sans défense, c'est la chute !")
        return combo + said % facts

    def actions(self) -> tuple[Action, ...]:
        return self._attack_action(), self._rest_action()

    def _attack_action(self) -> Action:
        target = self.target
        if target is None or not self.cards:
            return Action("attack", self._attack_label(), "", off=True)
        number = str(preview_attack(self.view, target, self.cards).total)
        off = self.refusal(Attack(target, self.cards)) is not None
        return Action("attack", self._attack_label(), "" if off else number, off)

    def _attack_label(self) -> str:
        if self.target is None:
            return _("Attaquer")
        return _("Attaquer %(name)s") % {"name": self.name(self.target)}

    def _rest_action(self) -> Action:
        most = self.table.options.rest_max
        label = _("Me reposer")
        if most is not None and len(self.cards) > most:
            label = _("Repos : %(most)d au plus") % {"most": most}
        off = self.refusal(self.rest) is not None
        gain = "" if off else f"+{preview_rest(self.view, self.cards)}"
        return Action("rest", label, gain, off)


class _Reinforcing(_Teller):
    """I may add cards to an attack, or break it."""

    def __init__(self, view: View, names: Sequence[str], fight: Fight | None, draft: Draft) -> None:
        super().__init__(view, names, fight, draft)
        move = _move(replace(draft, against=()).text("reinforce"))
        self.move: Reinforce | None = move if self.refusal(move) is None else None

    def shown(self) -> Fight | None:
        if self.fight is None or self.move is None or self.view.seat is None:
            return self.fight
        return self.fight.adding(self.view.seat, self.move.cards)

    def _values(self) -> tuple[int, int]:
        before = preview_battle(self.table).total
        if self.move is None:
            return before, before
        return before, preview_reinforcement(self.view, self.move.cards).total

    def said(self) -> tuple[str, bool]:
        before, after = self._values()
        facts = {
            "attacker": self.name(self.table.turn),
            "target": self.name(self.table.target),
            "before": before,
            "after": after,
        }
        return self._sentence(before, after) % facts, False

    def _sentence(self, before: int, after: int) -> str:
        if self.move is None:
            return _("%(attacker)s attaque %(target)s : %(before)d. Tu ajoutes des cartes ?")
        if not after:
            return _("Tu casses toute l'attaque : il n'en reste rien.")
        if after < before:
            return _("Tu affaiblis l'attaque : %(after)d au lieu de %(before)d.")
        return _("L'attaque passe de %(before)d à %(after)d.")

    def actions(self) -> tuple[Action, ...]:
        before, after = self._values()
        label = _("Affaiblir") if after < before else _("Renforcer")
        number = "" if self.move is None else f"{after - before:+d}".replace("-", "−")
        return (
            Action("reinforce", label, number, off=self.move is None),
            *self.passes(),
        )


class _Defending(_Teller):
    """I am attacked, or may help somebody who is."""

    verb = "defend"

    def __init__(self, view: View, names: Sequence[str], fight: Fight | None, draft: Draft) -> None:
        super().__init__(view, names, fight, draft)
        chosen: Defend | Reinforce | None = _move(draft.text(self.verb))
        self.refused = self.refusal(chosen) if draft.cards else None
        self.move = chosen if draft.cards and self.refused is None else None

    def shown(self) -> Fight | None:
        if self.fight is None or self.move is None or self.view.seat is None:
            return self.fight
        return self.fight.defending(self.view.seat, self.move.settings)

    def _outcomes(self) -> tuple[Resolution, Resolution]:
        without = preview_outcome(self.table)
        now = preview_defence(self.view, self.move.settings) if self.move else None
        return without, now or without

    def said(self) -> tuple[str, bool]:
        if self.refused is not None:
            return _REFUSED.get(self.refused, _REFUSED["against"])(), True
        without, now = self._outcomes()
        table = self.table
        facts = {
            "target": self.name(table.target),
            "attacker": self.name(table.turn),
            "loss": now.target_loses,
            "without": without.target_loses,
            "riposte": now.attacker_loses,
        }
        falls = now.target_loses >= table.endurance[table.target]
        return self._sentence(now, falls) % facts, falls

    def _sentence(self, now: Resolution, falls: bool) -> str:
        if self.move is None:
            return self._without(falls)
        said = self._with(falls)
        if now.attacker_loses:
            strikes = now.attacker_loses >= self.table.endurance[self.table.turn]
            said += " " + (
                _("Riposte : %(attacker)s tombe !")
                if strikes
                else _("Riposte : %(attacker)s perd %(riposte)d.")
            )
        return said

    def _without(self, falls: bool) -> str:
        if falls:
            return _("%(attacker)s t'attaque : sans défense, tu tombes !")
        return _("%(attacker)s t'attaque : sans défense, tu perds %(without)d.")

    def _with(self, falls: bool) -> str:
        if falls:
            return _("Tu perds %(loss)d au lieu de %(without)d : tu tombes !")
        return _("Tu perds %(loss)d au lieu de %(without)d.")

    def actions(self) -> tuple[Action, ...]:
        without, now = self._outcomes()
        number = "" if self.move is None else f"−{now.target_loses}"
        return (
            Action("defend", _("Défendre"), number, off=self.move is None),
            Action("pass", _("Encaisser"), f"−{without.target_loses}", off=False),
        )


class _Supporting(_Defending):
    """I may help the one who is attacked."""

    verb = "reinforce"

    def _without(self, falls: bool) -> str:
        if falls:
            return _("%(target)s va tomber. Tu aides sa défense ?")
        return _("%(target)s perd %(without)d. Tu aides sa défense ?")

    def _with(self, falls: bool) -> str:
        if falls:
            return _("%(target)s perd %(loss)d au lieu de %(without)d et tombe.")
        return _("%(target)s perd %(loss)d au lieu de %(without)d.")

    def actions(self) -> tuple[Action, ...]:
        _without, now = self._outcomes()
        number = "" if self.move is None else f"−{now.target_loses}"
        return (
            Action("reinforce", _("Aider"), number, off=self.move is None),
            *self.passes(),
        )


_REFUSED = {
    "family": lambda: _("Une de ces cartes n'est d'aucune famille de l'attaque."),
    "against": lambda: _("Chaque carte d'attaque ne se contre qu'une fois."),
    "not_in_hand": lambda: _("Ta main a changé : choisis à nouveau."),
}
_TELLERS: dict[str, type[_Teller]] = {
    "turn": _Turn,
    "reinforce": _Reinforcing,
    "defend": _Defending,
    "support": _Supporting,
}
