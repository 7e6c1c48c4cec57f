"""What is asked of a deck's pages, read leniently; what changes a deck is judged by its service."""

from __future__ import annotations

import uuid

from django.http import QueryDict

from collection.models import Deck
from collection.selectors.pool import SORTS, PoolFilters
from collection.selectors.search import LONGEST_TEXT
from rules.cards import Rarity

NO_VERSION = -1
_LONGEST_NUMBER = 9


def read_number(text: str | None, otherwise: int) -> int:
    """Return the whole number that a field holds; what is none counts as `otherwise`."""
    plain = text or ""
    return (
        int(plain)
        if plain.isascii() and plain.isdigit() and len(plain) <= _LONGEST_NUMBER
        else otherwise
    )


def read_version(sent: QueryDict) -> int:
    """Return the version that the page showed; a form without one is as stale as can be."""
    return read_number(sent.get("version"), NO_VERSION)


def read_rarity(sent: QueryDict, name: str) -> str | None:
    """Return a rarity's code, nothing where the field names none."""
    code = sent.get(name, "")
    return code if code in set(Rarity) else None


def read_minimum(sent: QueryDict) -> str:
    """Return how the minimum is read: to the letter only where the form says so."""
    strict = sent.get("minimum") == Deck.Minimum.STRICT
    return Deck.Minimum.STRICT if strict else Deck.Minimum.WAIVED


def read_key(sent: QueryDict) -> uuid.UUID | None:
    """Return what makes a form one of its kind, so that sending it twice makes one deck."""
    try:
        return uuid.UUID(sent.get("jeton", ""))
    except ValueError:
        return None


def read_pool_filters(asked: QueryDict) -> PoolFilters:
    """Return the filters of the cards to choose from; what means nothing filters nothing."""
    sort = asked.get("tri", "")
    return PoolFilters(
        text=asked.get("q", "").replace("\0", "").strip()[:LONGEST_TEXT],
        rarity=read_rarity(asked, "rarete") or "",
        sort=sort if sort in SORTS else "",
        recent=asked.get("recentes") == "1",
        page=max(1, read_number(asked.get("page"), 1)),
    )
