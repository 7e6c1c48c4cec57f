"""Which of an owner's copies a deck may have: the free ones, and those that it holds itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from collection.models import Card, Copy, Deck, Player

State = Copy.State


def copies_by_state(owner: Player) -> dict[int, dict[str, int]]:
    """Return how many copies of each card an owner has in each state, by the card's key."""
    rows = Copy.objects.filter(owner=owner).order_by().values_list("card", "state")
    found: dict[int, dict[str, int]] = {}
    for card, state, number in rows.annotate(number=Count("pk")):
        found.setdefault(card, {})[state] = number
    return found


def held_by(deck: Deck) -> list[Copy]:
    """Return the copies that an assembled deck holds, in the order of its cards."""
    copies = Copy.objects.filter(deck=deck).select_related("card__rarity")
    return list(copies.order_by("card__rarity__order", "card__number", "pk"))


def available_for(owner: Player, deck: Deck, *, cards: Collection[int]) -> dict[int, int]:
    """Return how many copies of some cards a deck may have, by the card's key."""
    theirs = Q(state=State.FREE) | Q(state=State.DECK, deck=deck)
    rows = Copy.objects.filter(theirs, owner=owner, card__in=cards).order_by().values_list("card")
    return dict(rows.annotate(number=Count("pk")))


def whereabouts_of(owner: Player, card: Card, *, besides: Deck) -> str:
    """Return in words where the copies of a card are that are neither free nor in `besides`."""
    elsewhere = Copy.objects.filter(owner=owner, card=card).exclude(state=State.FREE)
    others = elsewhere.exclude(deck=besides).values_list("state", "deck__name").order_by("state")
    rows = others.annotate(number=Count("pk"))
    return ", ".join(f"{number} {_whereabouts(state, name)}" for state, name, number in rows)


def _whereabouts(state: str, deck: str | None) -> str:
    return _("dans « %(deck)s »") % {"deck": deck} if deck else str(State(state).label)


def lacking_among(owner: Player, cards: Sequence[int]) -> int:
    """Return how many of some cards, each as often as it stands there, have no free copy."""
    rows = Copy.objects.filter(owner=owner, state=State.FREE, card__in=set(cards)).order_by()
    free = Counter(dict(rows.values_list("card").annotate(number=Count("pk"))))
    return (Counter(cards) - free).total()
