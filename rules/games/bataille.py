"""Bataille: two players, one pack, two piles; choose in secret, meet by chance or by wit (rules 3).

This module is the referee: it tells a match from the deal to the last card, one function a rule,
in the order of the rules page. Where to look:

- `_begin_manche`: every player whose packet isn't empty draws
- `_end_manche`: the end of a manche, step by step in the order of the rules
- `_confront`, `_judge`: who meets whom, what decides, **Bataille** when equal
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
laid: its manche), `forfeited` (seat, pile, counts), `battle_off` (pile, counts), `resigned`
(seat), `ended` (winners, scores, reason). Cards stand as in a record, piles as A and B.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.chance import Chance
from rules.game import Event, IllegalMove, Outcome, Seat
from rules.games.bataille_cards import NAMES, PACK, combinations, names, result, used_cards
from rules.games.bataille_guess import guess
from rules.games.bataille_memory import (
    Captured,
    Drew,
    Entry,
    GaveUp,
    Laid,
    Memory,
    Met,
    Returned,
    TookBack,
)
from rules.games.bataille_options import SEATS, Mode, Options, read_options, write_options
from rules.games.bataille_state import (
    NONE,
    PILE_NAMES,
    PILE_OF,
    SEAT_NUMBERS,
    Confrontation,
    Engaged,
    Move,
    State,
    awaited,
    controlled,
    decode,
    encode,
    enemy_of,
)
from rules.games.bataille_view import (
    clock_move,
    is_legal,
    legal_moves,
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
    table = _Table(options)
    table.packets = [shuffled[0::2], shuffled[1::2]]
    table.memory = Memory.dealt(pack)
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
    table = _Table.of(state)
    if move is Move.RESIGN:
        _resign(table, seat)
    else:
        _choose(table, seat, _pile_of(state, seat, move), chance)
    return table.freeze(), tuple(table.events)


def _refuse_outsiders(state: State, seat: Seat) -> None:
    if state.result is not None:
        raise IllegalMove("over", "the match is over")
    if type(seat) is not int or seat not in SEAT_NUMBERS:
        raise IllegalMove("no_seat", f"there is no seat {seat!r}")


def _pile_of(state: State, seat: Seat, move: Move) -> int:
    if not awaited(state, seat):
        raise IllegalMove("not_awaited", f"seat {seat} is not awaited", seat=seat)
    pile = PILE_OF[move]
    if pile not in pile_choices(state.options, state.battle):
        raise IllegalMove("not_legal", f"seat {seat} cannot choose pile {move} here", seat=seat)
    return pile


class _Table:
    """The table while a move is played: the state laid open, and what has happened so far."""

    __slots__ = (
        "battle",
        "chosen",
        "drawn",
        "entries",
        "events",
        "last",
        "manche",
        "memory",
        "options",
        "packets",
        "piles",
        "result",
    )

    memory: Memory

    def __init__(self, options: Options) -> None:
        self.options = options
        self.manche = 0
        self.packets: list[list[int]] = [[], []]
        self.piles: list[list[list[Engaged]]] = [[[], []] for _ in range(options.piles)]
        self.drawn = [NONE, NONE]
        self.chosen = [NONE, NONE]
        self.battle = NONE
        self.last: Confrontation | None = None
        self.result: Outcome | None = None
        self.entries: list[Entry] = []
        self.events: list[Event] = []

    @classmethod
    def of(cls, state: State) -> _Table:
        """Lay a state open."""
        table = cls(state.options)
        table.manche = state.manche
        table.packets = [list(packet) for packet in state.packets]
        table.piles = [[list(stack) for stack in pile] for pile in state.piles]
        table.drawn, table.chosen = list(state.drawn), list(state.chosen)
        table.battle, table.last = state.battle, state.last
        table.memory = state.memory
        return table

    def freeze(self) -> State:
        """Return the state that the table has come to."""
        entries = tuple(self.entries)
        return State(
            self.options,
            self.manche,
            (tuple(self.packets[0]), tuple(self.packets[1])),
            tuple((tuple(pile[0]), tuple(pile[1])) for pile in self.piles),
            (self.drawn[0], self.drawn[1]),
            (self.chosen[0], self.chosen[1]),
            self.battle,
            self.last,
            self.result,
            self.memory.then(entries) if entries else self.memory,
        )

    def controls(self, seat: int) -> int:
        """Count the cards of a seat, wherever they lie."""
        on_piles = sum(len(pile[seat]) for pile in self.piles)
        return len(self.packets[seat]) + (self.drawn[seat] >= 0) + on_piles

    def counts(self, pile: int) -> tuple[int, int]:
        """Count each seat's cards on a pile."""
        return len(self.piles[pile][0]), len(self.piles[pile][1])

    def lift(self, pile: int) -> tuple[list[int], list[int]]:
        """Take each seat's cards off a pile, bottom to top."""
        ours, theirs = ([card for card, _ in stack] for stack in self.piles[pile])
        self.piles[pile] = [[], []]
        return ours, theirs

    def tell(self, entry: Entry) -> None:
        """Note what the viewers will remember."""
        self.entries.append(entry)

    def happen(self, kind: str, **facts: Any) -> None:
        """Note something that everybody sees."""
        self.events.append(Event(kind, tuple(facts.items())))


