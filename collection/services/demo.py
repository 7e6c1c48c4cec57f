"""Players to look around with: collections, wishes and decks, always the same."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.db import transaction

from collection.models import Card, LedgerEntry, Player, Wish
from collection.models.players import name_key
from collection.services.accounts import account_create, share_link_create
from collection.services.decks import Contents, deck_create
from collection.services.ledger import Placing, Provenance, ledger_open
from rules.cards import Rarity
from rules.decks import Minimum, Repair, deck_repair

FIXTURE = Path(settings.BASE_DIR) / "fixtures" / "demo.json"
SLOTS = 9


@transaction.atomic
def demo_create(*, source: Path = FIXTURE) -> list[Player]:
    """Add the demo's players that aren't there yet; what is there stays as it is.

    Returns those that were added. All share the password of the fixture.
    """
    facts = json.loads(source.read_text(encoding="utf-8"))
    cards = list(
        Card.objects.filter(era=True, status=Card.Status.ACCEPTED)
        .select_related("rarity", "brawler", "suits")
        .order_by("number")
    )
    return [
        _player(row, facts, cards)
        for row in facts["players"]
        if not Player.objects.filter(name_key=name_key(row["name"])).exists()
    ]


def _player(row: dict[str, Any], facts: dict[str, Any], cards: list[Card]) -> Player:
    random = Random(row["seed"])
    player = account_create(name=row["name"], password=facts["password"])
    held = _collect(player, row, cards, random)
    missing = [card for card in cards if card not in held]
    wished = random.sample(missing, min(row["wishes"], len(missing)))
    Wish.objects.bulk_create(Wish(player=player, card=card) for card in wished)
    for deck in facts["decks"]:
        _deck(player, deck, held, random)
    dream = facts["dream"]
    deck_create(
        owner=player,
        contents=Contents(name=dream["name"], slugs=tuple(dream["cards"]), dream=True),
    )
    share_link_create(player=player)
    return player


def _collect(
    player: Player, row: dict[str, Any], cards: list[Card], random: Random
) -> Counter[Card]:
    """Open packets: the lower a card's rarity, the likelier it comes."""
    weights = [1 / (1 + card.count_points) for card in cards]
    held: Counter[Card] = Counter()
    while held.total() < row["cards"]:
        (card,) = random.choices(cards, weights)
        held[card] += held[card] < row["most"]
    for place, (card, number) in enumerate(sorted(held.items(), key=lambda kept: kept[0].number)):
        ledger_open(
            owner=player,
            cards=[(card, number)],
            provenance=Provenance(kind=LedgerEntry.Kind.OPENED, actor=player),
            placing=_placing(row["binder"], place),
        )
    return held


def _placing(binder: str, place: int) -> Placing:
    if not binder:
        return Placing()
    return Placing(binder=binder, page=place // SLOTS + 1, slot=place % SLOTS + 1)


def _deck(player: Player, row: dict[str, Any], held: Counter[Card], random: Random) -> None:
    """Build a legal deck of what is held, or none where there is none."""
    wager = Rarity(row["wager"]) if row["wager"] else None
    owned = {card.as_rules(): number for card, number in held.items()}
    first = random.sample(sorted(owned, key=lambda card: card.id), min(11, len(owned)))
    repaired = deck_repair(first, owned, wager=wager, minimum=Minimum.WAIVED)
    if isinstance(repaired, Repair):
        slugs = tuple(card.id for card in repaired.deck)
        contents = Contents(name=row["name"], slugs=slugs, wager=row["wager"])
        deck_create(owner=player, contents=contents)
