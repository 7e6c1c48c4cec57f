"""The working copy of a match of the Arena while one move is played, and its card moves.

`rules.games.arena` thaws a state, tells the rules upon the draft, and freezes it again; nobody
else sees one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.chance import Chance
from rules.game import Event, Facts, Outcome, Seat
from rules.games.arena_cards import names
from rules.games.arena_memory import Known, remember_laid, remember_reshuffle
from rules.games.arena_options import Options
from rules.games.arena_table import (
    CLOCKWISE,
    HAND_SIZE,
    NOBODY,
    SEAT_NUMBERS,
    Cards,
    Phase,
    Seats,
    State,
    Table,
)


class Draft:
    """A match in the middle of a move: the fields of `Table` and `State`, and the events so far."""

    __slots__ = (
        "against",
        "attack",
        "attackers",
        "chance",
        "defence",
        "defenders",
        "discards",
        "draws",
        "endurance",
        "events",
        "hands",
        "known",
        "options",
        "out",
        "outcome",
        "phase",
        "reinforcers",
        "round",
        "shuffles",
        "skipped",
        "target",
        "turn",
        "waiting",
    )

    def __init__(self, options: Options, seats: int, chance: Chance) -> None:
        piles = seats if options.own_piles else 1
        self.chance = chance
        self.events: list[Event] = []
        self.options = options
        self.endurance = [options.endurance] * seats
        self.hands: list[Cards] = [()] * seats
        self.draws: list[Cards] = [()] * piles
        self.discards: list[Cards] = [()] * piles
        self.out: list[Cards] = [()] * piles
        self.shuffles = [0] * piles
        self.known: Known = ()
        self.round = 0
        self.turn = Seat(seats - 1)
        self.skipped = 0
        self.outcome: Outcome | None = None
        self.clear_battle()

    def clear_battle(self) -> None:
        """Take the attack off the table, back to what a turn begins with."""
        self.phase = Phase.TURN
        self.target = NOBODY
        self.attack: Cards = ()
        self.attackers: Seats = ()
        self.defence: Cards = ()
        self.defenders: Seats = ()
        self.against: tuple[int, ...] = ()
        self.reinforcers: Seats = ()
        self.waiting: Seats = ()

    @classmethod
    def of(cls, state: State, chance: Chance) -> Draft:
        """Thaw a state."""
        draft = cls.__new__(cls)
        draft.chance = chance
        draft.events = []
        table, hands, draws, draft.known = state
        draft.hands, draft.draws = list(hands), list(draws)
        draft._lay_out(table)
        return draft

    def _lay_out(self, table: Table) -> None:
        self.options = table.options
        self.endurance = list(table.endurance)
        self.discards, self.out = list(table.discards), list(table.out)
        self.shuffles = list(table.shuffles)
        self.round, self.turn, self.skipped = table.round, table.turn, table.skipped
        self.phase, self.target = table.phase, table.target
        self.attack, self.attackers = table.attack, table.attackers
        self.defence, self.defenders = table.defence, table.defenders
        self.against, self.reinforcers = table.against, table.reinforcers
        self.waiting, self.outcome = table.waiting, table.outcome

    def freeze(self) -> State:
        """Return the match as it stands now."""
        hands, draws = tuple(self.hands), tuple(self.draws)
        table = Table(
            options=self.options,
            endurance=tuple(self.endurance),
            hand_sizes=tuple(map(len, hands)),
            draw_sizes=tuple(map(len, draws)),
            discards=tuple(self.discards),
            out=tuple(self.out),
            shuffles=tuple(self.shuffles),
            round=self.round,
            turn=self.turn,
            skipped=self.skipped,
            phase=self.phase,
            target=self.target,
            attack=self.attack,
            attackers=self.attackers,
            defence=self.defence,
            defenders=self.defenders,
            against=self.against,
            reinforcers=self.reinforcers,
            waiting=self.waiting,
            outcome=self.outcome,
        )
        return State(table, hands, draws, self.known)

    def say(self, kind: str, *public: tuple[str, Any]) -> None:
        """Add an event that everybody sees whole."""
        self.events.append(Event(kind, public))

    def standing(self) -> Seats:
        """Return the seats that are not à terre."""
        return tuple([SEAT_NUMBERS[seat] for seat, left in enumerate(self.endurance) if left])

    def clockwise(self, seat: Seat) -> Seats:
        """Return the other standing seats, from the one after a seat."""
        endurance = self.endurance
        return tuple([other for other in CLOCKWISE[len(endurance)][seat] if endurance[other]])

    def take_from_hand(self, seat: Seat, cards: Sequence[int]) -> None:
        """Take shown cards out of a hand, of each code the first (rules 2: A hand keeps …)."""
        if self.known:
            self.known = remember_laid(self.known, self.hands, self.draws, seat, tuple(cards))
        hand = list(self.hands[seat])
        for card in cards:
            hand.remove(card)
        self.hands[seat] = tuple(hand)

    def discard(self, seat: Seat, cards: Cards) -> None:
        """Lay cards on the discards of the one who laid them."""
        self.discards[self.options.pile_of(seat)] += cards

    def discard_each(self, layers: Seats, cards: Cards) -> None:
        """Discard cards in the order laid, with own piles each to its layer's (rules 2, 7)."""
        if not self.options.own_piles:
            self.discards[0] += cards
            return
        for layer, card in zip(layers, cards, strict=True):
            self.discards[layer] += (card,)

    def draw_up(self, seat: Seat) -> None:
        """Draw up to six cards, shuffling the discards when a card is needed and there is none.

        Under `race` the discards are never reshuffled (rules 2, A turn, 1; Variants).
        """
        drawn = self._draw(seat, HAND_SIZE - len(self.hands[seat]))
        pile = self.options.pile_of(seat)
        if len(self.hands[seat]) < HAND_SIZE and self.discards[pile] and not self.options.race:
            self.reshuffle(seat)
            drawn += self._draw(seat, HAND_SIZE - len(self.hands[seat]))
        if drawn:
            self._say_drew(seat, drawn)

    def _draw(self, seat: Seat, wanted: int) -> Cards:
        """Move up to so many cards from the front of the seat's draw pile to its hand."""
        pile = self.options.pile_of(seat)
        drawn = self.draws[pile][:wanted]
        self.draws[pile] = self.draws[pile][wanted:]
        self.hands[seat] += drawn
        return drawn

    def _say_drew(self, seat: Seat, drawn: Cards) -> None:
        public: Facts = (("seat", seat), ("count", len(drawn)))
        self.events.append(Event("drew", public, ((seat, (("cards", names(drawn)),)),)))

    def reshuffle(self, seat: Seat) -> None:
        """Shuffle the discards into the seat's empty draw pile; everybody remembers the hands."""
        pile = self.options.pile_of(seat)
        owner = seat if self.options.own_piles else None
        self.known = remember_reshuffle(self.known, self.hands, owner)
        cards, self.discards[pile] = self.discards[pile], ()
        self.shuffle(pile, cards)
        self.say("reshuffled", ("pile", pile), ("cards", len(cards)))

    def shuffle(self, pile: int, cards: Cards) -> None:
        """Make a draw pile of cards, under the next label of that pile (record, fair shuffle)."""
        self.shuffles[pile] += 1
        whose = f"{pile}/" if self.options.own_piles else ""
        label = f"draw/{whose}{self.shuffles[pile]}"
        self.draws[pile] = tuple(self.chance.shuffle(label, cards))