def _begin_manche(table: _Table, chance: Chance) -> None:
    """Draw for the next manche; where nobody has a packet it passes by itself."""
    table.manche += 1
    for seat, packet in enumerate(table.packets):
        table.drawn[seat] = packet.pop(0) if packet else NONE
    seats = tuple(seat for seat in SEAT_NUMBERS if table.drawn[seat] >= 0)
    if seats:
        _tell_draws(table, seats)
    else:
        _end_manche(table, chance)


def _tell_draws(table: _Table, seats: tuple[Seat, ...]) -> None:
    table.tell(Drew((table.drawn[0], table.drawn[1])))
    public = (("manche", table.manche), ("seats", seats))
    private = tuple((seat, (("card", NAMES[table.drawn[seat]]),)) for seat in seats)
    table.events.append(Event("drew", public, private))


def _choose(table: _Table, seat: Seat, pile: int, chance: Chance) -> None:
    """Seal a choice; the last one awaited opens them all."""
    table.chosen[seat] = pile
    private = ((seat, (("pile", PILE_NAMES[pile]),)),)
    table.events.append(Event("chose", (("seat", seat),), private))
    if table.drawn[1 - seat] < 0 or table.chosen[1 - seat] >= 0:
        _open_choices(table, chance)


def _open_choices(table: _Table, chance: Chance) -> None:
    """Lay the cards where they were meant to go, and end the manche."""
    chosen = (table.chosen[0], table.chosen[1])
    for seat, pile in enumerate(chosen):
        if pile >= 0:
            table.piles[pile][seat].append(Engaged(table.drawn[seat], table.manche))
    table.drawn, table.chosen = [NONE, NONE], [NONE, NONE]
    met = chosen[0] if chosen[0] == chosen[1] else NONE
    table.tell(Laid(table.manche, chosen, met >= 0 or table.options.piles == 1))
    if met >= 0:
        _confront(table, met, chance)
    elif NONE not in chosen:
        _tell_parting(table, chosen)
    _end_manche(table, chance, met)


def _tell_parting(table: _Table, chosen: tuple[int, int]) -> None:
    private = tuple(
        (seat, (("enemy_pile", PILE_NAMES[chosen[enemy_of(seat)]]),)) for seat in SEAT_NUMBERS
    )
    table.events.append(Event("parted", (("manche", table.manche),), private))


def _confront(table: _Table, pile: int, chance: Chance) -> None:
    """Show the cards used: the higher takes the pile, equal results declare a Bataille."""
    mode = _deciding_mode(table)
    used = _used(table, pile, mode)
    winner = _judge(mode, used)
    laid = tuple(tuple(card.laid for card in stack) for stack in table.piles[pile])
    table.tell(Met(pile, (laid[0], laid[1]), used))
    table.last = Confrontation(table.manche, pile, used, winner)
    _tell_meeting(table, pile, mode, used)
    if winner is None:
        table.battle = pile
        table.happen("battle", pile=PILE_NAMES[pile])
    else:
        table.happen("captured", seat=winner, pile=PILE_NAMES[pile], counts=table.counts(pile))
        _capture(table, winner, pile, chance)


def _deciding_mode(table: _Table) -> Mode:
    """In a Bataille the next card decides, in every mode (rules 3, Equal)."""
    return table.options.mode if table.battle == NONE else Mode.HEIGHT


def _used(table: _Table, pile: int, mode: Mode) -> tuple[tuple[int, ...], tuple[int, ...]]:
    ours, theirs = ([card for card, _ in stack] for stack in table.piles[pile])
    return used_cards(mode, ours), used_cards(mode, theirs)


