"""The command line: replay, verify and judge files, and let bots play. `--help` tells the rest."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from rules import strict_json
from rules.cards import Card, Rarity, read_card
from rules.decks import DeckLine, Minimum, deck_violations
from rules.game import SetupError
from rules.record import SET_UP, Record, RecordError, one_line, parse, replay
from rules.registry import game_named

DONE = 0
WRONG = 1
REFUSED = 2
BROKEN_PIPE = 141
INTERRUPTED = 130
INTERNAL_ERROR = 70

LARGEST_FILE = 1 << 28


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(REFUSED, f"set-up: {one_line(message)} (see {self.prog} --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status; whatever goes wrong is told in one line."""
    try:
        return _run(_parser().parse_args(arguments))
    except BrokenPipeError:
        _forget_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        _forget_stdout()
        return _refuse(f"set-up: {one_line(_reason(error))}")
    except MemoryError:
        return _refuse("set-up: out of memory")
    except Exception as error:
        return _internal_error(error)


def _run(asked: argparse.Namespace) -> int:
    try:
        status: int = asked.run(asked)
    except RecordError as error:
        status = _refuse(str(error))
    print(end="", flush=True)
    return status


def _refuse(line: str) -> int:
    print(line, file=sys.stderr)
    return REFUSED


def _forget_stdout() -> None:
    """Keep the interpreter from flushing to a reader that is gone or a disk that is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _reason(error: OSError) -> str:
    what = error.strerror or str(error)
    return what if error.filename is None else f"{error.filename}: {what}"


def _internal_error(error: Exception) -> int:
    """Tell a mistake of ours in a line; with `python -X dev` show where it is."""
    if sys.flags.dev_mode:
        raise error
    _refuse(f"set-up: internal error: {one_line(repr(error))}")
    return INTERNAL_ERROR


def _parser() -> _Parser:
    parser = _Parser(prog="python -m rules", description=__doc__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_replay(commands)
    _add_deck(commands)
    return parser


def _add_replay(commands: Any) -> None:
    command = commands.add_parser("replay", help="replay a record and print its outcome")
    command.add_argument("file", metavar="FILE", type=Path)
    command.add_argument("--trace", action="store_true", help="print every position first")
    command.set_defaults(run=_replay)


def _replay(asked: argparse.Namespace) -> int:
    record = _read_record(asked.file)
    game = game_named(record.game)
    for step in replay(record):
        if asked.trace:
            _print_json(game.position(step.state))
    outcome = game.outcome(step.state)
    _print_json(outcome and outcome.line())
    return DONE


def _read_record(file: Path) -> Record:
    return parse(_read_file(file))


def _read_file(file: Path) -> bytes:
    with file.open("rb") as opened:
        raw = opened.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise RecordError(SET_UP, SetupError("size", f"larger than {LARGEST_FILE >> 20} MiB"))
    return raw


def _print_json(value: Any) -> None:
    print(json.dumps(value, separators=(",", ":")))


def _add_deck(commands: Any) -> None:
    command = commands.add_parser("deck", help="tell everything that is wrong with a Voleur deck")
    command.add_argument("file", metavar="FILE", type=Path)
    command.add_argument("--wager", type=Rarity, choices=list(Rarity), metavar="RARITY")
    command.add_argument("--minimum", type=Minimum, choices=list(Minimum), default="waived")
    command.add_argument("--json", action="store_true")
    command.set_defaults(run=_deck)


def _deck(asked: argparse.Namespace) -> int:
    deck, owned = _read_deck(_read_file(asked.file))
    violations = deck_violations(deck, wager=asked.wager, minimum=asked.minimum, owned=owned)
    if asked.json:
        _print_json(_judgement(violations))
    else:
        print(*(f"{violation.code}\n" for violation in violations), sep="", end="")
    return WRONG if violations else DONE


def _judgement(violations: Sequence[DeckLine]) -> dict[str, Any]:
    return {
        "legal": not violations,
        "violations": [violation.code for violation in violations],
        "details": [_detail(violation) for violation in violations],
    }


def _detail(line: DeckLine) -> dict[str, Any]:
    return {
        "code": line.code,
        "found": line.found,
        "needed": line.needed,
        "cards": line.cards,
    }


def _read_deck(raw: bytes) -> tuple[list[Card], dict[str, int] | None]:
    try:
        return _deck_fields(strict_json.loads(raw))
    except SetupError as refusal:
        raise RecordError(SET_UP, refusal) from refusal


def _deck_fields(fields: Any) -> tuple[list[Card], dict[str, int] | None]:
    if not isinstance(fields, dict) or not isinstance(fields.get("cards"), dict):
        raise SetupError("cards", "cards is not an object")
    cards = {card_id: read_card(card_id, facts) for card_id, facts in fields["cards"].items()}
    return list(_known(cards, fields.get("deck"))), _owned(fields.get("owned"))


def _known(cards: dict[str, Card], ids: Any) -> Iterator[Card]:
    if not isinstance(ids, list):
        raise SetupError("deck", "deck is not a list")
    for card_id in ids:
        if not isinstance(card_id, str) or card_id not in cards:
            raise SetupError("unknown_card", f"the deck's card {card_id!r} is not in cards")
        yield cards[card_id]


def _owned(owned: Any) -> dict[str, int] | None:
    if owned is None:
        return None
    if not isinstance(owned, dict):
        raise SetupError("owned", "owned is not an object")
    for card_id, copies in owned.items():
        if type(copies) is not int or copies < 0:
            raise SetupError("owned", f"owned: {card_id!r} is not a number of copies")
    return owned


if __name__ == "__main__":
    sys.exit(main())
