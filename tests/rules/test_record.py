"""The match record: what is one, what isn't and where, and that it comes back as it was."""

import json
import re
import tracemalloc
from collections import deque
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import IllegalMove, Seat
from rules.record import (
    Record,
    RecordError,
    Step,
    move_text,
    one_line,
    outcome,
    parse,
    replay,
    write,
)
from rules.registry import GAMES, game_named
from tests.rules.samples import SEED, arena, bataille, voleur

MINIMAL = {
    "format": "pioche-record",
    "version": 1,
    "game": "bataille",
    "players": ["Léa", "Tom"],
    "seed": SEED.hex(),
    "moves": [],
}
MISSING = object()


def file_of(**changes):
    fields = {key: value for key, value in (MINIMAL | changes).items() if value is not MISSING}
    return json.dumps(fields)


def refusal_of(raw):
    """Parse and replay what must be wrong."""
    with pytest.raises(RecordError) as error:
        list(replay(parse(raw)))
    return error.value


def test_the_required_keys_alone_make_a_record():
    assert parse(file_of()) == bataille()


@pytest.mark.parametrize("key", list(MINIMAL))
def test_each_required_key_that_is_missing_is_named(key):
    error = refusal_of(file_of(**{key: MISSING}))

    assert str(error) == f"set-up: {key} is missing"
    assert (error.number, error.place, error.refusal.code) == (0, "set-up", "missing")


WRONG = [
    ("format", ["pgn", None, 1, ["pioche-record"], "Pioche-record"]),
    ("version", [2, 0, True, 1.0, "1", None, [1]]),
    ("game", ["belote", "Voleur", None, 3, ["voleur"], {}]),
    ("players", [[], ["Léa"], ["Léa", "Tom", "Ada"], "LT", {"0": "Léa"}, None, ["Léa", 3]]),
    ("players", [["Léa", None], [["Léa"], "Tom"]]),
    ("seed", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 64 + "\n", "٣" * 64, 0, None]),
    ("moves", [None, "0 A", {}, 3, [3], [None], ["0 A", ["1 B"]], [True]]),
    ("options", [3, "none", [], True, False, 0, ""]),
]


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in WRONG for value in values], ids=repr
)
def test_a_value_of_the_wrong_type_or_range_is_a_set_up_error(key, value):
    error = refusal_of(file_of(**{key: value}))

    assert error.number == 0
    assert key in str(error) or error.refusal.code == key
    assert str(error).isprintable()


@pytest.mark.parametrize("options", [MISSING, None, {}])
def test_options_may_be_left_out_or_null(options):
    assert next(replay(parse(file_of(options=options)))).number == 0


@pytest.mark.parametrize("fair", [MISSING, None, {}, 3, "anything"])
def test_a_replay_does_not_look_into_fair(fair):
    assert len(list(replay(parse(file_of(fair=fair, moves=["0 A"]))))) == 2


def test_unknown_keys_are_kept_in_their_order_and_ignored():
    more = {"played_at": "2024-05-01", "notes": [1, None, {"x": 1.5}], "zebra": True}
    record = parse(file_of(**more))

    assert record.more == more
    assert list(json.loads(write(record)))[-3:] == ["played_at", "notes", "zebra"]


NOT_JSON = [
    b"",
    b"   ",
    b"{",
    b"moves",
    b"\xff\xfe{}",
    b'{"players": ["L\xe9a"]}',
    '{"players": []}'.encode("utf-16"),
    b'{"a": 1,}',
    b"{} {}",
    b'{"a": NaN}',
    b'{"a": Infinity}',
    b'{"a": -Infinity}',
    b'{"a": 1e999}',
    b'{"a": ' + b"9" * 5_000 + b"}",
    b'{"a": 01}',
    b"{'a': 1}",
    b'{"a": "line\nbreak"}',
    b"[" * 100_000,
    b'{"a":' * 100_000,
    b"[" * 101 + b"]" * 101,
    b'{"a":' * 101 + b"{}" + b"}" * 101,
    b'{"a": 1, "a": 1}',
    b'{"more": [{"b": 1, "c": 2, "b": 3}]}',
]


