"""What an owner does with copies: count them up and down, place, lend, mislay and part with them.

Everything that may meet itself (two clicks, two tabs) holds the owner's row first, then the
copies, always in this order.
"""

from __future__ import annotations

import datetime
import secrets
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from collection.models import Card, Copy, EntryBatch, LedgerEntry, Player
from collection.models.players import name_key
from collection.refusals import Refusal
from collection.services.accounts import name_cleaned
from collection.services.ledger import (
    Placing,
    Provenance,
    copies_locked,
    ledger_open,
    ledger_restate,
    ledger_restore,
    ledger_transfer,
)

Kind = LedgerEntry.Kind
State = Copy.State
GRID_SESSION = datetime.timedelta(hours=1)
SOURCES = (Kind.OPENED, Kind.BOUGHT, Kind.GIFT, Kind.TRADE, Kind.WAGER)


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody found by name, or a contact made for it."""

    player: Player
    created: bool


def owner_locked(*, owner: Player) -> None:
    """Make the owner's other entries wait until this transaction ends."""
    Player.objects.select_for_update(no_key=True).values_list("pk").get(pk=owner.pk)


@transaction.atomic
def card_add(*, owner: Player, card: Card) -> Copy:
    """Bring in one copy of a card, as from an opened packet."""
    owner_locked(owner=owner)
    provenance = Provenance(kind=Kind.OPENED, actor=owner, batch=_grid_batch(owner))
    (copy,) = ledger_open(owner=owner, cards=[(card, 1)], provenance=provenance)
    return copy


def _grid_batch(owner: Player) -> EntryBatch:
    """Return the batch of the grid's latest hour, opened when there is none."""
    batches = EntryBatch.objects.select_for_update().filter(
        player=owner,
        kind=EntryBatch.Kind.GRID,
        closed_at=None,
        undone_at=None,
        opened_at__gte=timezone.now() - GRID_SESSION,
    )
    return batches.order_by("-pk").first() or EntryBatch.objects.create(
        player=owner, kind=EntryBatch.Kind.GRID
    )


@transaction.atomic
def card_remove(*, owner: Player, card: Card) -> Copy:
    """Take out the free copy of a card that came in last, as a correction.

    It counts as taken out of the entry that brought it in, which can then still be undone.
    Raises `copy_none_free`, which says where the copies are.
    """
    owner_locked(owner=owner)
    copy = _latest_free(owner, card)
    if copy is None:
        raise _none_free(owner, card)
    _correct_away(owner, copy)
    return copy


def _latest_free(owner: Player, card: Card) -> Copy | None:
    free = Copy.objects.filter(owner=owner, card=card, state=State.FREE)
    # A copy that another transaction is taking right now is not free any more.
    return free.select_for_update(skip_locked=True).order_by("-pk").first()


def _correct_away(owner: Player, copy: Copy) -> None:
    provenance = Provenance(kind=Kind.CORRECTION, actor=owner, batch=_brought_by(owner, copy))
    ledger_transfer(copy_ids=[copy.pk], owner=owner, to_player=None, provenance=provenance)


def _brought_by(owner: Player, copy: Copy) -> EntryBatch | None:
    entry = copy.entries.filter(to_player=owner).order_by("-step").select_related("batch").first()
    return entry.batch if entry else None


def _none_free(owner: Player, card: Card) -> Refusal:
    held = _states_of(owner, card)
    if not held:
        sentence = _("Tu n’as aucun exemplaire de « %(card)s ».") % {"card": card.label}
    else:
        sentence = _("Aucun exemplaire libre de « %(card)s » : %(where)s.") % {
            "card": card.label,
            "where": ", ".join(f"{number} {State(state).label}" for state, number in held.items()),
        }
    return Refusal("copy_none_free", sentence, card=card.slug, held=held)


def _states_of(owner: Player, card: Card) -> dict[str, int]:
    copies = Copy.objects.filter(owner=owner, card=card).order_by("state")
    return dict(copies.values_list("state").annotate(number=Count("pk")))


@transaction.atomic
def copy_restore(*, owner: Player, copy_id: int) -> Copy:
    """Bring back the very copy that `owner` took out, lost or gave away; raise `copy_not_yours`."""
    owner_locked(owner=owner)
    last = LedgerEntry.objects.filter(copy=copy_id).order_by("-step").select_related("batch")
    entry = last.first()
    batch = entry.batch if entry and entry.batch and entry.batch.undone_at is None else None
    provenance = Provenance(kind=Kind.CORRECTION, actor=owner, batch=batch)
    ledger_restore(copy_ids=[copy_id], owner=owner, provenance=provenance)
    return Copy.objects.select_related("card").get(pk=copy_id)


@transaction.atomic
def copy_edit(*, owner: Player, copy_id: int, placing: Placing, source: str = "") -> Copy:
    """Note condition, place, note and date of a copy; and where it came from, if that changes.

    The source is stated anew in the ledger. Raises `copy_not_yours`.
    """
    (copy,) = copies_locked(copy_ids=[copy_id], owner=owner)
    if source and source != _source_of(owner, copy):
        provenance = Provenance(kind=source, actor=owner)
        ledger_restate(copy_id=copy.pk, owner=owner, provenance=provenance)
    return _noted(
        copy,
        condition=placing.condition,
        binder=placing.binder,
        page=placing.page,
        slot=placing.slot,
        note=placing.note,
        acquired_on=placing.acquired_on,
    )


def _source_of(owner: Player, copy: Copy) -> str | None:
    entries = copy.entries.filter(to_player=owner).order_by("-step")
    return entries.values_list("kind", flat=True).first()


def _noted(copy: Copy, **facts: Any) -> Copy:
    for name, value in facts.items():
        setattr(copy, name, value)
    copy.save(update_fields=list(facts))
    return copy


