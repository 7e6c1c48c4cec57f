"""What no page of ours sends: refused in order, and never with an error of the server."""

from __future__ import annotations

import pytest
from django.db import connection
from django.urls import reverse

from tests.collection.factories import PlayerFactory

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
