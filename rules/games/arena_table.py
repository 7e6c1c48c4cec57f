"""The frozen values of a match of the Arena: what lies open, what is hidden, what a seat sees.

Whatever everybody may see stands in `Table`, built once after each move and shared by the state
and all its views; hands, the order of the draw piles and what each seat remembers stand in `State`
alone. Cards are the numbers of `arena_cards`; seats count from 0.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from rules.game import Outcome, Seat
from rules.games.arena_options import SEATS, Options

Cards = tuple[int, ...]
Seats = tuple[Seat, ...]

HAND_SIZE = 6
NOBODY = Seat(-1)
SEAT_NUMBERS: Seats = tuple(map(Seat, range(SEATS.stop - 1)))


def _clockwise(seats: int, seat: int) -> Seats:
    return tuple(SEAT_NUMBERS[(seat + step) % seats] for step in range(1, seats))


CLOCKWISE = tuple(
    tuple(_clockwise(seats, seat) for seat in range(seats)) for seats in range(SEATS.stop)
)
"""`CLOCKWISE[seats][seat]`: the other seats of a match of so many, from the one after."""


class Phase(StrEnum):
    """What a turn waits for (rules 2, A turn)."""

    TURN = "turn"
    REINFORCE_ATTACK = "reinforce_attack"
    DEFEND = "defend"
    REINFORCE_DEFENCE = "reinforce_defence"
    OVER = "over"


class Pool(NamedTuple):
    """Cards that are certainly in other hands: which, and how many of them each seat holds.

    `cards` are sorted, `counts` by seat; together the seats hold all of them.
    """

    cards: Cards
    counts: tuple[int, ...]


Pools = tuple[Pool, ...]


class Table(NamedTuple):
    """All that lies open, between two decisions.

    `endurance` and `hand_sizes` are by seat. Piles are one, or by seat where each player has their
    own (`Options.pile_of`): `draw_sizes`, `discards` and `out` (cards that cancelled each other) in
    the order in which they came, `shuffles` how often each draw pile was shuffled.

    `round` counts from 1, `turn` is whose turn it is, `skipped` how many turns in a row were.
    `target` is `NOBODY` until there is an attack; `attack` its cards in the order laid, only the
    survivors after the cancellation, each laid by the seat at the same place in `attackers`;
    `defence` and `defenders` likewise, and `against` the place in `attack` of the card that each
    defence card is set against, or -1. `reinforcers` laid cards to the attack (not its owner);
    `waiting` are the seats still asked in this phase, the first of them is awaited.
    """

    options: Options
    endurance: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    draw_sizes: tuple[int, ...]
    discards: tuple[Cards, ...]
    out: tuple[Cards, ...]
    shuffles: tuple[int, ...]
    round: int
    turn: Seat
    skipped: int
    phase: Phase
    target: Seat
    attack: Cards
    attackers: Seats
    defence: Cards
    defenders: Seats
    against: tuple[int, ...]
    reinforcers: Seats
    waiting: Seats
    outcome: Outcome | None

    def is_standing(self, seat: int) -> bool:
        """Say whether a seat of the match is not à terre."""
        return self.endurance[seat] > 0

    def effective(self, layer: int, card: int) -> int:
        """Return an attack card's value against the target (rules 2, Guerre des éléments)."""
        return self.options.effective(layer, self.target)[card]

    @property
    def attack_values(self) -> tuple[int, ...]:
        """Return the effective values of the attack cards, in their order."""
        laid = zip(self.attackers, self.attack, strict=True)
        return tuple(self.effective(layer, card) for layer, card in laid)

    @property
    def countered(self) -> frozenset[int]:
        """Return the places in `attack` of the cards that a defence card is set against."""
        return frozenset(place for place in self.against if place >= 0)


class State(NamedTuple):
    """A match as the referee knows it: the table, the hands, the draw piles from the front.

    A hand keeps the order in which its cards came. `known` is what each seat, then a spectator,
    remembers of other hands (`arena_memory`); empty until the first reshuffle.
    """

    table: Table
    hands: tuple[Cards, ...]
    draws: tuple[Cards, ...]
    known: tuple[Pools, ...]


class View(NamedTuple):
    """All that a seat knows: the table, its own hand in order, what it remembers of the others'.

    Cards seen nowhere are in the other hands or the draw pile, in an order that nobody knows.
    `seat` is None for a spectator, whose `hand` is empty.
    """

    table: Table
    seat: Seat | None
    hand: Cards
    known: Pools

    @property
    def is_awaited(self) -> bool:
        """Say whether this seat is to decide."""
        return self.seat is not None and self.table.waiting[:1] == (self.seat,)
