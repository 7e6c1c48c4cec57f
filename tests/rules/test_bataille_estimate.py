"""The estimate against every deal and every shuffle that fits what was seen (rules 3, Estimate)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, TypeVar

import pytest

from rules.chance import FastChance
from rules.game import Event, Seat
from rules.games import bataille
from rules.games.bataille_cards import BY_NAME
from rules.games.bataille_estimate import packet_chances
from rules.games.bataille_options import Mode, Options
from rules.games.bataille_state import Move, State

T = TypeVar("T")

VIEWERS = (Seat(0), Seat(1), None)
SIX = tuple(BY_NAME[name] for name in ("AS", "AH", "2S", "2H", "3S", "3D"))
EIGHT = tuple(BY_NAME[name] for name in ("AS", "KH", "QS", "QH", "3S", "3D", "2C", "2D"))


class AskedToShuffle(Exception):
    """Some order is wanted: here are the cards."""


class OneOrder:
    """A chance that shuffles once, into a given order, and otherwise says what it is asked."""

    def __init__(self, order: Sequence[Any] | None = None) -> None:
        self.order = order

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        if self.order is None:
            raise AskedToShuffle(items)
        order, self.order = self.order, None
        return list(order)


def every_outcome(state: State, seat: Seat, move: Move) -> Iterator[tuple[State, Sequence[Event]]]:
    """Play a move with every order that its shuffle could give."""
    try:
        yield bataille.play(state, seat, move, OneOrder())
    except AskedToShuffle as asked:
        for order in permutations(asked.args[0]):
            yield bataille.play(state, seat, move, OneOrder(order))


def cards_of(state: State) -> tuple[Any, ...]:
    """Tell where every card lies, whoever may know it."""
    return state.packets, state.piles, state.drawn


class Everything:
    """All matches that fit what one viewer has seen, each as often as it can come about."""

    def __init__(self, options: Options, pack: Sequence[int], viewer: Seat | None) -> None:
        self.viewer = viewer
        self.weights: Counter[tuple[Any, ...]] = Counter()
        self.states: dict[tuple[Any, ...], State] = {}
        for order in permutations(pack):
            self._add(bataille.deal(options, pack, OneOrder(order)), 1)

    def _add(self, state: State, weight: int) -> None:
        self.weights[cards_of(state)] += weight
        self.states.setdefault(cards_of(state), state)

    def see_draw(self, true: State) -> None:
        """Keep what fits the viewer's own first card."""
        self._keep(lambda state: own_card(state, self.viewer) == own_card(true, self.viewer))

    def _keep(self, fits: Any) -> None:
        self.states = {key: state for key, state in self.states.items() if fits(state)}
        self.weights = Counter({key: self.weights[key] for key in self.states})

    def see_move(self, seat: Seat, move: Move, events: Sequence[Event]) -> None:
        """Play the move in every match, and keep those in which the viewer sees the same."""
        before = [(state, self.weights[key]) for key, state in self.states.items()]
        self.weights, self.states = Counter(), {}
        seen = self._seen(events)
        for state, weight in before:
            for after, happened in every_outcome(state, seat, move):
                if self._seen(happened) == seen:
                    self._add(after, weight)

    def _seen(self, events: Sequence[Event]) -> list[Any]:
        return [(event.kind, event.seen_by(self.viewer)) for event in events]

    def packet_chances(self, seat: Seat) -> dict[int, Fraction]:
        """Count how often each card is in a seat's packet."""
        found: Counter[int] = Counter()
        for key, state in self.states.items():
            for card in state.packets[seat]:
                found[card] += self.weights[key]
        total = sum(self.weights.values())
        return {card: Fraction(times, total) for card, times in found.items()}


def own_card(state: State, viewer: Seat | None) -> int | None:
    return None if viewer is None else state.drawn[viewer]


def drawn_moves(state: State, random: Random) -> tuple[Seat, Move]:
    seat = random.choice(bataille.to_act(state))
    return seat, bataille.random_move(bataille.view(state, seat), random)


def compare_all_along(options: Options, pack: Sequence[int], seed: int, moves: int) -> None:
    """Play a match, and compare what each viewer can know with every match that fits."""
    random, chance = Random(seed), FastChance(seed)
    state = bataille.deal(options, pack, chance)
    everything = [Everything(options, pack, viewer) for viewer in VIEWERS]
    for all_matches in everything:
        all_matches.see_draw(state)
    for _ in range(moves):
        if state.result is not None:
            return
        seat, move = drawn_moves(state, random)
        state, events = bataille.play(state, seat, move, chance)
        for all_matches in everything:
            all_matches.see_move(seat, move, events)
            compare(state, all_matches)


def compare(state: State, everything: Everything) -> None:
    view = bataille.view(state, everything.viewer)
    for seat in (Seat(0), Seat(1)):
        assert packet_chances(view.known, seat) == everything.packet_chances(seat)


def small_options(seed: int) -> Options:
    random = Random(seed)
    return Options(
        piles=random.choice((1, 2, 2, 2)),
        mode=random.choice(tuple(Mode)),
        return_after=random.choice((3, 4, 6)),
        max_manches=None,
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_estimate_is_the_share_among_all_matches_that_fit(seed: int) -> None:
    compare_all_along(small_options(seed), SIX, seed, moves=60)
