"""The collection page: what an owner holds, by card or copy by copy.

Copies are counted in SQL, over the covering index; what comes back is one row for each card and
state, never one for each copy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.db.models import Count, F, Max, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from collection.models import Copy, Player
from collection.selectors.cards import Tile, cards_by_pk
from collection.selectors.catalogue import CardFacts, catalogue_for

State = Copy.State
CARDS_A_PAGE = 48
COPIES_A_PAGE = 40

COPY_BY_COPY = "exemplaires"
SORTS: Mapping[str, Promise] = {
    "": _("Numéro"),
    "recentes": _("Ajoutées en dernier"),
    "nombre": _("Les plus nombreuses"),
}
STATES: Mapping[str, Promise | str] = {
    state.value: state.label for state in State if state is not State.GONE
}
NO_CONDITION = "aucun"
CONDITIONS: Mapping[str, Promise | str] = {
    condition.value or NO_CONDITION: condition.label for condition in Copy.Condition
}


@dataclass(frozen=True, slots=True)
class Filters:
    """What an owner asks of the collection page."""

    view: str = ""
    text: str = ""
    rarity: str = ""
    state: str = ""
    condition: str = ""
    binder: str = ""
    doubles: bool = False
    sort: str = ""
    after: str = ""

    def query(self, **changes: object) -> str:
        """Return the query string that asks for this, with some things changed, from its start."""
        asked = replace(self, **{"after": "", **changes})  # type: ignore[arg-type]
        parts = {
            "vue": asked.view,
            "q": asked.text,
            "rarete": asked.rarity,
            "situation": asked.state,
            "etat": asked.condition,
            "classeur": asked.binder,
            "doubles": "1" if asked.doubles else "",
            "tri": asked.sort,
            "apres": asked.after,
        }
        return "?" + urlencode({name: value for name, value in parts.items() if value})

    @property
    def narrows_copies(self) -> bool:
        """Say whether a filter looks at single copies, and not at cards alone."""
        return bool(self.state or self.condition or self.binder)

    @property
    def narrowing(self) -> int:
        """Return how many filters are at work, the search apart."""
        chosen = (self.rarity, self.state, self.condition, self.binder, self.doubles)
        return sum(map(bool, chosen))


@dataclass(frozen=True, slots=True)
class Totals:
    """An owner's whole collection: how many copies of each card, and how many stand where."""

    by_card: Mapping[int, int]
    by_state: Mapping[str, int]

    @property
    def cards(self) -> int:
        """Return how many different cards there are."""
        return len(self.by_card)

    @property
    def copies(self) -> int:
        """Return how many copies there are."""
        return sum(self.by_card.values())

    @property
    def doubles(self) -> int:
        """Return how many copies there are beyond the first of each card."""
        return self.copies - self.cards


@dataclass(frozen=True, slots=True)
class StateOption:
    """A state as a filter, with how many copies are in it."""

    value: str
    label: str | Promise
    count: int


def state_options(totals: Totals) -> list[StateOption]:
    """Return the states that a copy may be in, each with how many are."""
    return [
        StateOption(value, label, totals.by_state.get(value, 0)) for value, label in STATES.items()
    ]


def totals_of(owner: Player) -> Totals:
    """Return the totals of a collection, whatever the filters."""
    by_card: dict[int, int] = {}
    by_state: dict[str, int] = {}
    rows = Copy.objects.filter(owner=owner).order_by().values_list("card", "state")
    for card, state, number in rows.annotate(number=Count("pk")):
        by_card[card] = by_card.get(card, 0) + number
        by_state[state] = by_state.get(state, 0) + number
    return Totals(by_card, by_state)


@dataclass(frozen=True, slots=True)
class CardPage:
    """One page of cards: `tiles`, how many cards and copies pass in all, the key of the next."""

    tiles: list[Tile]
    cards: int
    copies: int
    next_key: str


@dataclass(frozen=True, slots=True)
class CopyPage:
    """One page of single copies, the latest first, and the key of the next."""

    copies: list[Copy]
    next_key: str


