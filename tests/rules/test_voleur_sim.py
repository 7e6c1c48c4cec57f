"""The search's own table of Voleur de Cartes plays as the referee does, move by move."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import FastChance
from rules.games import voleur
from rules.games.voleur import taker
from rules.games.voleur_kinds import FIRST_GADGET, KINDS, kind_of
from rules.games.voleur_moves import PASS, Lay, Spy
from rules.games.voleur_sim import (
    LAYS,
    NO_GADGET,
    POINTS,
    STAKES,
    TAKEN,
    Sim,
    gadget_of,
    lay_of,
    random_playout,
    split,
)
from rules.games.voleur_state import Laid, Phase, lone_spy
from tests.rules.voleur_tables import options, table

SEEDS = st.integers(0, 2**32)
SEATS = (0, 1)


def kinds(cards):
    return [kind_of(card) for card in cards]


def sim_of(state):
    """Return the running manche of a state whose turn has begun and nobody has answered yet."""
    sim = Sim()
    sim.cards0, sim.gadgets0 = split(kinds(state.hands[0]))
    sim.cards1, sim.gadgets1 = split(kinds(state.hands[1]))
    sim.draw0, sim.draw1 = (kinds(reversed(pile)) for pile in state.draws)
    sim.score0, sim.score1 = state.score
    return sim


def hand_of(sim, seat):
    cards, gadgets = (sim.cards0, sim.gadgets0) if seat == 0 else (sim.cards1, sim.gadgets1)
    return Counter(cards + [gadget + FIRST_GADGET - 1 for gadget in gadgets])


def take(sim, seat, card=None, gadget=None):
    """Take a card and a Gadget out of a hand; return the number of the Gadget."""
    cards, gadgets = (sim.cards0, sim.gadgets0) if seat == 0 else (sim.cards1, sim.gadgets1)
    if card is not None:
        cards.remove(kind_of(card))
    if gadget is None:
        return NO_GADGET
    gadgets.remove(gadget_of(kind_of(gadget)))
    return gadget_of(kind_of(gadget))


class Mirror:
    """Follows a match on the search's table, taking cards out of a hand when the referee does."""

    def __init__(self, state):
        self.state = state
        self.sim = sim_of(state)
        self.lays = {}

    def fork(self):
        """Return a mirror that can follow another continuation."""
        twin = Mirror.__new__(Mirror)
        twin.state, twin.sim, twin.lays = self.state, self.sim.copy(), dict(self.lays)
        return twin

    def follow(self, seat, move, state):
        before, self.state = self.state, state
        if before.phase is Phase.SPY and state.phase is Phase.PLAY:
            self.sim.spy0 = take(self.sim, 0, gadget=state.spied[0])
            self.sim.spy1 = take(self.sim, 1, gadget=state.spied[1])
        if isinstance(move, Lay):
            self._lay(before, seat, move)

    def _lay(self, before, seat, move):
        ids = {card.id: card for card in before.options.cards}
        card, gadget = ids[move.card], ids.get(move.gadget)
        self.lays[seat] = card, gadget
        if lone_spy(before.spied) is not None:
            take(self.sim, seat, card, gadget)
        elif len(self.lays) == 2:
            for owner, (its_card, its_gadget) in self.lays.items():
                take(self.sim, owner, its_card, its_gadget)
        if len(self.lays) == 2:
            self._settle()

    def _settle(self):
        numbers = [
            lay_of(kind_of(card), gadget_of(kind_of(gadget)) if gadget else NO_GADGET)
            for card, gadget in (self.lays[seat] for seat in SEATS)
        ]
        self.lays = {}
        manches = len(self.state.manches)
        self.sim.settle(*numbers)
        if not self.sim.begin_turn():
            assert self.state.manches[-1] == (self.sim.score0, self.sim.score1)
            assert self.state.manche == 2 or self.state.phase is Phase.OVER
            self.sim = sim_of(self.state) if self.state.phase is not Phase.OVER else None
        else:
            assert len(self.state.manches) == manches == self.state.manche - 1

    def agrees(self):
        if self.sim is None:
            return self.state.phase is Phase.OVER
        score = self.state.score
        return (
            all(hand_of(self.sim, s) == Counter(kinds(self.state.hands[s])) for s in SEATS)
            and self.sim.draw0 == kinds(reversed(self.state.draws[0]))
            and self.sim.draw1 == kinds(reversed(self.state.draws[1]))
            and (self.sim.score0, self.sim.score1) == score
        )


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_the_search_plays_as_the_referee_does_move_by_move(seed):
    random, chance = Random(seed), FastChance(seed)
    state = voleur.setup(options(), 2, chance)
    mirror = Mirror(state)
    while seats := voleur.to_act(state):
        assert mirror.agrees()
        seat = random.choice(seats)
        move = voleur.random_move(voleur.view(state, seat), random)
        state, _ = voleur.play(state, seat, move, chance)
        mirror.follow(seat, move, state)
    assert mirror.agrees()


def ways_to_the_end(mirror):
    """Play every sequence of moves to the end of the manche; count the different ones."""
    state = mirror.state
    if state.manche == 2:
        return 1
    assert mirror.agrees()
    seat = voleur.to_act(state)[-1]
    ways = 0
    for move in voleur.legal_moves(voleur.view(state, seat)):
        fork = mirror.fork()
        after, _ = voleur.play(state, seat, move, FastChance(0))
        fork.follow(seat, move, after)
        ways += ways_to_the_end(fork)
    return ways


