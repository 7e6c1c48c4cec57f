"""Measure two things in turn and say how they compare.

A file `bench_<what>.py` in this folder has a function `benches()` that returns its `Bench`es;
those named `bench_rules_*.py` need nothing but the rules and their peers, and run where the
peers are installed. Each side is a `Subject`: a function that does a batch of work (best some
ten milliseconds of it) and returns how many units it did.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

PAIRS = 5
SECONDS = 0.4


@dataclass(frozen=True, slots=True)
class Subject:
    """Something to measure: `batch` works for a while and returns how many units it did."""

    name: str
    batch: Callable[[], int]


@dataclass(frozen=True, slots=True)
class Bench:
    """Ours, measured alone or in turn with a peer.

    `peer` builds the other side when it is wanted, and raises ImportError where it isn't
    installed. `at_least` is a bar for units per second, `at_most` one for seconds per unit: as a
    ratio to the peer's where there is one, else as the figure itself.
    """

    title: str
    unit: str
    ours: Subject
    peer: Callable[[], Subject] | None = None
    at_least: float | None = None
    at_most: float | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What was measured: units per second (medians), the median of the pairs' ratios, the bar."""

    title: str
    unit: str
    ours: str
    ours_rate: float
    peer: str | None
    peer_rate: float | None
    ratio: float | None
    bar: str
    met: bool | None

    def line(self) -> dict[str, Any]:
        """Return the result as JSON values."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long to measure, and by which clock.

    The processor's time (`time.process_time`) is fair to both sides on a busy machine; where a
    disk or another process works too, only the wall's time tells.
    """

    pairs: int = PAIRS
    seconds: float = SECONDS
    clock: Callable[[], float] = time.perf_counter


def measure(bench: Bench, pace: Pace) -> Result:
    """Run a bench: a round to warm up, then `pairs` rounds of ours and the peer's in turn."""
    try:
        peer = bench.peer() if bench.peer else None
    except ImportError as error:
        return result_of(bench, f"missing: {error.name or error}", _rates(bench.ours, pace))
    if peer is None:
        return result_of(bench, None, _rates(bench.ours, pace))
    ours, theirs = _rates_in_turn(bench.ours, peer, pace)
    return result_of(bench, peer.name, ours, theirs)


def stay_on_one_core() -> None:
    """Keep this process and its children on one core, so that both sides have the same."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def _rates(subject: Subject, pace: Pace) -> list[float]:
    subject.batch()
    return [_rate(subject, pace) for _ in range(pace.pairs)]


def _rates_in_turn(ours: Subject, peer: Subject, pace: Pace) -> tuple[list[float], list[float]]:
    ours.batch()
    peer.batch()
    rounds = [(_rate(ours, pace), _rate(peer, pace)) for _ in range(pace.pairs)]
    return [a for a, _ in rounds], [b for _, b in rounds]


def _rate(subject: Subject, pace: Pace) -> float:
    """Return units per second, over as many batches as fill the time."""
    gc.collect()
    units, elapsed, start = 0, 0.0, pace.clock()
    while not units or elapsed < pace.seconds:
        units += subject.batch()
        elapsed = pace.clock() - start
    return units / elapsed


def result_of(
    bench: Bench, peer: str | None, ours: Sequence[float], theirs: Sequence[float] = ()
) -> Result:
    """Return what the rates of each round come to, and whether the bar was met."""
    ratio = median(a / b for a, b in zip(ours, theirs, strict=True)) if theirs else None
    return Result(
        title=bench.title,
        unit=bench.unit,
        ours=bench.ours.name,
        ours_rate=median(ours),
        peer=peer,
        peer_rate=median(theirs) if theirs else None,
        ratio=ratio,
        bar=_bar(bench),
        met=_is_met(bench, median(ours), ratio),
    )


def _bar(bench: Bench) -> str:
    sign = " ×" if bench.peer else ""
    if bench.at_least is not None:
        return f"≥ {bench.at_least:,g}{sign}" + ("" if sign else f" {bench.unit}/s")
    if bench.at_most is not None:
        return f"≤ {bench.at_most:g}{sign}" + (" time" if sign else " s")
    return ""


def _is_met(bench: Bench, rate: float, ratio: float | None) -> bool | None:
    if bench.at_least is None and bench.at_most is None:
        return None
    compared = ratio if bench.peer else rate
    if compared is None:
        return None
    if bench.at_least is not None:
        return compared >= bench.at_least
    return 1 / compared <= (bench.at_most or 0)
