"""Bataille: two players, one pack, two piles; choose in secret, meet by chance or by wit (rules 3).

This module is the referee: it tells a match from the deal to the last card, one function a rule,
in the order of the rules page. Where to look:

- `_begin_manche`: every player whose packet isn't empty draws
- `_open_choices`, `_confront`: who meets whom, what decides, **Bataille** when equal
- `_end_manche`: the end of a manche, step by step in the order of the rules
- `_capture`: the stake, shuffled, goes under the winner's packet
- `_return_cards`: cards that waited long enough go back
- `_settle_battle`: an open Bataille that a player with an empty packet can't play on

What a seat may know is in `bataille_view`, how it is kept in `bataille_memory` and
`bataille_blocks`, a possible match behind it in `bataille_guess`, the estimate of the packets in
`bataille_estimate`, the search's own fast table in `bataille_sim`.

Decisions taken where the text is silent [D]: a pile that holds cards may always be chosen again;
only the cards used in a confrontation are ever shown, the rest of the stake stays hidden; equal
sums are a Bataille like equal cards, and the next card alone decides it in every mode; a player
with an empty packet lays nothing, and forfeits an open Bataille; if both packets are empty then,
each takes their own cards back; at `max_manches` the cards controlled decide.

Events, each with its facts: `drew` (manche, seats; its owner also card), `chose` (seat; itself
also pile), `parted` (manche; the seats also enemy_pile), `met` (pile, cards by seat, results,
combinations, forced), `battle` (pile), `captured` (seat, pile, counts by seat), `returned` (seat,
laid: its manche), `forfeited` (seat: who takes the stake, pile, counts), `battle_off` (pile,
counts), `resigned` (seat), `ended` (winners, scores, reason). Cards stand as in a record, piles
as A and B.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.chance import Chance
from rules.game import Event, IllegalMove, Outcome, Seat
from rules.games.bataille_cards import (
    NAMES,
    PACK,
    Cards,
    Pair,
    combinations,
    names,
    result,
    used_cards,
)
from rules.games.bataille_guess import guess
from rules.games.bataille_memory import (
    UNKNOWN,
    Captured,
    Drew,
    GaveUp,
    Laid,
    Met,
    Returned,
    TookBack,
    recalls_of_deal,
)
from rules.games.bataille_options import SEATS, Mode, Options, read_options, write_options
from rules.games.bataille_state import (
    NONE,
    PILE_NAMES,
    RESIGN,
    SEAT_NUMBERS,
    A,
    Confrontation,
    Engaged,
    Move,
    Stack,
    State,
    awaited,
    controlled,
    decode,
    encode,
    enemy_of,
)
from rules.games.bataille_table import Table
from rules.games.bataille_view import (
    clock_move,
    is_legal,
    legal_moves,
    may_choose,
    pile_choices,
    random_move,
    view,
)

__all__ = [
    "clock_move",
    "deal",
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
    "to_act",
    "view",
    "write_options",
]

name = "bataille"
min_seats = SEATS
max_seats = SEATS


def setup(options: Options, seats: int, chance: Chance) -> State:
    """Share out the 52 cards, up to the first moment at which somebody decides."""
    del seats  # read_options has seen to it that there are two
    return deal(options, PACK, chance)


def deal(options: Options, pack: Sequence[int], chance: Chance) -> State:
    """Share out a pack, of an even number of cards: the first goes on top of seat 0's packet."""
    shuffled = chance.shuffle("deal", pack)
    packets = tuple(shuffled[0::2]), tuple(shuffled[1::2])
    nobody = (NONE, NONE)
    table = Table(
        State(
            options,
            manche=0,
            packets=packets,
            piles=(((), ()),) * options.piles,
            drawn=nobody,
            chosen=nobody,
            battle=NONE,
            last=None,
            result=None,
            recalls=recalls_of_deal(pack),
        )
    )
    _begin_manche(table, chance)
    return table.freeze()


def to_act(state: State) -> tuple[Seat, ...]:
    """Name every seat awaited, the referee's knowledge."""
    return tuple(seat for seat in SEAT_NUMBERS if awaited(state, seat))


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, None while it isn't over."""
    return state.result


