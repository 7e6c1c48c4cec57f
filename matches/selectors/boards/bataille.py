"""The board of a Bataille: two packets, one or two piles, the meeting that everybody sees."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import Match
from matches.selectors.boards.faces import Face, face, faces
from matches.selectors.logs import Sentence
from matches.selectors.logs.bataille import sentences
from matches.selectors.reasons.last import bot_says
from matches.selectors.tables import Table, table_position, table_view
from matches.services.play import GO_ON, is_hushed
from rules.game import Outcome, Seat
from rules.games.bataille_cards import (
    NAMES,
    SUITS,
    VALUES,
    combinations,
    names,
    result,
)
from rules.games.bataille_estimate import Estimate, Possible, estimate
from rules.games.bataille_options import Mode
from rules.games.bataille_state import PILE_NAMES, enemy_of
from rules.games.bataille_view import View, pile_choices

LOG_LINES = 14


@dataclass(frozen=True, slots=True)
class Side:
    """One player as the table shows them."""

    name: str
    seat: Seat
    packet: int
    controlled: int
    has_laid: bool
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Engaged:
    """A card on a pile: its face where its viewer knows it, and when it goes back."""

    face: Face | None
    returns_in: int


@dataclass(frozen=True, slots=True)
class PileShown:
    """A pile: my cards on it, the enemy's known to lie there, and whether I may lay here."""

    letter: str
    mine: tuple[Engaged, ...]
    theirs: tuple[Engaged, ...]
    open: bool
    battle: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Hand:
    """One side of a confrontation: its cards, and how they count, written out."""

    name: str
    faces: tuple[Face, ...]
    sum: str
    total: str
    won: bool


@dataclass(frozen=True, slots=True)
class Meeting:
    """The last confrontation: the pile, both sides with mine first, the headline."""

    pile: str
    hands: tuple[Hand, Hand]
    headline: str
    shown: bool


@dataclass(frozen=True, slots=True)
class Guess:
    """A card of an estimate: `mark` is ✓ or its percentage, `sure` whether it is certain."""

    face: Face
    mark: str
    sure: bool


@dataclass(frozen=True, slots=True)
class BatailleBoard:
    """Everything the template shows; `me` is the seat below, a spectator's is seat 0."""

    me: Side
    enemy: Side
    seated: bool
    manche: int
    last_manche: int | None
    awaited: bool
    choice: int
    card: Face | None
    piles: tuple[PileShown, ...]
    unplaced: int
    battle: str
    meeting: Meeting | None
    go_on_asked: bool
    own_guesses: tuple[tuple[Guess, ...], ...]
    enemy_guesses: tuple[tuple[Guess, ...], ...]
    log: tuple[Sentence, ...]
    news: str
    bot_says: str
    outcome: Outcome | None
    forced: bool
    wake_ms: int


def board_for(table: Table) -> BatailleBoard:
    """Return the board of a Bataille as its viewer may see it."""
    view: View = table_view(table)
    return _Builder(table, view).board()


