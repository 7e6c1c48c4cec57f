"""What the bot that moved last has to say of it, as far as it may be told."""

from __future__ import annotations

from collections.abc import Callable

from matches.models import Match, Move
from matches.selectors.reasons import bataille, voleur
from matches.selectors.tables import Table


def bot_says(table: Table, label: Callable[[str], str], *, until: int | None = None) -> str:
    """Return the last bot move's reason in a sentence, "" where there is none to tell.

    While the match runs only what gives nothing of a hand away, and of moves up to step `until`,
    the last that lie open; in a replay the reason of the move that was made just before. `label`
    names a Voleur card.
    """
    match = table.match
    if match._state.adding or not any(seating.bot for seating in table.seatings):
        return ""
    moves = Move.objects.filter(match=match, by=Move.By.BOT)
    if table.replayed is not None:
        moves = moves.filter(step__lte=table.replayed.step)
    elif until is not None and match.status != Match.Status.OVER:
        moves = moves.filter(step__lte=until)
    reason = moves.order_by("-step").values_list("reason", flat=True).first()
    if not reason:
        return ""
    if match.status != Match.Status.OVER and not _is_public(match.game, reason):
        return ""
    if match.game == Match.Game.VOLEUR:
        return voleur.sentence(reason, label)
    return bataille.sentence(reason)


def _is_public(game: str, reason: dict[str, object]) -> bool:
    known = voleur.is_public if game == Match.Game.VOLEUR else bataille.is_public
    return known(reason)
