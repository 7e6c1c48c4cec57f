"""A turn of the Arena from the draw to the discards (rules 2, A turn)."""

import pytest

from rules.chance import FairChance
from rules.game import IllegalMove
from rules.games import arena
from rules.games.arena_cards import PACK
from tests.rules.arena_positions import CHANCE, Match, every_card, position


def match(*hands, **more):
    return Match(position(*hands, **more))


def refused(played, text):
    with pytest.raises(IllegalMove) as caught:
        played.play(text)
    return caught.value.code


# rules 2: the deal


def test_everyone_starts_with_endurance_and_six_cards_dealt_one_at_a_time_from_seat_0():
    pile = CHANCE.shuffle("draw/1", PACK)
    state = arena.setup(arena.read_options({"endurance": 80}, 3), 3, CHANCE)
    assert state.table.endurance == (80, 80, 80)
    assert [list(hand) for hand in state.hands] == [pile[seat:18:3] for seat in range(3)]
    assert list(state.draws[0]) == pile[18:]
    assert (state.table.round, state.table.turn, arena.to_act(state)) == (1, 0, (0,))


def test_with_own_piles_each_player_is_dealt_from_their_own_packs():
    options = arena.read_options({"piles": "own", "decks": 2}, 2)
    state = arena.setup(options, 2, CHANCE)
    for seat in range(2):
        pile = CHANCE.shuffle(f"draw/{seat}/1", PACK * 2)
        assert list(state.hands[seat]) == pile[:6]
        assert list(state.draws[seat]) == pile[6:]


def test_several_packs_are_shuffled_together():
    state = arena.setup(arena.read_options({"decks": 6}, 6), 6, CHANCE)
    assert every_card(state) == dict.fromkeys(PACK, 6)
    assert len(state.draws[0]) == 6 * 52 - 36


def test_another_seed_deals_another_match():
    options = arena.read_options(None, 2)
    assert arena.setup(options, 2, CHANCE) != arena.setup(options, 2, FairChance(b"\1" * 32))


def test_turns_go_clockwise_and_a_round_ends_when_all_had_their_turn():
    played = match("2S", "2H", "2D", draw="3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS")
    places = []
    for text in ("0 rest 2S", "1 rest 2H", "2 rest 2D"):
        played.play(text)
        places.append((played.table.round, played.table.turn))
    assert places == [(1, 1), (1, 2), (2, 0)]


def test_the_fallen_are_passed_over_and_the_round_goes_by_those_who_stand():
    played = match("2S", "2H", "2D", endurance=(0, 9, 9), turn=1, draw="3S 4S 5S 6S 7S 8S 9S")
    played.play("1 rest 2H", "2 rest 2D")
    assert (played.table.round, played.table.turn) == (2, 1)


# rules 2, A turn, 1: Draw


def test_a_turn_begins_by_drawing_up_to_six_from_the_front():
    played = match("2S", "KS QS", draw="3S 4S 5S 6S 7S").play("0 rest 2S")
    assert played.hand(1) == "KS QS 3S 4S 5S 6S"
    assert played.state.draws[0] == (6,)


def test_nobody_draws_outside_their_turn():
    played = match("2S 3S", "KS QS", draw="4S 5S 6S 7S 8S 9S").play("0 attack 1 2S")
    assert (played.hand(0), played.hand(1)) == ("3S", "KS QS")


def test_when_the_pile_runs_out_the_discards_are_shuffled_into_a_new_one():
    played = match("2S 3S", "KS QS JS 10S", draw="4S", discards="5S 6S 7S").play("0 rest 3S 2S")
    new = CHANCE.shuffle("draw/2", (4, 5, 6, 2, 1))
    assert played.hand(1) == "KS QS JS 10S 4S " + arena.names(new[:1])[0]
    assert list(played.state.draws[0]) == new[1:]
    assert played.discards() == ""
    assert played.told("reshuffled") == [{"pile": 0, "cards": 5}]


def test_the_pile_is_not_reshuffled_before_a_card_is_needed():
    played = match("2S", "KS QS JS 10S 9S", draw="4S").play("0 rest 2S")
    assert (played.state.draws, played.discards()) == (((),), "2S")


