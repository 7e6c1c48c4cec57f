"""The table of Bataille while a manche is ended: a state laid open, then frozen again."""

from __future__ import annotations

from typing import Any

from rules.game import Event
from rules.games.bataille_cards import Cards, Pair
from rules.games.bataille_memory import Entries, Entry, Recalls
from rules.games.bataille_state import NONE, State


class Table:
    """The table while a manche is ended: the state laid open, and what has happened so far."""

    __slots__ = (
        "battle",
        "drawn",
        "entries",
        "events",
        "last",
        "manche",
        "options",
        "packets",
        "piles",
        "recalls",
        "result",
        "told",
    )

    def __init__(self, state: State) -> None:
        self.options, self.manche = state.options, state.manche
        self.packets = list(state.packets)
        self.piles = [list(pile) for pile in state.piles]
        self.drawn = list(state.drawn)
        self.battle, self.last, self.result = state.battle, state.last, state.result
        self.recalls = state.recalls
        self.entries: list[Entry] = []
        self.told: Pair[Pair[int] | None] = (None, None)
        self.events: list[Event] = []

    def freeze(self) -> State:
        """Return the state that the table has come to."""
        drawn = (self.drawn[0], self.drawn[1])
        return State(
            self.options,
            self.manche,
            (self.packets[0], self.packets[1]),
            tuple([(ours, theirs) for ours, theirs in self.piles]),
            drawn,
            (NONE, NONE),
            self.battle,
            self.last,
            self.result,
            _recalled(self.recalls, tuple(self.entries), self.told, drawn),
        )

    def controls(self, seat: int) -> int:
        """Count the cards of a seat: in its packet, drawn, and on the piles."""
        on_piles = sum(len(pile[seat]) for pile in self.piles)
        return len(self.packets[seat]) + (self.drawn[seat] >= 0) + on_piles

    def counts(self, pile: int) -> Pair[int]:
        """Count each seat's cards on a pile."""
        ours, theirs = self.piles[pile]
        return len(ours), len(theirs)

    def lift(self, pile: int) -> Pair[Cards]:
        """Take each seat's cards off a pile, bottom to top."""
        ours, theirs = self.piles[pile]
        self.piles[pile] = [(), ()]
        return tuple([card for card, _ in ours]), tuple([card for card, _ in theirs])

    def tell(self, entry: Entry) -> None:
        """Let every viewer see something."""
        self.entries.append(entry)

    def happen(self, kind: str, *facts: tuple[str, Any]) -> None:
        """Note something that everybody sees."""
        self.events.append(Event(kind, facts))


def _recalled(
    recalls: Recalls, entries: Entries, told: Pair[Pair[int] | None], drawn: Pair[int]
) -> Recalls:
    """Let each seat remember what all saw, the piles it was told and the card it drew itself."""
    ours, theirs, spectators = recalls
    return (
        ours.then(entries, told[0], drawn[0]),
        theirs.then(entries, told[1], drawn[1]),
        spectators.then(entries),
    )
