"""What one viewer may see of tables: the only way from rows to pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import Http404

from collection.models import Player
from matches.models import Match, Seating
from matches.models.tables import CODE_LENGTH
from matches.services.positions import Position, position_at
from rules.game import Seat
from rules.registry import game_named


@dataclass(frozen=True, slots=True)
class Table:
    """A match as one viewer meets it: who sits where, and which of the seats are theirs.

    `seat` is the seat whose view the board shows, `None` for a spectator's. `replayed` is the
    position of a replay: nothing can be done there, and nothing is still hidden by the clock.
    """

    match: Match
    seatings: tuple[Seating, ...]
    viewer: Player | None
    seat: Seat | None
    replayed: Position | None = None

    @property
    def mine(self) -> Seating | None:
        """Return the viewer's own seating."""
        return None if self.seat is None else self.seatings[self.seat]

    @property
    def is_host(self) -> bool:
        """Say whether the viewer opened this table."""
        return self.viewer is not None and self.match.host_id == self.viewer.pk

    @property
    def may_join(self) -> bool:
        """Say whether the viewer could still sit down here."""
        return (
            self.match.status == Match.Status.OPEN
            and self.seat is None
            and any(seating.is_empty for seating in self.seatings)
        )


def table_for(viewer: Player | None, code: str, *, seat: int | None = None) -> Table:
    """Return a table to somebody who may see it; 404 for anybody else.

    Players see their own; an open table shows itself to whoever has its code; a running or
    finished one to spectators as the table chose. On a shared screen, one player holds several
    seats: `seat` says which of them looks, by default the one that is awaited.
    """
    match = Match.objects.select_related("host").filter(code=code.upper()).first()
    if match is None:
        raise Http404
    seatings = tuple(match.seatings.select_related("player").order_by("seat"))
    mine = [s for s in seatings if viewer is not None and s.player_id == viewer.pk and not s.bot]
    if not mine and not _may_watch(match):
        raise Http404
    return Table(match, seatings, viewer, _seat_shown(mine, seat))


def _may_watch(match: Match) -> bool:
    if match.status == Match.Status.OPEN:
        return True
    return match.spectators != Match.Spectators.NOBODY


def _seat_shown(mine: Sequence[Seating], seat: int | None) -> Seat | None:
    if not mine:
        return None
    if seat is not None:
        if all(seating.seat != seat for seating in mine):
            raise Http404
        return Seat(seat)
    awaited = next((seating for seating in mine if seating.awaited), mine[0])
    return Seat(awaited.seat)


def table_position(table: Table) -> Position:
    """Return the referee's position; only `table_view` and events leave the selectors."""
    return position_at(table.match) if table.replayed is None else table.replayed


def table_view(table: Table) -> Any:
    """Return all that the viewer's seat knows, and nothing else."""
    return game_named(table.match.game).view(table_position(table).state, table.seat)


def table_exists(code: str) -> bool:
    """Say whether a table has this code: all that a stranger may learn of one."""
    return len(code) == CODE_LENGTH and Match.objects.filter(code=code).exists()


def tables_awaiting(viewer: Player) -> list[Match]:
    """Return the running matches in which the viewer is awaited, the longest waiting first."""
    seatings = (
        Seating.objects.filter(
            player=viewer, bot="", awaited=True, match__status=Match.Status.RUNNING
        )
        .select_related("match")
        .order_by("awaited_since")
    )
    return list({seating.match_id: seating.match for seating in seatings}.values())


def tables_of(viewer: Player, *, limit: int = 50) -> list[Match]:
    """Return the viewer's open and running tables, the last changed first."""
    return list(
        Match.objects.filter(
            Q(seatings__player=viewer) | Q(host=viewer),
            status__in=[Match.Status.OPEN, Match.Status.RUNNING],
        )
        .distinct()
        .prefetch_related("seatings")
        .order_by("-moved_at", "-created_at")[:limit]
    )


def lobby_tables(viewer: Player | None, *, limit: int = 50) -> list[Match]:
    """Return the tables that anybody may still sit down at, the newest first."""
    tables = (
        Match.objects.filter(
            status=Match.Status.OPEN,
            visibility=Match.Visibility.LOBBY,
            seatings__player=None,
            seatings__bot="",
        )
        .distinct()
        .select_related("host")
        .prefetch_related("seatings")
        .order_by("-created_at")
    )
    if viewer is not None:
        tables = tables.exclude(seatings__player=viewer)
    return list(tables[:limit])
