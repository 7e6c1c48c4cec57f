"""A card that the catalogue lacks: a player proposes it, the staff accepts or refuses it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from collection.folding import fold
from collection.models import Brawler, Card, DeckVersion, Player
from collection.refusals import Refusal
from collection.services.catalogue import card_search_text

Kind = Card.Kind
Status = Card.Status

# The catalogue's file keeps its own numbers below this one.
FIRST_NUMBER_OUTSIDE_THE_FILE = 5001
LONGEST_NAME = 80
OPEN_PROPOSALS = 50
TRIES = 5

GEM_RARITIES: Mapping[int, str] = {5: "epic", 10: "mythic", 50: "secret"}
"""What a gem card counts as (rules 1, Cards)."""


@dataclass(frozen=True, slots=True)
class CardDraft:
    """What somebody says of a card; each kind needs only some of it.

    `rarity` is that of a Brawler card whose Brawler is new, `suits` the rarity of a Gadget.
    """

    kind: str
    name: str
    name_en: str = ""
    brawler: Brawler | None = None
    rarity: str = ""
    suits: str = ""
    super_secret: bool = False
    gems: int | None = None


@transaction.atomic
def card_propose(*, player: Player, draft: CardDraft) -> Card:
    """Add a card for its proposer alone, with a number and a slug that it keeps for ever.

    Proposing the same card twice gives the first one back. Raises `Refusal`: `name_empty`,
    `name_too_long`, `brawler_missing`, `rarity_missing`, `suits_missing`, `gems_unknown`,
    `card_exists` (its fact: the card), `too_many_proposals`.
    """
    _one_at_a_time(player)
    name, name_en = card_name(draft.name), card_name(draft.name_en) if draft.name_en else ""
    known = _same_card(draft.kind, name, player)
    if known is not None and known.status == Status.ACCEPTED:
        raise _exists(known)
    if known is not None:
        return known
    _refuse_too_many(player)
    fresh = Card(
        name=name,
        name_en=name_en,
        era=draft.brawler.era if draft.brawler else draft.kind != Kind.BRAWLER,
        status=Status.PROPOSED,
        proposed_by=player,
        **card_shape(draft),
    )
    return card_numbered(card=fresh)


def card_name(text: str) -> str:
    """Return a name as it is kept: one line, single blanks, nothing invisible."""
    shown = "".join(" " if character.isspace() else character for character in text)
    visible = "".join(c for c in shown if unicodedata.category(c)[0] != "C")
    name = unicodedata.normalize("NFC", " ".join(visible.split()))
    if not fold(name):
        raise Refusal("name_empty", _("Écris le nom de la carte, avec des lettres."))
    if len(name) > LONGEST_NAME:
        raise Refusal("name_too_long", _("Ce nom est trop long : 80 caractères au plus."))
    return name


def card_shape(draft: CardDraft) -> dict[str, Any]:
    """Return the fields that follow from a card's kind, rarity included (rules 1, Cards).

    Raises `brawler_missing`, `rarity_missing`, `suits_missing`, `gems_unknown`.
    """
    plain = {"suits_id": None, "super_secret": False, "gems": None}
    return {
        "kind": draft.kind,
        "brawler": draft.brawler,
        **plain,
        **_SHAPES[draft.kind](draft),
    }


def _brawler_shape(draft: CardDraft) -> dict[str, Any]:
    rarity = draft.brawler.rarity_id if draft.brawler else draft.rarity
    if not rarity:
        raise Refusal("rarity_missing", _("Choisis son Brawler, ou la rareté d’un nouveau."))
    return {"rarity_id": rarity}


def _gadget_shape(draft: CardDraft) -> dict[str, Any]:
    suits = draft.suits or (draft.brawler.rarity_id if draft.brawler else "")
    if not suits:
        raise Refusal("suits_missing", _("Choisis à quelle rareté ce Gadget convient."))
    return {"rarity_id": "gadget", "suits_id": suits}


def _skin_shape(draft: CardDraft) -> dict[str, Any]:
    if draft.brawler is None:
        raise Refusal(
            "brawler_missing", _("Choisis le Brawler de cette Exceptionnelle : elle en a un.")
        )
    return {"rarity_id": "exceptional"}


def _gem_shape(draft: CardDraft) -> dict[str, Any]:
    rarity = GEM_RARITIES.get(draft.gems or 0)
    if rarity is None:
        raise Refusal("gems_unknown", _("Une carte à gemmes en montre 5, 10 ou 50."))
    return {"rarity_id": rarity, "gems": draft.gems, "brawler": None}


_SHAPES: Mapping[str, Callable[[CardDraft], dict[str, Any]]] = {
    Kind.BRAWLER: _brawler_shape,
    Kind.GADGET: _gadget_shape,
    Kind.SKIN: _skin_shape,
    Kind.GEM: _gem_shape,
    Kind.SECRET: lambda draft: {"rarity_id": "secret", "super_secret": draft.super_secret},
    Kind.PROMOTIONAL: lambda _draft: {"rarity_id": "promotional"},
}


def _one_at_a_time(player: Player) -> None:
    """Make a player's proposals wait for each other: a double click proposes once."""
    Player.objects.select_for_update(no_key=True).values_list("pk").get(pk=player.pk)


