"""Does the ledger agree with itself, and each copy's owner with it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import F, OuterRef, Q, QuerySet, Subquery

from collection.models import Copy, LedgerEntry


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A copy whose ledger and row tell different things.

    `code` is `owner` (the last entry names another owner than the row), `unopened` (no entry at
    all), or `chain` (an entry does not begin where the one before it ended).
    """

    copy_id: int
    code: str


def ledger_disagreements() -> Iterator[Disagreement]:
    """Yield every disagreement there is; none means that holdings can be recomputed."""
    for code, copies in (("unopened", _unopened()), ("owner", _owned_otherwise())):
        for copy_id in copies.values_list("pk", flat=True).iterator():
            yield Disagreement(copy_id, code)
    broken = _out_of_line().order_by("copy").values_list("copy", flat=True).distinct()
    for copy_id in broken.iterator():
        yield Disagreement(copy_id, "chain")


def _unopened() -> QuerySet[Copy]:
    return Copy.objects.filter(entries__isnull=True).order_by("pk")


def _owned_otherwise() -> QuerySet[Copy]:
    last = LedgerEntry.objects.filter(copy=OuterRef("pk")).order_by("-step")
    copies = Copy.objects.filter(entries__step=1).annotate(
        told=Subquery(last.values("to_player")[:1])
    )
    return copies.filter(_differ("owner", "told")).order_by("pk")


def _out_of_line() -> QuerySet[LedgerEntry]:
    before = LedgerEntry.objects.filter(copy=OuterRef("copy"), step=OuterRef("step") - 1)
    entries = LedgerEntry.objects.annotate(
        before=Subquery(before.values("step")[:1]), ended=Subquery(before.values("to_player")[:1])
    )
    first = Q(step=1, from_player__isnull=False)
    later = Q(step__gt=1) & (Q(before__isnull=True) | _differ("from_player", "ended"))
    return entries.filter(first | later)


def _differ(one: str, other: str) -> Q:
    """Say that two columns differ, where nobody is also somebody."""
    return (
        Q(**{f"{one}__isnull": True, f"{other}__isnull": False})
        | Q(**{f"{one}__isnull": False, f"{other}__isnull": True})
        | (Q(**{f"{one}__isnull": False, f"{other}__isnull": False}) & ~Q(**{one: F(other)}))
    )
