"""Rules 3: from the deal to the last card, sentence by sentence."""

import pytest

from rules.chance import FairChance
from rules.game import IllegalMove, Seat
from rules.games import bataille
from rules.games.bataille_cards import PACK, combinations, result
from rules.games.bataille_options import Mode, Options
from rules.games.bataille_state import Move
from tests.rules.bataille_tables import (
    Unshuffled,
    cards,
    drawn,
    facts,
    kinds,
    manches,
    one,
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


# The deal


def test_the_pack_is_shared_equally_and_the_first_card_lies_on_top():
    shuffled = SEED.shuffle("deal", PACK)

    state = bataille.setup(Options(), 2, SEED)

    assert (state.drawn[0], *state.packets[0]) == tuple(shuffled[0::2])
    assert (state.drawn[1], *state.packets[1]) == tuple(shuffled[1::2])


def test_the_pack_is_listed_as_in_the_record():
    assert cards("AS KS AH AD AC KC") == (0, 12, 13, 26, 39, 51)


# Each manche


def test_every_player_draws_the_top_card():
    state = table("AS KS", "2S 3S")

    assert drawn(state) == ("AS", "2S")
    assert packets(state) == ("KS", "3S")
    assert bataille.to_act(state) == (0, 1)


def test_the_other_side_sees_that_a_card_was_drawn_but_not_which():
    _, happened = play(table("AS KS", "2S 3S"), "0 A", "1 B")

    draw = one(happened, "drew")
    assert draw.seen_by(None) == {"manche": 2, "seats": (0, 1)}
    assert draw.seen_by(Seat(0)) == {"manche": 2, "seats": (0, 1), "card": "KS"}
    assert draw.seen_by(Seat(1)) == {"manche": 2, "seats": (0, 1), "card": "3S"}


def test_the_other_side_sees_that_a_card_was_laid_but_not_where():
    _, happened = play(table("AS KS", "2S 3S"), "0 B")

    assert kinds(happened) == ["chose"]
    assert happened[0].seen_by(Seat(1)) == happened[0].seen_by(None) == {"seat": 0}
    assert happened[0].seen_by(Seat(0)) == {"seat": 0, "pile": "B"}


def test_a_laid_card_is_on_no_pile_until_both_have_chosen():
    sealed, _ = play(table("AS KS", "2S 3S"), "0 B")

    assert bataille.position(sealed)["piles"] == {"A": [0, 0], "B": [0, 0]}
    assert bataille.position(sealed)["controlled"] == [2, 2]
    assert bataille.to_act(sealed) == (1,)


def test_when_they_do_not_meet_each_player_knows_the_others_pile():
    state, happened = play(table("AS KS", "2S 3S"), "1 A", "0 B")

    parted = one(happened, "parted")
    assert parted.seen_by(None) == {"manche": 1}
    assert parted.seen_by(Seat(0)) == {"manche": 1, "enemy_pile": "A"}
    assert parted.seen_by(Seat(1)) == {"manche": 1, "enemy_pile": "B"}
    assert (pile(state, "A"), pile(state, "B")) == (("", "2S"), ("AS", ""))


# Confrontation


def test_only_the_same_pile_in_the_same_manche_is_a_confrontation():
    state = manches(table("AS KS QS", "2S 3S 4S"), "AB", "BA")

    assert (pile(state, "A"), pile(state, "B")) == (("AS", "3S"), ("KS", "2S"))
    assert state.last is None


def test_by_height_the_higher_of_the_top_cards_wins_and_only_they_are_shown():
    state, happened = play(manches(table("AS 3S KS", "2S 4S QS"), "AB", "BA"), "0 A", "1 A")

    met = facts(happened, "met")
    assert met["cards"] == (("KS",), ("QS",))
    assert met["results"] == (13, 12)
    assert state.last.winner == 0
    assert state.last.shown == (cards("KS"), cards("QS"))


def test_by_sum_the_two_top_cards_are_added():
    state = manches(table("KS 3S 4S", "2S JS QS", mode=Mode.SUM), "AB", "BA")

    _, happened = play(state, "0 A", "1 A")

    met = facts(happened, "met")
    assert met["cards"] == (("KS", "4S"), ("JS", "QS"))
    assert met["results"] == (17, 23)
    assert facts(happened, "captured")["seat"] == 1


def test_by_sum_cards_under_the_two_top_ones_do_not_count():
    state = manches(
        table("AS KS 2S 9S", "3H 4H 5H QH", mode=Mode.SUM, return_after=9), "AB", "AB", "AB"
    )

    _, happened = play(state, "0 A", "1 A")

    assert facts(happened, "met")["cards"] == (("2S", "9S"), ("QH",))
    assert facts(happened, "met")["results"] == (11, 12)


def test_by_sum_an_only_card_counts_alone():
    _, happened = play(table("AS 2S", "KS 2H", mode=Mode.SUM), "0 A", "1 A")

    assert facts(happened, "met")["results"] == (14, 13)


@pytest.mark.parametrize(
    ("used", "found", "total"),
    [
        ("5S 9H", (), 14),
        ("5S 5H", ("pair",), 15),
        ("5S 9S", ("flush",), 21),
        ("5S 6H", ("straight",), 16.5),
        ("6H 5S", ("straight",), 16.5),
        ("5S 6S", ("flush", "straight"), 22),
        ("AS 2H", ("straight",), 24),
        ("2S AS", ("flush", "straight"), 32),
        ("KS AH", ("straight",), 40.5),
        ("AS 3H", (), 17),
        ("KS 2H", (), 15),
        ("9S", (), 9),
    ],
)
def test_poker_multiplies_by_half_more_for_each_combination(used, found, total):
    assert combinations(cards(used)) == found
    assert result(Mode.POKER, cards(used)) == total


def test_poker_decides_by_the_product_and_tells_the_combinations():
    state = manches(table("5S 9H 6S", "2C 2D QH", mode=Mode.POKER), "AB", "BA")

    _, happened = play(state, "0 A", "1 A")

    met = facts(happened, "met")
    assert met["cards"] == (("5S", "6S"), ("2D", "QH"))
    assert met["results"] == (22, 14)
    assert met["combinations"] == (("flush", "straight"), ())
    assert facts(happened, "captured")["seat"] == 0


@pytest.mark.parametrize("mode", [Mode.HEIGHT, Mode.SUM])
def test_only_poker_speaks_of_combinations(mode):
    state = manches(table("5S 9H 6S", "2C 2D QH", mode=mode), "AB", "BA")

    _, happened = play(state, "0 A", "1 A")

    assert facts(happened, "met")["combinations"] == ((), ())


@pytest.mark.parametrize(("one_card", "other"), [("2S", "3H"), ("10S", "JH"), ("KS", "AH")])
def test_the_order_goes_from_two_to_the_ace(one_card, other):
    _, happened = play(table(f"{one_card} 4S", f"{other} 4H"), "0 A", "1 A")

    assert facts(happened, "captured")["seat"] == 1


# Capture


def test_the_winner_takes_every_card_of_the_pile_shuffled_under_the_packet():
    state = manches(table("AS 3S KS 5S 6S", "2S 4S QS 7S 8S", return_after=9), "AB", "BA")
    chance = Unshuffled()

    state, happened = play(state, "0 A", "1 A", chance=chance)

    assert chance.asked == [("capture/3", cards("AS KS 4S QS"))]
    assert packets(state) == ("6S AS KS 4S QS", "8S")
    assert facts(happened, "captured") == {"seat": 0, "pile": "A", "counts": (2, 2)}
    assert pile(state, "A") == ("", "")
    assert pile(state, "B") == ("3S", "2S")


def test_the_capture_is_the_fair_shuffle_of_its_manche():
    state = manches(table("AS 3S KS 5S", "2S 4S QS 7S"), "AB", "BA")

    state, _ = play(state, "0 A", "1 A", chance=SEED)

    assert state.packets[0] == tuple(SEED.shuffle("capture/3", cards("AS KS 4S QS")))


# Bataille


def test_equal_cards_declare_a_bataille_and_stay_on_the_pile():
    state, happened = play(table("5S KS QS", "5H 2S 3S"), "0 A", "1 A")

    assert facts(happened, "battle") == {"pile": "A"}
    assert "captured" not in kinds(happened)
    assert state.last.winner is None
    assert pile(state, "A") == ("5S", "5H")
    assert bataille.position(state)["battle"] == "A"


def test_equal_sums_declare_one_too():
    state = manches(table("5S 2C 4S 8C", "2S 3H 6H 9H", mode=Mode.SUM), "AB", "BA")

    state, happened = play(state, "0 A", "1 A")

    assert facts(happened, "met")["results"] == (9, 9)
    assert "battle" in kinds(happened)


@pytest.mark.parametrize("forced", ["A", "B"])
def test_the_next_manche_must_be_played_on_that_pile_by_both(forced):
    state, _ = play(table("5S KS QS", "5H 2S 3S"), f"0 {forced}", f"1 {forced}")
    other = Move("AB".replace(forced, ""))

    assert bataille.position(state)["legal"] == [1, 1]
    for seat in (Seat(0), Seat(1)):
        assert list(bataille.legal_moves(bataille.view(state, seat))) == [forced]
        assert refusal(state, seat, other) == "not_legal"


@pytest.mark.parametrize("mode", list(Mode))
def test_the_higher_next_card_takes_the_whole_stake_in_every_mode(mode):
    state, _ = play(table("5S 6S QS", "5H 7C 3S", mode=mode), "0 A", "1 A")

    state, happened = play(state, "0 A", "1 A")

    met = facts(happened, "met")
    assert (met["cards"], met["results"], met["forced"]) == ((("6S",), ("7C",)), (6, 7), True)
    assert facts(happened, "captured") == {"seat": 1, "pile": "A", "counts": (2, 2)}
    assert packets(state) == ("", "5S 6S 5H 7C")
    assert state.battle == -1


def test_equal_again_is_again_a_bataille():
    state = manches(table("5S 6S QS", "5H 6H KS"), "AA", "AA")

    assert bataille.position(state)["battle"] == "A"
    assert packets(manches(state, "AA")) == ("", "5S 6S QS 5H 6H KS")


def test_after_the_bataille_the_choice_is_free_again():
    state = manches(table("5S 6S QS 2C", "5H 7H KS 3C"), "AA", "AA")

    assert bataille.position(state)["legal"] == [2, 2]


# Return


@pytest.mark.parametrize("return_after", [3, 5])
def test_a_card_goes_back_at_the_end_of_the_manche_it_has_waited_for(return_after):
    state = table("AS 2S 3S 4S 5S 6S 7S", "AH 2H 3H 4H 5H 6H 7H", return_after=return_after)

    waiting = manches(state, *["AB"] * (return_after - 1))
    assert "AS" in pile(waiting, "A")[0]

    back = manches(waiting, "AB")
    assert "AS" not in pile(back, "A")[0]
    assert [packet.split()[-1] for packet in packets(back)] == ["AS", "AH"]


def test_what_returns_is_told_by_the_manche_it_was_laid_in():
    state = manches(table("AS 2S 3S 4S", "AH 2H 3H 4H"), "AB", "AB")

    _, happened = play(state, "0 A", "1 B")

    back = [event.seen_by(None) for event in happened if event.kind == "returned"]
    assert back == [{"seat": 0, "laid": 1}, {"seat": 1, "laid": 1}]


def test_at_most_one_card_a_player_goes_back_in_a_manche():
    state = manches(table("AS 2S 3S 4S 5S", "AH 2H 3H 4H 5H"), "AB", "AB", "AB")
    assert (pile(state, "A")[0], packets(state)[0]) == ("2S 3S", "5S AS")

    state = manches(state, "AB")
    assert (pile(state, "A")[0], packets(state)[0]) == ("3S 4S", "AS 2S")


def test_a_pile_with_a_confrontation_returns_nothing_in_that_manche():
    state = manches(table("5S 2S 6S 7S 9C", "2H 6C 6H 8H 9D"), "AB", "BA")

    state, happened = play(state, "0 A", "1 A")

    assert "battle" in kinds(happened)
    assert pile(state, "A") == ("5S 6S", "6C 6H")
    assert pile(state, "B") == ("2S", "")
    assert [event.seen_by(None)["laid"] for event in happened if event.kind == "returned"] == [1]


def test_the_other_pile_goes_on_waiting_during_a_bataille():
    state = manches(table("5S 6S 7S 8S 9S", "6H 6C 2C 8H 9H"), "AB", "BB")
    assert bataille.position(state)["battle"] == "B"

    state, happened = play(state, "0 B", "1 B")

    assert facts(happened, "returned") == {"seat": 0, "laid": 1}
    assert pile(state, "A") == ("", "")
