"""The pages of decks: the list, the builder, what they show and what they refuse."""

from __future__ import annotations

import pytest
from django.urls import reverse

from collection.models import Deck
from collection.services.decks import Contents, deck_create
from tests.collection.factories import PlayerFactory, open_copies
from tests.collection.fragments import fragment_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def lea(client):
    lea = PlayerFactory(username="lea")
    client.force_login(lea)
    return lea


@pytest.fixture
def deck(lea):
    open_copies(lea, "shelly", "nita", "colt", number=2)
    return deck_create(owner=lea, contents=Contents(name="Les verts"))


def post(client, deck, act, htmx=True, **sent):
    headers = HTMX if htmx else {}
    sent.setdefault("version", Deck.objects.get(pk=deck.pk).version)
    return client.post(reverse(f"deck_{act}", args=[deck.pk]), sent, headers=headers)


def slugs(deck):
    return list(deck.slots.order_by("position").values_list("card__slug", flat=True))


def test_a_tapped_card_is_in_the_deck_and_the_answer_is_the_page(client, deck):
    answer = post(client, deck, "add", card="shelly", tile="1")
    page = client.get(deck.get_absolute_url())
    assert slugs(deck) == ["shelly"]
    for element in ("deck_builder", "deck_head", "pool-shelly"):
        assert fragment_of(answer, element) == fragment_of(page, element)
