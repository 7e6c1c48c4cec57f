"""What cards do to each other in the Arena (rules 2): values, cancellation, combos, losses."""

import pytest

from rules.games.arena_battle import (
    cancellation,
    combos,
    may_defend,
    plain_values,
    resolve,
    rest_gain,
    some_survive,
    total,
)
from rules.games.arena_cards import FAMILY, PACK, SUIT, VALUE, cards, names
from rules.games.arena_options import Options

NO_ELEMENTS = Options()
HEARTS_HIT_BY_SPADES = Options(elements=(0, 1, 2, 3))


def fight(attack, defence="", against=(), values=None):
    attacking, defending = cards(attack), cards(defence)
    worth = plain_values(attacking) if values is None else values
    return resolve(attacking, worth, defending, against or (-1,) * len(defending))


def losses(battle):
    return battle.target_loses, battle.attacker_loses


def left_of(text):
    laid = cards(text)
    return " ".join(names(laid[place] for place in cancellation(laid).survivors))


def combos_in(text, values=None):
    laid = cards(text)
    found = combos(laid, plain_values(laid) if values is None else values)
    return [" ".join(names(laid[place] for place in run)) for run in found]


# rules 2, Values; Opposites


def test_an_ace_is_worth_one_number_cards_their_number_faces_fifteen():
    assert plain_values(cards("AS 2H 9D 10C JS QH KD")) == (1, 2, 9, 10, 15, 15, 15)


def test_a_card_is_named_by_its_place_in_the_pack():
    assert names(PACK[:2]) == ("AS", "2S")
    assert names((13, 26, 39, 51)) == ("AH", "AD", "AC", "KC")
    assert sum(VALUE) == 400


def test_spades_and_hearts_are_one_family_diamonds_and_clubs_the_other():
    families = {name: FAMILY[card] for name, card in zip("SHDC", cards("AS AH AD AC"), strict=True)}
    assert families == {"S": 0, "H": 0, "D": 1, "C": 1}
    assert [SUIT[card] ^ 1 for card in cards("AS AH AD AC")] == [1, 0, 3, 2]


# rules 2, A turn, 4: Cancellation


@pytest.mark.parametrize(
    ("laid", "left"),
    [
        ("5S 5H", ""),
        ("KS 2H", ""),
        ("5S 5D", "5S 5D"),
        ("5H 5D 6C", "5H"),
        ("2S 9S 3H", "9S"),
        ("3H 2S 9S", "9S"),
        ("2S 3H 9S", "9S"),
        ("2S 3S 4H 5H 6H", "6H"),
        ("QC 2H 10D 7C 10C 2C", "2H 7C 10C 2C"),
        ("JS 8H 9C", "9C"),
    ],
)
def test_each_card_cancels_the_oldest_surviving_card_of_the_opposite_suit(laid, left):
    assert left_of(laid) == left
    assert some_survive(cards(laid)) == bool(left)


def test_what_cancels_is_told_in_pairs_the_older_card_first():
    assert cancellation(cards("2S KD 3H 9S 4C 5C")).pairs == ((0, 2), (1, 4))


# rules 2, Combo


@pytest.mark.parametrize(
    ("laid", "found"),
    [
        ("5S 6H 7D", []),
        ("5S 6H 7D 8C", ["5S 6H 7D 8C"]),
        ("8C 5S 7D 6H", ["5S 6H 7D 8C"]),
        ("AS 2S 3S 4S", ["AS 2S 3S 4S"]),
        ("10S JS QS KS", ["10S JS QS KS"]),
        ("JS QS KS AS", []),
        ("QS KS AS 2S 3S", []),
        ("5S 6S 7S 9S", []),
        ("5S 6S 7S 8S 9S 10S", ["5S 6S 7S 8S 9S 10S"]),
        ("AS 2S 3S 4S 6H 7H 8H 9H", ["AS 2S 3S 4S", "6H 7H 8H 9H"]),
        ("3S 4S 5S 6S 3H 4H 5H 6H", ["3S 4S 5S 6S", "3H 4H 5H 6H"]),
        ("AS 2S 3S 4S 3H 4H 5H 6H", ["AS 2S 3S 4S 5H 6H"]),
        ("2S 3S 5S 6S 7S 8S", ["5S 6S 7S 8S"]),
    ],
)
def test_a_combo_is_the_lowest_maximal_run_of_four_or_more_one_card_a_rank(laid, found):
    assert combos_in(laid) == found


