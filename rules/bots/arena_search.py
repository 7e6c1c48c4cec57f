"""The search of the Arena's hard bot: deal what can't be seen, play on by the thumb, compare.

Every candidate is played on from the same deals, half of them fall out, and the others are looked
at again from new deals, until one is left or the budget is spent. A match played on is cut short
after a few turns and weighed by the endurance of all who stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp
from random import Random

from rules.bots.arena_thumb import best_guard, by_value, makes_run, rivals, sides, thumb_move
from rules.bots.bot import Budget
from rules.games.arena_battle import COMBO_LENGTH, NOTHING
from rules.games.arena_legal import settle
from rules.games.arena_memory import held_of, unseen
from rules.games.arena_sim import (
    ADD,
    ATTACK,
    GUARD,
    OVER,
    PASSING,
    REINFORCE,
    REST,
    TURN,
    Sim,
    SimMove,
)
from rules.games.arena_sim_moves import DIAMONDS, shuffler
from rules.games.arena_table import State, View

TURNS_AHEAD = 3
TEMPERATURE = 40.0
"""How many points of endurance ahead make a rival's hopes e times smaller."""


class Dealer:
    """Deals possible matches behind a view, each as a `Sim` of its own."""

    def __init__(self, view: View, random: Random) -> None:
        table = view.table
        self.view = view
        self.piles = [bytes(unseen(view, pile)) for pile in range(len(table.discards))]
        self.wanted = [self._wanted_from(pile) for pile in range(len(self.piles))]
        hands = tuple(view.hand if seat == view.seat else () for seat in self._seats())
        draws: tuple[tuple[int, ...], ...] = ((),) * len(self.piles)
        self.base = Sim.of(State(table, hands, draws, ()), shuffler(random))

    def _seats(self) -> range:
        return range(len(self.view.table.endurance))

    def _wanted_from(self, pile: int) -> list[int]:
        """Return how many cards each other seat holds of those that a pile's unseen cards hide."""
        table, known = self.view.table, self.view.known
        return [
            table.hand_sizes[seat] - held_of(known, seat)
            if seat != self.view.seat and table.options.pile_of(seat) == pile
            else 0
            for seat in self._seats()
        ]

    def blind(self) -> Sim:
        """Return the match with hidden hands of the right size, of no card in particular."""
        sim = self.base.copy()
        for seat, size in enumerate(self.view.table.hand_sizes):
            if seat != self.view.seat:
                sim.hands[seat] = bytes(size)
        return sim

    def deal(self) -> Sim:
        """Return a possible match."""
        sim = self.base.copy()
        for pool in self.view.known:
            self._give(sim, bytes(pool.cards), pool.counts)
        for pile, cards in enumerate(self.piles):
            sim.draws[pile] = self._give(sim, cards, self.wanted[pile])
        return sim

    def _give(self, sim: Sim, cards: bytes, counts: Sequence[int]) -> bytes:
        """Shuffle cards, give each seat its number of them, return those left."""
        shuffled, start = sim.shuffle(0, 0, cards), 0
        for seat, count in enumerate(counts):
            if count:
                sim.hands[seat] += shuffled[start : start + count]
                start += count
        return shuffled[start:]


def candidates(sim: Sim) -> list[SimMove]:
    """Return the moves worth a look, each once, the thumb's own first."""
    if sim.phase == TURN:
        moves = _turn_candidates(sim)
    elif sim.phase == REINFORCE:
        moves = _reinforcements(sim)
    else:
        moves = _guards(sim)
    return list(dict.fromkeys([thumb_move(sim), *moves]))


def _turn_candidates(sim: Sim) -> Iterator[SimMove]:
    hand = by_value(sim.hands[sim.turn])
    for cards in dict.fromkeys(_attack_groups(hand, sim.options.cancel)):
        for target in rivals(sim, sim.turn):
            yield ATTACK, target, cards, ()
    most = min(len(hand), sim.options.rest_max or len(hand))
    for size in range(1, most + 1):
        yield REST, -1, hand[-size:], ()


def _attack_groups(hand: bytes, cancel: bool) -> Iterator[bytes]:
    """Yield the highest cards that don't cancel each other, of one family or two, and combos."""
    for side in sides(hand, cancel):
        diamonds = sum(card >= DIAMONDS for card in side)
        families = [bytes(card for card in side if (card >= DIAMONDS) is late) for late in (0, 1)]
        for group in (side, *(families if 0 < diamonds < len(side) else ())):
            for size in range(1, len(group) + 1):
                yield group[:size]
        if makes_run(side):
            for size in range(COMBO_LENGTH, len(side)):
                yield from (bytes(row) for row in combinations(side, size) if makes_run(bytes(row)))