@pytest.mark.parametrize("raw", NOT_JSON, ids=lambda raw: repr(raw[:20]))
def test_a_file_that_is_not_json_to_the_letter_is_a_set_up_error(raw):
    error = refusal_of(raw)

    assert error.place == "set-up"
    assert error.refusal.code == "json"
    assert str(error).isprintable()


@pytest.mark.parametrize("raw", [b"null", b"3", b'"record"', b"[]", b"true"])
def test_a_record_is_an_object(raw):
    assert str(refusal_of(raw)) == "set-up: a record is a JSON object"


def test_values_may_be_nested_a_hundred_deep_in_all():
    nested = json.loads("[" * 98 + "{}" + "]" * 98)
    record = parse(file_of(nested=nested))

    assert parse(write(record)) == record
    assert refusal_of(file_of(nested=[nested])).refusal.code == "json"


def test_a_key_that_stands_twice_is_named():
    raw = file_of()[:-1] + ', "moves": ["0 A"]}'

    assert str(refusal_of(raw)) == "set-up: the key 'moves' stands twice"


def test_a_byte_order_mark_is_passed_over():
    assert parse(b"\xef\xbb\xbf" + file_of().encode()) == bataille()
    assert parse("\ufeff" + file_of()) == bataille()


def test_half_a_surrogate_pair_is_text_and_comes_back():
    record = parse(file_of(players=["\ud800", "Tom"], note="\udfff"))

    assert record.players[0] == "\ud800"
    assert parse(write(record).encode("utf-8")) == record


NAMES = st.text(st.characters(codec=None), max_size=20)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | NAMES,
    lambda values: st.lists(values, max_size=3) | st.dictionaries(NAMES, values, max_size=3),
    max_leaves=5,
)  # fmt: skip
RECORDS = st.builds(
    bataille,
    players=st.tuples(NAMES, NAMES),
    seed=st.binary(min_size=32, max_size=32),
    moves=st.lists(NAMES, max_size=5).map(tuple),
    options=st.none() | st.dictionaries(NAMES, VALUES, max_size=3),
    fair=VALUES,
    more=st.dictionaries(NAMES.filter(lambda key: key not in MINIMAL), VALUES, max_size=3).map(
        lambda more: {key: more[key] for key in more if key not in ("options", "fair")}
    ),
)


@given(RECORDS)
def test_what_is_written_is_read_back_the_same(record):
    assert parse(write(record)) == record
    assert parse(write(record).encode("utf-8")) == record


