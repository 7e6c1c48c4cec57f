"""How often somebody may fail to log in, or sign up, before they wait."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.core.cache import cache

from collection.folding import fold

if TYPE_CHECKING:
    from django.http import HttpRequest

QUARTER = 15 * 60
HOUR = 60 * 60


@dataclass(frozen=True, slots=True)
class Throttle:
    """At most `tries` under `key` in `seconds` from the first of them.

    A try is counted before its outcome is known, in one step, so that many at once gain nothing.
    """

    key: str
    tries: int
    seconds: int

    def take(self) -> int:
        """Count one try and return 0; or count nothing, and return how many seconds to wait."""
        cache.add(self._since_key, time.time(), self.seconds)
        cache.add(self._count_key, 0, self.seconds)
        if _stepped(self._count_key, 1) <= self.tries:
            return 0
        self.give_back()
        since: float = cache.get(self._since_key, time.time())
        return max(1, round(since + self.seconds - time.time()))

    def give_back(self) -> None:
        """Take one try off the count again: it turned out not to be one."""
        _stepped(self._count_key, -1)

    def forget(self) -> None:
        """Start afresh, once the person has proved who they are."""
        cache.delete_many([self._count_key, self._since_key])

    @property
    def _count_key(self) -> str:
        return "throttle:" + hashlib.sha256(self.key.encode()).hexdigest()

    @property
    def _since_key(self) -> str:
        return f"{self._count_key}:since"


def _stepped(key: str, step: int) -> int:
    try:
        return cache.incr(key, step)
    except ValueError:  # its time ran out this very moment
        return 0


def take_all(throttles: Sequence[Throttle]) -> int:
    """Count one try under each, or, where one says to wait, under none; return the wait."""
    waits = [throttle.take() for throttle in throttles]
    if not any(waits):
        return 0
    for throttle, wait in zip(throttles, waits, strict=True):
        if not wait:
            throttle.give_back()
    return max(waits)


def log_in_throttles(*, request: HttpRequest, name: str) -> tuple[Throttle, Throttle]:
    """Five failures for one name from one place, thirty from one place, in a quarter of an hour."""
    place = request.META.get("REMOTE_ADDR", "")
    return (
        Throttle(f"log-in {place} {fold(name)[:60]}", tries=5, seconds=QUARTER),
        Throttle(f"log-in {place}", tries=30, seconds=QUARTER),
    )


def sign_up_throttle(*, request: HttpRequest) -> Throttle:
    """Twenty new accounts an hour from one place: a class at school still gets in."""
    return Throttle(f"sign-up {request.META.get('REMOTE_ADDR', '')}", tries=20, seconds=HOUR)


def forgotten_throttle(*, request: HttpRequest) -> Throttle:
    """Five messages an hour asked for from one place: nobody's letter box is filled."""
    return Throttle(f"forgotten {request.META.get('REMOTE_ADDR', '')}", tries=5, seconds=HOUR)
