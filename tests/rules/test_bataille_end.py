"""Rules 3: how a manche and a match end, sentence by sentence."""

import pytest

from rules.chance import FairChance
from rules.game import IllegalMove, Seat
from rules.games import bataille
from rules.games.bataille_state import Move
from tests.rules.bataille_tables import (
    Unshuffled,
    cards,
    drawn,
    facts,
    kinds,
    manches,
    packets,
    pile,
    play,
    table,
)

SEED = FairChance(bytes(range(32)))


def refusal(state, seat, move):
    with pytest.raises(IllegalMove) as refused:
        bataille.play(state, seat, move, Unshuffled())
    return refused.value.code


# The end of a manche, in this order


def test_a_capture_goes_under_the_packet_before_a_card_that_returns():
    state = manches(table("5S 6S 7S 8S 9S", "6H 6C 2C 8H 9H"), "AB", "BB", "BB")

    assert packets(state)[0] == "9S 6S 7S 6H 6C 2C 5S"


def test_a_player_who_controls_no_card_has_lost():
    state, happened = play(table("AS", "KS"), "0 A", "1 A")

    assert bataille.outcome(state).line() == {
        "winners": [0],
        "scores": [2, 0],
        "reason": "no_cards",
    }
    assert facts(happened, "ended") == {"winners": (0,), "scores": (2, 0), "reason": "no_cards"}
    assert bataille.to_act(state) == ()
    assert bataille.position(state)["legal"] == [0, 0]


def test_cards_on_the_piles_are_still_controlled():
    state = manches(table("AS 2S", "KS 3S"), "AB")

    state = manches(state, "BB")

    assert bataille.outcome(state) is None
    assert bataille.position(state)["controlled"] == [1, 3]


def test_no_cards_comes_before_the_last_manche():
    state = manches(table("AS", "KS", max_manches=1), "AA")

    assert bataille.outcome(state).reason == "no_cards"


def test_a_return_comes_before_the_last_manche_is_counted():
    state = manches(table("AS 2S 3S 4S", "KS QS JS 10S", max_manches=3), "AB", "AB", "AB")

    assert bataille.outcome(state).line() == {
        "winners": [],
        "scores": [4, 4],
        "reason": "max_manches",
    }
    assert bataille.position(state)["packets"] == [2, 2]


@pytest.mark.parametrize(("theirs", "winners"), [("KS 2S", [0]), ("AH 2S", []), ("AH KS", [])])
def test_after_the_last_manche_more_cards_controlled_win(theirs, winners):
    state = manches(table("AS 3S", theirs, max_manches=1), "AA")

    assert bataille.outcome(state).line()["winners"] == winners


def test_after_the_last_manche_an_open_bataille_stays_unsettled_each_counting_their_own():
    state = manches(table("AS 5S 3S", "2H 5H 3H", max_manches=2), "AA", "AA")

    assert bataille.outcome(state).line() == {
        "winners": [0],
        "scores": [4, 2],
        "reason": "max_manches",
    }
    assert bataille.position(state)["battle"] == "A"
    assert bataille.position(state)["manche"] == 2


def test_the_last_manche_comes_before_the_forfeit():
    state = manches(table("AS 5S", "2H 5H", max_manches=2), "AA", "AA")

    assert bataille.outcome(state).line()["scores"] == [3, 1]


def test_the_second_seat_can_win_by_cards_too():
    state = manches(table("2S 5S", "AH 9H", max_manches=1), "AA")

    assert bataille.outcome(state).winners == (1,)


def test_with_one_empty_packet_its_owner_forfeits_the_stake():
    state = table("3S AS 5S 9S", "KH 2H 5H 9H", return_after=20)
    state = manches(state, "AB", "AA", "AA")
    chance = Unshuffled()

    state, happened = play(state, "1 A", "0 A", chance=chance)

    assert facts(happened, "forfeited") == {"seat": 0, "pile": "A", "counts": (2, 2)}
    assert chance.asked == [("capture/4", cards("5S 9S 5H 9H"))]
    assert packets(state)[0] == "AS 2H 5S 9S 5H 9H"
    assert pile(state, "B") == ("", "KH")
    assert bataille.position(state)["battle"] is None
    assert bataille.outcome(state) is None


