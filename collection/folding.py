"""Text as people type it: without accents, case or punctuation."""

from __future__ import annotations

import re
import unicodedata

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})
_NOT_A_WORD = re.compile(r"[^a-z0-9]+")


def fold(text: str) -> str:
    """Return lower-case ASCII words joined by single blanks: « D'jinn » becomes `d jinn`."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    ascii_only = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return _NOT_A_WORD.sub(" ", ascii_only).strip()
