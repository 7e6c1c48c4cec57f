"""The ledger: copies change hands by entries, and by nothing else."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from collection.models import Card, Copy, EntryBatch, LedgerEntry
from collection.refusals import Refusal
from collection.services.ledger import Provenance, batch_undo, ledger_open, ledger_transfer
from tests.collection.factories import (
    PlayerFactory,
    open_copies,
    owners_by_ledger,
    owners_by_rows,
)

pytestmark = pytest.mark.django_db
GIFT = LedgerEntry.Kind.GIFT


@pytest.fixture
def lea():
    return PlayerFactory(username="lea")


@pytest.fixture
def tom():
    return PlayerFactory(username="tom")


def test_opened_copies_are_owned_and_recorded(lea):
    copies = open_copies(lea, "shelly", "nita", number=2)
    assert [copy.card.slug for copy in copies] == ["shelly", "shelly", "nita", "nita"]
    assert owners_by_rows() == owners_by_ledger() == {copy.pk: lea.pk for copy in copies}


def test_a_transfer_is_one_more_step_and_the_new_owner(lea, tom):
    (copy,) = open_copies(lea, "shelly")
    ledger_transfer(
        copy_ids=[copy.pk], owner=lea, to_player=tom, provenance=Provenance(kind=GIFT, actor=lea)
    )
    steps = copy.entries.values_list("step", "from_player__username", "to_player__username")
    assert list(steps) == [(1, None, "lea"), (2, "lea", "tom")]
    assert owners_by_rows() == owners_by_ledger() == {copy.pk: tom.pk}


def test_somebody_elses_copy_stays_where_it_is(lea, tom):
    (copy,) = open_copies(lea, "shelly")
    with pytest.raises(Refusal) as refusal:
        ledger_transfer(
            copy_ids=[copy.pk], owner=tom, to_player=lea, provenance=Provenance(kind=GIFT)
        )
    assert refusal.value.code == "copy_not_yours"
    assert owners_by_ledger() == {copy.pk: lea.pk}


def test_one_held_copy_keeps_the_whole_transfer_back(lea, tom):
    free, lent = open_copies(lea, "shelly", "nita")
    Copy.objects.filter(pk=lent.pk).update(state="lent", lent_to=tom)
    with pytest.raises(Refusal) as refusal:
        ledger_transfer(
            copy_ids=[free.pk, lent.pk],
            owner=lea,
            to_player=None,
            provenance=Provenance(kind=LedgerEntry.Kind.LOST),
        )
    assert refusal.value.code == "copy_not_free"
    assert owners_by_rows() == owners_by_ledger() == {free.pk: lea.pk, lent.pk: lea.pk}


def test_an_entry_is_never_edited_nor_deleted(lea):
    (copy,) = open_copies(lea, "shelly")
    entry = copy.entries.get()
    for edit in (
        entry.save,
        entry.delete,
        LedgerEntry.objects.all().delete,
        lambda: LedgerEntry.objects.update(why="?"),
    ):
        with pytest.raises(TypeError, match="append-only"):
            edit()


def test_a_batch_is_taken_back_once_and_through_the_ledger(lea):
    batch = EntryBatch.objects.create(player=lea, kind="pile")
    shelly = Card.objects.get(slug="shelly")
    provenance = Provenance(kind=LedgerEntry.Kind.OPENED, actor=lea, batch=batch)
    ledger_open(owner=lea, cards=[(shelly, 3)], provenance=provenance)
    assert batch_undo(batch=batch, actor=lea) == 3
    assert set(owners_by_rows().values()) == set(owners_by_ledger().values()) == {None}
    with pytest.raises(Refusal) as refusal:
        batch_undo(batch=batch, actor=lea)
    assert refusal.value.code == "batch_undone"


CONTRADICTIONS = {
    "lent to nobody": {"state": "lent"},
    "free yet lent": {"lent_to": True},
    "in no deck": {"state": "deck"},
    "gone yet owned": {"state": "gone"},
    "owned by nobody": {"owner": None},
    "an unknown word": {"state": "eaten"},
}


@pytest.mark.parametrize("change", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_the_database_refuses_a_state_that_contradicts_itself(lea, tom, change):
    (copy,) = open_copies(lea, "shelly")
    if change.get("lent_to"):
        change = {"lent_to": tom}
    with pytest.raises(IntegrityError), transaction.atomic():
        Copy.objects.filter(pk=copy.pk).update(**change)
