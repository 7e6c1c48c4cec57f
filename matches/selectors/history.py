"""What was played: a player's matches, against whom, and the ranking of those who show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Count, Q
from django.http import Http404

from collection.models import Player
from matches.models import Match, Rating, Seating

PAGE = 25
LADDER = 50


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match as its player remembers it: against whom, and how it went."""

    match: Match
    others: tuple[str, ...]
    result: str
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What two people played against each other at one game, from the viewer's side."""

    name: str
    game: str
    won: int
    lost: int
    drawn: int

    @property
    def total(self) -> int:
        """Return the number of matches."""
        return self.won + self.lost + self.drawn


def history_for(viewer: Player, *, before: int | None = None) -> tuple[list[Played], int | None]:
    """Return a page of the viewer's finished matches, and where the next page begins."""
    mine = Seating.objects.filter(player=viewer, bot="").values("match")
    rows = Match.objects.filter(pk__in=mine, status=Match.Status.OVER)
    if before is not None:
        rows = rows.filter(pk__lt=before)
    page = list(rows.prefetch_related("seatings").order_by("-pk")[: PAGE + 1])
    more = page[PAGE - 1].pk if len(page) > PAGE else None
    return [_played(viewer, match) for match in page[:PAGE]], more


def _played(viewer: Player, match: Match) -> Played:
    seatings = list(match.seatings.all())
    own = [s.seat for s in seatings if s.player_id == viewer.pk and not s.bot]
    others = tuple(_name(s) for s in seatings if s.seat not in own)
    result = _result(match, own, len(seatings))
    return Played(match, others, result, tuple((match.outcome or {})["scores"]))


def _name(seating: Seating) -> str:
    return seating.name or f"Robot ({seating.bot})"


def _result(match: Match, own: list[int], seats: int) -> str:
    winners = (match.outcome or {})["winners"]
    if not winners or len(winners) == seats:
        return "drawn"
    return "won" if set(own) & set(winners) else "lost"


def head_to_head_for(viewer: Player) -> list[HeadToHead]:
    """Return the viewer's balance against each other person, at each game, most played first.

    Of matches of two only; bots count for nobody.
    """
    theirs = Seating.objects.filter(
        match__status=Match.Status.OVER,
        match__practice=False,
        match__shared_screen=False,
        match__in=Match.objects.annotate(seats=Count("seatings")).filter(
            seats=2, seatings__player=viewer, seatings__bot=""
        ),
    )
    rows = theirs.exclude(player=viewer).exclude(player=None).filter(bot="").select_related("match")
    balance: dict[tuple[str, str], list[int]] = {}
    for seating in rows:
        winners = (seating.match.outcome or {})["winners"]
        slot = 2 if len(winners) != 1 else (1 if winners[0] == seating.seat else 0)
        balance.setdefault((seating.name, seating.match.game), [0, 0, 0])[slot] += 1
    found = [HeadToHead(name, game, *counts) for (name, game), counts in balance.items()]
    return sorted(found, key=lambda line: (-line.total, line.name, line.game))


def ratings_for(viewer: Player) -> Mapping[str, Rating]:
    """Return the viewer's own ratings by game."""
    return {rating.game: rating for rating in Rating.objects.filter(player=viewer)}


def ladder(game: str) -> list[Rating]:
    """Return the ranking of a game: accounts that chose to be shown; 404 for an unknown game."""
    if game not in Match.Game.values:
        raise Http404
    shown = Rating.objects.filter(
        Q(game=game, shown=True, matches__gt=0),
        player__kind=Player.Kind.ACCOUNT,
        player__is_active=True,
    )
    rows = list(shown.select_related("player"))
    return sorted(rows, key=lambda rating: -rating.points)[:LADDER]
