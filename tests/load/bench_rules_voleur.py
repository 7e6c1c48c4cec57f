"""Voleur's search path: random play, copies in mid-game, simulations of the hard bot."""

from __future__ import annotations

from itertools import cycle
from random import Random

from rules.bots.bot import Budget
from rules.bots.voleur_habits import habit_of_enemy
from rules.bots.voleur_mind import Mind
from rules.bots.voleur_search import search
from rules.chance import FastChance
from rules.decks import DECK_SIZE, Minimum
from rules.games import voleur
from rules.games.voleur_kinds import Kind, Unseen
from rules.games.voleur_sim import Sim, random_playout, split
from rules.games.voleur_state import Phase
from rules.games.voleur_view import View
from tests.load.harness import Bench, Subject
from tests.load.peers import chess_copy, copies, rlcard_leduc
from tests.load.voleur_ismcts import openspiel_ismcts
from tests.rules.samples import VOLEUR_OPTIONS

DEALS = 200
MANCHES_A_BATCH = 100
TURNS_TO_MID_GAME = 4
SIMULATIONS = 400


def benches() -> list[Bench]:
    """Compare with RLCard's leduc-holdem, a copy with python-chess, the search with OpenSpiel's."""
    return [
        Bench("Voleur: search path", "move", random_play(), rlcard_leduc, at_least=3),
        Bench("Voleur: copy", "copy", _copying(), chess_copy, at_most=2),
        Bench("Voleur: hard bot", "simulation", hard_bot(), at_least=15_000),
        Bench("Voleur: hard bot", "simulation", hard_bot(), openspiel_ismcts, at_least=5),
    ]


def random_play() -> Subject:
    """Play whole manches at random: moves."""
    random = Random(1)
    deals = cycle([_deal(random) for _ in range(DEALS)])

    def batch() -> int:
        return sum(random_playout(next(deals).copy(), random) for _ in range(MANCHES_A_BATCH))

    return Subject("voleur, search path", batch)


def _deal(random: Random) -> Sim:
    unseen, sim = Unseen([], DECK_SIZE, None, Minimum.WAIVED), Sim()
    sim.cards0, sim.gadgets0, sim.draw0 = _dealt(unseen.draw(random), random)
    sim.cards1, sim.gadgets1, sim.draw1 = _dealt(unseen.draw(random), random)
    return sim


def _dealt(deck: list[Kind], random: Random) -> tuple[list[Kind], list[int], list[Kind]]:
    random.shuffle(deck)
    return *split(deck[: voleur.HAND_SIZE]), deck[voleur.HAND_SIZE :]


def _copying() -> Subject:
    sim = _deal(Random(1))
    for _ in range(TURNS_TO_MID_GAME):
        sim.begin_turn()
    return Subject("voleur, copy", lambda: copies(sim))


def hard_bot() -> Subject:
    """Choose moves at the beginning of manches: manches played to their end."""
    random = Random(1)
    minds = cycle([Mind(_opening(seed)) for seed in range(20)])

    def batch() -> int:
        mind = next(minds)
        return search(mind, habit_of_enemy(mind), random, Budget(SIMULATIONS)).simulations

    return Subject("voleur, hard bot", batch)


def _opening(seed: int) -> View:
    """Return what a seat sees when it chooses its first card, the longest manche to simulate."""
    chance = FastChance(seed)
    state = voleur.setup(voleur.read_options(VOLEUR_OPTIONS, 2), 2, chance)
    while state.phase is Phase.SPY:
        seat = voleur.to_act(state)[0]
        state, _ = voleur.play(state, seat, voleur.clock_move(voleur.view(state, seat)), chance)
    return voleur.view(state, voleur.to_act(state)[0])
