"""What a player wishes for: only what is still missing counts."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from collection.models import Card, Copy, Player, Wish


@dataclass(frozen=True, slots=True)
class Wishes:
    """The cards wished for that are still missing, and those that came in meanwhile."""

    missing: list[Card]
    granted: list[Card]


def wish_list_for(viewer: Player) -> Wishes:
    """Return the viewer's wishes in the order of the catalogue, each with `wished` set."""
    owned = Exists(Copy.objects.filter(owner=viewer, card=OuterRef("pk")))
    cards = (
        Card.objects.filter(wishes__player=viewer)
        .annotate(is_owned=owned)
        .select_related("rarity", "brawler", "suits")
        .order_by("number")
    )
    missing: list[Card] = []
    granted: list[Card] = []
    for card in cards:
        (granted if card.is_owned else missing).append(card)
    return Wishes(missing, granted)


def wish_count(viewer: Player) -> int:
    """Return how many wishes are still missing."""
    owned = Copy.objects.filter(owner=viewer, card=OuterRef("card"))
    return Wish.objects.filter(player=viewer).exclude(Exists(owned)).count()
