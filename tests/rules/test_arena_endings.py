"""How a match of the Arena ends, in which order the endings hold, and resigning (rules 2, 8)."""

import pytest

from rules.game import IllegalMove, Seat
from rules.games import arena
from tests.rules.arena_positions import CHANCE, Match, position

DRAW = "2D 3D 4D 5D 6D 7D 8D 9D 2C 3C 4C 5C 6C 7C 8C 9C"


def match(*hands, **more):
    return Match(position(*hands, **more))


def refused(played, text):
    with pytest.raises(IllegalMove) as caught:
        played.play(text)
    return caught.value.code


# rules 2, A turn, 8: Ends


def test_the_last_one_standing_wins():
    played = match("KH", "2H 3D", endurance=(9, 9)).play("0 attack 1 KH", "1 pass")
    assert played.ending == ((0,), "last_standing")
    assert arena.outcome(played.state).scores == (9, 0)
    assert (played.awaited, played.table.phase) == ((), "over")


def test_a_counter_attack_may_leave_the_target_the_last_one_standing():
    played = match("2H", "KH", endurance=(9, 9)).play("0 attack 1 2H", "1 defend KH>2H")
    assert played.ending == ((1,), "last_standing")


def test_with_others_standing_the_match_goes_on():
    played = match("KH", "2H", "3D", endurance=9, draw=DRAW).play("0 attack 1 KH", "2 pass")
    played.play("1 pass", "2 pass")
    assert (played.ending, played.awaited, played.hand(1)) == (None, (2,), "")


def test_when_nobody_stands_attacker_and_target_share_the_victory():
    played = match("", "KH", "2S KC", endurance=(0, 9, 9), turn=2)
    played.play("2 attack 1 KC 2S", "1 defend KH>2S")
    assert played.ending == ((1, 2), "double_knockout")
    assert arena.outcome(played.state).winners == (1, 2)


def test_a_double_fall_leaves_the_third_player_the_victory():
    played = match("2H KC", "KH", "", endurance=(9, 9, 1)).play(
        "0 attack 1 2H KC", "1 defend KH>2H"
    )
    assert played.ending == ((2,), "last_standing")


def test_the_match_ends_when_the_last_round_is_over():
    played = match("2H", "KH", turn=1, round_=3, rounds=3, endurance=(50, 40), draw=DRAW)
    assert played.play("1 rest KH").ending == ((1,), "rounds")
    assert (played.table.round, played.table.turn) == (3, 1)


def test_before_that_the_round_goes_on():
    played = match("2H", "KH", round_=3, rounds=3, draw=DRAW)
    assert played.play("0 rest 2H").ending is None
    assert match("2H", "KH", turn=1, round_=2, rounds=3, draw=DRAW).play("1 rest KH").ending is None


def test_equal_endurance_shares_the_victory():
    played = match("2H", "", "KH", turn=2, rounds=1, endurance=(50, 50, 20), piles="own")
    assert played.play("2 rest KH").ending == ((0, 1), "rounds")


def test_the_fallen_win_nothing_on_endurance():
    played = match("2H", "", "KH", turn=2, rounds=1, endurance=(50, 0, 50), cap=True)
    assert played.play("2 rest KH").ending == ((2,), "rounds")


def test_a_standing_seat_wins_before_the_rounds_are_looked_at():
    played = match("2H", "KH", turn=1, rounds=1, endurance=9).play("1 attack 0 KH", "0 pass")
    assert played.ending == ((1,), "last_standing")


def test_race_ends_the_match_when_a_turn_begins_with_an_empty_pile():
    played = match("2H 3H", "KH", race=True, endurance=(50, 40), discards=DRAW)
    assert played.play("0 rest 2H").ending == ((0,), "race")
    assert (played.table.turn, played.table.round, played.hand(1)) == (1, 1, "KH")


def test_under_race_the_discards_are_never_reshuffled():
    played = match("2H 3H", "KH", race=True, draw="5D", discards=DRAW).play("0 rest 2H")
    assert (played.hand(1), played.ending) == ("KH 5D", None)
    assert played.table.draw_sizes == (0,)


def test_under_race_with_own_piles_the_pile_of_whose_turn_it_is_counts():
    played = match("2H", "KH", "3S", race=True, piles="own", draw=("", "5D", ""))
    played.play("0 rest 2H")
    assert played.ending is None
    assert played.play("1 rest KH").ending == ((0, 1, 2), "race")


