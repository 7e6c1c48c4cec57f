"""The match record: one JSON file that anyone can replay, check and verify.

`parse` reads one, `replay` plays it move by move, `write` puts it down. Whatever is wrong with a
record is a `RecordError` that names its place: the set-up, or the move.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from rules import strict_json
from rules.chance import FairChance
from rules.game import Event, IllegalMove, Outcome, RulesError, Seat, SetupError
from rules.registry import AnyGame, game_named

FORMAT = "pioche-record"
VERSION = 1
SET_UP = 0
KEYS = ("format", "version", "game", "players", "seed", "options", "moves", "fair")
HEX_32_BYTES = re.compile(r"[0-9a-f]{64}")

_LONGEST_MESSAGE = 300
_TEXTS_REMEMBERED = 4096


class RecordError(Exception):
    """What is wrong with a record: `number` is the move's, 0 for the set-up."""

    def __init__(self, number: int, refusal: RulesError) -> None:
        super().__init__(number, refusal)
        self.number = number
        self.refusal = refusal

    @property
    def place(self) -> str:
        """Return the place as the command line names it."""
        return f"move {self.number}" if self.number else "set-up"

    def __str__(self) -> str:
        return f"{self.place}: {one_line(self.refusal.message)}"


def one_line(message: str) -> str:
    """Return a message fit for one line of any terminal: nothing unprintable, not too long."""
    if len(message) > _LONGEST_MESSAGE:
        message = message[:_LONGEST_MESSAGE] + " …"
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in message
    )


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match: who played what, from which seed, under which options.

    `options` are as they stand in the file, `None` for all defaults; `fair` is whatever stands
    there (see `rules.fair`); `more` keeps the keys that this version doesn't know.
    """

    game: str
    players: tuple[str, ...]
    seed: bytes
    moves: tuple[str, ...] = ()
    options: Mapping[str, Any] | None = None
    fair: Any = None
    more: Mapping[str, Any] = field(default_factory=dict)


def parse(raw: bytes | str) -> Record:
    """Read a record; raise `RecordError` for whatever can't be the set-up of a match.

    The options and the moves are only looked at by `replay`.
    """
    try:
        return _read(strict_json.loads(raw))
    except SetupError as refusal:
        raise RecordError(SET_UP, refusal) from refusal


def _read(fields: Any) -> Record:
    if not isinstance(fields, dict):
        raise SetupError("record", "a record is a JSON object")
    _check_format(fields)
    game = game_named(_required(fields, "game"))
    return Record(
        game=game.name,
        players=_read_players(fields, game),
        seed=_read_seed(fields),
        moves=_read_texts(fields, "moves"),
        options=_read_options(fields),
        fair=fields.get("fair"),
        more={key: value for key, value in fields.items() if key not in KEYS},
    )


def _required(fields: Mapping[str, Any], key: str) -> Any:
    if key not in fields:
        raise SetupError("missing", f"{key} is missing", key=key)
    return fields[key]


def _check_format(fields: Mapping[str, Any]) -> None:
    if _required(fields, "format") != FORMAT:
        raise SetupError("format", f"format is not {FORMAT!r}")
    version = _required(fields, "version")
    if type(version) is not int or version != VERSION:
        raise SetupError("version", f"version is not {VERSION}")


def _read_players(fields: Mapping[str, Any], game: AnyGame) -> tuple[str, ...]:
    players = _read_texts(fields, "players")
    least, most = game.min_seats, game.max_seats
    if not least <= len(players) <= most:
        allowed = str(least) if least == most else f"{least} to {most}"
        raise SetupError("players", f"{game.name} takes {allowed} players, not {len(players)}")
    return players


def _read_texts(fields: Mapping[str, Any], key: str) -> tuple[str, ...]:
    texts = _required(fields, key)
    if not isinstance(texts, list):
        raise SetupError(key, f"{key} is not a list")
    for place, text in enumerate(texts):
        if not isinstance(text, str):
            raise SetupError(key, f"{key}[{place}] is no text", place=place)
    return tuple(texts)


def _read_seed(fields: Mapping[str, Any]) -> bytes:
    seed = _required(fields, "seed")
    if not isinstance(seed, str) or not HEX_32_BYTES.fullmatch(seed):
        raise SetupError("seed", "seed is not 64 lower-case hex digits")
    return bytes.fromhex(seed)


def _read_options(fields: Mapping[str, Any]) -> Mapping[str, Any] | None:
    options = fields.get("options")
    if options is not None and not isinstance(options, dict):
        raise SetupError("options", "options is not an object")
    return options


def write(record: Record) -> str:
    """Return the record's file, which `parse` takes back: one key a line, known keys first."""
    lines = (f"  {_json(key)}: {_json(value)}" for key, value in _fields(record).items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _fields(record: Record) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": record.game,
        "players": record.players,
        "seed": record.seed.hex(),
    }
    if record.options is not None:
        fields["options"] = record.options
    fields["moves"] = record.moves
    if record.fair is not None:
        fields["fair"] = record.fair
    return {**fields, **record.more}


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    # Half a surrogate pair has no UTF-8; the escape it came from is the same in Python and JSON.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


class Step(NamedTuple):
    """A position of a replay: the deal (number 0, no seat, no move), or what a move led to."""

    number: int
    seat: Seat | None
    move: Any
    state: Any
    events: tuple[Event, ...]


def replay(record: Record) -> Iterator[Step]:
    """Yield the deal and then every move as it is played; raise `RecordError` at the first wrong.

    Nothing but the last position is kept, so that a record of any length can be replayed.
    """
    game, chance = game_named(record.game), FairChance(record.seed)
    state = _deal(record, game, chance)
    read_move = _move_reader(game, len(record.players))
    yield Step(SET_UP, None, None, state, ())
    for number, text in enumerate(record.moves, start=1):
        try:
            seat, move = read_move(text)
            state, events = game.play(state, seat, move, chance)
        except IllegalMove as refusal:
            raise RecordError(number, _after_the_end(game, state) or refusal) from refusal
        yield Step(number, seat, move, state, events)


def _deal(record: Record, game: AnyGame, chance: FairChance) -> Any:
    seats = len(record.players)
    try:
        return game.setup(game.read_options(record.options, seats), seats, chance)
    except SetupError as refusal:
        raise RecordError(SET_UP, refusal) from refusal


def _after_the_end(game: AnyGame, state: Any) -> IllegalMove | None:
    """Refuse whatever text stands after the end, a move or not, as what it is: too late."""
    if game.outcome(state) is None:
        return None
    return IllegalMove("over", "the match is over")


def _move_reader(game: AnyGame, seats: int) -> Any:
    """Return a reader of move texts for one match, which remembers those that come often."""
    words = {str(seat): Seat(seat) for seat in range(seats)}

    @lru_cache(_TEXTS_REMEMBERED)
    def read_move(text: str) -> tuple[Seat, Any]:
        word, _, move = text.partition(" ")
        if word not in words:
            raise IllegalMove("no_seat", f"{word!r} is no seat of this match")
        return words[word], game.decode(move)

    return read_move


def move_text(game: AnyGame, seat: Seat, move: Any) -> str:
    """Return a move as it stands in a record's `moves`."""
    return f"{seat} {game.encode(move)}"


def outcome(record: Record) -> Outcome | None:
    """Replay a whole record and return how the match ended, `None` if it isn't over."""
    for step in replay(record):
        last = step
    return game_named(record.game).outcome(last.state)
