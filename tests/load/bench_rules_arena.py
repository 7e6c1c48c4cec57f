"""The Arena's search path: random play, copies in mid-game, simulations of the hard bot."""

from __future__ import annotations

from itertools import cycle
from random import Random

from rules.bots.arena_search import Dealer, search
from rules.bots.bot import Budget
from rules.chance import FastChance
from rules.games import arena
from rules.games.arena_sim import OVER, Sim
from rules.games.arena_sim_moves import random_move, shuffler
from rules.games.arena_table import View
from tests.load.harness import Bench, Subject
from tests.load.peers import chess_copy, copies, rlcard_uno

MATCHES = 40
MATCHES_A_BATCH = 10
MOVES_TO_MID_GAME = 20
SIMULATIONS = 150


def benches() -> list[Bench]:
    """Compare with RLCard's uno, six players with two, a copy with a board of python-chess."""
    return [
        Bench("Arena, 2 players: search path", "move", random_play(2), rlcard_uno, at_least=2),
        Bench(
            "Arena, 6 players: search path",
            "move",
            random_play(6),
            lambda: random_play(2),
            at_least=0.6,
        ),
        Bench("Arena, 2 players: copy", "copy", _copying(2), chess_copy, at_most=2),
        Bench("Arena, 6 players: copy", "copy", _copying(6), chess_copy, at_most=2),
        Bench("Arena, 2 players: hard bot", "simulation", _hard_bot(2)),
        Bench("Arena, 4 players: hard bot", "simulation", _hard_bot(4)),
    ]


def random_play(seats: int) -> Subject:
    """Play whole matches at random: moves."""
    random = Random(1)
    deals = cycle([_deal(seats, random) for _ in range(MATCHES)])

    def batch() -> int:
        return sum(_play_match(next(deals).copy(), random) for _ in range(MATCHES_A_BATCH))

    return Subject(f"arena, {seats} seats, search path", batch)


def _deal(seats: int, random: Random) -> Sim:
    options = arena.read_options({"rounds": 100}, seats)
    return Sim.of(arena.setup(options, seats, FastChance(random)), shuffler(random))


def _play_match(sim: Sim, random: Random) -> int:
    moves, draw = 0, random.random
    while sim.phase != OVER:
        sim.play(random_move(sim, draw))
        moves += 1
    return moves


def _copying(seats: int) -> Subject:
    random = Random(1)
    sim = _deal(seats, random)
    for _ in range(MOVES_TO_MID_GAME):
        sim.play(random_move(sim, random.random))
    return Subject(f"arena, {seats} seats, copy", lambda: copies(sim))


def _hard_bot(seats: int) -> Subject:
    """Choose moves in mid-game: matches played on."""
    random = Random(1)
    views = cycle([_mid_game(seats, seed) for seed in range(20)])

    def batch() -> int:
        lines = search(Dealer(next(views), random), Budget(SIMULATIONS))
        return sum(line.visits for line in lines)

    return Subject(f"arena, {seats} seats, hard bot", batch)


def _mid_game(seats: int, seed: int) -> View:
    """Return what a seat sees at the beginning of its turn after some random moves."""
    random, chance = Random(seed), FastChance(seed)
    state = arena.setup(arena.read_options({"endurance": 9999}, seats), seats, chance)
    moves = 0
    while moves < MOVES_TO_MID_GAME or state.table.phase != "turn":
        view = arena.view(state, state.table.waiting[0])
        state, _ = arena.play(
            state, state.table.waiting[0], arena.random_move(view, random), chance
        )
        moves += 1
    return arena.view(state, state.table.waiting[0])
