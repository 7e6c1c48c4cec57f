"""Voleur de Cartes: two players, two manches, each card you beat is yours (rules 1).

This module is the referee: it tells a match from the deal to the count, one function a rule, in
the order of the rules page. Where to look:

- `_begin_manche`: the deck is shuffled, 4 cards are the hand, the other 7 the pioche
- `_begin_turn`: a turn's first steps, up to the first decision
- `_give_lone_gadgets`: **Gadgets left in hand** go to the enemy
- `_end_spying`, `_end_playing`: sealed answers are opened
- `taker`: who takes the stake, with Secrètes, Exceptionnelles and Gadgets
- `_end_manche`, `outcome`: the count and the winner

What a seat may know is in `voleur_view`, a possible match behind it in `voleur_guess`, the values
are in `voleur_state`, moves and options beside them; all that the protocol asks for is named here.

Decisions taken where the text is silent [D]: a Gadget may be laid before playing and another one
with the card, at most one each; two spies cancel each other and both Gadgets stay in the stake; a
manche ends as soon as a player has no card at all, and what the other still holds counts for
nobody; a Promotionnelle is suited by no Gadget, so it gets +2; equal totals are a draw.

Events and their facts: `manche_began` (manche), `drew` (seat, left; its owner also sees card),
`gadgets_given` (seat, cards), `turn_skipped` (turn), `spied` (gadgets by seat, None for none),
`chose` (seat), `laid` (seat, cards), `shown` (cards by seat), `taken` (seat or None, points by
seat), `manche_ended` (manche, scores, set_aside), `resigned` (seat), `ended` (winners, scores,
reason). A sealed answer of the spy phase is no event: nobody is told who was asked.
"""

from __future__ import annotations

from typing import Any

from rules.cards import Card, Rarity
from rules.chance import Chance
from rules.game import Event, IllegalMove, Outcome, Seat
from rules.games.voleur_guess import guess
from rules.games.voleur_moves import Lay, Move, Resign, Spy, decode, encode
from rules.games.voleur_options import SEATS, Options, read_options, write_options
from rules.games.voleur_state import (
    OVER,
    PLAY,
    SEAT_NUMBERS,
    SPY,
    Laid,
    Pair,
    Pile,
    State,
    awaited_to_play,
    enemy_of,
    lone_spy,
    total_score,
)
from rules.games.voleur_table import Table
from rules.games.voleur_view import (
    clock_move,
    count_moves,
    find_card,
    is_legal,
    legal_moves,
    random_move,
    view,
)

__all__ = [
    "clock_move",
    "decode",
    "encode",
    "guess",
    "is_legal",
    "legal_moves",
    "max_seats",
    "min_seats",
    "name",
    "outcome",
    "play",
    "position",
    "random_move",
    "read_options",
    "setup",
    "taker",
    "to_act",
    "view",
    "write_options",
]

name = "voleur"
min_seats = SEATS
max_seats = SEATS

MANCHES = 2
HAND_SIZE = 4

_EXCEPTIONAL, _SECRET = Rarity.EXCEPTIONAL, Rarity.SECRET


def setup(options: Options, seats: int, chance: Chance) -> State:
    """Deal the first manche, up to the first moment at which somebody decides."""
    if seats != SEATS:
        raise ValueError(f"voleur has {SEATS} seats, not {seats}")
    table = Table(_before_the_deal(options))
    _begin_manche(table, chance)
    return table.freeze()


def _before_the_deal(options: Options) -> State:
    return State(
        options,
        manche=0,
        turn=0,
        phase=SPY,
        hands=((), ()),
        draws=((), ()),
        awaited=(False, False),
        spied=(None, None),
        played=(None, None),
        history=(),
        score=(0, 0),
        manches=(),
    )


def to_act(state: State) -> tuple[Seat, ...]:
    """Name every seat awaited, the referee's knowledge."""
    return tuple(seat for seat in SEAT_NUMBERS if state.awaited[seat])


