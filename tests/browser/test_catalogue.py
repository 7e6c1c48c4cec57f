"""The catalogue in a real browser: searching, filtering and counting without a reload."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from collection.models import Brawler, Card
from collection.services.cards import CardDraft, card_propose
from collection.services.catalogue import catalogue_load
from tests.collection.factories import PlayerFactory, open_copies


@pytest.fixture
def page(page: Page) -> Page:
    """Put the real catalogue behind the pages, and a mark in the page that a reload would lose."""
    catalogue_load()
    return page


def open_catalogue(page: Page, query: str = "") -> None:
    page.goto(f"/cartes/{query}")
    page.evaluate("window.notReloaded = true")


def not_reloaded(page: Page) -> bool:
    return page.evaluate("window.notReloaded === true")


def tiles(page: Page):
    return page.locator("#card-grid > li")


def owned(page: Page, slug: str):
    return page.locator(f"#stepper-{slug} output b")


def test_typing_finds_cards_and_changes_the_address_without_a_reload(page):
    open_catalogue(page)
    page.get_by_role("searchbox").press_sequentially("shely")
    expect(tiles(page).first).to_have_id("tile-shelly")
    expect(page).to_have_url(re.compile(r"\?q=shely$"))
    expect(page.get_by_role("searchbox")).to_be_focused()
    assert not_reloaded(page)
    page.reload()
    expect(page.get_by_role("searchbox")).to_have_value("shely")
    expect(tiles(page).first).to_have_id("tile-shelly")


def test_a_filter_narrows_the_grid_and_the_counts_of_the_others(page):
    open_catalogue(page)
    page.get_by_role("checkbox", name="Rare 4", exact=True).check()
    expect(tiles(page)).to_have_count(4)
    expect(page.get_by_role("checkbox", name="Brawler 4")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?rarete=rare$"))
    expect(page.locator("#facet-rarity-rare")).to_be_focused()
    page.get_by_role("checkbox", name="Épique", exact=False).first.check()
    expect(page).to_have_url(re.compile(r"rarete=epic&rarete=rare$"))
    assert not_reloaded(page)
    page.go_back()
    expect(page).to_have_url(re.compile(r"\?rarete=rare$"))
    expect(tiles(page)).to_have_count(4)


def test_plus_and_minus_count_and_bring_the_filters_up_to_date(page):
    open_catalogue(page)
    more = page.get_by_role("button", name="Ajouter un exemplaire : Nita", exact=True)
    more.click()
    more.click()
    expect(owned(page, "nita")).to_have_text("2")
    expect(page.get_by_role("radio", name="En double 1")).to_be_attached()
    page.get_by_role("button", name="Retirer un exemplaire : Nita", exact=True).click()
    expect(owned(page, "nita")).to_have_text("1")
    expect(page.get_by_role("radio", name="En double 0")).to_be_attached()
    assert not_reloaded(page)
    page.reload()
    expect(owned(page, "nita")).to_have_text("1")


def test_the_switch_of_my_cards_is_on_at_the_next_visit_too(page, context: BrowserContext):
    open_catalogue(page)
    page.get_by_role("button", name="Ajouter un exemplaire : Nita", exact=True).click()
    expect(owned(page, "nita")).to_have_text("1")
    page.get_by_role("switch", name="Seulement mes cartes").check()
    expect(tiles(page)).to_have_count(1)
    assert not_reloaded(page)
    another = context.new_page()
    another.goto("/cartes/")
    expect(tiles(another)).to_have_count(1)
    another.get_by_role("switch", name="Seulement mes cartes").uncheck()
    expect(tiles(another)).to_have_count(60)


def test_a_wish_is_kept_and_filtered(page):
    open_catalogue(page)
    heart = page.get_by_role("button", name="Souhaiter : Nita", exact=True)
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("radio", name="Souhaitées 1")).to_be_attached()
    page.get_by_role("radio", name="Souhaitées 1").check()
    expect(tiles(page)).to_have_count(1)
    assert not_reloaded(page)


def test_the_following_cards_come_below_those_that_are_there(page):
    open_catalogue(page)
    page.get_by_role("link", name="La suite").click()
    expect(tiles(page)).to_have_count(120)
    expect(page.locator("#more-cards")).to_be_focused()
    assert not_reloaded(page)


def test_all_filters_go_at_once(page):
    open_catalogue(page, "?q=nita&rarete=common")
    page.get_by_role("link", name="Tout effacer").click()
    expect(page).to_have_url(re.compile(r"/cartes/$"))
    expect(page.get_by_role("searchbox")).to_have_value("")
    expect(tiles(page)).to_have_count(60)
    assert not_reloaded(page)


def test_the_keyboard_reaches_the_search_and_a_card(page):
    open_catalogue(page)
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("barbetick")
    expect(page).to_have_url(re.compile(r"\?q=barbetick$"))
    page.locator("#tile-barbetick a").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Barbetick")


def test_without_script_the_catalogue_works_all_the_same(page, new_context, misbehaviour):
    plain = new_context(java_script_enabled=False).new_page()
    misbehaviour.watch(plain)
    plain.goto("/cartes/")
    plain.get_by_role("searchbox").fill("shely")
    plain.get_by_role("button", name="Montrer").click()
    expect(tiles(plain).first).to_have_id("tile-shelly")
    plain.locator("#stepper-shelly .stepper-more").click()
    expect(owned(plain, "shelly")).to_have_text("1")
    expect(plain).to_have_url(re.compile(r"q=shely"))
    plain.goto("/cartes/")
    plain.get_by_role("link", name="La suite").click()
    expect(plain).to_have_url(re.compile(r"page=2$"))
    expect(tiles(plain)).to_have_count(60)


def test_my_copies_on_a_cards_page_follow_plus_and_minus(page):
    page.goto("/cartes/shelly/")
    page.evaluate("window.notReloaded = true")
    page.get_by_role("button", name="Ajouter un exemplaire : Shelly", exact=True).click()
    expect(page.locator("#card-copies li")).to_have_count(1)
    assert not_reloaded(page)


def test_a_missing_card_is_proposed_and_added(page):
    open_catalogue(page, "?q=boulangere")
    page.get_by_role("link", name="Propose-la").click()
    expect(page.get_by_label("Son nom", exact=True)).to_have_value("boulangere")
    page.get_by_label("Son nom", exact=True).fill("Shelly Boulangère")
    page.get_by_label("Son Brawler").select_option(label="Shelly (Commune)")
    expect(page.get_by_label("Combien de gemmes ?")).to_be_hidden()
    page.get_by_role("button", name="Proposer cette carte").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Shelly Boulangère")
    page.get_by_role("button", name="Ajouter un exemplaire : Shelly Boulangère").click()
    expect(page.locator("#card-copies li")).to_have_count(1)


def test_the_pages_look_right_and_are_accessible(
    page: Page,
    context: BrowserContext,
    screenshots: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
    live_server,
    client,
):
    lea = PlayerFactory(username="lea", display_name="Léa")
    for number, slug in enumerate(Card.objects.values_list("slug", flat=True)[:60:2]):
        open_copies(lea, slug, number=1 + number % 3)
    shelly = Brawler.objects.get(slug="shelly")
    card_propose(player=lea, draft=CardDraft(kind="skin", name="Shelly Mage", brawler=shelly))
    client.force_login(lea)
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    for name, address in {
        "catalogue": "/cartes/",
        "catalogue-vide": "/cartes/?q=qsdfghj",
        "carte": "/cartes/shelly/",
        "carte-exceptionnelle": "/cartes/shelly-star/",
        "proposer": "/cartes/proposer/",
    }.items():
        page.goto(address)
        screenshots(page, name)
        assert_accessible(page)


def test_on_a_phone_a_link_to_some_cards_shows_cards_and_not_filters(page):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/cartes/?rarete=legendary")
    expect(page.locator("#catalogue-drawer")).not_to_have_attribute("open", "")
    expect(page.locator("#catalogue-count")).to_contain_text("1")
    expect(page.locator("#catalogue-results .card").first).to_be_in_viewport()
