"""Bataille's search path: random play, copies in mid-game, simulations of the hard bot."""

from __future__ import annotations

from itertools import cycle
from random import Random

from rules.bots.bataille import BOTS
from rules.bots.bataille_search import Lookahead
from rules.bots.bot import Budget
from rules.chance import FastChance
from rules.game import Seat
from rules.games import bataille
from rules.games.bataille_estimate import estimate
from rules.games.bataille_guess import Dealt
from rules.games.bataille_options import Options
from rules.games.bataille_sim import Sim, quick_shuffle
from rules.games.bataille_view import View
from tests.load.harness import Bench, Subject
from tests.load.peers import chess_copy, copies, rlcard_leduc

MATCHES = 40
MATCHES_A_BATCH = 10
MANCHES_TO_MID_GAME = 30
SIMULATIONS = 200
OPTIONS = Options(max_manches=100)


def benches() -> list[Bench]:
    """Compare with RLCard's leduc-holdem, a copy with a board of python-chess."""
    return [
        Bench("Bataille: search path", "move", random_play(), rlcard_leduc, at_least=4),
        Bench("Bataille: copy", "copy", _copying(), chess_copy, at_most=2),
        Bench("Bataille: hard bot", "simulation", _hard_bot()),
        Bench("Bataille: estimate of both packets", "view", _estimating()),
    ]


def random_play() -> Subject:
    """Play whole matches at random: a manche is two moves."""
    random = Random(1)
    deals = cycle([_deal(random) for _ in range(MATCHES)])

    def batch() -> int:
        return sum(_play_match(next(deals).copy(), random) for _ in range(MATCHES_A_BATCH))

    return Subject("bataille, search path", batch)


def _deal(random: Random) -> Sim:
    cards = random.sample(range(52), 52)
    dealt = Dealt((tuple(cards[2::2]), tuple(cards[3::2])), (cards[0], cards[1]), ((), ()))
    return Sim(OPTIONS, 1, dealt)


def _play_match(sim: Sim, random: Random) -> int:
    moves, bits, shuffle = 0, random.getrandbits, quick_shuffle(random)
    while sim.winner < 0:
        moves += (sim.drawn[0] >= 0) + (sim.drawn[1] >= 0)
        if sim.battle >= 0:
            sim.play(sim.battle, sim.battle, shuffle)
        else:
            sim.play(bits(1), bits(1), shuffle)
    return moves


def _copying() -> Subject:
    random = Random(1)
    sim = _deal(random)
    for _ in range(MANCHES_TO_MID_GAME):
        forced = sim.battle if sim.battle >= 0 else None
        ours, theirs = (random.getrandbits(1) if forced is None else forced for _ in range(2))
        sim.play(ours, theirs, quick_shuffle(random))
    return Subject("bataille, copy", lambda: copies(sim))


def _hard_bot() -> Subject:
    """Choose piles in mid-game: matches played on."""
    random = Random(1)
    views = cycle(_mid_games())

    def batch() -> int:
        judged = Lookahead(next(views), Seat(0), random).judge(Budget(SIMULATIONS))
        return 2 * judged.worlds

    return Subject("bataille, hard bot", batch)


def _estimating() -> Subject:
    """Estimate both packets in mid-game, what is known being at hand."""
    views = cycle(_mid_games())

    def batch() -> int:
        for _ in range(10):
            estimate(next(views))
        return 10

    return Subject("bataille, estimate", batch)


def _mid_games() -> list[View]:
    return [_mid_game(seed) for seed in range(20)]


def _mid_game(seed: int) -> View:
    """Return what seat 0 sees where it may choose, after some manches of normal play."""
    random, chance, bot = Random(seed), FastChance(seed), BOTS["normal"]
    state = bataille.setup(OPTIONS, 2, chance)
    view = bataille.view(state, Seat(0))
    while state.manche <= MANCHES_TO_MID_GAME or len(bataille.legal_moves(view)) < 2:
        seat = bataille.to_act(state)[0]
        move = bot.choose(bataille.view(state, seat), random).move
        state, _ = bataille.play(state, seat, move, chance)
        view = bataille.view(state, Seat(0))
    return view
