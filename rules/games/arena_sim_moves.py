"""Moves of the Arena's simulation: random ones, and to and fro between it and the rules."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, permutations
from math import factorial
from random import Random

from rules.game import Seat
from rules.games.arena_battle import NOTHING
from rules.games.arena_cards import FAMILY, PACK
from rules.games.arena_legal import settle
from rules.games.arena_moves import PASS as PASS_MOVE
from rules.games.arena_moves import Attack, Defend, Move, Reinforce, Rest, Setting
from rules.games.arena_sim import (
    ADD,
    ATTACK,
    DEFEND,
    GUARD,
    PASSING,
    REINFORCE,
    REST,
    SUITS_OF,
    SURVIVORS,
    TURN,
    Shuffle,
    Sim,
    SimMove,
)
from rules.games.arena_table import CLOCKWISE, HAND_SIZE

DIAMONDS = 26
"""The first card of the second family."""


def _arrangements(size: int, picked: int) -> tuple[bytes, ...]:
    """Return all rows of so many places in a hand of a size, repeated to `size`! of them."""
    rows = [bytes(row) for row in permutations(range(size), picked)]
    return tuple(rows * (factorial(size) // len(rows)))


def _picks(size: int, fewest: int) -> tuple[bytes, ...]:
    return tuple(chain(*(_arrangements(size, picked) for picked in range(fewest, size + 1))))


ORDERS = tuple(_arrangements(size, size) for size in range(HAND_SIZE + 1))
"""All orders of a hand, by its size."""

SOME = tuple(_picks(size, 1) for size in range(HAND_SIZE + 1))
"""Rows of one or more places in a hand, by its size: each number of places as often."""

ANY = tuple(_picks(size, 0) for size in range(HAND_SIZE + 1))
"""The same with no place at all among them."""

DROP_FAMILY = tuple(bytes(card for card in PACK if FAMILY[card] == family) for family in (0, 1))


def random_move(sim: Sim, random: Callable[[], float]) -> SimMove:
    """Draw a legal move as `arena.random_move` does; `random` is a `Random`'s method."""
    if sim.phase != TURN:
        return _random_answer(sim, random)
    hand, options = sim.hands[sim.turn], sim.options
    rows, table = SOME[len(hand)], hand.ljust(256)
    if random() < 1 / 4:
        if options.rest_max is not None:
            rows = rows[: len(rows) // len(hand) * options.rest_max]
        return REST, -1, rows[int(random() * len(rows))].translate(table), ()
    target = 1 - sim.turn if sim.seats == 2 else _random_target(sim, random)
    while True:
        cards = rows[int(random() * len(rows))].translate(table)
        if SURVIVORS[cards.translate(SUITS_OF)] or not options.cancel:
            return ATTACK, target, cards, ()


def _random_answer(sim: Sim, random: Callable[[], float]) -> SimMove:
    hand = sim.hands[sim.waiting[0]]
    if sim.phase != REINFORCE:
        return _random_defence(sim, hand, random)
    rows = ANY[len(hand)]
    picked = rows[int(random() * len(rows))]
    return (ADD, -1, picked.translate(hand.ljust(256)), ()) if picked else PASSING


def _random_target(sim: Sim, random: Callable[[], float]) -> int:
    endurance = sim.endurance
    targets = [seat for seat in CLOCKWISE[sim.seats][sim.turn] if endurance[seat]]
    return targets[int(random() * len(targets))]


def _random_defence(sim: Sim, hand: bytes, random: Callable[[], float]) -> SimMove:
    useful = defenders_of(sim.attack, hand)
    rows = ANY[len(useful)]
    picked = rows[int(random() * len(rows))]
    if not picked:
        return PASSING
    cards = picked.translate(useful.ljust(256))
    return GUARD, -1, cards, _random_settings(sim, cards, random)


def defenders_of(attack: bytes, hand: bytes) -> bytes:
    """Return the cards of a hand that are of the family of an attack card."""
    if max(attack) < DIAMONDS:
        return hand.translate(None, DROP_FAMILY[1])
    if min(attack) >= DIAMONDS:
        return hand.translate(None, DROP_FAMILY[0])
    return hand


def _random_settings(sim: Sim, cards: bytes, random: Callable[[], float]) -> tuple[int, ...]:
    attack, countered = sim.attack, sim.against
    free: tuple[list[int], list[int]] = ([], [])
    for place, attacking in enumerate(attack):
        if place not in countered:
            free[attacking >= DIAMONDS].append(place)
    settings = []
    for card in cards:
        places = free[card >= DIAMONDS]
        choice = int(random() * (len(places) + 1))
        if choice == len(places):
            settings.append(NOTHING)
        elif sim.single:
            settings.append(places.pop(choice))
        else:
            settings.append(take_first_equal(attack, places, choice))
    return tuple(settings)


def take_first_equal(attack: bytes, places: list[int], choice: int) -> int:
    """Take out of `places` the first one with a card equal to the one chosen.

    Of several equal attack cards the one laid first is countered first (rules 2, 5).
    """
    card = attack[places[choice]]
    first = min(place for place in places if attack[place] == card)
    places.remove(first)
    return first


def shuffler(random: Random) -> Shuffle:
    """Return a quick shuffle that draws from a generator."""
    draw = random.random

    def shuffle(pile: int, times: int, cards: bytes) -> bytes:
        del pile, times
        size = len(cards)
        if size <= HAND_SIZE:
            order = ORDERS[size][int(draw() * len(ORDERS[size]))]
        else:
            keys = [draw() for _ in cards]
            return bytes(map(cards.__getitem__, sorted(range(size), key=keys.__getitem__)))
        return order.translate(cards.ljust(256))

    return shuffle


def to_sim(sim: Sim, move: Move) -> SimMove:
    """Return a legal move of the rules, `resign` apart, as the simulation plays it there."""
    if isinstance(move, Attack):
        return ATTACK, move.target, bytes(move.cards), ()
    if isinstance(move, Rest):
        return REST, -1, bytes(move.cards), ()
    if not isinstance(move, Defend | Reinforce):
        return PASSING
    if sim.phase == REINFORCE:
        return ADD, -1, bytes(move.cards), ()
    places = settle(tuple(sim.attack), sim.against, move.settings)
    assert places is not None, "only legal moves are simulated"
    return GUARD, -1, bytes(move.cards), places


def from_sim(sim: Sim, move: SimMove) -> Move:
    """Return a simulated move, not yet played there, as a move of the rules."""
    verb, target, cards, places = move
    if verb == ATTACK:
        return Attack(Seat(target), tuple(cards))
    if verb == REST:
        return Rest(tuple(cards))
    if verb == ADD:
        return Reinforce(tuple((card, None) for card in cards))
    if verb == GUARD:
        kind = Defend if sim.phase == DEFEND else Reinforce
        return kind(_settings(sim.attack, cards, places))
    return PASS_MOVE


def _settings(attack: bytes, cards: bytes, places: tuple[int, ...]) -> tuple[Setting, ...]:
    against = [None if place == NOTHING else attack[place] for place in places]
    return tuple(zip(cards, against, strict=True))
