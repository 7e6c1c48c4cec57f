"""Random play as the server does it, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.chance import FastChance
from rules.game import Seat
from rules.registry import AnyGame, game_named
from tests.load.harness import Subject

MATCHES_A_BATCH = 2
MOVES_A_MATCH = 400


def public_path(
    name: str, options: Mapping[str, Any] | None, seats: int, *, seed: int = 1
) -> Subject:
    """Play at random: the text of a move decoded and checked, its events, every seat's view."""
    game, random = game_named(name), Random(seed)
    read = game.read_options(options, seats)

    def batch() -> int:
        return sum(_play_match(game, read, seats, random) for _ in range(MATCHES_A_BATCH))

    return Subject(f"{name}, {seats} seats, public path", batch)


def _play_match(game: AnyGame, options: Any, seats: int, random: Random) -> int:
    chance = FastChance(random)
    state = game.setup(options, seats, chance)
    views = [game.view(state, Seat(seat)) for seat in range(seats)]
    moves = 0
    while moves < MOVES_A_MATCH and (awaited := game.to_act(state)):
        seat = awaited[0]
        text = game.encode(game.random_move(views[seat], random))
        state, _ = game.play(state, seat, game.decode(text), chance)
        views = [game.view(state, Seat(seat)) for seat in range(seats)]
        moves += 1
    return moves