def _reinforcements(sim: Sim) -> Iterator[SimMove]:
    """Yield passing, helping with the highest cards of a side, and each single card."""
    hand = by_value(sim.hands[sim.waiting[0]])
    yield PASSING
    for side in sides(hand, sim.options.cancel):
        for size in range(1, len(side) + 1):
            yield ADD, -1, side[:size], ()
    for card in hand:
        yield ADD, -1, bytes((card,)), ()


def _guards(sim: Sim) -> Iterator[SimMove]:
    """Yield passing, and parts of the best guard, also with high cards against low ones."""
    yield PASSING
    verb, _, cards, places = best_guard(sim)
    if verb != GUARD:
        return
    pairs = list(zip(cards, places, strict=True))
    for size in range(1, len(pairs)):
        yield guard(sim, pairs[:size])
        yield guard(sim, pairs[-size:])
    for pair in pairs:
        yield guard(sim, [pair])
    yield guard(sim, _turned_round(pairs))


def guard(sim: Sim, pairs: Sequence[tuple[int, int]]) -> SimMove:
    """Return a guard as the rules settle it: of equal attack cards the first laid goes first."""
    attack = sim.attack
    codes = [(card, None if place == NOTHING else attack[place]) for card, place in pairs]
    places = settle(tuple(attack), sim.against, codes)
    assert places is not None, "part of a legal guard is legal"
    return GUARD, -1, bytes(card for card, _ in pairs), places


def _turned_round(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Set the highest card of each family against the lowest of the attack cards countered."""
    places: tuple[list[int], list[int]] = ([], [])
    for card, place in pairs:
        places[card >= DIAMONDS].append(place)
    return [(card, places[card >= DIAMONDS].pop()) for card, _ in pairs]


@dataclass(slots=True)
class Line:
    """A candidate: how often it was played on, and the hopes that came of it, added up."""

    move: SimMove
    visits: int = 0
    hopes: float = 0.0

    @property
    def hope(self) -> float:
        """Return the share of the victory to hope for with this move."""
        return self.hopes / self.visits if self.visits else 0.0


def search(dealer: Dealer, budget: Budget) -> list[Line]:
    """Compare the candidates; return them, the best first (the thumb's if time is up at once)."""
    out_of_time = budget.deadline()
    lines = [Line(move) for move in candidates(dealer.blind())]
    left, alive = budget.simulations, len(lines)
    stages = (alive - 1).bit_length()
    while alive > 1:
        deals = max(1, budget.simulations // (stages * alive))
        for _ in range(deals):
            if left < alive or out_of_time():
                return _ranked(lines, alive)
            _look(dealer, lines[:alive])
            left -= alive
        lines = _ranked(lines, alive)
        alive = (alive + 1) // 2
    return lines


def _ranked(lines: list[Line], alive: int) -> list[Line]:
    """Sort those still compared, the best first; equal ones keep their order."""
    return sorted(lines[:alive], key=lambda line: -line.hope) + lines[alive:]


def _look(dealer: Dealer, lines: Sequence[Line]) -> None:
    """Play on with each candidate from one and the same deal."""
    deal, me = dealer.deal(), dealer.view.seat
    for line in lines:
        sim = deal.copy()
        sim.play(line.move)
        play_on(sim, deal.turn, TURNS_AHEAD)
        line.visits += 1
        line.hopes += hope(sim, me)


def play_on(sim: Sim, turn: int, turns: int) -> None:
    """Play by the thumb until so many turns after the one of seat `turn` have begun."""
    while sim.phase != OVER:
        if sim.phase == TURN and sim.turn != turn:
            turn = sim.turn
            turns -= 1
            if not turns:
                return
        sim.play(thumb_move(sim))


def hope(sim: Sim, me: int | None) -> float:
    """Return the share of the victory that a seat may hope for, by the endurance of all."""
    if sim.phase == OVER:
        return (me in sim.winners) / len(sim.winners)
    if me is None or not sim.endurance[me]:
        return 0.0
    mine = sim.endurance[me]
    return 1 / sum([exp((left - mine) / TEMPERATURE) for left in sim.endurance if left])
