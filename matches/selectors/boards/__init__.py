"""Boards: a view of the rules told in the page's own terms, ready for its template.

A board is built from the view of the viewer's seat and from events as that seat saw them, never
from the state, so a template has no secret to give away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from matches.models import Match
from matches.selectors.boards import arena, bataille, voleur
from matches.selectors.tables import Table


class Board(Protocol):
    """What the page's frame needs of any board; the rest is the game's own template's."""

    @property
    def wake_ms(self) -> int:
        """In how many milliseconds the board changes by itself; 0 for never."""
        ...


BOARDS: Mapping[str, Callable[[Table], Board]] = {
    Match.Game.VOLEUR: voleur.board_for,
    Match.Game.ARENA: arena.board_for,
    Match.Game.BATAILLE: bataille.board_for,
}


def board_for(table: Table) -> Board:
    """Return the board of a started match as its viewer may see it."""
    return BOARDS[table.match.game](table)
