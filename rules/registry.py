"""The games that Pioche plays."""

from __future__ import annotations

from typing import Any

from rules.game import Game, SetupError
from rules.games import arena, bataille, voleur

AnyGame = Game[Any, Any, Any, Any]

GAMES: tuple[AnyGame, ...] = (voleur, arena, bataille)


def game_named(name: str) -> AnyGame:
    """Return a game by the record's word for it; raise `SetupError` if there is none."""
    for game in GAMES:
        if game.name == name:
            return game
    raise SetupError("game", f"there is no game {name!r}", game=name)
