"""Run the benchmarks: `python -m tests.load [WORD…] [--json] [--pairs N] [--seconds S]`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path

from tests.load.harness import PAIRS, SECONDS, Bench, Pace, Result, measure, stay_on_one_core

HERE = Path(__file__).parent
BENCH_PYTHON = HERE.parent.parent / ".venv-bench" / "bin" / "python"
RULES = "bench_rules_"


def main() -> int:
    """Measure everything asked for; the exit status is 1 if a bar was missed."""
    asked = _parser().parse_args()
    stay_on_one_core()
    missed = 0
    if asked.only != "site":
        missed = _run(asked, rules=True) if _is_elsewhere() else _elsewhere()
    if asked.only != "rules":
        missed = max(missed, _run(asked, rules=False))
    return missed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="only titles with such a word")
    parser.add_argument("--json", action="store_true", help="a JSON object a line, no table")
    parser.add_argument("--pairs", type=int, default=PAIRS, help=f"rounds (default {PAIRS})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each round and side")
    parser.add_argument("--only", choices=["rules", "site"], help="the engine, or the pages")
    return parser


def _is_elsewhere() -> bool:
    """Say whether this is the interpreter that has the peers of the rules, or there is none."""
    if not BENCH_PYTHON.exists():
        print("!! no .venv-bench: the peers of the rules engine are missing", file=sys.stderr)
        return True
    return Path(sys.prefix).resolve() == BENCH_PYTHON.parent.parent.resolve()


def _elsewhere() -> int:
    """Run the benches of the rules where their peers are installed."""
    command = [BENCH_PYTHON, "-m", "tests.load", *sys.argv[1:], "--only", "rules"]
    return subprocess.run(command, check=False).returncode


def _files(rules: bool) -> list[str]:
    names = sorted(path.stem for path in HERE.glob("bench_*.py"))
    return [name for name in names if name.startswith(RULES) == rules]


def _run(asked: argparse.Namespace, *, rules: bool) -> int:
    clock = time.process_time if rules else time.perf_counter
    pace = Pace(asked.pairs, asked.seconds, clock)
    missed = False
    for bench in _benches(_files(rules), asked.words):
        result = measure(bench, pace)
        print(json.dumps(result.line()) if asked.json else _row(result), flush=True)
        missed = missed or result.met is False
    return int(missed)


def _benches(files: Sequence[str], words: Sequence[str]) -> Iterator[Bench]:
    for name in files:
        for bench in import_module(f"tests.load.{name}").benches():
            if not words or any(word.lower() in bench.title.lower() for word in words):
                yield bench


def _row(result: Result) -> str:
    ours = f"{_number(result.ours_rate)} {result.unit}/s"
    return f"{result.title:<44} {ours:>26}  {_comparison(result):<44} {_verdict(result)}".rstrip()


def _comparison(result: Result) -> str:
    if result.peer_rate is None:
        return f"({result.peer})" if result.peer else ""
    return f"{result.ratio:.2f} × {result.peer} ({_number(result.peer_rate)})"


def _verdict(result: Result) -> str:
    said = {True: "met", False: "MISSED", None: "not measured"}[result.met]
    return f"{result.bar}: {said}" if result.bar else ""


def _number(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


if __name__ == "__main__":
    sys.exit(main())