def _same_card(kind: str, name: str, player: Player | None) -> Card | None:
    """Return the accepted card of that kind and name, or the player's own proposal of it."""
    cards = Card.objects.filter(kind=kind, status=Status.ACCEPTED)
    if player is not None:
        cards |= Card.objects.filter(kind=kind, status=Status.PROPOSED, proposed_by=player)
    wanted = fold(name)
    alike = (card for card in cards.order_by("number") if fold(card.name) == wanted)
    return next(alike, None)


def _exists(card: Card) -> Refusal:
    sentence = _("« %(name)s » est déjà au catalogue, au numéro %(number)s.")
    facts = {"name": card.label, "number": card.number}
    return Refusal("card_exists", sentence % facts, card=card.slug)


def _refuse_too_many(player: Player) -> None:
    open_ones = Card.objects.filter(proposed_by=player, status=Status.PROPOSED).count()
    if open_ones >= OPEN_PROPOSALS:
        raise Refusal(
            "too_many_proposals",
            _("Tu as déjà 50 cartes proposées : attends une réponse ou retires-en."),
        )


def card_numbered(*, card: Card) -> Card:
    """Save a new card with a number and a slug that it keeps for ever.

    A Brawler's card without a Brawler gets one of its own. Where somebody else takes the number
    meanwhile, the next one is tried.
    """
    alone = card.kind == Kind.BRAWLER and card.brawler is None
    for _again in range(TRIES - 1):
        try:
            with transaction.atomic():
                return _with_number(card, next_number(), alone)
        except IntegrityError:
            continue
    return _with_number(card, next_number(), alone)


def next_number() -> int:
    """Return the next number that the catalogue's file will never give."""
    last = Card.objects.aggregate(last=Max("number"))["last"] or 0
    return max(last + 1, FIRST_NUMBER_OUTSIDE_THE_FILE)


def _with_number(card: Card, number: int, alone: bool) -> Card:
    card.number = number
    # The number in the slug keeps it from ever being a slug of the file.
    card.slug = f"{slug_of(card.name)}-{number}"
    if alone:
        card.brawler = _new_brawler(card)
    return card_saved(card=card)


def _new_brawler(card: Card) -> Brawler:
    """Return a Brawler that nobody sees but through this card."""
    last = Brawler.objects.aggregate(last=Max("order"))["last"] or 0
    return Brawler.objects.create(
        slug=card.slug[-60:].strip("-"),
        name=card.name,
        name_en=card.name_en,
        rarity_id=card.rarity_id,
        order=last + 1,
        era=False,
    )


def slug_of(name: str) -> str:
    """Return a name as it stands in an address: « Émeri de l'été » is `emeri-de-l-ete`."""
    return fold(name)[:LONGEST_NAME].strip().replace(" ", "-")


