"""Single copies: whose they are to see, where they came from, to whom they are lent."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404

from collection.models import Card, Copy, LedgerEntry, Player

State = Copy.State


def owned_of(viewer: Player, card: Card) -> int:
    """Return how many copies of a card the viewer owns."""
    return Copy.objects.filter(owner=viewer, card=card).count()


def copy_for(viewer: Player, copy_id: int) -> Copy:
    """Return a copy that is, or last was, the viewer's, or that a contact of theirs owns.

    404 for every other copy: what others own is nobody's business.
    """
    copy = _copies_seen_by(viewer).filter(pk=copy_id).first()
    if copy is None:
        raise Http404
    return copy


def _copies_seen_by(viewer: Player) -> QuerySet[Copy]:
    left = LedgerEntry.objects.filter(copy=OuterRef("pk"), to_player=None, from_player=viewer)
    # Who held it before the last owner has no more to see of it.
    later = LedgerEntry.objects.filter(copy=OuterRef("copy"), step__gt=OuterRef("step"))
    left_last = Exists(left.exclude(Exists(later)))
    mine = Q(owner=viewer) | Q(owner__keeper=viewer) | (Q(owner=None) & left_last)
    return Copy.objects.filter(mine).select_related(
        "owner", "card__rarity", "card__brawler", "card__suits", "deck", "lent_to"
    )


def copy_source(viewer: Player, copy: Copy) -> str:
    """Return the kind of the entry that last brought a copy to the viewer; empty if none did."""
    entries = copy.entries.filter(to_player=viewer).order_by("-step")
    return entries.values_list("kind", flat=True).first() or ""


def contacts_of(viewer: Player) -> list[Player]:
    """Return the viewer's contacts by name."""
    return list(viewer.contacts.order_by("display_name"))


def borrowed_by(viewer: Player, *, most: int = 60) -> list[Copy]:
    """Return what others lent the viewer, the latest first.

    A card that its owner made up is shown to nobody else before the staff has read it.
    """
    copies = Copy.objects.filter(lent_to=viewer, state=State.LENT)
    copies = copies.filter(Q(card__status=Card.Status.ACCEPTED) | Q(card__proposed_by=viewer))
    related = copies.select_related("owner", "card__rarity", "card__brawler", "card__suits")
    return list(related.order_by("-lent_on", "-pk")[:most])
