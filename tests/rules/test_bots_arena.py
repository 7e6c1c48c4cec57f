"""The bots of the Arena: legal, repeatable, blind to what is hidden, and with reasons that hold."""

import subprocess
import sys
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.bots.arena import BOTS
from rules.bots.arena_reasons import reason_for
from rules.bots.arena_search import Dealer, candidates, hope, search
from rules.bots.arena_thumb import PATIENCE, patience, sides, strongest, thumb_move
from rules.bots.bot import Budget
from rules.chance import FastChance
from rules.game import Seat
from rules.games import arena
from rules.games.arena_cards import cards, names
from rules.games.arena_sim import VALUES_OF
from rules.games.arena_sim_moves import from_sim
from rules.simulation import matchup, rates, simulate
from tests.rules.arena_positions import Match, position
from tests.rules.matches import SETTINGS, states_of

QUICK = Budget(simulations=60)
DRAW = "2D 3D 4D 5D 6D 7D 8D 9D 2C 3C 4C 5C 6C 7C 8C 9C"


def view_of(match):
    return arena.view(match.state, match.awaited[0])


def choice(level, match, seed=1, budget=QUICK):
    return BOTS[level].choose(view_of(match), Random(seed), budget)


def chosen(level, match, **more):
    return arena.encode(choice(level, match, **more).move)


def thumb(match):
    sim = Dealer(view_of(match), Random(1)).blind()
    return arena.encode(from_sim(sim, thumb_move(sim)))


def told(match, text):
    reason = reason_for(view_of(match), arena.decode(text))
    return reason.code, dict(reason.facts)


@settings(max_examples=25, deadline=None)
@given(SETTINGS["arena"], st.integers(0, 60))
def test_every_choice_is_legal_and_the_same_for_the_same_seed(setting, place):
    for state in islice(states_of(setting, place + 3), place, None):
        for seat in arena.to_act(state):
            view = arena.view(state, seat)
            for bot in BOTS.values():
                first = bot.choose(view, Random(place), QUICK)
                assert arena.is_legal(view, first.move)
                assert bot.choose(view, Random(place), QUICK) == first
                assert first.reason.code
                hash(first)


@settings(max_examples=15, deadline=None)
@given(SETTINGS["arena"], st.integers(0, 40))
def test_a_dealt_match_is_one_that_the_view_allows(setting, place):
    for state in islice(states_of(setting, place + 1), place, None):
        for seat in arena.to_act(state):
            view = arena.view(state, seat)
            sim = Dealer(view, Random(1)).deal()
            assert sim.hands[seat] == bytes(view.hand)
            assert tuple(map(len, sim.hands)) == view.table.hand_sizes
            assert tuple(map(len, sim.draws)) == view.table.draw_sizes
            everything = [card for row in (*state.hands, *state.draws) for card in row]
            assert sorted(b"".join((*sim.hands, *sim.draws))) == sorted(everything)
            for pool in view.known:
                holders = b"".join(sim.hands[other] for other, n in enumerate(pool.counts) if n)
                assert all(pool.cards.count(card) <= holders.count(card) for card in pool.cards)


def test_cards_known_to_be_in_other_hands_are_dealt_there():
    many = "2S 3S 4S 5S 6S 7S 2C 3C 4C 5C 6C 7C"
    match = Match(position("5H 6H", "9H KD 2H", "3H", discards=many)).play("0 rest 5H")
    dealer = Dealer(arena.view(match.state, Seat(0)), Random(1))
    for _ in range(20):
        hands = [set(names(hand)) & {"9H", "KD", "2H", "3H"} for hand in dealer.deal().hands]
        assert [len(old) for old in hands] == [0, 3, 1]


@settings(max_examples=15, deadline=None)
@given(SETTINGS["arena"], st.integers(0, 40))
def test_the_thumb_looks_at_no_hidden_card(setting, place):
    for state in islice(states_of(setting, place + 1), place, None):
        for seat in arena.to_act(state):
            dealer = Dealer(arena.view(state, seat), Random(1))
            moves = {thumb_move(sim) for sim in (dealer.blind(), dealer.deal(), dealer.deal())}
            assert len(moves) == 1


