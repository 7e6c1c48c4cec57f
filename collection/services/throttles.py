"""How often somebody may fail to log in, or sign up, before they wait."""

from __future__ import annotations

import hashlib
import time
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
    """At most `tries` under `key` in any `seconds`; only what `record` is called for counts."""

    key: str
    tries: int
    seconds: int

    def wait(self) -> int:
        """Return how many seconds to wait before the next try, 0 when there is no need."""
        recent = self._recent()
        if len(recent) < self.tries:
            return 0
        return max(1, round(recent[-self.tries] + self.seconds - time.time()))

    def record(self) -> None:
        """Count one try."""
        cache.set(self._cache_key, [*self._recent(), time.time()], self.seconds)

    def forget(self) -> None:
        """Start afresh, once the person has proved who they are."""
        cache.delete(self._cache_key)

    @property
    def _cache_key(self) -> str:
        return "throttle:" + hashlib.sha256(self.key.encode()).hexdigest()

    def _recent(self) -> list[float]:
        since = time.time() - self.seconds
        return [at for at in cache.get(self._cache_key, []) if at > since]


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
