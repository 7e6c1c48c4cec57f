"""The bots of Bataille: handed a view only, they choose legally and say why."""

from collections import Counter
from random import Random

import pytest

from rules.bots.bataille import BOTS
from rules.bots.bataille_search import _is_sure, value
from rules.bots.bataille_thumb import TOTAL_WORTH, WORTH, thumb
from rules.bots.bataille_worlds import Worlds
from rules.bots.bot import Budget, Reason
from rules.chance import FastChance
from rules.game import Seat
from rules.games import bataille
from rules.games.bataille_cards import BY_NAME, PACK
from rules.games.bataille_estimate import packet_chances
from rules.games.bataille_guess import Dealt, deal_unseen
from rules.games.bataille_options import Mode, Options
from rules.games.bataille_sim import CARD, LAID, Sim
from tests.rules.bataille_tables import cards, manches, play, table

LEVELS = ("easy", "normal", "hard")
FEW = Budget(simulations=40)


def choice(level, state, seat=0, seed=1, budget=FEW):
    return BOTS[level].choose(bataille.view(state, Seat(seat)), Random(seed), budget)


def facts(chosen):
    return dict(chosen.reason.facts)


def choices(level, state, seat=0):
    """Return the piles that a bot chooses under different seeds."""
    return {str(choice(level, state, seat, seed).move) for seed in range(12)}


def normal_match(seed, moves, **options):
    """Play with normal bots, up to a moment at which seat 0 may choose."""
    random, chance = Random(seed), FastChance(seed)
    state = bataille.setup(Options(**options), 2, chance)
    for played in range(10 * moves):
        view = bataille.view(state, Seat(0))
        if played >= moves and len(bataille.legal_moves(view)) == 2:
            break
        seat = bataille.to_act(state)[0]
        chosen = BOTS["normal"].choose(bataille.view(state, seat), random)
        state, _ = bataille.play(state, seat, chosen.move, chance)
    return state


# What every level does


