"""The parts of an Arena table, each drawn once a process: a table is drawn for every move and
every viewer, and most of its parts are as they were.

A part is kept under all that it shows, so nothing of one viewer's can come to another.
"""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import get_template
from django.utils.translation import get_language

from matches.selectors.boards.arena import Side
from matches.selectors.boards.arena_fight import Laid, Lane
from matches.selectors.boards.faces import Face

register = template.Library()
KEPT = 4_000


@register.simple_tag
def arena_side(side: Side, place: int) -> str:
    """Draw a player; `place` counts clockwise from my left, 0 is me."""
    return _drawn("side", get_language(), (("side", side), ("place", place)))


@register.simple_tag
def arena_lane(lane: Lane, marks: bool, pick: bool) -> str:
    """Draw an attack card, with what meets it."""
    return _drawn("lane", get_language(), (("lane", lane), ("marks", marks), ("pick", pick)))


@register.simple_tag
def arena_laid(laid: Laid, defence: bool = False) -> str:
    """Draw a card on the table."""
    shown = (("face", laid.face), ("laid", laid), ("defence", defence))
    return _drawn("card", get_language(), shown)


@register.simple_tag
def arena_face(face: Face) -> str:
    """Draw a card that is worth nothing where it lies."""
    return _drawn("card", get_language(), (("face", face), ("laid", None), ("defence", False)))


@register.simple_tag
def arena_held(face: Face, state: str, selected: bool, asked: bool) -> str:
    """Draw a card of my hand, to be chosen if I am asked."""
    shown = (("face", face), ("state", state), ("selected", selected), ("asked", asked))
    return _drawn("held", get_language(), shown)


@lru_cache(maxsize=KEPT)
def _drawn(part: str, language: str | None, shown: tuple[tuple[str, object], ...]) -> str:
    del language  # the words are in it
    return get_template(f"matches/boards/arena_{part}.html").render(dict(shown))
