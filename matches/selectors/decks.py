"""Decks that a player may bring to a Voleur table."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from collection.models import Deck, Player
from collection.refusals import Refusal
from matches.services.decks import ready_decks

READY = "ready:"


def deck_slugs_for(viewer: Player, chosen: str) -> Sequence[str]:
    """Return the cards of the viewer's own deck `<id>` or of the ready-made `ready:<slug>`.

    Raises `deck_unknown`: somebody else's deck is as unknown as one that isn't there.
    """
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


def decks_to_bring(viewer: Player) -> list[Deck]:
    """Return the viewer's decks, the last touched first."""
    return list(Deck.objects.filter(owner=viewer).order_by("-updated_at")[:30])
