"""What awaits a player at their tables: told on every page, and listed on one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Exists, OuterRef, Q, QuerySet

from collection.models import Player
from matches.models import Match, Seating

SHOWN = 50


@dataclass(frozen=True, slots=True)
class MyTables:
    """A player's tables: those that await them, those that await others, those not yet begun."""

    awaiting: tuple[Match, ...]
    running: tuple[Match, ...]
    open: tuple[Match, ...]


def _awaiting(viewer: Player, now: datetime) -> QuerySet[Seating]:
    """Return the awaited seats; while Voleur's spy phase shows, nobody is told to be awaited.

    The engine may have gone on already, which would tell that nobody was asked (rules 1.2.4).
    """
    return Seating.objects.filter(
        Q(match__hush_until=None)
        | Q(match__hush_until__lte=now)
        | ~Q(match__game=Match.Game.VOLEUR),
        player=viewer,
        bot="",
        awaited=True,
        match__status=Match.Status.RUNNING,
    )


# Asked on every page: written out, since composing it takes longer than answering it.
_COUNT = """
    SELECT COUNT(DISTINCT match.id)
    FROM matches_seating seating JOIN matches_match match ON match.id = seating.match_id
    WHERE seating.player_id = %s AND seating.awaited AND seating.bot = ''
        AND match.status = 'running'
        AND (match.game <> 'voleur' OR match.hush_until IS NULL OR match.hush_until <= %s)
"""


def awaiting_count(viewer: Player, *, now: datetime) -> int:
    """Return at how many tables the viewer is awaited; one query."""
    moment = connection.ops.adapt_datetimefield_value(now)
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [viewer.pk, moment])
        return int(cursor.fetchone()[0])


def my_tables(viewer: Player, *, now: datetime) -> MyTables:
    """Return the viewer's open and running tables; what has waited longest comes first."""
    asked = _awaiting(viewer, now).filter(match=OuterRef("pk"))
    rows = (
        Match.objects.filter(
            Q(pk__in=Seating.objects.filter(player=viewer).values("match")) | Q(host=viewer),
            status__in=[Match.Status.OPEN, Match.Status.RUNNING],
        )
        .annotate(asks_me=Exists(asked))
        .prefetch_related("seatings")
        .order_by("moved_at", "-created_at")[:SHOWN]
    )
    running = [match for match in rows if match.is_running]
    return MyTables(
        awaiting=tuple(match for match in running if match.asks_me),
        running=tuple(match for match in running if not match.asks_me),
        open=tuple(match for match in rows if not match.is_running),
    )
