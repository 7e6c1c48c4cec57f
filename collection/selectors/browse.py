"""The card grid: which cards a viewer's filters keep, in which order, and what each would find.

The catalogue lies in memory, so one walk over it tests every filter. A card that fails only one
of them counts for that one's options: each count says what choosing the option would show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from collection.folding import fold
from collection.models import Card, Player, Rarity
from collection.selectors.cards import Tile, cards_by_pk, holdings_for, wishes_for
from collection.selectors.catalogue import CardFacts, Catalogue, catalogue_for
from collection.selectors.search import Hit

PAGE_SIZE = 60

HOLDINGS: Mapping[str, Promise] = {
    "owned": _("Possédées"),
    "missing": _("Manquantes"),
    "doubles": _("En double"),
    "wished": _("Souhaitées"),
}
SORTS: Mapping[str, Promise] = {
    "": _("Ordre habituel"),
    "number": _("Numéro"),
    "name": _("Nom"),
    "rarity": _("Rareté"),
    "points": _("Points en jeu"),
    "owned": _("Exemplaires à moi"),
}


@dataclass(frozen=True, slots=True)
class Filters:
    """What a viewer asks of the grid; `mine` and `recent` are the two switches."""

    text: str = ""
    rarities: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    brawler: str = ""
    holding: str = ""
    mine: bool = False
    recent: bool = False
    sort: str = ""
    page: int = 1

    def query(self, **changes: object) -> str:
        """Return the shortest query string that asks for this, with some things changed.

        Going elsewhere starts at the first page again, unless a page is named.
        """
        asked = replace(self, **{"page": 1, **changes})  # type: ignore[arg-type]
        parts = [
            ("q", asked.text),
            *(("rarete", code) for code in sorted(asked.rarities)),
            *(("sorte", kind) for kind in sorted(asked.kinds)),
            ("brawler", asked.brawler),
            ("possession", asked.holding),
            ("miennes", "1" if asked.mine else ""),
            ("recentes", "1" if asked.recent else ""),
            ("tri", asked.sort),
            ("page", str(asked.page) if asked.page > 1 else ""),
        ]
        return "?" + urlencode([part for part in parts if part[1]])

    @property
    def narrowing(self) -> int:
        """Return how many filters of the drawer are at work."""
        chosen = (self.brawler, self.holding)
        return len(self.rarities) + len(self.kinds) + sum(map(bool, chosen))


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a filter: how many cards it would show, and whether it is chosen."""

    value: str
    label: str | Promise
    count: int
    chosen: bool
    rarity: Rarity | None = None


