"""A match as the server plays it, the same for every game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from rules.chance import FairChance
from rules.game import Seat
from rules.registry import AnyGame, game_named
from tests.load.harness import Subject

MATCHES = 6
MOVES_A_MATCH = 400


class Script(NamedTuple):
    """A match to play again: its seed, and who says what."""

    seed: bytes
    lines: tuple[tuple[Seat, str], ...]


def public_path(
    name: str, options: Mapping[str, Any] | None, seats: int, *, seed: int = 1
) -> Subject:
    """Play written matches: each move's text decoded and checked, its events, every seat's view.

    The moves were drawn at random before: choosing is the players' work, not the server's.
    """
    game, random = game_named(name), Random(seed)
    read = game.read_options(options, seats)
    scripts = [_write(game, read, seats, random) for _ in range(MATCHES)]

    def batch() -> int:
        return sum(_play(game, read, seats, script) for script in scripts)

    return Subject(f"{name}, {seats} seats, public path", batch)


def _write(game: AnyGame, options: Any, seats: int, random: Random) -> Script:
    seed = random.randbytes(32)
    lines: list[tuple[Seat, str]] = []
    chance = FairChance(seed)
    state = game.setup(options, seats, chance)
    while len(lines) < MOVES_A_MATCH and (awaited := game.to_act(state)):
        move = game.random_move(game.view(state, awaited[0]), random)
        lines.append((awaited[0], game.encode(move)))
        state, _ = game.play(state, awaited[0], move, chance)
    return Script(seed, tuple(lines))


def _play(game: AnyGame, options: Any, seats: int, script: Script) -> int:
    chance, viewers = FairChance(script.seed), [Seat(seat) for seat in range(seats)]
    state = game.setup(options, seats, chance)
    for seat, text in script.lines:
        state, _ = game.play(state, seat, game.decode(text), chance)
        for viewer in viewers:
            game.view(state, viewer)
    return len(script.lines)