def play(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Play a move and all that follows by itself.

    Raise `IllegalMove`: `over`, `no_seat`, `not_awaited`, `not_legal`, in this order; `resign` is
    possible at any time before the end.
    """
    _refuse_strangers(state, seat)
    table = Table(state)
    if isinstance(move, Resign):
        _resign(table, seat)
    elif not state.awaited[seat]:
        raise IllegalMove("not_awaited", f"seat {seat} is not awaited", seat=seat)
    elif table.phase is SPY:
        _answer_spy(table, seat, move)
    else:
        _answer_play(table, seat, move, chance)
    return table.freeze(), tuple(table.events)


def _refuse_strangers(state: State, seat: Seat) -> None:
    if state.phase is OVER:
        raise IllegalMove("over", "the match is over")
    if type(seat) is not int or seat not in SEAT_NUMBERS:
        raise IllegalMove("no_seat", f"there is no seat {seat!r}", seat=seat)


# rules 1, A manche, 1: the deal


def _begin_manche(table: Table, chance: Chance) -> None:
    """Shuffle each deck; 4 cards are the hand, the other 7 the pioche."""
    table.manche, table.turn = table.manche + 1, 0
    table.tell("manche_began", ("manche", table.manche))
    for seat in SEAT_NUMBERS:
        deck = chance.shuffle(f"manche{table.manche}/{seat}", table.options.decks[seat])
        table.hands[seat] = tuple(deck[:HAND_SIZE])
        table.draws[seat] = tuple(deck[HAND_SIZE:])
    _begin_turn(table, chance)


# rules 1, A manche, 2: a turn


def _begin_turn(table: Table, chance: Chance) -> None:
    """Draw, give up lone Gadgets; then somebody may spy, or the manche is over (2.3)."""
    table.turn += 1
    _draw(table)
    _give_lone_gadgets(table)
    if all(table.hands):
        _ask_to_spy(table)
    elif any(table.is_out_of_cards(seat) for seat in SEAT_NUMBERS):
        _end_manche(table, chance)
    else:
        _skip_turn(table, chance)


def _draw(table: Table) -> None:
    """Every player whose pioche is not empty draws exactly one card (2.1)."""
    for seat in SEAT_NUMBERS:
        if table.draws[seat]:
            card, left = table.draw(seat)
            table.tell_apart("drew", (("seat", seat), ("left", left)), seat, (("card", card.id),))


def _give_lone_gadgets(table: Table) -> None:
    """Gadgets left in hand: a hand of nothing else goes onto the enemy's tas (2.2).

    Both players may do so in the same turn [D].
    """
    given = _lone_gadgets(table.hands[0]), _lone_gadgets(table.hands[1])
    for seat in SEAT_NUMBERS:
        if given[seat]:
            table.hands[seat] = ()
            table.tell("gadgets_given", ("seat", seat), ("cards", _ids(given[seat])))
    if any(given):
        table.end_turn(None, given)


def _lone_gadgets(hand: Pile) -> Pile:
    if not hand or not hand[0].is_gadget:
        return ()
    return hand if len(_gadgets(hand)) == len(hand) else ()


def _gadgets(hand: Pile) -> list[Card]:
    return [card for card in hand if card.is_gadget]


def _skip_turn(table: Table, chance: Chance) -> None:
    """A hand is empty but not its pioche: nobody plays (2.3; not with a legal deck)."""
    table.tell("turn_skipped", ("turn", table.turn))
    _begin_turn(table, chance)


def _ask_to_spy(table: Table) -> None:
    """Ask who holds a Gadget; a player without one passes by itself (2.4)."""
    table.phase = SPY
    table.awaited = bool(_gadgets(table.hands[0])), bool(_gadgets(table.hands[1]))
    if not any(table.awaited):
        _end_spying(table)


def _answer_spy(table: Table, seat: Seat, move: Move) -> None:
    """Seal an answer; the last one opens both."""
    if isinstance(move, Lay):
        raise _not_legal(seat, move)
    if isinstance(move, Spy):
        table.spy(seat, _from_hand(table, seat, move, move.gadget, gadget=True))
    table.awaited = _answered(table.awaited, seat)
    if not any(table.awaited):
        _end_spying(table)


def _answered(awaited: Pair[bool], seat: Seat) -> Pair[bool]:
    return awaited[0] and seat != 0, awaited[1] and seat != 1


def _end_spying(table: Table) -> None:
    """Open the answers: a lone spy's enemy plays first, two Gadgets cancel each other."""
    for seat in SEAT_NUMBERS:
        gadget = table.spied[seat]
        if gadget is not None:
            table.take_from_hand(seat, (gadget,))
    first, second = table.spied
    table.tell("spied", ("gadgets", (_id(first), _id(second))))
    table.phase = PLAY
    table.awaited = awaited_to_play(table.spied, table.played)


def _answer_play(table: Table, seat: Seat, move: Move, chance: Chance) -> None:
    """Lay a card and perhaps one Gadget: face up where exactly one player spied (2.5)."""
    laid = _read_lay(table, seat, move)
    table.play(seat, laid)
    if lone_spy(table.spied) is None:
        table.tell("chose", ("seat", seat))
    else:
        table.tell("laid", ("seat", seat), ("cards", _ids(laid.cards)))
        table.take_from_hand(seat, laid.cards)
    _await_or_compare(table, chance)


def _read_lay(table: Table, seat: Seat, move: Move) -> Laid:
    if not isinstance(move, Lay):
        raise _not_legal(seat, move)
    card = _from_hand(table, seat, move, move.card, gadget=False)
    if move.gadget is None:
        return Laid(card)
    return Laid(card, _from_hand(table, seat, move, move.gadget, gadget=True))


def _from_hand(table: Table, seat: Seat, move: Move, card_id: str, *, gadget: bool) -> Card:
    card = find_card(table.hands[seat], card_id, gadget=gadget)
    if card is None:
        raise _not_legal(seat, move)
    return card


def _not_legal(seat: Seat, move: Move) -> IllegalMove:
    return IllegalMove("not_legal", f"seat {seat} cannot {encode(move)} here", seat=seat)


def _await_or_compare(table: Table, chance: Chance) -> None:
    first, second = table.played
    if first is not None and second is not None:
        _end_playing(table, first, second, chance)
    else:
        table.awaited = awaited_to_play(table.spied, table.played)


def _end_playing(table: Table, first: Laid, second: Laid, chance: Chance) -> None:
    """Open sealed cards, let the stronger take the stake, begin the next turn."""
    if lone_spy(table.spied) is None:
        table.tell("shown", ("cards", (_ids(first.cards), _ids(second.cards))))
        table.take_from_hand(SEAT_NUMBERS[0], first.cards)
        table.take_from_hand(SEAT_NUMBERS[1], second.cards)
    winner = taker(first, second)
    table.tell("taken", ("seat", winner), ("points", table.end_turn(winner)))
    _begin_turn(table, chance)


# rules 1, A manche, 2.6: who takes the stake


def taker(first: Laid, second: Laid) -> Seat | None:
    """Return the seat that takes all cards laid in the turn, None if each keeps its own.

    A Secrète beats every card that isn't one, a super Secrète an ordinary one. Among the others
    the points in play decide, Gadgets added; an Exceptionnelle on either side voids both Gadgets.
    """
    void = _is_exceptional(first.card) or _is_exceptional(second.card)
    mine, yours = _strength(first, void), _strength(second, void)
    if mine == yours:
        return None
    return SEAT_NUMBERS[0] if mine > yours else SEAT_NUMBERS[1]


def _is_exceptional(card: Card) -> bool:
    return card.rarity is _EXCEPTIONAL


def _strength(laid: Laid, gadgets_void: bool) -> tuple[int, int]:
    """Return the level of a Secrète, then the points; points play no part between Secrètes."""
    if laid.card.rarity is _SECRET:
        return 1 + laid.card.super_secret, 0
    if laid.gadget is None or gadgets_void:
        return 0, laid.card.play_points
    return 0, laid.card.play_points + laid.card.gadget_bonus(laid.gadget)


# rules 1, A manche, 3, and The match


def _end_manche(table: Table, chance: Chance) -> None:
    """Count the tas; cards left in a hand are set aside and score nothing [D]."""
    scores, set_aside = table.end_manche(), (len(table.hands[0]), len(table.hands[1]))
    table.tell(
        "manche_ended", ("manche", table.manche), ("scores", scores), ("set_aside", set_aside)
    )
    if table.manche < MANCHES:
        _begin_manche(table, chance)
    else:
        _end_match(table)


def _resign(table: Table, seat: Seat) -> None:
    """Give the match to the other, scores standing as they were."""
    table.resigned = seat
    table.tell("resigned", ("seat", seat))
    _end_match(table)


def _end_match(table: Table) -> None:
    table.end_match()
    end = _outcome(table.freeze())
    table.tell("ended", ("winners", end.winners), ("scores", end.scores), ("reason", end.reason))


def outcome(state: State) -> Outcome | None:
    """Return how the match ended: the higher total wins, equal totals are a draw [D]."""
    return _outcome(state) if state.phase is OVER else None


def _outcome(state: State) -> Outcome:
    scores = total_score(state.manches, state.score)
    more = (("manches", state.manches),)
    if state.resigned is not None:
        return Outcome((enemy_of(state.resigned),), scores, "resigned", more)
    winners = tuple(seat for seat in SEAT_NUMBERS if scores[seat] > scores[enemy_of(seat)])
    return Outcome(winners, scores, "points", more)


def position(state: State) -> dict[str, Any]:
    """Return the referee's trace line (record, Trace lines)."""
    return {
        "scores": list(total_score(state.manches, state.score)),
        "manche": state.manche,
        "turn": state.turn,
        "hands": [len(hand) for hand in state.hands],
        "draw": [len(pile) for pile in state.draws],
        "to_act": list(to_act(state)),
        "legal": [
            count_moves(state.phase, state.hands[seat]) if state.awaited[seat] else 0
            for seat in SEAT_NUMBERS
        ],
    }


def _ids(cards: Pile) -> tuple[str, ...]:
    return tuple([card.id for card in cards])


def _id(card: Card | None) -> str | None:
    return None if card is None else card.id
