"""Passing until one's turn: the server passes for whoever wants no reinforcements (Arena)."""

from __future__ import annotations

from django.db import transaction

from collection.models import Player
from matches.models import Match
from matches.services.play import is_asked_itself, play_refused
from matches.services.positions import position_at
from matches.services.push import push_after_commit


@transaction.atomic
def seat_pass_until_turn(*, match_id: int, player: Player, seat: int, on: bool) -> None:
    """Have the server pass for a seat asked for reinforcements, or no longer.

    It lasts until the seat's own turn or an attack on it, whichever comes first; then a person
    decides again. Raises `not_seated`, `not_running`, and `not_awaited` where the seat is to
    decide for itself now.
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    seating = match.seatings.filter(player=player, seat=seat, bot="").first()
    if seating is None or match.game != Match.Game.ARENA:
        raise play_refused("not_seated")
    if not match.is_running:
        raise play_refused("not_running")
    if on and is_asked_itself(match, position_at(match), seat):
        raise play_refused("not_awaited")
    seating.pass_until_turn = on
    seating.save(update_fields=["pass_until_turn"])
    match.version += 1
    match.save(update_fields=["version"])
    push_after_commit(match)
