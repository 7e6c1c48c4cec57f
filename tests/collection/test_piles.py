"""Entering many cards: what is typed is understood or asked about, and all of it can be undone."""

from __future__ import annotations

import pytest

from collection.models import Brawler, Card, Copy, EntryBatch, LedgerEntry, Rarity
from collection.quantities import quantities_in
from collection.refusals import Refusal
from collection.selectors.piles import entries_for, pile_lines, pile_of, pile_summary, reading_of
from collection.services import piles as services
from collection.services.copies import card_remove, copy_lend
from collection.services.piles import Pins
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


def card(slug):
    return Card.objects.get(slug=slug)


def enter(owner, slug, number=1, token="ligne-0001"):
    return services.pile_enter(owner=owner, card=card(slug), number=number, token=token)


QUANTITIES = {
    "shelly": [(1, "shelly")],
    "3 shelly": [(1, "3 shelly"), (3, "shelly")],
    "3x shelly": [(1, "3x shelly"), (3, "shelly")],
    "x3 shelly": [(1, "x3 shelly"), (3, "shelly")],
    "shelly x3": [(1, "shelly x3"), (3, "shelly")],
    "shelly × 3": [(1, "shelly × 3"), (3, "shelly")],
    "trois shelly": [(1, "trois shelly"), (3, "shelly")],
    "shelly fois deux": [(1, "shelly fois deux"), (2, "shelly")],
    "12 x3": [(1, "12 x3"), (3, "12")],
    "3 x 12": [(1, "3 x 12"), (3, "12"), (12, "3")],
    "-3 shelly": [(1, "-3 shelly"), (-3, "shelly")],
    "D4R-RY1": [(1, "D4R-RY1")],
    "  shelly  ": [(1, "shelly")],
    "": [],
    " . ": [],
}


@pytest.mark.parametrize(("text", "meant"), QUANTITIES.items())
def test_a_number_of_something_is_read(text, meant):
    assert quantities_in(text) == meant


SURE = {
    "12": (1, 12),
    "n°12": (1, 12),
    "12 x3": (3, 12),
    "shelly": (1, 1),
    "SHELLY": (1, 1),
    "3 shelly": (3, 1),
    "Shelly x3": (3, 1),
    "deux nita": (2, 2),
    "5 gemmes": (1, 81),
    "2 x 5 gemmes": (2, 81),
    "billie pokeaxou": (1, 91),
    "kraken": (1, 96),
}


@pytest.mark.parametrize(("text", "meant"), SURE.items())
def test_a_number_or_a_name_is_sure(lea, text, meant):
    reading = reading_of(lea, text)
    choice = reading.choices[0]
    assert (reading.sure, (choice.number, choice.card.number)) == (True, meant)


@pytest.mark.parametrize("text", ["shel", "3 x 12", "gemmes", "sheley", "2 dinamike"])
def test_what_may_mean_several_or_is_misspelt_is_asked(lea, text):
    reading = reading_of(lea, text)
    assert not reading.sure
    assert reading.choices


def test_the_likeliest_comes_first_with_its_number(lea):
    first = reading_of(lea, "2 shel").choices[0]
    assert (first.number, first.card.slug) == (2, "shelly")


@pytest.mark.parametrize("text", ["", "   ", "zzzzzzzz", "🃏", "999999", "x" * 10_000])
def test_what_means_nothing_offers_nothing(lea, text):
    assert reading_of(lea, text).choices == ()


def test_a_proposed_card_is_understood_by_its_proposer_only(lea, tom):
    Card.objects.create(
        number=9001,
        slug="perle-rare",
        kind="brawler",
        name="Perle Rare Unique",
        rarity_id="rare",
        brawler=Brawler.objects.first(),
        status="proposed",
        proposed_by=lea,
    )
    assert reading_of(lea, "perle rare unique").sure
    assert "perle-rare" not in {choice.card.slug for choice in reading_of(tom, "perle").choices}


def test_a_line_brings_in_its_copies_with_what_is_pinned(lea):
    pins = Pins(source="bought", condition="mint", binder="Bleu", page=4)
    services.pile_pin(owner=lea, pins=pins)
    copies = enter(lea, "shelly", 3)
    assert {(c.condition, c.binder, c.page, c.slot) for c in copies} == {("mint", "Bleu", 4, None)}
    assert set(LedgerEntry.objects.values_list("kind", flat=True)) == {"bought"}