def test_there_are_three_levels():
    assert tuple(BOTS) == LEVELS
    assert [bot.name for bot in BOTS.values()] == list(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mode", list(Mode))
def test_a_bot_plays_legally_to_the_end(level, mode):
    random, chance = Random(3), FastChance(3)
    state = bataille.setup(Options(mode=mode, max_manches=25), 2, chance)
    while state.result is None:
        seat = random.choice(bataille.to_act(state))
        view = bataille.view(state, seat)
        chosen = BOTS[level].choose(view, random, Budget(simulations=4))
        assert bataille.is_legal(view, chosen.move)
        state, _ = bataille.play(state, seat, chosen.move, chance)


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_makes_the_same_choice(level):
    state = normal_match(1, 21)

    first, second = (choice(level, state, seed=5, budget=None) for _ in range(2))

    assert first == second


@pytest.mark.parametrize("level", LEVELS)
def test_a_bataille_forces_the_pile(level):
    state = manches(table("5S KS QS", "5H 2S 3S"), "BB")

    assert choice(level, state).reason == Reason("forced", (("pile", "B"),))


@pytest.mark.parametrize("level", LEVELS)
def test_one_pile_leaves_no_choice(level):
    assert choice(level, table("5S KS", "5H 2S", piles=1)).reason.code == "forced"


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_on_an_empty_table_either_pile_is_as_good(level):
    state = table("5S KS", "5H 2S")

    assert choices(level, state) == {"A", "B"}
    assert choice(level, state).reason.code == "alike"


@pytest.mark.parametrize("level", LEVELS)
def test_a_spectator_is_asked_nothing(level):
    view = bataille.view(table("5S KS", "5H 2S"), None)

    with pytest.raises((AssertionError, IndexError)):
        BOTS[level].choose(view, Random(1), FEW)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_lays_alone_where_the_enemy_has_no_card(level):
    state = manches(table("AS 2S 3S", "KH 4H 5H", return_after=9), "AB", "BB", "BB")

    assert str(choice(level, state, seat=1).move) in {"A", "B"}


# Easy and normal


def test_the_beginner_lays_a_high_card_where_the_enemys_cards_lie():
    state = manches(table("2S KS 3S", "2H 3H 4H"), "AB")

    assert choices("easy", state) == {"B"}
    told = choice("easy", state)
    assert told.reason.code == "more_to_win"
    assert (facts(told)["theirs"], facts(told)["card"], facts(told)["pile"]) == (1, "KS", "B")


def test_the_beginner_lays_a_low_card_where_none_of_its_own_is():
    state = manches(table("2S 9S 3S", "2H 3H 4H"), "AB")

    assert choices("easy", state) == {"B"}
    assert choices("easy", manches(table("2S 9S 3S", "2H 3H 4H"), "BA")) == {"A"}


def test_where_two_cards_count_the_beginner_puts_high_cards_on_its_own():
    state = manches(table("5S QS 3S", "2H 3H 4H", mode=Mode.SUM), "AB")

    assert choices("easy", state) == {"A"}
    assert choices("easy", manches(table("5S 9S 3S", "2H 3H 4H", mode=Mode.SUM), "AB")) == {
        "A",
        "B",
    }


def test_where_two_cards_count_normal_keeps_its_cards_together():
    for card in ("2C", "9C", "KC"):
        state = manches(table(f"5S {card} 3S", "2H 3H 4H", mode=Mode.POKER), "AB")
        assert choices("normal", state) == {"A"}


def test_normal_goes_with_a_king_where_there_is_more_to_win():
    state = manches(table("2S KS 3S", "2H 3H 4H"), "BA")

    assert choices("normal", state) == {"A"}
    assert choice("normal", state).reason == Reason(
        "more_to_win", (("pile", "A"), ("card", "KS"), ("theirs", 1), ("chance", 0.88))
    )


def test_normal_goes_with_a_two_where_there_is_less_to_lose():
    state = manches(table("KS 2S 3S", "2H 3H 4H"), "BA")

    assert choices("normal", state) == {"A"}
    assert choice("normal", state).reason == Reason(
        "less_to_lose", (("pile", "A"), ("card", "2S"), ("ours", 0), ("chance", 0.04))
    )


def test_normal_counts_on_the_card_under_it():
    state = manches(table("5S KS 3S 2C", "2H 3H 4H 2D", mode=Mode.SUM), "AB")

    told = choice("normal", state)

    assert (str(told.move), told.reason.code) == ("A", "stronger_there")
    assert facts(told)["under"] == "5S"
    assert facts(told)["chance"] > facts(told)["elsewhere"]


def test_by_height_the_card_under_it_does_not_count():
    rule = thumb(Mode.HEIGHT)

    assert rule.chance(BY_NAME["QS"], cards("AS"), ()) == rule.chance(BY_NAME["QS"], (), ())


def test_the_chance_to_win_counts_a_tie_as_half():
    rule = thumb(Mode.HEIGHT)

    assert rule.chance(BY_NAME["2S"], (), ()) == pytest.approx(2 / 52)
    assert rule.chance(BY_NAME["AS"], (), ()) == pytest.approx(50 / 52)
    assert rule.chance(BY_NAME["8S"], (), cards("AS")) == pytest.approx(0.5)


def test_by_sum_two_cards_are_hard_to_beat_alone():
    rule = thumb(Mode.SUM)
    ten = BY_NAME["10S"]

    assert rule.chance(ten, cards("KS"), ()) == 1
    assert rule.chance(ten, (), cards("KS")) < rule.chance(ten, cards("KS"), cards("KS")) < 1


def test_high_cards_are_worth_more_than_low_ones():
    ranks = [WORTH[BY_NAME[name]] for name in ("2S", "8S", "KS", "AS")]

    assert ranks == sorted(ranks)
    assert WORTH[BY_NAME["8H"]] == 1
    assert sum(WORTH) == TOTAL_WORTH == pytest.approx(52)


def test_in_doubt_either_pile_is_chosen_the_better_one_more_often():
    sim = sim_with("8S", a=("", "2H"), b=("3S", ""))
    rule, random = thumb(Mode.HEIGHT), Random(1)

    lead = rule.lead_of_b(sim, 0)
    sure = {rule.choose(sim, 0, random.random, 0.01) for _ in range(20)}
    unsure = Counter(rule.choose(sim, 0, random.random, 4 * abs(lead)) for _ in range(400))

    assert lead < 0
    assert sure == {0}
    assert 0 < unsure[1] < unsure[0]
    assert rule.choose(sim_with("8S", a=("3S", ""), b=("", "2H")), 0, random.random, 0.01) == 1


def sim_with(card, a, b, **options):
    """A table with these cards on the piles, laid in manche 1, and a card drawn by seat 0."""
    stacks = [[1 << LAID | number for number in cards(side)] for side in (*a, *b)]
    dealt = Dealt(((0, 1, 2), (3, 4, 5)), (BY_NAME[card], BY_NAME["9D"]), ((), ()))
    sim = Sim(Options(**options), 2, dealt)
    sim.stacks = stacks
    return sim


# Hard


def test_hard_spends_no_more_than_its_budget():
    state = normal_match(2, 21)

    assert facts(choice("hard", state, budget=Budget(simulations=20)))["worlds"] <= 10
    assert facts(choice("hard", state, budget=Budget(simulations=0)))["worlds"] == 1


def test_hard_stops_when_its_time_is_up():
    times = iter(range(100))
    budget = Budget(simulations=1000, seconds=5, clock=lambda: next(times))

    assert facts(choice("hard", normal_match(2, 21), budget=budget))["worlds"] == 5


def test_hard_stops_early_when_it_is_sure():
    worlds = [
        facts(choice("hard", normal_match(seed, 21), budget=Budget(simulations=600)))["worlds"]
        for seed in range(8)
    ]

    assert min(worlds) < 300
    assert all(number >= 32 for number in worlds)


def test_a_lead_is_sure_when_it_is_many_standard_errors():
    """32 differences whose squares add up to 1: the standard error follows from their sum."""
    assert _is_sure(5.3**0.5, 1, 32)
    assert _is_sure(-(5.3**0.5), 1, 32)
    assert not _is_sure(5.1**0.5, 1, 32)
    assert not _is_sure(5.3**0.5, 1, 31)


def test_hard_says_when_it_goes_against_the_rule_of_thumb():
    for seed in range(40):
        state = normal_match(seed, 21)
        told = choice("hard", state, budget=Budget(simulations=300))
        if told.reason.code == "looked_ahead":
            break

    assert facts(told).keys() == {"pile", "card", "gain", "worlds"}
    assert facts(told)["gain"] >= 0
    assert str(told.move) == facts(told)["pile"]
    assert choices("normal", state) == {"A", "B"} - {str(told.move)}


@pytest.mark.slow
def test_hard_beats_normal_and_normal_beats_easy():
    assert score("hard", "normal", 40, Budget(simulations=100)) > 0.5
    assert score("normal", "easy", 60, None) > 0.5


def score(one, other, games, budget):
    points = 0.0
    for game in range(games):
        random, chance = Random(game), FastChance(game // 2)
        state = bataille.setup(Options(max_manches=100), 2, chance)
        seats = (one, other) if game % 2 == 0 else (other, one)
        while state.result is None:
            seat = bataille.to_act(state)[0]
            chosen = BOTS[seats[seat]].choose(bataille.view(state, seat), random, budget)
            state, _ = bataille.play(state, seat, chosen.move, chance)
        winners = state.result.winners
        points += 0.5 if not winners else seats[winners[0]] == one
    return points / games


# The value of a table


def test_a_finished_match_is_worth_its_outcome():
    sim = sim_with("8S", a=("", ""), b=("", ""))

    for winner, worth in ((0, (1, 0)), (1, (0, 1)), (Sim.DRAW, (0.5, 0.5))):
        sim.winner = winner
        assert (value(sim, 0), value(sim, 1)) == worth


def test_the_shares_of_both_seats_add_up():
    sim = Worlds(bataille.view(normal_match(4, 41), Seat(0)), Random(1)).deal()

    assert value(sim, 0) + value(sim, 1) == pytest.approx(1)


def test_a_lead_is_worth_more_near_the_end():
    shares = []
    for last in (None, 40, 3):
        sim = Worlds(bataille.view(normal_match(4, 1), Seat(0)), Random(1)).deal()
        sim.packets = [list(PACK[:30]), list(PACK[32:])]
        sim.last_manche = last
        shares.append(abs(value(sim, 0) - 0.5))

    assert shares == sorted(shares)
    assert shares[0] < shares[2]


# Possible matches


def frequencies(deals):
    """Count the packets in which each card was found."""
    found = Counter()
    for packets in deals:
        for seat in (0, 1):
            found.update((seat, card) for card in packets[seat])
    return found


@pytest.mark.parametrize("seed", range(4))
def test_worlds_and_guesses_come_as_often_as_the_estimate_says(seed):
    """Two independent ways to deal, and the exact chances."""
    view = bataille.view(normal_match(seed, 61 + 40 * seed, return_after=4), Seat(0))
    worlds, chance = Worlds(view, Random(seed)), FastChance(seed)
    times = 600

    quick = frequencies(worlds.deal().packets for _ in range(times))
    slow = frequencies(deal_unseen(view.known, 2, chance).packets for _ in range(times))

    for seat in (Seat(0), Seat(1)):
        chances = packet_chances(view.known, seat)
        for card in PACK:
            expected = float(chances.get(card, 0))
            assert quick[seat, card] / times == pytest.approx(expected, abs=0.09)
            assert slow[seat, card] / times == pytest.approx(expected, abs=0.09)


@pytest.mark.parametrize("seed", range(6))
def test_a_world_keeps_what_is_known_and_every_card_once(seed):
    view = bataille.view(normal_match(seed, 51), Seat(0))
    sim = Worlds(view, Random(seed)).deal()

    everywhere = [*sim.packets[0], *sim.packets[1], *(card for card in sim.drawn if card >= 0)]
    everywhere += [laid & CARD for stack in sim.stacks for laid in stack]
    assert sorted(everywhere) == list(PACK)
    assert (sim.manche, sim.battle, sim.drawn[0]) == (view.manche, view.battle, view.card)
    for seat in (0, 1):
        for content, card in zip(view.known.packets[seat], sim.packets[seat], strict=True):
            assert content < 0 or content == card
        for pile in (0, 1):
            stack = [laid >> LAID for laid in sim.stacks[2 * pile + seat]]
            assert stack == [place.laid for place in view.stack(pile, seat)]


def test_in_every_world_the_enemy_draws_the_card_that_everybody_has_seen():
    """After Batailles without an end all cards are known, and in which order."""
    state = manches(table("5S 6S 7S", "5H 6H 7H"), "AA", "AA", "AA")
    worlds = Worlds(bataille.view(state, Seat(0)), Random(1))

    assert {tuple(worlds.deal().drawn) for _ in range(9)} == {cards("5S 5H")}


def test_a_world_puts_a_card_of_unknown_pile_anywhere():
    state = manches(table("AS 2S 3S", "KH 4H 5H", return_after=4), "AB", "BB", "BB")
    state, _ = play(state, "1 B")
    worlds = Worlds(bataille.view(state, Seat(0)), Random(1))

    assert {len(worlds.deal().stacks[1]) for _ in range(30)} == {0, 1}


def test_worlds_follow_the_weighted_ways():
    """Somewhere in long matches a card may have come by several ways: each is taken in turn."""
    views = (bataille.view(normal_match(seed, 150, return_after=5), Seat(0)) for seed in range(60))
    view = next(view for view in views if len(view.known.ways) > 1)
    worlds = Worlds(view, Random(1))

    assert len({worlds._one_way() for _ in range(200)}) > 1
