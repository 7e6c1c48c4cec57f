"""The binders as they stand on the shelf: which there are, and what lies on each page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count

from collection.models import Copy, Player

SLOTS_A_PAGE = 9
MOST_SLOTS = 36
COPIES_SHOWN = 120


def binders_of(owner: Player) -> list[tuple[str, int]]:
    """Return the owner's binders by name, each with how many copies are in it."""
    # « After the empty name » is a range of the index, « not the empty name » is all of it.
    copies = Copy.objects.filter(owner=owner, binder__gt="").order_by("binder")
    return list(copies.values_list("binder").annotate(number=Count("pk")))


@dataclass(frozen=True, slots=True)
class Slot:
    """One case of a binder's page, with the copies in it, the first of them on top."""

    number: int
    copies: list[Copy]


@dataclass(frozen=True, slots=True)
class BinderPage:
    """One page of a binder: its cases, what lies there without a case, and its neighbours."""

    binder: str
    page: int | None
    slots: list[Slot]
    loose: list[Copy]
    pages: list[tuple[int | None, int]]

    @property
    def previous(self) -> int | None:
        """Return the number of the page before that has copies, if there is one."""
        before = [page for page, _n in self.pages if page is not None and page < (self.page or 0)]
        return max(before, default=None)

    @property
    def next(self) -> int | None:
        """Return the number of the page after that has copies, if there is one."""
        after = [page for page, _n in self.pages if page is not None and page > (self.page or 0)]
        return min(after, default=None)


def binder_page(owner: Player, binder: str, page: int | None) -> BinderPage:
    """Return one page of a binder, the first that has copies where none is named.

    Page 0 is what lies in the binder without a page.
    """
    inside = Copy.objects.filter(owner=owner, binder=binder)
    pages = list(inside.order_by("page").values_list("page").annotate(number=Count("pk")))
    if page is None:
        page = min((number for number, _n in pages if number is not None), default=None)
    page = page or None
    copies = list(
        inside.filter(page=page)
        .select_related("card__rarity", "card__brawler", "card__suits", "deck", "lent_to")
        .order_by("slot", "pk")[:COPIES_SHOWN]
    )
    slots = _slots(copies) if page is not None else []
    loose = [copy for copy in copies if page is None or copy.slot is None]
    return BinderPage(binder, page, slots, loose, pages)


def _slots(copies: list[Copy]) -> list[Slot]:
    placed = [copy for copy in copies if copy.slot is not None]
    last = max((copy.slot or 0 for copy in placed), default=0)
    number = max(SLOTS_A_PAGE, min(last, MOST_SLOTS))
    return [
        Slot(place, [copy for copy in placed if copy.slot == place])
        for place in range(1, number + 1)
    ]
