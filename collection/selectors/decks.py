"""The decks of a player: what each could be played with now, the playable ones first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, F

from collection.models import Card, Copy, Deck, DeckSlot, Player, Rarity
from collection.selectors.cards import cards_by_pk
from collection.selectors.judging import Judgement, Terms, judged
from rules.cards import Card as RulesCard
from rules.cards import Rarity as RarityCode
from rules.decks import Minimum, deck_violations

DECKS_A_PAGE = 18
FACES = 3
State = Copy.State


@dataclass(frozen=True, slots=True)
class Listed:
    """A deck in the list.

    `standing` is the word for it: `playable`, `missing` (legal but for copies that are not there),
    `dream` (legal, of any cards), `illegal`, `empty`. `lacking` counts the cards without an
    available copy; `faces` are its strongest cards, `slugs` and `pips` the slug and the rarity of
    each card.
    """

    deck: Deck
    standing: str
    lacking: int
    judgement: Judgement
    faces: tuple[Card, ...]
    slugs: tuple[str, ...]
    pips: tuple[str, ...]
    points: int

    @property
    def size(self) -> int:
        """Return how many cards the deck has."""
        return len(self.pips)


@dataclass(frozen=True, slots=True)
class DeckList:
    """One page of decks, how many there are in all, and how many of them stand how."""

    decks: tuple[Listed, ...]
    total: int
    page: int
    pages: int
    by_standing: Mapping[str, int]

    @property
    def next_url(self) -> str:
        """Return the query of the next page, nothing on the last."""
        return f"?page={self.page + 1}" if self.page < self.pages else ""

    @property
    def previous_url(self) -> str:
        """Return the query of the page before, nothing on the first."""
        return f"?page={self.page - 1}" if self.page > 1 else ""


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A deck before the rules, not yet in words."""

    deck: Deck
    cards: tuple[Card, ...]
    rules: tuple[RulesCard, ...]
    terms: Terms
    faults: int
    lacking: int

    @property
    def standing(self) -> str:
        if not self.cards:
            return "empty"
        if self.faults:
            return "illegal"
        if self.deck.dream:
            return "dream"
        return "missing" if self.lacking else "playable"


_ORDER = ("playable", "missing", "dream", "illegal", "empty")


def decks_for(viewer: Player, *, page: int = 1) -> DeckList:
    """Return a page of the viewer's decks, sorted by what is playable with what they own now."""
    weighed = sorted(_weighed(viewer), key=_playable_first)
    pages = max(1, -(-len(weighed) // DECKS_A_PAGE))
    page = min(max(1, page), pages)
    shown = weighed[(page - 1) * DECKS_A_PAGE : page * DECKS_A_PAGE]
    labels = {rarity.code: rarity.label for rarity in Rarity.objects.all()}
    return DeckList(
        decks=tuple(_listed(one, labels) for one in shown),
        total=len(weighed),
        page=page,
        pages=pages,
        by_standing=Counter(one.standing for one in weighed),
    )


def _playable_first(one: _Weighed) -> tuple[int, int, bool, int, float]:
    return (
        _ORDER.index(one.standing),
        one.lacking,
        one.deck.assembled_at is None,
        one.faults,
        -one.deck.updated_at.timestamp(),
    )


def _weighed(viewer: Player) -> list[_Weighed]:
    decks = list(Deck.objects.filter(owner=viewer))
    slots, cards = _slots(decks)
    free = _free(viewer, cards)
    held = _held(decks)
    rules = {pk: card.as_rules() for pk, card in cards.items()}
    weighed = []
    for deck in decks:
        pks = slots[deck.pk]
        available = free + held[deck.pk] if deck.pk in held else free
        rows = tuple(cards[pk] for pk in pks)
        lacking = (Counter(pks) - available).total()
        weighed.append(_weigh(deck, rows, tuple(rules[pk] for pk in pks), available, lacking))
    return weighed


def _slots(decks: Iterable[Deck]) -> tuple[dict[int, list[int]], dict[int, Card]]:
    """Return the card keys of each deck, and every card that is in one of them."""
    slots: dict[int, list[int]] = defaultdict(list)
    rows = DeckSlot.objects.filter(deck__in=[deck.pk for deck in decks])
    for deck, card in rows.order_by("deck", "position").values_list("deck", "card"):
        slots[deck].append(card)
    wanted = {card for cards in slots.values() for card in cards}
    return slots, cards_by_pk(wanted)


def _free(viewer: Player, cards: Iterable[int]) -> Counter[int]:
    rows = Copy.objects.filter(owner=viewer, state=State.FREE, card__in=cards).order_by()
    return Counter(dict(rows.values_list("card").annotate(number=Count("pk"))))


def _held(decks: Iterable[Deck]) -> dict[int, Counter[int]]:
    """Return the copies that each assembled deck holds, by card."""
    assembled = [deck.pk for deck in decks if deck.assembled_at]
    held: dict[int, Counter[int]] = defaultdict(Counter)
    for deck, card in Copy.objects.filter(deck__in=assembled).values_list(F("deck"), F("card")):
        held[deck][card] += 1
    return held


def _weigh(
    deck: Deck,
    cards: tuple[Card, ...],
    rules: tuple[RulesCard, ...],
    available: Mapping[int, int],
    lacking: int,
) -> _Weighed:
    owned = None if deck.dream else {card.slug: available.get(card.pk, 0) for card in cards}
    terms = Terms(
        wager=RarityCode(deck.wager_id) if deck.wager_id else None,
        minimum=Minimum(deck.minimum),
        owned=owned,
    )
    faults = deck_violations(rules, wager=terms.wager, minimum=terms.minimum)
    return _Weighed(deck, cards, rules, terms, len(faults), lacking)


def _faces(one: _Weighed) -> tuple[Card, ...]:
    """Return a deck's strongest cards, each once, the strongest last: it lies on top."""
    strongest = sorted(one.cards, key=lambda card: (-card.count_points, card.number))
    return tuple(reversed(list(dict.fromkeys(strongest))[:FACES]))


def _listed(one: _Weighed, labels: Mapping[str, str]) -> Listed:
    names = {card.slug: card.label for card in one.cards}
    return Listed(
        deck=one.deck,
        standing=one.standing,
        lacking=one.lacking,
        judgement=judged(one.rules, one.terms, names=names, rarities=labels),
        faces=_faces(one),
        slugs=tuple(card.slug for card in one.cards),
        pips=tuple(card.rarity_id for card in one.cards),
        points=sum(card.count_points for card in one.rules),
    )
