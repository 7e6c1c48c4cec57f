"""The log of a match of the Arena in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.selectors.boards.faces import face
from matches.selectors.logs import Sentence
from matches.services.positions import Told
from rules.game import Event, Seat
from rules.games.arena_table import Phase

Facts = Mapping[str, Any]
Names = Sequence[str]


def sentences(told: Iterable[Told], names: Names, seat: Seat | None) -> list[Sentence]:
    """Return what the last moves told a seat, oldest first; what says nothing is left out."""
    lines = []
    for move in told:
        for event in move.events:
            text = sentence(event, names, seat)
            if text:
                lines.append(Sentence(event.kind, text, move.step))
    return lines


def sentence(event: Event, names: Names, seat: Seat | None) -> str:
    """Return one event as a seat saw it, nothing where it is not worth a line."""
    tell = TELLERS.get(event.kind)
    return tell(event.seen_by(seat), names) if tell else ""


def cards_said(codes: Iterable[str]) -> str:
    """Return cards in signs, in the order laid."""
    return " ".join(face(code).short for code in codes)


def _who(facts: Facts, names: Names) -> str:
    return names[facts["seat"]]


def _drew(facts: Facts, _names: Names) -> str:
    if not facts.get("cards"):
        return ""
    return _("Tu pioches %(cards)s.") % {"cards": cards_said(facts["cards"])}


def _reshuffled(facts: Facts, _names: Names) -> str:
    number = facts["cards"]
    said = ngettext(
        "Pioche vide : %(number)d carte de la défausse est remise en jeu.",
        "Pioche vide : les %(number)d cartes de la défausse sont remélangées.",
        number,
    )
    return said % {"number": number}


def _round_began(facts: Facts, _names: Names) -> str:
    return _("Round %(round)d.") % facts


def _turn_skipped(facts: Facts, names: Names) -> str:
    return _("%(name)s n'a plus aucune carte : tour passé.") % {"name": _who(facts, names)}


def _attacked(facts: Facts, names: Names) -> str:
    return _("%(name)s attaque %(target)s : %(cards)s.") % {
        "name": _who(facts, names),
        "target": names[facts["target"]],
        "cards": cards_said(facts["cards"]),
    }


def _rested(facts: Facts, names: Names) -> str:
    return _("%(name)s se repose avec %(cards)s : +%(gain)d, endurance %(endurance)d.") % {
        "name": _who(facts, names),
        "cards": cards_said(facts["cards"]),
        "gain": facts["gain"],
        "endurance": facts["endurance"],
    }


def _attack_reinforced(facts: Facts, names: Names) -> str:
    return _("%(name)s ajoute à l'attaque : %(cards)s.") % {
        "name": _who(facts, names),
        "cards": cards_said(facts["cards"]),
    }


def _passed(facts: Facts, names: Names) -> str:
    if facts["phase"] != Phase.DEFEND:
        return ""
    return _("%(name)s ne se défend pas.") % {"name": _who(facts, names)}


def _cancelled(facts: Facts, _names: Names) -> str:
    pairs = ", ".join(
        _("%(a)s et %(b)s") % {"a": face(older).short, "b": face(newer).short}
        for older, newer in facts["pairs"]
    )
    return _("S'annulent et sortent du jeu : %(pairs)s.") % {"pairs": pairs}


def _broken(_facts: Facts, _names: Names) -> str:
    return _("Il ne reste rien de l'attaque.")


def _defended(facts: Facts, names: Names) -> str:
    return _("%(name)s se défend : %(cards)s.") % {
        "name": _who(facts, names),
        "cards": _set_against(facts),
    }


def _defence_reinforced(facts: Facts, names: Names) -> str:
    return _("%(name)s aide la défense : %(cards)s.") % {
        "name": _who(facts, names),
        "cards": _set_against(facts),
    }


def _set_against(facts: Facts) -> str:
    pairs = zip(facts["cards"], facts["against"], strict=True)
    return ", ".join(
        _("%(card)s face à %(attack)s") % {"card": face(card).short, "attack": face(attack).short}
        if attack
        else face(card).short
        for card, attack in pairs
    )


def _resolved(facts: Facts, names: Names) -> str:
    totals = ""
    if facts["as_totals"]:
        totals = _("Combo : %(attack)d contre %(defence)d. ") % facts
    return totals + _losses(facts, names)


def _losses(facts: Facts, names: Names) -> str:
    said = {
        "target": names[facts["target"]],
        "loss": facts["target_loses"],
        "attacker": names[facts["attacker"]],
        "riposte": facts["attacker_loses"],
    }
    if said["loss"] and said["riposte"]:
        return _("%(target)s perd %(loss)d, %(attacker)s perd %(riposte)d.") % said
    if said["loss"]:
        return _("%(target)s perd %(loss)d.") % said
    if said["riposte"]:
        return _("Riposte : %(attacker)s perd %(riposte)d.") % said
    return _("Tout est paré, personne ne perd rien.")


def _fell(facts: Facts, names: Names) -> str:
    return _("%(name)s est à terre.") % {"name": _who(facts, names)}


def _resigned(facts: Facts, names: Names) -> str:
    return _("%(name)s abandonne.") % {"name": _who(facts, names)}


def _ended(facts: Facts, names: Names) -> str:
    winners = [names[seat] for seat in facts["winners"]]
    if len(winners) == 1:
        return _("%(name)s gagne la partie !") % {"name": winners[0]}
    return _("Victoire partagée : %(names)s.") % {"names": ", ".join(winners)}


TELLERS: Mapping[str, Callable[[Facts, Names], str]] = {
    "drew": _drew,
    "reshuffled": _reshuffled,
    "round_began": _round_began,
    "turn_skipped": _turn_skipped,
    "attacked": _attacked,
    "rested": _rested,
    "attack_reinforced": _attack_reinforced,
    "passed": _passed,
    "cancelled": _cancelled,
    "broken": _broken,
    "defended": _defended,
    "defence_reinforced": _defence_reinforced,
    "resolved": _resolved,
    "fell": _fell,
    "resigned": _resigned,
    "ended": _ended,
}
