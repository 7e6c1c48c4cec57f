"""How fast a record is replayed."""

from __future__ import annotations

from random import Random

from rules.chance import FairChance
from rules.record import Record, move_text, replay
from rules.registry import AnyGame, game_named
from tests.load.harness import Bench, Subject

SEED = bytes(range(32))
RECORD_MOVES = 5_000


def benches() -> list[Bench]:
    """Replay 5,000 moves of Bataille, written by two players who never stop."""
    record = bataille_record(RECORD_MOVES)
    return [
        Bench(
            f"Bataille: replay a record of {RECORD_MOVES:,} moves",
            "record",
            Subject("replay", lambda: _replay(record)),
            at_most=0.1,
        ),
        Bench(
            "Bataille: replay", "move", Subject("replay", lambda: RECORD_MOVES * _replay(record))
        ),
    ]


def bataille_record(moves: int) -> Record:
    """Return a record of exactly so many moves of random play."""
    for seed in range(1_000):
        record = _played(game_named("bataille"), Random(seed), moves)
        if len(record.moves) == moves:
            return record
    raise AssertionError("no match lasts that long")


def _played(game: AnyGame, random: Random, most: int) -> Record:
    seed = random.randbytes(32)
    chance = FairChance(seed)
    state = game.setup(game.read_options(None, 2), 2, chance)
    texts: list[str] = []
    while len(texts) < most and (awaited := game.to_act(state)):
        move = game.random_move(game.view(state, awaited[0]), random)
        texts.append(move_text(game, awaited[0], move))
        state, _ = game.play(state, awaited[0], move, chance)
    return Record(game.name, ("A", "B"), seed, tuple(texts))


def _replay(record: Record) -> int:
    for _ in replay(record):
        pass
    return 1
