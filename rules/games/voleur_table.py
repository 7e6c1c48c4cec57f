"""The table of Voleur de Cartes while a move is played: a state laid open, then frozen again."""

from __future__ import annotations

from typing import Any

from rules.cards import Card
from rules.game import Event, Facts, Seat
from rules.games.voleur_options import Options
from rules.games.voleur_state import Laid, Pair, Phase, Pile, State, Turn


class Table:
    """A state that may be changed, and the events of the move that changes it.

    The fields are those of `State`, lists where it has pairs of what changes most.
    """

    __slots__ = (
        "awaited",
        "draws",
        "events",
        "hands",
        "history",
        "manche",
        "manches",
        "options",
        "phase",
        "played",
        "resigned",
        "spied",
        "turn",
    )

    def __init__(self, state: State) -> None:
        self.options: Options = state.options
        self.manche: int = state.manche
        self.turn: int = state.turn
        self.phase: Phase = state.phase
        self.hands: list[Pile] = list(state.hands)
        self.draws: list[Pile] = list(state.draws)
        self.awaited: Pair[bool] = state.awaited
        self.spied: list[Card | None] = list(state.spied)
        self.played: list[Laid | None] = list(state.played)
        self.history: tuple[Turn, ...] = state.history
        self.manches: tuple[Pair[int], ...] = state.manches
        self.resigned: Seat | None = state.resigned
        self.events: list[Event] = []

    def freeze(self) -> State:
        """Return the state that the table has come to."""
        return State(
            self.options,
            self.manche,
            self.turn,
            self.phase,
            (self.hands[0], self.hands[1]),
            (self.draws[0], self.draws[1]),
            self.awaited,
            (self.spied[0], self.spied[1]),
            (self.played[0], self.played[1]),
            self.history,
            self.manches,
            self.resigned,
        )

    def tell(self, kind: str, *facts: tuple[str, Any]) -> None:
        """Note an event that everybody sees."""
        self.events.append(Event(kind, facts))

    def tell_apart(self, kind: str, public: Facts, owner: Seat, private: Facts) -> None:
        """Note an event of which its owner sees more than the others."""
        self.events.append(Event(kind, public, ((owner, private),)))

    def is_out_of_cards(self, seat: Seat) -> bool:
        """Say whether a player has no card in hand and none in the pioche."""
        return not self.hands[seat] and not self.draws[seat]

    def draw(self, seat: Seat) -> Card:
        """Move the front card of a pioche that isn't empty to the end of the hand."""
        card, *rest = self.draws[seat]
        self.draws[seat] = tuple(rest)
        self.hands[seat] += (card,)
        return card

    def take_from_hand(self, seat: Seat, cards: Pile) -> None:
        """Take cards out of a hand, of equal ones the first."""
        hand = list(self.hands[seat])
        for card in cards:
            hand.remove(card)
        self.hands[seat] = tuple(hand)

    def end_turn(self, taker: Seat | None, given: Pair[Pile] = ((), ())) -> None:
        """Write the turn into the history and clear its stake from the table."""
        spied, played = (self.spied[0], self.spied[1]), (self.played[0], self.played[1])
        self.history += (Turn(self.manche, self.turn, given, spied, played, taker),)
        self.spied, self.played = [None, None], [None, None]

    def end_match(self) -> None:
        """Close the match: what is in no tas is nobody's."""
        self.phase, self.awaited = Phase.OVER, (False, False)
        self.hands, self.draws = [(), ()], [(), ()]
        self.spied, self.played = [None, None], [None, None]
