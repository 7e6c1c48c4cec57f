"""The log of a Bataille in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.selectors.boards.faces import faces
from matches.selectors.logs import Sentence
from matches.services.positions import Told
from rules.game import Event, Seat

Names = Sequence[str]


def sentences(told: Iterable[Told], names: Names, seat: Seat | None) -> list[Sentence]:
    """Return what the last moves told a seat, oldest first; what says nothing is left out."""
    lines = []
    for move in told:
        for event in move.events:
            text = _sentence(event, names, seat)
            if text:
                lines.append(Sentence(event.kind, text, move.step))
    return lines


def _sentence(event: Event, names: Names, seat: Seat | None) -> str:
    tell = TELLERS.get(event.kind)
    return tell(event.seen_by(seat), names) if tell else ""


def _met(facts: Mapping[str, Any], names: Names) -> str:
    shown = [" + ".join(card.short for card in faces(side)) for side in facts["cards"]]
    return _("Pile %(pile)s : %(a)s montre %(x)s, %(b)s montre %(y)s.") % {
        "pile": facts["pile"],
        "a": names[0],
        "x": shown[0],
        "b": names[1],
        "y": shown[1],
    }


def _battle(facts: Mapping[str, Any], _names: Names) -> str:
    return _("Égalité : Bataille sur la pile %(pile)s !") % facts


def _captured(facts: Mapping[str, Any], names: Names) -> str:
    number = sum(facts["counts"])
    return ngettext(
        "%(name)s ramasse %(number)d carte.", "%(name)s ramasse %(number)d cartes.", number
    ) % {"name": names[facts["seat"]], "number": number}


def _returned(facts: Mapping[str, Any], names: Names) -> str:
    name = names[facts["seat"]]
    return _("Une carte de %(name)s, sans adversaire, rentre au paquet.") % {"name": name}


def _parted(facts: Mapping[str, Any], _names: Names) -> str:
    if "enemy_pile" in facts:
        return _("Pas de rencontre : l'autre carte est sur la pile %(enemy_pile)s.") % facts
    return _("Pas de rencontre : chacun sa pile.")


def _forfeited(facts: Mapping[str, Any], names: Names) -> str:
    name = names[facts["seat"]]
    return _("Plus de carte pour la Bataille : l'enjeu va à %(name)s.") % {"name": name}


def _battle_off(_facts: Mapping[str, Any], _names: Names) -> str:
    return _("Plus personne n'a de carte : la Bataille est annulée, chacun reprend les siennes.")


def _resigned(facts: Mapping[str, Any], names: Names) -> str:
    return _("%(name)s abandonne.") % {"name": names[facts["seat"]]}


TELLERS: Mapping[str, Callable[[Mapping[str, Any], Names], str]] = {
    "met": _met,
    "battle": _battle,
    "captured": _captured,
    "returned": _returned,
    "parted": _parted,
    "forfeited": _forfeited,
    "battle_off": _battle_off,
    "resigned": _resigned,
}
