"""The Arena for a search: one mutable match, made to be copied and played very often.

It plays by the same rules as `rules.games.arena` and is tested equal to it move by move; it says
nothing, refuses nothing, remembers nothing for anybody and knows no `resign`. Hands, piles and the
battle are `bytes` of card numbers, so that a copy shares them and work is done by whole rows.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.game import Outcome, seats_sorted
from rules.games.arena_battle import cancellation, total
from rules.games.arena_cards import EFFECTIVE, RANK, SUIT, VALUE
from rules.games.arena_options import Options
from rules.games.arena_table import CLOCKWISE, HAND_SIZE, SEAT_NUMBERS, Phase, State

ATTACK, REST, ADD, GUARD, PASS = range(5)
SimMove = tuple[int, int, bytes, tuple[int, ...]]
"""Verb, target (or -1), cards, and for `GUARD` the place of the attack card set against, or -1."""

TURN, REINFORCE, DEFEND, SUPPORT, OVER = range(5)
PHASES = dict(zip(Phase, (TURN, REINFORCE, DEFEND, SUPPORT, OVER), strict=True))
PASSING: SimMove = (PASS, -1, b"", ())

Shuffle = Callable[[int, int, bytes], bytes]
"""Shuffles cards for a pile, given its number and how often it was shuffled before."""


def _by_card(row: tuple[int, ...]) -> bytes:
    return bytes(row).ljust(256)


SUITS_OF = _by_card(SUIT)
VALUES_OF = _by_card(VALUE)
EFFECTIVE_OF = tuple(
    tuple(tuple(_by_card(row) for row in by_target) for by_target in by_layer)
    for by_layer in EFFECTIVE
)
RANK_BIT = tuple(1 << rank for rank in RANK)
ROW = tuple(bytes((seat,)) * (HAND_SIZE + 1) for seat in SEAT_NUMBERS)


def _survivors_by_suits() -> dict[bytes, bytes]:
    """Return the places that survive for each row of suits that a single hand can lay."""
    suits = {bytes(row) for row in _rows_of_suits(HAND_SIZE)}
    return {row: bytes(cancellation([suit * 13 for suit in row]).survivors) for row in suits}


def _rows_of_suits(most: int) -> list[tuple[int, ...]]:
    rows: list[tuple[int, ...]] = [()]
    for row in rows:
        if len(row) < most:
            rows.extend((*row, suit) for suit in range(4))
    return rows


SURVIVORS = _survivors_by_suits()


def _all_differ(options: Options) -> bool:
    """Say whether no card of the match has its equal."""
    return options.decks == 1 and not options.own_piles


class Sim:
    """One match. `endurance`, `hands` are by seat, `draws`, `discards` by pile, as `State` has it.

    `single` says that no card has its equal, `phase` is one of the small numbers above, `waiting`
    are the seats still asked, `values` the effective values of the attack cards, `reinforcers` a
    bit for each seat that reinforced the attack, `reason` how the match ended ("" before).
    """

    __slots__ = (
        "against",
        "attack",
        "attackers",
        "defence",
        "defenders",
        "discards",
        "draws",
        "endurance",
        "hands",
        "options",
        "out",
        "phase",
        "reason",
        "reinforcers",
        "round",
        "seats",
        "shuffle",
        "shuffles",
        "single",
        "skipped",
        "standing",
        "target",
        "turn",
        "values",
        "waiting",
        "winners",
    )

    options: Options
    shuffle: Shuffle
    seats: int
    single: bool
    endurance: list[int]
    hands: list[bytes]
    draws: list[bytes]
    discards: list[bytes]
    shuffles: list[int]
    out: int
    standing: int
    skipped: int
    round: int
    turn: int
    phase: int
    target: int
    attack: bytes
    attackers: bytes
    values: bytes
    defence: bytes
    defenders: bytes
    against: tuple[int, ...]
    reinforcers: int
    waiting: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

    @classmethod
    def of(cls, state: State, shuffle: Shuffle) -> Sim:
        """Lay out a state, not yet over; `shuffle` makes a new draw pile of discards."""
        table, hands, draws, _ = state
        sim = cls.__new__(cls)
        sim.options, sim.shuffle = table.options, shuffle
        sim.seats, sim.single = len(hands), _all_differ(table.options)
        sim.hands, sim.draws = [bytes(hand) for hand in hands], [bytes(pile) for pile in draws]
        sim.endurance, sim.discards = list(table.endurance), [bytes(p) for p in table.discards]
        sim.standing = sum(1 for left in table.endurance if left)
        sim.out, sim.shuffles = sum(map(len, table.out)), list(table.shuffles)
        sim.round, sim.turn, sim.skipped = table.round, table.turn, table.skipped
        sim.phase, sim.target = PHASES[table.phase], table.target
        sim.attack, sim.attackers = bytes(table.attack), bytes(table.attackers)
        sim.values = bytes(table.attack_values)
        sim.defence, sim.defenders = bytes(table.defence), bytes(table.defenders)
        sim.against = table.against
        sim.reinforcers = sum(1 << seat for seat in table.reinforcers)
        sim.waiting, sim.winners, sim.reason = table.waiting, (), ""
        return sim

    def copy(self) -> Sim:
        """Return a match that goes its own way from here."""
        sim = Sim.__new__(Sim)
        sim.options, sim.shuffle = self.options, self.shuffle
        sim.seats, sim.single = self.seats, self.single
        sim.hands, sim.draws = self.hands[:], self.draws[:]
        sim.endurance, sim.discards = self.endurance[:], self.discards[:]
        sim.standing, sim.out, sim.shuffles = self.standing, self.out, self.shuffles[:]
        sim.round, sim.turn, sim.skipped = self.round, self.turn, self.skipped
        sim.phase, sim.target = self.phase, self.target
        sim.attack, sim.attackers, sim.values = self.attack, self.attackers, self.values
        sim.defence, sim.defenders = self.defence, self.defenders
        sim.against, sim.reinforcers = self.against, self.reinforcers
        sim.waiting, sim.winners, sim.reason = self.waiting, self.winners, self.reason
        return sim

    def play(self, move: SimMove) -> None:
        """Play a legal move of the seat awaited, and all that follows by itself."""
        verb, target, cards, against = move
        if verb == ATTACK:
            self._attack(target, cards)
        elif verb == REST:
            self._rest(cards)
        else:
            if verb == ADD:
                self._add(cards)
            elif verb == GUARD:
                self._guard(cards, against)
            self.waiting = self.waiting[1:]
            if not self.waiting:
                self._answered()

    def _attack(self, target: int, cards: bytes) -> None:
        seat, hands, hand = self.turn, self.hands, self.hands[self.turn]
        hands[seat] = hand.translate(None, cards) if self.single else without(hand, cards)
        self.target = target
        self.attack = cards
        self.attackers = ROW[seat][: len(cards)]
        plain = self.options.elements is None
        self.values = cards.translate(VALUES_OF if plain else self.worth(seat, target))
        self.defence = self.defenders = b""
        self.against = ()
        self.reinforcers = 0
        if self.seats > 2:
            order = CLOCKWISE[self.seats][seat]
            self.waiting = tuple([s for s in order if hands[s] and s != target])
            if self.waiting:
                self.phase = REINFORCE
                return
        self._cancel()

    def worth(self, layer: int, target: int) -> bytes:
        """Return the table of what each card that `layer` lays is worth against `target`."""
        elements = self.options.elements
        if elements is None:
            return VALUES_OF
        return EFFECTIVE_OF[self.options.stacking][elements[layer]][elements[target]]

    def _rest(self, cards: bytes) -> None:
        seat, options, hand = self.turn, self.options, self.hands[self.turn]
        self.hands[seat] = hand.translate(None, cards) if self.single else without(hand, cards)
        values = cards.translate(VALUES_OF)
        gain = sum(values)
        if len(cards) > 3:
            gain += _combo_sum(cards, values)
        left = self.endurance[seat] + gain
        self.endurance[seat] = min(left, options.endurance) if options.cap else left
        self.discards[seat if options.own_piles else 0] += cards
        self._next_turn()

    def _add(self, cards: bytes) -> None:
        seat = self.waiting[0]
        self.hands[seat] = without(self.hands[seat], cards)
        self.attack += cards
        self.attackers += ROW[seat][: len(cards)]
        self.values += cards.translate(self.worth(seat, self.target))
        self.reinforcers |= 1 << seat

    def _guard(self, cards: bytes, against: tuple[int, ...]) -> None:
        seat = self.waiting[0]
        hand = self.hands[seat]
        self.hands[seat] = hand.translate(None, cards) if self.single else without(hand, cards)
        self.defence += cards
        self.defenders += ROW[seat][: len(cards)]
        self.against += against

    def _answered(self) -> None:
        if self.phase == REINFORCE:
            self._cancel()
        elif self.phase == DEFEND and self.seats > 2:
            self._support()
        else:
            self._resolve()

    def _cancel(self) -> None:
        if self.options.cancel:
            self._cancel_attack()
        if not self.attack:
            self._clear()
            self._next_turn()
        elif self.hands[self.target]:
            self.phase = DEFEND
            self.waiting = (self.target,)
        else:
            self._support()

    def _cancel_attack(self) -> None:
        attack = self.attack
        places = SURVIVORS.get(attack.translate(SUITS_OF))
        if places is None:
            places = bytes(cancellation(attack).survivors)
        if len(places) == len(attack):
            return
        self.out += len(attack) - len(places)
        self.attack = places.translate(attack.ljust(256))
        self.attackers = places.translate(self.attackers.ljust(256))
        self.values = places.translate(self.values.ljust(256))

    def _support(self) -> None:
        if self.seats > 2:
            hands, out = self.hands, self.reinforcers | 1 << self.turn
            order = CLOCKWISE[self.seats][self.target]
            self.waiting = tuple([s for s in order if hands[s] and not out >> s & 1])
            if self.waiting:
                self.phase = SUPPORT
                return
        self._resolve()

    def _resolve(self) -> None:
        loss, back = battle_losses(self.attack, self.values, self.defence, self.against)
        turn, target, endurance = self.turn, self.target, self.endurance
        endurance[target] -= loss
        endurance[turn] -= back
        self._clear()
        if endurance[target] <= 0:
            self._fall(target)
        if endurance[turn] <= 0:
            self._fall(turn)
        if self.standing > 1:
            self._next_turn()
        elif self.standing:
            self._end([seat for seat in range(self.seats) if endurance[seat]], "last_standing")
        else:
            self._end([turn, target], "double_knockout")

    def _clear(self) -> None:
        """Discard what lies open of the battle; its fields stay as they are until the next one."""
        if not self.options.own_piles:
            self.discards[0] += self.attack + self.defence
        else:
            self._clear_to_owners()

    def _clear_to_owners(self) -> None:
        for layers, cards in ((self.attackers, self.attack), (self.defenders, self.defence)):
            for place, layer in enumerate(layers):
                self.discards[layer] += cards[place : place + 1]

    def _fall(self, seat: int) -> None:
        self.endurance[seat] = 0
        self.standing -= 1
        self.discards[self.options.pile_of(seat)] += self.hands[seat]
        self.hands[seat] = b""

    def _next_turn(self) -> None:
        endurance, seats = self.endurance, self.seats
        while True:
            seat = (self.turn + 1) % seats
            while endurance[seat] == 0:
                seat = (seat + 1) % seats
            if seat <= self.turn:
                if self.round == self.options.rounds:
                    return self._end_on_endurance("rounds")
                if self.skipped < self.standing:
                    self.round += 1
            if self.skipped == self.standing:
                return self._end_on_endurance("exhausted")
            if self._begin_turn(seat):
                return None

    def _begin_turn(self, seat: int) -> bool:
        """Begin a turn; say whether somebody decides now or the match is over."""
        self.turn = seat
        hand = self.hands[seat]
        pile = seat if self.options.own_piles else 0
        draw = self.draws[pile]
        missing = HAND_SIZE - len(hand)
        if not draw and self.options.race:
            self._end_on_endurance("race")
            return True
        if len(draw) >= missing:
            hand += draw[:missing]
            self.draws[pile] = draw[missing:]
        else:
            hand = self._draw_short(pile, hand)
        self.hands[seat] = hand
        if not hand:
            self.skipped += 1
            return False
        self.skipped = 0
        self.phase = TURN
        self.waiting = (seat,)
        return True

    def _draw_short(self, pile: int, hand: bytes) -> bytes:
        """Draw all that is left of a pile, then from the discards shuffled anew."""
        hand += self.draws[pile]
        draw = b""
        if self.discards[pile] and not self.options.race:
            self.shuffles[pile] += 1
            draw = self.shuffle(pile, self.shuffles[pile], self.discards[pile])
            self.discards[pile] = b""
        missing = HAND_SIZE - len(hand)
        self.draws[pile] = draw[missing:]
        return hand + draw[:missing]

    def _end_on_endurance(self, reason: str) -> None:
        best = max(self.endurance)
        self._end([seat for seat, left in enumerate(self.endurance) if left == best], reason)

    def _end(self, winners: list[int], reason: str) -> None:
        self.phase, self.waiting = OVER, ()
        self.winners, self.reason = tuple(sorted(winners)), reason


def without(hand: bytes, cards: bytes) -> bytes:
    """Return a hand without cards, of each code the first."""
    for place in range(len(cards)):
        hand = hand.replace(cards[place : place + 1], b"", 1)
    return hand


def _combo_sum(cards: bytes, values: bytes) -> int:
    """Return what combos add: the sum of the cards in them, 0 where there is none."""
    ranks = 0
    for card in cards:
        ranks |= RANK_BIT[card]
    if not ranks & ranks >> 1 & ranks >> 2 & ranks >> 3:
        return 0
    return total(cards, values) - sum(values)


def battle_losses(
    attack: bytes, values: bytes, defence: bytes, against: tuple[int, ...]
) -> tuple[int, int]:
    """Return what target and attacker lose (rules 2, A turn, 7)."""
    loss = sum(values)
    if len(attack) > 3 or len(defence) > 3:
        strong = _combo_sum(attack, values)
        weak = _combo_sum(defence, defence.translate(VALUES_OF))
        if strong or weak:
            gap = loss + strong - weak - sum(defence.translate(VALUES_OF))
            return max(gap, 0), max(-gap, 0)
    if not defence:
        return loss, 0
    back = 0
    for card, place in zip(defence, against, strict=True):
        if place >= 0:
            gap = VALUE[card] - values[place]
            if gap > 0:
                back += gap
                loss -= values[place]
            else:
                loss -= VALUE[card]
    return loss, back


def outcome(sim: Sim) -> Outcome | None:
    """Return how the match ended, as `arena.outcome` does."""
    if not sim.reason:
        return None
    return Outcome(seats_sorted(sim.winners), tuple(sim.endurance), sim.reason)
