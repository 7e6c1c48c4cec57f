"""What a seat knows of a match of Voleur de Cartes, and what it may do (rules 1; design, view).

A view holds everything that was ever laid face up: won piles are open to both, so in the second
manche each may look up what the enemy has shown [D]. Of the enemy's hidden cards it holds two
counts, of a sealed card that there is one, of the spy phase nothing but the seat's own part.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple, TypeVar

from rules.cards import Card, Rarity
from rules.decks import Minimum
from rules.game import Seat
from rules.games.voleur_moves import PASS, Lay, Move, Pass, Resign, Spy
from rules.games.voleur_state import (
    NOTHING,
    OVER,
    PLAY,
    SPY,
    Laid,
    Pair,
    Phase,
    Pile,
    State,
    Turn,
    lone_spy,
    shown_in,
    stake,
    total_score,
    without,
    won_pile,
)

T = TypeVar("T")


class View(NamedTuple):
    """A whole information state; `seat` None is a spectator, with no deck and no hand.

    `deck` and `hand` are the seat's own. `hand_sizes` and `draw_sizes` count both players' cards;
    of the seat's own pioche it knows the cards (`pioche`), not their order. `spied` are in the
    spy phase the seat's own answer, later both Gadgets. `played` are the cards that the seat may
    see: its own, and those laid face up; `chosen` says who has laid one, sealed or not.
    """

    seat: Seat | None
    wagers: Pair[Card] | None
    minimum: Minimum
    deck: Pile
    manche: int
    turn: int
    phase: Phase
    hand: Pile
    hand_sizes: Pair[int]
    draw_sizes: Pair[int]
    awaited: bool
    chosen: Pair[bool]
    spied: Pair[Card | None]
    played: Pair[Laid | None]
    history: tuple[Turn, ...]
    score: Pair[int]
    manches: tuple[Pair[int], ...]
    resigned: Seat | None

    @property
    def wager(self) -> Rarity | None:
        """Return the rarity that is staked by both, None in a friendly match."""
        return self.wagers[0].rarity if self.wagers else None

    @property
    def pioche(self) -> Pile:
        """Return the cards of the seat's own pioche, in the order of its deck."""
        if self.seat is None or self.phase is OVER:
            return ()
        gone = self.laid_in(self.manche, self.seat)
        return without(without(self.deck, gone), self.hand)

    @property
    def scores(self) -> Pair[int]:
        """Return the count points so far over both manches."""
        return total_score(self.manches, self.score)

    def tas(self, seat: Seat) -> Pile:
        """Return a player's won pile of the running manche."""
        return won_pile(self.history, self.manche, seat)

    def laid_in(self, manche: int, seat: Seat) -> Pile:
        """Return the cards of a player that this seat has seen leave the hand in a manche."""
        finished = shown_in(self.history, manche, seat)
        return finished + self._open(seat) if manche == self.manche else finished

    def shown(self, seat: Seat) -> Pile:
        """Return the cards that a player's deck is known to hold, from both manches."""
        counts: Counter[Card] = Counter()
        for manche in range(1, self.manche + 1):
            counts |= Counter(self.laid_in(manche, seat))
        return tuple(counts.elements())

    def _open(self, seat: Seat) -> Pile:
        """Return the cards of a seat that lie on the table and have left its hand."""
        if self.phase is not PLAY:
            return ()
        return stake(self.spied[seat], None if lone_spy(self.spied) is None else self.played[seat])


def view(state: State, seat: Seat | None) -> View:
    """Return all that a seat knows; `None` is a spectator."""
    options, hands, draws, chosen = state.options, state.hands, state.draws, state.played
    spied, played = _laid_seen(state, seat)
    return View(
        seat,
        options.wagers,
        options.minimum,
        () if seat is None else options.decks[seat],
        state.manche,
        state.turn,
        state.phase,
        () if seat is None else hands[seat],
        (len(hands[0]), len(hands[1])),
        (len(draws[0]), len(draws[1])),
        seat is not None and state.awaited[seat],
        (chosen[0] is not None, chosen[1] is not None),
        spied,
        played,
        state.history,
        state.score,
        state.manches,
        state.resigned,
    )


def _laid_seen(state: State, seat: Seat | None) -> tuple[Pair[Card | None], Pair[Laid | None]]:
    """Return what a seat sees of this turn's Gadgets and cards: sealed ones are their owner's."""
    spied, played = state.spied, state.played
    if state.phase is SPY:
        return _own(spied, seat), played
    if played == NOTHING or lone_spy(spied) is not None:
        return spied, played
    return spied, _own(played, seat)


def _own(pair: Pair[T | None], seat: Seat | None) -> Pair[T | None]:
    """Leave of a pair only what is the seat's own."""
    return pair[0] if seat == 0 else None, pair[1] if seat == 1 else None


def legal_moves(view: View) -> Iterator[Move]:
    """Yield each different legal move, in the order of the hand; none if not awaited."""
    if not view.awaited:
        return
    cards, gadgets = _different(view.hand)
    if view.phase is SPY:
        yield PASS
        yield from map(Spy, gadgets)
    else:
        for card in cards:
            yield Lay(card)
            for gadget in gadgets:
                yield Lay(card, gadget)


def count_moves(phase: Phase, hand: Pile) -> int:
    """Count the different legal moves of a player who is awaited with this hand."""
    cards, gadgets = _different(hand)
    return (1 if phase is SPY else len(cards)) * (1 + len(gadgets))


def _different(hand: Pile) -> tuple[list[str], list[str]]:
    """Return the ids of the cards and of the Gadgets of a hand, each named once."""
    cards = dict.fromkeys(card.id for card in hand if not card.is_gadget)
    gadgets = dict.fromkeys(card.id for card in hand if card.is_gadget)
    return list(cards), list(gadgets)


def is_legal(view: View, move: Move) -> bool:
    """Say whether a move is legal for the view's seat, `resign` included."""
    match move:
        case Resign():
            return view.seat is not None and view.phase is not OVER
        case Pass():
            return view.awaited and view.phase is SPY
        case Spy(gadget):
            return view.awaited and view.phase is SPY and _holds_gadget(view, gadget)
    return view.awaited and view.phase is PLAY and _holds_lay(view, move)


def _holds_gadget(view: View, gadget: str) -> bool:
    return find_card(view.hand, gadget, gadget=True) is not None


def _holds_lay(view: View, lay: Lay) -> bool:
    if find_card(view.hand, lay.card, gadget=False) is None:
        return False
    return lay.gadget is None or _holds_gadget(view, lay.gadget)


def find_card(hand: Iterable[Card], card_id: str, *, gadget: bool) -> Card | None:
    """Return the first card of that id in a hand, if it is a Gadget or not as asked."""
    for card in hand:
        if card.id == card_id:
            return card if card.is_gadget is gadget else None
    return None


def random_move(view: View, random: Random) -> Move:
    """Draw one of the legal moves, each as likely; the seat must be awaited."""
    return random.choice(list(legal_moves(view)))


def clock_move(view: View) -> Move:
    """Return the server's move when a clock runs out: `pass`, else the cheapest card (record).

    Of cards of equally few count points it is the first in the hand, without a Gadget.
    """
    if view.phase is SPY:
        return PASS
    playable = [card for card in view.hand if not card.is_gadget]
    return Lay(min(playable, key=lambda card: card.count_points).id)
