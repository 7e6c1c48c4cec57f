"""Wishing for a card, and no longer wishing for it."""

from __future__ import annotations

from collection.models import Card, Player, Wish


def wish_set(*, player: Player, card: Card, wished: bool) -> None:
    """Make the wish be there, or not; asking twice is the same as asking once."""
    if wished:
        Wish.objects.bulk_create([Wish(player=player, card=card)], ignore_conflicts=True)
    else:
        Wish.objects.filter(player=player, card=card).delete()
