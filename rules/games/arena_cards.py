"""The 52-card packs of the Arena: cards as small numbers, and the elements' effective values.

A card is its place in the pack as the record lists it: S, H, D, C each A…K, so 0 is the ace of
spades and 51 the king of clubs (record, The fair shuffle). Equal cards of several packs are the
same number.
"""

from __future__ import annotations

from collections.abc import Iterable

SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK: tuple[int, ...] = tuple(range(len(SUITS) * len(RANKS)))
FACE = 15

NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
BY_NAME = {name: card for card, name in enumerate(NAMES)}

SUIT: tuple[int, ...] = tuple(card // len(RANKS) for card in PACK)
"""The place of each suit in `SUITS`; its opposite is `suit ^ 1` (rules 2, Opposites)."""

RANK: tuple[int, ...] = tuple(card % len(RANKS) for card in PACK)
"""The place of each card in a sequence: the ace is low only (rules 2, Sequence order)."""

FAMILY: tuple[int, ...] = tuple(suit >> 1 for suit in SUIT)
"""0 for ♠ and ♥, 1 for ♦ and ♣ (rules 2, Opposites)."""

VALUE: tuple[int, ...] = tuple(rank + 1 if rank < 10 else FACE for rank in RANK)
"""A = 1, number cards their number, J Q K = 15 (rules 2, Values)."""


def names(cards: Iterable[int]) -> tuple[str, ...]:
    """Return the record's codes of cards (`10H`, `QS`)."""
    return tuple([NAMES[card] for card in cards])


def cards(codes: str) -> tuple[int, ...]:
    """Return the cards of codes with blanks between: `cards("10H QS")`; KeyError for others."""
    return tuple(BY_NAME[code] for code in codes.split())


def _effective(card: int, layer: int, target: int, stacking: bool) -> int:
    suit, value = SUIT[card], VALUE[card]
    if suit == target:
        return value // 2
    doublings = (suit == layer) + (suit == target ^ 1)
    return value << (doublings if stacking else min(doublings, 1))


EFFECTIVE: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...] = tuple(
    tuple(
        tuple(
            tuple(_effective(card, layer, target, stacking) for card in PACK)
            for target in range(len(SUITS))
        )
        for layer in range(len(SUITS))
    )
    for stacking in (False, True)
)
"""`EFFECTIVE[stacking][layer's affinity][target's affinity][card]` (rules 2, Variants)."""