def copies_held(owner: Player, filters: Filters) -> QuerySet[Copy]:
    """Return the owner's copies that pass the filters on single copies."""
    copies = Copy.objects.filter(owner=owner)
    if filters.state:
        copies = copies.filter(state=filters.state)
    if filters.condition:
        copies = copies.filter(condition=filters.condition.replace(NO_CONDITION, ""))
    if filters.binder:
        copies = copies.filter(binder=filters.binder)
    return copies


def cards_held(owner: Player, filters: Filters, totals: Totals) -> CardPage:
    """Return the page of cards that have copies passing the filters.

    A tile tells how many copies of the card there are in all; `copies` counts those that pass.
    """
    counted = _counted(owner, filters, totals)
    passing = [card for card in _facts_passing(owner, filters) if card.pk in counted]
    if filters.doubles:
        passing = [card for card in passing if totals.by_card.get(card.pk, 0) > 1]
    keyed = sorted((_key(card, counted[card.pk], filters.sort), card.pk) for card in passing)
    rest = [pair for pair in keyed if pair[0] > _read_key(filters.after)]
    shown = rest[:CARDS_A_PAGE]
    return CardPage(
        tiles=_tiles([pk for _key, pk in shown], totals),
        cards=len(passing),
        copies=sum(counted[card.pk][0] for card in passing),
        next_key=_write_key(shown[-1][0]) if len(rest) > len(shown) else "",
    )


_Counted = Mapping[int, tuple[int, int]]


def _counted(owner: Player, filters: Filters, totals: Totals) -> _Counted:
    """Return, for each card, how many copies pass the filters on copies, and the latest of them."""
    if filters.narrows_copies or filters.sort == "recentes":
        return _counted_in_sql(owner, filters)
    return {card: (number, 0) for card, number in totals.by_card.items()}


def _counted_in_sql(owner: Player, filters: Filters) -> _Counted:
    # A sum and no plain column: SQLite would follow the order of (owner, card, state), and read
    # each row for its condition or binder, rather than the index that narrows.
    grouped = copies_held(owner, filters).order_by().annotate(grouped=F("card_id") + 0)
    rows = grouped.values("grouped").annotate(number=Count("pk"), last=Max("pk"))
    return {
        card: (number, last) for card, number, last in rows.values_list("grouped", "number", "last")
    }


def _facts_passing(owner: Player, filters: Filters) -> list[CardFacts]:
    """Return the cards that pass the filters on cards: text and rarity."""
    catalogue = catalogue_for(owner)
    cards = list(catalogue.cards)
    if filters.rarity:
        cards = [card for card in cards if card.rarity == filters.rarity]
    if filters.text:
        hits = catalogue.find(filters.text)
        cards = [card for card in cards if card.pk in hits]
    return cards


_Key = tuple[int, ...]


def _key(card: CardFacts, counted: tuple[int, int], sort: str) -> _Key:
    number, last = counted
    if sort == "recentes":
        return (-last,)
    if sort == "nombre":
        return (-number, card.number)
    return (card.number,)


def _write_key(key: _Key) -> str:
    return "_".join(map(str, key))


def _read_key(text: str) -> _Key:
    """Return a page's key; whatever is none asks for the first page."""
    try:
        return tuple(int(part) for part in text[:40].split("_"))
    except ValueError:
        return ()


def _tiles(pks: list[int], totals: Totals) -> list[Tile]:
    cards = cards_by_pk(pks)
    return [Tile(cards[pk], totals.by_card.get(pk, 0)) for pk in pks if pk in cards]


def copies_listed(owner: Player, filters: Filters, totals: Totals) -> CopyPage:
    """Return the page of single copies that the filters ask for, the latest first."""
    copies = copies_held(owner, filters)
    if filters.rarity or filters.text:
        copies = copies.filter(card__in=[card.pk for card in _facts_passing(owner, filters)])
    if filters.doubles:
        doubles = [card for card, number in totals.by_card.items() if number > 1]
        copies = copies.filter(card__in=doubles)
    key = _read_key(filters.after)
    if key:
        copies = copies.filter(pk__lt=key[0])
    related = copies.select_related(
        "card__rarity", "card__brawler", "card__suits", "deck", "lent_to"
    )
    page = list(related.order_by("-pk")[: COPIES_A_PAGE + 1])
    shown = page[:COPIES_A_PAGE]
    return CopyPage(shown, str(shown[-1].pk) if len(page) > len(shown) else "")
