"""What a seat of the Arena knows and what stays hidden; a possible match behind a view.

Rules 2 lets everybody see what is laid and discarded, and how many cards there are elsewhere.
"""

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import FastChance
from rules.game import Seat
from rules.games import arena
from rules.games.arena_cards import PACK, cards, names
from rules.games.arena_memory import held_of, remember_laid, remember_reshuffle, unseen
from rules.games.arena_table import Pool, State
from tests.rules.arena_positions import Match, every_card, position

VIEWERS = (0, 1, 2, None)
MANY = "2S 3S 4S 5S 6S 7S 2C 3C 4C 5C 6C 7C"


def pool(text, *counts):
    return Pool(tuple(sorted(cards(text))), counts)


def shown(hands, draws, known, seat, text):
    held = tuple(map(cards, hands))
    return remember_laid(known, held, (cards(draws),), Seat(seat), cards(text))


def swapped(state, one, other):
    """Return the state with two cards of hands or draw piles in each other's place."""
    places = [list(row) for row in (*state.hands, *state.draws)]
    (a, i), (b, j) = one, other
    places[a][i], places[b][j] = places[b][j], places[a][i]
    seats = len(state.hands)
    rows = tuple(map(tuple, places))
    return state._replace(hands=rows[:seats], draws=rows[seats:])


# What is hidden


def test_cards_in_other_hands_and_in_the_draw_pile_may_be_any_of_them():
    state = position("5H 6H", "9H 9S", "2D 3D", draw="KS KD KC")
    places = [(row, place) for row, size in enumerate((2, 2, 2, 3)) for place in range(size)]
    for viewer in VIEWERS:
        hidden = [place for place in places if place[0] != viewer]
        for one, other in combinations(hidden, 2):
            assert arena.view(swapped(state, one, other), viewer) == arena.view(state, viewer)


def test_the_own_hand_is_seen_in_its_order():
    state = position("5H 6H", "9H 9S", draw="KS")
    assert arena.view(state, Seat(1)).hand == cards("9H 9S")
    assert arena.view(swapped(state, (0, 0), (0, 1)), Seat(0)) != arena.view(state, Seat(0))


def test_what_is_drawn_is_told_to_its_owner_alone():
    match = Match(position("5H", "9H", draw="KS KD KC 2S 3S 4S")).play("0 rest 5H")
    (drew,) = [event for event in match.events if event.kind == "drew"]
    assert drew.seen_by(Seat(1)) == {"seat": 1, "count": 5, "cards": ("KS", "KD", "KC", "2S", "3S")}
    assert drew.seen_by(Seat(0)) == drew.seen_by(None) == {"seat": 1, "count": 5}


def test_all_that_is_laid_and_discarded_is_seen_by_everybody():
    match = Match(position("5H 5S 9D", "9C 9H", "2D", draw="KS KD KC 2S 3S 4S"))
    match.play("0 attack 1 5H 5S 9D", "2 reinforce 2D", "1 defend 9C>9D")
    for viewer in VIEWERS:
        table = arena.view(match.state, viewer).table
        assert (table.discards, table.out) == ((cards("9D 2D 9C"),), (cards("5H 5S"),))
        assert (table.hand_sizes, table.draw_sizes) == ((0, 6, 0), (1,))


@pytest.mark.parametrize("seat", [-1, 3, True, "0", 1.0])
def test_there_is_no_view_for_a_stranger(seat):
    with pytest.raises(ValueError, match="no seat"):
        arena.view(position("5H", "9H", "2D"), seat)


# What a reshuffle tells


def test_before_the_first_reshuffle_nothing_is_known_of_other_hands():
    match = Match(position("5H", "9H", "2D", draw="KS KD KC 2S 3S 4S")).play("0 rest 5H")
    assert [arena.view(match.state, viewer).known for viewer in VIEWERS] == [()] * 4


def test_with_two_players_a_reshuffle_gives_the_other_hand_away():
    match = Match(position("5H 6H", "9H", discards=MANY)).play("0 rest 5H")
    assert arena.view(match.state, Seat(0)).known == (pool("9H", 0, 1),)
    assert arena.view(match.state, Seat(1)).known == (pool("6H", 1, 0),)
    assert arena.view(match.state, None).known == (pool("6H 9H", 1, 1),)
    assert len(match.state.known) == 3  # two seats and the spectator


def test_the_pool_holds_what_was_drawn_before_the_pile_ran_out():
    match = Match(position("5H 6H", "9H", draw="KS", discards="2S 3S 4S 5S 6S")).play("0 rest 5H")
    assert arena.view(match.state, Seat(0)).known == (pool("9H KS", 0, 2),)
    assert len(match.state.hands[1]) == 6


