"""The bots of each game, by level."""

from __future__ import annotations

from collections.abc import Mapping

from rules.bots.bot import Bot

LEVELS = ("easy", "normal", "hard")


def bots_of(game: str) -> Mapping[str, Bot]:
    """Return a game's bots by level; KeyError for a game that there isn't."""
    # Imported when they are wanted: whoever replays a record need not wait for their tables.
    from rules.bots import arena, bataille, voleur

    bots: Mapping[str, Mapping[str, Bot]] = {
        "voleur": voleur.BOTS,
        "arena": arena.BOTS,
        "bataille": bataille.BOTS,
    }
    return bots[game]
