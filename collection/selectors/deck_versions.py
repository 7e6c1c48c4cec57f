"""The versions of a deck: what each change did, and what going back to one would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from collection.models import Card, Deck, DeckVersion, Player, Rarity
from collection.selectors.builder import deck_for
from collection.selectors.judging import listed

VERSIONS_A_PAGE = 20


@dataclass(frozen=True, slots=True)
class Diff:
    """What lies between two versions: cards that came, cards that went, what else changed."""

    came: tuple[tuple[Card, int], ...]
    went: tuple[tuple[Card, int], ...]
    others: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        """Say whether the two versions are the same."""
        return not (self.came or self.went or self.others)


@dataclass(frozen=True, slots=True)
class Kept:
    """A version in the list: what was done, and the way back.

    `did` is what it changed, `back` what going back to it would change now.
    """

    version: DeckVersion
    said: str
    did: Diff
    back: Diff
    cards: str
    current: bool

    @property
    def size(self) -> int:
        """Return how many cards the deck had."""
        return len(self.version.slugs)


@dataclass(frozen=True, slots=True)
class VersionPage:
    """One page of a deck's versions, the latest first, and the key of the next."""

    deck: Deck
    versions: tuple[Kept, ...]
    next_key: int | None


def versions_for(viewer: Player, deck_id: int, *, before: int | None = None) -> VersionPage:
    """Return a page of the versions of a deck of the viewer's; 404 for every other deck."""
    deck = deck_for(viewer, deck_id)
    now = deck.versions.filter(number=deck.version).first()
    rows = deck.versions.order_by("-number")
    if before is not None:
        rows = rows.filter(number__lt=before)
    page = list(rows[: VERSIONS_A_PAGE + 1])
    words = _Words([*page, *([now] if now else [])])
    pairs = list(pairwise([*page, None]))[:VERSIONS_A_PAGE]
    versions = [_kept(version, older, now, words) for version, older in pairs if version]
    more = len(page) > VERSIONS_A_PAGE
    return VersionPage(deck, tuple(versions), versions[-1].version.number if more else None)


class _Words:
    """The cards and rarities that some versions name."""

    def __init__(self, versions: Iterable[DeckVersion]) -> None:
        slugs = {slug for version in versions for slug in version.slugs}
        rows = Card.objects.filter(slug__in=slugs).select_related("rarity").order_by("number")
        self.cards: Mapping[str, Card] = {card.slug: card for card in rows}
        self.names = {slug: card.label for slug, card in self.cards.items()}
        self.rarities = {rarity.code: rarity.label for rarity in Rarity.objects.all()}


def _kept(
    version: DeckVersion, older: DeckVersion | None, now: DeckVersion | None, words: _Words
) -> Kept:
    return Kept(
        version=version,
        said=_said(version),
        did=_diff(older, version, words),
        back=_diff(now, version, words),
        cards=listed(version.slugs, words.names),
        current=now is not None and version.number == now.number,
    )


def _diff(before: DeckVersion | None, after: DeckVersion, words: _Words) -> Diff:
    old, new = Counter(before.slugs if before else ()), Counter(after.slugs)
    return Diff(
        came=_named(new - old, words),
        went=_named(old - new, words),
        others=tuple(_others(before, after, words)) if before else (),
    )


def _named(slugs: Counter[str], words: _Words) -> tuple[tuple[Card, int], ...]:
    return tuple((words.cards[slug], n) for slug, n in slugs.items() if slug in words.cards)


def _others(before: DeckVersion, after: DeckVersion, words: _Words) -> Sequence[str]:
    told = []
    if before.name != after.name:
        told.append(_("nom : « %(name)s »") % {"name": after.name})
    if before.wager_id != after.wager_id:
        rarity = words.rarities.get(after.wager_id or "", _("aucun"))
        told.append(_("pari : %(rarity)s") % {"rarity": rarity})
    if before.minimum != after.minimum:
        told.append(_("minimum : %(minimum)s") % {"minimum": after.get_minimum_display()})
    if before.dream != after.dream:
        told.append(_("deck de rêve") if after.dream else _("deck de tes cartes"))
    return told


_CHANGES: Mapping[str, str | Promise] = {
    "create": gettext_lazy("Création"),
    "duplicate": gettext_lazy("Copie d’un autre deck"),
    "import": gettext_lazy("Import d’un texte"),
    "add": gettext_lazy("Carte ajoutée"),
    "remove": gettext_lazy("Carte retirée"),
    "clear": gettext_lazy("Toutes les cartes retirées"),
    "repair": gettext_lazy("Réparation"),
    "stake": gettext_lazy("Autre pari"),
    "rename": gettext_lazy("Autre nom"),
    "dream": gettext_lazy("Devenu un deck de rêve"),
    "real": gettext_lazy("Devenu un deck de tes cartes"),
    "undo": gettext_lazy("Changement annulé"),
    "redo": gettext_lazy("Changement refait"),
}


def _said(version: DeckVersion) -> str:
    kind, _colon, subject = version.change.partition(":")
    if kind == "restore":
        return _("Retour à la version %(number)s") % {"number": subject}
    return str(_CHANGES.get(kind, version.change))