def test_a_card_of_the_pool_that_is_laid_leaves_it():
    match = Match(position("5H 6H", "9H", discards=MANY)).play("0 rest 5H")
    match.play("1 rest 9H")
    assert arena.view(match.state, Seat(0)).known == ()


def test_a_card_drawn_since_leaves_the_pool_as_it_is():
    match = Match(position("5H 6H", "9H", discards=MANY)).play("0 rest 5H")
    drawn = match.hand(1).split()[-1]
    match.play(f"1 rest {drawn}")
    assert arena.view(match.state, Seat(0)).known == (pool("9H", 0, 1),)


def test_with_own_piles_an_owners_reshuffle_gives_their_hand_away_alone():
    match = Match(
        position("5H 6H", "9H KD", "2D", piles="own", discards=("", "2S 3S 4S 5S", ""))
    ).play("0 rest 5H")
    expected = pool("9H KD", 0, 2, 0)
    assert [arena.view(match.state, viewer).known for viewer in VIEWERS] == [
        (expected,),
        (),
        (expected,),
        (expected,),
    ]


def test_a_second_owners_reshuffle_makes_a_second_pool():
    known = remember_reshuffle((), (cards("5H"), cards("9H"), cards("5H")), Seat(0))
    known = remember_reshuffle(known, (cards("5H"), cards("9H"), cards("5H")), Seat(2))
    assert known[1] == (pool("5H", 1, 0, 0), pool("5H", 0, 0, 1))


def test_a_second_reshuffle_makes_a_pool_of_what_was_drawn_in_between():
    hands = ("5H 6H", "9H KD", "2D")
    known = remember_reshuffle((), tuple(map(cards, hands)), None)
    assert known[0] == (pool("9H KD 2D", 0, 2, 1),)
    later = remember_reshuffle(known, tuple(map(cards, ("5H 6H", "9H KD 3C", "2D"))), None)
    assert later[0] == (pool("9H KD 2D", 0, 2, 1), pool("3C", 0, 1, 0))
    assert remember_reshuffle(later, tuple(map(cards, ("5H 6H", "9H KD 3C", "2D"))), None) == later


# Equal cards of several packs


def test_a_card_that_its_owner_surely_held_is_the_one_laid():
    """Whoever lays a card gives up the oldest of that code."""
    known = ((pool("9H KD", 0, 2, 0),), (), (), ())
    after = shown(("", "9H KD 9H", "9H"), "9H", known, 1, "9H")
    assert after[0] == (pool("KD", 0, 1, 0),)


def test_where_two_may_have_held_it_and_it_may_have_been_drawn_the_pool_is_forgotten():
    known = ((pool("9H KD", 0, 1, 1),), (), (), ())
    assert shown(("", "KD 9H", "9H"), "", known, 1, "9H")[0] == ()


def test_where_the_seat_has_drawn_nothing_since_the_card_came_from_the_pool():
    known = ((pool("9H KD", 0, 1, 1),), (), (), ())
    assert shown(("", "9H", "KD"), "9H", known, 1, "9H")[0] == (pool("KD", 0, 0, 1),)


def test_where_no_such_card_could_be_drawn_since_it_came_from_the_pool():
    known = ((pool("9H KD", 0, 1, 1),), (), (), ())
    assert shown(("", "9H 2C", "KD"), "3C", known, 1, "9H")[0] == (pool("KD", 0, 0, 1),)


def test_older_pools_stay_where_later_ones_are_forgotten():
    known = ((pool("2S", 0, 0, 1), pool("9H KD", 0, 1, 1)), (), (), ())
    assert shown(("", "KD 9H", "2S 9H"), "", known, 1, "9H")[0] == (pool("2S", 0, 0, 1),)


def test_pools_that_cannot_be_told_apart_become_one():
    known = ((pool("9H KD", 0, 1, 1), pool("9H 2C", 0, 1, 1)), (), (), ())
    after = shown(("", "9H 2C", "KD 9H"), "", known, 1, "9H")
    assert after[0] == (pool("9H KD 2C", 0, 1, 2),)


def test_a_pool_surely_left_alone_is_not_touched():
    known = ((pool("9H", 0, 1, 0), pool("9H 2C", 0, 1, 1)), (), (), ())
    after = shown(("", "9H 2C", "9H"), "", known, 1, "9H")
    assert after[0] == (pool("9H 2C", 0, 1, 1),)


def test_cards_shown_together_are_counted_one_after_the_other():
    known = ((pool("9H KD", 0, 1, 1),), (), (), ())
    after = shown(("", "9H 9H", "KD"), "", known, 1, "9H 9H")
    assert after[0] == ()
    after = shown(("", "9H 3S", "KD"), "", known, 1, "3S 9H")
    assert after[0] == (pool("KD", 0, 0, 1),)