def test_with_own_piles_only_the_own_discards_come_back():
    played = match(
        "2S", "KS", piles="own", draw=("3S", ""), discards=("9S", "4H 5H"), endurance=100
    ).play("0 rest 2S")
    assert sorted(played.hand(1).split()) == ["4H", "5H", "KS"]
    assert (played.discards(0), played.discards(1)) == ("9S 2S", "")
    assert played.state.draws == ((2,), ())


def test_cancelled_cards_never_come_back():
    played = match("2S 3S 2H", "4D", draw="", endurance=100)
    played.play("0 attack 1 2S 3S 2H", "1 pass")
    assert played.out() == "2S 2H"
    assert sorted(played.hand(1).split()) == ["3S", "4D"]


def test_a_player_without_any_card_is_skipped():
    played = match("2S", "", "KD QD", piles="own", draw=("", "", "")).play("0 rest 2S")
    assert played.awaited == (2,)
    assert played.table.skipped == 0
    assert played.told("turn_skipped") == [{"seat": 1}]


# rules 2, A turn, 2: Attack or rest


def test_a_rest_discards_the_cards_in_the_order_named_and_raises_endurance():
    played = match("5S 9D 5H", "KS", endurance=100).play("0 rest 5H 5S")
    assert played.table.endurance == (110, 100)
    assert played.told("rested") == [
        {"seat": 0, "cards": ("5H", "5S"), "gain": 10, "endurance": 110}
    ]
    assert every_card(played.state)[4] == 1


def test_with_cap_endurance_never_rises_above_its_start_value():
    assert match("KS KH", "2S", endurance=149).play("0 rest KS KH").table.endurance[0] == 150


def test_without_cap_it_may():
    played = match("KS KH", "2S", endurance=149, cap=False).play("0 rest KS KH")
    assert played.table.endurance[0] == 179


def test_a_rest_may_be_limited():
    assert refused(match("KS KH 2D", "2S", rest_max=2), "0 rest KS KH 2D") == "rest_max"
    assert match("KS KH 2D", "2S", rest_max=2).play("0 rest KS KH").awaited == (1,)


def test_at_least_one_card_must_be_left_of_an_attack():
    played = match("5S 5H KD", "2S 3S")
    assert refused(played, "0 attack 1 5S 5H") == "cancels_itself"
    assert played.play("0 attack 1 5S 5H KD").awaited == (1,)


def test_without_cancellation_any_attack_goes():
    played = match("5S 5H", "2S 3S", cancel=False, endurance=100).play("0 attack 1 5S 5H", "1 pass")
    assert (played.table.endurance, played.out()) == ((100, 90), "")


@pytest.mark.parametrize("target", [0, 2, 3, 5])
def test_only_another_standing_player_can_be_attacked(target):
    assert refused(match("5S", "2S", "", endurance=(9, 9, 0)), f"0 attack {target} 5S") == "target"


def test_only_cards_in_hand_can_be_laid_and_each_as_often_as_it_is_there():
    played = match("5S 5S", "2S", decks=2)
    assert refused(played, "0 attack 1 6S") == "not_in_hand"
    assert refused(played, "0 rest 5S 5S 5S") == "not_in_hand"
    assert played.play("0 attack 1 5S 5S").awaited == (1,)


def test_laying_a_card_removes_the_first_of_that_code():
    played = match("5S 9D 5S", "2S", decks=2).play("0 attack 1 5S")
    assert played.hand(0) == "9D 5S"


# rules 2, A turn, 3: Reinforcements of the attack


def test_others_are_asked_clockwise_from_the_attacker_target_and_empty_hands_left_out():
    played = match("2D", "3D", "4D", "5D", "", "6D", turn=2, endurance=99).play("2 attack 5 4D")
    asked = []
    while played.awaited != (5,):
        asked += played.awaited
        played.play(f"{played.awaited[0]} pass")
    assert asked == [3, 0, 1]