def test_of_equal_ranks_the_one_of_highest_effective_value_is_in_the_combo():
    assert combos_in("5S 5H 6S 7S 8S", (5, 10, 6, 7, 8)) == ["5H 6S 7S 8S"]
    assert total(cards("5S 5H 6S 7S 8S"), (5, 10, 6, 7, 8)) == 2 * (10 + 6 + 7 + 8) + 5


def test_cards_outside_the_combos_count_once():
    assert total(cards("5S 6S 7S 8S KD"), plain_values(cards("5S 6S 7S 8S KD"))) == 52 + 15


def test_without_a_combo_the_values_are_added_up():
    assert total(cards("AS 7S 9S"), plain_values(cards("AS 7S 9S"))) == 17


# rules 2, Guerre des éléments


@pytest.mark.parametrize(
    ("card", "layer", "target", "stacking", "value"),
    [
        ("5H", 0, 1, False, 2),  # the target's own affinity: halved, rounded down
        ("KH", 0, 1, False, 7),
        ("AH", 0, 1, False, 0),
        ("5S", 0, 1, False, 10),  # the layer's affinity, and opposed to the target's
        ("5S", 0, 1, True, 20),
        ("5S", 2, 1, True, 10),  # opposed to the target's alone
        ("5S", 0, 2, True, 10),  # the layer's alone
        ("5D", 0, 1, True, 5),
        ("5C", 0, 2, False, 10),
    ],
)
def test_affinities_change_the_effective_value(card, layer, target, stacking, value):
    options = Options(elements=(0, 1, 2, 3), stacking=stacking)
    assert options.effective(layer, target)[cards(card)[0]] == value


def test_without_elements_stacking_does_nothing():
    assert Options(stacking=True).effective(0, 1) == VALUE


# rules 2, A turn, 7: Resolve


def test_an_undefended_attack_costs_its_total():
    assert losses(fight("AS 7S 9S")) == (17, 0)


@pytest.mark.parametrize(("defence", "lost"), [("5H", (3, 0)), ("8S", (0, 0)), ("10H", (0, 2))])
def test_card_by_card_the_stronger_side_of_each_pair_costs_the_other(defence, lost):
    assert losses(fight("8H", defence, (0,))) == lost


def test_card_by_card_both_sides_may_lose():
    battle = fight("JS 8H 9C", "JS 10S 6C", (1, 0, 2))
    assert battle == (False, 32, 31, 5 + 3, 7)


def test_a_defence_card_set_against_nothing_has_no_effect_card_by_card():
    assert losses(fight("8H", "KH", (-1,))) == (8, 0)


def test_with_a_combo_in_the_attack_totals_decide():
    battle = fight("5S 6S 7C 8C", "8H 7S QC 10C")
    assert battle == (True, 52, 40, 12, 0)


def test_with_a_combo_in_the_defence_totals_decide():
    battle = fight("KS", "5S 6S 7S 8S")
    assert battle == (True, 15, 52, 0, 37)


def test_equal_totals_cost_nobody_anything():
    assert losses(fight("AS 2S 3S 4S", "KS 5H", ())) == (0, 0)


def test_effective_values_count_in_the_combo_of_an_attack():
    assert losses(fight("5S 6S 7S 8S", values=(10, 12, 14, 16))) == (104, 0)


# rules 2, A turn, 2: Rest; 5: Defence


def test_a_rest_gains_the_total_and_nothing_cancels():
    assert rest_gain(cards("5S 5H"), 100, None) == 10


def test_a_rest_doubles_combos():
    assert rest_gain(cards("5S 6H 7D 8C"), 1, None) == 52


def test_the_cap_stops_a_rest_at_the_start_value():
    assert rest_gain(cards("KS KH"), 140, 150) == 10
    assert rest_gain(cards("KS KH"), 120, 150) == 30
    assert rest_gain(cards("KS"), 150, 150) == 0


def test_a_defence_card_needs_an_attack_card_of_its_family():
    assert may_defend(*cards("5S"), cards("9D 2H"))
    assert not may_defend(*cards("5S"), cards("9D 2C"))
