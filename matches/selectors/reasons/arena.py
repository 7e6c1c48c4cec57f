"""Why an Arena bot moved, in a sentence of its own (`rules.bots.arena_reasons`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

Facts = Mapping[str, Any]
Names = Sequence[str]

# That no card fits, or that one does and is kept, tells what a hand holds.
_OF_THE_HAND = frozenset({"nothing_fits", "keep_cards"})


def is_public(reason: Mapping[str, Any]) -> bool:
    """Say whether a reason tells nothing of the bot's hand, so that it may be read at once."""
    return reason["code"] not in _OF_THE_HAND


def sentence(reason: Mapping[str, Any], names: Names) -> str:
    """Return a reason as the bot would say it; `names` are the players', by seat.

    What the hard bot hopes for is left out: it comes of what its hand holds.
    """
    tell = TELLERS.get(reason["code"])
    return tell(reason["facts"], names) if tell else ""


def _fells(facts: Facts, names: Names) -> str:
    return _("Sans défense, %(target)s tombe : %(value)d contre %(endurance)d.") % {
        "target": names[facts["target"]],
        "value": facts["value"],
        "endurance": facts["endurance"],
    }


def _combo(facts: Facts, _names: Names) -> str:
    return _("Un combo : %(value)d d'un coup !") % facts


def _undefended(facts: Facts, names: Names) -> str:
    return _("%(target)s n'a plus de carte pour se défendre.") % {"target": names[facts["target"]]}


def _attack(facts: Facts, names: Names) -> str:
    said = ngettext(
        "%(target)s n'a que %(held)d carte pour se défendre de mes %(value)d.",
        "%(target)s a %(held)d cartes pour se défendre de mes %(value)d.",
        facts["held"],
    )
    return said % {**facts, "target": names[facts["target"]]}


def _rest(facts: Facts, _names: Names) -> str:
    return _("Je reprends des forces : +%(gain)d.") % facts


def _change_cards(_facts: Facts, _names: Names) -> str:
    return _("Je n'ai rien à regagner : je change de cartes.")


def _break_attack(facts: Facts, _names: Names) -> str:
    return _("Je casse cette attaque : %(after)d au lieu de %(before)d.") % facts


def _help_attack(facts: Facts, names: Names) -> str:
    return _("J'ajoute %(adds)d contre %(target)s.") % {
        "adds": facts["adds"],
        "target": names[facts["target"]],
    }


def _survive(facts: Facts, _names: Names) -> str:
    return _("Sans cette défense, je tombais : %(without)d.") % facts


def _strike_down(facts: Facts, names: Names) -> str:
    return _("Ma riposte met %(attacker)s à terre.") % {"attacker": names[facts["attacker"]]}


def _defend(facts: Facts, _names: Names) -> str:
    if facts["strikes_back"]:
        said = _("Je perds %(loss)d au lieu de %(without)d, et je riposte de %(strikes_back)d.")
        return said % facts
    return _("Je perds %(loss)d au lieu de %(without)d.") % facts


def _help_defence(facts: Facts, _names: Names) -> str:
    if facts["strikes_back"]:
        said = _("Avec moi, %(loss)d de perdus au lieu de %(without)d, et %(strikes_back)d rendus.")
        return said % facts
    return _("Avec moi, %(loss)d de perdus au lieu de %(without)d.") % facts


def _nothing_fits(_facts: Facts, _names: Names) -> str:
    return _("Aucune de mes cartes n'allait contre cette attaque.")


def _keep_cards(_facts: Facts, _names: Names) -> str:
    return _("Mes cartes valent plus dans ma main.")


TELLERS: Mapping[str, Callable[[Facts, Names], str]] = {
    "fells": _fells,
    "combo": _combo,
    "undefended": _undefended,
    "attack": _attack,
    "rest": _rest,
    "change_cards": _change_cards,
    "break_attack": _break_attack,
    "help_attack": _help_attack,
    "survive": _survive,
    "strike_down": _strike_down,
    "defend": _defend,
    "help_defence": _help_defence,
    "nothing_fits": _nothing_fits,
    "keep_cards": _keep_cards,
}
