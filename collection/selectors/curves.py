"""The points of a deck as a drawing: one square a card, stacked over its points in play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.cards import Card, Rarity

_COLUMNS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10)
WIDTH, HEIGHT, GAP = 20, 8, 2


@dataclass(frozen=True, slots=True)
class Block:
    """One card of a column, from the bottom up."""

    rarity: Rarity
    y: int


@dataclass(frozen=True, slots=True)
class Column:
    """The cards that are worth so many points in play; Gadgets, which only add, at 0."""

    points: int
    x: int
    middle: int
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """The drawing with its measures, and the two sums that a player asks for.

    `count` are the points of all cards in the count; `play` the mean in play of those that can be
    played alone.
    """

    columns: tuple[Column, ...]
    width: int
    height: int
    count: int
    play: float

    @property
    def text_y(self) -> int:
        """Return where the words below the columns stand."""
        return self.height + 11

    @property
    def label_height(self) -> int:
        """Return the height of the drawing with the words below it."""
        return self.height + 14

    @property
    def told(self) -> str:
        """Return the drawing in words, for those who listen."""
        parts = [_told(column) for column in self.columns if column.blocks]
        return _("Points en jeu : %(parts)s") % {"parts": ", ".join(parts) or _("aucune carte")}


def _told(column: Column) -> str:
    number = len(column.blocks)
    if not column.points:
        return ngettext("%(n)d Gadget", "%(n)d Gadgets", number) % {"n": number}
    text = ngettext("%(n)d carte à %(points)d", "%(n)d cartes à %(points)d", number)
    return text % {"n": number, "points": column.points}


def curve_of(cards: Sequence[Card]) -> Curve:
    """Return the curve of a deck."""
    ordered = sorted(cards, key=lambda card: list(Rarity).index(card.rarity))
    stacks = {points: [card for card in ordered if _column(card) == points] for points in _COLUMNS}
    height = max(4, *(len(stack) for stack in stacks.values())) * (HEIGHT + GAP)
    played = [card.play_points for card in cards if not card.is_gadget]
    return Curve(
        columns=tuple(
            _stacked(points, place, stacks[points], height) for place, points in enumerate(_COLUMNS)
        ),
        width=len(_COLUMNS) * (WIDTH + GAP),
        height=height,
        count=sum(card.count_points for card in cards),
        play=sum(played) / len(played) if played else 0.0,
    )


def _column(card: Card) -> int:
    return 0 if card.is_gadget else card.play_points


def _stacked(points: int, place: int, cards: Sequence[Card], height: int) -> Column:
    x = place * (WIDTH + GAP)
    blocks = tuple(
        Block(card.rarity, height - (n + 1) * (HEIGHT + GAP)) for n, card in enumerate(cards)
    )
    return Column(points, x, x + WIDTH // 2, blocks)