def test_the_last_round_comes_before_the_race():
    played = match("2H", "KH", turn=1, race=True, rounds=1).play("1 rest KH")
    assert played.ending == ((0, 1), "rounds")


def test_the_match_is_exhausted_when_as_many_turns_in_a_row_are_skipped_as_players_stand():
    played = match("5H", "", "2S", piles="own", endurance=(50, 40, 30), cancel=True)
    played.play("0 attack 1 5H", "2 reinforce 2S")
    assert played.ending == ((0,), "exhausted")
    assert [told["seat"] for told in played.told("turn_skipped")] == [1, 2, 0]
    assert (played.table.round, played.table.turn) == (2, 0)


def test_the_fallen_are_not_counted_among_the_skipped():
    played = match("5H", "", "", "2S", piles="own", endurance=(50, 0, 40, 30))
    played.play("0 attack 2 5H", "3 reinforce 2S")
    assert [told["seat"] for told in played.told("turn_skipped")] == [2, 3, 0]
    assert played.ending == ((0,), "exhausted")


def test_a_turn_that_is_not_skipped_begins_the_row_anew():
    played = match("5H", "", "2S 3D", piles="own", draw=("", "", "")).play("0 attack 1 5H")
    played.play("2 reinforce 2S")
    assert (played.awaited, played.table.skipped) == ((2,), 0)


def test_a_skipped_turn_may_be_the_last_of_the_last_round():
    played = match("5H", "2S", "", piles="own", turn=1, rounds=1, endurance=(50, 40, 30))
    assert played.play("1 attack 2 2S", "0 reinforce 5H").ending == ((0,), "rounds")
    assert (played.table.round, played.table.turn) == (1, 2)


def test_rounds_hold_even_if_that_skip_completes_the_row():
    played = match("5H", "", "2S", piles="own", turn=2, rounds=2, endurance=(50, 40, 30))
    played.play("2 attack 1 2S", "0 reinforce 5H")
    assert [told["seat"] for told in played.told("turn_skipped")] == [0, 1, 2]
    assert played.ending == ((0,), "rounds")
    assert (played.table.round, played.table.turn) == (2, 2)


def test_the_end_is_told_with_winners_scores_and_reason():
    played = match("KH", "2H", endurance=9).play("0 attack 1 KH", "1 pass")
    assert played.told("ended") == [{"winners": (0,), "scores": (9, 0), "reason": "last_standing"}]
    assert arena.outcome(played.state).line() == {
        "winners": [0],
        "scores": [9, 0],
        "reason": "last_standing",
    }


def test_after_the_end_everything_comes_too_late():
    played = match("KH", "2H", endurance=9).play("0 attack 1 KH", "1 pass")
    for text in ("0 rest KH", "1 pass", "0 resign", "1 resign", "9 resign"):
        assert refused(played, text) == "over"


# rules 2, resign


def test_one_may_resign_when_one_is_not_awaited():
    played = match("KH", "2H 3D").play("1 resign")
    assert played.ending == ((0,), "last_standing")
    assert played.table.endurance == (150, 0)
    assert (played.discards(), played.hand(0)) == ("2H 3D", "KH")


def test_who_resigns_on_their_own_turn_ends_it():
    played = match("KH 2D", "2H", "3H", draw=DRAW).play("0 resign")
    assert (played.awaited, played.table.endurance) == ((1,), (0, 150, 150))
    assert (played.discards(), played.hand(0)) == ("KH 2D", "")


def test_a_resigning_attacker_discards_attack_then_hand_and_nothing_is_cancelled_any_more():
    played = match("KH 2S 2D", "2H", "3S", draw=DRAW, discards="AS").play("0 attack 1 KH 2S 2D")
    played.play("0 resign")
    assert (played.discards(), played.out(), played.awaited) == ("AS KH 2S 2D", "", (1,))


def test_a_resigning_target_ends_the_turn_before_the_cancellation():
    played = match("KH 2S 2D", "2H 3C", "3S", "4S", draw=DRAW).play("0 attack 1 KH 2S 2D")
    played.play("2 reinforce 3S", "1 resign")
    assert (played.discards(), played.out()) == ("KH 2S 2D 3S 2H 3C", "")
    assert (played.awaited, played.table.endurance) == ((2,), (150, 0, 150, 150))


