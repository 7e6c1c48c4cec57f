"""What a table shows around its board: the clock, who is gone, what is said, the settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.models import Match, Reaction, Seating
from matches.selectors.tables import Table
from matches.services.clocks import AWAY, GRACE, away_for, offers_for
from matches.services.reactions import PHRASES, Phrase

SAID_FOR = timedelta(seconds=20)
SAID_AT_MOST = 3
WARN_SHARE = 3
WARN_AT_MOST = 30


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds left for the move that is awaited, and from how many on it is short."""

    left: int
    warn: int

    @property
    def is_short(self) -> bool:
        """Say whether the move has to come now."""
        return self.left <= self.warn


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody who is not there any more: what the others may choose, and what I chose."""

    name: str
    minutes: int
    offers: tuple[str, ...]
    my_vote: str


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase that somebody said a moment ago."""

    name: str
    phrase: Phrase
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Settings:
    """How the visitor wants tables: confirm each move, hide phrases, hear sounds."""

    confirm: bool
    muted: bool
    sound: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """All that stands around the board."""

    clock: Clock | None
    gone: tuple[Gone, ...]
    said: tuple[Said, ...]
    phrases: Mapping[str, Phrase]
    settings: Settings

    @property
    def stamp(self) -> str:
        """Return what changes in it by itself, without a move: who is gone, what was said."""
        gone = "".join(f"g{len(one.offers)}" for one in self.gone)
        return f"{gone}s{len(self.said)}"


def settings_of(cookies: Mapping[str, str]) -> Settings:
    """Read the preferences from the browser's cookies; sounds are off unless asked for."""
    return Settings(
        confirm=cookies.get("confirm") != "no",
        muted=cookies.get("muted") == "yes",
        sound=cookies.get("sound") == "yes",
    )


def frame_for(table: Table, cookies: Mapping[str, str], *, now: datetime) -> Frame:
    """Return what a started table shows around its board."""
    settings = settings_of(cookies)
    return Frame(
        clock=_clock(table.match, now),
        gone=_gone(table, now),
        said=() if settings.muted else _said(table, now),
        phrases=PHRASES if table.seat is not None and not table.match.shared_screen else {},
        settings=settings,
    )


def _clock(match: Match, now: datetime) -> Clock | None:
    if match.deadline is None or match.move_seconds is None or not match.is_running:
        return None
    left = max(0, int((match.deadline - now).total_seconds()))
    return Clock(left, min(WARN_AT_MOST, match.move_seconds // WARN_SHARE))


def _gone(table: Table, now: datetime) -> tuple[Gone, ...]:
    """Return who is gone, to those who sit there; nobody is gone from a screen that is shared."""
    mine, match = table.mine, table.match
    if mine is None or not match.is_running or match.shared_screen:
        return ()
    others = (s for s in table.seatings if s.seat != mine.seat)
    away = ((s, away_for(match=match, seating=s, now=now)) for s in others)
    return tuple(_as_gone(match, s, since, mine) for s, since in away if since >= AWAY)


def _as_gone(match: Match, seating: Seating, since: timedelta, mine: Seating) -> Gone:
    return Gone(
        name=seating.name,
        minutes=int(since.total_seconds() // 60),
        offers=offers_for(match=match, away=since) if since >= GRACE else (),
        my_vote=mine.wants,
    )


def _said(table: Table, now: datetime) -> tuple[Said, ...]:
    rows = Reaction.objects.filter(match=table.match, at__gt=now - SAID_FOR).order_by("-at")
    return tuple(
        Said(table.seatings[row.seat].name, PHRASES[row.phrase], row.seat == table.seat)
        for row in reversed(rows[:SAID_AT_MOST])
        if row.phrase in PHRASES
    )