def test_slots_are_counted_a_line_each_and_the_page_is_turned(lea):
    pins = Pins(binder="Bleu", page=1, slot=3, slots_per_page=4)
    services.pile_pin(owner=lea, pins=pins)
    for token, slug in enumerate(["shelly", "nita", "colt"]):
        enter(lea, slug, 2 if slug == "nita" else 1, f"ligne-000{token}")
    places = Copy.objects.order_by("pk").values_list("card__slug", "page", "slot")
    assert list(places) == [
        ("shelly", 1, 3),
        ("nita", 1, 4),
        ("nita", 1, 4),
        ("colt", 2, 1),
    ]
    pile = pile_of(lea)
    assert (pile.page, pile.slot) == (2, 2)


def test_no_copy_gets_a_page_that_its_own_form_would_refuse(lea):
    services.pile_pin(owner=lea, pins=Pins(binder="Bleu", page=999, slot=9))
    for token in ("ligne-0001", "ligne-0002"):
        enter(lea, "shelly", token=token)
    places = Copy.objects.order_by("pk").values_list("page", "slot")
    assert list(places) == [(999, 9), (None, None)]


def test_taking_back_the_last_line_gives_its_slot_back(lea):
    services.pile_pin(owner=lea, pins=Pins(binder="Bleu", page=1, slot=9))
    enter(lea, "shelly")
    services.pile_line_undo(owner=lea, token="ligne-0001")
    pile = pile_of(lea)
    assert (pile.page, pile.slot) == (1, 9)


def test_taking_back_an_earlier_line_leaves_the_next_slot(lea):
    services.pile_pin(owner=lea, pins=Pins(binder="Bleu", page=1, slot=1))
    enter(lea, "shelly", token="ligne-0001")
    enter(lea, "nita", token="ligne-0002")
    services.pile_line_undo(owner=lea, token="ligne-0001")
    assert pile_of(lea).slot == 3


def test_a_line_sent_twice_comes_in_once(lea):
    assert len(enter(lea, "shelly", 3)) == 3
    assert enter(lea, "shelly", 3) == []
    assert Copy.objects.count() == 3


@pytest.mark.parametrize("number", [-3, 0, 100, 10_000])
def test_a_silly_number_adds_nothing(lea, number):
    with pytest.raises(Refusal) as refusal:
        enter(lea, "shelly", number)
    assert refusal.value.code == "too_many"
    assert not Copy.objects.exists()
    assert not EntryBatch.objects.exists()


@pytest.mark.parametrize("token", ["", "court", "🃏" * 10, "x" * 10_000, "a b c d e f"])
def test_a_line_without_an_honest_token_adds_nothing(lea, token):
    with pytest.raises(Refusal) as refusal:
        enter(lea, "shelly", token=token)
    assert refusal.value.code == "line_token"
    assert not Copy.objects.exists()


def test_one_line_is_taken_back_and_the_others_stay(lea):
    enter(lea, "shelly", 2, "ligne-0001")
    enter(lea, "nita", 1, "ligne-0002")
    assert services.pile_line_undo(owner=lea, token="ligne-0001") == 2
    lines = pile_lines(pile_of(lea))
    assert [(line.card.slug, line.number, line.left) for line in lines] == [
        ("nita", 1, 1),
        ("shelly", 2, 0),
    ]
    assert pile_summary(lea, pile_of(lea)).copies == 1


def test_a_line_is_taken_back_once(lea):
    enter(lea, "shelly")
    services.pile_line_undo(owner=lea, token="ligne-0001")
    with pytest.raises(Refusal) as refusal:
        services.pile_line_undo(owner=lea, token="ligne-0001")
    assert refusal.value.code == "line_gone"


def test_a_line_of_somebody_elses_pile_is_not_there(lea, tom):
    enter(lea, "shelly")
    with pytest.raises(Refusal) as refusal:
        services.pile_line_undo(owner=tom, token="ligne-0001")
    assert refusal.value.code == "line_gone"
    assert Copy.objects.filter(owner=lea).count() == 1


def test_a_lent_copy_keeps_its_line(lea, tom):
    (copy,) = enter(lea, "shelly")
    copy_lend(owner=lea, copy_id=copy.pk, borrower=tom)
    with pytest.raises(Refusal) as refusal:
        services.pile_line_undo(owner=lea, token="ligne-0001")
    assert refusal.value.code == "copy_not_free"


def test_the_summary_counts_copies_cards_rarities_and_what_is_new(lea):
    open_copies(lea, "nita")
    enter(lea, "shelly", 3, "ligne-0001")
    enter(lea, "nita", 1, "ligne-0002")
    enter(lea, "gemmes-50", 1, "ligne-0003")
    summary = pile_summary(lea, pile_of(lea))
    assert (summary.copies, summary.cards, summary.new) == (5, 3, 2)
    assert summary.rarities == (("common", 4), ("secret", 1))