@dataclass(frozen=True, slots=True)
class Browsed:
    """One page of the grid, with what surrounds it.

    `total` cards pass all filters; `anybodys` is what they would be with the switch « mes cartes »
    off, `newer` how many more would come with the switch of the newer cards on, `found` how many
    the text alone finds.
    """

    filters: Filters
    tiles: list[Tile]
    total: int
    pages: int
    anybodys: int
    newer: int
    found: int
    unknown_brawler: str
    owns_some: bool
    holdings: list[Option]
    rarities: list[Option]
    kinds: list[Option]
    brawlers: list[Option]

    @property
    def query(self) -> str:
        """Return the query of this very page."""
        return self.filters.query(page=self.filters.page)

    @property
    def next_query(self) -> str:
        """Return the query of the next page, nothing on the last one."""
        more = self.filters.page < self.pages
        return self.filters.query(page=self.filters.page + 1) if more else ""

    @property
    def previous_query(self) -> str:
        """Return the query of the page before, nothing on the first one."""
        before = self.filters.page > 1
        return self.filters.query(page=self.filters.page - 1) if before else ""

    @property
    def everywhere_query(self) -> str:
        """Return the query of the same search with the switch « mes cartes » turned off."""
        return self.filters.query(mine=False) + "&miennes=0"

    @property
    def newer_query(self) -> str:
        """Return the query of the same search with the newer cards."""
        return self.filters.query(recent=True)

    @property
    def unfiltered_query(self) -> str:
        """Return the query of the same text alone, in all the cards."""
        return Filters(text=self.filters.text, recent=True).query() + "&miennes=0"

    @property
    def left(self) -> int:
        """Return how many cards come after this page."""
        return max(0, self.total - self.filters.page * PAGE_SIZE)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The catalogue with what the viewer has of it and what their text finds in it."""

    catalogue: Catalogue
    owned: Mapping[int, int]
    wished: frozenset[int]
    hits: Mapping[int, Hit]

    @property
    def brawlers(self) -> set[str]:
        """Return the slugs of the Brawlers that have a card here."""
        return {card.brawler or "" for card in self.catalogue.cards}

    def holdings_of(self, card: CardFacts) -> list[str]:
        owned = self.owned.get(card.pk, 0)
        words = ["owned"] if owned else ["missing"]
        if owned > 1:
            words.append("doubles")
        # A wish counts only while the card is missing.
        if card.pk in self.wished and not owned:
            words.append("wished")
        return words

    def is_kept_apart(self, card: CardFacts) -> bool:
        """Say whether a newer card is nothing to this viewer, and waits behind its switch."""
        theirs = card.is_private or card.pk in self.owned or card.pk in self.wished
        return not card.era and not theirs


def browse(viewer: Player | None, filters: Filters) -> Browsed:
    """Return the page of the grid that a viewer's filters ask for."""
    shelf = _shelf_for(viewer, filters.text)
    unknown = "" if filters.brawler in shelf.brawlers else filters.brawler
    filters = replace(filters, brawler="" if unknown else filters.brawler)
    kept, counts = _walk(shelf, filters)
    pages = max(1, -(-len(kept) // PAGE_SIZE))
    filters = replace(filters, page=min(filters.page, pages))
    first = (filters.page - 1) * PAGE_SIZE
    shown = _sorted(kept, filters.sort, shelf)[first : first + PAGE_SIZE]
    return Browsed(
        filters=filters,
        tiles=_tiles(shown, shelf),
        total=len(kept),
        pages=pages,
        anybodys=counts["mine"]["any"],
        newer=counts["recent"]["newer"],
        found=len(shelf.hits),
        unknown_brawler=unknown,
        owns_some=bool(shelf.owned),
        holdings=_options(HOLDINGS, counts["holding"], {filters.holding}),
        rarities=_rarity_options(counts["rarity"], filters.rarities),
        kinds=_options(dict(Card.Kind.choices), counts["kind"], filters.kinds),
        brawlers=_brawler_options(shelf.catalogue, counts["brawler"], filters.brawler),
    )


def _shelf_for(viewer: Player | None, text: str) -> _Shelf:
    catalogue = catalogue_for(viewer)
    return _Shelf(catalogue, holdings_for(viewer), wishes_for(viewer), catalogue.find(text))


_Test = Callable[[CardFacts], bool]
_Counts = dict[str, Counter[str]]


def _walk(shelf: _Shelf, filters: Filters) -> tuple[list[CardFacts], _Counts]:
    """Return the cards that pass every filter, and for each filter what its options would show."""
    tests = _tests(shelf, filters)
    kept: list[CardFacts] = []
    counts: _Counts = {name: Counter() for name in _FACETS}
    for card in shelf.catalogue.cards:
        failed = [name for name, passes in tests.items() if not passes(card)]
        if not failed:
            kept.append(card)
        if len(failed) < 2:
            _count(counts, card, failed, shelf)
    return kept, counts


def _tests(shelf: _Shelf, filters: Filters) -> dict[str, _Test]:
    """Return the filters that are at work, by name."""
    tests: dict[str, tuple[object, _Test]] = {
        "text": (filters.text, lambda card: card.pk in shelf.hits),
        "rarity": (filters.rarities, lambda card: card.rarity in filters.rarities),
        "kind": (filters.kinds, lambda card: card.kind in filters.kinds),
        "brawler": (filters.brawler, lambda card: card.brawler == filters.brawler),
        "holding": (filters.holding, lambda card: filters.holding in shelf.holdings_of(card)),
        "mine": (filters.mine, lambda card: card.pk in shelf.owned),
        "recent": (not filters.recent, lambda card: not shelf.is_kept_apart(card)),
    }
    return {name: test for name, (at_work, test) in tests.items() if at_work}


_FACETS: Mapping[str, Callable[[CardFacts, _Shelf], Iterable[str]]] = {
    "rarity": lambda card, _shelf: [card.rarity],
    "kind": lambda card, _shelf: [card.kind],
    "brawler": lambda card, _shelf: [card.brawler or ""],
    "holding": lambda card, shelf: shelf.holdings_of(card),
    "mine": lambda _card, _shelf: ["any"],
    "recent": lambda card, shelf: ["newer"] if shelf.is_kept_apart(card) else [],
}


def _count(counts: _Counts, card: CardFacts, failed: Sequence[str], shelf: _Shelf) -> None:
    for name in _FACETS:
        if not failed or failed == [name]:
            counts[name].update(_FACETS[name](card, shelf))


def _sorted(cards: list[CardFacts], sort: str, shelf: _Shelf) -> list[CardFacts]:
    """Return cards in the order asked for: the best finds first, or by number, unless told."""
    keys: dict[str, Callable[[CardFacts], object]] = {
        "number": lambda card: card.number,
        "name": lambda card: fold(card.label),
        "rarity": lambda card: card.rarity_order,
        "points": lambda card: -card.points,
        "owned": lambda card: -shelf.owned.get(card.pk, 0),
    }
    habit = {"": lambda card: shelf.hits.get(card.pk, _NOT_ASKED)}
    return sorted(cards, key={**keys, **habit}[sort])  # type: ignore[arg-type]


_NOT_ASKED = Hit(0, 0)


def _tiles(shown: Sequence[CardFacts], shelf: _Shelf) -> list[Tile]:
    cards = cards_by_pk([card.pk for card in shown])
    return [
        Tile(cards[pk], shelf.owned.get(pk, 0), pk in shelf.wished)
        for pk in (card.pk for card in shown)
        if pk in cards
    ]


def _options(
    labels: Mapping[str, str | Promise], counts: Counter[str], chosen: Iterable[str]
) -> list[Option]:
    return [Option(value, label, counts[value], value in chosen) for value, label in labels.items()]


def _rarity_options(counts: Counter[str], chosen: frozenset[str]) -> list[Option]:
    return [
        Option(rarity.code, rarity.label, counts[rarity.code], rarity.code in chosen, rarity)
        for rarity in Rarity.objects.all()
    ]


def _brawler_options(catalogue: Catalogue, counts: Counter[str], chosen: str) -> list[Option]:
    """Return the Brawlers that some card shows now, and the chosen one, in their own order."""
    brawlers = {
        card.brawler: (card.brawler_order or 0, card.brawler_label)
        for card in catalogue.cards
        if card.brawler and (counts[card.brawler] or card.brawler == chosen)
    }
    return [
        Option(slug, label, counts[slug], slug == chosen)
        for slug, (_order, label) in sorted(brawlers.items(), key=lambda item: item[1])
    ]
