"""Ratings after a match between people (openskill, Plackett-Luce)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from openskill.models import PlackettLuce

from collection.models import Player
from matches.models import Match, Rating, Seating

MODEL = PlackettLuce()


def ratings_update(*, match: Match, seatings: Sequence[Seating], outcome: dict[str, Any]) -> None:
    """Rate a finished match, in the transaction that ends it.

    Only matches between different people count: no bot, no shared screen, no replayed moment,
    and at least a move by each.
    """
    if not _counts(match, seatings):
        return
    rows = [_locked(seating.player_id, match.game) for seating in seatings]
    teams = [[MODEL.rating(mu=row.mu, sigma=row.sigma)] for row in rows]
    rated = MODEL.rate(teams, ranks=list(places(outcome, len(rows))))
    for row, (new,) in zip(rows, rated, strict=True):
        row.mu, row.sigma, row.matches = new.mu, new.sigma, row.matches + 1
        row.save(update_fields=["mu", "sigma", "matches"])


def _counts(match: Match, seatings: Sequence[Seating]) -> bool:
    players = {seating.player_id for seating in seatings}
    people = all(seating.player_id and not seating.bot for seating in seatings)
    played = all(seating.choices for seating in seatings)
    plain = not match.shared_screen and not match.practice
    return plain and people and played and len(players) == len(seatings)


def _locked(player_id: int | None, game: str) -> Rating:
    assert player_id is not None
    Rating.objects.get_or_create(player_id=player_id, game=game)
    return Rating.objects.select_for_update().get(player_id=player_id, game=game)


def places(outcome: dict[str, Any], seats: int) -> Sequence[float]:
    """Return each seat's place: the winners first, together; then by score, equals together."""
    winners, scores = set(outcome["winners"]), outcome["scores"]
    if not winners:
        return [1.0] * seats
    others = sorted({-scores[seat] for seat in range(seats) if seat not in winners})
    return [1.0 if seat in winners else 2.0 + others.index(-scores[seat]) for seat in range(seats)]


def rating_show(*, player: Player, game: str, shown: bool) -> None:
    """Show one's rating at a game in the ranking, or keep it to oneself."""
    rating, _made = Rating.objects.get_or_create(player=player, game=game)
    rating.shown = shown
    rating.save(update_fields=["shown"])
