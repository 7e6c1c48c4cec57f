"""Decks at a Voleur table: one's own, a ready-made one; checked as the builder checks them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from collection.models import Card, Player
from collection.refusals import Refusal
from matches.models import Match, Seating
from matches.services.push import push_after_commit
from rules.cards import write_card
from rules.decks import Minimum, deck_violations

FIXTURE = Path(settings.BASE_DIR) / "fixtures" / "ready_decks.json"


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A deck that anybody may play with: its slug, its names, its eleven cards."""

    slug: str
    name: str
    name_en: str
    about: str
    about_en: str
    cards: tuple[str, ...]


@cache
def ready_decks() -> tuple[ReadyDeck, ...]:
    """Return the ready-made decks of the fixture, in its order."""
    rows = json.loads(FIXTURE.read_text(encoding="utf-8"))["decks"]
    return tuple(ReadyDeck(**{**row, "cards": tuple(row["cards"])}) for row in rows)


@transaction.atomic
def seat_deck_choose(
    *, match_id: int, player: Player, slugs: Sequence[str], seat: int | None = None
) -> None:
    """Bring a deck to one's seat before the start; raise `deck_illegal` or `deck_unknown_card`."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.status != Match.Status.OPEN:
        raise Refusal("not_open", _("La partie a déjà commencé, ou la table est fermée."))
    seatings = match.seatings.filter(player=player)
    if seat is not None:
        seatings = seatings.filter(seat=seat)
    deck_check(slugs=slugs, minimum=match.options.get("minimum", "waived"))
    if not seatings.update(deck=list(slugs)):
        raise Refusal("not_seated", _("Tu n'es pas assis à cette table."))
    match.version += 1
    match.save(update_fields=["version"])
    push_after_commit(match)


def deck_check(*, slugs: Sequence[str], minimum: str) -> None:
    """Judge a friendly deck as the builder does; raise `deck_illegal` with its violations."""
    cards = cards_named(slugs)
    violations = deck_violations(
        [cards[slug].as_rules() for slug in slugs], minimum=Minimum(minimum)
    )
    if violations:
        raise Refusal(
            "deck_illegal",
            _("Ce deck n'est pas légal : ouvre-le dans l'atelier pour le réparer."),
            violations=[violation.code for violation in violations],
        )


def cards_named(slugs: Sequence[str]) -> dict[str, Card]:
    """Return cards by slug; raise `deck_unknown_card` naming the first that isn't there."""
    rows = Card.objects.filter(slug__in=set(slugs)).select_related("brawler", "rarity", "suits")
    cards = {card.slug: card for card in rows}
    for slug in slugs:
        if slug not in cards:
            raise Refusal("deck_unknown_card", _("Une carte de ce deck n'existe plus."), card=slug)
    return cards


def voleur_options(*, match: Match, seatings: Sequence[Seating]) -> dict[str, Any]:
    """Return a friendly match's options: the facts of every card, both decks, no wager."""
    ready = ready_decks()
    decks = [
        seating.deck or list(ready[(match.pk + seating.seat) % len(ready)].cards)
        for seating in seatings
    ]
    for deck in decks:
        deck_check(slugs=deck, minimum=match.options.get("minimum", "waived"))
    cards = cards_named([slug for deck in decks for slug in deck])
    return {
        "cards": {slug: write_card(card.as_rules()) for slug, card in sorted(cards.items())},
        "decks": decks,
        "wagers": None,
        "minimum": match.options.get("minimum", "waived"),
    }
