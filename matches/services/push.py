"""Telling watchers that a table changed: only its code and its version ever travel."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

from matches.models import Match, Seating

log = logging.getLogger(__name__)


def table_group(code: str) -> str:
    """Return the name of the group of sockets that watch a table."""
    return f"table.{code}"


def player_group(player_id: int) -> str:
    """Return the name of the group of a player's sockets, on whatever page."""
    return f"player.{player_id}"


def push_after_commit(
    match: Match, *, seatings: Sequence[Seating] | None = None, watched: bool = True
) -> None:
    """After this transaction, tell the table's watchers its new version, and wake its bots.

    What nobody may notice is not `watched`: then the bots alone are woken. `seatings` spares the
    question who sits there, where that is known as it now is.
    """
    code, version, pk = match.code, match.version, match.pk
    seated = list(match.seatings.all()) if seatings is None else seatings
    if watched:
        players = sorted({s.player_id for s in seated if s.player_id is not None})
        transaction.on_commit(lambda: _push(code, version, players))
    if match.is_running and any(_is_served(match, seating) for seating in seated):
        transaction.on_commit(lambda: _wake(pk))


def _is_served(match: Match, seating: Seating) -> bool:
    """Say whether the server may have to move for a seat: a bot, forced cards, passes."""
    forced = match.game == Match.Game.BATAILLE and match.options.get("piles") == 1
    return seating.awaited and (seating.is_bot or seating.pass_until_turn or forced)


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
    message = {"type": "table.version", "code": code, "version": version}
    try:
        async_to_sync(_send)([table_group(code), *map(player_group, players)], message)
    except Exception:  # a hint that is lost costs one poll, a move that fails costs a match
        log.warning("push for table %s failed", code, exc_info=True)


async def _send(groups: Sequence[str], message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    for group in groups:
        await layer.group_send(group, message)
