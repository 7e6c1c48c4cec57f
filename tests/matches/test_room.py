"""Around the table: opening, joining, leaving, bots, the shuffle made by everybody."""

from __future__ import annotations

import pytest
from django.urls import reverse

from collection.models import Player
from collection.refusals import Refusal
from collection.services.accounts import account_create, guest_create, guest_merge
from matches.models import Match
from matches.services.tables import (
    SeatPlan,
    bytes_contribute,
    table_join,
    table_kick,
    table_leave,
    table_open,
    table_rematch,
    table_seat_bot,
    table_start,
)
from rules.fair import commitment, match_seed
from tests.matches.factories import people, running_table

pytestmark = pytest.mark.django_db
TWO = (SeatPlan(host=True), SeatPlan())


@pytest.fixture
def seated():
    return people(2)


@pytest.fixture
def table(seated):
    return table_open(host=seated[0], game="bataille", options={}, plan=TWO)


def code_of(action, **arguments):
    with pytest.raises(Refusal) as refusal:
        action(**arguments)
    return refusal.value.code


def test_a_visitor_who_plays_at_once_becomes_a_guest_at_a_table_of_their_own(client):
    answer = client.post(reverse("play_now"), {"game": "bataille", "level": "easy"})
    match = Match.objects.get()
    assert answer.url == match.get_absolute_url()
    assert match.host.kind == Player.Kind.GUEST
    assert match.options["max_manches"] == 100
    assert [s.bot for s in match.seatings.all()] == ["", "easy"]


@pytest.mark.parametrize("form", [{"game": "poker"}, {"game": "arena", "level": "🃏"}, {}])
def test_an_unknown_game_or_level_is_no_page(client, form):
    assert client.post(reverse("play_now"), form).status_code == 404
    assert not Player.objects.exists()


def test_every_page_of_the_start_is_served_to_a_visitor(client):
    assert client.get(reverse("play")).status_code == 200
    for game in ("voleur", "arena", "bataille"):
        assert client.get(reverse("play_game", args=[game])).status_code == 200
    assert client.get(reverse("play_game", args=["poker"])).status_code == 404


BAD_OPTIONS = {
    "a return too soon": {"return_after": "2"},
    "words for a number": {"max_manches": "beaucoup"},
    "no such mode": {"mode": "tarot"},
}


@pytest.mark.parametrize("options", BAD_OPTIONS.values(), ids=BAD_OPTIONS)
def test_bad_options_are_said_and_open_nothing(client, options):
    form = {"against": "friends", "piles": "2", "mode": "height", "return_after": "3"}
    form |= {"estimate": "visible", **options}
    page = client.post(reverse("play_game", args=["bataille"]), form)
    assert page.status_code == 422
    assert 'class="errors"' in page.content.decode()
    assert not Match.objects.exists()


def test_the_second_player_comes_by_the_code(client, table, seated):
    client.force_login(seated[1])
    assert client.post(reverse("join_code"), {"code": table.code.lower()}).url == (
        table.get_absolute_url()
    )
    client.post(reverse("table_join", args=[table.code]))
    assert table.seatings.get(seat=1).player == seated[1]


def test_sitting_down_twice_takes_one_seat(table, seated):
    for _click in range(2):
        table_join(match_id=table.pk, player=seated[1])
    assert list(table.seatings.values_list("player", flat=True)) == [p.pk for p in seated]


def test_a_taken_seat_and_a_full_table_say_so(table, seated):
    (third,) = people(1)
    assert code_of(table_join, match_id=table.pk, player=third, seat=0) == "seat_taken"
    assert code_of(table_join, match_id=table.pk, player=third, seat=9) == "no_seat"
    table_join(match_id=table.pk, player=seated[1])
    assert code_of(table_join, match_id=table.pk, player=third) == "table_full"


def test_only_the_host_seats_bots_frees_seats_and_starts(table, seated):
    table_join(match_id=table.pk, player=seated[1])
    for action, more in (
        (table_kick, {"seat": 0}),
        (table_seat_bot, {"seat": 1, "level": "easy"}),
        (table_start, {}),
    ):
        assert code_of(action, match_id=table.pk, host=seated[1], **more) == "not_host"


