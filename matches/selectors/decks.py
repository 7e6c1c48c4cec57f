"""Decks that a player may bring to a Voleur table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from django.db.models import Count
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from collection.models import Card, Copy, Deck, Player
from collection.refusals import Refusal
from matches.services.decks import ready_decks
from rules.bots.voleur_decks import suggest
from rules.decks import DECK_SIZE, Minimum, NoRepair

READY = "ready:"
SUGGEST = "suggest"
# Enough to tell a good deck from a poor one while somebody waits for the page.
TRIED = 60
AT_HAND = (Copy.State.FREE, Copy.State.DECK)


@dataclass(frozen=True, slots=True)
class DeckChoice:
    """A deck to choose: what the form sends for it, and its name."""

    value: str
    name: str | Promise


def deck_slugs_for(
    viewer: Player, chosen: str, *, minimum: str = Minimum.WAIVED.value
) -> Sequence[str]:
    """Return the cards of a deck of the viewer's `<id>`, of the ready-made `ready:<slug>`, or of
    the one that is suggested from the viewer's cards (`suggest`).

    Raises `deck_unknown` (somebody else's deck is as unknown as one that isn't there) and
    `deck_not_suggested`.
    """
    if chosen == SUGGEST:
        return deck_suggested(viewer, minimum)
    if chosen.startswith(READY):
        for deck in ready_decks():
            if deck.slug == chosen.removeprefix(READY):
                return deck.cards
    elif chosen.isascii() and chosen.isdigit() and len(chosen) < 15:
        mine = Deck.objects.filter(pk=int(chosen), owner=viewer).first()
        if mine is not None:
            slots = mine.slots.order_by("position")
            return list(slots.values_list("card__slug", flat=True))
    raise Refusal("deck_unknown", _("Ce deck n'est pas là."))


def deck_suggested(viewer: Player, minimum: str) -> Sequence[str]:
    """Return a strong legal deck of the copies that the viewer has at hand.

    A friendly match stakes nothing: a copy in an assembled deck serves as well as a free one.
    Raises `deck_not_suggested` where no legal deck can be made of them.
    """
    copies = Copy.objects.filter(owner=viewer, state__in=AT_HAND).order_by()
    numbers = dict(copies.values_list("card").annotate(number=Count("pk")))
    rows = Card.objects.filter(pk__in=numbers).select_related("brawler", "rarity", "suits")
    owned = {card.as_rules(): numbers[card.pk] for card in rows}
    found = suggest(owned, Random(viewer.pk), minimum=Minimum(minimum), matches=TRIED)
    if isinstance(found, NoRepair):
        raise Refusal(
            "deck_not_suggested",
            _("Tes cartes ne suffisent pas encore à un deck légal : prends un deck prêt à jouer."),
        )
    return [card.id for card in found.deck]


def decks_to_bring(viewer: Player) -> list[Deck]:
    """Return the viewer's decks, the last touched first."""
    return list(Deck.objects.filter(owner=viewer).order_by("-updated_at")[:30])


def deck_choices(viewer: Player | None) -> list[tuple[Promise, list[DeckChoice]]]:
    """Return what can be brought, in named groups: from my cards, ready-made, my own decks."""
    ready = [DeckChoice(f"{READY}{deck.slug}", deck.name) for deck in ready_decks()]
    groups: list[tuple[Promise, list[DeckChoice]]] = [(_("Prêts à jouer"), ready)]
    if viewer is None:
        return groups
    own = [DeckChoice(str(deck.pk), deck.name) for deck in decks_to_bring(viewer)]
    if own:
        groups.insert(0, (_("Mes decks"), own))
    if Copy.objects.filter(owner=viewer, state__in=AT_HAND)[DECK_SIZE - 1 :].exists():
        best = [DeckChoice(SUGGEST, _("Le plus fort que mes cartes permettent"))]
        groups.insert(0, (_("Composé pour moi"), best))
    return groups
