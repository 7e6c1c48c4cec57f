"""The table of Voleur de Cartes while a move is played: a state laid open, then frozen again."""

from __future__ import annotations

from typing import Any

from rules.cards import Card
from rules.game import Event, Facts, Seat
from rules.games.voleur_options import Options
from rules.games.voleur_state import (
    NOTHING,
    OVER,
    Laid,
    Pair,
    Phase,
    Pile,
    State,
    Turn,
)


class Table:
    """A state that may be changed, and the events of the move that changes it.

    The fields are those of `State`; the hands and the pioches are lists here.
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
        "score",
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
        self.spied: Pair[Card | None] = state.spied
        self.played: Pair[Laid | None] = state.played
        self.history: tuple[Turn, ...] = state.history
        self.score: Pair[int] = state.score
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
            self.spied,
            self.played,
            self.history,
            self.score,
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

    def draw(self, seat: Seat) -> tuple[Card, int]:
        """Move the front card of a pioche to the end of the hand; return it, and how many stay."""
        pile = self.draws[seat]
        self.draws[seat] = left = pile[1:]
        self.hands[seat] += pile[:1]
        return pile[0], len(left)

    def take_from_hand(self, seat: Seat, cards: Pile) -> None:
        """Take cards out of a hand, of equal ones the first."""
        hand = self.hands[seat]
        for card in cards:
            place = [held.id for held in hand].index(card.id)
            hand = hand[:place] + hand[place + 1 :]
        self.hands[seat] = hand

    def spy(self, seat: Seat, gadget: Card) -> None:
        """Seal a Gadget laid before playing; it is in the hand until both have answered."""
        self.spied = (gadget, self.spied[1]) if seat == 0 else (self.spied[0], gadget)

    def play(self, seat: Seat, laid: Laid) -> None:
        """Lay a card and perhaps a Gadget; they are in the hand until they lie open."""
        self.played = (laid, self.played[1]) if seat == 0 else (self.played[0], laid)

    def end_turn(self, taker: Seat | None, given: Pair[Pile] = ((), ())) -> Pair[int]:
        """Write the turn into the history and clear its stake; return what it adds to each tas."""
        turn = Turn(self.manche, self.turn, given, self.spied, self.played, taker)
        self.history += (turn,)
        points = turn.points()
        self.score = self.score[0] + points[0], self.score[1] + points[1]
        self.spied = self.played = NOTHING
        return points

    def end_manche(self) -> Pair[int]:
        """Put the score of the manche with those of the finished ones, and return it."""
        score = self.score
        self.manches, self.score = (*self.manches, score), (0, 0)
        return score

    def end_match(self) -> None:
        """Close the match: what is in no tas is nobody's."""
        self.phase, self.awaited = OVER, (False, False)
        self.hands, self.draws = [(), ()], [(), ()]
        self.spied = self.played = NOTHING