@pytest.mark.parametrize(
    ("hands", "draws", "ways"),
    [
        (("common", "epic"), ("", ""), 1),
        (("common rare", "epic mythic"), ("", ""), 4),
        (("common rare epic", "mythic legendary skin-rare"), ("", ""), 36),
        # Both pass: each lays its card with its Gadget or without, 4 ways. One spies: only the
        # other still has the choice, twice 2 ways. Both spy: 1 way.
        (("common gadget-rare", "epic gadget-epic"), ("", ""), 9),
    ],
)
def test_every_way_through_a_small_manche_is_the_referees(hands, draws, ways):
    state = table(hands, draws, phase=Phase.SPY if "gadget" in hands[0] else Phase.PLAY)

    assert ways_to_the_end(Mirror(state)) == ways


def test_every_way_through_a_manche_with_spies_and_a_pioche_is_the_referees():
    state = table(
        ("common gadget-rare", "epic secret gadget-epic"), ("mythic", "skin-epic"), phase=Phase.SPY
    )
    assert ways_to_the_end(Mirror(state)) == 100


def before_the_first_draw(state):
    """Return the first manche of a match as dealt: four cards in hand, seven to come."""
    sim = Sim()
    sim.cards0, sim.gadgets0 = split(kinds(state.hands[0][:4]))
    sim.cards1, sim.gadgets1 = split(kinds(state.hands[1][:4]))
    sim.draw0, sim.draw1 = (
        kinds(reversed(state.hands[seat][4:] + state.draws[seat])) for seat in SEATS
    )
    return sim


def choose(state, seat, random):
    """Choose by the same numbers as `random_playout`."""
    cards = [card.id for card in state.hands[seat] if not card.is_gadget]
    gadgets = [card.id for card in state.hands[seat] if card.is_gadget]
    if state.phase is Phase.SPY:
        place = int(random.random() * (len(gadgets) + 1))
        return Spy(gadgets[place]) if place < len(gadgets) else PASS
    card = cards[int(random.random() * len(cards))]
    place = int(random.random() * (len(gadgets) + 1)) if gadgets else 0
    return Lay(card, gadgets[place]) if place < len(gadgets) else Lay(card)


def play_manche(state, random):
    """Play a manche by the referee, both seats choosing at the beginning of each phase."""
    moves, chance, manche = 0, FastChance(0), state.manche
    while state.manche == manche and state.phase is not Phase.OVER:
        asked = voleur.to_act(state) if state.phase is Phase.SPY else SEATS
        chosen = {seat: choose(state, seat, random) for seat in asked}
        moves += len(chosen)
        while chosen:
            seat = next(seat for seat in voleur.to_act(state) if seat in chosen)
            state, _ = voleur.play(state, seat, chosen.pop(seat), chance)
    return state, moves


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_a_random_playout_ends_where_the_referee_would(seed):
    state = voleur.setup(options(), 2, FastChance(seed))
    sim = before_the_first_draw(state)
    end, expected_moves = play_manche(state, Random(seed))

    moves = random_playout(sim, Random(seed))

    assert (sim.score0, sim.score1) == end.manches[0]
    assert moves == expected_moves


def test_nobody_plays_while_a_hand_is_empty_before_its_pioche():
    before = table(
        ("common gadget-epic", "epic rare mythic"), ("gadget-rare gadget-common secret", "")
    )
    mirror = Mirror(before)
    state = before
    for seat, move in ((0, Lay("common")), (1, Lay("epic"))):
        state, _ = voleur.play(state, seat, move, FastChance(0))
        mirror.follow(seat, move, state)

    assert (state.turn, state.hands[0][0].id) == (4, "secret")
    assert mirror.agrees()


def test_gadgets_left_in_both_hands_change_sides():
    sim = Sim()
    sim.gadgets0, sim.gadgets1 = [1, 2], [3]

    assert not sim.begin_turn()
    assert (sim.score0, sim.score1) == (3, 6)
    assert (sim.gadgets0, sim.gadgets1) == ([], [])


def test_a_copy_shares_nothing():
    sim = before_the_first_draw(voleur.setup(options(), 2, FastChance(3)))
    before = [list(value) for value in (sim.cards0, sim.gadgets0, sim.draw0, sim.cards1)]

    twin = sim.copy()
    random_playout(twin, Random(1))

    assert [sim.cards0, sim.gadgets0, sim.draw0, sim.cards1] == before
    assert (sim.score0, sim.score1) == (0, 0)
    assert twin.score0 + twin.score1 > 0


def test_the_tables_say_what_the_referee_says():
    assert [card.count_points for card in KINDS] == list(POINTS)
    random = Random(7)
    for _ in range(500):
        first, second = (random_lay(random) for _ in SEATS)
        taken = {0: 1, 1: -1, None: 0}[taker(as_laid(first), as_laid(second))]
        assert TAKEN[first][second] == taken
        assert STAKES[first] == sum(card.count_points for card in as_laid(first).cards)


def random_lay(random):
    return random.randrange(FIRST_GADGET * LAYS)


def as_laid(lay):
    kind, gadget = divmod(lay, LAYS)
    return Laid(KINDS[kind], KINDS[FIRST_GADGET + gadget - 1] if gadget else None)


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_a_kind_is_known_by_its_facts_not_its_name(kind):
    assert kind_of(KINDS[kind]) == kind
    assert len({card.id for card in KINDS}) == len(KINDS) == 24
