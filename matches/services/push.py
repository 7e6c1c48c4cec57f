"""Telling watchers that a table changed: only its code and its version ever travel."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from matches.models import Match

log = logging.getLogger(__name__)


def table_group(code: str) -> str:
    """Return the name of the group of sockets that watch a table."""
    return f"table.{code}"


def player_group(player_id: int) -> str:
    """Return the name of the group of a player's sockets, on whatever page."""
    return f"player.{player_id}"


def push_after_commit(match: Match, *, watched: bool = True) -> None:
    """After this transaction, tell the table's watchers its new version, and wake its bots.

    What nobody may notice is not `watched`: then the bots alone are woken.
    """
    code, version, pk = match.code, match.version, match.pk
    if watched:
        players = list(match.seatings.exclude(player=None).values_list("player", flat=True))
        transaction.on_commit(lambda: _push(code, version, players))
    transaction.on_commit(lambda: _wake(pk))


Waker = Callable[[int], None]
_wakers: list[Waker] = []


def waker(function: Waker) -> Waker:
    """Have a function called with a match's number after each commit that changed it."""
    _wakers.append(function)
    return function


def _wake(match_id: int) -> None:
    for function in _wakers:
        with contextlib.suppress(RuntimeError):  # a pool is closing: the next look wakes it again
            function(match_id)


def _push(code: str, version: int, players: list[int]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    message = {"type": "table.version", "code": code, "version": version}
    for group in (table_group(code), *map(player_group, players)):
        try:
            async_to_sync(layer.group_send)(group, message)
        except Exception:  # a hint that is lost costs one poll, a move that fails costs a match
            log.warning("push for table %s failed", code, exc_info=True)
