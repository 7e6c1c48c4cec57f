"""Decks as text, one card a line: `2x Nom`. Lines only; which card a name means is for a selector.

A line that begins with `# ` says something of the deck: its name first, then its wager, how the
minimum is read, and whether it is a dream.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

LONGEST_TEXT = 5_000
MOST_LINES = 60

_BULLET = re.compile(r"^[-*•–]\s+")
_CARD_NUMBER = re.compile(r"\s*\(n\s*[°ºo]?\s*([0-9]{1,6})\)\s*$", re.IGNORECASE)
_QUANTITY_FIRST = (
    re.compile(r"(?P<number>[-+]?[0-9]{1,9})\s*[x×*]\s*(?P<name>\S.*)", re.IGNORECASE),
    re.compile(r"(?P<number>[-+]?[0-9]{1,9})\s+(?P<name>\S.*)"),
    re.compile(r"[x×]\s*(?P<number>[0-9]{1,9})\s+(?P<name>\S.*)", re.IGNORECASE),
)
_QUANTITY_LAST = (
    re.compile(r"(?P<name>.*\S)\s*[x×*]\s*(?P<number>[0-9]{1,9})", re.IGNORECASE),
    re.compile(r"(?P<name>.*\S)\s*\((?P<number>[0-9]{1,9})\)"),
    re.compile(r"(?P<name>.*\S)\s+(?P<number>[0-9]{1,2})"),
)


@dataclass(frozen=True, slots=True)
class CardLine:
    """A line that names a card: its place from 1, how many, the name, a card number if it has."""

    place: int
    quantity: int
    name: str
    number: int | None = None


def remarks_in(text: str) -> list[str]:
    """Return what a text says of its deck, line by line, without the sign of a remark."""
    lines = (line.strip() for line in text.splitlines())
    return [line[1:].strip() for line in lines if _is_remark(line)]


def _is_remark(line: str) -> bool:
    return line == "#" or line.startswith(("# ", "#\t"))


def cards_in(text: str, knows: Callable[[str], bool]) -> Iterator[CardLine]:
    """Give the lines that name cards.

    `knows` says whether a name is a card's: « 5 gemmes » is one card, not five of something.
    """
    for place, line in enumerate(text.splitlines(), start=1):
        words = " ".join(line.split())
        if words and not _is_remark(words):
            yield _card_line(place, words, knows)


def _card_line(place: int, words: str, knows: Callable[[str], bool]) -> CardLine:
    if knows(words):
        return CardLine(place, 1, words)
    words = _BULLET.sub("", words)
    written = _CARD_NUMBER.search(words)
    number = int(written[1]) if written else None
    words = _CARD_NUMBER.sub("", words)
    quantity, name = (1, words) if knows(words) else _quantity_and_name(words)
    return CardLine(place, quantity, name, number)


def _quantity_and_name(words: str) -> tuple[int, str]:
    for shape in (*_QUANTITY_FIRST, *_QUANTITY_LAST):
        found = shape.fullmatch(words)
        if found:
            return int(found["number"]), found["name"]
    return 1, words