class _Builder:
    """Puts a board together from one view, so that its parts need not pass it around."""

    def __init__(self, table: Table, view: View) -> None:
        self.table = table
        self.match: Match = table.match
        self.view = view
        self.seat = view.seat if view.seat is not None else Seat(0)
        self.enemy = enemy_of(self.seat)
        self.replayed = table.replayed is not None
        self.hushed = not self.replayed and is_hushed(self.match, timezone.now())
        self.names = [seating.name or _("Robot") for seating in table.seatings]

    def board(self) -> BatailleBoard:
        view, seating = self.view, self.table.mine
        log = sentences(table_position(self.table).told, self.names, view.seat)
        guesses = estimate(view) if view.result is None else None
        return BatailleBoard(
            me=self._side(self.seat),
            enemy=self._side(self.enemy),
            seated=seating is not None,
            manche=view.manche,
            last_manche=view.options.max_manches,
            awaited=view.is_awaited and not self.hushed and not self.replayed,
            choice=seating.choices + 1 if seating else 0,
            card=face(NAMES[view.card]) if view.card >= 0 and not self.hushed else None,
            piles=tuple(self._pile(pile) for pile in range(view.options.piles)),
            unplaced=len(view.unplaced(self.enemy)),
            battle=PILE_NAMES[view.battle] if view.battle >= 0 else "",
            meeting=self._meeting(),
            go_on_asked=bool(seating and seating.wants == GO_ON),
            own_guesses=_by_suit(guesses, own=True),
            enemy_guesses=_by_suit(guesses, own=False),
            log=tuple(log[-LOG_LINES:]),
            news=log[-1].text if log else "",
            bot_says=bot_says(self.table, str),
            outcome=view.result,
            forced=view.options.piles == 1,
            wake_ms=self._wake_ms(),
        )

    def _side(self, seat: Seat) -> Side:
        view = self.view
        return Side(
            name=self.names[seat],
            seat=seat,
            packet=view.packets[seat],
            controlled=view.controlled[seat],
            has_laid=view.sealed[seat],
            is_winner=view.result is not None and seat in view.result.winners,
        )

    def _pile(self, pile: int) -> PileShown:
        view = self.view
        return PileShown(
            letter=PILE_NAMES[pile],
            mine=self._stack(pile, self.seat),
            theirs=self._stack(pile, self.enemy),
            open=view.is_awaited and pile in pile_choices(view.options, view.battle),
            battle=view.battle == pile,
            chosen=view.pile == pile,
        )

    def _stack(self, pile: int, seat: Seat) -> tuple[Engaged, ...]:
        """Own cards are known to their player; the enemy's stay backs until they are shown."""
        limit, manche = self.view.options.return_after, self.view.manche
        return tuple(
            Engaged(
                face(NAMES[place.content]) if place.content >= 0 else None,
                max(1, limit - (manche - place.laid)),
            )
            for place in self.view.stack(pile, seat)
        )

    def _meeting(self) -> Meeting | None:
        last = self.view.last
        if last is None:
            return None
        mode = Mode.HEIGHT if self._was_forced() else self.view.options.mode
        hands = tuple(
            self._hand(seat, last.shown[seat], mode, last.winner == seat)
            for seat in (self.seat, self.enemy)
        )
        just_now = (self.hushed or self.replayed) and last.manche >= self.view.manche - 1
        return Meeting(
            PILE_NAMES[last.pile],
            (hands[0], hands[1]),
            self._headline(last.winner),
            just_now or self.view.result is not None,
        )

    def _was_forced(self) -> bool:
        """Say whether the last confrontation was a Bataille's, which the card alone decides."""
        for told in reversed(table_position(self.table).told):
            for event in told.events:
                if event.kind == "met":
                    return bool(dict(event.public)["forced"])
        return False

    def _hand(self, seat: Seat, cards: tuple[int, ...], mode: Mode, won: bool) -> Hand:
        total = result(mode, cards)
        return Hand(
            name=self.names[seat],
            faces=faces(names(cards)),
            sum=_written_out(cards, mode),
            total=f"{total:g}".replace(".", ","),
            won=won,
        )

    def _headline(self, winner: Seat | None) -> str:
        if winner is None:
            return _("Égalité : Bataille !")
        if self.table.seat is not None and winner == self.seat:
            return _("Tu remportes la pile !")
        return _("%(name)s remporte la pile.") % {"name": self.names[winner]}

    def _wake_ms(self) -> int:
        until = self.match.hush_until
        if until is None or not self.hushed:
            return 0
        return max(1, round((until - timezone.now()).total_seconds() * 1000))


COMBINATION_NAMES = {
    "pair": gettext_lazy("Paire"),
    "flush": gettext_lazy("Couleur"),
    "straight": gettext_lazy("Suite"),
}


def _written_out(cards: tuple[int, ...], mode: Mode) -> str:
    """Write a side's count as one would on paper: 7 + 9, × 1,5 Suite."""
    text = " + ".join(str(VALUES[card]) for card in cards)
    found = combinations(cards) if mode is Mode.POKER else ()
    if not found:
        return text
    factor = f"{1 + len(found) / 2:g}".replace(".", ",")
    called = ", ".join(str(COMBINATION_NAMES[code]) for code in found)
    return f"({text}) × {factor} {called}"


def _by_suit(guesses: Estimate | None, *, own: bool) -> tuple[tuple[Guess, ...], ...]:
    """Return an estimate's cards in a row for each suit, strongest first."""
    if guesses is None:
        return ()
    side = guesses.own if own else guesses.enemy
    rows = []
    for suit in SUITS:
        row = [card for card in side if card.name[-1] == suit]
        rows.append(tuple(map(_guess, sorted(row, key=lambda card: -VALUES[card.card]))))
    return tuple(rows)


def _guess(card: Possible) -> Guess:
    if card.is_certain:
        return Guess(face(card.name), "✓", True)
    percent = min(99, max(1, round(float(card.chance) * 100)))
    return Guess(face(card.name), f"{percent} %", False)
