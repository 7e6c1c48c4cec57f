"""What the players of a table are called on its pages."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from matches.models import Seating


def seat_names(seatings: Sequence[Seating]) -> list[str]:
    """Return the players' names by seat; several bots are numbered."""
    bots = [seating.seat for seating in seatings if seating.is_bot and not seating.name]
    if len(bots) < 2:
        return [seating.name or _("Robot") for seating in seatings]
    return [
        seating.name or _("Robot %(number)d") % {"number": bots.index(seating.seat) + 1}
        for seating in seatings
    ]
