"""What cards do to each other in the Arena: cancellation, combos, resolution, rest.

Pure functions over cards, for the referee, and for the pages that preview a move before it is
made. Cards stand in the order in which they were laid, and are named by their place in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from rules.games.arena_cards import FAMILY, RANK, SUIT, SUITS, VALUE

COMBO_LENGTH = 4
NOTHING = -1


class Cancellation(NamedTuple):
    """Which of the cards laid are left, and which pairs (the older first) leave the game."""

    survivors: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


def cancellation(cards: Sequence[int]) -> Cancellation:
    """Let each card cancel the oldest surviving card of the opposite suit (rules 2, 4).

    In the order laid, whatever the values. Places in `cards` are returned, in the order laid.
    """
    standing: tuple[list[int], ...] = tuple([] for _ in SUITS)
    pairs = []
    for place, card in enumerate(cards):
        suit = SUIT[card]
        if standing[suit ^ 1]:
            pairs.append((standing[suit ^ 1].pop(0), place))
        else:
            standing[suit].append(place)
    return Cancellation(tuple(sorted(chain(*standing))), tuple(pairs))


def some_survive(cards: Sequence[int]) -> bool:
    """Say whether cards laid against somebody leave at least one after cancelling each other."""
    balance = [0, 0, 0, 0]
    for card in cards:
        balance[SUIT[card]] += 1
    return balance[0] != balance[1] or balance[2] != balance[3]


def has_combo(cards: Sequence[int]) -> bool:
    """Say whether at least four of the cards stand in sequence (rules 2, Combo)."""
    if len(cards) < COMBO_LENGTH:
        return False
    ranks = 0
    for card in cards:
        ranks |= 1 << RANK[card]
    return bool(ranks & ranks >> 1 & ranks >> 2 & ranks >> 3)


def combos(cards: Sequence[int], values: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Find the combos among cards laid, each as places in `cards`, lowest rank first.

    The lowest maximal run of at least four consecutive ranks, suits no matter, one card a rank,
    of equal ranks the one of highest value (the first laid of those); then again among the cards
    left (rules 2, Combo). `values` are the cards' effective values.
    """
    left = sorted(range(len(cards)), key=lambda place: (-values[place], place))
    found = []
    while run := _lowest_run(cards, left):
        found.append(run)
        left = [place for place in left if place not in run]
    return tuple(found)


def _lowest_run(cards: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    """Return the lowest maximal run, nothing if there is none; earlier places go first."""
    best: dict[int, int] = {}
    for place in places:
        best.setdefault(RANK[cards[place]], place)
    run: list[int] = []
    for rank in sorted(best):
        if run and RANK[cards[run[-1]]] != rank - 1:
            if len(run) >= COMBO_LENGTH:
                break
            run = []
        run.append(best[rank])
    return tuple(run) if len(run) >= COMBO_LENGTH else ()


def total(cards: Sequence[int], values: Sequence[int]) -> int:
    """Add up cards, those in combos twice (rules 2, Combo)."""
    if not has_combo(cards):
        return sum(values)
    doubled = sum(values[place] for run in combos(cards, values) for place in run)
    return sum(values) + doubled


def plain_values(cards: Sequence[int]) -> tuple[int, ...]:
    """Return the values of cards that no element touches: in defence and at rest."""
    return tuple([VALUE[card] for card in cards])


class Resolution(NamedTuple):
    """What an attack does: `as_totals` if a combo is about, else card by card.

    `attack` and `defence` are the two sums, combos doubled; in a battle card by card they decide
    nothing. Both losses may be positive then.
    """

    as_totals: bool
    attack: int
    defence: int
    target_loses: int
    attacker_loses: int


def resolve(
    attack: Sequence[int],
    attack_values: Sequence[int],
    defence: Sequence[int],
    against: Sequence[int],
) -> Resolution:
    """Resolve surviving attack cards against defence cards (rules 2, 7).

    `attack_values` are effective values; `against` holds for each defence card the place of the
    attack card that it is set against, or `NOTHING`.
    """
    values = plain_values(defence)
    if has_combo(attack) or has_combo(defence):
        strong, weak = total(attack, attack_values), total(defence, values)
        return Resolution(True, strong, weak, max(0, strong - weak), max(0, weak - strong))
    losses = _card_by_card(attack_values, values, against)
    return Resolution(False, sum(attack_values), sum(values), *losses)


def _card_by_card(
    attack_values: Sequence[int], defence_values: Sequence[int], against: Sequence[int]
) -> tuple[int, int]:
    """Return what target and attacker lose where each card fights its own battle."""
    gaps = list(attack_values)
    for value, place in zip(defence_values, against, strict=True):
        if place != NOTHING:
            gaps[place] -= value
    return sum([gap for gap in gaps if gap > 0]), -sum([gap for gap in gaps if gap < 0])


def rest_gain(cards: Sequence[int], endurance: int, cap: int | None) -> int:
    """Return by how much a rest raises endurance: combos doubled, nothing cancels (rules 2, 2).

    `cap` is the start value above which no rest leads, None without that house rule.
    """
    gain = total(cards, plain_values(cards))
    return gain if cap is None else min(gain, cap - endurance)


def may_defend(card: int, attack: Sequence[int]) -> bool:
    """Say whether a card is of the family of a surviving attack card (rules 2, 5)."""
    family = FAMILY[card]
    return any(FAMILY[attacking] == family for attacking in attack)
