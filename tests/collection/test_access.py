"""Who is let in, as whom, and where they come back to."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from collection.models import Copy, Player
from collection.services.accounts import account_create
from tests.collection.factories import PlayerFactory

pytestmark = pytest.mark.django_db
PASSWORD = "mes-cartes-42"


def add(client: Client, slug: str = "shelly"):
    return client.post(reverse("card_add", args=[slug]))


def same_browser_without_session(client: Client) -> Client:
    """Return what the browser sends before the first answer has come."""
    other = Client()
    other.cookies["csrftoken"] = client.cookies["csrftoken"].value
    return other


def test_the_first_clicks_at_the_same_time_are_one_guest_s(client):
    client.get(reverse("catalogue"))
    client.get(reverse("log_in"))
    other = same_browser_without_session(client)
    add(client)
    add(other, "nita")
    assert Player.objects.count() == 1
    assert Copy.objects.filter(owner=Player.objects.get()).count() == 2


def test_who_comes_after_a_guest_has_left_is_somebody_else(client):
    client.get(reverse("log_in"))
    add(client)
    client.post(reverse("log_out"))
    add(client)
    assert Player.objects.count() == 2


def test_a_guest_who_got_an_account_meanwhile_is_nobody_s_guest_any_more(client):
    client.get(reverse("log_in"))
    other = same_browser_without_session(client)
    add(client)
    account_create(name="Tom", password=PASSWORD, guest=Player.objects.get())
    add(other)
    assert sorted(Player.objects.values_list("kind", flat=True)) == ["account", "guest"]


def test_the_staff_s_tries_to_log_in_are_counted_as_everybody_s(client):
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1] == ("/connexion/?next=%2Fadmin%2F", 302)
    account_create(name="chef", password=PASSWORD)
    Player.objects.update(is_staff=True)
    client.post("/admin/login/", {"username": "chef", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_the_staff_comes_in_and_other_accounts_find_nothing_there(client):
    client.force_login(PlayerFactory(is_staff=True))
    assert client.get("/admin/login/", {"next": "/admin/"}).url == "/admin/"
    client.force_login(PlayerFactory())
    assert client.get("/admin/", follow=True).status_code == 404


def test_a_very_long_way_back_is_cut_short(client):
    account_create(name="Tom", password=PASSWORD)
    answers = {"name": "Tom", "password": PASSWORD, "next": "/cartes/?q=" + "a" * 3_000}
    assert client.get(reverse("history"), {"q": "a" * 3_000}).url == (
        "/connexion/?next=%2Fcollection%2Fsaisies%2F"
    )
    assert client.post(reverse("log_in"), answers).url == "/"
