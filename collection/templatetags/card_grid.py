"""The tiles of the card grid, each drawn once a process: they were most of the page's work."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.conf import settings
from django.db.models import Model
from django.template import Context
from django.template.loader import get_template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from collection.selectors.cards import Tile

register = template.Library()

# What a tile has of the request, and is filled in for each: the form's token, the way back.
TOKEN = "the-token-of-the-form"  # noqa: S105 (a place for one)
HERE = "/the-page-that-is-open/"
MOST_TILES = 5_000

_drawn: dict[tuple[Any, ...], str] = {}


@register.simple_tag(takes_context=True)
def card_tiles(context: Context, tiles: Iterable[Tile]) -> SafeString:
    """Draw the tiles of a grid, as `card_tile.html` shows them."""
    html = "".join(_tile(tile) for tile in tiles)
    token, here = str(context["csrf_token"]), context["request"].get_full_path()
    return mark_safe(html.replace(TOKEN, escape(token)).replace(HERE, escape(here)))  # noqa: S308 (drawn by our own template)


def _tile(tile: Tile) -> str:
    facts = _facts(tile)
    if facts not in _drawn or settings.DEBUG:
        if len(_drawn) >= MOST_TILES:
            _drawn.clear()
        _drawn[facts] = _draw(tile)
    return _drawn[facts]


def _facts(tile: Tile) -> tuple[Any, ...]:
    """Return all that a tile may show: every column of the card's own rows, and the viewer's."""
    card = tile.card
    rows = (card, card.rarity, card.brawler, card.suits)
    return (get_language(), tile.owned, tile.wished, *(_columns(row) for row in rows))


def _columns(row: Model | None) -> tuple[Any, ...]:
    if row is None:
        return ()
    return tuple([getattr(row, column.attname) for column in row._meta.concrete_fields])


class _AnyRequest:
    """Stands where a request would, in a tile drawn for all of them."""

    def get_full_path(self) -> str:
        return HERE


def _draw(tile: Tile) -> str:
    shown = {"card": tile.card, "owned": tile.owned, "wished": tile.wished}
    request = {"csrf_token": TOKEN, "request": _AnyRequest()}
    return str(get_template("collection/partials/card_tile.html").render({**shown, **request}))
