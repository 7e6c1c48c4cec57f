"""The moves of the Arena and their text in a record (record, table of moves)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.game import IllegalMove, Seat
from rules.games.arena_cards import BY_NAME, NAMES
from rules.games.arena_table import Cards

Setting = tuple[int, int | None]
"""A defence card, and the attack card that it is set against (None: against nothing)."""


@dataclass(frozen=True, slots=True)
class Attack:
    """Lay cards in this order against a standing player."""

    target: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class Rest:
    """Discard cards to raise one's endurance."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Reinforce:
    """Add cards to an attack (each set against nothing), or to a defence."""

    settings: tuple[Setting, ...]

    @property
    def cards(self) -> Cards:
        """Return the cards laid, in order."""
        return tuple([card for card, _ in self.settings])


@dataclass(frozen=True, slots=True)
class Defend:
    """Lay defence cards, each set against an attack card of this code or against nothing."""

    settings: tuple[Setting, ...]

    @property
    def cards(self) -> Cards:
        """Return the cards laid, in order."""
        return tuple([card for card, _ in self.settings])


@dataclass(frozen=True, slots=True)
class Pass:
    """Lay nothing where one is asked for reinforcement or defence."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Fall at once, at any time."""


Move = Attack | Rest | Reinforce | Defend | Pass | Resign

PASS = Pass()
RESIGN = Resign()
_BARE: dict[str, Move] = {"pass": PASS, "resign": RESIGN}
_SEATS = {str(seat): Seat(seat) for seat in range(6)}


def encode(move: Move) -> str:
    """Return the move's text in a record, without the seat."""
    if isinstance(move, Attack):
        return " ".join(("attack", str(move.target), *(NAMES[card] for card in move.cards)))
    if isinstance(move, Rest):
        return " ".join(("rest", *(NAMES[card] for card in move.cards)))
    if isinstance(move, Pass):
        return "pass"
    if isinstance(move, Resign):
        return "resign"
    verb = "defend" if isinstance(move, Defend) else "reinforce"
    return " ".join((verb, *(_write_setting(*setting) for setting in move.settings)))


def _write_setting(card: int, against: int | None) -> str:
    return NAMES[card] if against is None else f"{NAMES[card]}>{NAMES[against]}"


def decode(text: str) -> Move:
    """Read a move's text; raise `IllegalMove` (`no_move`) for a text that is no move.

    Single blanks between the words and nowhere else; at least one card, but after `pass` and
    `resign` nothing. Whether the cards are there to be laid is not looked at.
    """
    bare = _BARE.get(text)
    if bare is not None:
        return bare
    verb, *words = text.split(" ")
    if not words:
        raise _no_move(text)
    try:
        return _read(verb, words, text)
    except KeyError:
        raise _no_move(text) from None


def _read(verb: str, words: list[str], text: str) -> Move:
    if verb == "attack" and len(words) > 1:
        return Attack(_SEATS[words[0]], tuple([BY_NAME[word] for word in words[1:]]))
    if verb == "rest":
        return Rest(tuple([BY_NAME[word] for word in words]))
    if verb == "defend":
        return Defend(tuple([_read_setting(word) for word in words]))
    if verb == "reinforce":
        return Reinforce(tuple([_read_setting(word) for word in words]))
    raise _no_move(text)


def _read_setting(word: str) -> Setting:
    card, arrow, against = word.partition(">")
    return BY_NAME[card], BY_NAME[against] if arrow else None


def _no_move(text: str) -> IllegalMove:
    return IllegalMove("no_move", f"{text!r} is no move")