def test_reinforcements_join_the_attack_and_their_layer_may_no_longer_defend():
    played = match("2D", "3D", "4D", endurance=99).play("0 attack 1 2D", "2 reinforce 4D")
    assert played.awaited == (1,)
    played.play("1 pass")
    assert played.table.endurance == (99, 99 - 6, 99)


def test_a_reinforcement_is_set_against_nothing():
    played = match("2D", "3D", "4D").play("0 attack 1 2D")
    assert refused(played, "2 reinforce 4D>2D") == "against"
    assert refused(played, "2 defend 4D") == "wrong_phase"


def test_a_reinforcement_may_complete_a_combo():
    played = match("5S 6S 7S", "KD", "8C", endurance=99)
    played.play("0 attack 1 5S 6S 7S", "2 reinforce 8C", "1 pass")
    assert played.table.endurance == (99, 99 - 52, 99)


def test_with_two_players_nobody_reinforces():
    assert match("2D 3D", "4D 5D").play("0 attack 1 2D").awaited == (1,)


# rules 2, A turn, 4: Cancellation


def test_nothing_is_out_of_the_game_before_the_reinforcements_are_over():
    played = match("5S 5H 9D", "KD", "2C", endurance=99).play("0 attack 1 5S 5H 9D")
    assert played.out() == ""
    played.play("2 pass")
    assert (played.out(), played.told("cancelled")) == ("5S 5H", [{"pairs": (("5S", "5H"),)}])


def test_a_reinforcement_may_break_an_attack():
    played = match("5H 6H 7H 8H", "KD", "2S", endurance=99)
    played.play("0 attack 1 5H 6H 7H 8H", "2 reinforce 2S", "1 pass")
    assert played.table.endurance == (99, 99 - 6 - 7 - 8, 99)
    assert played.out() == "5H 2S"


def test_if_nothing_survives_the_turn_ends():
    played = match("5H", "KH", "2S", draw="AD", endurance=99)
    played.play("0 attack 1 5H", "2 reinforce 2S")
    assert (played.table.turn, played.awaited, played.table.endurance) == (1, (1,), (99,) * 3)
    assert len(played.told("broken")) == 1


def test_with_own_piles_cancelled_cards_leave_their_layers_packs():
    played = match("5H 9D", "KH", "2S", piles="own").play("0 attack 1 5H 9D", "2 reinforce 2S")
    assert [played.out(pile) for pile in range(3)] == ["5H", "", "2S"]


# rules 2, A turn, 5: Defence


def test_a_target_without_a_card_is_not_asked():
    played = match("5H 9D", "", "2S", endurance=99).play("0 attack 1 5H", "2 pass")
    assert (played.table.phase, played.awaited) == ("reinforce_defence", (2,))


def test_a_defence_card_must_be_of_the_family_of_a_surviving_attack_card():
    played = match("5H 5S 9D", "KH QC", endurance=99).play("0 attack 1 5H 5S 9D")
    assert refused(played, "1 defend KH") == "family"
    assert played.play("1 defend QC").table.endurance == (99, 90)


def test_a_card_may_be_set_against_an_attack_card_of_its_own_family_alone():
    played = match("5H 9D", "KH QC").play("0 attack 1 5H 9D")
    assert refused(played, "1 defend KH>9D") == "against"
    assert refused(played, "1 defend KH>8H") == "against"
    assert played.play("1 defend KH>5H QC>9D").table.endurance == (150 - 10 - 6, 150)


def test_each_attack_card_is_countered_once():
    played = match("5H 9D", "KH QH").play("0 attack 1 5H 9D")
    assert refused(played, "1 defend KH>5H QH>5H") == "against"


def test_of_several_equal_attack_cards_the_one_laid_first_is_countered_first():
    played = match("5D 3C", "KS", "5D", "4C 2C", elements=["D", "C", "S", "H"], decks=2)
    played.play("0 attack 3 5D", "1 pass", "2 reinforce 5D", "3 defend 4C>5D 2C>5D")
    assert played.table.against == (0, 1)
    assert played.table.attack_values == (10, 5)  # equal cards of different worth
    assert refused(match("5D", "4C 2C").play("0 attack 1 5D"), "1 defend 4C>5D 2C>5D") == "against"