def test_the_host_never_frees_their_own_seat(table, seated):
    assert code_of(table_kick, match_id=table.pk, host=seated[0], seat=0) == "no_seat"


def test_a_freed_seat_can_be_taken_again(table, seated):
    table_join(match_id=table.pk, player=seated[1])
    table_kick(match_id=table.pk, host=seated[0], seat=1)
    (third,) = people(1)
    assert table_join(match_id=table.pk, player=third).seat == 1


def test_a_table_with_an_empty_seat_does_not_start(table, seated):
    assert code_of(table_start, match_id=table.pk, host=seated[0]) == "seats_empty"


def test_when_the_host_leaves_the_table_closes(table, seated):
    table_join(match_id=table.pk, player=seated[1])
    table_leave(match_id=table.pk, player=seated[1])
    assert table.seatings.get(seat=1).is_empty
    table_leave(match_id=table.pk, player=seated[0])
    table.refresh_from_db()
    assert table.status == Match.Status.ABORTED


def test_the_seed_is_made_of_the_servers_bytes_and_everybodys(table, seated):
    table_join(match_id=table.pk, player=seated[1])
    first, second = "11" * 32, "22" * 32
    bytes_contribute(match_id=table.pk, player=seated[1], sent=second)
    bytes_contribute(match_id=table.pk, player=seated[1], sent="33" * 32)
    bytes_contribute(match_id=table.pk, player=seated[0], sent=first)
    match = table_start(match_id=table.pk, host=seated[0])
    server_seed = bytes.fromhex(match.server_seed)
    assert match.commit == commitment(server_seed).hex()
    sent = [bytes.fromhex(first), bytes.fromhex(second)]
    assert match.seed == match_seed(server_seed, sent).hex()


@pytest.mark.parametrize("sent", ["", "zz" * 32, "AB" * 32, "11" * 31, "11" * 5000])
def test_bytes_of_another_shape_are_refused(table, seated, sent):
    assert code_of(bytes_contribute, match_id=table.pk, player=seated[0], sent=sent) == "bytes"


def test_the_commitment_is_shown_before_the_start_and_the_seed_never(client, table, seated):
    client.force_login(seated[0])
    page = client.get(table.get_absolute_url()).content.decode()
    assert table.commit in page
    assert table.server_seed not in page


def test_a_rematch_is_opened_once_and_may_swap_seats(seated):
    match = running_table("bataille", seated, {"max_manches": 3})
    again = table_rematch(match_id=match.pk, player=seated[1], swapped=True)
    assert table_rematch(match_id=match.pk, player=seated[0]) == again
    assert again.seatings.get(seat=0).player == seated[1]
    assert again.options == match.options


def test_a_guest_who_logs_in_keeps_the_seats_they_had():
    guest = guest_create()
    lea = account_create(name="Léa", password="mes-cartes-42")
    match = table_open(host=guest, game="bataille", options={}, plan=TWO)
    guest_merge(guest=guest, account=lea)
    match.refresh_from_db()
    assert match.host == lea
    assert match.seatings.get(seat=0).name == "Léa"


def test_a_running_match_that_nobody_may_watch_is_404_to_strangers(client, seated):
    match = running_table("bataille", seated, {}, spectators="nobody")
    (stranger,) = people(1)
    client.force_login(stranger)
    for name in ("table", "table_board", "table_qr"):
        assert client.get(reverse(name, args=[match.code])).status_code == 404
    assert client.post(reverse("table_move", args=[match.code])).status_code == 404


def test_an_unknown_code_is_404_and_says_so_in_the_form(client, table):
    assert client.get("/tables/ZZZZZZ/").status_code == 404
    answer = client.post(reverse("join_code"), {"code": "ZZZZZZ"}, follow=True)
    assert "Aucune table ne porte ce code" in answer.content.decode()
