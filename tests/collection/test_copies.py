"""What an owner does with copies: every state is true, every refusal says why."""

from __future__ import annotations

import datetime

import pytest

from collection.models import Card, Copy, Deck, EntryBatch, LedgerEntry, Player
from collection.refusals import Refusal
from collection.selectors.copies import copy_source
from collection.selectors.life import life_of
from collection.services import copies as services
from collection.services.ledger import Placing, batch_open_copies
from tests.collection.factories import (
    PlayerFactory,
    open_copies,
    owners_by_ledger,
    owners_by_rows,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def lea():
    return PlayerFactory(username="lea")


@pytest.fixture
def tom():
    return PlayerFactory(username="tom")


@pytest.fixture
def shelly():
    return Card.objects.get(slug="shelly")


@pytest.fixture
def copy(lea):
    return open_copies(lea, "shelly")[0]


def test_plus_brings_in_one_copy_and_says_where_it_came_from(lea, shelly):
    copy = services.card_add(owner=lea, card=shelly)
    assert (copy.owner, copy.card, copy.state) == (lea, shelly, "free")
    assert [moment.sentence for moment in life_of(lea, copy)] == [
        "Tu l’as trouvée en ouvrant un paquet."
    ]


def test_one_hour_of_the_grid_is_one_entry(lea, shelly):
    nita = Card.objects.get(slug="nita")
    services.card_add(owner=lea, card=shelly)
    services.card_add(owner=lea, card=nita)
    (batch,) = EntryBatch.objects.filter(player=lea)
    assert (batch.kind, len(batch_open_copies(batch=batch))) == ("grid", 2)


def test_after_an_hour_the_grid_begins_another_entry(lea, shelly):
    services.card_add(owner=lea, card=shelly)
    EntryBatch.objects.update(opened_at=_ago(hours=2))
    services.card_add(owner=lea, card=shelly)
    assert EntryBatch.objects.filter(player=lea).count() == 2


def _ago(**span):
    return datetime.datetime.now(tz=datetime.UTC) - datetime.timedelta(**span)


def test_minus_takes_out_the_copy_that_came_last(lea, shelly):
    first, last = open_copies(lea, "shelly", number=2)
    assert services.card_remove(owner=lea, card=shelly) == last
    assert owners_by_rows() == owners_by_ledger() == {first.pk: lea.pk, last.pk: None}


def test_minus_is_a_correction_of_the_entry_that_brought_the_copy(lea, shelly):
    services.card_add(owner=lea, card=shelly)
    gone = services.card_remove(owner=lea, card=shelly)
    entry = gone.entries.get(step=2)
    assert (entry.kind, entry.batch) == ("correction", EntryBatch.objects.get(player=lea))
    assert batch_open_copies(batch=entry.batch) == []


def test_minus_leaves_a_copy_that_is_not_free(lea, tom, shelly):
    free, lent = open_copies(lea, "shelly", number=2)
    services.copy_lend(owner=lea, copy_id=lent.pk, borrower=tom)
    assert services.card_remove(owner=lea, card=shelly) == free


def test_minus_says_that_there_is_none(lea, shelly):
    with pytest.raises(Refusal) as refusal:
        services.card_remove(owner=lea, card=shelly)
    assert (refusal.value.code, str(refusal.value)) == (
        "copy_none_free",
        "Tu n’as aucun exemplaire de « Shelly ».",
    )


def test_minus_says_where_the_copies_are(lea, tom, shelly):
    lent, missing, built = open_copies(lea, "shelly", number=3)
    deck = Deck.objects.create(owner=lea, name="Onze")
    services.copy_lend(owner=lea, copy_id=lent.pk, borrower=tom)
    services.copy_miss(owner=lea, copy_id=missing.pk)
    Copy.objects.filter(pk=built.pk).update(state="deck", deck=deck)
    with pytest.raises(Refusal) as refusal:
        services.card_remove(owner=lea, card=shelly)
    assert str(refusal.value) == (
        "Aucun exemplaire libre de « Shelly » : 1 dans un deck assemblé, 1 prêtée, 1 introuvable."
    )
    assert Copy.objects.filter(owner=lea).count() == 3


def test_what_minus_took_out_comes_back_as_it_was(lea, shelly):
    placing = Placing(condition="mint", binder="Bleu", page=3, note="signée")
    (copy,) = open_copies(lea, "shelly", placing=placing)
    services.card_remove(owner=lea, card=shelly)
    back = services.copy_restore(owner=lea, copy_id=copy.pk)
    assert (back.pk, back.owner, back.state) == (copy.pk, lea, "free")
    assert (back.condition, back.binder, back.page, back.note) == ("mint", "Bleu", 3, "signée")


def test_nobody_restores_what_left_somebody_elses_hands(lea, tom, shelly, copy):
    services.card_remove(owner=lea, card=shelly)
    with pytest.raises(Refusal) as refusal:
        services.copy_restore(owner=tom, copy_id=copy.pk)
    assert refusal.value.code == "copy_not_yours"
    assert owners_by_rows() == owners_by_ledger() == {copy.pk: None}


def test_a_copy_that_is_there_is_not_restored(lea, copy):
    with pytest.raises(Refusal) as refusal:
        services.copy_restore(owner=lea, copy_id=copy.pk)
    assert refusal.value.code == "copy_not_yours"


def test_everything_noted_of_a_copy_is_kept(lea, copy):
    placing = Placing("good", "Rouge", 2, 9, "coin plié", datetime.date(2021, 5, 4))
    services.copy_edit(owner=lea, copy_id=copy.pk, placing=placing)
    copy.refresh_from_db()
    assert copy.place == "Rouge, page 2, case 9"
    assert (copy.condition, copy.note, copy.acquired_on) == (
        "good",
        "coin plié",
        datetime.date(2021, 5, 4),
    )


def test_a_source_is_stated_anew_by_two_more_entries(lea, copy):
    services.copy_edit(owner=lea, copy_id=copy.pk, placing=Placing(), source="gift")
    assert copy_source(lea, copy) == "gift"
    assert [moment.sentence for moment in life_of(lea, copy)] == [
        "Tu l’as trouvée en ouvrant un paquet.",
        "Tu l’as retirée : une erreur de saisie.",
        "On te l’a offerte.",
    ]
    assert owners_by_rows() == owners_by_ledger() == {copy.pk: lea.pk}


def test_the_same_source_again_writes_nothing(lea, copy):
    services.copy_edit(owner=lea, copy_id=copy.pk, placing=Placing(), source="opened")
    assert copy.entries.count() == 1


def test_a_lent_copy_names_the_borrower_and_the_day(lea, tom, copy):
    services.copy_lend(owner=lea, copy_id=copy.pk, borrower=tom)
    copy.refresh_from_db()
    assert (copy.state, copy.lent_to, copy.owner) == ("lent", tom, lea)
    assert copy.lent_on is not None


def test_a_returned_copy_is_free_again(lea, tom, copy):
    services.copy_lend(owner=lea, copy_id=copy.pk, borrower=tom)
    services.copy_return(owner=lea, copy_id=copy.pk)
    copy.refresh_from_db()
    assert (copy.state, copy.lent_to, copy.lent_on) == ("free", None, None)


def test_a_missing_copy_is_still_owned_and_can_be_found(lea, copy):
    services.copy_miss(owner=lea, copy_id=copy.pk)
    copy.refresh_from_db()
    assert (copy.state, copy.owner) == ("missing", lea)
    services.copy_find(owner=lea, copy_id=copy.pk)
    copy.refresh_from_db()
    assert copy.state == "free"


REFUSED = {
    "lent twice": (["copy_lend"], "copy_lend", "copy_not_free"),
    "lent while missing": (["copy_miss"], "copy_lend", "copy_not_free"),
    "missing while lent": (["copy_lend"], "copy_miss", "copy_not_free"),
    "returned while here": ([], "copy_return", "copy_not_lent"),
    "found while here": ([], "copy_find", "copy_not_missing"),
    "given while lent": (["copy_lend"], "copy_give", "copy_not_free"),
    "given while missing": (["copy_miss"], "copy_give", "copy_not_free"),
    "lost while lent": (["copy_lend"], "copy_lose", "copy_not_free"),
    "lost twice": (["copy_lose"], "copy_lose", "copy_not_yours"),
}


@pytest.mark.parametrize(("before", "then", "code"), REFUSED.values(), ids=REFUSED)
def test_no_state_contradicts_another(lea, tom, copy, before, then, code):
    for action in before:
        _do(action, lea, tom, copy)
    was = Copy.objects.values().get(pk=copy.pk)
    with pytest.raises(Refusal) as refusal:
        _do(then, lea, tom, copy)
    assert refusal.value.code == code
    assert Copy.objects.values().get(pk=copy.pk) == was


def _do(action, owner, other, copy):
    more = {"copy_lend": {"borrower": other}, "copy_give": {"receiver": None}}
    getattr(services, action)(owner=owner, copy_id=copy.pk, **more.get(action, {}))


@pytest.mark.parametrize("action", ["copy_lend", "copy_return", "copy_miss", "copy_find"])
def test_nobody_touches_somebody_elses_copy(lea, tom, copy, action):
    with pytest.raises(Refusal) as refusal:
        _do(action, tom, lea, copy)
    assert refusal.value.code == "copy_not_yours"


def test_nobody_lends_to_themselves(lea, copy):
    with pytest.raises(Refusal) as refusal:
        services.copy_lend(owner=lea, copy_id=copy.pk, borrower=lea)
    assert refusal.value.code == "lent_to_yourself"


def test_a_lost_copy_leaves_for_good_and_tells_why(lea, copy):
    services.copy_miss(owner=lea, copy_id=copy.pk)
    services.copy_lose(owner=lea, copy_id=copy.pk, why="tombée dans le lac")
    last = copy.entries.last()
    assert (last.kind, last.why) == ("lost", "tombée dans le lac")
    assert owners_by_rows() == owners_by_ledger() == {copy.pk: None}


def test_a_gift_goes_to_the_contact_and_can_come_back(lea, copy):
    found = services.copy_give_named(owner=lea, copy_id=copy.pk, name="Léo de l'école")
    assert found is not None
    assert (found.created, found.player.keeper, found.player.kind) == (True, lea, "contact")
    assert owners_by_rows() == owners_by_ledger() == {copy.pk: found.player.pk}
    services.copy_take_back(owner=lea, copy_id=copy.pk)
    assert [moment.sentence for moment in life_of(lea, copy)] == [
        "Tu l’as trouvée en ouvrant un paquet.",
        "Tu l’as donnée à Léo de l'école.",
        "Elle est passée de Léo de l'école à toi, par correction.",
    ]


def test_a_gift_never_lands_in_an_account_that_was_not_asked(lea, tom, copy):
    found = services.copy_give_named(owner=lea, copy_id=copy.pk, name="tom")
    assert found is not None
    assert found.player != tom
    assert found.player.keeper == lea


def test_nobody_takes_back_what_was_given_to_somebody_elses_contact(lea, tom, copy):
    services.copy_give_named(owner=lea, copy_id=copy.pk, name="Léo")
    with pytest.raises(Refusal) as refusal:
        services.copy_take_back(owner=tom, copy_id=copy.pk)
    assert refusal.value.code == "copy_not_yours"


def test_a_borrower_is_a_contact_before_an_account(lea, tom):
    contact = services.contact_named(keeper=lea, name="Tom").player
    assert services.borrower_named(lender=lea, name="TOM").player == contact


def test_a_borrower_may_be_an_account_by_its_name(lea, tom):
    found = services.borrower_named(lender=lea, name=" Tom ")
    assert (found.player, found.created) == (tom, False)


def test_an_unknown_borrower_becomes_a_contact_once(lea):
    first = services.borrower_named(lender=lea, name="Zoé")
    again = services.borrower_named(lender=lea, name="zoé")
    assert (first.created, again.created) == (True, False)
    assert first.player == again.player


def test_a_refused_loan_makes_no_contact(lea, copy):
    services.copy_miss(owner=lea, copy_id=copy.pk)
    with pytest.raises(Refusal):
        services.copy_lend_named(owner=lea, copy_id=copy.pk, name="Zoé")
    assert not Player.objects.filter(display_name="Zoé").exists()


def test_a_restored_copy_can_be_undone_with_its_entry(lea, shelly):
    services.card_add(owner=lea, card=shelly)
    gone = services.card_remove(owner=lea, card=shelly)
    services.copy_restore(owner=lea, copy_id=gone.pk)
    assert batch_open_copies(batch=EntryBatch.objects.get()) == [gone.pk]


def test_the_ledger_alone_tells_who_owns_what_after_all_that(lea, tom):
    copies = open_copies(lea, "shelly", "nita", "colt", number=2)
    services.copy_lose(owner=lea, copy_id=copies[0].pk)
    services.copy_give_named(owner=lea, copy_id=copies[1].pk, name="Léo")
    services.copy_give(owner=lea, copy_id=copies[2].pk, receiver=None)
    services.copy_restore(owner=lea, copy_id=copies[0].pk)
    services.copy_edit(owner=lea, copy_id=copies[3].pk, placing=Placing(), source="bought")
    services.copy_lend(owner=lea, copy_id=copies[4].pk, borrower=tom)
    assert owners_by_rows() == owners_by_ledger()
    assert LedgerEntry.objects.filter(copy=copies[0]).count() == 3
