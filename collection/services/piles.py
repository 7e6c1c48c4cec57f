"""Entering many cards: a pile one after the other, a whole rarity or Brawler at once; undoing it.

A line of a pile is what one Enter brought in. Its entries share a reference made of the token
that the page sent, so that a line sent twice comes in once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from collection.models import Brawler, Card, Copy, EntryBatch, LedgerEntry, Player, Rarity
from collection.refusals import Refusal
from collection.services.copies import owner_locked
from collection.services.ledger import (
    Placing,
    Provenance,
    batch_open_copies,
    batch_undo,
    ledger_open,
    ledger_transfer,
)

Kind = LedgerEntry.Kind
MOST_AT_ONCE = 99
MOST_PAGES = 999
_TOKEN = re.compile(r"[0-9a-zA-Z-]{8,34}\Z")
_NAMED_AT_MOST = 3


@dataclass(frozen=True, slots=True)
class Pins:
    """What is noted of every copy of a pile, until it is pinned otherwise."""

    source: str = Kind.OPENED.value
    condition: str = ""
    binder: str = ""
    page: int | None = None
    slot: int | None = None
    slots_per_page: int = 9


def line_reference(*, token: str) -> str:
    """Return the reference of a line's entries; raise `line_token` for what no page sends."""
    if not _TOKEN.match(token):
        raise Refusal("line_token", _("Cette ligne n’a pas pu être lue : recommence."))
    return f"line:{token}"


@transaction.atomic
def pile_pin(*, owner: Player, pins: Pins) -> EntryBatch:
    """Pin the defaults of the running pile, opened when there is none."""
    pile = _pile_locked(owner)
    pile.source = pins.source
    pile.condition = pins.condition
    pile.binder = pins.binder
    pile.page = pins.page
    pile.slot = pins.slot
    pile.slots_per_page = pins.slots_per_page
    pile.save()
    return pile


def _pile_locked(owner: Player) -> EntryBatch:
    owner_locked(owner=owner)
    running = EntryBatch.objects.select_for_update().filter(
        player=owner, kind=EntryBatch.Kind.PILE, closed_at=None
    )
    return running.first() or EntryBatch.objects.create(player=owner, kind=EntryBatch.Kind.PILE)


@transaction.atomic
def pile_enter(*, owner: Player, card: Card, number: int, token: str) -> list[Copy]:
    """Bring in a line of the running pile: `number` copies of a card, noted as it is pinned.

    Returns no copies when the line of that token is in already. Raises `too_many`, `line_token`.
    """
    if not 1 <= number <= MOST_AT_ONCE:
        raise Refusal(
            "too_many",
            _("Une ligne ajoute de 1 à %(most)d exemplaires.") % {"most": MOST_AT_ONCE},
        )
    reference = line_reference(token=token)
    pile = _pile_locked(owner)
    if LedgerEntry.objects.filter(reference=reference, batch=pile).exists():
        return []
    copies = ledger_open(
        owner=owner,
        cards=[(card, number)],
        provenance=Provenance(kind=pile.source, actor=owner, batch=pile, reference=reference),
        placing=_placing(pile),
    )
    _turn_the_page(pile)
    return copies


def _placing(pile: EntryBatch) -> Placing:
    return Placing(condition=pile.condition, binder=pile.binder, page=pile.page, slot=pile.slot)


def _turn_the_page(pile: EntryBatch) -> None:
    """Go on to the next slot, where slots are counted: the copies of one line share theirs.

    After the last page of the thickest binder, nothing is counted any more.
    """
    if pile.slot is None or pile.page is None:
        return
    if pile.slot < pile.slots_per_page:
        pile.slot += 1
    elif pile.page < MOST_PAGES:
        pile.page, pile.slot = pile.page + 1, 1
    else:
        pile.page = pile.slot = None
    pile.save(update_fields=["page", "slot"])


@transaction.atomic
def pile_line_undo(*, owner: Player, token: str) -> int:
    """Take back one line of the running pile; raise `line_gone`, `copy_not_free`.

    Where slots are counted and it was the last line, its slot is the next one again.
    """
    pile = _pile_locked(owner)
    reference = line_reference(token=token)
    copies = _copies_of_line(pile, reference)
    if not copies:
        raise Refusal("line_gone", _("Cette ligne est déjà annulée."))
    ledger_transfer(
        copy_ids=[copy.pk for copy in copies],
        owner=owner,
        to_player=None,
        provenance=Provenance(kind=Kind.CORRECTION, actor=owner, batch=pile, reference=reference),
    )
    _turn_back(pile, copies)
    return len(copies)


