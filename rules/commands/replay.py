"""`replay FILE [--trace]`: play a record again and print its outcome."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rules.commands.files import DONE, print_json, read_record
from rules.record import replay
from rules.registry import game_named


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("replay", help="replay a record and print its outcome")
    command.add_argument("file", metavar="FILE", type=Path)
    command.add_argument("--trace", action="store_true", help="print every position first")
    command.set_defaults(run=_replay)


def _replay(asked: argparse.Namespace) -> int:
    record = read_record(asked.file)
    game = game_named(record.game)
    for step in replay(record):
        if asked.trace:
            print_json(game.position(step.state))
    outcome = game.outcome(step.state)
    print_json(outcome and outcome.line())
    return DONE
