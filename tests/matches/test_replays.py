"""After the match: replay, record, verification, playing on."""

from __future__ import annotations

import hashlib
import json
import re
from random import Random

import pytest
from django.urls import reverse

from collection.refusals import Refusal
from matches.models import ImportedRecord, Match
from matches.services.positions import position_at
from matches.services.records import match_fork, record_import, record_of, record_text
from rules import record as records
from rules.game import Seat
from rules.games import bataille
from tests.matches.factories import people, play_at_random, running_table

pytestmark = pytest.mark.django_db
SHORT = {"voleur": {}, "bataille": {"max_manches": 6}}


@pytest.fixture(autouse=True)
def no_hush(settings):
    settings.MATCH_HUSH_MS = (0, 0)
    settings.MATCH_SHOWING_SECONDS = 0


@pytest.fixture
def seated():
    return people(2)


def finished(game, players, **more):
    return play_at_random(running_table(game, players, SHORT[game], **more), Random(11))


@pytest.mark.parametrize("game", SHORT)
def test_the_record_of_a_finished_match_replays_to_its_outcome(game, seated):
    match = finished(game, seated)
    record = records.parse(record_text(match))
    assert records.outcome(record).line() == match.outcome
    assert record.players == tuple(player.display_name for player in seated)
    assert record.fair["commit"] == match.commit


def test_a_running_match_gives_no_record_away(client, seated):
    match = running_table("bataille", seated, {})
    with pytest.raises(Refusal) as refusal:
        record_of(match)
    assert refusal.value.code == "not_over"
    client.force_login(seated[0])
    for name in ("table_record", "table_verify"):
        assert client.get(reverse(name, args=[match.code])).status_code == 404


@pytest.mark.parametrize("game", SHORT)
def test_every_step_of_a_finished_match_can_be_looked_at_from_every_side(client, game, seated):
    match = finished(game, seated)
    client.force_login(seated[0])
    for step in range(0, match.moves_made + 1, 5):
        for vue in ("", "0", "1", "ouvert"):
            page = client.get(
                reverse("table_replay", args=[match.code]), {"coup": step, "vue": vue}
            )
            assert page.status_code == 200
            assert f'data-step="{step}"' in page.content.decode()


@pytest.mark.parametrize("step", ["99999", "-3", "🃏", "1e9", ""])
def test_a_step_that_is_not_there_shows_one_that_is(client, step, seated):
    match = finished("bataille", seated)
    client.force_login(seated[0])
    page = client.get(reverse("table_replay", args=[match.code]), {"coup": step, "vue": "9"})
    assert page.status_code == 200


def test_while_a_match_runs_a_seat_looks_back_through_its_own_eyes_only(client, seated):
    match = running_table("bataille", seated, {"estimate": False})
    play_at_random(match, Random(2), moves=6)
    match.refresh_from_db()
    client.force_login(seated[0])
    state = position_at(match, match.moves_made - 1).state
    enemy = bataille.view(state, Seat(1))
    for vue in ("1", "ouvert"):
        page = client.get(reverse("table_replay", args=[match.code]), {"vue": vue})
        text = page.content.decode()
        assert 'data-vue="0"' in text
        assert "replay-hands" not in text
        card = bataille.NAMES[enemy.card]
        assert f'data-suit="{card[-1]}" data-rank="{card[:-1]}"' not in text


def test_a_match_that_nobody_may_watch_is_not_replayed_by_strangers(client, seated):
    match = finished("bataille", seated, spectators="nobody")
    for name in ("table_replay", "table_record", "table_verify"):
        assert client.get(reverse(name, args=[match.code])).status_code == 404


