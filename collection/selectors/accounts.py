"""What the home page and a shared collection show."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count
from django.http import Http404

from collection.models import Card, Copy, Deck, Player, Rarity, ShareLink
from collection.models.players import name_key
from collection.selectors.cards import holdings_for


@dataclass(frozen=True, slots=True)
class Totals:
    """A collection at a glance: copies, how many of the cards surely printed, decks."""

    copies: int
    cards: int
    catalogue: int
    decks: int

    @property
    def percent(self) -> int:
        """Return the share of the catalogue owned, rounded down so that 100 means all."""
        return self.cards * 100 // self.catalogue if self.catalogue else 0


def totals_for(viewer: Player) -> Totals:
    """Return the viewer's own totals; the share is the one of the page of progress."""
    held = holdings_for(viewer)
    accepted = Card.objects.filter(status=Card.Status.ACCEPTED, era=True, print_known=True)
    owned = [pk in held for pk in accepted.values_list("pk", flat=True)]
    return Totals(
        copies=sum(held.values()),
        cards=sum(owned),
        catalogue=len(owned),
        decks=Deck.objects.filter(owner=viewer).count(),
    )


@dataclass(frozen=True, slots=True)
class SharedShelf:
    """One rarity of a shared collection: its cards, each with `number` of copies."""

    rarity: Rarity
    cards: list[Card]

    @property
    def copies(self) -> int:
        """Return the number of copies on this shelf."""
        return sum(card.number_owned for card in self.cards)  # type: ignore[attr-defined]


def shared_player(token: str) -> Player:
    """Return whose collection an open link shows; 404 for any other token."""
    link = (
        ShareLink.objects.filter(
            token=token.replace("\0", ""), revoked_at=None, player__is_active=True
        )
        .select_related("player")
        .first()
    )
    if link is None:
        raise Http404
    return link.player


def shared_shelves(player: Player) -> list[SharedShelf]:
    """Return what a player owns by rarity, without place, note or history."""
    counts = dict(
        Copy.objects.filter(owner=player, card__status=Card.Status.ACCEPTED)
        .order_by()
        .values_list("card")
        .annotate(number=Count("pk"))
    )
    shelves: dict[str, SharedShelf] = {}
    for card in _catalogue_cards(list(counts)):
        card.number_owned = counts[card.pk]  # type: ignore[attr-defined]
        shelves.setdefault(card.rarity_id, SharedShelf(card.rarity, [])).cards.append(card)
    return sorted(shelves.values(), key=lambda shelf: shelf.rarity.order)


def _catalogue_cards(ids: list[int]) -> list[Card]:
    wanted = set(ids)
    cards = Card.objects.select_related("rarity", "brawler", "suits").order_by("number")
    return [card for card in cards if card.pk in wanted]


def open_share_link(player: Player) -> ShareLink | None:
    """Return the player's own open link, if there is one."""
    return ShareLink.objects.filter(player=player, revoked_at=None).first()


def username_of(name: str) -> str | None:
    """Return the log-in name that somebody means, whatever its case; `None` if nobody has it."""
    return Player.objects.filter(name_key=name_key(name)).values_list("username", flat=True).first()