@settings(max_examples=15, deadline=None)
@given(SETTINGS["arena"], st.integers(0, 60))
def test_every_candidate_is_legal(setting, place):
    for state in islice(states_of(setting, place + 1), place, None):
        for seat in arena.to_act(state):
            view = arena.view(state, seat)
            sim = Dealer(view, Random(1)).blind()
            moves = candidates(sim)
            assert moves[0] == thumb_move(sim)
            assert len(set(moves)) == len(moves)
            assert all(arena.is_legal(view, from_sim(sim, move)) for move in moves)


def test_choices_do_not_depend_on_the_hash_seed():
    script = (
        "from random import Random\n"
        "from rules.chance import FastChance\n"
        "from rules.games import arena\n"
        "from rules.bots.arena import BOTS\n"
        "chance = FastChance(5)\n"
        "state = arena.setup(arena.read_options(None, 3), 3, chance)\n"
        "for name in ['hard', 'normal', 'easy'] * 4:\n"
        "    seat = arena.to_act(state)[0]\n"
        "    choice = BOTS[name].choose(arena.view(state, seat), Random(1))\n"
        "    print(choice)\n"
        "    state, _ = arena.play(state, seat, choice.move, chance)\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert len(said.pop().splitlines()) == 12


def test_helpers_of_the_defence_look_at_what_is_not_yet_countered():
    match = Match(position("5H 9H 4D", "KH", "2S 3C")).play("0 attack 1 5H 9H 4D", "2 pass")
    match.play("1 defend KH>9H")
    sim = Dealer(view_of(match), Random(1)).blind()
    texts = [arena.encode(from_sim(sim, move)) for move in candidates(sim)]
    assert texts == ["pass", "reinforce 3C>4D", "reinforce 2S>5H", "reinforce 3C>4D 2S>5H"]


# The rules of thumb


def test_the_strongest_attack_leaves_out_what_would_cancel():
    attack = strongest(bytes(cards("KS 2H 3H 9D 4C 6C")), VALUES_OF, cancel=True)
    assert names(attack) == ("KS", "4C", "6C")


def test_without_cancellation_everything_attacks():
    assert strongest(bytes(cards("KS 2H")), VALUES_OF, cancel=False) == bytes(cards("KS 2H"))
    assert sides(bytes(cards("KS 2H")), cancel=False) == [bytes(cards("KS 2H"))]


def test_a_combo_is_worth_more_than_a_higher_card():
    attack = strongest(bytes(cards("5S 6S 7C 8C QD JH")), VALUES_OF, cancel=True)
    assert names(attack) == ("5S", "6S", "7C", "8C")


def test_a_side_of_two_families_is_found_for_each_choice_of_suits():
    groups = [set(names(side)) for side in sides(bytes(cards("2S 3H 4D 5C")), cancel=True)]
    assert sorted(map(sorted, groups)) == [["2S", "4D"], ["2S", "5C"], ["3H", "4D"], ["3H", "5C"]]


def test_the_thumb_attacks_who_it_can_fell():
    match = Match(position("KS QS", "2H", "3D", endurance=(10, 150, 20)))
    assert thumb(match) == "attack 2 KS QS"


def test_the_thumb_rests_when_that_is_worth_more():
    match = Match(position("KS QS", "2H 3H 4H 5H", endurance=(90, 150)))
    assert thumb(match) == "rest KS QS"


def test_the_thumb_attacks_when_it_has_nothing_to_regain():
    assert thumb(Match(position("KS QS", "2H 3H 4H 5H"))) == "attack 1 KS QS"


def test_the_thumb_rests_with_its_highest_cards_where_a_rest_is_limited():
    match = Match(position("2S KS 3H QH", "2H 3H 4H 5H", endurance=(90, 150), rest_max=2))
    assert thumb(match) == "rest KS QH"


def test_the_thumb_loses_patience_in_a_match_without_a_last_round():
    def sim(**more):
        match = Match(position("KS QS", "2H 3H 4H 5H", endurance=(90, 150), **more))
        return Dealer(view_of(match), Random(1)).blind()

    assert patience(sim()) == patience(sim(round_=90, rounds=100)) == 1
    assert 0 < patience(sim(round_=PATIENCE * 3 // 2)) < 1
    assert patience(sim(round_=PATIENCE * 3)) == 0
    match = Match(position("2S", "2H 3H 4H 5H 6H", endurance=(90, 150), round_=PATIENCE * 2))
    assert thumb(match) == "attack 1 2S"


@pytest.mark.parametrize(
    ("endurance", "held", "move"),
    [
        ((130, 140), "", "attack 1 KS QS"),  # 130 against 110, rather than 150 against 140
        ((140, 150), "", "attack 1 KS QS"),
        ((100, 150), "2H 3H 4H 5H", "rest KS QS"),
        ((90, 80), "2H 3H 4H 5H", "rest KS QS"),
    ],
)
def test_in_the_last_round_the_thumb_looks_at_who_will_be_ahead(endurance, held, move):
    match = Match(position("KS QS", held, endurance=endurance, rounds=7, round_=7))
    assert thumb(match) == move


def test_in_the_last_round_the_thumb_goes_for_the_best_rival():
    match = Match(position("KS QS", "", "", endurance=(150, 80, 150), rounds=7, round_=7))
    assert thumb(match) == "attack 2 KS QS"


def test_the_thumb_sets_its_highest_cards_against_the_highest():
    match = Match(position("5H 9H 4D", "2S KS 7H 3C")).play("0 attack 1 5H 9H 4D")
    assert thumb(match) == "defend KS>9H 7H>5H 3C>4D"


def test_against_a_combo_the_thumb_lays_all_that_fits():
    match = Match(position("5H 6H 7H 8H", "2S 3S 4S 6S 9S JD")).play("0 attack 1 5H 6H 7H 8H")
    assert thumb(match) == "defend 9S>8H 6S>7H 4S>6H 3S>5H 2S"


def test_the_thumb_passes_when_nothing_fits():
    assert thumb(Match(position("5H", "2D 3C")).play("0 attack 1 5H")) == "pass"


def test_the_thumb_helps_an_attack_with_low_cards_just_before_its_own_turn():
    match = Match(position("5H", "2S 4H 3D KD 9C", "7D 8D", "6D")).play("0 attack 2 5H")
    assert match.awaited == (1,)
    assert thumb(match) == "reinforce 4H 3D"
    match.play("1 pass")
    assert thumb(match) == "pass"


def test_the_thumb_helps_without_fear_where_nothing_cancels():
    match = Match(position("5H", "2S 4H", "7D 8D", cancel=False)).play("0 attack 2 5H")
    assert thumb(match) == "reinforce 2S 4H"


def test_the_thumb_does_not_help_a_defence():
    match = Match(position("5H", "2S", "4H")).play("0 attack 1 5H", "2 pass", "1 pass")
    assert thumb(match) == "pass"


# The three levels


def test_a_beginner_attacks_with_its_four_highest_cards_that_fit():
    match = Match(position("KS 2S 9S 3D 4D 5D", "2H"))
    assert chosen("easy", match) == "attack 1 KS 9S 5D 4D"


def test_a_beginner_rests_when_half_its_endurance_is_gone():
    match = Match(position("KS 2S 9S 3D 4D 5D", "2H", endurance=(74, 150)))
    assert chosen("easy", match) == "rest KS 9S 5D 4D"
    match = Match(position("KS 2S 9S", "2H", endurance=(74, 150), rest_max=1))
    assert chosen("easy", match) == "rest KS"


def test_a_beginner_defends_with_two_cards_at_most_and_never_reinforces():
    match = Match(position("5H 9H 4D", "2S KS 7H 3C")).play("0 attack 1 5H 9H 4D")
    assert chosen("easy", match) == "defend KS>9H 7H>5H"
    assert chosen("easy", Match(position("5H", "2D")).play("0 attack 1 5H")) == "pass"
    assert chosen("easy", Match(position("5H", "2D", "3H")).play("0 attack 1 5H")) == "pass"


def test_a_beginner_attacks_anybody():
    match = Match(position("KS", "2H", "3H"))
    assert {chosen("easy", match, seed=seed) for seed in range(9)} == {
        "attack 1 KS",
        "attack 2 KS",
    }


def test_the_hard_bot_takes_a_victory_that_lies_open():
    match = Match(position("KS 2D 3D", "", endurance=(5, 15), draw=DRAW))
    move = choice("hard", match)
    assert arena.encode(move.move).startswith("attack 1 KS")
    assert move.reason.code == "fells"
    assert dict(move.reason.facts)["hope"] == 1.0


def test_the_hard_bot_rests_rather_than_fall():
    hands = ("KS KD KH KC", "JS JH JD JC")
    match = Match(position(*hands, endurance=(20, 150), draw=DRAW))
    assert choice("hard", match).reason.code == "rest"


def test_the_hard_bot_spends_no_more_than_its_budget():
    match = Match(position("KS QS 9D 2C 3H", "5H 6H 7D", draw=DRAW))
    for simulations in (0, 1, 40, 300):
        dealer = Dealer(view_of(match), Random(1))
        lines = search(dealer, Budget(simulations))
        assert sum(line.visits for line in lines) <= simulations
        assert sorted(line.move for line in lines) == sorted(candidates(dealer.blind()))


def test_without_a_budget_the_thumb_decides():
    match = Match(position("KS QS 9D 2C 3H", "5H 6H 7D", draw=DRAW))
    move = choice("hard", match, budget=Budget(0))
    assert arena.encode(move.move) == thumb(match)
    assert "hope" not in dict(move.reason.facts)


def test_the_hard_bot_stops_when_its_time_is_up():
    times = iter(range(100))
    budget = Budget(10**6, seconds=5, clock=lambda: next(times))
    match = Match(position("KS QS 9D", "5H 6H 7D", draw=DRAW))
    facts = dict(choice("hard", match, budget=budget).reason.facts)
    assert 0 < facts["tried"] < 1000


def test_with_a_single_candidate_nothing_is_tried():
    match = Match(position("5H", "2D")).play("0 attack 1 5H")
    assert dict(choice("hard", match).reason.facts) == {"loss": 5}


def test_hope_is_shared_by_endurance_among_those_who_stand():
    def hopes(*endurance):
        state = position(*["2S"] * len(endurance), endurance=endurance, decks=6)
        return [
            hope(Dealer(arena.view(state, Seat(0)), Random(1)).blind(), s)
            for s in range(len(endurance))
        ]

    assert hopes(50, 50) == [0.5, 0.5]
    assert hopes(50, 0, 50) == [0.5, 0, 0.5]
    first, second, third = hopes(90, 50, 10)
    assert first > second > third > 0
    assert first + second + third == pytest.approx(1)
    over = Match(position("KH", "2H", endurance=9))
    sim = Dealer(view_of(over), Random(1)).deal()
    sim.play((0, 1, bytes(cards("KH")), ()))
    sim.play(thumb_move(sim))
    assert (hope(sim, 0), hope(sim, 1)) == (1.0, 0.0)


# Reasons


@pytest.mark.parametrize(
    ("match", "text", "code", "facts"),
    [
        (
            Match(position("KS 2S", "2H", endurance=(9, 17))),
            "attack 1 KS 2S",
            "fells",
            {"target": 1, "value": 17, "endurance": 17},
        ),
        (
            Match(position("5S 6S 7S 8S", "2H")),
            "attack 1 5S 6S 7S 8S",
            "combo",
            {"target": 1, "value": 52},
        ),
        (
            Match(position("5S 6H 7S", "")),
            "attack 1 5S 6H 7S",
            "undefended",
            {"target": 1, "value": 7},
        ),
        (
            Match(position("5S 6H", "2H", cancel=False)),
            "attack 1 5S 6H",
            "attack",
            {"target": 1, "value": 11, "held": 1},
        ),
        (
            Match(position("KS QS", "2H", endurance=(130, 9))),
            "rest KS QS",
            "rest",
            {"gain": 20, "endurance": 150},
        ),
        (
            Match(position("KS QS", "2H", endurance=(130, 9), cap=False, rounds=1)),
            "rest KS QS",
            "rest",
            {"gain": 30, "endurance": 160, "last_round": True},
        ),
        (Match(position("KS QS", "2H")), "rest KS QS", "change_cards", {"cards": 2}),
        (
            Match(position("5S 6S", "2H", "3H 4D 7S")).play("0 attack 1 5S 6S"),
            "reinforce 3H",
            "break_attack",
            {"before": 11, "after": 6},
        ),
        (
            Match(position("5S 6S", "2H", "3H 4D 7S")).play("0 attack 1 5S 6S"),
            "reinforce 7S 4D",
            "help_attack",
            {"target": 1, "adds": 2 * (4 + 5 + 6 + 7) - (5 + 6)},
        ),
        (
            Match(position("5S", "9H KH")).play("0 attack 1 5S"),
            "defend 9H>5S",
            "defend",
            {"loss": 0, "without": 5, "strikes_back": 4},
        ),
        (
            Match(position("5S", "9H KH", endurance=(99, 5))).play("0 attack 1 5S"),
            "defend 9H>5S",
            "survive",
            {"loss": 0, "without": 5},
        ),
        (
            Match(position("5S", "9H KH", endurance=(10, 5))).play("0 attack 1 5S"),
            "defend KH>5S",
            "strike_down",
            {"attacker": 0, "strikes_back": 10},
        ),
        (
            Match(position("5S 6D", "9H", "KD")).play(
                "0 attack 1 5S 6D", "2 pass", "1 defend 9H>5S"
            ),
            "reinforce KD>6D",
            "help_defence",
            {"loss": 0, "without": 6, "strikes_back": 13},
        ),
        (
            Match(position("5S", "9D", "KD")).play("0 attack 1 5S", "2 pass"),
            "pass",
            "nothing_fits",
            {"loss": 5},
        ),
        (
            Match(position("5S", "9H")).play("0 attack 1 5S"),
            "pass",
            "keep_cards",
            {"phase": "defend"},
        ),
        (
            Match(position("5S", "9D", "KD")).play("0 attack 1 5S"),
            "pass",
            "keep_cards",
            {"phase": "reinforce_attack"},
        ),
    ],
)
def test_a_reason_tells_what_the_move_does(match, text, code, facts):
    assert told(match, text) == (code, facts)


# Strength


def rate(names, games):
    game = matchup(arena, names, options={"rounds": 40})
    return rates(game.names, list(simulate(game, games)))[0].rate


def test_rules_of_thumb_beat_a_beginner():
    assert rate(("normal", "easy"), 40) >= 0.7


def test_a_beginner_beats_random_play():
    assert rate(("easy", "random"), 40) >= 0.7


@pytest.mark.slow
def test_looking_ahead_beats_rules_of_thumb():
    assert rate(("hard", "normal"), 30) >= 0.6


@pytest.mark.slow
def test_one_who_looks_ahead_holds_its_own_among_four():
    assert rate(("hard", "normal", "normal", "normal"), 16) >= 0.35


def test_two_who_rest_come_to_an_end_even_without_a_last_round():
    chance, random = FastChance(1), Random(1)
    state = arena.setup(arena.read_options({"cap": False}, 2), 2, chance)
    for _ in range(2_000):
        if arena.outcome(state):
            break
        seat = arena.to_act(state)[0]
        move = BOTS["normal"].choose(arena.view(state, seat), random).move
        state, _ = arena.play(state, seat, move, chance)
    assert arena.outcome(state) is not None
