"""The search's own Bataille is the same game as the public one, manche by manche."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chance import FairChance
from rules.game import Seat
from rules.games import bataille
from rules.games.bataille_guess import Dealt, deal_unseen
from rules.games.bataille_options import Mode, Options
from rules.games.bataille_sim import CARD, LAID, Sim, quick_shuffle
from rules.games.bataille_state import State

options = st.builds(
    Options,
    piles=st.sampled_from((1, 2)),
    mode=st.sampled_from(Mode),
    return_after=st.integers(3, 20),
    max_manches=st.none() | st.integers(1, 60),
)
packs = st.lists(st.integers(0, 51), min_size=1, max_size=26, unique=True).map(
    lambda cards: cards[: len(cards) // 2 * 2] or [0, 13]
)


def sim_of(state: State) -> Sim:
    """Set the fast table up like a state in which nobody has chosen yet."""
    view = bataille.view(state, None)
    dealt = deal_unseen(view.known, state.options.piles, FairChance(bytes(32)))
    engaged = tuple(
        tuple(
            place._replace(pile=pile, content=card)
            for place in dealt.engaged[seat]
            for pile, stacks in enumerate(state.piles)
            for card, laid in stacks[seat]
            if laid == place.laid
        )
        for seat in (0, 1)
    )
    true = Dealt(state.packets, state.drawn, (engaged[0], engaged[1]))
    return Sim(state.options, state.manche, true, state.battle)


def places(sim: Sim) -> dict[str, object]:
    return {
        "manche": sim.manche,
        "packets": tuple(map(tuple, sim.packets)),
        "piles": [[(laid & CARD, laid >> LAID) for laid in stack] for stack in sim.stacks],
        "drawn": tuple(sim.drawn),
        "battle": sim.battle,
        "winner": sim.winner,
    }


def places_of(state: State) -> dict[str, object]:
    stacks = [list(map(tuple, stack)) for pile in state.piles for stack in pile]
    return {
        "manche": state.manche,
        "packets": state.packets,
        "piles": stacks + [[]] * (4 - len(stacks)),
        "drawn": state.drawn,
        "battle": state.battle,
        "winner": winner_of(state),
    }


def winner_of(state: State) -> int:
    if state.result is None:
        return Sim.GOES_ON
    return state.result.winners[0] if state.result.winners else Sim.DRAW


def play_both(state: State, sim: Sim, random: Random, chance: FairChance) -> State:
    """Play the same manche on both tables."""

    def shuffle(cards: list[int]) -> None:
        cards[:] = chance.shuffle(f"capture/{sim.manche}", cards)

    choices = [0, 0]
    for seat in bataille.to_act(state):
        move = bataille.random_move(bataille.view(state, seat), random)
        choices[seat] = "AB".index(move)
        state, _ = bataille.play(state, seat, move, chance)
    sim.play(*choices, shuffle)
    return state


@given(options, packs, st.integers(0, 2**32))
def test_the_fast_table_plays_the_same_match(options: Options, pack: list[int], seed: int) -> None:
    random, chance = Random(seed), FairChance(seed.to_bytes(32, "big"))
    state = bataille.deal(options, pack, chance)
    sim = sim_of(state)
    for _ in range(80):
        assert places(sim) == places_of(state)
        if state.result is not None:
            break
        state = play_both(state, sim, random, chance)


@given(options, packs, st.integers(0, 2**32), st.integers(0, 40))
def test_a_copy_goes_its_own_way(
    options: Options, pack: list[int], seed: int, manches: int
) -> None:
    random, chance = Random(seed), FairChance(seed.to_bytes(32, "big"))
    state = bataille.deal(options, pack, chance)
    for _ in range(manches):
        for seat in bataille.to_act(state):
            move = bataille.random_move(bataille.view(state, seat), random)
            state, _ = bataille.play(state, seat, move, chance)
    if state.result is not None:
        return
    sim = sim_of(state)
    twin = sim.copy()

    play_both(state, twin, random, chance)

    assert places(sim) == places_of(state)


def test_a_quick_shuffle_can_give_every_order() -> None:
    shuffle, found = quick_shuffle(Random(0)), Counter[tuple[int, ...]]()
    for _ in range(2400):
        cards = [1, 2, 3, 4]
        shuffle(cards)
        found[tuple(cards)] += 1

    assert len(found) == 24
    assert all(60 <= times <= 140 for times in found.values())


@pytest.mark.parametrize("seat", [Seat(0), Seat(1)])
def test_the_fast_table_counts_the_cards_of_a_seat(seat: Seat) -> None:
    state = bataille.setup(Options(), 2, FairChance(bytes(32)))

    assert sim_of(state).controls(seat) == 26
