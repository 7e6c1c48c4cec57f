"""Moves of the Arena: their text, which are legal, drawn ones, the clock's (rules 2; record)."""

from collections import Counter
from itertools import islice
from random import Random

import pytest

from rules.game import IllegalMove, Seat
from rules.games import arena
from rules.games.arena_cards import cards
from rules.games.arena_legal import refusal
from rules.games.arena_moves import PASS, RESIGN, Attack, Defend, Reinforce, Rest
from tests.rules.arena_positions import Match, position


def view_of(match, seat=None):
    return arena.view(match.state, match.awaited[0] if seat is None else seat)


def texts(match):
    return [arena.encode(move) for move in arena.legal_moves(view_of(match))]


@pytest.mark.parametrize(
    "text",
    [
        "attack 3 5H",
        "attack 0 10H QS AS",
        "rest KD",
        "rest 5S 5S",
        "reinforce 5H 6H",
        "reinforce 5H>KS 6H",
        "defend 5H>KS 6H>10S 7H",
        "pass",
        "resign",
    ],
)
def test_a_move_comes_back_from_its_text(text):
    assert arena.encode(arena.decode(text)) == text


def test_moves_are_read_into_values():
    five, king = cards("5H KS")
    assert arena.decode("attack 3 5H") == Attack(Seat(3), (five,))
    assert arena.decode("rest 5H KS") == Rest((five, king))
    assert arena.decode("reinforce 5H>KS KS") == Reinforce(((five, king), (king, None)))
    assert arena.decode("defend 5H>KS") == Defend(((five, king),))
    assert (arena.decode("pass"), arena.decode("resign")) == (PASS, RESIGN)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass ",
        " pass",
        "pass now",
        "resign now",
        "Pass",
        "attack",
        "attack 1",
        "attack 5H",
        "attack 01 5H",
        "attack +1 5H",
        "attack -1 5H",
        "attack 6 5H",
        "attack ² 5H",
        "attack 1  5H",
        "attack 1 5H ",
        "attack 1\t5H",
        "attack 1 5h",
        "attack 1 1H",
        "attack 1 11H",
        "attack 1 5H>5S",
        "attack 1 05H",
        "rest",
        "rest ",
        "rest  5H",
        "rest 5H>5S",
        "rest 5H\n",
        "reinforce",
        "reinforce >5H",
        "defend",
        "defend 5H>",
        "defend >5H",
        "defend 5H>5S>5D",
        "defend 5H >5S",
        "lay 5H",
    ],
)
def test_any_other_text_is_no_move(text):
    with pytest.raises(IllegalMove) as caught:
        arena.decode(text)
    assert caught.value.code == "no_move"
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    ("played", "text", "code"),
    [
        ((), "pass", "wrong_phase"),
        ((), "reinforce 5H", "wrong_phase"),
        ((), "defend 5H", "wrong_phase"),
        (("0 attack 1 5H",), "attack 0 9H", "wrong_phase"),
        (("0 attack 1 5H",), "rest 9H", "wrong_phase"),
        (("0 attack 1 5H",), "reinforce 9H", "wrong_phase"),
        (("0 attack 1 5H",), "defend KH", "not_in_hand"),
        (("0 attack 1 5H",), "defend 9H>5D", "against"),
    ],
)
def test_a_refusal_has_its_code(played, text, code):
    match = Match(position("5H 6H", "9H 9D")).play(*played)
    assert refusal(view_of(match), arena.decode(text)) == code


def test_a_move_that_must_lay_a_card_lays_one():
    match = Match(position("5H 6H", "9H 9D"))
    for move in (Attack(Seat(1), ()), Rest(())):
        assert refusal(view_of(match), move) == "no_card"
    match.play("0 attack 1 5H")
    assert refusal(view_of(match), Defend(())) == "no_card"


@pytest.mark.parametrize("card", [True, 4.0, "5H"])
def test_only_whole_numbers_are_cards(card):
    match = Match(position("2S 5S", "5H 9D"))
    assert refusal(view_of(match), Rest((card,))) == "not_in_hand"
    match.play("0 attack 1 5S")
    assert refusal(view_of(match), Defend(((cards("5H")[0], card),))) == "against"


@pytest.mark.parametrize("target", [True, 1.0, "1", None])
def test_only_whole_numbers_are_seats(target):
    match = Match(position("2S 5S", "5H 9D"))
    assert refusal(view_of(match), Attack(target, cards("5S"))) == "target"


def test_who_is_not_awaited_may_only_resign():
    match = Match(position("5H", "9H"))
    assert refusal(view_of(match, 1), arena.decode("rest 9H")) == "not_awaited"
    assert arena.is_legal(view_of(match, 1), RESIGN)
    assert list(arena.legal_moves(view_of(match, 1))) == []


def test_a_spectator_can_do_nothing():
    view = arena.view(position("5H", "9H"), None)
    assert (view.hand, view.is_awaited, list(arena.legal_moves(view))) == ((), False, [])
    assert refusal(view, RESIGN) == "not_awaited"


def test_after_the_end_nobody_may_resign():
    match = Match(position("5H", "9H", "2D", endurance=(9, 0, 9))).play("0 resign")
    assert [refusal(view_of(match, seat), RESIGN) for seat in range(3)] == ["over"] * 3


def test_on_a_turn_every_attack_and_every_rest_is_a_move():
    match = Match(position("5H 6H", "9H", "9D"))
    assert texts(match) == [
        *(f"attack {seat} {row}" for seat in (1, 2) for row in ("5H", "6H", "5H 6H", "6H 5H")),
        *(f"rest {row}" for row in ("5H", "6H", "5H 6H", "6H 5H")),
    ]


