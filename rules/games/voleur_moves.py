"""The moves of Voleur de Cartes and their texts (record, the table of moves).

Moves name cards by id, since a text knows no match; whether the card is there, and a Gadget or
not, is asked where the move is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.cards import CARD_ID
from rules.game import IllegalMove


class Spy(NamedTuple):
    """Lay a Gadget openly before playing: the enemy must then show its card first."""

    gadget: str


@dataclass(frozen=True, slots=True)
class Pass:
    """Keep one's Gadgets in hand during the spy phase."""


class Lay(NamedTuple):
    """Play a card, alone or with one Gadget."""

    card: str
    gadget: str | None = None


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up, awaited or not."""


Move = Spy | Pass | Lay | Resign

PASS = Pass()
RESIGN = Resign()
_WORDS: dict[str, Move] = {"pass": PASS, "resign": RESIGN}


def encode(move: Move) -> str:
    """Return the move's text in a record, without the seat."""
    match move:
        case Spy(gadget):
            return f"spy {gadget}"
        case Pass():
            return "pass"
        case Lay(card, None):
            return f"play {card}"
        case Lay(card, gadget):
            return f"play {card}+{gadget}"
    return "resign"


def decode(text: str) -> Move:
    """Read a move's text; raise `IllegalMove` (`no_move`) for a text that is no move."""
    verb, _, named = text.partition(" ")
    if verb == "play":
        card, plus, gadget = named.partition("+")
        if CARD_ID.match(card) and (not plus or CARD_ID.match(gadget)):
            return Lay(card, gadget if plus else None)
    elif verb == "spy":
        if CARD_ID.match(named):
            return Spy(named)
    elif text in _WORDS:
        return _WORDS[text]
    raise IllegalMove("no_move", f"{text!r} is no move of this game")