def _judge(mode: Mode, used: tuple[tuple[int, ...], tuple[int, ...]]) -> Seat | None:
    """Name the seat whose cards count for more, None where they count for the same."""
    ours, theirs = (result(mode, cards) for cards in used)
    if ours == theirs:
        return None
    return SEAT_NUMBERS[ours < theirs]


def _tell_meeting(
    table: _Table, pile: int, mode: Mode, used: tuple[tuple[int, ...], tuple[int, ...]]
) -> None:
    table.happen(
        "met",
        pile=PILE_NAMES[pile],
        cards=tuple(names(cards) for cards in used),
        results=tuple(result(mode, cards) for cards in used),
        combinations=tuple(combinations(cards) for cards in used)
        if mode is Mode.POKER
        else ((), ()),
        forced=table.battle >= 0,
    )


def _capture(table: _Table, winner: int, pile: int, chance: Chance) -> None:
    """Shuffle every card of a pile under a packet; an open Bataille on it is over."""
    ours, theirs = table.lift(pile)
    table.packets[winner] += chance.shuffle(f"capture/{table.manche}", ours + theirs)
    table.battle = NONE
    table.tell(Captured(table.manche, pile, winner))


def _end_manche(table: _Table, chance: Chance, met: int = NONE) -> None:
    """End a manche whose capture or Bataille is done, in the order of the rules, from (2) on."""
    _return_cards(table, met)
    if _ended_by_cards(table) or _ended_by_manches(table):
        return
    if table.battle >= 0:
        _settle_battle(table, chance)
        if _ended_by_cards(table):
            return
    _begin_manche(table, chance)


def _return_cards(table: _Table, met: int) -> None:
    """Give back what has waited long enough; the manche a card was laid in counts (rules 3)."""
    for pile, stacks in enumerate(table.piles):
        if pile != met:
            for seat in SEAT_NUMBERS:
                _return_oldest(table, seat, stacks[seat])


def _return_oldest(table: _Table, seat: Seat, stack: list[Engaged]) -> None:
    if stack and table.manche - stack[0].laid + 1 >= table.options.return_after:
        card, laid = stack.pop(0)
        table.packets[seat].append(card)
        table.tell(Returned(seat, laid))
        table.happen("returned", seat=seat, laid=laid)


def _ended_by_cards(table: _Table) -> bool:
    """A player who controls no card has lost."""
    for seat in SEAT_NUMBERS:
        if not table.controls(seat):
            _end(table, (enemy_of(seat),), "no_cards")
            return True
    return False


def _ended_by_manches(table: _Table) -> bool:
    """After the last manche more cards controlled win, an open Bataille left unsettled."""
    if table.manche != table.options.max_manches:
        return False
    ours, theirs = (table.controls(seat) for seat in SEAT_NUMBERS)
    winners = () if ours == theirs else (SEAT_NUMBERS[ours < theirs],)
    _end(table, winners, "max_manches")
    return True


def _settle_battle(table: _Table, chance: Chance) -> None:
    """Take an open Bataille out of the way where a packet is empty."""
    pile = table.battle
    pile_facts = {"pile": PILE_NAMES[pile], "counts": table.counts(pile)}
    empty = [seat for seat in SEAT_NUMBERS if not table.packets[seat]]
    if len(empty) == 1:
        table.happen("forfeited", seat=empty[0], **pile_facts)
        _capture(table, enemy_of(empty[0]), pile, chance)
    elif empty:
        table.happen("battle_off", **pile_facts)
        _take_back(table, pile)


def _take_back(table: _Table, pile: int) -> None:
    """Each takes their own cards back under their packet, bottom card first."""
    for packet, cards in zip(table.packets, table.lift(pile), strict=True):
        packet.extend(cards)
    table.battle = NONE
    table.tell(TookBack(pile))


def _resign(table: _Table, seat: Seat) -> None:
    """The other wins; a card drawn or secretly laid counts as its owner's, on their packet."""
    for owner, card in enumerate(table.drawn):
        if card >= 0:
            table.packets[owner].insert(0, card)
    table.drawn, table.chosen = [NONE, NONE], [NONE, NONE]
    table.tell(GaveUp())
    table.happen("resigned", seat=seat)
    _end(table, (enemy_of(seat),), "resigned")


def _end(table: _Table, winners: tuple[Seat, ...], reason: str) -> None:
    scores = (table.controls(0), table.controls(1))
    table.result = Outcome(winners, scores, reason)
    table.happen("ended", winners=winners, scores=scores, reason=reason)


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
