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
    On a shared screen, `spying` is whose turn it is to look at Voleur's spy moment, and `decoy`
    who looks although nothing can be decided there.
    """

    match: Match
    seatings: tuple[Seating, ...]
    viewer: Player | None
    seat: Seat | None
    replayed: Position | None = None
    spying: Seat | None = None
    decoy: Seat | None = None

    @property
    def mine(self) -> Seating | None:
        """Return the viewer's own seating."""
        return None if self.seat is None else self.seatings[self.seat]

    @property
    def curtain(self) -> Seating | None:
        """Return who takes the screen next, where several share it and nobody of them looks."""
        if self.seat is not None or not self.match.shared_screen or not self.match.is_running:
            return None
        if self.viewer is None or self.decoy is not None:
            return None
        if self.spying is not None:
            return self.seatings[self.spying]
        mine = (s for s in self.seatings if s.player_id == self.viewer.pk and not s.bot)
        return next((seating for seating in mine if seating.awaited), None)

    @property
    def kept_seat(self) -> Seating | None:
        """Return the viewer's seat in which a bot sits while they are gone."""
        if self.viewer is None or not self.match.is_running:
            return None
        theirs = (s for s in self.seatings if s.player_id == self.viewer.pk)
        return next((seating for seating in theirs if seating.bot), None)

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
    seats: `seat` says which of them looks. While it runs a curtain hangs before them: the table
    shows what everybody may see until the awaited seat says that it is there.
    """
    match = Match.objects.filter(code=code.upper()).first()
    if match is None:
        raise Http404
    seatings = tuple(match.seatings.order_by("seat"))
    theirs = [s for s in seatings if viewer is not None and s.player_id == viewer.pk]
    if not theirs and not _may_watch(match):
        raise Http404
    mine = [seating for seating in theirs if not seating.bot]
    shown = _seat_shown(mine, seat)
    if shown is not None and _is_behind_curtain(match, mine, shown, asked=seat is not None):
        shown = None
    return Table(match, seatings, viewer, shown)


def _is_behind_curtain(match: Match, mine: Sequence[Seating], shown: Seat, *, asked: bool) -> bool:
    if not match.shared_screen or not match.is_running or len(mine) < 2:
        return False
    return not asked or not any(s.seat == shown and s.awaited for s in mine)


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


def tables_to_watch(viewer: Player | None, *, limit: int = 20) -> list[Match]:
    """Return the running matches that everybody may watch, the last moved first."""
    tables = Match.objects.filter(
        status=Match.Status.RUNNING, spectators=Match.Spectators.EVERYBODY
    )
    if viewer is not None:
        tables = tables.exclude(pk__in=Seating.objects.filter(player=viewer).values("match"))
    return list(tables.prefetch_related("seatings").order_by("-moved_at")[:limit])


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
