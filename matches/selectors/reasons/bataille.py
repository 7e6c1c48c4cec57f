"""Why a Bataille bot chose a pile, in a sentence of its own (`rules.bots.bataille`).

Every reason names the pile or the card, which stay hidden until the cards meet: none is told
while the match runs, but for a forced pile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from matches.selectors.boards.faces import face

Facts = Mapping[str, Any]


def is_public(reason: Mapping[str, Any]) -> bool:
    """Say whether a reason tells nothing that the other player can't see."""
    return bool(reason["code"] == "forced")


def sentence(reason: Mapping[str, Any]) -> str:
    """Return a reason as the bot would say it."""
    facts = {**reason["facts"]}
    if "card" in facts:
        facts["card"] = face(facts["card"]).short
    tell = TELLERS.get(reason["code"])
    return tell(facts) if tell else ""


def _percent(facts: Facts) -> int:
    return round(100 * float(facts["chance"]))


def _forced(facts: Facts) -> str:
    return _("La pile %(pile)s était obligée.") % facts


def _more_to_win(facts: Facts) -> str:
    said = _("%(card)s sur la pile %(pile)s : il y a plus à y gagner (%(percent)d %%).")
    return said % {**facts, "percent": _percent(facts)}


def _less_to_lose(facts: Facts) -> str:
    said = _("%(card)s sur la pile %(pile)s : j'y perds moins si tu gagnes.")
    return said % facts


def _stronger_there(facts: Facts) -> str:
    said = _("%(card)s est mieux accompagnée sur la pile %(pile)s (%(percent)d %%).")
    return said % {**facts, "percent": _percent(facts)}


def _alike(facts: Facts) -> str:
    return _("%(card)s : les deux piles se valaient.") % facts


def _looked_ahead(facts: Facts) -> str:
    return _("J'ai joué la suite dans ma tête : la pile %(pile)s rapportait plus.") % facts


TELLERS: Mapping[str, Callable[[Facts], str]] = {
    "forced": _forced,
    "more_to_win": _more_to_win,
    "less_to_lose": _less_to_lose,
    "stronger_there": _stronger_there,
    "alike": _alike,
    "looked_ahead": _looked_ahead,
}
