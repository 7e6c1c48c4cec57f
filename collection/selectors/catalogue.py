"""The catalogue as one viewer may see it, whole and in memory: some six hundred small values.

Filters, counts, sorts and searches run over these values, so that a page asks the database for
the cards that it shows and for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import get_language

from collection.models import Card, Copy, Player
from collection.selectors.search import Entry, Finder, Hit
from rules.cards import COUNT_POINTS, Rarity
from rules.cards import Card as RulesCard

Status = Card.Status
_ABOUT = 2


class CardFacts(NamedTuple):
    """What filters, sorts and searches ask of a card; its fields follow `_COLUMNS`."""

    pk: int
    number: int
    slug: str
    kind: str
    rarity: str
    rarity_order: int
    rarity_name: str
    rarity_name_en: str
    suits: str | None
    suits_name: str | None
    suits_name_en: str | None
    brawler: str | None
    brawler_name: str | None
    brawler_name_en: str | None
    brawler_order: int | None
    brawler_rarity: str | None
    name: str
    name_en: str
    super_secret: bool
    era: bool
    status: str

    @property
    def is_private(self) -> bool:
        """Say whether the catalogue has not accepted the card: its viewer's alone."""
        return self.status != Status.ACCEPTED

    @property
    def label(self) -> str:
        """Return the name in the reader's language."""
        return label_of(self.name, self.name_en)

    @property
    def brawler_label(self) -> str:
        """Return its Brawler's name in the reader's language, nothing for a card of none."""
        return label_of(self.brawler_name or "", self.brawler_name_en or "")

    @property
    def points(self) -> int:
        """Return the points in play (rules 1, Cards): an Exceptionnelle's are its Brawler's."""
        code = self.brawler_rarity if self.kind == Card.Kind.SKIN else self.rarity
        return COUNT_POINTS[Rarity(code or self.rarity)]

    def as_rules(self) -> RulesCard:
        """Return the card as the rules know it, just as its row would say."""
        brawler = self.brawler_rarity if self.kind == Card.Kind.SKIN else None
        return RulesCard(
            id=self.slug,
            rarity=Rarity(self.rarity),
            suits=Rarity(self.suits) if self.suits else None,
            brawler=Rarity(brawler) if brawler else None,
            super_secret=self.super_secret,
        )


_COLUMNS = (
    "pk",
    "number",
    "slug",
    "kind",
    "rarity_id",
    "rarity__order",
    "rarity__name",
    "rarity__name_en",
    "suits_id",
    "suits__name",
    "suits__name_en",
    "brawler__slug",
    "brawler__name",
    "brawler__name_en",
    "brawler__order",
    "brawler__rarity_id",
    "name",
    "name_en",
    "super_secret",
    "era",
    "status",
)


def label_of(name: str, name_en: str) -> str:
    """Return the name in the reader's language, French where there is no English one."""
    if name_en and (get_language() or "fr").startswith("en"):
        return name_en
    return name


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The cards that a viewer may see, in the order of their numbers."""

    cards: tuple[CardFacts, ...]
    finders: tuple[Finder, ...]

    def find(self, text: str) -> dict[int, Hit]:
        """Return the cards that `text` may mean, by primary key, with how well each fits.

        Typing errors are only looked for where nothing fits without them. An empty or a hopeless
        text finds nothing.
        """
        found = _together(finder.exact(text) for finder in self.finders)
        return found or _best(_together(finder.near(text) for finder in self.finders))


def catalogue_for(viewer: Player | None) -> Catalogue:
    """Return the catalogue of one viewer: what is accepted, and what is theirs alone.

    One query, which is itself what tells whether the catalogue changed: no writer has to remember
    to say so, in this process or another.
    """
    facts = _facts(_cards_of(viewer))
    shared = _shared_catalogue(tuple(card for card in facts if not card.is_private))
    private = [card for card in facts if card.is_private]
    if not private:
        return shared
    return Catalogue(facts, (*shared.finders, Finder(map(_entry, private))))


_remembered = Catalogue((), ())


def _shared_catalogue(cards: tuple[CardFacts, ...]) -> Catalogue:
    """Return the accepted cards, made ready for searches once a process."""
    global _remembered  # noqa: PLW0603 (one value, replaced whole: threads see the old or the new)
    if _remembered.cards != cards:
        _remembered = Catalogue(cards, (Finder(map(_entry, cards)),))
    return _remembered


def _facts(cards: QuerySet[Card]) -> tuple[CardFacts, ...]:
    rows = cards.order_by("number").values_list(*_COLUMNS)
    return tuple(CardFacts._make(row) for row in rows)


def _cards_of(viewer: Player | None) -> QuerySet[Card]:
    """Return what is in the catalogue, and what the viewer proposes or holds outside it."""
    accepted = Q(status=Status.ACCEPTED)
    if viewer is None:
        return Card.objects.filter(accepted)
    proposed = Q(status=Status.PROPOSED, proposed_by=viewer)
    return Card.objects.filter(accepted | proposed | Q(_held_by(viewer)))


def _held_by(viewer: Player) -> Exists:
    return Exists(Copy.objects.filter(owner=viewer, card=OuterRef("pk")))


def _entry(card: CardFacts) -> Entry:
    topics = (card.rarity_name, card.rarity_name_en, card.suits_name, card.suits_name_en)
    return Entry(
        key=card.pk,
        number=card.number,
        names=(card.name, card.name_en),
        others=(card.brawler_name or "", card.brawler_name_en or ""),
        topics=(*(topic or "" for topic in topics), "super" if card.super_secret else ""),
    )


def _together(found: Iterable[dict[int, Hit]]) -> dict[int, Hit]:
    return {key: hit for some in found for key, hit in some.items()}


def _best(found: dict[int, Hit]) -> dict[int, Hit]:
    """Keep the cards that ask for about as few mistakes as the one that asks for the fewest."""
    fewest = min(found.values(), default=Hit(0, 0)).cost
    return {key: hit for key, hit in found.items() if hit.cost <= fewest + _ABOUT}
