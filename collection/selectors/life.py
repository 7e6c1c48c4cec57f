"""The life of a copy: its ledger, told in sentences to whoever asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from collection.models import Copy, LedgerEntry, Player

Kind = LedgerEntry.Kind


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of a copy's life, told to its viewer."""

    entry: LedgerEntry
    sentence: str


def life_of(viewer: Player, copy: Copy) -> list[Moment]:
    """Return a copy's life as its ledger has it, the first moment first."""
    entries = copy.entries.select_related("from_player", "to_player", "batch").order_by("step")
    return [Moment(entry, _sentence(viewer, entry)) for entry in entries]


def _sentence(viewer: Player, entry: LedgerEntry) -> str:
    sentences = _sentences(viewer, entry)
    names = {"giver": str(entry.from_player or ""), "taker": str(entry.to_player or "")}
    return str(sentences.get(entry.kind, sentences[Kind.CORRECTION])) % names


_Sentences = Mapping[str, str | Promise]

_CAME_TO_ME: _Sentences = {
    Kind.OPENED: _("Tu l’as trouvée en ouvrant un paquet."),
    Kind.BOUGHT: _("Tu l’as achetée."),
    Kind.GIFT: _("On te l’a offerte."),
    Kind.TRADE: _("Tu l’as reçue en échange."),
    Kind.WAGER: _("Tu l’as gagnée à un pari."),
    Kind.CORRECTION: _("Tu l’as remise dans ta collection."),
}
_CAME_TO_ANOTHER: _Sentences = {
    Kind.OPENED: _("%(taker)s l’a trouvée en ouvrant un paquet."),
    Kind.BOUGHT: _("%(taker)s l’a achetée."),
    Kind.GIFT: _("On l’a offerte à %(taker)s."),
    Kind.TRADE: _("%(taker)s l’a reçue en échange."),
    Kind.WAGER: _("%(taker)s l’a gagnée à un pari."),
    Kind.CORRECTION: _("%(taker)s l’a remise dans sa collection."),
}
_LEFT_ME: _Sentences = {
    Kind.GIFT: _("Tu l’as donnée."),
    Kind.TRADE: _("Tu l’as échangée."),
    Kind.WAGER: _("Tu l’as perdue à un pari."),
    Kind.LOST: _("Tu l’as perdue pour de bon."),
    Kind.CORRECTION: _("Tu l’as retirée : une erreur de saisie."),
}
_LEFT_ANOTHER: _Sentences = {
    Kind.GIFT: _("%(giver)s l’a donnée."),
    Kind.TRADE: _("%(giver)s l’a échangée."),
    Kind.WAGER: _("%(giver)s l’a perdue à un pari."),
    Kind.LOST: _("%(giver)s l’a perdue pour de bon."),
    Kind.CORRECTION: _("%(giver)s l’a retirée : une erreur de saisie."),
}
_HANDED_TO_ME: _Sentences = {
    Kind.GIFT: _("%(giver)s te l’a donnée."),
    Kind.TRADE: _("%(giver)s te l’a donnée en échange."),
    Kind.WAGER: _("Tu l’as gagnée à un pari contre %(giver)s."),
    Kind.BOUGHT: _("Tu l’as achetée à %(giver)s."),
    Kind.CORRECTION: _("Elle est passée de %(giver)s à toi, par correction."),
}
_HANDED_BY_ME: _Sentences = {
    Kind.GIFT: _("Tu l’as donnée à %(taker)s."),
    Kind.TRADE: _("Tu l’as échangée avec %(taker)s."),
    Kind.WAGER: _("Tu l’as perdue à un pari contre %(taker)s."),
    Kind.BOUGHT: _("Tu l’as vendue à %(taker)s."),
    Kind.CORRECTION: _("Elle est passée de toi à %(taker)s, par correction."),
}
_BETWEEN_OTHERS: _Sentences = {
    Kind.GIFT: _("%(giver)s l’a donnée à %(taker)s."),
    Kind.TRADE: _("%(giver)s l’a échangée avec %(taker)s."),
    Kind.WAGER: _("%(taker)s l’a gagnée à un pari contre %(giver)s."),
    Kind.BOUGHT: _("%(taker)s l’a achetée à %(giver)s."),
    Kind.CORRECTION: _("Elle est passée de %(giver)s à %(taker)s, par correction."),
}


def _sentences(viewer: Player, entry: LedgerEntry) -> _Sentences:
    came_to_me = entry.to_player_id == viewer.pk
    left_me = entry.from_player_id == viewer.pk
    if entry.from_player_id is None:
        return _CAME_TO_ME if came_to_me else _CAME_TO_ANOTHER
    if entry.to_player_id is None:
        return _LEFT_ME if left_me else _LEFT_ANOTHER
    if came_to_me:
        return _HANDED_TO_ME
    return _HANDED_BY_ME if left_me else _BETWEEN_OTHERS