def test_after_the_cancellation_only_survivors_are_left_to_discard():
    played = match("KH 2S 2D 9C", "2H 3C 4D", "3S 5C", draw=DRAW).play("0 attack 1 KH 2S 2D")
    played.play("2 pass", "1 defend 3C>2D", "1 resign")
    assert (played.out(), played.discards()) == ("KH 2S", "2D 3C 2H 4D")
    assert played.awaited == (2,)


def test_a_resigning_attacker_after_the_defence_leaves_both_sides_cards_then_its_hand():
    played = match("2D 9C", "2H 3C 4D", "3S 5C", draw=DRAW).play("0 attack 1 2D", "2 pass")
    played.play("1 defend 3C>2D 4D", "0 resign")
    assert played.discards() == "2D 3C 4D 9C"
    assert played.table.endurance == (0, 150, 150)


def test_with_own_piles_a_resignation_sends_cards_to_their_layers():
    played = match("2D 9C", "2H 3C", "4D 5C", piles="own", draw=("", DRAW, DRAW))
    played.play("0 attack 1 2D", "2 reinforce 4D", "0 resign")
    assert [played.discards(pile) for pile in range(3)] == ["2D 9C", "", "4D"]


def test_another_seat_that_resigns_discards_its_hand_alone_and_the_turn_goes_on():
    played = match("2D 9C", "2H 3C", "4D 5C", "6D").play("0 attack 1 2D", "3 resign")
    assert (played.discards(), played.awaited) == ("6D", (2,))
    played.play("2 pass")
    assert played.awaited == (1,)


def test_an_awaited_helper_that_resigns_is_asked_nothing_more():
    played = match("2D 9C", "2H 3C", "4D 5C", "6D").play("0 attack 1 2D", "2 resign")
    assert played.awaited == (3,)
    played.play("3 resign")
    assert (played.table.phase, played.awaited) == ("defend", (1,))


def test_what_a_resigned_helper_laid_stays():
    played = match("2D", "2H 3C", "4D 5C", "6D", draw=DRAW).play("0 attack 1 2D", "2 reinforce 4D")
    played.play("2 resign", "3 pass", "1 pass", "3 pass")
    assert played.table.endurance == (150, 150 - 6, 0, 150)
    assert played.discards() == "5C 2D 4D"


def test_a_resigned_seat_is_not_asked_to_help_the_defence():
    played = match("2D", "2H 3C", "4D", "6D").play("0 attack 1 2D", "2 pass", "3 pass")
    played.play("3 resign", "1 pass")
    assert (played.table.phase, played.awaited) == ("reinforce_defence", (2,))


def test_the_last_helper_of_the_defence_resigning_resolves_the_battle():
    played = match("2D", "2H 3C", "4D", draw=DRAW).play("0 attack 1 2D", "2 pass", "1 pass")
    played.play("2 resign")
    assert played.table.endurance == (150, 148, 0)
    assert played.discards() == "4D 2D"


def test_a_resignation_that_leaves_one_standing_ends_the_match_at_once():
    played = match("2D", "", "4D", endurance=(9, 0, 9), rounds=1, turn=2).play("0 resign")
    assert played.ending == ((2,), "last_standing")
    assert (played.table.turn, played.table.round) == (2, 1)


def test_a_resignation_on_the_last_turn_may_end_the_last_round():
    played = match("2D", "2H", "4D", endurance=(7, 9, 9), rounds=1, turn=2).play("2 resign")
    assert played.ending == ((1,), "rounds")


def test_a_fallen_seat_can_neither_resign_nor_be_attacked():
    played = match("KD", "", "3D", endurance=(9, 0, 9))
    assert refused(played, "1 resign") == "fallen"
    assert refused(played, "0 attack 1 KD") == "target"


@pytest.mark.parametrize("seat", [-1, 2, 7, True, None, 0.0])
def test_a_stranger_is_refused(seat):
    with pytest.raises(IllegalMove) as caught:
        arena.play(position("2D", "2H"), seat, arena.decode("resign"), CHANCE)
    assert caught.value.code == "no_seat"


def test_refusals_are_sentences():
    with pytest.raises(IllegalMove) as caught:
        arena.play(position("2D", "2H"), Seat(1), arena.decode("rest 2H"), CHANCE)
    assert (caught.value.code, caught.value.message) == (
        "not_awaited",
        "this seat is not to decide now",
    )
