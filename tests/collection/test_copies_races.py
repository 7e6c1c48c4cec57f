"""Two clicks, two tabs, two people at once: on real threads and the real database."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from collection.models import Card, Copy, EntryBatch, Player, Rarity
from collection.refusals import Refusal
from collection.services import copies, piles
from collection.services.catalogue import catalogue_load
from tests.collection.factories import (
    PlayerFactory,
    open_copies,
    owners_by_ledger,
    owners_by_rows,
)

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30


@pytest.fixture
def lea(transactional_db):
    if not Card.objects.exists():
        catalogue_load()
    return PlayerFactory(username="lea")


@pytest.fixture
def shelly(lea):
    return Card.objects.get(slug="shelly")


def at_once(*actions: Callable[[], object]) -> list[object]:
    """Run actions in threads that start together; return what each gave or how it was refused."""
    start = threading.Barrier(len(actions), timeout=PATIENCE)
    results: list[object] = [None] * len(actions)

    def run(place: int, action: Callable[[], object]) -> None:
        try:
            start.wait()
            results[place] = action()
        except Refusal as refusal:
            results[place] = refusal.code
        finally:
            connection.close()

    threads = [
        threading.Thread(target=run, args=(place, action)) for place, action in enumerate(actions)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()
    return results


def test_every_plus_of_a_burst_counts_and_is_one_entry(lea, shelly):
    at_once(*[lambda: copies.card_add(owner=lea, card=shelly)] * 6)
    assert Copy.objects.filter(owner=lea).count() == 6
    assert EntryBatch.objects.count() == 1


def test_two_minuses_take_two_copies(lea, shelly):
    open_copies(lea, "shelly", number=3)
    gone = at_once(*[lambda: copies.card_remove(owner=lea, card=shelly).pk] * 2)
    assert len(set(gone)) == 2
    assert Copy.objects.filter(owner=lea).count() == 1
    assert owners_by_rows() == owners_by_ledger()


def test_of_two_minuses_on_the_last_copy_one_is_refused(lea, shelly):
    (copy,) = open_copies(lea, "shelly")
    results = at_once(*[lambda: copies.card_remove(owner=lea, card=shelly).pk] * 2)
    assert sorted(map(str, results)) == sorted([str(copy.pk), "copy_none_free"])
    assert copy.entries.count() == 2


def test_a_copy_is_lent_or_taken_out_never_both(lea, shelly):
    tom = PlayerFactory(username="tom")
    (copy,) = open_copies(lea, "shelly")
    at_once(
        lambda: copies.copy_lend(owner=lea, copy_id=copy.pk, borrower=tom),
        lambda: copies.card_remove(owner=lea, card=shelly),
    )
    copy.refresh_from_db()
    assert (copy.state, copy.owner, copy.lent_to) in [("lent", lea, tom), ("gone", None, None)]
    assert owners_by_rows() == owners_by_ledger()


def test_a_copy_is_given_to_one_of_two(lea):
    (copy,) = open_copies(lea, "shelly")
    results = at_once(
        lambda: copies.copy_give_named(owner=lea, copy_id=copy.pk, name="Zoé"),
        lambda: copies.copy_give_named(owner=lea, copy_id=copy.pk, name="Léo"),
    )
    assert results.count("copy_not_yours") == 1
    assert owners_by_rows() == owners_by_ledger()


def test_the_same_contact_is_made_once(lea):
    at_once(*[lambda: copies.contact_named(keeper=lea, name="Zoé")] * 4)
    assert Player.objects.filter(keeper=lea).count() == 1


def test_a_sweep_clicked_twice_brings_one_of_each(lea):
    rare = Rarity.objects.get(code="rare")
    swept = at_once(*[lambda: piles.rarity_sweep(owner=lea, rarity=rare).added] * 3)
    assert sorted(swept) == [0, 0, 4]
    assert Copy.objects.filter(owner=lea).count() == 4


def test_a_line_sent_by_two_tabs_at_once_comes_in_once(lea, shelly):
    def enter():
        return len(piles.pile_enter(owner=lea, card=shelly, number=3, token="ligne-0001"))

    assert sorted(at_once(enter, enter, enter)) == [0, 0, 3]
    assert EntryBatch.objects.count() == 1


def test_two_tabs_fill_the_same_pile_slot_after_slot(lea, shelly):
    piles.pile_pin(owner=lea, pins=piles.Pins(binder="Bleu", page=1, slot=1))

    def enter(token):
        return lambda: piles.pile_enter(owner=lea, card=shelly, number=1, token=token)

    at_once(*[enter(f"ligne-000{number}") for number in range(5)])
    slots = Copy.objects.order_by("slot").values_list("slot", flat=True)
    assert list(slots) == [1, 2, 3, 4, 5]


def test_a_line_is_taken_back_by_one_of_two_tabs(lea, shelly):
    piles.pile_enter(owner=lea, card=shelly, number=2, token="ligne-0001")
    undo = lambda: piles.pile_line_undo(owner=lea, token="ligne-0001")  # noqa: E731 (twice the same)
    assert sorted(map(str, at_once(undo, undo))) == ["2", "line_gone"]
    assert owners_by_rows() == owners_by_ledger()


def test_an_entry_is_undone_by_one_of_two_tabs(lea, shelly):
    piles.pile_enter(owner=lea, card=shelly, number=2, token="ligne-0001")
    batch = piles.pile_close(owner=lea)
    undo = lambda: piles.entry_undo(owner=lea, batch=batch)  # noqa: E731 (twice the same)
    assert sorted(map(str, at_once(undo, undo))) == ["2", "batch_undone"]
    assert owners_by_rows() == owners_by_ledger()


def test_an_undo_and_a_new_line_never_lose_a_copy(lea, shelly):
    piles.pile_enter(owner=lea, card=shelly, number=2, token="ligne-0001")
    batch = EntryBatch.objects.get()
    at_once(
        lambda: piles.entry_undo(owner=lea, batch=batch),
        lambda: piles.pile_enter(owner=lea, card=shelly, number=1, token="ligne-0002"),
    )
    batch.refresh_from_db()
    held = Copy.objects.filter(owner=lea).count()
    assert batch.undone_at is not None
    assert held in (0, 1)
    assert owners_by_rows() == owners_by_ledger()
    inside = Copy.objects.filter(owner=lea, entries__batch=batch).count()
    assert inside == 0
