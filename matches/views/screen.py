"""One screen that several people share: it remembers who has been through the spy moment."""

from __future__ import annotations

from collections.abc import Collection

from django.http import HttpRequest

from matches.selectors.screen import screen_for, spy_moment
from matches.selectors.tables import Table


def on_this_screen(request: HttpRequest, shown: Table, asked: int | None) -> Table:
    """Return a table as this screen shows it, `asked` the seat that says it is there."""
    moment = spy_moment(shown)
    if moment is None:
        return shown
    return screen_for(shown, asked=asked, done=_done(request, shown, moment))


def seat_has_looked(request: HttpRequest, shown: Table, seat: int) -> None:
    """Remember that a seat has been through the spy moment of the turn."""
    moment = spy_moment(shown)
    if moment is not None:
        done = {*_done(request, shown, moment), seat}
        request.session[_key(shown)] = [moment, sorted(done)]


def _done(request: HttpRequest, shown: Table, moment: str) -> Collection[int]:
    kept = request.session.get(_key(shown), ["", []])
    return kept[1] if kept[0] == moment else []


def _key(shown: Table) -> str:
    return f"screen:{shown.match.code}"
