"""The rules by command: replay and verify records, judge decks, let bots play.

Exit status 0 if all is well, 1 for a deck or a shuffle that isn't, 2 for what can't be read or
played; then one line on stderr says why, beginning with the place (record, Command line).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from rules.commands import deck, replay, simulate, verify
from rules.commands.files import REFUSED
from rules.record import RecordError, one_line

INTERNAL_ERROR = 70
INTERRUPTED = 130
BROKEN_PIPE = 141


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
    for command in (replay, verify, deck, simulate):
        command.add(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
