"""One move, one transaction: who may move, in which order it is refused, how a match ends."""

from __future__ import annotations

from random import Random

import pytest

from collection.refusals import Refusal
from matches.models import Match, Move
from matches.services.play import match_play
from matches.services.positions import position_at, positions_forget
from rules.registry import game_named
from tests.matches.factories import people, play_at_random, running_table

pytestmark = pytest.mark.django_db
SHORT = {
    "voleur": {},
    "arena": {"endurance": 30, "rounds": 5},
    "bataille": {"max_manches": 12},
}


@pytest.fixture(autouse=True)
def no_hush(settings):
    settings.MATCH_HUSH_MS = (0, 0)
    settings.MATCH_SHOWING_SECONDS = 0


@pytest.fixture
def seated():
    return people(2)


@pytest.fixture
def bataille(seated):
    return running_table("bataille", seated, SHORT["bataille"])


def refusal_of(**move):
    with pytest.raises(Refusal) as refusal:
        match_play(**move)
    return refusal.value.code


@pytest.mark.parametrize("game", SHORT)
def test_a_match_is_played_to_its_end_and_its_rows_replay_to_the_same_outcome(game, seated):
    match = play_at_random(running_table(game, seated, SHORT[game]), Random(7))
    assert match.status == Match.Status.OVER
    assert match.moves_made == match.moves.count()
    positions_forget()
    outcome = game_named(game).outcome(position_at(match).state)
    assert outcome.line() == match.outcome
    assert not match.seatings.filter(awaited=True).exists()


def test_the_same_choice_twice_is_stale_and_changes_nothing(bataille, seated):
    move = {"match_id": bataille.pk, "seat": 0, "choice": 1, "text": "A", "player": seated[0]}
    match_play(**move)
    assert refusal_of(**move) == "stale"
    assert Move.objects.count() == 1


def test_only_who_sits_there_moves(bataille, seated):
    (stranger,) = people(1)
    for player in (stranger, seated[1], None):
        move = {"match_id": bataille.pk, "seat": 0, "choice": 1, "text": "A", "player": player}
        assert refusal_of(**move) == "not_seated"
    assert refusal_of(match_id=bataille.pk, seat=7, choice=1, text="A") == "not_seated"


@pytest.mark.parametrize("text", ["C", "", "A B", "play x", "🃏" * 500, "0 A"])
def test_a_text_that_is_no_move_is_refused(bataille, seated, text):
    code = refusal_of(match_id=bataille.pk, seat=0, choice=1, text=text, player=seated[0])
    assert code == "no_move"


def test_a_seat_that_has_chosen_waits_for_the_other(bataille, seated):
    match_play(match_id=bataille.pk, seat=0, choice=1, text="A", player=seated[0])
    code = refusal_of(match_id=bataille.pk, seat=0, choice=2, text="A", player=seated[0])
    assert code == "not_awaited"


def test_after_the_end_every_move_is_refused_as_over(bataille, seated):
    match_play(match_id=bataille.pk, seat=1, choice=1, text="resign", player=seated[1])
    bataille.refresh_from_db()
    assert bataille.outcome["reason"] == "resigned"
    assert bataille.outcome["winners"] == [0]
    code = refusal_of(match_id=bataille.pk, seat=0, choice=1, text="A", player=seated[0])
    assert code == "over"


def test_sealed_choices_end_the_same_whoever_comes_first(seated):
    results = []
    for order in ((0, 1), (1, 0)):
        match = running_table("bataille", seated, SHORT["bataille"])
        Match.objects.filter(pk=match.pk).update(seed="ab" * 32)
        positions_forget()
        for seat in order:
            match_play(match_id=match.pk, seat=seat, choice=1, text="A", player=seated[seat])
        match.refresh_from_db()
        results.append(game_named("bataille").position(position_at(match).state))
    assert results[0] == results[1]


def test_the_version_grows_with_every_move(bataille, seated):
    before = bataille.version
    match_play(match_id=bataille.pk, seat=0, choice=1, text="A", player=seated[0])
    bataille.refresh_from_db()
    assert bataille.version == before + 1
