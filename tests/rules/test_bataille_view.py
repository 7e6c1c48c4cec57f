"""Rules 3: who sees what, and what each viewer could remember of it."""

import copy
import pickle
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from rules.chance import FairChance, FastChance
from rules.game import Seat
from rules.games import bataille
from rules.games.bataille_blocks import place_of
from rules.games.bataille_guess import _number_below, _one_way
from rules.games.bataille_memory import MOST_WAYS, Place, Recall, dealt
from rules.games.bataille_options import Mode, Options
from rules.games.bataille_state import Move
from tests.rules.bataille_tables import cards, manches, play, table

DEAL = place_of(0)
SEATS = (Seat(0), Seat(1))


def known(state, seat):
    return bataille.view(state, seat).known


def content(code):
    return cards(code)[0]


def test_at_the_deal_a_seat_knows_nothing_but_its_own_drawn_card():
    state = table("AS KS", "2S 3S")

    assert known(state, Seat(0)).drawn == (content("AS"), DEAL)
    assert known(state, Seat(1)).drawn == (DEAL, content("2S"))
    assert known(state, None).drawn == (DEAL, DEAL)
    assert known(state, Seat(0)).packets == ((DEAL,), (DEAL,))


def test_a_seat_knows_its_own_cards_on_the_piles_and_not_the_enemys():
    state = manches(table("AS KS QS 4C", "2S 3S 4S 5C"), "AB")

    ours, theirs = known(state, Seat(0)).engaged
    assert ours == (Place(1, 0, content("AS")),)
    assert theirs == (Place(1, 1, DEAL),)


def test_a_spectator_does_not_see_who_laid_where_before_a_confrontation():
    one = manches(table("AS KS QS", "2S 3S 4S"), "AB")
    other = manches(table("AS KS QS", "2S 3S 4S"), "BA")

    assert bataille.view(one, None) == bataille.view(other, None)
    assert known(one, None).engaged == ((Place(1, -1, DEAL),), (Place(1, -1, DEAL),))


def test_a_confrontation_shows_where_the_other_cards_lie():
    state = manches(table("AS KS QS 4C", "2S 3S QH 5C", return_after=9), "AB", "AB", "AA")

    ours, theirs = known(state, None).engaged
    assert [place.pile for place in ours] == [0, 0, 0]
    assert [place.pile for place in theirs] == [1, 1, 0]


def test_only_the_cards_used_are_shown():
    state = manches(table("AS KS QS 4C 5D", "2S 3S QH 5C 6D", return_after=9), "AB", "BA", "AA")

    ours, theirs = known(state, None).engaged
    assert [place.content for place in ours] == [DEAL, DEAL, content("QS")]
    assert [place.content for place in theirs] == [DEAL, DEAL, content("QH")]


def test_by_sum_two_cards_of_each_are_shown():
    ours, theirs = "9C 5S 2C 4S 8C 8D", "2S 2H 3H 6H 9H 9D"
    state = table(ours, theirs, return_after=9, mode=Mode.SUM)

    ours, theirs = known(manches(state, "AB", "AB", "BA", "AA"), None).engaged

    assert [place.content for place in ours] == [DEAL, content("5S"), DEAL, content("4S")]
    assert [place.content for place in theirs] == [DEAL, DEAL, content("3H"), content("6H")]


def alone(return_after=4):
    """Seat 0 has an empty packet and a card on A; seat 1 is to lay alone."""
    return manches(table("AS 2S 3S", "KH 4H 5H", return_after=return_after), "AB", "BB", "BB")


@pytest.mark.parametrize("name", ["A", "B"])
def test_a_card_laid_alone_is_engaged_without_its_pile_for_the_other(name):
    state, _ = play(alone(return_after=9), f"1 {name}")

    assert [place.pile for place in known(state, Seat(0)).engaged[1]] == [-1]
    assert [place.pile for place in known(state, None).engaged[1]] == [-1]
    assert [place.pile for place in known(state, Seat(1)).engaged[1]] == ["AB".index(name)]
    assert len(bataille.view(state, Seat(0)).unplaced(1)) == 1
    assert bataille.view(state, Seat(1)).unplaced(1) == ()


def test_its_pile_is_not_told_when_it_goes_back():
    views = [
        bataille.view(manches(alone(return_after=4), f"-{name}", "AB", "-B", "-B"), Seat(0))
        for name in "AB"
    ]

    assert views[0] == views[1]
    assert [place.laid for place in views[0].unplaced(1)] == [6, 7]


def test_a_sealed_choice_is_seen_by_its_owner_only():
    state, _ = play(table("AS KS", "2S 3S"), "0 B")

    ours, theirs = (bataille.view(state, seat) for seat in SEATS)
    assert (ours.pile, theirs.pile) == (1, -1)
    assert ours.sealed == theirs.sealed == (True, False)
    assert (ours.is_awaited, theirs.is_awaited) == (False, True)