def test_a_defence_may_be_passed():
    assert match("5H", "KH").play("0 attack 1 5H", "1 pass").table.endurance == (150, 145)


def test_defence_cards_do_not_cancel_each_other():
    played = match("5H 6H", "KH KS", endurance=99).play("0 attack 1 5H 6H", "1 defend KH>5H KS>6H")
    assert played.out() == ""
    assert played.table.endurance == (99 - 10 - 9, 99)


# rules 2, A turn, 6: Reinforcements of the defence


def test_the_defence_is_reinforced_clockwise_from_the_target():
    played = match("5H", "KH", "2H", "3H", "").play("0 attack 2 5H", "1 pass", "3 pass", "2 pass")
    asked = []
    while played.table.phase == "reinforce_defence":
        asked += played.awaited
        played.play(f"{played.awaited[0]} pass")
    assert asked == [3, 1]


def test_who_reinforced_the_attack_does_not_reinforce_the_defence():
    played = match("5H", "KH", "2H 3H", "3D").play("0 attack 1 5H", "2 reinforce 2H", "3 pass")
    played.play("1 pass")
    assert (played.table.phase, played.table.waiting) == ("reinforce_defence", (3,))


def test_who_reinforced_the_attack_stays_out_even_if_all_its_cards_were_cancelled():
    played = match("5H 9D", "2H", "2S 7D").play("0 attack 1 5H 9D", "2 reinforce 2S", "1 pass")
    assert (played.out(), played.table.turn) == ("5H 2S", 1)


def test_helpers_set_cards_only_against_what_is_not_yet_countered():
    played = match("5H 9D", "KH", "QH QD", endurance=99).play("0 attack 1 5H 9D", "2 pass")
    played.play("1 defend KH>5H")
    assert refused(played, "2 reinforce QH>5H") == "against"
    played.play("2 reinforce QD>9D")
    assert played.table.endurance == (99 - 10 - 6, 99, 99)


def test_the_family_rule_looks_at_countered_attack_cards_too():
    played = match("5H", "KH", "QH QD", endurance=99).play("0 attack 1 5H", "2 pass")
    played.play("1 defend KH>5H")
    assert refused(played, "2 reinforce QD") == "family"
    assert played.play("2 reinforce QH").table.endurance == (99 - 10, 99, 99)


def test_a_helper_may_complete_a_combo_of_the_defence():
    played = match("KH QH", "5S 6S 7S", "8H", endurance=99).play("0 attack 1 KH QH", "2 pass")
    played.play("1 defend 5S 6S 7S", "2 reinforce 8H")
    assert played.table.endurance == (99 - (52 - 30), 99, 99)


# rules 2, A turn, 7: Resolve


def test_damage_falls_on_the_target_and_on_whose_turn_it_is_never_on_who_reinforced():
    played = match("2H", "KH QD", "3D", endurance=99).play("0 attack 1 2H", "2 reinforce 3D")
    played.play("1 defend KH>2H QD>3D")
    assert played.table.endurance == (99 - 13 - 12, 99, 99)


def test_endurance_stops_at_zero():
    played = match("KH", "2D", endurance=(9, 4)).play("0 attack 1 KH", "1 pass")
    assert played.table.endurance == (9, 0)


def test_survivors_and_defence_cards_are_discarded_in_the_order_laid_the_attack_first():
    played = match("2H 9D", "KH QD 4D", "3D", endurance=99, discards="AS")
    played.play("0 attack 1 9D 2H", "2 reinforce 3D", "1 defend QD>3D KH>2H")
    assert played.table.turn == 1
    assert played.hand(1).startswith("4D")
    assert played.told("reshuffled") == [{"pile": 0, "cards": 6}]
    assert sorted(played.hand(1).split()[1:] + list(arena.names(played.state.draws[0]))) == sorted(
        ["AS", "9D", "2H", "3D", "QD", "KH"]
    )


