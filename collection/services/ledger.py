"""The only place where a copy changes hands: each change is an entry, then the owner.

Entries and owners are written in one transaction. Rows are locked, and `step` is unique for a
copy, so two changes at once cannot both build on the same state: the later one is refused.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from collection.models import Card, Copy, EntryBatch, LedgerEntry, Player
from collection.refusals import Refusal

Kind = LedgerEntry.Kind
ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Provenance:
    """Why copies move: the kind of entry, who did it, and in which batch, if any."""

    kind: str
    actor: Player | None = None
    batch: EntryBatch | None = None
    why: str = ""
    reference: str = ""


@dataclass(frozen=True, slots=True)
class Placing:
    """What is noted of new copies: condition, place, note and date."""

    condition: str = ""
    binder: str = ""
    page: int | None = None
    slot: int | None = None
    note: str = ""
    acquired_on: datetime.date | None = None


@transaction.atomic
def ledger_open(
    *,
    owner: Player,
    cards: Iterable[tuple[Card, int]],
    provenance: Provenance,
    placing: Placing | None = None,
) -> list[Copy]:
    """Bring new copies into the ledger, so many of each card, all owned by `owner`.

    Returns the copies, with primary keys, in the order of `cards`.
    """
    placing = placing or Placing()
    copies = [_new_copy(owner, card, placing) for card, number in cards for _each in range(number)]
    Copy.objects.bulk_create(copies, batch_size=ROWS_AT_ONCE)
    LedgerEntry.objects.bulk_create(
        [_entry(copy, 1, None, owner, provenance) for copy in copies], batch_size=ROWS_AT_ONCE
    )
    return copies


def _new_copy(owner: Player, card: Card, placing: Placing) -> Copy:
    return Copy(
        owner=owner,
        card=card,
        condition=placing.condition,
        binder=placing.binder,
        page=placing.page,
        slot=placing.slot,
        note=placing.note,
        acquired_on=placing.acquired_on,
    )


def _entry(
    copy: Copy,
    step: int,
    from_player: Player | None,
    to_player: Player | None,
    provenance: Provenance,
) -> LedgerEntry:
    return LedgerEntry(
        copy=copy,
        step=step,
        kind=provenance.kind,
        from_player=from_player,
        to_player=to_player,
        actor=provenance.actor,
        batch=provenance.batch,
        why=provenance.why,
        reference=provenance.reference,
    )


@transaction.atomic
def ledger_transfer(
    *, copy_ids: Sequence[int], owner: Player, to_player: Player | None, provenance: Provenance
) -> None:
    """Move copies of `owner` to somebody else, or out of all hands (`None`).

    Only free copies move (a missing one too, but only out of all hands): whatever holds a copy
    lets go of it first. Raises `Refusal` (`copy_not_yours`, `copy_not_free`) and then changes
    nothing.
    """
    for start in range(0, len(copy_ids), ROWS_AT_ONCE):
        _transfer_some(copy_ids[start : start + ROWS_AT_ONCE], owner, to_player, provenance)


def _transfer_some(
    copy_ids: Sequence[int], owner: Player, to_player: Player | None, provenance: Provenance
) -> None:
    copies = copies_locked(copy_ids=copy_ids, owner=owner)
    for copy in copies:
        _refuse_unless_movable(copy, to_player)
    steps = _last_steps(copy_ids)
    LedgerEntry.objects.bulk_create(
        [_entry(copy, steps[copy.pk] + 1, owner, to_player, provenance) for copy in copies]
    )
    state = Copy.State.GONE if to_player is None else Copy.State.FREE
    Copy.objects.filter(pk__in=copy_ids).update(owner=to_player, state=state)


@transaction.atomic
def ledger_restore(*, copy_ids: Sequence[int], owner: Player, provenance: Provenance) -> None:
    """Bring back copies that left all hands out of `owner`'s, each the very one that left.

    Raises `copy_not_yours` for a copy that somebody owns, or that left somebody else's hands.
    """
    gone = Copy.objects.select_for_update().filter(
        pk__in=copy_ids, owner=None, state=Copy.State.GONE
    )
    copies = list(gone.order_by("pk"))
    if {copy.pk for copy in copies if _left_by(copy) == owner.pk} != set(copy_ids):
        raise _not_yours()
    steps = _last_steps(copy_ids)
    LedgerEntry.objects.bulk_create(
        [_entry(copy, steps[copy.pk] + 1, None, owner, provenance) for copy in copies]
    )
    Copy.objects.filter(pk__in=copy_ids).update(owner=owner, state=Copy.State.FREE)


def _left_by(copy: Copy) -> int | None:
    last = copy.entries.order_by("-step").first()
    return last.from_player_id if last else None


@transaction.atomic
def ledger_restate(*, copy_id: int, owner: Player, provenance: Provenance) -> None:
    """Say anew where a copy came from: out by a correction, in again by `provenance`.

    The owner is the same before and after, so the copy stays in its deck, stake or loan.
    """
    (copy,) = copies_locked(copy_ids=[copy_id], owner=owner)
    step = _last_steps([copy_id])[copy_id]
    undoing = Provenance(kind=Kind.CORRECTION, actor=provenance.actor)
    LedgerEntry.objects.bulk_create(
        [
            _entry(copy, step + 1, owner, None, undoing),
            _entry(copy, step + 2, None, owner, provenance),
        ]
    )


@transaction.atomic
def ledger_merge(*, guest: Player, account: Player) -> None:
    """Hand every copy of a guest to the account that they turn out to be.

    The one change of owner that leaves a copy in its deck, stake or loan: it is the same person.
    Whoever calls it holds the guest's row, so that no copy comes in meanwhile.
    """
    provenance = Provenance(kind=Kind.CORRECTION, actor=account, reference=f"guest:{guest.pk}")
    held = list(Copy.objects.select_for_update().filter(owner=guest).order_by("pk"))
    for start in range(0, len(held), ROWS_AT_ONCE):
        some = held[start : start + ROWS_AT_ONCE]
        steps = _last_steps([copy.pk for copy in some])
        LedgerEntry.objects.bulk_create(
            [_entry(copy, steps[copy.pk] + 1, guest, account, provenance) for copy in some]
        )
    Copy.objects.filter(owner=guest, lent_to=account).update(
        owner=account, lent_to=None, lent_on=None, state=Copy.State.FREE
    )
    Copy.objects.filter(owner=guest).update(owner=account)


def copies_locked(*, copy_ids: Sequence[int], owner: Player) -> list[Copy]:
    """Lock copies for this transaction; raise `copy_not_yours` unless `owner` owns each."""
    wanted = set(copy_ids)
    copies = list(
        Copy.objects.select_for_update().filter(pk__in=wanted, owner=owner).order_by("pk")
    )
    if len(copies) != len(wanted):
        raise _not_yours()
    return copies


def _not_yours() -> Refusal:
    return Refusal("copy_not_yours", _("Cet exemplaire n'est pas dans ta collection."))


def _refuse_unless_movable(copy: Copy, to_player: Player | None) -> None:
    if copy.state == Copy.State.FREE:
        return
    if copy.state == Copy.State.MISSING and to_player is None:
        return
    raise Refusal(
        "copy_not_free",
        _("Cet exemplaire n'est pas libre : il est pris ailleurs."),
        copy=copy.pk,
        state=copy.state,
    )


def _last_steps(copy_ids: Sequence[int]) -> dict[int, int]:
    rows = (
        LedgerEntry.objects.filter(copy__in=copy_ids)
        .order_by()
        .values_list("copy")
        .annotate(last=Max("step"))
    )
    return dict(rows)


@transaction.atomic
def batch_undo(*, batch: EntryBatch, actor: Player) -> int:
    """Take back every copy that a batch brought in and that its player still holds free.

    All or nothing: raises `batch_undone` when it is taken back already, `copy_not_free` or
    `copy_not_yours` when one of its copies has moved on. Returns the number of copies.
    """
    locked = EntryBatch.objects.select_for_update().get(pk=batch.pk)
    if locked.undone_at is not None:
        raise Refusal("batch_undone", _("Cette saisie est déjà annulée."))
    opened = batch_open_copies(batch=locked)
    ledger_transfer(
        copy_ids=opened,
        owner=locked.player,
        to_player=None,
        provenance=Provenance(kind=Kind.CORRECTION, actor=actor, batch=locked),
    )
    _close_undone(locked)
    return len(opened)


def batch_open_copies(*, batch: EntryBatch) -> list[int]:
    """Return the ids of the copies that a batch brought in and did not take out again."""
    came = Count("pk", filter=Q(to_player__isnull=False))
    went = Count("pk", filter=Q(to_player__isnull=True))
    rows = LedgerEntry.objects.filter(batch=batch).order_by().values("copy")
    return sorted(rows.annotate(open=came - went).filter(open=1).values_list("copy", flat=True))


def _close_undone(batch: EntryBatch) -> None:
    now = timezone.now()
    batch.undone_at = now
    batch.closed_at = batch.closed_at or now
    batch.save(update_fields=["undone_at", "closed_at"])
