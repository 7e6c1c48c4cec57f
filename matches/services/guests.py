"""What a guest played stays theirs when they find their account again."""

from __future__ import annotations

from collection.models import Player
from collection.services.accounts import guest_merge_step
from matches.models import Match, Seating


@guest_merge_step
def matches_handed(guest: Player, account: Player) -> None:
    """Hand a guest's seats and tables to their account, names included."""
    Seating.objects.filter(player=guest, bot="").update(name=account.display_name)
    Seating.objects.filter(player=guest).update(player=account)
    Match.objects.filter(host=guest).update(host=account)
