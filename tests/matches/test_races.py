"""Everybody at once: sealed moves, the same move twice, old tabs, bots, on real threads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection

from collection.refusals import Refusal
from matches.models import Match, Move
from matches.services.bots import bots_move
from matches.services.clocks import clock_expire
from matches.services.play import match_play
from matches.services.positions import position_at, positions_forget
from matches.services.tables import (
    SeatPlan,
    table_join,
    table_open,
    table_rematch,
    table_start,
)
from rules.registry import game_named
from tests.matches.factories import people, running_table

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30
OPTIONS = {"max_manches": 30}


@pytest.fixture(autouse=True)
def no_hush(settings):
    settings.MATCH_SHOWING_SECONDS = 0
    settings.MATCH_HUSH_MS = (0, 0)


@pytest.fixture
def seated():
    return people(2)


@pytest.fixture
def match(seated):
    return running_table("bataille", seated, OPTIONS)


def at_once(*actions: Callable[[], object]) -> list[str]:
    """Run actions in threads that start together; return `done` or why each was refused."""
    start = threading.Barrier(len(actions), timeout=PATIENCE)
    said = [""] * len(actions)

    def run(place: int, action: Callable[[], object]) -> None:
        start.wait()
        try:
            action()
            said[place] = "done"
        except Refusal as refusal:
            said[place] = refusal.code
        except Exception as error:
            said[place] = repr(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=each) for each in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return said


def move(match, seated, seat, *, text="A", choice=1):
    return lambda: match_play(
        match_id=match.pk, seat=seat, choice=choice, text=text, player=seated[seat]
    )


def assert_rows_replay(match):
    """The rows are whole: steps and choices without a gap, and they replay to what is awaited."""
    match.refresh_from_db()
    moves = list(Move.objects.filter(match=match).order_by("step"))
    assert [row.step for row in moves] == list(range(1, match.moves_made + 1))
    for seating in match.seatings.all():
        own = [row.choice for row in moves if row.seat == seating.seat]
        assert own == list(range(1, seating.choices + 1))
    positions_forget()
    awaited = game_named(match.game).to_act(position_at(match).state)
    assert set(match.seatings.filter(awaited=True).values_list("seat", flat=True)) == set(awaited)


def test_both_sealed_moves_at_once_are_both_made(match, seated):
    for choice in range(1, 6):
        first, second = (move(match, seated, seat, choice=choice) for seat in (0, 1))
        assert at_once(first, second) == ["done", "done"]
        assert_rows_replay(match)
    assert match.moves_made == 10


def test_the_same_move_many_times_at_once_is_made_once(match, seated):
    said = at_once(*[move(match, seated, 0)] * 6)
    assert sorted(said) == ["done", *["stale"] * 5]
    assert_rows_replay(match)


def test_two_tabs_that_choose_otherwise_at_once_make_one_move(match, seated):
    said = at_once(move(match, seated, 0, text="A"), move(match, seated, 0, text="B"))
    assert sorted(said) == ["done", "stale"]
    assert_rows_replay(match)


def test_a_move_from_an_old_tab_disturbs_nothing(match, seated):
    at_once(move(match, seated, 0), move(match, seated, 1))
    said = at_once(move(match, seated, 0, text="B"), move(match, seated, 0, choice=2))
    assert said == ["stale", "done"]
    assert_rows_replay(match)


def against_a_bot(player):
    plan = [SeatPlan(host=True), SeatPlan(bot="easy")]
    match = table_open(host=player, game="bataille", options=OPTIONS, plan=plan)
    return table_start(match_id=match.pk, host=player)


@pytest.fixture
def no_bot_by_itself(monkeypatch):
    """Bots move only when a test says so."""
    monkeypatch.setattr("matches.services.push._wakers", [])


def test_a_bot_and_a_person_move_at_once(no_bot_by_itself, seated):
    match = against_a_bot(seated[0])
    for choice in range(1, 5):
        said = at_once(lambda: bots_move(match_id=match.pk), move(match, seated, 0, choice=choice))
        assert said == ["done", "done"]
        bots_move(match_id=match.pk)
        assert_rows_replay(match)


def test_two_processes_that_wake_the_same_bot_make_it_move_once(no_bot_by_itself, seated):
    match = against_a_bot(seated[0])
    assert at_once(*[lambda: bots_move(match_id=match.pk)] * 3) == ["done"] * 3
    assert Move.objects.filter(match=match, by=Move.By.BOT).count() == 1
    assert_rows_replay(match)


def test_a_clock_that_runs_out_as_the_person_moves_makes_one_move_of_the_two(seated):
    match = running_table("bataille", seated, OPTIONS, move_seconds=60)
    late = match.deadline + timedelta(seconds=1)
    said = at_once(
        move(match, seated, 0),
        lambda: clock_expire(match_id=match.pk, now=late),
        lambda: clock_expire(match_id=match.pk, now=late),
    )
    assert said[0] in ("done", "stale", "hushed")
    assert said[1:] == ["done", "done"]
    assert Move.objects.filter(match=match, seat=0).count() == 1
    assert_rows_replay(match)


def test_two_people_who_sit_down_at_once_at_the_last_seat(seated):
    plan = [SeatPlan(host=True), SeatPlan()]
    match = table_open(host=people(1)[0], game="bataille", options={}, plan=plan)
    said = at_once(*[lambda p=p: table_join(match_id=match.pk, player=p) for p in seated])
    assert sorted(said) == ["done", "table_full"]


def test_both_ask_for_a_rematch_at_once_and_meet_at_one_table(match, seated):
    match_play(match_id=match.pk, seat=0, choice=1, text="resign", player=seated[0])
    said = at_once(*[lambda p=p: table_rematch(match_id=match.pk, player=p) for p in seated])
    assert said == ["done", "done"]
    assert Match.objects.filter(rematch_of=match).count() == 1


def test_the_host_starts_twice_at_once_and_the_cards_are_dealt_once(seated):
    plan = [SeatPlan(host=True), SeatPlan()]
    match = table_open(host=seated[0], game="bataille", options={}, plan=plan)
    table_join(match_id=match.pk, player=seated[1])
    start = lambda: table_start(match_id=match.pk, host=seated[0])  # noqa: E731 (said twice)
    assert sorted(at_once(start, start)) == ["done", "not_open"]
