"""JSON read to the letter: what two programs could read differently is refused.

Python's own reader takes the last of two equal keys and knows NaN; a record that everybody is
to check must mean one thing only. A byte order mark at the start is passed over.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from math import isinf
from typing import Any

from rules.game import SetupError

DEEPEST = 100
_NESTS = (list, dict)


def loads(raw: bytes | str) -> Any:
    """Return the value of a JSON text in UTF-8; raise `SetupError` saying where it fails."""
    try:
        value = _DECODER.decode(_text(raw))
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise SetupError("json", f"not JSON: {error.msg} at {where}") from error
    except RecursionError as error:
        raise _too_deep() from error
    _check_depth(value)
    return value


def _check_depth(value: Any) -> None:
    """Refuse what whoever walks through it by recursion could not get out of."""
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _items(outer) if isinstance(inner, _NESTS)]
    if level:
        raise _too_deep()


def _items(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _too_deep() -> SetupError:
    return SetupError("json", f"nested more than {DEEPEST} deep")


def _text(raw: bytes | str) -> str:
    if isinstance(raw, str):
        return raw.removeprefix("\ufeff")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SetupError("json", f"not UTF-8 text at byte {error.start}") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise SetupError("json", f"the key {twice!r} stands twice", key=twice)
    return fields


def _constant(word: str) -> Any:
    raise SetupError("json", f"not JSON: {word} is no number of JSON")


def _float(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        raise SetupError("json", f"the number {digits} is too large")
    return number


def _int(digits: str) -> int:
    try:
        return int(digits)
    except ValueError as error:
        raise SetupError("json", f"a number of {len(digits)} digits is too large") from error


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_int
)
