"""Time at a table: clocks, people who are gone, and a server that was down. No test waits."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from collection.refusals import Refusal
from matches.models import Match, Move, Seating
from matches.services.clocks import (
    AWAY,
    DOWN,
    GRACE,
    PATIENCE,
    clock_expire,
    clocks_tick,
    pulse_beat,
    seat_take_back,
    table_looked_at,
    table_vote,
)
from matches.services.play import match_play
from matches.services.tables import SeatPlan, table_join, table_open, table_start
from tests.matches.factories import people, running_table

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def no_hush(settings):
    settings.MATCH_HUSH_MS = (0, 0)
    settings.MATCH_SHOWING_SECONDS = 0
    settings.MATCH_BOTS_INLINE = True


@pytest.fixture
def seated():
    return people(2)


@pytest.fixture
def quick(seated):
    """A Bataille with a minute for a move."""
    return running_table("bataille", seated, {"max_manches": 30}, move_seconds=60)


@pytest.fixture
def slow(seated):
    return running_table("bataille", seated, {"max_manches": 30})


def late(match, by=SECOND):
    match.refresh_from_db()
    return match.deadline + by


def play(match, player, seat, text="A", **more):
    choice = match.seatings.get(seat=seat).choices + 1
    match_play(match_id=match.pk, seat=seat, choice=choice, text=text, player=player, **more)
    match.refresh_from_db()


def code_of(action, **arguments):
    with pytest.raises(Refusal) as refusal:
        action(**arguments)
    return refusal.value.code


def test_before_the_clock_runs_out_nothing_is_played(quick):
    assert clock_expire(match_id=quick.pk, now=late(quick, -SECOND)) == 0
    assert not Move.objects.exists()


@pytest.mark.parametrize("game", ["voleur", "arena", "bataille"])
def test_when_the_clock_runs_out_the_server_plays_for_everybody_awaited(game, seated):
    """record: when a clock runs out the server makes the move, which stands in the record."""
    match = running_table(game, seated, {}, move_seconds=60)
    asked = match.seatings.filter(awaited=True).count()
    assert clock_expire(match_id=match.pk, now=late(match)) == asked
    assert set(Move.objects.values_list("by", flat=True)) == {Move.By.CLOCK}
    match.refresh_from_db()
    assert match.deadline > match.moved_at


def test_a_clock_that_two_processes_see_run_out_moves_once(quick):
    now = late(quick)
    clock_expire(match_id=quick.pk, now=now)
    clock_expire(match_id=quick.pk, now=now)
    assert Move.objects.count() == 2


def test_after_three_moves_of_the_clock_in_a_row_the_seat_resigns(quick, seated):
    """record: three such moves of the same seat with no move of its own between them."""
    for _turn in range(2):
        now = late(quick)
        play(quick, seated[0], 0, now=now - 2 * SECOND)
        clock_expire(match_id=quick.pk, now=now)
        quick.refresh_from_db()
        assert quick.is_running
    play(quick, seated[0], 0, now=late(quick) - 2 * SECOND)
    clock_expire(match_id=quick.pk, now=late(quick))
    quick.refresh_from_db()
    assert quick.outcome["reason"] == "resigned"
    assert quick.outcome["winners"] == [0]
    assert Move.objects.latest("step").text == "resign"


def test_a_move_of_ones_own_between_them_starts_the_count_again(quick, seated):
    for _turn in range(2):
        clock_expire(match_id=quick.pk, now=late(quick))
    for seat, player in enumerate(seated):
        play(quick, player, seat, now=late(quick, -SECOND))
    for _turn in range(2):
        clock_expire(match_id=quick.pk, now=late(quick))
        quick.refresh_from_db()
        assert quick.is_running


def test_a_choice_of_one_gives_the_other_no_more_time(quick, seated):
    before = quick.deadline
    play(quick, seated[0], 0, now=quick.started_at + 30 * SECOND)
    assert quick.deadline == before
    play(quick, seated[1], 1, now=quick.started_at + 40 * SECOND)
    assert quick.deadline == quick.started_at + 100 * SECOND


def test_what_the_server_was_down_for_counts_against_nobody(quick):
    start = quick.started_at
    pulse_beat(now=start)
    night = timedelta(hours=9)
    assert clocks_tick(now=start + night) == 0
    quick.refresh_from_db()
    assert quick.is_running
    assert quick.deadline == start + night + 60 * SECOND
    assert clocks_tick(now=quick.deadline) == 2


def test_a_look_after_a_restart_gives_the_time_back_before_it_counts(quick, seated, monkeypatch):
    monkeypatch.setattr("matches.services.clocks._last_beat", None)
    start = quick.started_at
    pulse_beat(now=start)
    seatings = list(quick.seatings.all())
    table_looked_at(match=quick, seatings=seatings, viewer=seated[0], now=start + 2 * DOWN)
    assert not Move.objects.exists()


def test_a_server_that_beats_gives_nothing_back(quick):
    start, deadline = quick.started_at, quick.deadline
    for step in range(4):
        assert pulse_beat(now=start + step * 30 * SECOND) == timedelta()
    quick.refresh_from_db()
    assert quick.deadline == deadline


def test_nobody_is_gone_because_the_server_was(quick, seated):
    start = quick.started_at
    pulse_beat(now=start)
    Seating.objects.update(seen_at=start)
    Match.objects.update(move_seconds=60, started_at=start, moved_at=start)
    pulse_beat(now=start + timedelta(hours=2))
    code = code_of(
        table_vote,
        match_id=quick.pk,
        player=seated[0],
        want="claim",
        now=start + timedelta(hours=2, minutes=1),
    )
    assert code == "nobody_gone"


def test_whoever_looks_late_has_the_clock_move_first(client, quick, seated):
    Match.objects.update(deadline=timezone.now() - SECOND)
    client.force_login(seated[0])
    page = client.get(quick.get_absolute_url())
    assert page.status_code == 200
    assert Move.objects.filter(by=Move.By.CLOCK).count() == 2


def test_the_command_ticks_for_a_cron(quick, capsys):
    Match.objects.update(deadline=timezone.now() - SECOND)
    call_command("tick")
    assert "2 coups" in capsys.readouterr().out


def test_a_match_whose_bot_a_crash_left_thinking_goes_on_at_the_next_tick(seated, settings):
    settings.MATCH_BOTS_INLINE = False
    plan = [SeatPlan(host=True), SeatPlan(bot="easy")]
    match = table_open(host=seated[0], game="bataille", options={}, plan=plan)
    table_start(match_id=match.pk, host=seated[0])
    settings.MATCH_BOTS_INLINE = True
    clocks_tick(now=timezone.now() + timedelta(minutes=1))
    assert Move.objects.filter(by=Move.By.BOT).count() == 1


# Somebody is gone


def gone(match, seat, *, since=GRACE):
    """Let a seat have been gone for so long; return now."""
    now = timezone.now()
    long_ago = now - since
    Seating.objects.filter(match=match, seat=seat).update(seen_at=long_ago)
    Match.objects.filter(pk=match.pk).update(started_at=long_ago, moved_at=long_ago)
    return now


def test_nothing_is_offered_while_everybody_is_there(quick, seated):
    assert code_of(table_vote, match_id=quick.pk, player=seated[0], want="bot") == "nobody_gone"


def test_a_bot_keeps_the_seat_of_somebody_gone_who_can_take_it_back(slow, seated):
    now = gone(slow, 1)
    assert table_vote(match_id=slow.pk, player=seated[0], want="bot", now=now)
    seating = slow.seatings.get(seat=1)
    assert (seating.bot, seating.player) == ("normal", seated[1])
    code = code_of(
        match_play, match_id=slow.pk, seat=1, choice=1, text="A", player=seated[1], now=now
    )
    assert code == "not_seated"
    seat_take_back(match_id=slow.pk, player=seated[1], now=now)
    assert slow.seatings.get(seat=1).bot == ""


def test_a_match_without_a_clock_may_lie_for_a_day_before_it_can_be_claimed(slow, seated):
    now = gone(slow, 1)
    vote = {"match_id": slow.pk, "player": seated[0], "want": "claim"}
    assert code_of(table_vote, **vote, now=now) == "not_offered"
    now = gone(slow, 1, since=PATIENCE)
    assert table_vote(**vote, now=now)
    slow.refresh_from_db()
    assert slow.outcome["winners"] == [0]
    assert Move.objects.get().by == Move.By.TABLE


def test_a_table_with_a_quick_clock_can_be_aborted_and_nobody_loses(quick, seated):
    now = gone(quick, 1)
    table_vote(match_id=quick.pk, player=seated[0], want="abort", now=now)
    quick.refresh_from_db()
    assert (quick.status, quick.outcome) == (Match.Status.ABORTED, None)


def test_all_who_are_there_have_to_agree():
    three = people(3)
    match = running_table("arena", three, {})
    now = gone(match, 2)
    Seating.objects.filter(match=match, seat__lt=2).update(seen_at=now)
    assert not table_vote(match_id=match.pk, player=three[0], want="bot", now=now)
    assert match.seatings.get(seat=2).bot == ""
    assert table_vote(match_id=match.pk, player=three[1], want="bot", now=now)
    assert match.seatings.get(seat=2).bot == "normal"


def test_a_vote_can_be_taken_back():
    three = people(3)
    match = running_table("arena", three, {})
    now = gone(match, 2)
    Seating.objects.filter(match=match, seat__lt=2).update(seen_at=now)
    table_vote(match_id=match.pk, player=three[0], want="bot", now=now)
    table_vote(match_id=match.pk, player=three[0], want="wait", now=now)
    assert not table_vote(match_id=match.pk, player=three[1], want="bot", now=now)


def test_strangers_and_those_who_are_gone_have_no_vote(slow, seated):
    (stranger,) = people(1)
    now = gone(slow, 1)
    vote = {"match_id": slow.pk, "want": "bot", "now": now}
    assert code_of(table_vote, player=stranger, **vote) == "not_seated"


def test_the_page_warns_first_and_then_offers(client, slow, seated):
    client.force_login(seated[0])
    gone(slow, 1, since=AWAY + SECOND)
    assert "On lui laisse un peu de temps" in client.get(slow.get_absolute_url()).content.decode()
    gone(slow, 1)
    page = client.get(slow.get_absolute_url()).content.decode()
    assert "Un robot à sa place" in page
    assert "Gagner la partie" not in page


def test_the_fragment_tells_somebody_gone_although_nothing_was_played(client, slow, seated):
    client.force_login(seated[0])
    stamp = client.get(slow.get_absolute_url()).context["stamp"]
    where = reverse("table_board", args=[slow.code])
    assert client.get(where, {"v": stamp}).status_code == 204
    gone(slow, 1)
    assert "Un robot à sa place" in client.get(where, {"v": stamp}).content.decode()


def test_an_aborted_table_sends_its_watchers_to_the_page_that_says_so(client, quick, seated):
    client.force_login(seated[0])
    now = gone(quick, 1)
    table_vote(match_id=quick.pk, player=seated[0], want="abort", now=now)
    answer = client.get(reverse("table_board", args=[quick.code]))
    assert answer["HX-Redirect"] == quick.get_absolute_url()
    assert "Cette table est fermée" in client.get(quick.get_absolute_url()).content.decode()


def test_there_is_no_clock_against_bots_nor_on_one_screen(client):
    for against in ("bot", "screen"):
        form = {"against": against, "clock": "60", "piles": "2", "mode": "height"}
        form |= {"return_after": "3", "estimate": "visible"}
        assert client.post(reverse("play_game", args=["bataille"]), form).status_code == 422


def test_the_way_back_is_shown_to_whoever_a_bot_replaces(client, slow, seated):
    now = gone(slow, 1)
    table_vote(match_id=slow.pk, player=seated[0], want="bot", now=now)
    client.force_login(seated[1])
    assert "Reprendre ma place" in client.get(slow.get_absolute_url()).content.decode()
    client.post(reverse("table_take_back", args=[slow.code]))
    assert slow.seatings.get(seat=1).bot == ""


def test_a_guest_who_comes_by_the_link_can_join_a_table_with_a_clock(seated):
    match = table_open(
        host=seated[0],
        game="bataille",
        options={},
        plan=[SeatPlan(host=True), SeatPlan()],
        move_seconds=60,
    )
    table_join(match_id=match.pk, player=seated[1])
    started = table_start(match_id=match.pk, host=seated[0])
    assert started.deadline == started.started_at + 60 * SECOND
