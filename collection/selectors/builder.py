"""The page of a deck: its slots, its case before the rules, its repair, the cards to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, Subquery
from django.http import Http404

from collection.models import Card, Copy, Deck, DeckVersion, Player, Rarity
from collection.selectors.availability import copies_by_state, held_by
from collection.selectors.cards import cards_by_pk, cards_visible
from collection.selectors.catalogue import Catalogue, catalogue_for
from collection.selectors.curves import Curve, curve_of
from collection.selectors.judging import Judgement, Mending, Terms, counted, judged, mended
from collection.selectors.pool import (
    NOTHING_FOUND,
    Found,
    PoolFilters,
    PoolTile,
    Stock,
    pool_found,
    pool_tile,
    pool_tiles,
)
from rules.cards import Card as RulesCard
from rules.cards import Rarity as RarityCode
from rules.decks import DECK_SIZE, Minimum

State = Copy.State


@dataclass(frozen=True, slots=True)
class Slot:
    """A card in the deck; `wrong` where a rule that does not hold names it."""

    card: Card
    wrong: bool


@dataclass(frozen=True, slots=True)
class Swap:
    """One step of a repair: the card that goes, the card that comes; either may be missing."""

    out: Card | None
    into: Card | None


@dataclass(frozen=True, slots=True)
class Builder:
    """All that the page of a deck shows to its owner."""

    deck: Deck
    slots: tuple[Slot, ...]
    judgement: Judgement
    mending: Mending | None
    swaps: tuple[Swap, ...]
    curve: Curve
    by_rarity: tuple[tuple[Rarity, str], ...]
    rarities: tuple[Rarity, ...]
    stakeable: int
    lacking: int
    elsewhere: int
    copies: tuple[Copy, ...]
    found: Found
    tiles: list[PoolTile]
    stock: Stock

    @property
    def size(self) -> int:
        """Return how many cards the deck has."""
        return len(self.slots)

    @property
    def empty_slots(self) -> range:
        """Return the places that no card fills yet, by their number from 1."""
        return range(self.size + 1, DECK_SIZE + 1)

    def tile(self, card: Card) -> PoolTile:
        """Return one card as the pool shows it."""
        return pool_tile(card, self.stock)


def deck_for(viewer: Player, deck_id: int) -> Deck:
    """Return a deck of the viewer's, with `can_undo` and `can_redo`; 404 for every other."""
    now = DeckVersion.objects.filter(deck=OuterRef("pk"), number=OuterRef("version"))
    later = DeckVersion.objects.filter(
        deck=OuterRef("pk"), number=F("state"), parent=OuterRef("state_now")
    )
    decks = Deck.objects.filter(owner=viewer, pk=deck_id).annotate(
        state_now=Subquery(now.values("state")[:1]),
        can_undo=Exists(now.filter(parent__isnull=False)),
        can_redo=Exists(later),
    )
    deck = decks.first()
    if deck is None:
        raise Http404
    return deck


def card_for_deck(viewer: Player, deck_id: int, slug: str) -> Card | None:
    """Return a card that the viewer may see, or that stands in that deck of theirs all the same."""
    visible = cards_visible(viewer).filter(slug=slug).first()
    if visible:
        return visible
    in_deck = Card.objects.filter(
        slug=slug, deck_slots__deck=deck_id, deck_slots__deck__owner=viewer
    )
    return in_deck.select_related("rarity", "brawler", "suits").first()


def builder_for(viewer: Player, deck_id: int, filters: PoolFilters | None) -> Builder:
    """Return the page of a deck of the viewer's; 404 for every other.

    Without `filters` the cards to choose from are left out.
    """
    deck = deck_for(viewer, deck_id)
    pks = list(deck.slots.order_by("position").values_list("card", flat=True))
    catalogue = catalogue_for(viewer)
    copies = held_by(deck) if deck.assembled_at else []
    stock = _stock(viewer, deck, pks, copies)
    known = _known(catalogue, pks)
    rarities = tuple(Rarity.objects.all())
    labels = {rarity.code: rarity.label for rarity in rarities}
    cards = [known[pk].rules for pk in pks]
    terms = _terms(deck, stock, known)
    names = {one.rules.id: one.label for one in known.values()}
    judgement = judged(cards, terms, names=names, rarities=labels)
    choice = {} if judgement.legal else _choice(catalogue, stock, known)
    mending = None if judgement.legal else mended(cards, choice, terms, labels)
    found = pool_found(catalogue, stock, filters) if filters else NOTHING_FOUND
    rows = cards_by_pk({*pks, *found.shown, *_named_in(mending, catalogue)})
    return Builder(
        deck=deck,
        slots=_slots([rows[pk] for pk in pks], judgement),
        judgement=judgement,
        mending=mending,
        swaps=_swaps(mending, {card.slug: card for card in rows.values()}),
        curve=curve_of(cards),
        by_rarity=_by_rarity(cards, rarities),
        rarities=rarities,
        stakeable=_stakeable(deck, catalogue, stock),
        lacking=sum(max(0, n - stock.available.get(pk, 0)) for pk, n in stock.used.items()),
        elsewhere=sum(stock.owned.values()) - sum(stock.available.values()),
        copies=tuple(copies),
        found=found,
        tiles=pool_tiles(found.shown, rows, stock),
        stock=stock,
    )


