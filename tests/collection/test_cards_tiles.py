"""The grid's tiles are drawn once a process, and nobody can tell."""

from __future__ import annotations

import re

import pytest
from django.template import engines
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.translation import override

from collection.models import Brawler, Card, Copy, Player, Rarity
from collection.selectors.browse import Filters, browse
from collection.selectors.cards import Tile
from tests.collection.factories import PlayerFactory, open_copies

pytestmark = pytest.mark.django_db

ONCE = "{% load card_grid %}{% card_tiles tiles %}"
EACH_TIME = (
    "{% for tile in tiles %}{% include 'collection/partials/card_tile.html'"
    " with card=tile.card owned=tile.owned wished=tile.wished %}{% endfor %}"
)


def drawn(source, tiles, query=""):
    request = RequestFactory().get(reverse("catalogue") + query)
    html = engines["django"].from_string(source).render({"tiles": tiles}, request)
    # The token is masked anew each time it is asked for.
    return re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', r"\1", html)


@pytest.fixture
def tiles():
    lea = PlayerFactory()
    open_copies(lea, "shelly", number=12)
    open_copies(lea, "otis")
    shown = browse(lea, Filters(recent=True)).tiles[:3]
    shown += browse(lea, Filters(text="otis", recent=True)).tiles
    shown += browse(lea, Filters(text="gadget commun")).tiles[:2]
    return [*shown, Tile(shown[0].card, 1, wished=True)]


def test_a_tile_drawn_once_is_the_tile_drawn_each_time(tiles):
    for query in ("", "?q=a&tri=%22%3E%3Cb%3E"):
        assert drawn(ONCE, tiles, query) == drawn(EACH_TIME, tiles, query)


def test_a_tile_speaks_the_readers_language(tiles):
    french = drawn(ONCE, tiles)
    with override("en"):
        assert drawn(ONCE, tiles) == drawn(EACH_TIME, tiles)
        Card.objects.filter(slug="corbac").update(name_en="The Crow")
        corbac = browse(None, Filters(text="corbac")).tiles[:1]
        assert "The Crow" in drawn(ONCE, corbac)
    assert drawn(ONCE, tiles) == french


@pytest.mark.parametrize(
    ("model", "slug", "changes"),
    [
        (Card, {"slug": "shelly"}, {"name": "Chelly"}),
        (Card, {"slug": "shelly"}, {"print_known": False}),
        (Rarity, {"code": "common"}, {"name": "Banale"}),
        (Rarity, {"code": "common"}, {"letter": "B"}),
        (Brawler, {"slug": "shelly"}, {"slug": "nita-2"}),
    ],
)
def test_a_changed_row_changes_its_tile_at_once(model, slug, changes):
    before = drawn(ONCE, browse(None, Filters()).tiles[:1])
    model.objects.filter(**slug).update(**changes)
    tiles = browse(None, Filters()).tiles[:1]
    assert drawn(ONCE, tiles) == drawn(EACH_TIME, tiles) != before


def test_each_visitor_gets_a_token_of_their_own_that_opens_the_form():
    for _visitor in range(2):
        client = Client(enforce_csrf_checks=True)
        html = client.get(reverse("catalogue")).content.decode()
        form = re.search(r'<form class="stepper" id="stepper-shelly".*?</form>', html, re.DOTALL)[0]
        token = re.search(r'csrfmiddlewaretoken" value="([^"]+)', form)[1]
        response = client.post(
            reverse("card_add", args=["shelly"]), {"csrfmiddlewaretoken": token, "next": "/cartes/"}
        )
        assert response.headers["Location"] == "/cartes/"
    assert Copy.objects.filter(card__slug="shelly").values("owner").distinct().count() == 2
    assert Player.objects.count() == 2
