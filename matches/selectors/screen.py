"""Several people on one screen: who looks next, so that nobody sees what another holds."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from matches.models import Match
from matches.selectors.tables import Table, table_position
from rules.game import Seat
from rules.games.voleur_state import Phase
from rules.registry import game_named


def spy_moment(table: Table) -> str | None:
    """Name the turn whose spy moment each seat of a shared Voleur goes through; `None` elsewhere.

    Handing the screen only to who is asked would tell who holds a Gadget (rules 1.2.4).
    """
    match = table.match
    if match.game != Match.Game.VOLEUR or not match.shared_screen or not match.is_running:
        return None
    return match.hush_until.isoformat() if match.hush_until else None


def screen_for(table: Table, *, asked: int | None, done: Collection[int]) -> Table:
    """Return a shared Voleur as it is shown while not every seat is through the spy moment.

    `asked` is the seat that says that it is there, `done` those that were.
    """
    mine = [s.seat for s in table.seatings if s.player_id == _viewer(table) and not s.bot]
    following = next((seat for seat in mine if seat not in done), None)
    if following is None:
        return table
    seat = Seat(following)
    if asked != following:
        return replace(table, seat=None, spying=seat)
    if _may_spy(table, seat):
        return replace(table, seat=seat)
    return replace(table, seat=None, decoy=seat)


def _viewer(table: Table) -> int | None:
    return table.viewer.pk if table.viewer else None


def _may_spy(table: Table, seat: Seat) -> bool:
    view = game_named(table.match.game).view(table_position(table).state, seat)
    return bool(view.phase is Phase.SPY and view.awaited)