def test_a_written_record_has_a_key_on_each_line_in_the_order_of_the_format():
    record = bataille("0 A", options={"piles": 1}, fair={}, more={"note": "Léa gagne"})

    assert write(record) == (
        "{\n"
        '  "format": "pioche-record",\n'
        '  "version": 1,\n'
        '  "game": "bataille",\n'
        '  "players": ["Léa", "Tom"],\n'
        f'  "seed": "{SEED.hex()}",\n'
        '  "options": {"piles": 1},\n'
        '  "moves": ["0 A"],\n'
        '  "fair": {},\n'
        '  "note": "Léa gagne"\n'
        "}\n"
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_game_takes_as_many_players_as_its_rules_say(game):
    for seats in range(8):
        raw = file_of(game=game.name, players=["P"] * seats, options=None)
        if game.min_seats <= seats <= game.max_seats:
            assert parse(raw).players == ("P",) * seats
        else:
            assert refusal_of(raw).refusal.code == "players"


def test_wrong_options_are_a_set_up_error():
    assert refusal_of(file_of(options={"piles": 3})).place == "set-up"
    assert refusal_of(file_of(options={"unknown": 3})).place == "set-up"


def test_a_replay_tells_the_deal_then_every_move():
    steps = list(replay(bataille("0 A", "1 B", "1 A")))
    game = game_named("bataille")

    assert [step.number for step in steps] == [0, 1, 2, 3]
    assert [step.seat for step in steps] == [None, 0, 1, 1]
    assert steps[0] == Step(0, None, None, steps[0].state, ())
    assert [game.encode(step.move) for step in steps[1:]] == ["A", "B", "A"]
    assert all(step.events for step in steps[1:])
    assert game.position(steps[2].state)["manche"] == 2


def test_the_outcome_of_a_record_that_is_not_over_is_none():
    assert outcome(bataille("0 A")) is None
    assert outcome(bataille("0 A", "1 resign")).line()["winners"] == [0]


NO_MOVES = [
    "",
    " ",
    "0",
    "0 ",
    " 0 A",
    "0 A ",
    "0  A",
    "0\tA",
    "0\u00a0A",
    "0 A\n",
    "00 A",
    "01 A",
    "-1 A",
    "+0 A",
    "2 A",
    "9" * 5_000 + " A",
    "٠ A",
    "0 a",
    "0 C",
    "0 A B",
    "0 pass",
    "0 resign now",
    "0 resign ",
    "A 0",
    "0 \ud800",
    "0 A\u2028",
]


@pytest.mark.parametrize("text", NO_MOVES, ids=lambda text: repr(text[:12]))
def test_a_text_that_is_no_move_is_an_error_of_that_move(text):
    error = refusal_of(write(bataille("0 A", text)))

    assert error.number == 2
    assert isinstance(error.refusal, IllegalMove)
    assert str(error).startswith("move 2: ")
    assert str(error).isprintable()
    assert len(str(error)) < 400


NO_VOLEUR_MOVES = [
    "0 pass now",
    "0 spy",
    "0 spy ",
    "0 spy gadget-common gadget-epic",
    "0 play",
    "0 play common-1 gadget-common",
    "0 play common-1+",
    "0 play +gadget-common",
    "0 play common-1+gadget-common+gadget-epic",
    "0 play common-1 + gadget-common",
    "0 play COMMON-1",
    "0 Play common-1",
    "0 spy\tgadget-common",
]


@pytest.mark.parametrize("text", NO_VOLEUR_MOVES)
def test_a_move_of_voleur_has_its_words_and_nothing_else(text):
    assert refusal_of(write(voleur(text))).number == 1


NO_ARENA_MOVES = [
    "0 rest",
    "0 attack",
    "0 attack 1",
    "0 attack AS",
    "0 attack 01 AS",
    "0 attack 1  AS",
    "0 attack 1 as",
    "0 attack 1 1S",
    "0 attack 1 AS>AS",
    "0 rest 11S",
    "0 rest AS,2S",
    "0 reinforce",
    "0 defend",
    "0 defend AS>",
    "0 defend >AS",
    "0 pass AS",
    "0 resign AS",
]


@pytest.mark.parametrize("text", NO_ARENA_MOVES)
def test_a_move_of_the_arena_has_its_words_and_nothing_else(text):
    assert refusal_of(write(arena(text))).number == 1


@pytest.mark.parametrize("text", ["0 A", "1 resign", "", "nonsense", "7 A", "0  A"])
def test_whatever_stands_after_the_end_comes_too_late(text):
    error = refusal_of(write(bataille("0 A", "1 resign", text)))

    assert str(error) == "move 3: the match is over"
    assert error.refusal.code == "over"


def test_moves_come_in_the_order_in_which_they_were_made():
    *_, there = replay(bataille("0 A", "1 B"))
    *_, back = replay(bataille("1 B", "0 A"))

    assert there.state == back.state


def test_a_move_has_its_seat_before_it():
    game = game_named("bataille")

    assert move_text(game, Seat(1), game.decode("B")) == "1 B"


def test_a_message_is_one_printable_line_that_is_not_too_long():
    assert one_line("a\nb\u2028c\ud800") == "a\\nb\\u2028c\\ud800"
    assert one_line("x" * 1_000) == "x" * 300 + " …"


def test_a_long_replay_does_not_keep_the_positions_it_has_left():
    moves = ("0 A", "1 B", "0 B", "1 A") * 1_500
    steps = replay(bataille(*moves))
    list(islice(steps, 2_000))
    tracemalloc.start()
    last = deque(steps, maxlen=1).pop()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert last.number == len(moves)
    # A position is some two thousand bytes; a game may remember a few of them.
    assert grown < 500 * len(moves)


def test_the_example_of_the_documentation_replays():
    text = (Path(__file__).parent.parent.parent / "docs" / "record.md").read_text("utf-8")
    example = re.search(r"```json\n(\{\n  \"format\".*?)```", text, re.DOTALL)[1]

    assert outcome(parse(example)).line()["reason"] == "resigned"


def test_a_record_without_moves_is_a_record():
    assert Record("bataille", ("Léa", "Tom"), SEED).moves == ()
