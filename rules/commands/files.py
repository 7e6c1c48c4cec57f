"""What the commands read and print: files of a bounded size, and one JSON value a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.game import SetupError
from rules.record import SET_UP, Record, RecordError, parse

DONE = 0
WRONG = 1
REFUSED = 2

LARGEST_FILE = 1 << 28


def read_record(file: Path) -> Record:
    """Read a record; raise `RecordError` or `OSError`."""
    return parse(read_file(file))


def read_file(file: Path) -> bytes:
    """Read a whole file, unless it is far larger than any record (or has no end)."""
    with file.open("rb") as opened:
        raw = opened.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise RecordError(SET_UP, SetupError("size", f"larger than {LARGEST_FILE >> 20} MiB"))
    return raw


def print_json(value: Any) -> None:
    """Print a value on a line of its own, in ASCII so that any terminal can show it."""
    print(json.dumps(value, separators=(",", ":")))
