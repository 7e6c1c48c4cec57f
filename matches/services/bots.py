"""What the server plays: bots, the forced cards of a Bataille with a single pile, and the passes
of whoever leaves the Arena's reinforcements to the table.

They move after commit, outside the transaction, in a thread of their own. Whoever looks at a
table whose bot is awaited wakes it again, so a crash never freezes a match. In the Arena they
leave a moment between their moves, so that people can follow; nobody else waits for it.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Lock, Timer
from typing import Any

from django.conf import settings
from django.db import close_old_connections
from django.db.models import Q
from django.utils import timezone

from collection.refusals import Refusal
from matches.models import Match, Move, Seating
from matches.services.play import holds_back, is_hushed, match_play
from matches.services.positions import Position, position_at
from matches.services.push import waker
from rules.bots.bot import Bot, Budget, Choice
from rules.bots.registry import bots_of
from rules.game import Seat
from rules.registry import game_named

log = logging.getLogger(__name__)

THINK_SECONDS = 0.25
THINK_SIMULATIONS = 4000

_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="bot")
_busy: set[int] = set()
_asked_again: set[int] = set()
_coming_back: set[int] = set()
_lock = Lock()


@waker
def bots_wake(match_id: int) -> None:
    """Get whoever the server plays for moving in a match, unless they are at it already."""
    if _next_served(match_id) is None:
        return
    if getattr(settings, "MATCH_BOTS_INLINE", False):
        bots_move(match_id=match_id)
        return
    _submit(match_id)


def _submit(match_id: int) -> None:
    """Have a match's bots move in a thread; what is asked of a busy one is asked again after it."""
    with _lock:
        if match_id in _busy:
            _asked_again.add(match_id)
            return
        _busy.add(match_id)
    _pool.submit(_run, match_id)


def _run(match_id: int) -> None:
    close_old_connections()
    try:
        bots_move(match_id=match_id)
    except Exception:
        log.exception("bots of match %s stopped", match_id)
    finally:
        close_old_connections()
        with _lock:
            _busy.discard(match_id)
            again = match_id in _asked_again
            _asked_again.discard(match_id)
        if again:
            _submit(match_id)


def bots_move(*, match_id: int) -> int:
    """Move until a person has to decide or the match is over; return how many moves.

    While the table holds still, or shows a move, whoever has to wait for it comes back after it.
    """
    moved = 0
    while (seating := _next_served(match_id)) is not None:
        seconds = _seconds_to_wait(seating)
        if seconds > 0:
            _come_back(match_id, seconds)
            break
        try:
            served_move(match=seating.match, seating=seating)
        except Refusal as refusal:
            if refusal.code not in ("stale", "not_awaited", "not_seated"):
                raise
        moved += 1
    return moved


def _seconds_to_wait(seating: Seating) -> float:
    match, now = seating.match, timezone.now()
    if _must_hush(seating):
        assert match.hush_until is not None
        return (match.hush_until - now).total_seconds()
    if match.game != Match.Game.ARENA or getattr(settings, "MATCH_BOTS_INLINE", False):
        return 0
    since = (now - (match.moved_at or now)).total_seconds()
    return _showing_seconds(match, position_at(match)) - since


def _must_hush(seating: Seating) -> bool:
    match = seating.match
    if not is_hushed(match, timezone.now()):
        return False
    game = game_named(match.game)
    view = game.view(position_at(match).state, Seat(seating.seat))
    first = next(iter(game.legal_moves(view)), None)
    return first is not None and holds_back(match, game.encode(first))


def _showing_seconds(match: Match, position: Position) -> float:
    """Return how long the last move is looked at: the end of a battle longest, a pass hardly.

    Whoever moved themselves need not look: a person is answered at once.
    """
    shortest, longest = (float(pace) / 1000 for pace in settings.MATCH_PACE_MS)
    if not position.told:
        return shortest
    last = position.told[-1]
    kinds = {event.kind for event in last.events}
    if kinds & {"resolved", "broken", "resigned"}:
        return longest
    is_a_bots = last.seat is not None and match.seatings.exclude(bot="").filter(seat=last.seat)
    if kinds == {"passed"} or not is_a_bots:
        return shortest
    return (shortest + longest) / 2


def _come_back(match_id: int, seconds: float) -> None:
    """Wake the bots of a match after so long; who asks meanwhile waits for the same moment."""
    with _lock:
        if match_id in _coming_back:
            return
        _coming_back.add(match_id)
    timer = Timer(max(0.0, seconds), _back, [match_id])
    timer.daemon = True
    timer.start()


def _back(match_id: int) -> None:
    with _lock:
        _coming_back.discard(match_id)
    with contextlib.suppress(RuntimeError):  # the pool is closing: the next look wakes them again
        _submit(match_id)


def _next_served(match_id: int) -> Seating | None:
    """Return the next awaited seat that the server plays for, `None` if people decide."""
    served = ~Q(bot="") | Q(match__game=Match.Game.BATAILLE, match__options__piles=1)
    served |= Q(match__game=Match.Game.ARENA, pass_until_turn=True)
    return (
        Seating.objects.filter(
            served, match=match_id, match__status=Match.Status.RUNNING, awaited=True
        )
        .select_related("match")
        .order_by("seat")
        .first()
    )


def served_move(*, match: Match, seating: Seating) -> None:
    """Move for a seat: a bot's choice from its view, the only card that may be laid, a pass."""
    if seating.bot:
        choice = _choose(match, seating)
        move, by = choice.move, Move.By.BOT
        reason = {"code": choice.reason.code, "facts": dict(choice.reason.facts)}
    else:
        game = game_named(match.game)
        view = game.view(position_at(match).state, Seat(seating.seat))
        move, by, reason = game.clock_move(view), Move.By.TABLE, None
    match_play(
        match_id=match.pk,
        seat=seating.seat,
        choice=seating.choices + 1,
        text=game_named(match.game).encode(move),
        by=by,
        reason=reason,
    )


def _choose(match: Match, seating: Seating) -> Choice:
    game, position = game_named(match.game), position_at(match)
    bot: Bot = bots_of(match.game)[seating.bot]
    view: Any = game.view(position.state, Seat(seating.seat))
    budget = Budget(THINK_SIMULATIONS, THINK_SECONDS, time.monotonic)
    return bot.choose(view, bot_random(match, position.step, seating.seat), budget)


def bot_random(match: Match, step: int, seat: int) -> Random:
    """Return the bot's own dice, which nobody can foresee and a replay gives again."""
    label = f"bot/{step}/{seat}".encode()
    return Random(hmac.digest(bytes.fromhex(match.server_seed), label, hashlib.sha256))
