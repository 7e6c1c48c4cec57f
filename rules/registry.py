"""The games that Pioche plays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import Any, cast

from rules.game import Game, SetupError

AnyGame = Game[Any, Any, Any, Any]


def _written() -> Iterator[AnyGame]:
    for name in ("voleur", "arena", "bataille"):
        with suppress(ImportError):
            yield cast("AnyGame", import_module(f"rules.games.{name}"))


GAMES: tuple[AnyGame, ...] = tuple(_written())


def game_named(name: str) -> AnyGame:
    """Return a game by the record's word for it; raise `SetupError` if there is none."""
    for game in GAMES:
        if game.name == name:
            return game
    raise SetupError("game", f"there is no game {name!r}", game=name)
