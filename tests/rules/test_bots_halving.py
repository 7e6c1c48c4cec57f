"""Sequential halving: ever fewer choices, each tried ever more often, in the same worlds."""

from collections import Counter
from random import Random

import pytest

from rules.bots.bot import Budget
from rules.bots.halving import halve


def run(values, simulations, *, budget=None, noise=0.0):
    """Halve arms whose value is known; return the ranking, the tries and the worlds of each."""
    random, tries, worlds = Random(1), Counter(), []

    def deal():
        worlds.append(random.gauss(0, noise))
        return len(worlds) - 1

    def judge(world, arm):
        tries[arm] += 1
        return values[arm] + worlds[world]

    found = halve(list(values), deal, judge, budget or Budget(simulations))
    return found, tries, worlds


VALUES = {"a": 0.1, "b": 0.5, "c": 0.9, "d": 0.3, "e": 0.2}


def test_the_best_choice_is_found():
    found, _, _ = run(VALUES, 200)

    assert (found.best, found.value) == ("c", pytest.approx(0.9))


def test_all_choices_meet_the_same_worlds_so_luck_is_shared():
    found, tries, worlds = run({"a": 0.50, "b": 0.51}, 40, noise=5.0)

    assert found.best == "b"
    assert tries["a"] == tries["b"] == len(worlds)


def test_better_choices_are_tried_more_often():
    _, tries, _ = run(VALUES, 600)

    assert tries["c"] > tries["d"] > 0
    assert tries["c"] > 2 * tries["a"]


@pytest.mark.parametrize("simulations", [10, 60, 200, 1000])
def test_the_budget_is_kept_and_told(simulations):
    found, tries, _ = run(VALUES, simulations)

    assert found.simulations == sum(tries.values())
    assert found.simulations <= max(simulations, 10)


def test_every_choice_is_tried_at_least_once():
    found, tries, _ = run(VALUES, 0)

    assert set(tries) == set(VALUES)
    assert found.best == "c"


def test_a_single_choice_is_taken():
    found, _, _ = run({"only": 0.4}, 20)

    assert (found.best, found.value) == ("only", pytest.approx(0.4))


def test_among_equals_the_first_is_taken():
    assert run({"x": 0.5, "y": 0.5, "z": 0.5}, 90)[0].best == "x"


def test_the_search_stops_when_the_time_is_up():
    ticks = iter(range(1000))
    budget = Budget(simulations=10_000, seconds=3, clock=lambda: next(ticks))

    found, tries, _ = run(VALUES, 0, budget=budget)

    assert found.best == "c"
    assert found.simulations == sum(tries.values()) == 3 * len(VALUES)


def test_seconds_hold_only_with_a_clock():
    found, _, _ = run(VALUES, 0, budget=Budget(simulations=100, seconds=0.0))

    assert found.simulations > len(VALUES)
