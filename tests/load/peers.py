"""The peers of the rules engine, each as a subject that plays at random.

Every function raises ImportError where its package isn't installed (see peers.txt).
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.load.harness import Subject

GAMES_A_BATCH = 20
COPIES_A_BATCH = 2_000
MOVES_TO_MID_GAME = 40


def rlcard_leduc() -> Subject:
    """RLCard's leduc-holdem, the game object without the environment around it: moves."""
    from rlcard.games.leducholdem import Game

    return Subject("RLCard leduc-holdem, raw", lambda: _random_games(Game(), Random(1)))


def rlcard_uno() -> Subject:
    """RLCard's uno, the game object without the environment around it: moves."""
    from rlcard.games.uno import Game

    return Subject("RLCard uno, raw", lambda: _random_games(Game(), Random(1)))


def _random_games(game: Any, random: Random) -> int:
    moves = 0
    for _ in range(GAMES_A_BATCH):
        game.init_game()
        while not game.is_over():
            game.step(random.choice(game.get_legal_actions()))
            moves += 1
    return moves


def rlcard_uno_env() -> Subject:
    """RLCard's uno through `env.step`, which extracts a state for the player to come: moves."""
    import rlcard

    env = rlcard.make("uno", config={"seed": 1})
    random = Random(1)
    return Subject("RLCard uno, env.step", lambda: _random_env_games(env, random))


def _random_env_games(env: Any, random: Random) -> int:
    moves = 0
    for _ in range(GAMES_A_BATCH // 4):
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            moves += 1
    return moves


def chess_copy() -> Subject:
    """python-chess's `copy(stack=False)` of a board in mid-game: copies."""
    import chess

    board, random = chess.Board(), Random(1)
    for _ in range(MOVES_TO_MID_GAME):
        board.push(random.choice(list(board.legal_moves)))
    return Subject("python-chess copy(stack=False)", lambda: copies(board, stack=False))


def copies(state: Any, **how: Any) -> int:
    """Copy a state again and again by its own method; return how often."""
    copy = state.copy
    for _ in range(COPIES_A_BATCH):
        copy(**how)
    return COPIES_A_BATCH
