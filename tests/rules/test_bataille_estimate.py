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
from rules.games.bataille_estimate import Possible, estimate, packet_chances
from rules.games.bataille_options import Mode, Options
from rules.games.bataille_state import Move, State
from tests.rules.bataille_tables import cards, manches, table

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


@pytest.mark.parametrize("seed", range(8))
def test_the_estimate_is_the_share_among_all_matches_that_fit(seed: int) -> None:
    compare_all_along(small_options(seed), SIX, seed, moves=60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_the_estimate_is_the_share_over_many_matches(seed: int) -> None:
    compare_all_along(small_options(seed), SIX, seed, moves=100)


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(Mode))
def test_the_estimate_is_the_share_with_eight_cards(mode: Mode) -> None:
    """More cards, more ways; one seat only, since every deal is followed."""
    random, chance = Random(1), FastChance(1)
    options = Options(mode=mode, return_after=4)
    state = bataille.deal(options, EIGHT, chance)
    everything = Everything(options, EIGHT, Seat(0))
    everything.see_draw(state)
    for _ in range(16):
        seat, move = drawn_moves(state, random)
        state, events = bataille.play(state, seat, move, chance)
        everything.see_move(seat, move, events)
        compare(state, everything)


def told(possible: tuple[Possible, ...]) -> dict[str, Fraction]:
    return {one.name: one.chance for one in possible}


def test_both_packets_are_estimated_without_what_is_drawn_or_engaged() -> None:
    found = estimate(bataille.view(table("AS KS QS", "2S 3S 4S"), Seat(0)))

    assert found is not None
    assert told(found.own) == {name: Fraction(2, 5) for name in ("2S", "3S", "4S", "QS", "KS")}
    assert told(found.enemy) == told(found.own)
    assert not any(one.is_certain for one in found.own)


def test_a_card_that_returned_is_certain_in_its_owners_packet_and_left_out_of_the_other() -> None:
    state = manches(table("AS KS QS JS", "2S 3S 4S 5S"), "AB", "AB", "AB")

    found = estimate(bataille.view(state, Seat(0)))

    assert found is not None
    assert [(one.name, one.is_certain) for one in found.own] == [("AS", True)]
    assert told(found.enemy) == {name: Fraction(1, 4) for name in ("2S", "3S", "4S", "5S")}


def test_the_estimate_is_read_from_the_viewers_side() -> None:
    state = manches(table("AS KS QS JS", "2S 3S 4S 5S"), "AB", "AB", "AB")

    found = estimate(bataille.view(state, Seat(1)))

    assert found is not None
    assert [one.name for one in found.own if one.is_certain] == ["2S"]


def test_a_captured_card_is_certain_in_the_winners_packet() -> None:
    state = manches(table("AS KS QS", "2S 3S 4S"), "AA")

    found = estimate(bataille.view(state, Seat(1)))

    assert found is not None
    assert [one.card for one in found.enemy if one.is_certain] == list(cards("AS 2S"))
    assert not set(cards("AS 2S")) & {one.card for one in found.own}


def test_the_option_hides_the_estimate() -> None:
    state = table("AS KS", "2S 3S", estimate=False)

    assert estimate(bataille.view(state, Seat(0))) is None


def test_a_spectator_has_no_estimate() -> None:
    assert estimate(bataille.view(table("AS KS", "2S 3S"), None)) is None
