"""The cards of Bataille as small numbers, and what they are worth in a confrontation.

A card is its place in the pack as the record lists it: S, H, D, C each A…K, so 0 is the ace of
spades and 51 the king of clubs (record, The fair shuffle). Tests play with packs of fewer cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from rules.games.bataille_options import Mode

T = TypeVar("T")
Pair = tuple[T, T]
"""One thing for each seat."""

Cards = tuple[int, ...]

SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK: Cards = tuple(range(len(SUITS) * len(RANKS)))

NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
BY_NAME = {name: card for card, name in enumerate(NAMES)}

ACE = 14
VALUES: tuple[int, ...] = (ACE, *range(2, ACE)) * len(SUITS)
"""The value of each card: 2 … 10, V 11, D 12, R 13, A 14 (rules 3: the order)."""


def names(cards: Sequence[int]) -> tuple[str, ...]:
    """Return the record's codes of cards (`10H`, `QS`)."""
    return tuple(NAMES[card] for card in cards)


def suit(card: int) -> int:
    """Return the number of a card's suit in `SUITS`."""
    return card // len(RANKS)


def is_pair(one: int, other: int) -> bool:
    """Say whether two cards make a Paire."""
    return VALUES[one] == VALUES[other]


def is_flush(one: int, other: int) -> bool:
    """Say whether two cards make a Couleur."""
    return suit(one) == suit(other)


def is_straight(one: int, other: int) -> bool:
    """Say whether two cards make a Suite: the ace may stand before the 2 too (rules 3, poker)."""
    low, high = sorted((VALUES[one], VALUES[other]))
    return high - low == 1 or (low, high) == (2, ACE)


COMBINATIONS = {"pair": is_pair, "flush": is_flush, "straight": is_straight}


def combinations(cards: Sequence[int]) -> tuple[str, ...]:
    """Name the combinations that two cards make; a single card makes none."""
    if len(cards) < 2:
        return ()
    return tuple(code for code, holds in COMBINATIONS.items() if holds(*cards))


def used_cards(mode: Mode, laid: Sequence[int]) -> Cards:
    """Return which of a player's cards on a pile, bottom to top, the mode uses (rules 3)."""
    return tuple(laid[-1:] if mode is Mode.HEIGHT else laid[-2:])


def result(mode: Mode, used: Sequence[int]) -> float:
    """Return what the used cards count for in a confrontation (rules 3, Confrontation)."""
    total = sum(VALUES[card] for card in used)
    if mode is not Mode.POKER:
        return total
    return total * (1 + len(combinations(used)) / 2)


NOTHING_UNDER = -1


@cache
def strengths(mode: Mode) -> tuple[tuple[int, ...], ...]:
    """Return twice the result as a whole number, at `[card under][top card]`.

    The last row, `NOTHING_UNDER`, is that of a single card.
    """
    return tuple(
        tuple(round(2 * result(mode, used_cards(mode, (*under, top)))) for top in PACK)
        for under in (*((card,) for card in PACK), ())
    )
