"""All that the pages are made of, on one page, in a real browser."""

from collections.abc import Callable

import pytest
from django import forms
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, expect

from collection.models import Card, Rarity
from collection.services.catalogue import catalogue_load
from tests.server import LiveServer

NUMBERS = (1, 13, 20, 101, 24, 31, 40, 46, 301, 83, 91, 98, 417, 387, 81)
COURT = {"J": "V", "Q": "D", "K": "R"}
PLAYING = ("AS", "10H", "7D", "JC", "QH", "KS", "QD", "3C")


class Sample(forms.Form):
    name = forms.CharField(label="Ton nom", help_text="Celui que tes amis verront.")
    condition = forms.ChoiceField(label="État de la carte", choices=[("n", "Neuve")])
    note = forms.CharField(label="Note", widget=forms.Textarea, required=False)
    share = forms.BooleanField(label="Montrer ma collection", required=False)


def playing_card(code: str) -> dict[str, str]:
    rank, suit = code[:-1], code[-1]
    return {
        "code": code,
        "rank": rank,
        "suit": suit,
        "letter": COURT.get(rank, rank),
        "name": code,
    }


def sample_page(request: HttpRequest) -> str:
    cards = Card.objects.select_related("rarity", "brawler__rarity").in_bulk(
        NUMBERS, field_name="number"
    )
    return render_to_string(
        "apercu.html",
        {
            "cards": [cards[number] for number in NUMBERS],
            "hand": [cards[number] for number in NUMBERS[3:8]],
            "rarities": Rarity.objects.all(),
            "sizes": (160, 64),
            "small_sizes": (100,),
            "playing_cards": [playing_card(code) for code in PLAYING],
            "photo": "/static/img/back.svg",
            "form": Sample({}),
            "messages": [],
        },
        request=request,
    )


@pytest.fixture
def looked_at(live_server: LiveServer, page: Page) -> Page:
    """The sample page, shown at an address of the live server so that its drawings load."""
    catalogue_load()
    shown = sample_page(RequestFactory().get("/"))
    page.route(
        "**/apercu/",
        lambda route: route.fulfill(body=shown, content_type="text/html; charset=utf-8"),
    )
    page.goto("/apercu/")
    return page


def test_the_look_is_right_at_every_width_light_and_dark(
    looked_at: Page,
    screenshots: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
) -> None:
    for scheme in ("light", "dark"):
        looked_at.emulate_media(color_scheme=scheme)
        assert_accessible(looked_at)
    screenshots(looked_at, "apercu")


def test_a_visitor_chooses_the_dark_and_it_stays(looked_at: Page) -> None:
    looked_at.get_by_role("button", name="Sombre").click()
    expect(looked_at.locator("html")).to_have_attribute("data-theme", "dark")
    cookies = {cookie["name"]: cookie["value"] for cookie in looked_at.context.cookies()}
    assert cookies["theme"] == "dark"
    looked_at.get_by_role("button", name="Auto").click()
    expect(looked_at.locator("html")).not_to_have_attribute("data-theme", "dark")


def test_a_card_at_64_pixels_tells_its_rarity_and_its_name(looked_at: Page) -> None:
    """The letter and the name are at least 7 pixels tall, and nothing is cut off sideways."""
    card = looked_at.locator(".size-64 > .card").first
    name = card.locator(".card-name")
    assert name.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 7
    letter = card.locator(".rarity text")
    assert letter.evaluate("e => e.getBoundingClientRect().height") >= 7
    assert name.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_every_drawing_of_a_card_is_there(looked_at: Page) -> None:
    """A mask that the sprite lacks would leave an empty drawing, of no size."""
    sizes = looked_at.locator(".size-160 > .card .card-art").evaluate_all(
        "drawings => drawings.map(d => d.getBBox().width)"
    )
    assert sizes
    assert all(size > 10 for size in sizes)