def card_saved(*, card: Card) -> Card:
    """Save a card with the text that the staff's search looks into."""
    card.search = card_search_text(
        name=card.name,
        name_en=card.name_en,
        brawler=card.brawler.name if card.brawler else "",
        brawler_en=card.brawler.name_en if card.brawler else "",
    )
    card.save()
    return card


@transaction.atomic
def brawler_saved(*, brawler: Brawler) -> Brawler:
    """Save a Brawler; its cards follow, in rarity and in what the staff's search looks into."""
    brawler.save()
    brawler.cards.filter(kind=Kind.BRAWLER).update(rarity=brawler.rarity_id)
    for card in brawler.cards.select_related("brawler"):
        card_saved(card=card)
    return brawler


@transaction.atomic
def card_accept(*, card: Card) -> Card:
    """Put a proposed card into everybody's catalogue; raise `card_accepted`, `card_exists`."""
    locked = _locked(card)
    if locked.status == Status.ACCEPTED:
        raise _accepted()
    known = _same_card(locked.kind, locked.name, None)
    if known is not None:
        raise _exists(known)
    return _decided(locked, Status.ACCEPTED, "")


@transaction.atomic
def card_refuse(*, card: Card, note: str = "") -> Card:
    """Leave a proposed card to its proposer, with an answer; raise `card_accepted`.

    Whoever holds copies keeps them and goes on seeing the card.
    """
    locked = _locked(card)
    if locked.status == Status.ACCEPTED:
        raise _accepted()
    return _decided(locked, Status.REFUSED, note)


@transaction.atomic
def card_merge(*, card: Card, into: Card) -> Card:
    """Say that a proposed card is one of the catalogue: its copies, slots and wishes become that.

    Nobody gains or loses a copy. Raises `card_accepted` when `card` is in the catalogue itself,
    `card_not_accepted` when `into` is not.
    """
    locked, kept = _locked(card), _locked(into)
    if locked.status == Status.ACCEPTED:
        raise _accepted()
    if kept.status != Status.ACCEPTED:
        raise Refusal("card_not_accepted", _("L’autre carte n’est pas au catalogue."))
    locked.copies.update(card=kept)
    locked.deck_slots.update(card=kept)
    locked.wishes.exclude(player__wishes__card=kept).update(card=kept)
    locked.wishes.all().delete()
    note = _("C’était « %(name)s », numéro %(number)s.")
    return _decided(locked, Status.REFUSED, note % {"name": kept.name, "number": kept.number})


@transaction.atomic
def card_withdraw(*, player: Player, card: Card) -> None:
    """Take one's own proposal back; raise `card_not_yours`, `card_accepted`.

    A card that was owned or built with stays, refused, for its history; any other goes away.
    """
    locked = _locked(card)
    if locked.proposed_by_id != player.pk:
        raise Refusal("card_not_yours", _("Cette proposition n’est pas de toi."))
    if locked.status == Status.ACCEPTED:
        raise _accepted()
    if _has_history(locked, player):
        _decided(locked, Status.REFUSED, _("Tu l’as retirée."))
    else:
        _deleted(locked)


def _deleted(card: Card) -> None:
    brawler = card.brawler
    card.delete()
    if brawler is not None and not brawler.cards.exists():
        brawler.delete()


def _locked(card: Card) -> Card:
    return Card.objects.select_for_update().get(pk=card.pk)


def _accepted() -> Refusal:
    return Refusal("card_accepted", _("Cette carte est déjà au catalogue."))


def _decided(card: Card, status: Status, note: Any) -> Card:
    card.status = status
    card.review_note = str(note)[:200]
    return card_saved(card=card)


def _has_history(card: Card, player: Player) -> bool:
    versions = DeckVersion.objects.filter(deck__owner=player).values_list("slugs", flat=True)
    return (
        card.copies.exists()
        or card.deck_slots.exists()
        or any(card.slug in slugs for slugs in versions.iterator())
    )