def _stock(viewer: Player, deck: Deck, pks: Sequence[int], copies: Sequence[Copy]) -> Stock:
    """Return what a deck may be made of: free copies, and those that it holds already."""
    by_state = copies_by_state(viewer)
    held = Counter(copy.card_id for copy in copies)
    available = {card: states.get(State.FREE, 0) + held[card] for card, states in by_state.items()}
    owned = {card: sum(states.values()) for card, states in by_state.items()}
    return Stock(owned=owned, available=available, used=Counter(pks), dream=deck.dream)


class _Known(NamedTuple):
    """A card of the deck as the rules know it, and its name."""

    rules: RulesCard
    label: str


def _known(catalogue: Catalogue, pks: Sequence[int]) -> dict[int, _Known]:
    """Return the cards of the deck, those too that have left the viewer's catalogue since."""
    wanted = set(pks)
    facts = (card for card in catalogue.cards if card.pk in wanted)
    known = {card.pk: _Known(card.as_rules(), card.label) for card in facts}
    gone = wanted - known.keys()
    if gone:
        rows = cards_by_pk(gone)
        known |= {pk: _Known(card.as_rules(), card.label) for pk, card in rows.items()}
    return known


def _terms(deck: Deck, stock: Stock, known: Mapping[int, _Known]) -> Terms:
    owned = {one.rules.id: stock.available.get(pk, 0) for pk, one in known.items()}
    return Terms(
        wager=RarityCode(deck.wager_id) if deck.wager_id else None,
        minimum=Minimum(deck.minimum),
        owned=None if deck.dream else owned,
    )


def _choice(
    catalogue: Catalogue, stock: Stock, known: Mapping[int, _Known]
) -> dict[RulesCard, int]:
    """Return what a repair may use: what is available, or for a dream each card of the era."""
    if stock.dream:
        choice = {card.as_rules(): 1 for card in catalogue.cards if card.era}
        return choice | {known[pk].rules: number for pk, number in stock.used.items()}
    available = stock.available
    return {card.as_rules(): available[card.pk] for card in catalogue.cards if card.pk in available}


def _named_in(mending: Mending | None, catalogue: Catalogue) -> set[int]:
    if mending is None:
        return set()
    named = {slug for swap in mending.swaps for slug in swap}
    return {card.pk for card in catalogue.cards if card.slug in named}


def _slots(cards: Sequence[Card], judgement: Judgement) -> tuple[Slot, ...]:
    """Return the slots; of a card that is there too often, the last ones are the wrong ones."""
    blamed = judgement.blamed
    slots = []
    for card in reversed(cards):
        slots.append(Slot(card, wrong=blamed[card.slug] > 0))
        blamed[card.slug] -= 1
    return tuple(reversed(slots))


def _swaps(mending: Mending | None, cards: Mapping[str, Card]) -> tuple[Swap, ...]:
    if mending is None:
        return ()
    return tuple(
        Swap(cards[out] if out else None, cards[into] if into else None)
        for out, into in mending.swaps
    )


def _by_rarity(
    cards: Sequence[RulesCard], rarities: Sequence[Rarity]
) -> tuple[tuple[Rarity, str], ...]:
    """Return the rarities of the deck, each with how many cards it has of it, in words."""
    numbers = Counter(card.rarity for card in cards)
    codes = ((rarity, RarityCode(rarity.code)) for rarity in rarities)
    return tuple((rarity, counted(code, numbers[code])) for rarity, code in codes if numbers[code])


def _stakeable(deck: Deck, catalogue: Catalogue, stock: Stock) -> int:
    """Return how many copies the owner could stake: of the rarity, available, not in the deck."""
    if not deck.wager_id:
        return 0
    return sum(stock.left(card.pk) for card in catalogue.cards if card.rarity == deck.wager_id)
