"""Tables for tests, made through the services that make them in life."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from collection.models import Player
from matches.models import Match
from matches.services.play import match_play
from matches.services.positions import position_at
from matches.services.tables import SeatPlan, table_join, table_open, table_start
from rules.registry import game_named
from tests.collection.factories import PlayerFactory


def people(number: int) -> list[Player]:
    """Return so many players, in the order in which they will sit."""
    return [PlayerFactory() for _seat in range(number)]


def running_table(
    game: str, players: Sequence[Player], options: dict[str, Any] | None = None, **more: Any
) -> Match:
    """Return a started match of these players, the first of them its host."""
    plan = [SeatPlan(host=True), *[SeatPlan() for _guest in players[1:]]]
    match = table_open(host=players[0], game=game, options=options or {}, plan=plan, **more)
    for player in players[1:]:
        table_join(match_id=match.pk, player=player)
    return table_start(match_id=match.pk, host=players[0])


def play_at_random(match: Match, random: Random, *, moves: int = 10_000) -> Match:
    """Let every awaited seat play random legal moves, until the end or for so many moves."""
    game = game_named(match.game)
    for _move in range(moves):
        match.refresh_from_db()
        if not match.is_running:
            break
        position = position_at(match)
        seat = random.choice(game.to_act(position.state))
        seating = match.seatings.get(seat=seat)
        move = game.random_move(game.view(position.state, seat), random)
        match_play(
            match_id=match.pk,
            seat=seat,
            choice=seating.choices + 1,
            text=game.encode(move),
            player=seating.player,
        )
    match.refresh_from_db()
    return match
