"""Arena matches for tests: dealt alike in every run, and brought to where a test needs them."""

from __future__ import annotations

from random import Random

from django.urls import reverse

from matches.models import Match
from matches.services.play import match_play
from matches.services.positions import position_at, positions_forget
from rules.game import Seat
from rules.games import arena
from rules.games.arena_cards import names
from tests.matches.factories import running_table

LONG = {"rounds": 100}


def dealt(players, seed="ab", **options):
    """Return a running match whose deal is the same in every run of the tests."""
    match = running_table("arena", players, options or LONG)
    Match.objects.filter(pk=match.pk).update(seed=seed * 32)
    positions_forget()
    match.refresh_from_db()
    return match


def hand_of(match, seat):
    return names(arena.view(position_at(match).state, Seat(seat)).hand)


def awaited(match):
    match.refresh_from_db()
    return arena.to_act(position_at(match).state)[0]


def play(match, text, players):
    """Let the seat that is awaited play a move of the record."""
    match.refresh_from_db()
    seat = awaited(match)
    seating = match.seatings.get(seat=seat)
    match_play(
        match_id=match.pk,
        seat=seat,
        choice=seating.choices + 1,
        text=text,
        player=players[seat],
    )
    match.refresh_from_db()
    return match


def play_until(match, players, wanted, seed=1):
    """Play at random until the table is as wanted."""
    random = Random(seed)
    for _move in range(400):
        match.refresh_from_db()
        state = position_at(match).state
        if wanted(state.table):
            return match
        assert state.table.outcome is None, "the match ended before"
        view = arena.view(state, state.table.waiting[0])
        play(match, arena.encode(arena.random_move(view, random)), players)
    raise AssertionError("it never came to that")


def fields(match, seat, **more):
    """Return what the hand's form sends, each card staying in the hand unless told."""
    hand = hand_of(match, seat)
    choice = match.seatings.get(seat=seat).choices + 1
    return {"seat": seat, "choice": choice, "held": hand, "order": [""] * len(hand), **more}


def ordered(match, seat, *chosen, **more):
    """Return the form of a hand in which these cards were touched, in this order."""
    hand = hand_of(match, seat)
    order = [str(chosen.index(code) + 1) if code in chosen else "" for code in hand]
    return fields(match, seat, order=order, **more)


def post(client, player, match, name, data, htmx=True):
    client.force_login(player)
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(reverse(name, args=[match.code]), data, headers=headers)


def pages_of(client, match, player):
    client.logout()
    if player is not None:
        client.force_login(player)
    return [client.get(reverse(name, args=[match.code])) for name in ("table", "table_board")]