def test_a_view_counts_what_everybody_can_count():
    view = bataille.view(manches(table("AS KS QS", "2S 3S 4S"), "AB"), Seat(0))

    assert (view.packets, view.controlled) == ((1, 1), (3, 3))
    assert view.drew == (True, True)
    assert [len(view.stack(pile, seat)) for pile in (0, 1) for seat in (0, 1)] == [1, 0, 0, 1]


def test_a_captured_pile_is_known_as_a_block_and_its_last_card_by_elimination():
    state = manches(table("AS KS 2S", "3S 4S QS", return_after=9), "AA", "AA")

    ours = known(state, Seat(1))
    assert ours.packets == ((place_of(1), place_of(1), place_of(2), place_of(2)), ())
    assert {block: seen for block, _, seen in ours.blocks}[1] == cards("AS 3S")

    later = known(manches(table("AS KS 2S", "3S 4S QS"), "AA", "AA", "BA"), Seat(0))
    assert later.drawn[0] == content("AS")
    assert later.packets[0][0] == content("3S")


def test_a_returned_card_is_known_to_its_owner_in_its_place():
    state = manches(table("AS KS QS JS", "2S 3S 4S 5S"), "AB", "AB", "AB")

    assert known(state, Seat(0)).packets == ((content("AS"),), (DEAL,))
    assert known(state, Seat(1)).packets == ((DEAL,), (content("2S"),))


def test_cards_taken_back_keep_what_is_known_of_them():
    state = manches(table("5S 6S 7S", "5H 6H 7H"), "AA", "AA", "AA")

    assert known(state, None).packets == (cards("6S 7S"), cards("6H 7H"))
    assert known(state, None).drawn == cards("5S 5H")


def test_after_a_resignation_the_drawn_cards_lie_on_the_packets():
    state, _ = play(table("AS KS", "2S 3S"), "0 A", "0 resign")

    view = bataille.view(state, Seat(0))
    assert view.known.packets == ((content("AS"), DEAL), (DEAL, DEAL))
    assert view.known.drawn == (None, None)
    assert (view.is_awaited, tuple(bataille.legal_moves(view))) == (False, ())


def test_after_a_resignation_an_empty_packet_stays_empty():
    state, _ = play(alone(), "0 resign")

    assert known(state, Seat(1)).packets == (
        (),
        (content("2S"), *[place_of(2)] * 2, *[place_of(3)] * 2),
    )


def test_the_player_who_lays_alone_later_finds_an_emptied_packet_in_the_view():
    view = bataille.view(alone(), Seat(0))

    assert (view.drew, view.card, view.is_awaited) == ((False, True), -1, False)


# Legal moves


def test_a_spectator_may_not_even_resign():
    view = bataille.view(table("AS KS", "2S 3S"), None)

    assert [bataille.is_legal(view, move) for move in Move] == [False, False, False]
    assert list(bataille.legal_moves(view)) == []


def test_a_seat_may_choose_a_pile_or_resign():
    view = bataille.view(table("AS KS", "2S 3S"), Seat(0))

    assert [bataille.is_legal(view, move) for move in Move] == [True, True, True]


def test_in_a_bataille_the_other_pile_is_not_legal():
    view = bataille.view(manches(table("5S KS QS", "5H 2S 3S"), "BB"), Seat(0))

    assert [bataille.is_legal(view, move) for move in Move] == [False, True, True]
    assert bataille.clock_move(view) == Move.B


def test_who_is_not_awaited_may_only_resign():
    state, _ = play(table("AS KS", "2S 3S"), "0 B")
    view = bataille.view(state, Seat(0))

    assert [bataille.is_legal(view, move) for move in Move] == [False, False, True]


def test_after_the_end_nothing_is_legal():
    view = bataille.view(manches(table("AS", "KS"), "AA"), Seat(0))

    assert [bataille.is_legal(view, move) for move in Move] == [False, False, False]


def test_the_clock_chooses_pile_a():
    assert bataille.clock_move(bataille.view(table("AS KS", "2S 3S"), Seat(0))) == Move.A


def test_random_moves_reach_both_piles():
    view, random = bataille.view(table("AS KS", "2S 3S"), Seat(0)), Random(1)

    assert {bataille.random_move(view, random) for _ in range(20)} == {Move.A, Move.B}


# Memory


def played(seed, moves, **options):
    state, random, chance = (
        bataille.setup(Options(**options), 2, FastChance(seed)),
        Random(seed),
        None,
    )
    chance = FastChance(seed)
    for _ in range(moves):
        awaited = bataille.to_act(state)
        if not awaited:
            break
        seat = random.choice(awaited)
        move = bataille.random_move(bataille.view(state, seat), random)
        state, _ = bataille.play(state, seat, move, chance)
    return state


