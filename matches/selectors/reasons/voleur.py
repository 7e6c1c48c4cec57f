"""Why a Voleur bot moved, in a sentence of its own (`rules.bots.voleur_reasons`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

Facts = Mapping[str, Any]
Label = Callable[[str], str]

# What these say can be seen on the table; the others tell something of the hand.
_ON_THE_TABLE = frozenset({"beat", "beat_with_gadget", "level", "strengthen"})


def is_public(reason: Mapping[str, Any]) -> bool:
    """Say whether a reason tells nothing of the bot's hand, so that it may be read at once."""
    return reason["code"] in _ON_THE_TABLE


def sentence(reason: Mapping[str, Any], label: Label) -> str:
    """Return a reason as the bot would say it; `label` names a card."""
    tell = TELLERS.get(reason["code"])
    return tell(reason["facts"], label) if tell else ""


def _spy(facts: Facts, label: Label) -> str:
    return _("J'espionne : je veux voir ta carte avant de jouer %(card)s.") % {
        "card": label(facts["card"])
    }


def _keep_gadgets(_facts: Facts, _label: Label) -> str:
    return _("Je garde mes Gadgets pour plus tard.")


def _beat(facts: Facts, label: Label) -> str:
    return _("%(card)s bat %(enemy)s : %(points)d points pour moi.") % {
        "card": label(facts["card"]),
        "enemy": label(facts["enemy"]),
        "points": facts["points"],
    }


def _beat_with_gadget(facts: Facts, label: Label) -> str:
    return _("Avec %(gadget)s, %(card)s passe devant %(enemy)s.") % {
        "gadget": label(facts["gadget"]),
        "card": label(facts["card"]),
        "enemy": label(facts["enemy"]),
    }


def _level(_facts: Facts, _label: Label) -> str:
    return _("À égalité, chacun garde la sienne : cela me va.")


def _give_least(facts: Facts, label: Label) -> str:
    return _("Je ne peux pas te battre : je te laisse %(card)s, la moins chère.") % {
        "card": label(facts["card"])
    }


def _give(facts: Facts, label: Label) -> str:
    return _("Je te laisse %(card)s et garde mieux pour la suite.") % {"card": label(facts["card"])}


def _show_least(facts: Facts, label: Label) -> str:
    return _("Tu espionnes : je montre %(card)s, ma moins chère.") % {"card": label(facts["card"])}


def _show(facts: Facts, label: Label) -> str:
    return _("Tu espionnes : je montre %(card)s, qui tient %(beats)d fois sur 100.") % {
        "card": label(facts["card"]),
        "beats": facts["beats"],
    }


def _only_card(_facts: Facts, _label: Label) -> str:
    return _("Je n'avais pas d'autre carte.")


def _keep_secret(facts: Facts, _label: Label) -> str:
    if facts["enemy_secret"] == "gone":  # noqa: S105 (a Secrète of the game, no password)
        return _("Je garde ma Secrète : tu n'as plus la tienne.")
    return _("Je garde ma Secrète : il te reste sûrement la tienne.")


def _strengthen(facts: Facts, label: Label) -> str:
    return _("%(gadget)s fait monter %(card)s au-dessus de beaucoup des tiennes.") % {
        "gadget": label(facts["gadget"]),
        "card": label(facts["card"]),
    }


def _strongest(facts: Facts, label: Label) -> str:
    return _("Ma plus forte : %(card)s bat ce que tu peux poser %(beats)d fois sur 100.") % {
        "card": label(facts["card"]),
        "beats": facts["beats"],
    }


def _cheapest(facts: Facts, label: Label) -> str:
    return _("%(card)s coûte peu : je la risque.") % {"card": label(facts["card"])}


def _measured(facts: Facts, label: Label) -> str:
    return _("%(card)s, ni trop ni trop peu : %(beats)d chances sur 100.") % {
        "card": label(facts["card"]),
        "beats": facts["beats"],
    }


TELLERS: Mapping[str, Callable[[Facts, Label], str]] = {
    "spy": _spy,
    "keep_gadgets": _keep_gadgets,
    "beat": _beat,
    "beat_with_gadget": _beat_with_gadget,
    "level": _level,
    "give_least": _give_least,
    "give": _give,
    "show_least": _show_least,
    "show": _show,
    "only_card": _only_card,
    "keep_secret": _keep_secret,
    "strengthen": _strengthen,
    "strongest": _strongest,
    "cheapest": _cheapest,
    "measured": _measured,
}