def test_the_second_seat_can_gain_by_a_forfeit_too():
    state = manches(table("KH 2H 5H 9H", "3S AS 5S 9S", return_after=20), "BA", "AA", "AA", "AA")

    assert packets(state)[1] == "3S AS 5H 9H 5S 9S"
    assert pile(state, "B") == ("KH", "")


def test_who_forfeits_their_last_cards_has_lost():
    state = manches(table("AS 5S 9S", "2H 5H 9H"), "AA", "AA", "AA")

    assert bataille.outcome(state).line() == {
        "winners": [0],
        "scores": [6, 0],
        "reason": "no_cards",
    }
    assert state.manche == 3


def test_a_forfeit_waits_for_the_next_end_of_a_manche_only_if_a_card_is_left_to_lay():
    """A Bataille with a card in each packet is played on; the packets are looked at afterwards."""
    state = manches(table("5S 6S", "5H 7H"), "AA")
    assert (drawn(state), packets(state)) == (("6S", "7H"), ("", ""))

    assert bataille.outcome(manches(state, "AA")).winners == (1,)


def test_with_both_packets_empty_each_takes_their_own_cards_back():
    state, happened = play(table("5S", "5H"), "0 A", "1 A")

    assert facts(happened, "battle_off") == {"pile": "A", "counts": (1, 1)}
    assert drawn(state) == ("5S", "5H")
    assert bataille.position(state)["battle"] is None
    assert bataille.position(state)["legal"] == [2, 2]


def test_cards_taken_back_lie_bottom_card_first_under_the_packet():
    state = manches(table("5S 6S 7S", "5H 6H 7H"), "AA", "AA")

    state = manches(state, "AA")

    assert (drawn(state), packets(state)) == (("5S", "5H"), ("6S 7S", "6H 7H"))
    assert pile(state, "A") == ("", "")
    assert state.manche == 4


# A player with an empty packet


def lone_layer(**options):
    """A match in which seat 0 has one card on pile A and an empty packet."""
    return manches(table("AS 2S 3S", "KH 4H 5H", return_after=4, **options), "AB", "BB", "BB")


def test_a_player_with_an_empty_packet_lays_nothing():
    state = lone_layer()

    assert (drawn(state), packets(state)) == (("", "2S"), ("", "KH 4H 3S 5H"))
    assert bataille.to_act(state) == (1,)
    assert bataille.position(state)["legal"] == [0, 2]
    assert refusal(state, Seat(0), Move.A) == "not_awaited"


def test_without_an_enemy_card_there_is_no_confrontation():
    state, happened = play(lone_layer(), "1 A")

    assert kinds(happened) == ["chose", "returned", "drew"]
    assert pile(state, "A") == ("", "2S")
    assert drawn(state) == ("AS", "KH")


def test_a_card_laid_alone_is_met_like_any_other():
    state, happened = play(manches(lone_layer(), "-A"), "0 A", "1 A")

    assert facts(happened, "captured") == {"seat": 0, "pile": "A", "counts": (1, 2)}
    assert (drawn(state)[0], packets(state)[0]) == ("AS", "2S KH")


def test_a_manche_in_which_nobody_has_a_card_to_lay_passes_by_itself():
    state = manches(table("AS 2S", "KH 3H", return_after=4), "AB", "AB")

    assert state.manche == 5
    assert drawn(state) == ("AS", "KH")
    assert (pile(state, "A"), pile(state, "B")) == (("2S", ""), ("", "3H"))


def test_the_last_manche_may_be_one_that_passes_by_itself():
    state = manches(table("AS 2S", "KH 3H", return_after=9, max_manches=5), "AB", "AB")

    assert bataille.outcome(state).line() == {
        "winners": [],
        "scores": [2, 2],
        "reason": "max_manches",
    }
    assert state.manche == 5


# Taking a pile again


