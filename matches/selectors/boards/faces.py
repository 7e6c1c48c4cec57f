"""The 52 cards as pages show them: French letters, suits, and a name to be read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

LETTERS = {"A": _("A"), "J": _("V"), "Q": _("D"), "K": _("R")}
RANKS = {"A": _("as"), "J": _("valet"), "Q": _("dame"), "K": _("roi")}
SUITS = {"S": _("pique"), "H": _("cœur"), "D": _("carreau"), "C": _("trèfle")}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Face:
    """A card turned up: its record's code (`10H`), and what `playing_card.html` asks for."""

    code: str

    @property
    def rank(self) -> str:
        """Return the rank as in a record."""
        return self.code[:-1]

    @property
    def suit(self) -> str:
        """Return the suit's letter as in a record."""
        return self.code[-1]

    @property
    def letter(self) -> Any:
        """Return what stands in the corner: V, D, R in French."""
        return LETTERS.get(self.rank, self.rank)

    @property
    def name(self) -> str:
        """Return the card in words, for those who listen."""
        return _named(self.code, get_language())

    @property
    def short(self) -> str:
        """Return the card in two signs, for a sentence."""
        return _signed(self.code, get_language())


@cache
def _named(code: str, _language: str) -> str:
    rank, suit = RANKS.get(code[:-1], code[:-1]), SUITS[code[-1]]
    return str(_("%(rank)s de %(suit)s") % {"rank": rank, "suit": suit})


@cache
def _signed(code: str, _language: str) -> str:
    return f"{LETTERS.get(code[:-1], code[:-1])}{SIGNS[code[-1]]}"


@cache
def face(code: str) -> Face:
    """Return the face of a record's card."""
    return Face(code)


def faces(codes: Sequence[str]) -> tuple[Face, ...]:
    """Return the faces of a record's cards."""
    return tuple(face(code) for code in codes)