def play(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Play a move and all that follows by itself.

    Raise `IllegalMove`: `over`, `no_seat`, `not_awaited`, `not_legal`, in this order; `resign` is
    possible at any time before the end.
    """
    _refuse_outsiders(state, seat)
    if move is RESIGN:
        return _resign(state, seat)
    pile = 0 if move is A else 1
    _refuse_choice(state, seat, pile)
    chosen = (pile, state.chosen[1]) if seat == 0 else (state.chosen[0], pile)
    if awaited(state, enemy_of(seat)):
        return _sealed(state, chosen), (_CHOSE[seat][pile],)
    return _open_choices(state, chosen, _CHOSE[seat][pile], chance)


def _refuse_outsiders(state: State, seat: Seat) -> None:
    if state.result is not None:
        raise IllegalMove("over", "the match is over")
    if type(seat) is not int or seat not in SEAT_NUMBERS:
        raise IllegalMove("no_seat", f"there is no seat {seat!r}")


def _refuse_choice(state: State, seat: Seat, pile: int) -> None:
    if not awaited(state, seat):
        raise IllegalMove("not_awaited", f"seat {seat} is not awaited", seat=seat)
    if not may_choose(pile, state.options, state.battle):
        name = PILE_NAMES[pile]
        raise IllegalMove("not_legal", f"seat {seat} cannot choose pile {name} here", seat=seat)


def _chose(seat: Seat) -> tuple[Event, ...]:
    """Return what is said of a sealed choice: everybody sees it, its owner also the pile."""
    return tuple(
        Event("chose", (("seat", seat),), ((seat, (("pile", pile),)),)) for pile in PILE_NAMES
    )


_CHOSE = tuple(_chose(seat) for seat in SEAT_NUMBERS)


def _sealed(state: State, chosen: Pair[int]) -> State:
    options, manche, packets, piles, drawn, _, battle, last, result, recalls = state
    return State(options, manche, packets, piles, drawn, chosen, battle, last, result, recalls)


def _begin_manche(table: Table, chance: Chance) -> None:
    """Draw for the next manche; where nobody has a packet it passes by itself."""
    table.manche += 1
    for seat, packet in enumerate(table.packets):
        if packet:
            table.drawn[seat], table.packets[seat] = packet[0], packet[1:]
        else:
            table.drawn[seat] = NONE
    if table.drawn == [NONE, NONE]:
        _end_manche(table, NONE, chance)
    else:
        _tell_draws(table, *table.drawn)


def _tell_draws(table: Table, ours: int, theirs: int) -> None:
    """Everybody sees who drew, each seat its own card only."""
    seats, private = [], []
    for seat, card in ((Seat(0), ours), (Seat(1), theirs)):
        if card >= 0:
            seats.append(seat)
            private.append((seat, (("card", NAMES[card]),)))
    drew = tuple(seats)
    table.tell(Drew(drew))
    public = (("manche", table.manche), ("seats", drew))
    table.events.append(Event("drew", public, tuple(private)))


def _open_choices(
    state: State, chosen: Pair[int], last_choice: Event, chance: Chance
) -> tuple[State, tuple[Event, ...]]:
    """Lay the cards where they were meant to go, and end the manche."""
    table = Table(state)
    table.events.append(last_choice)
    for seat, pile in enumerate(chosen):
        if pile >= 0:
            table.piles[pile][seat] += (Engaged(table.drawn[seat], table.manche),)
    table.drawn = [NONE, NONE]
    met = chosen[0] if chosen[0] == chosen[1] else NONE
    _tell_piles(table, chosen, met)
    if met >= 0:
        _confront(table, met, chance)
    _end_manche(table, met, chance)
    return table.freeze(), tuple(table.events)


def _tell_piles(table: Table, chosen: Pair[int], met: int) -> None:
    """Tell everybody where those who meet lie, else the players what follows for them."""
    if met >= 0:
        table.tell(Laid(table.manche, chosen))
        return
    ours, theirs = chosen
    table.tell(Laid(table.manche, (_back(ours), _back(theirs))))
    if NONE not in chosen:
        table.told = (chosen, chosen)
        table.events.append(_parting(table.manche, chosen))
    else:
        table.told = (chosen, None) if ours >= 0 else (None, chosen)


def _back(pile: int) -> int | None:
    return None if pile < 0 else UNKNOWN


def _parting(manche: int, chosen: Pair[int]) -> Event:
    ours, theirs = (PILE_NAMES[pile] for pile in chosen)
    private = ((Seat(0), (("enemy_pile", theirs),)), (Seat(1), (("enemy_pile", ours),)))
    return Event("parted", (("manche", manche),), private)


def _confront(table: Table, pile: int, chance: Chance) -> None:
    """Show the cards used: the higher takes the pile, equal results declare a Bataille."""
    mode = _deciding_mode(table)
    ours, theirs = table.piles[pile]
    used = _used(mode, ours), _used(mode, theirs)
    results = result(mode, used[0]), result(mode, used[1])
    winner = None if results[0] == results[1] else SEAT_NUMBERS[results[0] < results[1]]
    table.tell(Met(pile, (_manches(ours), _manches(theirs)), used))
    table.last = Confrontation(table.manche, pile, used, winner)
    _tell_meeting(table, mode, results)
    if winner is None:
        table.battle = pile
        table.happen("battle", ("pile", PILE_NAMES[pile]))
    else:
        _capture(table, "captured", winner, pile, chance)


def _deciding_mode(table: Table) -> Mode:
    """In a Bataille the next card decides, in every mode (rules 3, Equal)."""
    return table.options.mode if table.battle == NONE else Mode.HEIGHT


def _used(mode: Mode, stack: Stack) -> Cards:
    return used_cards(mode, [card for card, _ in stack])


def _manches(stack: Stack) -> tuple[int, ...]:
    return tuple([laid for _, laid in stack])


def _tell_meeting(table: Table, mode: Mode, results: Pair[float]) -> None:
    assert table.last is not None
    ours, theirs = table.last.shown
    poker = mode is Mode.POKER
    table.happen(
        "met",
        ("pile", PILE_NAMES[table.last.pile]),
        ("cards", (names(ours), names(theirs))),
        ("results", results),
        ("combinations", (combinations(ours), combinations(theirs)) if poker else ((), ())),
        ("forced", table.battle >= 0),
    )


def _capture(table: Table, kind: str, winner: Seat, pile: int, chance: Chance) -> None:
    """Shuffle every card of a pile under a packet; an open Bataille on it is over."""
    table.happen(kind, ("seat", winner), ("pile", PILE_NAMES[pile]), ("counts", table.counts(pile)))
    ours, theirs = table.lift(pile)
    table.packets[winner] += tuple(chance.shuffle(f"capture/{table.manche}", ours + theirs))
    table.battle = NONE
    table.tell(Captured(table.manche, pile, winner))


def _end_manche(table: Table, met: int, chance: Chance) -> None:
    """End a manche whose capture or Bataille is done, in the order of the rules, from (2) on."""
    _return_cards(table, met)
    if _ended_by_cards(table) or _ended_by_manches(table):
        return
    if table.battle >= 0:
        _settle_battle(table, chance)
        if _ended_by_cards(table):
            return
    _begin_manche(table, chance)


def _return_cards(table: Table, met: int) -> None:
    """Give back what has waited long enough; the manche a card was laid in counts (rules 3)."""
    due = table.manche - table.options.return_after + 1
    for pile, stacks in enumerate(table.piles):
        if pile != met:
            for seat in SEAT_NUMBERS:
                if stacks[seat] and stacks[seat][0].laid <= due:
                    _return_oldest(table, seat, pile)


def _return_oldest(table: Table, seat: Seat, pile: int) -> None:
    (card, laid), *younger = table.piles[pile][seat]
    table.piles[pile][seat] = tuple(younger)
    table.packets[seat] += (card,)
    table.tell(Returned(seat, laid))
    table.happen("returned", ("seat", seat), ("laid", laid))


def _ended_by_cards(table: Table) -> bool:
    """A player who controls no card has lost."""
    for seat in SEAT_NUMBERS:
        if not table.packets[seat] and not table.controls(seat):
            _end(table, (enemy_of(seat),), "no_cards")
            return True
    return False


def _ended_by_manches(table: Table) -> bool:
    """After the last manche more cards controlled win, an open Bataille left unsettled."""
    if table.manche != table.options.max_manches:
        return False
    ours, theirs = table.controls(0), table.controls(1)
    _end(table, () if ours == theirs else (SEAT_NUMBERS[ours < theirs],), "max_manches")
    return True


def _settle_battle(table: Table, chance: Chance) -> None:
    """Take an open Bataille out of the way where a packet is empty."""
    pile = table.battle
    empty = [seat for seat in SEAT_NUMBERS if not table.packets[seat]]
    if len(empty) == 1:
        _capture(table, "forfeited", enemy_of(empty[0]), pile, chance)
    elif empty:
        _take_back(table, pile)


def _take_back(table: Table, pile: int) -> None:
    """Each takes their own cards back under their packet, bottom card first."""
    table.happen("battle_off", ("pile", PILE_NAMES[pile]), ("counts", table.counts(pile)))
    for seat, cards in enumerate(table.lift(pile)):
        table.packets[seat] += cards
    table.battle = NONE
    table.tell(TookBack(pile))


def _resign(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """The other wins; a card drawn or secretly laid counts as its owner's, on their packet."""
    table = Table(state)
    for owner, card in enumerate(state.drawn):
        if card >= 0:
            table.packets[owner] = (card, *table.packets[owner])
    table.drawn = [NONE, NONE]
    table.tell(GaveUp())
    table.happen("resigned", ("seat", seat))
    _end(table, (enemy_of(seat),), "resigned")
    return table.freeze(), tuple(table.events)


def _end(table: Table, winners: tuple[Seat, ...], reason: str) -> None:
    scores = (table.controls(0), table.controls(1))
    table.result = Outcome(winners, scores, reason)
    table.happen("ended", ("winners", winners), ("scores", scores), ("reason", reason))


def position(state: State) -> dict[str, Any]:
    """Return the referee's trace line of the record; never shown to a player."""
    choices = len(pile_choices(state.options, state.battle))
    return {
        "packets": [len(packet) for packet in state.packets],
        "piles": {
            PILE_NAMES[pile]: [len(stack) for stack in stacks]
            for pile, stacks in enumerate(state.piles)
        },
        "battle": None if state.battle == NONE else PILE_NAMES[state.battle],
        "manche": state.manche,
        "controlled": [controlled(state, seat) for seat in SEAT_NUMBERS],
        "to_act": list(to_act(state)),
        "legal": [choices * awaited(state, seat) for seat in SEAT_NUMBERS],
    }
