"""Holdings can be recomputed from the ledger at any time, and a command proves it."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from collection.models import Copy, LedgerEntry
from collection.selectors.audit import ledger_disagreements
from collection.services.accounts import guest_create, guest_merge
from collection.services.copies import card_add, card_remove, copy_give_named, copy_restore
from tests.collection.factories import PlayerFactory, open_copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def lea():
    return PlayerFactory(username="lea")


def audit() -> str:
    said = io.StringIO()
    call_command("audit_ledger", stdout=said, stderr=said)
    return said.getvalue()


def disagreements() -> set[tuple[int, str]]:
    return {(found.copy_id, found.code) for found in ledger_disagreements()}


def test_whatever_happened_through_the_services_agrees(lea):
    guest = guest_create()
    shelly, nita, colt = open_copies(guest, "shelly", "nita", "colt")
    card_remove(owner=guest, card=card_add(owner=guest, card=colt.card).card)
    guest_merge(guest=guest, account=lea)
    copy_give_named(owner=lea, copy_id=nita.pk, name="Léo")
    copy_give_named(owner=lea, copy_id=shelly.pk, name="")
    copy_restore(owner=lea, copy_id=shelly.pk)
    assert audit() == "Registre : 4 exemplaires, aucun désaccord.\n"


def test_an_owner_whom_the_ledger_does_not_know_is_found(lea):
    shelly, nita, _colt = open_copies(lea, "shelly", "nita", "colt")
    Copy.objects.filter(pk=shelly.pk).update(owner=PlayerFactory())
    Copy.objects.filter(pk=nita.pk).update(owner=None, state="gone")
    assert disagreements() == {(shelly.pk, "owner"), (nita.pk, "owner")}
    with pytest.raises(CommandError, match="2 désaccords"):
        audit()


def test_a_copy_that_never_came_in_and_a_broken_chain_are_found(lea):
    (shelly, nita) = open_copies(lea, "shelly", "nita")
    unopened = Copy.objects.create(owner=lea, card=shelly.card)
    tom = PlayerFactory(username="tom")
    LedgerEntry.objects.create(copy=shelly, step=2, kind="trade", from_player=tom, to_player=lea)
    LedgerEntry.objects.create(copy=nita, step=3, kind="lost", from_player=lea)
    Copy.objects.filter(pk=nita.pk).update(owner=None, state="gone")
    assert disagreements() == {
        (unopened.pk, "unopened"),
        (shelly.pk, "chain"),
        (nita.pk, "chain"),
    }
