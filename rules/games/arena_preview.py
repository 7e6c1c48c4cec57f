"""What a move of the Arena would do, told before it is made, from a view alone.

Nothing here asks whether the move is legal: a page shows what is laid out so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.game import Seat
from rules.games.arena_battle import Resolution, cancellation, combos, resolve, rest_gain, total
from rules.games.arena_legal import settle
from rules.games.arena_moves import Setting
from rules.games.arena_table import Cards, Table, View


class AttackPreview(NamedTuple):
    """An attack as it stands: places are those of the cards laid, in their order.

    `values` are the effective values, `cancelled` pairs of places (the older card first),
    `survivors` the places left, `combos` those of them that stand in each combo, `total` what the
    survivors come to.
    """

    values: tuple[int, ...]
    cancelled: tuple[tuple[int, int], ...]
    survivors: tuple[int, ...]
    combos: tuple[tuple[int, ...], ...]
    total: int


def preview_attack(view: View, target: Seat, cards: Cards) -> AttackPreview:
    """Tell what the seat's cards would attack a player for, before anybody reinforces."""
    return _preview(view.table, cards, effective_values(view, target, cards))


def preview_battle(table: Table) -> AttackPreview:
    """Tell what the attack on the table comes to as it stands."""
    return _preview(table, table.attack, table.attack_values)


def preview_reinforcement(view: View, cards: Cards) -> AttackPreview:
    """Tell what the attack on the table would come to with the seat's cards added."""
    table = view.table
    values = table.attack_values + effective_values(view, table.target, cards)
    return _preview(table, table.attack + cards, values)


def effective_values(view: View, target: Seat, cards: Sequence[int]) -> tuple[int, ...]:
    """Return what cards that the seat lays are worth against a player (rules 2, Variants)."""
    assert view.seat is not None, "a spectator lays nothing"
    worth = view.table.options.effective(view.seat, target)
    return tuple([worth[card] for card in cards])


def _preview(table: Table, cards: Cards, values: tuple[int, ...]) -> AttackPreview:
    """Survivors on the table cancel no more: no two of them are of opposite suits."""
    places: tuple[int, ...] = tuple(range(len(cards)))
    pairs: tuple[tuple[int, int], ...] = ()
    if table.options.cancel:
        places, pairs = cancellation(cards)
    left = [cards[place] for place in places]
    left_values = [values[place] for place in places]
    found = tuple(tuple(places[at] for at in run) for run in combos(left, left_values))
    return AttackPreview(values, pairs, places, found, total(left, left_values))


def preview_outcome(table: Table) -> Resolution:
    """Tell how the battle on the table would end if nobody laid another card."""
    return resolve(table.attack, table.attack_values, table.defence, table.against)


def preview_defence(view: View, settings: Sequence[Setting]) -> Resolution | None:
    """Tell how the battle would end if these cards were the last laid in defence.

    None if a card is set against an attack card that isn't there to be countered.
    """
    table = view.table
    places = settle(table.attack, table.against, settings)
    if places is None:
        return None
    cards = tuple([card for card, _ in settings])
    return resolve(table.attack, table.attack_values, table.defence + cards, table.against + places)


def preview_rest(view: View, cards: Cards) -> int:
    """Tell by how much a rest with these cards would raise the seat's endurance."""
    assert view.seat is not None, "a spectator doesn't rest"
    options, endurance = view.table.options, view.table.endurance[view.seat]
    return rest_gain(cards, endurance, options.endurance if options.cap else None)