def test_looking_on_all_along_or_at_the_end_comes_to_the_same(monkeypatch):
    late = played(3, 300)
    monkeypatch.setattr(Recall, "LONGEST", 5)
    soon = played(3, 300)

    for seat in (*SEATS, None):
        assert bataille.view(late, seat) == bataille.view(soon, seat)


def test_a_state_can_be_pickled_and_copied_with_what_is_known():
    state = played(5, 60)

    for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert twin == state
        assert hash(twin) == hash(state)
        assert (
            play(twin, f"{bataille.to_act(twin)[0]} resign")[0]
            == (play(state, f"{bataille.to_act(state)[0]} resign")[0])
        )


def test_a_recall_is_equal_to_recalls_only():
    recall = table("AS KS", "2S 3S").recalls[0]

    assert recall != "AS"
    assert recall == table("AS KS", "2S 3S").recalls[0]
    assert recall != table("KS AS", "2S 3S").recalls[0]


def test_knowledge_stays_small_however_long_the_match():
    state = played(11, 3000, return_after=20)

    for seat in (*SEATS, None):
        view = bataille.view(state, seat)
        assert len(view.known.blocks) <= 52
        assert len(view.known.ways) <= MOST_WAYS[0]


# Guesses


@pytest.mark.parametrize("seed", range(6))
def test_a_guess_is_drawn_anew_each_time_and_fits(seed):
    state = played(seed, 101, return_after=3 + seed)
    for seat in (*SEATS, None):
        view = bataille.view(state, seat)
        guesses = [bataille.guess(view, FairChance(bytes([n]) * 32)) for n in range(5)]

        assert all(bataille.view(guess, seat) == view for guess in guesses)
        assert len({guess.packets for guess in guesses}) > 1


def test_a_guess_puts_a_lone_card_on_either_pile():
    state, _ = play(alone(return_after=9), "1 A")
    view = bataille.view(state, Seat(0))

    found = {bataille.guess(view, FastChance(n)).piles[0][1] == () for n in range(40)}

    assert found == {True, False}


def test_a_guess_puts_cards_that_did_not_meet_on_different_piles():
    view = bataille.view(manches(table("AS KS QS", "2S 3S 4S"), "AB"), None)

    for n in range(20):
        piles = bataille.guess(view, FastChance(n)).piles
        assert sorted((len(ours), len(theirs)) for ours, theirs in piles) == [(0, 1), (1, 0)]


def test_a_guess_seals_the_enemys_choice_on_either_pile():
    state, _ = play(table("AS KS", "2S 3S"), "1 A")
    view = bataille.view(state, Seat(0))

    assert {bataille.guess(view, FastChance(n)).chosen for n in range(20)} == {(-1, 0), (-1, 1)}


def test_in_a_guess_the_enemy_does_not_know_where_a_lone_card_lies_either():
    state, _ = play(alone(return_after=9), "1 B")

    guessed = bataille.guess(bataille.view(state, Seat(1)), FastChance(0))

    assert [place.pile for place in known(guessed, Seat(0)).engaged[1]] == [-1]
    assert known(guessed, Seat(0)).engaged[0] == ((Place(1, 0, content("AS"))),)


def test_in_a_guess_the_enemy_knows_its_own_cards():
    state = manches(table("AS KS QS", "2S 3S 4S"), "AB")

    guessed = bataille.guess(bataille.view(state, Seat(0)), FastChance(0))

    assert known(guessed, Seat(1)).engaged[1][0].content == guessed.piles[1][1][0].card
    assert known(guessed, Seat(1)).drawn[1] == guessed.drawn[1]
    assert [place.pile for place in known(guessed, Seat(1)).engaged[0]] == [0]


def test_a_guess_takes_each_way_by_its_weight():
    known_to_seat = dealt(range(6))
    weighted = replace(known_to_seat, ways=((1, ((0, 1, 1),)), (3, ((0, 2, 1),))))

    found = Counter(_one_way(weighted, FastChance(n)) for n in range(200))

    assert found.keys() == {((0, 1, 1),), ((0, 2, 1),)}
    assert 120 <= found[((0, 2, 1),)] <= 180


def test_a_number_that_would_favour_small_ones_is_drawn_again():
    class Loaded:
        def __init__(self, *numbers):
            self.numbers = list(numbers)

        def shuffle(self, label, items):
            return [self.numbers.pop(0)]

    assert _number_below(3, Loaded(1023, 5)) == 2
    assert _number_below(3, Loaded(1022)) == 2
    assert _number_below(2000, Loaded(1, 3)) == 1027


def test_a_guess_keeps_ones_own_sealed_choice():
    state, _ = play(table("AS KS", "2S 3S"), "1 B")

    assert bataille.guess(bataille.view(state, Seat(1)), FastChance(0)).chosen == (-1, 1)
