"""The rules told for players."""

from __future__ import annotations

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", ["voleur", "arena", "bataille"])
def test_each_game_has_its_rules_with_our_decisions_marked(client, game):
    page = client.get(reverse("rules_game", args=[game])).content.decode()
    assert page.count('class="precision"') > 5
    assert reverse("rules_game", args=[game]) in client.get(reverse("rules")).content.decode()


def test_an_unknown_game_has_no_rules(client):
    assert client.get("/regles/poker/").status_code == 404


def test_the_points_of_the_page_are_those_of_the_rules(client):
    page = client.get(reverse("rules_game", args=["voleur"])).content.decode()
    assert page.count('<th scope="row">') == 11
