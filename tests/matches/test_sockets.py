"""The sockets tell that something changed, to whoever may know, and never what."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from matches.services.play import match_play
from tests.matches.factories import people, running_table

PATIENCE = 10
OPTIONS = {"max_manches": 30}


@pytest.fixture
def seated(live_server):
    return people(2)


@pytest.fixture
def match(seated):
    return running_table("bataille", seated, OPTIONS, spectators="nobody")


def socket(live_server, where, player=None):
    """Open a socket as a player's browser, or a visitor's, does."""
    client = Client()
    headers = {"Origin": live_server.url}
    if player is not None:
        client.force_login(player)
        headers["Cookie"] = f"sessionid={client.cookies['sessionid'].value}"
    return connect(f"{live_server.ws_url}{where}", additional_headers=headers)


def heard(ws):
    return json.loads(ws.recv(timeout=PATIENCE))


def play(match, seated, seat, choice=1):
    match_play(match_id=match.pk, seat=seat, choice=choice, text="A", player=seated[seat])
    match.refresh_from_db()


def test_a_table_says_its_version_and_nothing_else(live_server, match, seated):
    with socket(live_server, f"/ws/tables/{match.code}/", seated[1]) as ws:
        assert heard(ws) == {"version": match.version}
        play(match, seated, 0)
        assert heard(ws) == {"version": match.version}


def test_a_socket_that_comes_back_catches_up_by_version(live_server, match, seated):
    where = f"/ws/tables/{match.code}/"
    with socket(live_server, where, seated[1]) as ws:
        before = heard(ws)["version"]
    play(match, seated, 0)
    with socket(live_server, where, seated[1]) as ws:
        assert heard(ws)["version"] == match.version > before


@pytest.mark.parametrize("code", ["", "ZZZZZZ"])
def test_a_table_that_nobody_may_watch_and_one_that_is_none_close_alike(live_server, match, code):
    with socket(live_server, f"/ws/tables/{code or match.code}/", people(1)[0]) as ws:
        with pytest.raises(ConnectionClosed) as closed:
            ws.recv(timeout=PATIENCE)
        assert closed.value.rcvd.code == 4404


def test_a_player_hears_on_any_page_which_of_their_tables_changed(live_server, match, seated):
    with socket(live_server, "/ws/moi/", seated[1]) as ws:
        assert heard(ws) == {}
        play(match, seated, 0)
        assert heard(ws) == {"table": match.code, "version": match.version}


def test_a_visitor_has_no_tables_to_hear_of(live_server):
    with socket(live_server, "/ws/moi/") as ws, pytest.raises(ConnectionClosed) as closed:
        ws.recv(timeout=PATIENCE)
    assert closed.value.rcvd.code == 4404


def test_what_a_browser_sends_is_left_unread(live_server, match, seated):
    with socket(live_server, f"/ws/tables/{match.code}/", seated[0]) as ws:
        heard(ws)
        ws.send(json.dumps({"move": "A", "seat": 0}))
        play(match, seated, 0)
        assert heard(ws) == {"version": match.version}
    assert match.moves.count() == 1
