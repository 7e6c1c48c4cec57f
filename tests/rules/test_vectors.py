"""Every position of the vectors, an independent and literal reading of the rules.

`vectors/` holds records with their trace and outcome, or with the number of the first illegal
move (0 for the set-up): the engine must give exactly these.
"""

import json
from pathlib import Path

import pytest

from rules.record import RecordError, parse, replay
from rules.registry import game_named

VECTORS = sorted((Path(__file__).parent / "vectors").glob("*.json"))


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def as_json(value):
    """Return a value as it reads once printed: tuples are lists there."""
    return json.loads(json.dumps(value))


def played(vector):
    """Replay until the end or the first refusal: the positions, the outcome, the refusal."""
    positions, last = [], None
    try:
        record = parse(json.dumps(vector["record"]))
        game = game_named(record.game)
        for last in replay(record):
            positions.append(as_json(game.position(last.state)))
        outcome = game.outcome(last.state)
    except RecordError as error:
        return positions, None, error
    return positions, outcome and as_json(outcome.line()), None


def test_the_vectors_are_all_there():
    assert len(VECTORS) == 132


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.stem)
def test_a_vector_agrees_at_every_position(path):
    vector = load(path)
    positions, outcome, error = played(vector)

    if "error_at" in vector:
        assert error is not None
        assert error.number == vector["error_at"]
        assert len(positions) == vector["error_at"]
        return
    assert error is None
    assert len(positions) == len(vector["trace"])
    for wanted, found in zip(vector["trace"], positions, strict=True):
        assert wanted.items() <= found.items()
    assert (outcome is None) == (vector["outcome"] is None)
    assert outcome is None or vector["outcome"].items() <= outcome.items()