def _copies_of_line(pile: EntryBatch, reference: str) -> list[Copy]:
    """Return the copies of a line that the pile has not taken out again."""
    line = LedgerEntry.objects.filter(batch=pile, reference=reference, from_player=None)
    ids = set(line.values_list("copy", flat=True)) & set(batch_open_copies(batch=pile))
    return list(Copy.objects.filter(pk__in=ids).order_by("pk"))


def _turn_back(pile: EntryBatch, copies: list[Copy]) -> None:
    later = pile.entries.filter(from_player=None, copy__gt=copies[-1].pk)
    if pile.slot is None or copies[0].slot is None or later.exists():
        return
    pile.page, pile.slot = copies[0].page, min(copies[0].slot, pile.slots_per_page)
    pile.save(update_fields=["page", "slot"])


@transaction.atomic
def pile_close(*, owner: Player) -> EntryBatch | None:
    """End the running pile and return it; an empty one is forgotten, and `None` returned."""
    owner_locked(owner=owner)
    running = EntryBatch.objects.select_for_update().filter(
        player=owner, kind=EntryBatch.Kind.PILE, closed_at=None
    )
    pile = running.first()
    if pile is None:
        return None
    if not pile.entries.exists():
        pile.delete()
        return None
    pile.closed_at = timezone.now()
    pile.save(update_fields=["closed_at"])
    return pile


@dataclass(frozen=True, slots=True)
class Sweep:
    """What one click brought in: its batch, and how many cards that were missing."""

    batch: EntryBatch | None
    added: int


@transaction.atomic
def rarity_sweep(*, owner: Player, rarity: Rarity, uncertain: bool = False) -> Sweep:
    """Bring in one copy of each missing card of a rarity."""
    return _sweep(owner, Q(rarity=rarity), rarity.name, uncertain)


@transaction.atomic
def brawler_sweep(*, owner: Player, brawler: Brawler, uncertain: bool = False) -> Sweep:
    """Bring in one copy of each missing card of a Brawler."""
    return _sweep(owner, Q(brawler=brawler), brawler.name, uncertain)


def _sweep(owner: Player, which: Q, label: str, uncertain: bool) -> Sweep:
    """Cards whose printing is not certain only come along when they are asked for."""
    owner_locked(owner=owner)
    cards = list(_missing(owner, which, uncertain))
    if not cards:
        return Sweep(None, 0)
    batch = EntryBatch.objects.create(
        player=owner, kind=EntryBatch.Kind.SWEEP, label=label, closed_at=timezone.now()
    )
    provenance = Provenance(kind=Kind.OPENED, actor=owner, batch=batch)
    ledger_open(owner=owner, cards=[(card, 1) for card in cards], provenance=provenance)
    return Sweep(batch, len(cards))


def _missing(owner: Player, which: Q, uncertain: bool) -> QuerySet[Card]:
    cards = Card.objects.filter(which, era=True, status=Card.Status.ACCEPTED)
    if not uncertain:
        cards = cards.filter(print_known=True)
    return cards.exclude(pk__in=owner.copies.values("card")).order_by("number")


@transaction.atomic
def entry_undo(*, owner: Player, batch: EntryBatch) -> int:
    """Take back a whole batch of the owner's; raise `batch_undone` or `batch_moved_on`.

    Whatever of it was taken out since is left as it is; what was built into a deck, lent or given
    away since keeps the whole batch, and the refusal names those cards.
    """
    owner_locked(owner=owner)
    locked = EntryBatch.objects.select_for_update().get(pk=batch.pk, player=owner)
    if locked.undone_at is None:
        _refuse_moved_on(owner, locked)
    return batch_undo(batch=locked, actor=owner)


def _refuse_moved_on(owner: Player, batch: EntryBatch) -> None:
    here = Q(owner=owner, state__in=[Copy.State.FREE, Copy.State.MISSING])
    moved = Copy.objects.filter(pk__in=batch_open_copies(batch=batch)).exclude(here)
    names = list(moved.order_by("card__number").values_list("card__name", flat=True).distinct())
    if names:
        raise _moved_on(names)


def _moved_on(names: list[str]) -> Refusal:
    some = ", ".join(names[:_NAMED_AT_MOST]) + (" …" if len(names) > _NAMED_AT_MOST else "")
    sentence = ngettext(
        "Cette saisie ne peut plus être annulée d’un coup : une carte a bougé depuis (%(cards)s).",
        "Cette saisie ne peut plus être annulée d’un coup : %(number)d cartes ont bougé depuis "
        "(%(cards)s).",
        len(names),
    )
    return Refusal("batch_moved_on", sentence % {"number": len(names), "cards": some}, cards=names)
