"""Assembling a deck: its copies are taken for it, one for each of its cards, until it is undone.

An assembled deck holds exactly the copies of its cards: whoever changes the deck has them follow,
in the same transaction. Copies that are already worn a little are taken to the table first; mint
ones stay in their binder as long as there are others, and damaged ones come last, for they could
be told from their backs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Case, Q, QuerySet, Value, When
from django.utils import timezone
from django.utils.translation import gettext as _

from collection.models import Card, Copy, Deck, Player
from collection.refusals import Refusal
from collection.services.copies import owner_locked

State = Copy.State
Condition = Copy.Condition
TO_THE_TABLE = (
    Condition.GOOD,
    Condition.UNKNOWN,
    Condition.WORN,
    Condition.MINT,
    Condition.DAMAGED,
)


@transaction.atomic
def deck_assemble(*, owner: Player, deck_id: int, version: int) -> Deck:
    """Take a free copy for each card of a deck; assembling twice is assembling once.

    All or nothing. Raises `deck_gone`, `deck_stale`, `deck_empty`, `deck_is_a_dream`, and
    `copies_lacking` with the cards that have no free copy left.
    """
    deck = _locked(owner, deck_id)
    if deck.assembled_at:
        return deck
    cards = [slot.card for slot in deck.slots.select_related("card").order_by("position")]
    _refuse_unless_assemblable(deck, version, cards)
    copies_follow(deck=deck, cards=cards)
    deck.assembled_at = timezone.now()
    deck.save(update_fields=["assembled_at"])
    return deck


def _locked(owner: Player, deck_id: int) -> Deck:
    owner_locked(owner=owner)
    deck = Deck.objects.select_for_update().filter(owner=owner, pk=deck_id).first()
    if deck is None:
        raise Refusal("deck_gone", _("Ce deck n’est plus là."))
    return deck


def _refuse_unless_assemblable(deck: Deck, version: int, cards: Sequence[Card]) -> None:
    if deck.version != version:
        raise Refusal("deck_stale", _("Ce deck a changé entre-temps : le voici à jour."))
    if deck.dream:
        sentence = _("Un deck de rêve ne s’assemble pas : fais-en d’abord un deck de tes cartes.")
        raise Refusal("deck_is_a_dream", sentence)
    if not cards:
        raise Refusal("deck_empty", _("Ce deck est vide : il n’y a rien à assembler."))


@transaction.atomic
def deck_disassemble(*, owner: Player, deck_id: int) -> Deck:
    """Put a deck's copies back where they are kept; doing it twice is doing it once."""
    deck = _locked(owner, deck_id)
    copies_let_go(deck=deck)
    deck.assembled_at = None
    deck.save(update_fields=["assembled_at"])
    return deck


def copies_let_go(*, deck: Deck) -> None:
    """Free every copy that a deck holds; whoever calls it holds the owner's row."""
    Copy.objects.filter(deck=deck).update(state=State.FREE, deck=None)


def copies_follow(*, deck: Deck, cards: Sequence[Card]) -> None:
    """Make a deck hold one copy for each of `cards`: free the others, take those lacking.

    Whoever calls it holds the owner's row. Raises `copies_lacking`.
    """
    wanted = Counter(card.pk for card in cards)
    held = list(Copy.objects.select_for_update().filter(deck=deck).order_by("pk"))
    kept: Counter[int] = Counter()
    freed = []
    for copy in held:
        if kept[copy.card_id] < wanted[copy.card_id]:
            kept[copy.card_id] += 1
        else:
            freed.append(copy.pk)
    Copy.objects.filter(pk__in=freed).update(state=State.FREE, deck=None)
    taken = _taken(deck, {card.pk: card for card in cards}, wanted - kept)
    Copy.objects.filter(pk__in=taken).update(state=State.DECK, deck=deck)


def _taken(deck: Deck, cards: dict[int, Card], lacking: Counter[int]) -> list[int]:
    """Return the copies to take for what is lacking, the best to play with first."""
    taken: list[int] = []
    without: list[Card] = []
    for card_id, number in lacking.items():
        found = list(_free(deck, card_id)[:number])
        taken += found
        if len(found) < number:
            without.append(cards[card_id])
    if without:
        raise _lacking(without)
    return taken


def _free(deck: Deck, card_id: int) -> QuerySet[Copy, int]:
    order = Case(*(When(Q(condition=name), then=Value(n)) for n, name in enumerate(TO_THE_TABLE)))
    free = Copy.objects.select_for_update().filter(
        owner=deck.owner_id, card=card_id, state=State.FREE
    )
    return free.order_by(order, "binder", "page", "slot", "pk").values_list("pk", flat=True)


def _lacking(cards: Sequence[Card]) -> Refusal:
    names = ", ".join(f"« {card.label} »" for card in cards)
    sentence = _("Pas assez d’exemplaires libres pour ce deck assemblé : %(cards)s.")
    slugs = [card.slug for card in cards]
    return Refusal("copies_lacking", sentence % {"cards": names}, cards=slugs)
