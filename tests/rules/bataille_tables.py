"""Matches of Bataille from packets laid out by hand, for the tests that need certain cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, TypeVar

from rules.game import Event, Seat
from rules.games import bataille
from rules.games.bataille_cards import BY_NAME, names
from rules.games.bataille_options import Options
from rules.games.bataille_state import State

T = TypeVar("T")


class Unshuffled:
    """A chance that leaves every order as it is, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Sequence[Any]]] = []

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        self.asked.append((label, tuple(items)))
        return list(items)


def cards(text: str) -> tuple[int, ...]:
    """Return cards by their codes."""
    return tuple(BY_NAME[name] for name in text.split())


def codes(numbers: Sequence[int]) -> str:
    """Return the codes of cards."""
    return " ".join(names(numbers))


def table(ours: str, theirs: str, **options: Any) -> State:
    """Deal two packets of as many cards, from the top; the first cards are then drawn."""
    pack = tuple(chain(*zip(cards(ours), cards(theirs), strict=True)))
    return bataille.deal(Options(**options), pack, Unshuffled())


def play(state: State, *moves: str, chance: Any = None) -> tuple[State, list[Event]]:
    """Play moves as they stand in a record; return the state and all that happened."""
    happened: list[Event] = []
    for text in moves:
        seat, _, move = text.partition(" ")
        state, events = bataille.play(
            state, Seat(int(seat)), bataille.decode(move), chance or Unshuffled()
        )
        happened += events
    return state, happened


def manches(state: State, *choices: str) -> State:
    """Play whole manches, each as both piles (`AB`), `-` for a seat that lays nothing."""
    for choice in choices:
        state, _ = play(
            state, *(f"{seat} {pile}" for seat, pile in enumerate(choice) if pile != "-")
        )
    return state


def packets(state: State) -> tuple[str, str]:
    """Return the packets from the top."""
    return codes(state.packets[0]), codes(state.packets[1])


def pile(state: State, name: str) -> tuple[str, str]:
    """Return both sides of a pile, from the bottom."""
    ours, theirs = state.piles["AB".index(name)]
    return codes([card for card, _ in ours]), codes([card for card, _ in theirs])


def drawn(state: State) -> tuple[str, str]:
    """Return the card that each seat drew in this manche, none where it is empty."""
    ours, theirs = (codes([card]) if card >= 0 else "" for card in state.drawn)
    return ours, theirs


def one(events: Sequence[Event], kind: str) -> Event:
    """Return the only event of a kind."""
    (event,) = (event for event in events if event.kind == kind)
    return event


def kinds(events: Sequence[Event]) -> list[str]:
    """Return what kinds of things happened."""
    return [event.kind for event in events]


def facts(events: Sequence[Event], kind: str) -> dict[str, Any]:
    """Return what everybody sees of the only event of a kind."""
    return one(events, kind).seen_by(None)
