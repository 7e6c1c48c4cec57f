"""Time at a table: the clock of a move, who is gone, and what the server was down for.

Nobody loses anything by a server that was down: what it was silent for is added to every deadline
and to what each player was last seen at. Every function takes `now`.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from threading import Event, Thread

from django.db import close_old_connections, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from collection.models import Player
from collection.refusals import Refusal
from matches.models import Match, Move, Pulse, Seating
from matches.services.bots import bots_wake
from matches.services.play import match_play, play_refused
from matches.services.positions import position_at
from matches.services.push import push_after_commit
from rules.game import Seat
from rules.registry import game_named

log = logging.getLogger(__name__)

BEAT = timedelta(seconds=15)
DOWN = timedelta(seconds=100)
CLOCK_MOVES = 3

SEEN_EVERY = timedelta(seconds=20)
AWAY = timedelta(seconds=60)
GRACE = timedelta(minutes=3)
PATIENCE = timedelta(days=1)
QUICK_SECONDS = 600

BOT, CLAIM, ABORT, WAIT = "bot", "claim", "abort", "wait"
SUBSTITUTE = "normal"
TICK_SECONDS = 5.0
REFUSED_QUIETLY = ("stale", "not_awaited", "not_seated", "over", "not_running", "hushed")

SENTENCES = {
    "not_offered": _("Ce n'est pas encore possible : laisse-lui un peu de temps."),
    "nobody_gone": _("Tout le monde est là."),
}

_last_beat: datetime | None = None


@transaction.atomic
def pulse_beat(*, now: datetime) -> timedelta:
    """Say that the server is alive; give back, and return, the time that it was down."""
    pulse, is_first = Pulse.objects.select_for_update().get_or_create(
        pk=1, defaults={"beat_at": now}
    )
    silent = now - pulse.beat_at
    if is_first or silent < BEAT:
        return timedelta()
    pulse.beat_at = now
    pulse.save(update_fields=["beat_at"])
    if silent <= DOWN:
        return timedelta()
    _give_back(silent)
    return silent


def _give_back(silent: timedelta) -> None:
    running = Match.objects.filter(status=Match.Status.RUNNING)
    running.filter(deadline__isnull=False).update(
        deadline=F("deadline") + silent, version=F("version") + 1
    )
    Seating.objects.filter(match__in=running, seen_at__isnull=False).update(
        seen_at=F("seen_at") + silent
    )


def pulse_beat_now_and_then(*, now: datetime) -> None:
    """Beat from wherever somebody looks, asking the database only when it is time."""
    global _last_beat  # noqa: PLW0603 (a process remembers when it last beat)
    if _last_beat is None or not timedelta() <= now - _last_beat < BEAT:
        pulse_beat(now=now)
        _last_beat = now


def clock_expire(*, match_id: int, now: datetime) -> int:
    """Move for the people whose time is over (record, clocks); return how many moves were made.

    After three such moves of a seat, with none of its own between them, it resigns.
    """
    late = Seating.objects.filter(
        match=match_id,
        match__status=Match.Status.RUNNING,
        match__deadline__lte=now,
        awaited=True,
        bot="",
    )
    return sum(_move_late(seating, now) for seating in late.select_related("match"))


def _move_late(seating: Seating, now: datetime) -> int:
    try:
        _served(seating, _clock_text(seating), Move.By.CLOCK, now)
    except Refusal as refusal:
        if refusal.code not in REFUSED_QUIETLY:
            raise
        return 0
    return 1


def _clock_text(seating: Seating) -> str:
    if seating.clock_moves >= CLOCK_MOVES:
        return "resign"
    game = game_named(seating.match.game)
    return game.encode(
        game.clock_move(game.view(position_at(seating.match).state, Seat(seating.seat)))
    )


@transaction.atomic
def _served(seating: Seating, text: str, by: str, now: datetime) -> None:
    """Have the server move for a seat, and resign for it after three moves of the clock."""
    match, seat = seating.match_id, seating.seat
    match_play(match_id=match, seat=seat, choice=seating.choices + 1, text=text, by=by, now=now)
    if by != Move.By.CLOCK or seating.clock_moves + 1 < CLOCK_MOVES or text == "resign":
        return
    if Match.objects.filter(pk=match, status=Match.Status.RUNNING).exists():
        match_play(
            match_id=match, seat=seat, choice=seating.choices + 2, text="resign", by=by, now=now
        )


def clocks_tick(*, now: datetime) -> int:
    """Beat, let every clock that ran out move, wake bots that a crash left thinking."""
    pulse_beat(now=now)
    running = Match.objects.filter(status=Match.Status.RUNNING)
    due = list(running.filter(deadline__lte=now).values_list("pk", flat=True))
    moved = sum(clock_expire(match_id=pk, now=now) for pk in due)
    for pk in _with_sleeping_bots(now):
        bots_wake(pk)
    return moved


def _with_sleeping_bots(now: datetime) -> list[int]:
    bots = Seating.objects.filter(
        bot__gt="",
        awaited=True,
        match__status=Match.Status.RUNNING,
        match__moved_at__lt=now - 2 * BEAT,
    )
    return list(bots.values_list("match", flat=True).distinct().order_by("match")[:50])


def table_looked_at(
    *, match: Match, seatings: Sequence[Seating], viewer: Player | None, now: datetime
) -> bool:
    """Note that somebody looks at a table; say whether that moved something on it."""
    pulse_beat_now_and_then(now=now)
    if not match.is_running:
        return False
    _seen(seatings, viewer, now)
    if match.deadline is None or now < match.deadline:
        return False
    return clock_expire(match_id=match.pk, now=now) > 0


def _seen(seatings: Sequence[Seating], viewer: Player | None, now: datetime) -> None:
    mine = [s for s in seatings if viewer is not None and s.player_id == viewer.pk]
    stale = [s.pk for s in mine if s.seen_at is None or now - s.seen_at > SEEN_EVERY]
    if stale:
        Seating.objects.filter(pk__in=stale).update(seen_at=now)


def away_for(*, match: Match, seating: Seating, now: datetime) -> timedelta:
    """Return how long a person has been gone while nothing moved; zero for a bot.

    Whether the seat is awaited is no part of it: in Voleur's spy phase that would tell who is
    asked (rules 1.2.4).
    """
    if seating.bot or seating.player_id is None:
        return timedelta()
    seen = [moment for moment in (seating.seen_at, match.started_at, match.moved_at) if moment]
    return max(timedelta(), now - max(seen)) if seen else timedelta()


def offers_for(*, match: Match, away: timedelta) -> tuple[str, ...]:
    """Return what the others may choose about somebody who has been gone for so long.

    A bot that keeps the seat warm harms nobody, and the seat can be taken back. A match without a
    clock, or with days for a move, may lie for a day before anything final is offered.
    """
    quick = match.move_seconds is not None and match.move_seconds <= QUICK_SECONDS
    offered = (BOT,) if away >= GRACE else ()
    return (*offered, CLAIM, ABORT) if away >= (GRACE if quick else PATIENCE) else offered


@transaction.atomic
def table_vote(*, match_id: int, player: Player, want: str, now: datetime | None = None) -> bool:
    """Choose what becomes of somebody who is gone; done, and True, once all the others agree.

    Raises `not_seated`, `not_running`, `nobody_gone`, `not_offered`; `wait` takes a vote back.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update().get(pk=match_id)
    seatings = list(match.seatings.order_by("seat"))
    mine = [s for s in seatings if s.player_id == player.pk and not s.bot]
    if not mine:
        raise play_refused("not_seated")
    if not match.is_running:
        raise play_refused("not_running")
    gone = [s for s in seatings if s not in mine and _is_gone(match, s, now)]
    _refuse_unless_offered(match, gone, want, now)
    for seating in mine:
        seating.wants = "" if want == WAIT else want
        seating.save(update_fields=["wants"])
    voters = [s for s in seatings if s.player_id and not s.bot and s not in gone]
    agreed = want != WAIT and all(s.wants == want for s in voters)
    if agreed and want == CLAIM:
        _resign_gone(match, gone, now)
        return True
    if agreed and want == BOT:
        _seat_bots(match, gone)
    elif agreed:
        _abort(match, now)
    _changed(match)
    return agreed