def test_the_numbers_on_the_page_give_the_seed_again(client, seated):
    match = finished("bataille", seated)
    client.force_login(seated[0])
    page = client.get(reverse("table_verify", args=[match.code])).content.decode()
    numbers = dict(re.findall(r'data-(commit|server-seed|seed|bytes)="([0-9a-f,]*)"', page))
    server_seed = bytes.fromhex(numbers["server-seed"])
    assert hashlib.sha256(server_seed).hexdigest() == numbers["commit"]
    sent = b"".join(bytes.fromhex(text) for text in numbers["bytes"].split(","))
    assert hashlib.sha256(server_seed + sent).hexdigest() == numbers["seed"]


@pytest.mark.parametrize("game", SHORT)
def test_an_exported_match_comes_back_as_an_import(client, game, seated):
    raw = record_text(finished(game, seated)).encode()
    client.force_login(seated[1])
    answer = client.post(reverse("record_bring"), {"text": raw.decode()})
    kept = ImportedRecord.objects.get()
    assert answer.url == kept.get_absolute_url()
    assert kept.text.encode() == raw
    client.logout()
    assert client.get(answer.url, {"coup": "3", "vue": "ouvert"}).status_code == 200


def test_a_record_with_cards_of_its_own_is_shown_too(client, seated):
    record = json.loads(record_text(finished("voleur", seated)))
    text = json.dumps(record).replace('"shelly', '"ma-carte').replace(" shelly", " ma-carte")
    kept = record_import(player=seated[0], raw=text.encode())
    assert client.get(kept.get_absolute_url(), {"vue": "ouvert"}).status_code == 200


BAD_RECORDS = {
    "nothing": ("", "sait lire"),
    "no JSON": ("ceci n'est pas du JSON", "sait lire"),
    "another format": ('{"format": "pgn"}', "sait lire"),
    "an emoji": ("🃏", "sait lire"),
    "a deep nest": ("[" * 100_000, "sait lire"),
}


@pytest.mark.parametrize(("text", "sentence"), BAD_RECORDS.values(), ids=BAD_RECORDS)
def test_a_bad_record_says_why_and_is_not_kept(client, text, sentence):
    page = client.post(reverse("record_bring"), {"text": text})
    assert page.status_code == 422
    assert sentence in page.content.decode()
    assert not ImportedRecord.objects.exists()


def test_an_illegal_move_is_named_by_its_place(seated):
    record = json.loads(record_text(finished("bataille", seated)))
    record["moves"][4] = "0 C"
    with pytest.raises(Refusal) as refusal:
        record_import(player=seated[0], raw=json.dumps(record).encode())
    assert (refusal.value.code, refusal.value.facts["place"]) == ("record_wrong", 5)


def test_a_record_of_more_than_a_megabyte_is_refused(seated):
    with pytest.raises(Refusal) as refusal:
        record_import(player=seated[0], raw=b" " * 1_000_001)
    assert refusal.value.code == "record_large"


def test_only_who_brought_a_record_forgets_it(client, seated):
    kept = record_import(player=seated[0], raw=record_text(finished("bataille", seated)).encode())
    client.force_login(seated[1])
    assert client.post(reverse("record_forget", args=[kept.code])).status_code == 404
    client.force_login(seated[0])
    client.post(reverse("record_forget", args=[kept.code]))
    assert not ImportedRecord.objects.exists()


def test_playing_on_from_a_moment_continues_from_that_very_position(seated):
    match = finished("bataille", seated)
    record = record_of(match)
    fork = match_fork(record=record, step=5, player=seated[0], seat=1, level="easy")
    before = bataille.position(position_at(match, 5).state)
    assert bataille.position(position_at(fork, 5).state) == before
    assert fork.status == Match.Status.RUNNING
    assert [s.bot for s in fork.seatings.order_by("seat")] == ["easy", ""]


def test_nothing_is_left_to_play_after_the_end(seated):
    match = finished("bataille", seated)
    with pytest.raises(Refusal) as refusal:
        match_fork(
            record=record_of(match), step=match.moves_made, player=seated[0], seat=0, level="easy"
        )
    assert refusal.value.code == "fork_over"
    assert Match.objects.count() == 1
