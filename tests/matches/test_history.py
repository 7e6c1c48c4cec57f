"""History, head-to-head, ratings and the ranking."""

from __future__ import annotations

from random import Random

import pytest
from django.urls import reverse

from matches.models import Rating
from matches.selectors.history import head_to_head_for, history_for, ladder
from matches.services.play import match_play
from matches.services.ratings import places, rating_show
from tests.matches.factories import people, play_at_random, running_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_hush(settings):
    settings.MATCH_HUSH_MS = (0, 0)
    settings.MATCH_SHOWING_SECONDS = 0


@pytest.fixture
def seated():
    return people(2)


def won_by_the_first(players, **more):
    match = running_table("bataille", players, {}, **more)
    for seat, text in ((0, "A"), (1, "B"), (1, "resign")):
        choice = match.seatings.get(seat=seat).choices + 1
        match_play(match_id=match.pk, seat=seat, choice=choice, text=text, player=players[seat])
    match.refresh_from_db()
    return match


def test_winning_against_a_person_raises_the_rating_and_losing_lowers_it(seated):
    won_by_the_first(seated)
    first, second = (Rating.objects.get(player=player) for player in seated)
    assert first.mu > 25 > second.mu
    assert (first.matches, second.matches) == (1, 1)


def test_resigning_before_a_move_of_ones_own_counts_for_nobody(seated):
    match = running_table("bataille", seated, {})
    match_play(match_id=match.pk, seat=1, choice=1, text="resign", player=seated[1])
    assert not Rating.objects.exists()


def test_a_shared_screen_counts_for_nobody(seated):
    won_by_the_first(seated, shared_screen=True)
    assert not Rating.objects.exists()


@pytest.mark.parametrize(
    ("winners", "scores", "expected"),
    [
        ([1], [20, 31], [2, 1]),
        ([], [20, 20], [1, 1]),
        ([0, 2], [40, 0, 40, 12], [1, 3, 1, 2]),
        ([3], [0, 0, 10, 90], [3, 3, 2, 1]),
    ],
)
def test_places_follow_the_winners_then_the_scores(winners, scores, expected):
    assert list(places({"winners": winners, "scores": scores}, len(scores))) == expected


def test_my_history_tells_against_whom_and_how_it_went(client, seated):
    match = won_by_the_first(seated)
    (line,), more = history_for(seated[0])
    assert (line.match, line.others, line.result, more) == (
        match,
        (seated[1].display_name,),
        "won",
        None,
    )
    client.force_login(seated[1])
    page = client.get(reverse("match_history")).content.decode()
    assert seated[0].display_name in page
    assert "tag-bad" in page


def test_head_to_head_counts_both_sides(seated):
    won_by_the_first(seated)
    play_at_random(running_table("bataille", seated, {"max_manches": 4}), Random(1))
    mine, theirs = head_to_head_for(seated[0]), head_to_head_for(seated[1])
    assert (mine[0].won, mine[0].lost) == (theirs[0].lost, theirs[0].won)
    assert mine[0].total == theirs[0].total == 2


def test_the_ranking_shows_only_who_chose_so(client, seated):
    won_by_the_first(seated)
    assert ladder("bataille") == []
    rating_show(player=seated[0], game="bataille", shown=True)
    page = client.get(reverse("ranking", args=["bataille"])).content.decode()
    assert seated[0].display_name in page
    assert seated[1].display_name not in page
    client.force_login(seated[0])
    client.post(reverse("ranking_show", args=["bataille"]), {"shown": "no"})
    assert ladder("bataille") == []


def test_there_is_no_ranking_of_an_unknown_game(client):
    assert client.get(reverse("ranking", args=["poker"])).status_code == 404


def test_the_history_asks_as_much_whatever_its_length(
    client, seated, django_assert_max_num_queries
):
    for _match in range(6):
        won_by_the_first(seated)
    client.force_login(seated[0])
    with django_assert_max_num_queries(9):
        client.get(reverse("match_history"))
