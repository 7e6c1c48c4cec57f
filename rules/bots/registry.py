"""The bots of each game, by level."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from rules.bots.bot import Bot

LEVELS = ("easy", "normal", "hard")


def bots_of(game: str) -> Mapping[str, Bot]:
    """Return a game's bots by level; raise `ModuleNotFoundError` for a game that has none."""
    bots: Mapping[str, Bot] = import_module(f"rules.bots.{game}").BOTS
    return bots