def test_a_pile_that_holds_cards_may_be_chosen_again():
    state = manches(table("AS KS QS 2S", "AH KH QH 2H", return_after=20), "AB", "AB", "AB")

    assert pile(state, "A") == ("AS KS QS", "")


# One pile


def test_with_one_pile_there_is_one_choice():
    state = table("AS KS", "2H 3H", piles=1)

    assert bataille.position(state)["piles"] == {"A": [0, 0]}
    assert bataille.position(state)["legal"] == [1, 1]
    assert refusal(state, Seat(0), Move.B) == "not_legal"


def test_with_one_pile_every_manche_is_a_confrontation():
    state, happened = play(table("AS KS", "2H 3H", piles=1), "0 A", "1 A")

    assert facts(happened, "captured")["seat"] == 0
    assert packets(state) == ("AS 2H", "")


# Resigning


@pytest.mark.parametrize("seat", [0, 1])
def test_who_resigns_loses(seat):
    state, happened = play(table("AS KS", "2H 3H"), f"{seat} resign")

    assert bataille.outcome(state).line() == {
        "winners": [1 - seat],
        "scores": [2, 2],
        "reason": "resigned",
    }
    assert kinds(happened) == ["resigned", "ended"]
    assert facts(happened, "resigned") == {"seat": seat}


def test_a_drawn_and_a_sealed_card_count_as_their_owners_and_lie_on_the_packets_again():
    state, _ = play(table("AS KS", "2H 3H"), "1 B", "1 resign")

    assert packets(state) == ("AS KS", "2H 3H")
    assert bataille.position(state) == {
        "packets": [2, 2],
        "piles": {"A": [0, 0], "B": [0, 0]},
        "battle": None,
        "manche": 1,
        "controlled": [2, 2],
        "to_act": [],
        "legal": [0, 0],
    }


def test_a_seat_that_is_not_awaited_may_resign():
    state, _ = play(lone_layer(), "0 resign")

    assert bataille.outcome(state).line() == {
        "winners": [1],
        "scores": [1, 5],
        "reason": "resigned",
    }


def test_after_a_resignation_an_open_bataille_stays_as_it_was():
    state = manches(table("5S KS QS", "5H 2S 3S"), "BB")

    state, _ = play(state, "0 resign")

    assert bataille.position(state)["battle"] == "B"
    assert bataille.position(state)["piles"] == {"A": [0, 0], "B": [1, 1]}


# Refusals, in this order


def test_after_the_end_everything_comes_too_late():
    state = manches(table("AS", "KS"), "AA")

    for move in Move:
        assert refusal(state, Seat(0), move) == "over"
    assert refusal(state, 7, Move.A) == "over"


@pytest.mark.parametrize("seat", [-1, 2, 7, True, 0.0, "0", None])
def test_a_seat_that_does_not_exist_is_refused(seat):
    assert refusal(table("AS KS", "2H 3H"), seat, Move.A) == "no_seat"
    assert refusal(table("AS KS", "2H 3H"), seat, Move.RESIGN) == "no_seat"


def test_who_has_chosen_is_not_awaited_any_more():
    state, _ = play(table("5S KS QS", "5H 2S 3S"), "0 A")

    assert refusal(state, Seat(0), Move.B) == "not_awaited"


def test_not_awaited_comes_before_not_legal():
    state = manches(table("5S KS QS", "5H 2S 3S"), "AA")
    state, _ = play(state, "0 A")

    assert refusal(state, Seat(0), Move.B) == "not_awaited"
    assert refusal(state, Seat(1), Move.B) == "not_legal"


# The texts of moves


@pytest.mark.parametrize("text", ["A", "B", "resign"])
def test_a_move_comes_back_from_its_text(text):
    assert bataille.encode(bataille.decode(text)) == text


@pytest.mark.parametrize("text", ["", "a", "C", "AB", "A ", " A", "resign now", "RESIGN", "pass"])
def test_any_other_text_is_no_move(text):
    with pytest.raises(IllegalMove) as refused:
        bataille.decode(text)
    assert refused.value.code == "no_move"