def test_attacks_that_cancel_themselves_are_no_moves():
    moves = texts(Match(position("5H 6S", "9H")))
    assert [move for move in moves if move.startswith("attack")] == ["attack 1 5H", "attack 1 6S"]
    assert "attack 1 5H 6S" in texts(Match(position("5H 6S", "9H", cancel=False)))


def test_a_limited_rest_limits_the_moves():
    moves = texts(Match(position("5H 6H 7H", "9H", rest_max=1)))
    assert [move for move in moves if move.startswith("rest")] == ["rest 5H", "rest 6H", "rest 7H"]


def test_equal_cards_make_one_move():
    assert texts(Match(position("5H 5H", "9H", decks=2))) == [
        "attack 1 5H",
        "attack 1 5H 5H",
        "rest 5H",
        "rest 5H 5H",
    ]


def test_a_full_hand_has_1956_rows_of_cards():
    moves = texts(Match(position("2H 3H 4H 5H 6H 7H", "9H")))
    assert len(moves) == len(set(moves)) == 2 * (6 + 30 + 120 + 360 + 720 + 720)


def test_reinforcements_are_rows_of_any_cards():
    match = Match(position("5H", "9H", "2S 3D")).play("0 attack 1 5H")
    assert texts(match) == ["pass"] + [f"reinforce {row}" for row in ("2S", "3D", "2S 3D", "3D 2S")]


def test_defences_pair_cards_with_attack_cards_of_their_family_in_every_way():
    match = Match(position("5H 6D", "9S 9H 9C")).play("0 attack 1 5H 6D")
    moves = texts(match)
    assert len(moves) == len(set(moves))
    singles = ["9S", "9S>5H", "9H", "9H>5H", "9C", "9C>6D"]
    assert moves[:7] == ["pass", *(f"defend {single}" for single in singles)]
    # pairs of ♠♥: 2 orders × 3 (both free, or one against 5H); ♠♣ and ♥♣: 2 orders × 2 × 2
    assert sum(len(move.split()) == 3 for move in moves) == 2 * 3 + 2 * 4 + 2 * 4
    # all three: 6 orders × 3 ways for ♠♥ × 2 for ♣
    assert sum(len(move.split()) == 4 for move in moves) == 6 * 3 * 2
    assert "defend 9S>5H 9H>5H" not in moves


def test_equal_attack_cards_may_each_be_countered():
    match = Match(position("5H 5H", "9S 9S", decks=2)).play("0 attack 1 5H 5H")
    assert texts(match) == [
        "pass",
        "defend 9S",
        "defend 9S>5H",
        "defend 9S 9S",
        "defend 9S 9S>5H",
        "defend 9S>5H 9S",
        "defend 9S>5H 9S>5H",
    ]


def test_helpers_of_the_defence_have_the_free_attack_cards_left():
    match = Match(position("5H", "9S", "9H KD")).play("0 attack 1 5H", "2 pass", "1 defend 9S>5H")
    assert texts(match) == ["pass", "reinforce 9H"]


@pytest.mark.parametrize(
    "match",
    [
        Match(position("5H 6S 7D", "9H", "2D")),
        Match(position("5H 6S 7D", "9H", "2D", rest_max=2, cancel=False)),
        Match(position("5H", "9H", "2S 3D 4D")).play("0 attack 1 5H"),
        Match(position("5H 6D", "9S 9H 9C")).play("0 attack 1 5H 6D"),
        Match(position("5H 5H", "9S 9S", decks=2)).play("0 attack 1 5H 5H"),
        Match(position("5H 6D", "9S", "9H KD")).play("0 attack 1 5H 6D", "2 pass", "1 pass"),
        Match(position("5H", "9D 9C")).play("0 attack 1 5H"),
    ],
    ids=["turn", "limited", "reinforce", "defend", "equal", "support", "nothing fits"],
)
def test_every_legal_move_and_no_other_can_be_drawn(match):
    random, view = Random(1), view_of(match)
    legal = list(arena.legal_moves(view))
    drawn = Counter(arena.random_move(view, random) for _ in range(40 * len(legal)))
    assert set(drawn) == set(legal)
    assert all(arena.is_legal(view, move) for move in legal)


def test_nothing_is_drawn_for_a_seat_that_has_nothing_to_decide():
    view = view_of(Match(position("5H", "9H")), 1)
    for draw in (lambda: arena.random_move(view, Random(1)), lambda: arena.clock_move(view)):
        with pytest.raises(IllegalMove) as caught:
            draw()
        assert caught.value.code == "not_awaited"


def test_when_the_clock_runs_out_one_rests_with_the_card_of_least_value():
    for hand, card in (("KS QH JD", "KS"), ("9D 2C 2S", "2C"), ("QS 10H", "10H"), ("KD AS", "AS")):
        view = view_of(Match(position(hand, "9H")))
        assert arena.encode(arena.clock_move(view)) == f"rest {card}"


def test_when_the_clock_runs_out_elsewhere_one_passes():
    match = Match(position("5H", "9H", "2D")).play("0 attack 1 5H")
    for seat in (2, 1, 2):
        assert match.awaited == (seat,)
        assert arena.clock_move(view_of(match)) == PASS
        match.play(f"{seat} pass")


def test_the_moves_of_a_great_defence_come_by_and_by():
    match = Match(position("2H 3H 4D 5D 6D 7H", "2S 3S 4C 5C 6C 7S")).play(
        "0 attack 1 2H 3H 4D 5D 6D 7H"
    )
    assert len(list(islice(arena.legal_moves(view_of(match)), 1000))) == 1000
