"""Tables in a real browser: how quickly one plays, what a fresh board leaves alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from collection.services.catalogue import catalogue_load
from matches.models import Match, Move
from matches.services.tables import table_join
from tests.browser.conftest import Misbehaviour
from tests.collection.factories import PlayerFactory


@pytest.fixture(autouse=True)
def quick(settings):
    settings.MATCH_HUSH_MS = (0, 0)
    settings.MATCH_SHOWING_SECONDS = 0


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """Put the real catalogue behind the pages; leave them before the database is emptied."""
    catalogue_load()
    yield page
    page.goto("about:blank")


@pytest.fixture
def other(misbehaviour: Misbehaviour, new_context: Callable[..., BrowserContext]) -> Iterator[Page]:
    """Somebody else's browser."""
    context = new_context()
    context.on("page", misbehaviour.watch)
    page = context.new_page()
    yield page
    page.goto("about:blank")


def open_bataille(page: Page) -> Match:
    """Open a Bataille for friends through its page, and return it."""
    page.goto("/jouer/bataille/")
    page.get_by_label("Des amis, avec un lien").check()
    page.get_by_role("button", name="Ouvrir la table").click()
    expect(page.locator(".room-code")).to_be_visible()
    return Match.objects.get()


def both_seated(page: Page, other: Page) -> Match:
    """Have two browsers sit at a Bataille, dealt."""
    match = open_bataille(page)
    other.goto(f"/tables/{match.code}/")
    other.get_by_role("button", name="M'asseoir ici").click()
    expect(other.get_by_text("lance la partie quand")).to_be_visible()
    page.get_by_role("button", name="Mélanger et commencer").click()
    for seated in (page, other):
        expect(seated.locator("#board")).to_be_visible()
    return match


def lay(page: Page, letter: str) -> None:
    page.locator(f"[name=text][value={letter}]").check(force=True)
    page.get_by_role("button", name="Poser ma carte").click()


def test_a_guest_plays_a_first_card_three_clicks_after_the_first_page(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Bataille").click()
    page.locator(".bat-pile").first.click()
    with page.expect_response("**/coup/"):
        page.get_by_role("button", name="Poser ma carte").click()
    expect(page.locator(".log-lines li").first).to_be_visible()
    assert Move.objects.filter(seat=0, by=Move.By.PERSON).count() == 1


def test_a_table_that_fills_up_leaves_a_deck_that_is_being_chosen_alone(
    page: Page, other: Page
) -> None:
    page.goto("/jouer/voleur/")
    page.get_by_label("Des amis, avec un lien").check()
    page.get_by_role("button", name="Ouvrir la table").click()
    deck = page.locator("#deck")
    deck.select_option(index=1)
    chosen = deck.input_value()
    other.goto(page.url)
    other.get_by_role("button", name="M'asseoir ici").click()
    expect(page.get_by_role("button", name="M'asseoir ici")).to_have_count(0)
    expect(page.get_by_role("button", name="Libérer la place")).to_be_visible()
    assert deck.input_value() == chosen


def test_a_fresh_board_keeps_the_choice_the_focus_and_what_was_unfolded(
    page: Page, other: Page
) -> None:
    both_seated(page, other)
    page.locator("[name=text][value=B]").check(force=True)
    page.locator(".table-menu > summary").click()
    version = page.locator("#board").get_attribute("data-version")
    lay(other, "A")
    expect(page.locator("#board")).not_to_have_attribute("data-version", version or "")
    assert page.locator("[name=text][value=B]").is_checked()
    assert page.locator(".table-menu").evaluate("fold => fold.open")
    assert page.evaluate("document.activeElement.matches('.table-menu > summary')")


def test_after_a_move_the_focus_stays_at_the_table(page: Page, other: Page) -> None:
    both_seated(page, other)
    page.locator("[name=text][value=A]").check(force=True)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Posée. À l'autre de choisir.")).to_be_visible()
    assert page.evaluate("document.getElementById('board').contains(document.activeElement)")


def test_a_refusal_is_said_beside_the_fresh_board(page: Page, other: Page) -> None:
    both_seated(page, other)
    lay(page, "A")
    expect(page.get_by_text("Posée. À l'autre de choisir.")).to_be_visible()
    page.evaluate(
        """htmx.ajax("POST", location.pathname + "coup/", {
            source: "#board", target: "#board", swap: "outerHTML",
            values: {seat: 0, choice: 1, text: "B"}})"""
    )
    expect(page.locator("#messages")).to_contain_text("La table a changé entre-temps")
    assert Move.objects.count() == 1


def test_with_the_socket_blocked_the_page_polls(page: Page, other: Page) -> None:
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    both_seated(page, other)
    version = page.locator("#board").get_attribute("data-version")
    lay(other, "A")
    expect(page.locator("#board")).not_to_have_attribute(
        "data-version", version or "", timeout=15_000
    )


def test_a_lost_hint_is_made_good_when_the_socket_comes_back(page: Page, other: Page) -> None:
    """Sockets reconnect and catch up by version."""
    sockets = []
    page.route_web_socket(
        "**/ws/tables/**", lambda socket: sockets.append((socket, socket.connect_to_server()))
    )
    both_seated(page, other)
    page.clock.install()
    sockets[-1][0].close()
    lay(other, "B")
    page.clock.run_for(1000)
    expect(page.locator("[data-side=enemy] .bat-state")).to_have_text("Carte posée")


def test_the_room_polls_where_there_is_no_socket(page: Page) -> None:
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    match = open_bataille(page)
    table_join(match_id=match.pk, player=PlayerFactory())
    expect(page.get_by_role("button", name="Libérer la place")).to_be_visible(timeout=15_000)


def test_one_screen_goes_round_with_a_curtain_between_the_turns(page: Page) -> None:
    page.goto("/jouer/bataille/")
    page.get_by_label("À plusieurs sur cet écran").check()
    page.get_by_label("Prénoms").fill("Ana, Tom")
    page.get_by_role("button", name="Ouvrir la table").click()
    for name in ("Ana", "Tom"):
        expect(page.locator("#curtain")).to_be_visible()
        expect(page.locator(".bat-drawn")).to_have_count(0)
        page.get_by_role("link", name=f"C'est moi, {name}").click()
        expect(page.locator(".bat-drawn")).to_be_visible()
        lay(page, "A")
    expect(page.get_by_text("Manche 2 sur 100")).to_be_visible()
    assert Move.objects.count() == 2


def test_the_bubble_on_any_page_hears_that_it_is_my_turn(page: Page, other: Page) -> None:
    both_seated(page, other)
    lay(page, "A")
    expect(page.get_by_text("Posée. À l'autre de choisir.")).to_be_visible()
    page.goto("/")
    expect(page.locator("#awaiting .bubble")).to_have_count(0)
    lay(other, "B")
    expect(page.locator("#awaiting .bubble")).to_have_text("1")


def test_a_phrase_pops_up_on_the_other_side(page: Page, other: Page) -> None:
    both_seated(page, other)
    page.get_by_text("Dire quelque chose").click()
    page.get_by_role("button", name="Bonne chance !").click()
    expect(other.locator(".said")).to_contain_text("Bonne chance !")


def test_a_preference_holds_from_the_moment_it_is_chosen(page: Page, other: Page) -> None:
    both_seated(page, other)
    page.get_by_text("Réglages").click()
    page.get_by_label("Confirmer chaque coup").uncheck()
    page.locator("[name=text][value=A]").check(force=True)
    expect(page.get_by_text("Posée. À l'autre de choisir.")).to_be_visible()
