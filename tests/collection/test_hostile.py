"""What no page of ours sends: refused in order, and never with an error of the server."""

from __future__ import annotations

import pytest
from django.db import connection
from django.urls import reverse

from collection.services.ledger import Placing
from tests.collection.factories import PlayerFactory, open_copies

pytestmark = pytest.mark.django_db

NO_TEXT_HOLDS_IT = "\0"


@pytest.fixture
def lea(client):
    player = PlayerFactory(username="lea")
    client.force_login(player)
    return player


@pytest.fixture
def queries_without_nul():
    """PostgreSQL refuses the letter 0; SQLite takes it, so that its queries are looked through."""

    def look(execute, sql, params, many, context):
        assert NO_TEXT_HOLDS_IT not in str(params).replace("\\x00", NO_TEXT_HOLDS_IT)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield


@pytest.mark.usefixtures("queries_without_nul")
def test_the_letter_that_no_database_holds_reaches_none(client, lea):
    nul = f"a{NO_TEXT_HOLDS_IT}b"
    listed = client.get(reverse("collection"), {"classeur": nul, "vue": "exemplaires", "q": nul})
    swept = [client.post(reverse("sweep"), {field: nul}) for field in ("rarete", "brawler")]
    shared = client.get(reverse("shared_collection", args=[nul]))
    assert [page.status_code for page in (listed, *swept, shared)] == [200, 404, 404, 404]


def test_a_header_that_calls_itself_an_address_and_is_none_is_passed_over(client):
    headers = {"HX-Request": "true", "HX-Target": "catalogue", "HX-Current-URL": "http://["}
    page = client.get(reverse("catalogue"), {"q": "shelly"}, headers=headers)
    assert page.status_code == 200
    assert page["HX-Push-Url"] == "/cartes/?q=shelly"


PAGES = ("home", "about", "log_in", "sign_up", "account", "catalogue", "collection", "binder")
MORE_PAGES = ("pile", "history", "progress", "wishes", "deck_list", "deck_new", "rules")


@pytest.mark.parametrize("name", PAGES + MORE_PAGES)
def test_who_asks_for_the_head_of_a_page_gets_what_the_page_would_answer(client, lea, name):
    assert client.head(reverse(name)).status_code == client.get(reverse(name)).status_code


def test_asking_for_the_head_of_a_copy_changes_nothing(client, lea):
    (shelly,) = open_copies(lea, "shelly", placing=Placing(note="à garder"))
    assert client.head(reverse("copy", args=[shelly.pk])).status_code == 200
    shelly.refresh_from_db()
    assert shelly.note == "à garder"
