"""Cards as one viewer may see them: one, a few by name, how many they own, what surrounds one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404

from collection.models import Brawler, Card, Copy, Deck, Player, Rarity, Wish
from collection.selectors.catalogue import catalogue_for
from collection.selectors.search import Hit
from rules.cards import BRAWLER_RARITIES
from rules.cards import Rarity as RarityCode
from rules.decks import MAXIMUMS, MINIMUMS

COPIES_SHOWN = 24
DECKS_SHOWN = 24
PROPOSALS_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Tile:
    """A card with what its viewer has of it."""

    card: Card
    owned: int = 0
    wished: bool = False


def cards_visible(viewer: Player | None) -> QuerySet[Card]:
    """Return the accepted cards, and those that the viewer proposed or holds a copy of."""
    cards = Card.objects.select_related("rarity", "brawler", "suits")
    accepted = Q(status=Card.Status.ACCEPTED)
    if viewer is None:
        return cards.filter(accepted)
    held = Copy.objects.filter(owner=viewer, card=OuterRef("pk"))
    return cards.filter(accepted | Q(proposed_by=viewer) | Exists(held))


def card_for(viewer: Player | None, slug: str) -> Card:
    """Return a card that the viewer may see; 404 for any other."""
    card = cards_visible(viewer).filter(slug=slug).first()
    if card is None:
        raise Http404
    return card


def cards_found(viewer: Player | None, text: str, *, limit: int = 12) -> list[tuple[Card, Hit]]:
    """Return the cards that a text may mean, the most likely first, with how well each fits.

    Understands what the catalogue's search does: numbers, both languages, small mistakes.
    """
    catalogue = catalogue_for(viewer)
    hits = catalogue.find(text)
    numbers = {card.pk: card.number for card in catalogue.cards if card.pk in hits}
    likely = sorted(numbers, key=lambda pk: (hits[pk], numbers[pk]))[:limit]
    cards = cards_by_pk(likely)
    return [(cards[pk], hits[pk]) for pk in likely if pk in cards]


def cards_by_pk(pks: Collection[int]) -> dict[int, Card]:
    """Return cards with what their picture shows; whoever asks has seen to it that they may."""
    cards = Card.objects.filter(pk__in=pks).select_related("rarity", "brawler", "suits")
    return {card.pk: card for card in cards}


def holdings_for(viewer: Player | None) -> dict[int, int]:
    """Return how many copies of each card the viewer owns, by the card's primary key."""
    if viewer is None:
        return {}
    owned = Copy.objects.filter(owner=viewer).order_by().values_list("card")
    return dict(owned.annotate(number=Count("pk")))


def wishes_for(viewer: Player | None) -> frozenset[int]:
    """Return the cards that the viewer wishes for, by primary key."""
    if viewer is None:
        return frozenset()
    return frozenset(Wish.objects.filter(player=viewer).values_list("card", flat=True))


@dataclass(frozen=True, slots=True)
class DeckUse:
    """One of the viewer's decks, and how often it has the card."""

    deck: Deck
    number: int


@dataclass(frozen=True, slots=True)
class CardPage:
    """What the page of a card shows to its viewer.

    `by_state` tells how many copies stand where; `copies` are the latest of them, `decks` those
    last changed, both cut off where a page would become a list.
    """

    card: Card
    owned: int
    by_state: dict[str, int]
    copies: list[Copy]
    wished: bool
    decks: list[DeckUse]
    relatives: list[Tile]
    deck_minimum: int | None
    deck_maximum: int | None

    @property
    def states(self) -> list[tuple[str, int]]:
        """Return the words for where copies stand, each with how many stand there."""
        return [(str(Copy.State(state).label), number) for state, number in self.by_state.items()]

    @property
    def unlisted(self) -> int:
        """Return how many copies the page leaves to the collection's own page."""
        return self.owned - len(self.copies)


def card_page_for(viewer: Player | None, slug: str) -> CardPage:
    """Return the page of a card; 404 where the viewer may not see it."""
    card = card_for(viewer, slug)
    by_state = _copies_by_state(viewer, card)
    return CardPage(
        card=card,
        owned=sum(by_state.values()),
        by_state=by_state,
        copies=_latest_copies(viewer, card) if by_state else [],
        wished=viewer is not None and Wish.objects.filter(player=viewer, card=card).exists(),
        decks=_decks_with(viewer, card),
        relatives=_relatives(viewer, card),
        deck_minimum=_limit(MINIMUMS, card),
        deck_maximum=_limit(MAXIMUMS, card),
    )


def _copies_by_state(viewer: Player | None, card: Card) -> dict[str, int]:
    if viewer is None:
        return {}
    copies = Copy.objects.filter(owner=viewer, card=card).order_by("state")
    return dict(copies.values_list("state").annotate(number=Count("pk")))


def _latest_copies(viewer: Player | None, card: Card) -> list[Copy]:
    copies = Copy.objects.filter(owner=viewer, card=card).select_related("deck", "lent_to")
    return list(copies.order_by("-pk")[:COPIES_SHOWN])


def _decks_with(viewer: Player | None, card: Card) -> list[DeckUse]:
    if viewer is None:
        return []
    decks = Deck.objects.filter(owner=viewer, slots__card=card).annotate(number=Count("slots"))
    latest = decks.order_by("-updated_at", "-pk")[:DECKS_SHOWN]
    return [DeckUse(deck, deck.number) for deck in latest]


def _relatives(viewer: Player | None, card: Card) -> list[Tile]:
    """Return the other cards of the same Brawler; those of the same kind where there is none."""
    alike = Q(brawler=card.brawler_id) if card.brawler_id else Q(kind=card.kind)
    others = cards_visible(viewer).exclude(status=Card.Status.REFUSED).filter(alike)
    cards = list(others.exclude(pk=card.pk).order_by("number"))
    owned = _owned_among(viewer, cards)
    return [Tile(other, owned.get(other.pk, 0)) for other in cards]


def _owned_among(viewer: Player | None, cards: list[Card]) -> dict[int, int]:
    if viewer is None or not cards:
        return {}
    copies = Copy.objects.filter(owner=viewer, card__in=cards).order_by()
    return dict(copies.values_list("card").annotate(number=Count("pk")))


def _limit(limits: Mapping[RarityCode, int], card: Card) -> int | None:
    return limits.get(RarityCode(card.rarity_id))


def proposals_of(viewer: Player) -> list[Card]:
    """Return what a player proposed, the latest first, whatever became of it."""
    cards = Card.objects.filter(proposed_by=viewer).select_related("rarity", "brawler", "suits")
    return list(cards.order_by("-number")[:PROPOSALS_SHOWN])


def brawlers_known(viewer: Player | None) -> QuerySet[Brawler]:
    """Return the Brawlers that the viewer has seen a card of: those to choose from in a form."""
    return Brawler.objects.filter(
        Exists(cards_visible(viewer).filter(brawler=OuterRef("pk")))
    ).select_related("rarity")


def rarities_of_brawlers() -> QuerySet[Rarity]:
    """Return the seven rarities that a Brawler may have."""
    return Rarity.objects.filter(code__in=[str(code) for code in BRAWLER_RARITIES])