def _is_gone(match: Match, seating: Seating, now: datetime) -> bool:
    return away_for(match=match, seating=seating, now=now) >= GRACE


def _refuse_unless_offered(match: Match, gone: Sequence[Seating], want: str, now: datetime) -> None:
    if want == WAIT:
        return
    if not gone:
        raise Refusal("nobody_gone", SENTENCES["nobody_gone"])
    shortest = min(away_for(match=match, seating=seating, now=now) for seating in gone)
    if want not in offers_for(match=match, away=shortest):
        raise Refusal("not_offered", SENTENCES["not_offered"])


def _changed(match: Match) -> None:
    match.version += 1
    match.save(update_fields=["version"])
    push_after_commit(match)


def _seat_bots(match: Match, gone: Sequence[Seating]) -> None:
    for seating in gone:
        seating.bot = SUBSTITUTE
        seating.save(update_fields=["bot"])
    match.seatings.update(wants="")


def _resign_gone(match: Match, gone: Sequence[Seating], now: datetime) -> None:
    for seating in gone:
        seating.refresh_from_db()
        if Match.objects.filter(pk=match.pk, status=Match.Status.RUNNING).exists():
            _served(seating, "resign", Move.By.TABLE, now)


def _abort(match: Match, now: datetime) -> None:
    match.status, match.over_at, match.deadline = Match.Status.ABORTED, now, None
    match.seatings.update(awaited=False, wants="")
    match.save(update_fields=["status", "over_at", "deadline"])


@transaction.atomic
def seat_take_back(*, match_id: int, player: Player, now: datetime | None = None) -> None:
    """Sit down again where a bot kept one's seat; raise `not_seated`, `not_running`."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if not match.is_running:
        raise play_refused("not_running")
    kept = match.seatings.filter(player=player).exclude(bot="")
    if not kept.update(bot="", clock_moves=0, seen_at=now or timezone.now()):
        raise play_refused("not_seated")
    _changed(match)


def ticker_start(*, every: float = TICK_SECONDS) -> Event:
    """Tick in a thread of this process until the returned event is set."""
    stop = Event()
    Thread(target=_tick_until, args=(stop, every), name="ticker", daemon=True).start()
    return stop


def _tick_until(stop: Event, every: float) -> None:
    while not stop.wait(every):
        close_old_connections()
        try:
            clocks_tick(now=timezone.now())
        except Exception:
            log.exception("a tick failed")
        finally:
            close_old_connections()
