"""Around the board: what awaits me, one screen for several, watching, phrases, settings."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from collection.models import Copy
from collection.refusals import Refusal
from collection.services.accounts import account_create
from matches.models import Match, Move, Seating
from matches.selectors.awaiting import awaiting_count, my_tables
from matches.services.clocks import table_vote
from matches.services.play import match_play
from matches.services.positions import position_at
from matches.services.reactions import PHRASES, reaction_say
from matches.services.tables import SeatPlan, table_open, table_start
from rules.game import Seat
from rules.games import voleur
from rules.games.voleur_state import Phase
from tests.collection.factories import open_copies
from tests.matches.factories import people, running_table

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def no_hush(settings):
    settings.MATCH_HUSH_MS = (0, 0)
    settings.MATCH_SHOWING_SECONDS = 0
    settings.MATCH_BOTS_INLINE = True


@pytest.fixture
def seated():
    return people(2)


@pytest.fixture
def bataille(seated):
    return running_table("bataille", seated, {"max_manches": 30})


def page_of(client, match, **asked):
    return client.get(reverse("table", args=[match.code]), asked).content.decode()


def code_of(action, **arguments):
    with pytest.raises(Refusal) as refusal:
        action(**arguments)
    return refusal.value.code


# What awaits me


def test_every_page_says_at_how_many_tables_i_am_awaited(client, bataille, seated):
    client.force_login(seated[0])
    assert "1 partie t'attend" in client.get("/").content.decode()
    match_play(match_id=bataille.pk, seat=0, choice=1, text="A", player=seated[0])
    assert "t'attend" not in client.get("/").content.decode()


def test_the_number_alone_is_a_fragment_and_costs_one_query_more_than_who_asks(
    client, bataille, seated, django_assert_num_queries
):
    client.force_login(seated[0])
    with django_assert_num_queries(3):  # the session, the player, the number
        answer = client.get(reverse("awaiting"))
    assert answer.content.decode().strip().startswith('<span id="awaiting"')


def test_a_visitor_is_asked_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(reverse("awaiting"))


def test_while_the_spy_moment_shows_nobody_is_told_to_be_awaited(seated, settings):
    """rules 1.2.4: whether the engine has gone on tells whether the other was asked."""
    settings.MATCH_HUSH_MS = (60_000, 60_000)
    match = running_table("voleur", seated)
    for player in seated:
        assert awaiting_count(player, now=timezone.now()) == 0
    later = match.hush_until + SECOND
    assert sum(awaiting_count(player, now=later) for player in seated) > 0


def test_my_tables_put_what_awaits_me_first(client, seated, bataille):
    waiting = table_open(
        host=seated[0], game="arena", options={}, plan=[SeatPlan(host=True), SeatPlan()]
    )
    other = running_table("bataille", seated, {})
    match_play(match_id=other.pk, seat=0, choice=1, text="A", player=seated[0])
    mine = my_tables(seated[0], now=timezone.now())
    assert (mine.awaiting, mine.running, mine.open) == ((bataille,), (other,), (waiting,))
    client.force_login(seated[0])
    assert "À toi de jouer" in client.get(reverse("my_tables")).content.decode()


def test_my_tables_ask_few_queries_however_many_there_are(
    client, seated, django_assert_max_num_queries
):
    for _table in range(4):
        running_table("bataille", seated, {})
    client.force_login(seated[0])
    with django_assert_max_num_queries(6):
        client.get(reverse("my_tables"))


@pytest.mark.parametrize("game", ["voleur", "arena", "bataille"])
def test_the_table_asks_few_queries(client, game, seated, django_assert_max_num_queries):
    match = running_table(game, seated, {})
    client.force_login(seated[0])
    client.get(match.get_absolute_url())
    for name in ("table", "table_board"):
        with django_assert_max_num_queries(12):
            client.get(reverse(name, args=[match.code]))


# One screen for several


@pytest.fixture
def lea():
    return account_create(name="Léa", password="mes-cartes-42")


def shared(lea, game, options=None):
    plan = [SeatPlan(host=True), SeatPlan(host=True)]
    match = table_open(
        host=lea, game=game, options=options or {}, plan=plan, shared_screen=True, names=["Ana"]
    )
    return table_start(match_id=match.pk, host=lea)


def cards_shown(page):
    return re.findall(r'name="(?:card|held)" value|bat-drawn', page)


def test_those_who_share_a_screen_have_names(lea):
    match = shared(lea, "bataille")
    assert [s.name for s in match.seatings.all()] == ["Ana", "Joueur 2"]


@pytest.mark.parametrize("game", ["bataille", "arena"])
def test_behind_the_curtain_no_hand_is_in_the_page(client, lea, game):
    match = shared(lea, game)
    client.force_login(lea)
    seat = match.seatings.filter(awaited=True).first()
    page = page_of(client, match)
    assert f"C'est moi, {seat.name}" in page
    assert not cards_shown(page)
    assert cards_shown(page_of(client, match, place=seat.seat))


def test_a_seat_that_is_not_awaited_cannot_lift_the_curtain(client, lea):
    match = shared(lea, "bataille")
    client.force_login(lea)
    client.post(reverse("table_move", args=[match.code]), {"seat": 0, "choice": 1, "text": "A"})
    page = page_of(client, match, place=0)
    assert "C'est moi, Joueur 2" in page
    assert not cards_shown(page)


def test_a_move_answers_with_the_curtain_for_the_next(client, lea):
    match = shared(lea, "bataille")
    client.force_login(lea)
    answer = client.post(
        reverse("table_move", args=[match.code]),
        {"seat": 0, "choice": 1, "text": "A"},
        headers={"HX-Request": "true"},
    ).content.decode()
    assert Move.objects.count() == 1
    assert "C'est moi, Joueur 2" in answer
    assert not cards_shown(answer)


def one_asked_to_spy(lea):
    """Return a shared Voleur in which exactly one seat holds a Gadget, and that seat."""
    for _deal in range(80):
        match = shared(lea, "voleur")
        state = position_at(match).state
        views = [voleur.view(state, Seat(seat)) for seat in (0, 1)]
        asked = [n for n, view in enumerate(views) if view.phase is Phase.SPY and view.awaited]
        if len(asked) == 1:
            return match, asked[0]
    raise AssertionError("no such deal")


def test_both_go_through_the_spy_moment_whoever_holds_a_gadget(client, lea):
    """rules 1.2.4: the app shows neither side who was asked, on one screen as on two."""
    match, asked = one_asked_to_spy(lea)
    client.force_login(lea)
    for seat, name in ((0, "Ana"), (1, "Joueur 2")):
        assert f"C'est moi, {name}" in page_of(client, match)
        page = page_of(client, match, place=seat)
        if seat == asked:
            assert 'value="pass"' in page
            form = {"seat": seat, "choice": 1, "text": "pass"}
            client.post(reverse("table_move", args=[match.code]), form)
        else:
            assert "Tu n'as rien à décider" in page
            assert not cards_shown(page)
            client.post(reverse("table_looked", args=[match.code]), {"looked": seat})
    assert "C'est moi, Ana" in page_of(client, match)
    assert cards_shown(page_of(client, match, place=0))


# Watching


def test_only_tables_that_everybody_may_watch_are_listed(client, seated):
    public = running_table("bataille", seated, {}, spectators="everybody")
    private = running_table("bataille", seated, {}, spectators="link")
    page = client.get(reverse("play")).content.decode()
    assert public.code in page
    assert private.code not in page


def test_a_spectator_is_offered_nothing_to_do(client, seated):
    match = running_table("bataille", seated, {}, spectators="everybody")
    page = page_of(client, match)
    assert reverse("table_say", args=[match.code]) not in page
    assert "Abandonner" not in page


def test_a_player_resigns_after_having_said_so_twice(client, bataille, seated):
    client.force_login(seated[0])
    page = page_of(client, bataille)
    assert "C'est sûr ?" in page
    form = {"seat": 0, "choice": 1, "text": "resign"}
    client.post(reverse("table_move", args=[bataille.code]), form)
    bataille.refresh_from_db()
    assert bataille.outcome["winners"] == [1]


def test_whoever_a_bot_replaced_still_sees_a_table_that_nobody_may_watch(client, seated):
    match = running_table("bataille", seated, {}, spectators="nobody")
    long_ago = timezone.now() - timedelta(hours=1)
    Seating.objects.filter(seat=1).update(seen_at=long_ago)
    Match.objects.update(started_at=long_ago, moved_at=long_ago)
    table_vote(match_id=match.pk, player=seated[0], want="bot")
    client.force_login(seated[1])
    assert client.get(match.get_absolute_url()).status_code == 200


# Phrases and settings


def test_a_phrase_reaches_the_other_side_for_a_moment(client, bataille, seated):
    client.force_login(seated[0])
    client.post(reverse("table_say", args=[bataille.code]), {"phrase": "wow"})
    client.force_login(seated[1])
    said = re.compile(r'class="said".*Joli coup !', re.DOTALL)
    assert said.search(page_of(client, bataille))
    bataille.reactions.update(at=timezone.now() - timedelta(minutes=1))
    assert not said.search(page_of(client, bataille))


def test_whoever_muted_phrases_neither_sees_nor_says_them(client, bataille, seated):
    reaction_say(match_id=bataille.pk, player=seated[0], phrase="wow")
    client.force_login(seated[1])
    client.cookies["muted"] = "yes"
    assert "Joli coup" not in page_of(client, bataille)


def test_phrases_come_no_faster_than_one_in_three_seconds_and_six_a_minute(bataille, seated):
    now = timezone.now()
    say = {"match_id": bataille.pk, "player": seated[0], "phrase": "hello"}
    reaction_say(**say, now=now)
    assert code_of(reaction_say, **say, now=now + 2 * SECOND) == "too_many"
    for number in range(1, 6):
        reaction_say(**say, now=now + number * 4 * SECOND)
    assert code_of(reaction_say, **say, now=now + 30 * SECOND) == "too_many"
    reaction_say(**say, now=now + 61 * SECOND)


def test_only_ready_made_phrases_from_a_seat_are_said(bataille, seated):
    (stranger,) = people(1)
    say = {"match_id": bataille.pk, "phrase": "hello"}
    assert code_of(reaction_say, player=stranger, **say) == "not_seated"
    for phrase in ("", "idiot", "<b>"):
        say = {"match_id": bataille.pk, "player": seated[0], "phrase": phrase}
        assert code_of(reaction_say, **say) == "no_phrase"
    assert len(PHRASES) == 8


def test_settings_are_kept_in_the_browser_and_read_from_it(client, bataille, seated):
    client.force_login(seated[0])
    page = page_of(client, bataille)
    assert 'name="confirm" data-on="" data-off="no" checked' in page
    client.post(reverse("table_settings"), {"sound": "yes", "muted": "yes"})
    assert client.cookies["confirm"].value == "no"
    page = page_of(client, bataille)
    assert 'name="sound" data-on="yes" data-off="" checked' in page
    client.post(reverse("table_settings"), {"confirm": "yes"})
    assert client.cookies["sound"].value == ""


# Voleur with my deck against a bot


def voleur_form(**more):
    return {"against": "bot", "level": "easy", "minimum": "waived", **more}


def test_i_play_a_bot_with_a_ready_made_deck(client):
    form = voleur_form(deck="ready:" + first_ready().slug)
    client.post(reverse("play_game", args=["voleur"]), form)
    assert Match.objects.get().seatings.get(seat=0).deck == list(first_ready().cards)


def first_ready():
    from matches.services.decks import ready_decks

    return ready_decks()[0]


def test_i_play_with_the_deck_that_my_cards_allow(client, lea):
    slugs = first_ready().cards
    for slug in slugs:
        open_copies(lea, slug)
    client.force_login(lea)
    page = client.get(reverse("play_game", args=["voleur"])).content.decode()
    assert "Le plus fort que mes cartes permettent" in page
    client.post(reverse("play_game", args=["voleur"]), voleur_form(deck="suggest"))
    assert sorted(Match.objects.get().seatings.get(seat=0).deck) == sorted(slugs)


def test_cards_that_make_no_deck_are_said_to_and_no_table_is_opened(client, lea):
    open_copies(lea, "shelly", number=11)
    assert Copy.objects.filter(owner=lea).count() == 11
    client.force_login(lea)
    answer = client.post(reverse("play_game", args=["voleur"]), voleur_form(deck="suggest"))
    assert answer.status_code == 422
    assert "ne suffisent pas encore" in answer.content.decode()
    assert not Match.objects.exists()
