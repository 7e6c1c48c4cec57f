"""The simulation of the Arena plays as the rules do, move by move."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import FairChance
from rules.game import Seat
from rules.games import arena
from rules.games.arena_cards import cards
from rules.games.arena_sim import OVER, TURN, Sim, outcome
from rules.games.arena_sim_moves import from_sim, random_move, shuffler, to_sim
from rules.games.arena_table import State
from tests.rules.arena_positions import Match, position
from tests.rules.matches import SETTINGS

MOVES = 150


def fair(chance, own_piles):
    """Return the shuffle of the record, as the simulation asks for it."""

    def shuffle(pile, times, laid):
        return bytes(chance.shuffle(f"draw/{pile}/{times}" if own_piles else f"draw/{times}", laid))

    return shuffle


def sim_of(state: State, chance=None) -> Sim:
    return Sim.of(state, fair(chance or FairChance(bytes(32)), state.table.options.own_piles))


def told(sim):
    """Tell all that a match is made of; the battle only while there is one."""
    told = {
        "endurance": sim.endurance,
        "hands": sim.hands,
        "draws": sim.draws,
        "discards": sim.discards,
        "out": sim.out,
        "shuffles": sim.shuffles,
        "round": sim.round,
        "turn": sim.turn,
        "skipped": sim.skipped,
        "standing": sim.standing,
        "phase": sim.phase,
        "waiting": sim.waiting,
    }
    if sim.phase not in (TURN, OVER):
        battle = ("target", "attack", "attackers", "values", "defence", "defenders", "against")
        told |= {field: getattr(sim, field) for field in (*battle, "reinforcers")}
    return told


@settings(max_examples=120, deadline=None)
@given(SETTINGS["arena"], st.booleans())
def test_it_plays_as_the_rules_do(setting, by_rules):
    chance, random = FairChance(setting.bytes), Random(setting.seed)
    state = arena.setup(setting.options, setting.seats, chance)
    sim = sim_of(state, chance)
    for _ in range(MOVES):
        if arena.outcome(state):
            break
        seat = arena.to_act(state)[0]
        view = arena.view(state, seat)
        if by_rules:
            move = arena.random_move(view, random)
            assert from_sim(sim, to_sim(sim, move)) == move
        else:
            move = from_sim(sim, random_move(sim, random.random))
            assert arena.is_legal(view, move)
        before, copy = told(sim), sim.copy()
        copy.play(to_sim(sim, move))
        assert told(sim) == before
        sim = copy
        state, _ = arena.play(state, seat, move, chance)
        assert outcome(sim) == arena.outcome(state)
        assert told(sim) == told(sim_of(state, chance))


OWN = {"piles": "own", "endurance": (50, 40, 30)}


@pytest.mark.parametrize(
    ("state", "texts"),
    [
        (position("5H", "", "2S", **OWN), ["0 attack 1 5H", "2 reinforce 2S"]),
        (position("5H", "2S", "", **OWN, rounds=1, turn=1), ["1 attack 2 2S", "0 reinforce 5H"]),
        (position("5H", "", "2S", **OWN, rounds=2, turn=2), ["2 attack 1 2S", "0 reinforce 5H"]),
        (
            position("", "KH", "2S KC", endurance=(0, 9, 9), turn=2),
            ["2 attack 1 KC 2S", "1 defend KH>2S"],
        ),
        (
            position("2H KC", "KH", "", endurance=(9, 9, 1)),
            ["0 attack 1 2H KC", "1 defend KH>2H"],
        ),
        (position("2H 3H", "KH", race=True), ["0 rest 2H"]),
        (position("2H", "KH", turn=1, race=True, rounds=1), ["1 rest KH"]),
    ],
    ids=["exhausted", "skip in last round", "both", "double", "third", "race", "rounds first"],
)
def test_the_endings_are_the_same(state, texts):
    match, sim = Match(state), sim_of(state)
    for text in texts:
        sim.play(to_sim(sim, arena.decode(text.partition(" ")[2])))
        match.play(text)
    assert match.ending is not None
    assert outcome(sim) == arena.outcome(match.state)
    assert (sim.round, sim.turn) == (match.table.round, match.table.turn)


def test_its_random_moves_reach_every_legal_move():
    positions = [
        Match(position("5H 6S 7D", "9H", "2D")),
        Match(position("5H 6S 7D", "9H", "2D", rest_max=2, cancel=False)),
        Match(position("5H", "9H", "2S 3D")).play("0 attack 1 5H"),
        Match(position("5H 6D", "9S 9H 9C")).play("0 attack 1 5H 6D"),
        Match(position("5H 5H", "9S 9S", decks=2)).play("0 attack 1 5H 5H"),
        Match(position("5H 6D", "9S", "9H KD")).play(
            "0 attack 1 5H 6D", "2 pass", "1 defend 9S>5H"
        ),
    ]
    for match in positions:
        sim, random = sim_of(match.state), Random(1)
        legal = set(arena.legal_moves(arena.view(match.state, match.awaited[0])))
        drawn = {from_sim(sim, random_move(sim, random.random)) for _ in range(60 * len(legal))}
        assert drawn == legal


def test_a_defence_of_equal_cards_counters_the_one_laid_first():
    match = Match(position("5D 3C", "KS", "5D", "4C", elements=["D", "C", "S", "H"], decks=2))
    match.play("0 attack 3 5D", "1 pass", "2 reinforce 5D")
    sim = sim_of(match.state)
    for seed in range(20):
        verb, _, _, places = random_move(sim, Random(seed).random)
        assert places in ((), (0,), (-1,)), verb


@pytest.mark.parametrize("size", [0, 1, 6, 7, 312])
def test_the_quick_shuffle_keeps_every_card(size):
    laid = bytes(card % 52 for card in range(size))
    shuffle = shuffler(Random(1))
    assert sorted(shuffle(0, 1, laid)) == sorted(laid)
    assert shuffler(Random(2))(0, 1, laid) == shuffler(Random(2))(0, 1, laid)


def test_the_quick_shuffle_brings_every_order():
    shuffle = shuffler(Random(1))
    assert len({shuffle(0, 1, b"\0\1\2") for _ in range(200)}) == 6
    firsts = {shuffle(0, 1, bytes(range(8)))[0] for _ in range(200)}
    assert firsts == set(range(8))


def test_a_pass_and_a_resignation_look_alike_to_it():
    """It knows no `resign`: whoever asks for one gets a pass."""
    match = Match(position("5H", "9H")).play("0 attack 1 5H")
    sim = sim_of(match.state)
    assert to_sim(sim, arena.decode("pass")) == to_sim(sim, arena.decode("resign"))


def test_it_knows_what_a_card_is_worth_to_whom():
    state = position("5S", "5S", "5S", "5S", elements=["S", "H", "D", "C"], decks=2)
    sim, five = sim_of(state), cards("5S")[0]
    assert [sim.worth(layer, 1)[five] for layer in (0, 2, 3)] == [10, 10, 10]
    assert [sim.worth(layer, 0)[five] for layer in (1, 2, 3)] == [2, 2, 2]
    assert sim.worth(1, 2)[five] == 5
    assert state.table.options.effective(Seat(0), Seat(1))[five] == 10