def test_one_undo_takes_the_whole_session_back(lea):
    enter(lea, "shelly", 3, "ligne-0001")
    enter(lea, "nita", 2, "ligne-0002")
    services.pile_line_undo(owner=lea, token="ligne-0002")
    pile = services.pile_close(owner=lea)
    assert services.entry_undo(owner=lea, batch=pile) == 3
    assert set(owners_by_rows().values()) == set(owners_by_ledger().values()) == {None}


def test_undoing_a_running_pile_ends_it(lea):
    enter(lea, "shelly")
    services.entry_undo(owner=lea, batch=pile_of(lea))
    assert pile_of(lea) is None
    enter(lea, "nita", token="ligne-0002")
    assert [line.card.slug for line in pile_lines(pile_of(lea))] == ["nita"]


def test_an_entry_is_undone_once(lea):
    enter(lea, "shelly")
    pile = services.pile_close(owner=lea)
    services.entry_undo(owner=lea, batch=pile)
    with pytest.raises(Refusal) as refusal:
        services.entry_undo(owner=lea, batch=pile)
    assert refusal.value.code == "batch_undone"


def test_an_entry_with_a_lent_card_stays_whole_and_names_it(lea, tom):
    (shelly,) = enter(lea, "shelly", token="ligne-0001")
    enter(lea, "nita", token="ligne-0002")
    copy_lend(owner=lea, copy_id=shelly.pk, borrower=tom)
    with pytest.raises(Refusal) as refusal:
        services.entry_undo(owner=lea, batch=services.pile_close(owner=lea))
    assert (refusal.value.code, refusal.value.facts) == ("batch_moved_on", {"cards": ["Shelly"]})
    assert Copy.objects.filter(owner=lea).count() == 2


def test_what_was_taken_out_one_by_one_does_not_keep_the_undo(lea):
    enter(lea, "shelly", 2)
    card_remove(owner=lea, card=card("shelly"))
    assert services.entry_undo(owner=lea, batch=services.pile_close(owner=lea)) == 1


def test_an_empty_pile_leaves_no_entry(lea):
    services.pile_pin(owner=lea, pins=Pins(binder="Bleu"))
    assert services.pile_close(owner=lea) is None
    assert not EntryBatch.objects.exists()


def test_a_rarity_is_swept_one_of_each_missing(lea):
    open_copies(lea, "shelly", number=2)
    swept = services.rarity_sweep(owner=lea, rarity=Rarity.objects.get(code="common"))
    assert swept.added == 11
    commons = Copy.objects.filter(owner=lea, card__rarity="common")
    assert (commons.count(), commons.values("card").distinct().count()) == (13, 12)


def test_a_sweep_leaves_what_may_never_have_been_printed(lea):
    gadgets = Rarity.objects.get(code="gadget")
    assert services.rarity_sweep(owner=lea, rarity=gadgets).added == 0
    assert services.rarity_sweep(owner=lea, rarity=gadgets, uncertain=True).added == 104


def test_a_sweep_of_a_brawler_brings_in_its_cards(lea):
    shelly = Brawler.objects.get(slug="shelly")
    services.brawler_sweep(owner=lea, brawler=shelly, uncertain=True)
    owned = Card.objects.filter(copies__owner=lea)
    assert set(owned) == set(shelly.cards.filter(era=True))


def test_a_second_sweep_finds_nothing_to_add(lea):
    epic = Rarity.objects.get(code="epic")
    services.rarity_sweep(owner=lea, rarity=epic)
    again = services.rarity_sweep(owner=lea, rarity=epic)
    assert (again.batch, again.added) == (None, 0)


def test_one_undo_takes_a_sweep_back_and_nothing_else(lea):
    (mine,) = open_copies(lea, "shelly")
    swept = services.rarity_sweep(owner=lea, rarity=Rarity.objects.get(code="common"))
    services.entry_undo(owner=lea, batch=swept.batch)
    assert list(Copy.objects.filter(owner=lea)) == [mine]


def test_entries_are_told_the_latest_first_with_what_is_left(lea):
    services.rarity_sweep(owner=lea, rarity=Rarity.objects.get(code="rare"))
    enter(lea, "shelly", 3, "ligne-0001")
    card_remove(owner=lea, card=card("shelly"))
    told, next_key = entries_for(lea)
    assert [(entry.batch.kind, entry.came, entry.left) for entry in told] == [
        ("pile", 3, 2),
        ("sweep", 4, 4),
    ]
    assert next_key is None
