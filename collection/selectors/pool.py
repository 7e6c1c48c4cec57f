"""The cards to choose from beside a deck: those of its owner, or the catalogue for a dream."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from collection.folding import fold
from collection.models import Card
from collection.selectors.catalogue import CardFacts, Catalogue
from collection.selectors.search import Hit

TILES_A_PAGE = 36

SORTS: Mapping[str, Promise] = {
    "": _("Rareté"),
    "points": _("Points en jeu"),
    "nom": _("Nom"),
    "libres": _("Exemplaires libres"),
}


@dataclass(frozen=True, slots=True)
class PoolFilters:
    """What the builder of a deck asks to choose from."""

    text: str = ""
    rarity: str = ""
    sort: str = ""
    recent: bool = False
    page: int = 1

    def query(self, **changes: object) -> str:
        """Return the query string that asks for this, with some things changed, from its start."""
        asked = replace(self, **{"page": 1, **changes})  # type: ignore[arg-type]
        parts = {
            "q": asked.text,
            "rarete": asked.rarity,
            "tri": asked.sort,
            "recentes": "1" if asked.recent else "",
            "page": str(asked.page) if asked.page > 1 else "",
        }
        return "?" + urlencode({name: value for name, value in parts.items() if value})


@dataclass(frozen=True, slots=True)
class Stock:
    """What a deck may be made of, in numbers by the card's key.

    `owned` counts every copy of its owner, `available` those that this deck may have, `used`
    what it has. A dream deck takes any card: for it nothing runs out.
    """

    owned: Mapping[int, int]
    available: Mapping[int, int]
    used: Mapping[int, int]
    dream: bool

    def left(self, card: int) -> int:
        """Return how many copies of a card can still go in."""
        return max(0, self.available.get(card, 0) - self.used.get(card, 0))

    def offers(self, card: CardFacts, *, recent: bool) -> bool:
        """Say whether a card is among those to choose from."""
        mine = card.pk in self.owned or card.pk in self.used
        return mine or (self.dream and (card.era or recent or card.is_private))


@dataclass(frozen=True, slots=True)
class PoolTile:
    """A card to choose, with how many copies are left for the deck and how many it has."""

    card: Card
    left: int
    used: int
    owned: int
    dream: bool

    @property
    def is_out(self) -> bool:
        """Say whether no copy can be added any more."""
        return not self.dream and not self.left


@dataclass(frozen=True, slots=True)
class Found:
    """The cards that pass the filters: those of this page, by key, and how many in all."""

    shown: tuple[int, ...]
    total: int
    offered: int
    filters: PoolFilters

    @property
    def next_query(self) -> str:
        """Return the query of the next page, nothing on the last."""
        more = self.total > self.filters.page * TILES_A_PAGE
        return self.filters.query(page=self.filters.page + 1) if more else ""

    @property
    def previous_query(self) -> str:
        """Return the query of the page before, nothing on the first."""
        return self.filters.query(page=self.filters.page - 1) if self.filters.page > 1 else ""

    @property
    def unseen(self) -> int:
        """Return how many cards come after this page."""
        return max(0, self.total - self.filters.page * TILES_A_PAGE)


NOTHING_FOUND = Found((), 0, 0, PoolFilters())


def pool_found(catalogue: Catalogue, stock: Stock, filters: PoolFilters) -> Found:
    """Return the page of the pool that the filters ask for."""
    offered = [card for card in catalogue.cards if stock.offers(card, recent=filters.recent)]
    hits = catalogue.find(filters.text) if filters.text else {}
    passing = [card for card in offered if card.pk in hits] if filters.text else offered
    if filters.rarity:
        passing = [card for card in passing if card.rarity == filters.rarity]
    pages = max(1, -(-len(passing) // TILES_A_PAGE))
    filters = replace(filters, page=min(filters.page, pages))
    ordered = sorted(passing, key=_order(filters, stock, hits))
    first = (filters.page - 1) * TILES_A_PAGE
    shown = tuple(card.pk for card in ordered[first : first + TILES_A_PAGE])
    return Found(shown, len(passing), len(offered), filters)


_Key = tuple[object, ...]
_NOT_ASKED = Hit(0, 0)


def _order(
    filters: PoolFilters, stock: Stock, hits: Mapping[int, Hit]
) -> Callable[[CardFacts], _Key]:
    """Return the order asked for: by rarity, or the best finds first, unless told."""
    orders: dict[str, Callable[[CardFacts], _Key]] = {
        "points": lambda card: (-card.points, card.rarity_order, card.number),
        "nom": lambda card: (fold(card.label), card.number),
        "libres": lambda card: (-stock.left(card.pk), card.rarity_order, card.number),
        "": lambda card: (hits.get(card.pk, _NOT_ASKED), card.rarity_order, card.number),
    }
    return orders[filters.sort]


def pool_tiles(pks: Sequence[int], cards: Mapping[int, Card], stock: Stock) -> list[PoolTile]:
    """Return the tiles of some cards, in that order."""
    return [pool_tile(cards[pk], stock) for pk in pks if pk in cards]


def pool_tile(card: Card, stock: Stock) -> PoolTile:
    """Return the tile of one card."""
    return PoolTile(
        card=card,
        left=stock.left(card.pk),
        used=stock.used.get(card.pk, 0),
        owned=stock.owned.get(card.pk, 0),
        dream=stock.dream,
    )