def test_the_hands_of_the_fallen_follow_the_target_first():
    played = match("2H 3C", "KH 4D", "6C 7C 8C 9C 10C JC", endurance=(1, 1, 9), discards="AS")
    played.play("0 attack 1 2H 3C", "2 pass", "1 defend KH>2H", "2 pass")
    assert played.table.endurance == (0, 0, 9)
    assert played.discards() == "AS 2H 3C KH 4D"
    assert [told["seat"] for told in played.told("fell")] == [1, 0]


def test_with_own_piles_cards_go_to_their_layers_discards():
    played = match("2H 3C 5D", "KH 4D", "6H 9C 9C 9C 9C 9C", piles="own", endurance=(99, 20, 9))
    played.play("0 attack 1 2H 3C", "2 reinforce 6H", "1 defend KH>6H")
    assert [played.discards(pile) for pile in range(3)] == ["2H 3C", "", "6H"]
    assert sorted(played.hand(1).split()) == ["4D", "KH"]


def test_after_the_battle_the_table_is_clear_for_the_next_turn():
    table = match("2H 3C", "KH 4D").play("0 attack 1 2H 3C", "1 defend KH>2H").table
    assert (table.target, table.attack, table.attackers, table.reinforcers) == (-1, (), (), ())
    assert (table.defence, table.defenders, table.against) == ((), (), ())


def test_the_referees_line_tells_the_position():
    played = match("5S 5H 9D", "KH QC", "2D", draw="3S 4S", endurance=99)
    played.play("0 attack 1 5S 5H 9D", "2 pass")
    assert arena.position(played.state) == {
        "endurance": [99, 99, 99],
        "hands": [0, 2, 1],
        "draw": [2],
        "out": 2,
        "round": 1,
        "turn": 0,
        "to_act": [1],
    }


# rules 2, Worked examples


def test_a_seven_and_nine_attack_for_seventeen():
    played = match("AS 7S 9S", "2D").play("0 attack 1 AS 7S 9S", "1 pass")
    assert played.table.endurance == (150, 150 - 17)


@pytest.mark.parametrize(("defence", "left"), [("5H", (150, 147)), ("10H", (148, 150))])
def test_an_eight_of_hearts_against_a_five_or_a_ten(defence, left):
    played = match("8H", defence).play("0 attack 1 8H", f"1 defend {defence}>8H")
    assert played.table.endurance == left


def test_a_combo_of_52_against_a_defence_of_40():
    played = match("5S 6S 7C 8C", "8H 7S QC 10C").play("0 attack 1 5S 6S 7C 8C")
    assert played.play("1 defend 8H 7S QC 10C").table.endurance == (150, 138)


@pytest.mark.parametrize(("stacking", "lost"), [(False, 10), (True, 20)])
def test_affinity_heart_hit_by_a_spade_players_spade(stacking, lost):
    played = match("5S", "KD", "", "", elements=["S", "H", "D", "C"], stacking=stacking)
    played.play("0 attack 1 5S", "1 pass")
    assert played.table.endurance[1] == 150 - lost


def test_affinity_heart_hit_by_a_heart():
    played = match("5H", "KD", "", "", elements=["S", "H", "D", "C"]).play(
        "0 attack 1 5H", "1 pass"
    )
    assert played.table.endurance[1] == 148


def test_defence_counter_attack_and_rest_are_not_affected_by_elements():
    played = match("5S", "KH", "", "", elements=["S", "H", "D", "C"], endurance=99)
    played.play("0 attack 1 5S", "1 defend KH>5S")
    assert played.table.endurance == (99 - 5, 99, 99, 99)
    played = match("5S", "KH", "", "", elements=["S", "H", "D", "C"], endurance=99).play(
        "0 rest 5S"
    )
    assert played.table.endurance == (99 + 5, 99, 99, 99)


def test_without_cancellation_the_three_card_example_plays_as_told():
    played = match("JS 8H 9C", "JS 10S 6C", cancel=False).play("0 attack 1 JS 8H 9C")
    played.play("1 defend 10S>JS JS>8H 6C>9C")
    assert played.table.endurance == (150 - 7, 150 - 5 - 3)
