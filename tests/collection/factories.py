"""Players, copies and decks for tests, through the services that make them in life."""

from __future__ import annotations

import factory

from collection.models import Card, Copy, LedgerEntry, Player
from collection.services.ledger import Placing, Provenance, ledger_open


class PlayerFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Player

    username = factory.Sequence(lambda n: f"joueur{n}")
    display_name = factory.SelfAttribute("username")


def open_copies(owner: Player, *slugs: str, number: int = 1, placing: Placing | None = None):
    """Give `owner` so many fresh copies of each card, as if from an opened packet."""
    cards = {card.slug: card for card in Card.objects.filter(slug__in=slugs)}
    return ledger_open(
        owner=owner,
        cards=[(cards[slug], number) for slug in slugs],
        provenance=Provenance(kind=LedgerEntry.Kind.OPENED, actor=owner),
        placing=placing,
    )


def owners_by_ledger() -> dict[int, int | None]:
    """Recompute every copy's owner from the ledger alone: copy id → player id."""
    rows = LedgerEntry.objects.order_by("copy_id", "step").values_list("copy_id", "to_player_id")
    return dict(rows)


def owners_by_rows() -> dict[int, int | None]:
    """Return every copy's owner as its row says."""
    return dict(Copy.objects.values_list("pk", "owner_id"))
