"""`python -m rules` as anybody runs it: what it prints, its exit status, its one line of error."""

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from rules.__main__ import main
from rules.fair import match_seed, write_fair
from rules.record import outcome, replay, write
from rules.registry import game_named
from tests.rules.samples import VOLEUR_CARDS, VOLEUR_DECK, bataille, voleur

ROOT = Path(__file__).parent.parent.parent
LEA, TOM, SERVER = b"L" * 32, b"T" * 32, b"S" * 32


def run(*arguments, python=(), **options):
    """Run the command as anybody does."""
    command = [sys.executable, *python, "-m", "rules", *map(str, arguments)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60, **options
    )


class Done(NamedTuple):
    """What a run inside this process came to."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def run_here(capsys):
    """Return a function that runs the command without a new process, for the many small cases."""

    def call(*arguments):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            status = leaving.code
        return Done(status, *capsys.readouterr())

    return call


def refused(done, start):
    """Assert that a run ended with status 2 and one line of error that begins so."""
    assert done.returncode == 2, done
    assert done.stderr.startswith(start), done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.endswith("\n")


@pytest.fixture
def file(tmp_path):
    """Return a function that puts a record or a text into a file."""

    def put(content):
        path = tmp_path / "record.json"
        if not isinstance(content, bytes):
            content = content if isinstance(content, str) else write(content)
            content = content.encode()
        path.write_bytes(content)
        return path

    return put


@pytest.mark.parametrize("python", [(), ("-S", "-E")], ids=["installed", "bare"])
def test_a_replay_prints_the_outcome_on_one_line(file, python):
    record = voleur("0 resign")
    done = run("replay", file(record), python=python)

    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 1
    assert json.loads(done.stdout) == json.loads(json.dumps(outcome(record).line()))


def test_a_replay_of_a_match_that_is_not_over_prints_null(file, run_here):
    assert run_here("replay", file(bataille("0 A"))).stdout == "null\n"


def test_a_trace_prints_the_position_before_move_1_and_after_every_move_first(file):
    record = bataille("0 A", "1 B", "1 A")
    lines = run("replay", file(record), "--trace").stdout.splitlines()
    game = game_named("bataille")

    assert len(lines) == 5
    assert [json.loads(line) for line in lines[:-1]] == [
        json.loads(json.dumps(game.position(step.state))) for step in replay(record)
    ]
    assert lines[-1] == "null"


def test_a_wrong_move_prints_nothing_on_stdout(file):
    done = run("replay", file(bataille("0 A", "1 C")))

    refused(done, "move 2: ")
    assert done.stdout == ""


def test_with_a_trace_a_wrong_move_prints_the_positions_before_it_and_no_outcome(file):
    done = run("replay", file(bataille("0 A", "1 A", "0 C", "0 A")), "--trace")

    refused(done, "move 3: ")
    assert len(done.stdout.splitlines()) == 3


def test_a_set_up_error_prints_nothing_with_a_trace_either(file, run_here):
    done = run_here("replay", file(bataille(options={"piles": True})), "--trace")

    refused(done, "set-up: ")
    assert done.stdout == ""


@pytest.mark.parametrize(
    "content", [b"", b"\xff", b"[]", b"[" * 50_000, b'{"version": NaN}', b"\x00"], ids=repr
)
@pytest.mark.parametrize("command", ["replay", "verify", "deck"])
def test_a_file_that_cannot_be_used_is_a_set_up_error(file, run_here, command, content):
    refused(run_here(command, file(content)), "set-up: ")


@pytest.mark.parametrize("command", ["replay", "verify", "deck"])
def test_a_file_that_cannot_be_read_is_named(tmp_path, command):
    refused(run(command, tmp_path / "absent.json"), "set-up: ")
    refused(run(command, tmp_path), "set-up: ")
    assert "absent.json" in run(command, tmp_path / "absent.json").stderr


def test_a_name_that_would_break_the_line_is_escaped(tmp_path):
    refused(run("replay", tmp_path / "two\nlines"), "set-up: ")


def test_a_file_without_end_is_refused():
    refused(run("replay", "/dev/zero"), "set-up: larger than 256 MiB")


def test_a_file_larger_than_the_memory_is_refused(tmp_path):
    path = tmp_path / "large.json"
    path.write_bytes(b'"' + b"x" * (100 << 20) + b'"')

    def little_memory():
        resource.setrlimit(resource.RLIMIT_AS, (150 << 20, 150 << 20))

    refused(run("replay", path, preexec_fn=little_memory), "set-up: out of memory")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("fly",),
        ("replay",),
        ("replay", "a", "b"),
        ("deck", "x", "--wager", "Commune"),
        ("deck", "x", "--minimum", "none"),
        ("verify", "x", "--commit", "beef"),
        ("verify", "x", "--sent", "0=00"),
        ("verify", "x", "--sent", "0:00"),
    ],
    ids=" ".join,
)
def test_a_command_that_is_none_is_told_in_one_line(run_here, arguments):
    refused(run_here(*arguments), "set-up: ")


def test_help_names_every_command():
    done = run("--help")

    assert done.returncode == 0
    assert all(word in done.stdout for word in ("replay", "verify", "deck", "simulate"))


def test_a_reader_that_leaves_early_is_no_error(file):
    path = file(bataille(*("0 A", "1 B", "0 B", "1 A") * 500))
    shell = f"'{sys.executable}' -m rules replay '{path}' --trace | head -1"
    done = subprocess.run(
        ["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )

    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


def test_a_full_disk_is_told_in_one_line(file):
    path = file(bataille("0 A"))
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rules", "replay", path, "--trace"],
            cwd=ROOT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=60,
        )

    refused(done, "set-up: No space left")


def test_an_interruption_leaves_no_traceback(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-m", "rules", "replay", pipe],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
    )
    with pipe.open("w"):  # opens once the command reads
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
    assert process.stderr.read() == ""
    process.stderr.close()


BROKEN = """
import sys
import rules.__main__, rules.commands.replay as command
command.read_record = lambda file: 1 / 0
sys.exit(rules.__main__.main(["replay", "x"]))
"""


def test_a_mistake_of_ours_is_told_in_one_line_too_unless_it_is_looked_for():
    def run_broken(*python):
        return subprocess.run(
            [sys.executable, *python, "-c", BROKEN],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    done, looked_for = run_broken(), run_broken("-X", "dev")

    assert done.returncode == 70
    assert done.stderr == "set-up: internal error: ZeroDivisionError('division by zero')\n"
    assert "Traceback" in looked_for.stderr


DECK = {"cards": VOLEUR_CARDS, "deck": VOLEUR_DECK}


def deck_file(**changes):
    return json.dumps(DECK | changes)


def test_a_legal_deck_is_told_by_the_exit_status_alone(file):
    done = run("deck", file(deck_file()))

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert run("deck", file(deck_file(owned=None))).returncode == 0


def test_every_violation_of_a_deck_stands_on_a_line(file):
    deck = ["secret-1", "super-secret-1", "legendary-1", *["common-1"] * 3]
    path = file(deck_file(deck=deck, owned={"common-1": 2, "secret-1": 1, "legendary-1": 9}))
    done = run("deck", path, "--wager", "legendary")

    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines() == [
        "size",
        "min:rare",
        "min:super_rare",
        "max:secret",
        "wagered:legendary",
        "owned:super-secret-1",
        "owned:common-1",
    ]


def test_the_minimum_falls_away_for_the_wagered_rarity_unless_it_is_strict(file, run_here):
    path = file(deck_file(deck=[c for c in VOLEUR_DECK if c != "rare-1"] + ["promo-1"]))

    assert run_here("deck", path, "--wager", "rare").returncode == 0
    done = run_here("deck", path, "--wager", "rare", "--minimum", "strict")
    assert (done.returncode, done.stdout) == (1, "min:rare\n")


def test_a_deck_is_judged_in_json_with_the_facts(file, run_here):
    done = run_here("deck", file(deck_file(deck=VOLEUR_DECK[1:])), "--json")

    assert done.returncode == 1
    judgement = json.loads(done.stdout)
    assert judgement["legal"] is False
    assert judgement["violations"] == ["size", "min:common"]
    assert judgement["details"][1] == {
        "code": "min:common",
        "found": 1,
        "needed": 2,
        "cards": ["common-2"],
    }
    legal = json.loads(run_here("deck", file(deck_file()), "--json").stdout)
    assert (legal["legal"], legal["violations"]) == (True, [])


@pytest.mark.parametrize(
    "changes",
    [
        {"deck": ["absent"]},
        {"deck": [3]},
        {"deck": [["common-1"]]},
        {"deck": None},
        {"deck": "common-1"},
        {"cards": None},
        {"cards": []},
        {"cards": {"common-1": {"rarity": "none"}}},
        {"owned": []},
        {"owned": {"common-1": -1}},
        {"owned": {"common-1": 1.0}},
        {"owned": {"common-1": True}},
        {"owned": {"common-1": "1"}},
    ],
    ids=repr,
)
def test_a_deck_of_unknown_cards_or_wrong_types_is_a_set_up_error(file, run_here, changes):
    done = run_here("deck", file(deck_file(**changes)), "--json")

    refused(done, "set-up: ")
    assert done.stdout == ""


def fair_record(seed=None, **changes):
    fair = write_fair(SERVER, [LEA, TOM]) | changes
    return bataille("0 A", seed=seed or match_seed(SERVER, [LEA, TOM]), fair=fair)


def test_a_verification_says_what_fits(file, run_here):
    record = fair_record()
    path = file(record)
    done = run_here("verify", path, "--commit", record.fair["commit"], "--sent", f"0:{LEA.hex()}")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "fits: commit is the SHA-256 of server_seed",
        "fits: seed is the SHA-256 of server_seed and the players' bytes",
        "fits: commit is the one that you were shown",
        "fits: the bytes of seat 0 are those that you sent",
    ]


def test_a_verification_says_what_does_not_fit(file, run_here):
    done = run_here("verify", file(fair_record(seed=LEA)), "--sent", f"1:{LEA.hex()}")

    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines() == [
        "fits: commit is the SHA-256 of server_seed",
        "does not fit: seed is the SHA-256 of server_seed and the players' bytes",
        "does not fit: the bytes of seat 1 are those that you sent",
    ]
    assert run_here("verify", file(fair_record(commit="beef"))).returncode == 1
    assert run_here("verify", file(bataille(fair=3))).stdout == "does not fit: fair is an object\n"


def test_against_bots_alone_a_verification_says_how_little_it_proves(file, run_here):
    fair = write_fair(SERVER, [None, None])
    done = run_here("verify", file(bataille(seed=match_seed(SERVER, []), fair=fair)))

    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("note: no player sent bytes")


def test_without_fair_there_is_nothing_to_verify(file, run_here):
    refused(run_here("verify", file(bataille("0 A"))), "set-up: nothing to check")


def test_a_verification_does_not_look_at_the_moves(file, run_here):
    record = fair_record()
    path = file(bataille("nonsense", seed=record.seed, fair=record.fair))

    assert run_here("verify", path).returncode == 0