@transaction.atomic
def copy_lend(*, owner: Player, copy_id: int, borrower: Player) -> Copy:
    """Lend a free copy; raise `copy_not_free`, `lent_to_yourself`."""
    if borrower.pk == owner.pk:
        raise Refusal("lent_to_yourself", _("Tu ne peux pas te prêter une carte à toi-même."))
    copy = _in_state(owner, copy_id, State.FREE)
    today = timezone.localdate()
    return _noted(copy, state=State.LENT, lent_to=borrower, lent_on=today)


@transaction.atomic
def copy_lend_named(*, owner: Player, copy_id: int, name: str) -> Found:
    """Lend a free copy to whom a name means; raise what `borrower_named`, `copy_lend` raise."""
    found = borrower_named(lender=owner, name=name)
    copy_lend(owner=owner, copy_id=copy_id, borrower=found.player)
    return found


@transaction.atomic
def copy_return(*, owner: Player, copy_id: int) -> Copy:
    """Take a lent copy back; raise `copy_not_lent`."""
    copy = _in_state(owner, copy_id, State.LENT)
    return _noted(copy, state=State.FREE, lent_to=None, lent_on=None)


@transaction.atomic
def copy_miss(*, owner: Player, copy_id: int) -> Copy:
    """Note that a free copy cannot be found; it is still owned. Raises `copy_not_free`."""
    return _noted(_in_state(owner, copy_id, State.FREE), state=State.MISSING)


@transaction.atomic
def copy_find(*, owner: Player, copy_id: int) -> Copy:
    """Note that a missing copy was found again; raise `copy_not_missing`."""
    return _noted(_in_state(owner, copy_id, State.MISSING), state=State.FREE)


def _in_state(owner: Player, copy_id: int, state: str) -> Copy:
    (copy,) = copies_locked(copy_ids=[copy_id], owner=owner)
    if copy.state != state:
        raise _wrong_state(copy, state)
    return copy


def _wrong_state(copy: Copy, wanted: str) -> Refusal:
    facts = {"copy": copy.pk, "state": copy.state}
    if wanted == State.LENT:
        return Refusal("copy_not_lent", _("Cet exemplaire n’est pas prêté."), **facts)
    if wanted == State.MISSING:
        return Refusal("copy_not_missing", _("Cet exemplaire n’est pas introuvable."), **facts)
    sentence = _("Cet exemplaire n’est pas libre : il est noté « %(state)s ».")
    return Refusal("copy_not_free", sentence % {"state": copy.get_state_display()}, **facts)


@transaction.atomic
def copy_lose(*, owner: Player, copy_id: int, why: str = "") -> None:
    """Let a free or missing copy go for good: lost, destroyed."""
    _leave(owner, copy_id, None, Kind.LOST, why)


@transaction.atomic
def copy_give(*, owner: Player, copy_id: int, receiver: Player | None, why: str = "") -> None:
    """Give a free copy away for good: to a contact of the owner's, or to nobody known here."""
    _in_state(owner, copy_id, State.FREE)
    _leave(owner, copy_id, receiver, Kind.GIFT, why)


@transaction.atomic
def copy_give_named(*, owner: Player, copy_id: int, name: str, why: str = "") -> Found | None:
    """Give a free copy away to the contact of that name, or, without a name, to nobody known."""
    found = contact_named(keeper=owner, name=name) if name else None
    receiver = found.player if found else None
    copy_give(owner=owner, copy_id=copy_id, receiver=receiver, why=why)
    return found


def _leave(owner: Player, copy_id: int, receiver: Player | None, kind: str, why: str) -> None:
    ledger_transfer(
        copy_ids=[copy_id],
        owner=owner,
        to_player=receiver,
        provenance=Provenance(kind=kind, actor=owner, why=why),
    )


@transaction.atomic
def copy_take_back(*, owner: Player, copy_id: int) -> None:
    """Bring back a copy that `owner` gave to one of their contacts; raise `copy_not_yours`."""
    receiver = Player.objects.filter(copies=copy_id, keeper=owner).first()
    if receiver is None:
        raise Refusal("copy_not_yours", _("Cet exemplaire n’est pas dans ta collection."))
    ledger_transfer(
        copy_ids=[copy_id],
        owner=receiver,
        to_player=owner,
        provenance=Provenance(kind=Kind.CORRECTION, actor=owner),
    )


@transaction.atomic
def contact_named(*, keeper: Player, name: str) -> Found:
    """Return the keeper's contact of that name, made when there is none; raise `name_shape`."""
    clean = name_cleaned(name=name)
    owner_locked(owner=keeper)
    known = _contact(keeper, clean)
    if known:
        return Found(known, created=False)
    return Found(_new_contact(keeper, clean), created=True)


@transaction.atomic
def borrower_named(*, lender: Player, name: str) -> Found:
    """Return whom a name means: a contact of the lender's, else an account, else a new contact."""
    clean = name_cleaned(name=name)
    known = _contact(lender, clean) or _account(clean)
    return Found(known, created=False) if known else contact_named(keeper=lender, name=clean)


def _contact(keeper: Player, name: str) -> Player | None:
    wanted = name_key(name)
    return next(
        (contact for contact in keeper.contacts.all() if name_key(contact.display_name) == wanted),
        None,
    )


def _account(name: str) -> Player | None:
    accounts = Player.objects.filter(kind=Player.Kind.ACCOUNT, is_active=True)
    return accounts.filter(name_key=name_key(name)).first()


def _new_contact(keeper: Player, name: str) -> Player:
    contact = Player(
        username=f"contact-{secrets.token_hex(8)}",
        display_name=name,
        kind=Player.Kind.CONTACT,
        keeper=keeper,
    )
    contact.set_unusable_password()
    contact.save()
    return contact
