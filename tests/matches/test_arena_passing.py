"""The Arena: who is passed for until their turn, and what bots say of their moves."""

from __future__ import annotations

from random import Random

import pytest

from collection.refusals import Refusal
from matches.models import Match, Move
from matches.selectors.boards.arena import board_for
from matches.selectors.names import seat_names
from matches.selectors.reasons.arena import is_public
from matches.selectors.tables import table_for
from matches.services.bots import bots_move
from matches.services.passing import seat_pass_until_turn
from matches.services.play import match_play
from matches.services.positions import position_at
from matches.services.tables import SeatPlan, table_open, table_start
from rules.game import Seat
from rules.games import arena
from tests.collection.fragments import text_of
from tests.matches.arena_tables import (
    LONG,
    awaited,
    dealt,
    hand_of,
    pages_of,
    play,
    post,
)
from tests.matches.factories import people


@pytest.fixture
def four(db):
    return people(4)


# Passing until my turn


def attacking(match, players, target):
    hand = hand_of(match, awaited(match))
    return play(match, f"attack {target} {hand[0]}", players)


def test_who_passes_until_their_turn_is_passed_for_by_the_table(four, settings):
    settings.MATCH_BOTS_INLINE = True
    match = dealt(four)
    seat_pass_until_turn(match_id=match.pk, player=four[1], seat=1, on=True)
    attacking(match, four, 2)
    assert awaited(match) == 1
    bots_move(match_id=match.pk)
    assert awaited(match) == 3
    move = Move.objects.last()
    assert (move.seat, move.text, move.by) == (1, "pass", Move.By.TABLE)


def test_passing_ends_when_ones_own_turn_begins(four, settings):
    settings.MATCH_BOTS_INLINE = True
    match = dealt(four)
    seat_pass_until_turn(match_id=match.pk, player=four[1], seat=1, on=True)
    play(match, f"rest {hand_of(match, 0)[0]}", four)
    assert awaited(match) == 1
    assert not match.seatings.get(seat=1).pass_until_turn
    assert bots_move(match_id=match.pk) == 0


def test_passing_ends_when_one_is_attacked(four, settings):
    settings.MATCH_BOTS_INLINE = True
    match = dealt(four)
    seat_pass_until_turn(match_id=match.pk, player=four[2], seat=2, on=True)
    attacking(match, four, 2)
    assert not match.seatings.get(seat=2).pass_until_turn


def test_passing_holds_through_other_peoples_turns(four, settings):
    settings.MATCH_BOTS_INLINE = True
    match = dealt(four)
    seat_pass_until_turn(match_id=match.pk, player=four[3], seat=3, on=True)
    play(match, f"rest {hand_of(match, 0)[0]}", four)
    attacking(match, four, 0)
    assert match.seatings.get(seat=3).pass_until_turn


def test_on_ones_own_turn_or_attacked_there_is_nothing_to_leave_to_the_table(four):
    match = dealt(four)
    for seat in (0, 2):
        if seat:
            attacking(match, four, seat)
        with pytest.raises(Refusal) as refusal:
            seat_pass_until_turn(match_id=match.pk, player=four[seat], seat=seat, on=True)
        assert refusal.value.code == "not_awaited"


def test_nobody_lets_another_seat_pass(four):
    match = dealt(four)
    with pytest.raises(Refusal) as refusal:
        seat_pass_until_turn(match_id=match.pk, player=four[0], seat=1, on=True)
    assert refusal.value.code == "not_seated"


def test_the_buttons_turn_passing_on_and_off(client, four):
    match = dealt(four)
    page = post(client, four[1], match, "table_pass", {"seat": 1, "on": "yes"}).content.decode()
    assert match.seatings.get(seat=1).pass_until_turn
    assert "Tu passes jusqu&#x27;à ton tour." in page or "Tu passes jusqu'à ton tour." in page
    post(client, four[1], match, "table_pass", {"seat": 1, "on": "no"})
    assert not match.seatings.get(seat=1).pass_until_turn


# Bots


def against_bots(host, level="normal", bots=3, **options):
    plan = [SeatPlan(host=True), *[SeatPlan(bot=level)] * bots]
    match = table_open(host=host, game="arena", options=options or LONG, plan=plan)
    return table_start(match_id=match.pk, host=host)


@pytest.fixture
def with_bots(four, settings):
    settings.MATCH_BOTS_INLINE = True
    return against_bots(four[0])


def play_on(match, player, moves):
    random = Random(1)
    for _move in range(moves):
        bots_move(match_id=match.pk)
        match.refresh_from_db()
        if not match.is_running:
            break
        view = arena.view(position_at(match).state, Seat(0))
        text = arena.encode(arena.random_move(view, random))
        choice = match.seatings.get(seat=0).choices + 1
        match_play(match_id=match.pk, seat=0, choice=choice, text=text, player=player)
    match.refresh_from_db()
    return match


def test_several_bots_are_told_apart(with_bots):
    assert seat_names(list(with_bots.seatings.order_by("seat")))[1:] == [
        "Robot 1",
        "Robot 2",
        "Robot 3",
    ]


def test_a_bots_move_is_explained_only_by_what_everybody_knows(client, with_bots, four):
    match = play_on(with_bots, four[0], 6)
    reasons = {move.reason["code"] for move in Move.objects.filter(by=Move.By.BOT)}
    assert "keep_cards" in reasons, "bots have passed by now"
    log = board_for(table_for(four[0], match.code)).log
    assert any(line.kind == "why" for line in log)
    for page in pages_of(client, match, four[0]):
        assert "valent plus dans ma main" not in page.content.decode()
        assert "allait contre cette attaque" not in page.content.decode()


def test_no_reason_that_tells_of_a_hand_is_public():
    assert not is_public({"code": "nothing_fits", "facts": {}})
    assert not is_public({"code": "keep_cards", "facts": {}})
    assert is_public({"code": "attack", "facts": {}})


def test_after_the_match_every_reason_is_told(client, four, settings):
    settings.MATCH_BOTS_INLINE = True
    match = play_on(against_bots(four[0], endurance=60, rounds=4), four[0], 60)
    assert match.status == Match.Status.OVER
    last_bot = Move.objects.filter(by=Move.By.BOT).last()
    Move.objects.filter(pk=last_bot.pk).update(
        reason={"code": "keep_cards", "facts": {"phase": "defend"}}
    )
    assert "valent plus dans ma main" in text_of(pages_of(client, match, four[0])[0])


def test_a_move_is_looked_at_before_a_bot_makes_the_next(four, settings):
    """Issue: bots answer visibly, one after the other."""
    settings.MATCH_PACE_MS = (600_000, 600_000)
    match = against_bots(four[0])
    hand = hand_of(match, 0)
    play(match, f"attack 2 {hand[0]}", four)
    assert bots_move(match_id=match.pk) == 0
    Match.objects.filter(pk=match.pk).update(moved_at=match.started_at.replace(year=2020))
    assert bots_move(match_id=match.pk) == 1
    assert bots_move(match_id=match.pk) == 0
