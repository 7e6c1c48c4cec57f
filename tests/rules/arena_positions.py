"""Positions of the Arena built card by card, and matches played on from them by record texts."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from rules.chance import FairChance
from rules.game import Event, Seat
from rules.games import arena
from rules.games.arena_cards import cards, names
from rules.games.arena_table import NOBODY, Phase, State, Table

CHANCE = FairChance(bytes(32))


def position(
    *hands: str,
    draw: str | tuple[str, ...] = "",
    discards: str | tuple[str, ...] = "",
    endurance: int | tuple[int, ...] = 150,
    turn: int = 0,
    round_: int = 1,
    skipped: int = 0,
    **options: Any,
) -> State:
    """Lay out a turn at its beginning: the seat `turn` has drawn and is to attack or rest.

    `draw` and `discards` are one pile, or one for each seat with own piles.
    """
    read = arena.read_options(options, len(hands))
    held = tuple(map(cards, hands))
    draws, laid_down = _piles(draw, len(hands), read), _piles(discards, len(hands), read)
    table = Table(
        options=read,
        endurance=(endurance,) * len(hands) if isinstance(endurance, int) else endurance,
        hand_sizes=tuple(map(len, held)),
        draw_sizes=tuple(map(len, draws)),
        discards=laid_down,
        out=((),) * len(draws),
        shuffles=(1,) * len(draws),
        round=round_,
        turn=Seat(turn),
        skipped=skipped,
        phase=Phase.TURN,
        target=NOBODY,
        attack=(),
        attackers=(),
        defence=(),
        defenders=(),
        against=(),
        reinforcers=(),
        waiting=(Seat(turn),),
        outcome=None,
    )
    return State(table, held, draws, ())


def _piles(given: str | tuple[str, ...], seats: int, options: Any) -> tuple[tuple[int, ...], ...]:
    if isinstance(given, tuple):
        return tuple(map(cards, given))
    return (cards(given),) * (seats if options.own_piles else 1)


class Match:
    """A match played on from a state by record texts; what it says is read off the last state."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def play(self, *texts: str) -> Match:
        """Play moves as they stand in a record (`0 attack 1 5H`)."""
        for text in texts:
            seat, _, move = text.partition(" ")
            self.state, events = arena.play(self.state, Seat(int(seat)), arena.decode(move), CHANCE)
            self.events.extend(events)
        return self

    @property
    def table(self) -> Table:
        """Return what lies open."""
        return self.state.table

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Return who is to act."""
        return arena.to_act(self.state)

    @property
    def ending(self) -> tuple[tuple[Seat, ...], str] | None:
        """Return the winners and why, None while the match isn't over."""
        outcome = arena.outcome(self.state)
        return None if outcome is None else (outcome.winners, outcome.reason)

    def hand(self, seat: int) -> str:
        """Return a hand in the order in which its cards came."""
        return " ".join(names(self.state.hands[seat]))

    def discards(self, pile: int = 0) -> str:
        """Return the discards of a pile in order."""
        return " ".join(names(self.table.discards[pile]))

    def out(self, pile: int = 0) -> str:
        """Return the cards of a pile that are out of the game."""
        return " ".join(names(self.table.out[pile]))

    def told(self, kind: str) -> list[dict[str, Any]]:
        """Return the public facts of the events of a kind so far."""
        return [dict(event.public) for event in self.events if event.kind == kind]


def every_card(state: State) -> Counter[int]:
    """Count all the cards of a match, wherever they are."""
    table = state.table
    piles = (*state.hands, *state.draws, *table.discards, *table.out, table.attack, table.defence)
    return Counter(chain.from_iterable(piles))