def test_the_own_lays_tell_a_seat_nothing():
    known = ((pool("9H KD", 0, 1, 1),), (pool("5H", 1, 0, 0),), (), ())
    assert shown(("5H", "9H", "KD"), "", known, 0, "5H")[0] == known[0]
    assert shown(("5H", "9H", "KD"), "", known, 0, "5H")[1] == ()


# What may be anywhere, and a guess


def test_unseen_is_the_packs_less_all_that_is_seen():
    match = Match(position("5H 6H", "9H", discards=MANY)).play("0 rest 5H")
    view = arena.view(match.state, Seat(0))
    assert sorted(unseen(view, 0)) == sorted(set(PACK) - set(cards("6H 9H")))


def everything_is_there(state):
    return every_card(state)


MATCHES = st.builds(
    lambda seed, seats, decks, own, moves: (seed, seats, decks, own, moves),
    st.integers(0, 2**32),
    st.integers(2, 6),
    st.integers(1, 3),
    st.booleans(),
    st.integers(0, 160),
)


def played(seed, seats, decks, own, moves):
    """Play at random with many rests, so that piles run out."""
    random, chance = Random(seed), FastChance(seed)
    options = {"decks": decks, "piles": "own" if own else "shared", "endurance": 2000}
    state = arena.setup(arena.read_options(options, seats), seats, chance)
    for _ in range(moves):
        for seat in arena.to_act(state):
            view = arena.view(state, seat)
            move = arena.random_move(view, random)
            if view.table.phase == "turn" and random.random() < 0.6:
                move = arena.decode("rest " + " ".join(names(random.sample(view.hand, 1))))
            state, _ = arena.play(state, seat, move, chance)
    return state


def is_possible(state: State, viewer: int) -> bool:
    """Say whether the hands can be split up as the viewer's pools claim."""
    pools = state.known[viewer] if state.known else ()
    hands = [Counter(hand) for hand in state.hands]
    slots = [list(pool.counts) for pool in pools]
    jobs = [(place, card) for place, pool in enumerate(pools) for card in pool.cards]
    jobs.sort(key=lambda job: len(holders(job, hands, slots, viewer)))
    return can_place(jobs, hands, slots, viewer)


def holders(job, hands, slots, viewer):
    place, card = job
    return [s for s in range(len(hands)) if s != viewer and slots[place][s] and hands[s][card]]


def can_place(jobs, hands, slots, viewer):
    if not jobs:
        return True
    place, card = jobs[0]
    for seat in holders(jobs[0], hands, slots, viewer):
        slots[place][seat] -= 1
        hands[seat][card] -= 1
        if can_place(jobs[1:], hands, slots, viewer):
            return True
        slots[place][seat] += 1
        hands[seat][card] += 1
    return False


@settings(max_examples=60, deadline=None)
@given(MATCHES)
def test_what_a_seat_remembers_is_true(setting):
    state = played(*setting)
    for viewer in range(setting[1] + 1):
        assert is_possible(state, viewer)


@settings(max_examples=40, deadline=None)
@given(MATCHES)
def test_a_guess_looks_like_the_state_and_holds_every_card(setting):
    state = played(*setting)
    for viewer in (*map(Seat, range(setting[1])), None):
        view = arena.view(state, viewer)
        guessed = arena.guess(view, FastChance(7))
        assert arena.view(guessed, viewer) == view
        assert everything_is_there(guessed) == everything_is_there(state)
        assert tuple(map(len, guessed.hands)) == view.table.hand_sizes
        assert tuple(map(len, guessed.draws)) == view.table.draw_sizes


def test_a_guess_puts_known_cards_where_they_must_be():
    match = Match(position("5H 6H", "9H KD 2C", "3C", discards="2S 3S 4S")).play("0 rest 5H")
    view = arena.view(match.state, Seat(0))
    assert view.known == (pool("9H KD 2C 3C", 0, 3, 1),)
    assert held_of(view.known, 1) == 3
    seen = set()
    for seed in range(40):
        hands = arena.guess(view, FastChance(seed)).hands
        old = set(hands[1]) & set(cards("9H KD 2C 3C"))
        assert len(old) == 3
        seen.add(frozenset(old))
    assert len(seen) == 4


def test_guesses_reach_every_deal_of_the_unseen():
    state = arena.setup(arena.read_options(None, 2), 2, FastChance(1))
    view = arena.view(state, Seat(0))
    held = Counter(
        card for seed in range(300) for card in arena.guess(view, FastChance(seed)).hands[1]
    )
    assert set(held) == set(PACK) - set(view.hand)


def test_the_other_seats_of_a_guess_remember_nothing():
    match = Match(position("5H 6H", "9H", discards=MANY)).play("0 rest 5H")
    for viewer, place in product((Seat(0), None), range(3)):
        guessed = arena.guess(arena.view(match.state, viewer), FastChance(1))
        mine = 2 if viewer is None else viewer
        assert bool(guessed.known[place]) == (place == mine)
