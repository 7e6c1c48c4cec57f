"""Where shuffles come from: the fair one that anyone can check, and a fast one.

Games never shuffle by themselves: they ask the `Chance` they are handed, naming each shuffle
by its label, so that the same seed deals the same match on any machine (record, The fair
shuffle).
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from random import Random
from struct import Struct
from typing import Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_WORD = 1 << 64
_FOUR_NUMBERS = Struct(">4Q").unpack


class Chance(Protocol):
    """A source of shuffles, each asked for under its own label."""

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return the items in a new order that depends on the seed and the label alone."""
        ...


class FairChance:
    """The shuffle of the match record: HMAC-SHA256 under a 32-byte seed."""

    __slots__ = ("seed",)

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.seed = seed

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Shuffle from the last place down, each label starting its stream afresh."""
        shuffled = list(items)
        numbers = stream(self.seed, label)
        for i in range(len(shuffled) - 1, 0, -1):
            j = below(numbers, i + 1)
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled


class FastChance:
    """A shuffle for simulations: quick, repeatable for a seed, blind to labels."""

    __slots__ = ("random",)

    def __init__(self, seed: int | Random) -> None:
        self.random = seed if isinstance(seed, Random) else Random(seed)

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:  # noqa: ARG002 (the protocol's)
        """Shuffle with the generator's next numbers; the label plays no part."""
        shuffled = list(items)
        self.random.shuffle(shuffled)
        return shuffled


def stream(seed: bytes, label: str) -> Iterator[int]:
    """Yield 64-bit numbers without end: four from each HMAC of `label/0`, `label/1` …"""
    block = 0
    while True:
        yield from _FOUR_NUMBERS(hmac.digest(seed, f"{label}/{block}".encode(), hashlib.sha256))
        block += 1


def below(numbers: Iterator[int], n: int) -> int:
    """Return the next number modulo n, passing over those that would favour small results."""
    limit = _WORD - _WORD % n
    number = next(numbers)
    while number >= limit:
        number = next(numbers)
    return number % n
