"""What the harness says of what it measured; how fast anything is, no test asks."""

import pytest

from tests.load.harness import Bench, Pace, Subject, measure, result_of

OURS = Subject("ours", lambda: 10)


def told(rates, theirs=(), **bars):
    peer = (lambda: Subject("peer", lambda: 1)) if theirs else None
    return result_of(Bench("x", "move", OURS, peer, **bars), "peer", rates, theirs)


def test_the_ratio_is_the_median_of_the_pairs():
    result = told([10, 20, 90], [10, 10, 30], at_least=2)

    assert (result.ours_rate, result.peer_rate, result.ratio) == (20, 10, 2)
    assert (result.bar, result.met) == ("≥ 2 ×", True)


@pytest.mark.parametrize(
    ("rates", "theirs", "bars", "bar", "met"),
    [
        ([19], [10], {"at_least": 2}, "≥ 2 ×", False),
        ([5], [10], {"at_most": 2}, "≤ 2 × time", True),
        ([4], [10], {"at_most": 2}, "≤ 2 × time", False),
        ([15_000], (), {"at_least": 15_000}, "≥ 15,000 move/s", True),
        ([14_999], (), {"at_least": 15_000}, "≥ 15,000 move/s", False),
        ([10.1], (), {"at_most": 0.1}, "≤ 0.1 s", True),
        ([9.9], (), {"at_most": 0.1}, "≤ 0.1 s", False),
        ([10], (), {}, "", None),
    ],
)
def test_a_bar_is_for_rates_or_for_times_with_a_peer_or_alone(rates, theirs, bars, bar, met):
    result = told(rates, theirs, **bars)

    assert (result.bar, result.met) == (bar, met)


def test_a_missing_peer_is_named_and_the_bar_is_not_measured():
    def absent():
        raise ModuleNotFoundError("No module named 'absent'", name="absent")

    result = measure(Bench("x", "move", OURS, absent, at_least=2), Pace(pairs=1, seconds=0))

    assert (result.peer, result.ratio, result.met) == ("missing: absent", None, None)
    assert result.bar == "≥ 2 ×"


def test_both_sides_work_in_turn():
    worked = []
    ours = Subject("ours", lambda: worked.append("ours") or 1)
    peer = Subject("peer", lambda: worked.append("peer") or 1)
    measure(Bench("x", "move", ours, lambda: peer), Pace(pairs=2, seconds=0))

    assert worked == ["ours", "peer"] * 3
