"""`verify FILE`: check that a record's seed was drawn by everybody, as it says."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.commands.files import DONE, WRONG, read_record
from rules.fair import Check, fair_checks
from rules.game import SetupError
from rules.record import HEX_32_BYTES, SET_UP, Record, RecordError

_MEANINGS = {
    "form:fair": "fair is an object",
    "form:commit": "commit is 64 lower-case hex digits",
    "form:server_seed": "server_seed is 64 lower-case hex digits",
    "form:player_bytes": "player_bytes has 64 lower-case hex digits or null for every seat",
    "commit": "commit is the SHA-256 of server_seed",
    "seed": "seed is the SHA-256 of server_seed and the players' bytes",
    "shown": "commit is the one that you were shown",
}


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("verify", help="check a record's fair shuffle")
    command.add_argument("file", metavar="FILE", type=Path)
    command.add_argument(
        "--commit", type=_hex, metavar="HEX", help="the commitment that you were shown"
    )
    command.add_argument(
        "--sent",
        type=_seat_and_hex,
        metavar="SEAT:HEX",
        action="append",
        default=[],
        help="the bytes that you sent",
    )
    command.set_defaults(run=_verify)


def _hex(text: str) -> bytes:
    if not HEX_32_BYTES.fullmatch(text):
        raise argparse.ArgumentTypeError("not 64 lower-case hex digits")
    return bytes.fromhex(text)


def _seat_and_hex(text: str) -> tuple[int, bytes]:
    seat, _, sent = text.partition(":")
    if not re.fullmatch("[0-9]", seat):
        raise argparse.ArgumentTypeError("not SEAT:HEX")
    return int(seat), _hex(sent)


def _verify(asked: argparse.Namespace) -> int:
    record = read_record(asked.file)
    checks = fair_checks(record, shown=asked.commit, mine=dict(asked.sent))
    if not checks:
        nothing = SetupError("fair", "nothing to check, the record has no fair")
        raise RecordError(SET_UP, nothing)
    for line in _lines(record, checks):
        print(line)
    return DONE if all(check.fits for check in checks) else WRONG


def _lines(record: Record, checks: tuple[Check, ...]) -> Iterator[str]:
    for check in checks:
        yield f"{'fits' if check.fits else 'does not fit'}: {_meaning(check)}"
    if all(check.fits for check in checks) and not any(record.fair["player_bytes"]):
        yield "note: no player sent bytes, so only the server's first choice is held to"


def _meaning(check: Check) -> str:
    kind, _, seat = check.code.partition(":")
    if kind == "mine":
        return f"the bytes of seat {seat} are those that you sent"
    return _MEANINGS[check.code]
