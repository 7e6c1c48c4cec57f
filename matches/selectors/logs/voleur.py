"""The log of a match of Voleur in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.selectors.logs import Sentence
from matches.services.positions import Told
from rules.game import Seat

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """What sentences are made of: the players' names, the cards' labels, and who reads."""

    names: Sequence[str]
    labels: Mapping[str, str]
    seat: Seat | None

    def cards(self, slugs: Iterable[str]) -> str:
        """Return cards by name, joined."""
        return ", ".join(self.labels.get(slug, slug) for slug in slugs)


def sentences(told: Iterable[Told], words: Words) -> list[Sentence]:
    """Return what the last moves told a seat, oldest first; what says nothing is left out."""
    lines = []
    for move in told:
        for event in move.events:
            tell = TELLERS.get(event.kind)
            text = tell(event.seen_by(words.seat), words) if tell else ""
            if text:
                lines.append(Sentence(event.kind, text, move.step))
    return lines


def _manche_began(facts: Facts, _words: Words) -> str:
    return _("Manche %(manche)d : les decks sont mélangés.") % facts


def _drew(facts: Facts, words: Words) -> str:
    if "card" not in facts:
        return ""
    return _("Tu pioches %(card)s.") % {"card": words.cards([facts["card"]])}


def _gadgets_given(facts: Facts, words: Words) -> str:
    return _("%(name)s n'a plus que des Gadgets et les donne : %(cards)s.") % {
        "name": words.names[facts["seat"]],
        "cards": words.cards(facts["cards"]),
    }


def _spied(facts: Facts, words: Words) -> str:
    spies = [seat for seat, gadget in enumerate(facts["gadgets"]) if gadget]
    if len(spies) == 2:
        return _("Deux espions : les Gadgets s'annulent.")
    if not spies:
        return _("Personne n'espionne.")
    spy = spies[0]
    return _("%(spy)s espionne avec %(gadget)s : %(other)s montre sa carte en premier.") % {
        "spy": words.names[spy],
        "gadget": words.cards([facts["gadgets"][spy]]),
        "other": words.names[1 - spy],
    }


def _laid(facts: Facts, words: Words) -> str:
    return _("%(name)s pose %(cards)s, à découvert.") % {
        "name": words.names[facts["seat"]],
        "cards": words.cards(facts["cards"]),
    }


def _shown(facts: Facts, words: Words) -> str:
    first, second = facts["cards"]
    return _("%(a)s montre %(x)s ; %(b)s montre %(y)s.") % {
        "a": words.names[0],
        "x": words.cards(first),
        "b": words.names[1],
        "y": words.cards(second),
    }


def _taken(facts: Facts, words: Words) -> str:
    if facts["seat"] is None:
        return _("Égalité : chacun garde les siennes.")
    number = sum(facts["points"])
    return ngettext(
        "%(name)s emporte %(number)d point.", "%(name)s emporte %(number)d points.", number
    ) % {"name": words.names[facts["seat"]], "number": number}


def _manche_ended(facts: Facts, words: Words) -> str:
    first, second = facts["scores"]
    return _("Fin de la manche %(manche)d : %(a)s %(x)d, %(b)s %(y)d.") % {
        "manche": facts["manche"],
        "a": words.names[0],
        "x": first,
        "b": words.names[1],
        "y": second,
    }


def _resigned(facts: Facts, words: Words) -> str:
    return _("%(name)s abandonne.") % {"name": words.names[facts["seat"]]}


TELLERS: Mapping[str, Callable[[Facts, Words], str]] = {
    "manche_began": _manche_began,
    "drew": _drew,
    "gadgets_given": _gadgets_given,
    "spied": _spied,
    "laid": _laid,
    "shown": _shown,
    "taken": _taken,
    "manche_ended": _manche_ended,
    "resigned": _resigned,
}
