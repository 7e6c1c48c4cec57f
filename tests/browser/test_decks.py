"""Building decks in a real browser: tapping, judging, repairing, without a reload."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from collection.models import Card, Copy, Deck, Player
from collection.services.catalogue import catalogue_load
from collection.services.decks import Contents, deck_create
from tests.collection.factories import PlayerFactory, open_copies

LEGAL = ("shelly", "nita", "el-costo", "ricochet", "polly", "mortis", "spike", "leon", "gael")
LEGAL += ("barbetick", "bo")
TOO_GRAND = ("spike", "leon", "corbac", "gael", "surge", "barbetick", "mortis", "tara", "polly")
BENCH = ("shelly", "nita", "colt", "bo", "el-costo", "ricochet", "max")


@pytest.fixture
def lea(client) -> Player:
    """Léa owns two copies of what these tests play with; the real catalogue lies behind."""
    catalogue_load()
    lea = PlayerFactory(username="lea")
    open_copies(lea, *{*LEGAL, *TOO_GRAND, *BENCH}, number=2)
    client.force_login(lea)
    return lea


@pytest.fixture
def page(page: Page, context: BrowserContext, client, lea: Player, live_server) -> Page:
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    return page


def open_deck(page: Page, deck: Deck, query: str = "") -> None:
    """Open a deck's page, with a mark in it that a reload would lose."""
    page.goto(f"{deck.get_absolute_url()}{query}")
    page.evaluate("window.notReloaded = true")


def not_reloaded(page: Page) -> bool:
    return page.evaluate("window.notReloaded === true")


def slots(page: Page) -> Locator:
    return page.locator("#deck_slots button[name=card]")


def to_add(page: Page, slug: str) -> Locator:
    return page.locator(f"#pool-{slug} button")


def verdict(page: Page) -> Locator:
    return page.locator(".deck-verdict")


def rule(page: Page, code: str) -> Locator:
    return page.locator(f'#deck_case [data-code="{code}"]')


def test_an_illegal_deck_is_built_card_by_card_and_repaired_in_one_press(page, lea):
    page.goto("/decks/")
    page.get_by_role("button", name="Monter un deck").click()
    page.evaluate("window.notReloaded = true")
    for place, slug in enumerate(TOO_GRAND, start=1):
        to_add(page, slug).click()
        expect(slots(page)).to_have_count(place)
    expect(rule(page, "max:legendary")).to_contain_text("1 de trop parmi Spike, Corbac, Léon")
    expect(rule(page, "min:common")).to_contain_text("il en manque 2")
    expect(page.locator(".deck-slot[data-wrong]")).to_have_count(5)
    page.get_by_role("button", name="Compléter pour moi").click()
    expect(verdict(page)).to_have_text("Deck légal")
    expect(slots(page)).to_have_count(11)
    expect(page.locator('#deck_case [data-state="wrong"]')).to_have_count(0)
    assert not_reloaded(page)
    page.reload()
    expect(verdict(page)).to_have_text("Deck légal")
    page.goto("/decks/")
    expect(page.locator(".deck-row").first).to_contain_text("jouable maintenant")


def test_the_rarity_to_stake_judges_the_deck_again_at_once(page, lea):
    open_deck(page, deck_create(owner=lea, contents=Contents("Pari", LEGAL)))
    expect(verdict(page)).to_have_text("Deck légal")
    page.get_by_label("Je parierais").select_option(label="Commune")
    expect(rule(page, "wagered:common")).to_contain_text("à retirer : Shelly, Nita, Bo")
    expect(rule(page, "min:common")).to_contain_text("ne compte plus")
    page.get_by_role("switch", name="Minimum à la lettre").check()
    expect(page.get_by_text("aucun deck n’est légal pour ce pari")).to_be_visible()
    expect(page.get_by_role("heading", name="Pas de réparation possible")).to_be_visible()
    page.get_by_role("button", name="Annuler le dernier changement").click()
    page.get_by_role("button", name="Annuler le dernier changement").click()
    expect(verdict(page)).to_have_text("Deck légal")
    assert not_reloaded(page)


def test_a_card_tapped_twice_in_a_row_is_meant_once(page, lea):
    open_deck(page, deck_create(owner=lea, contents=Contents("Double")))
    to_add(page, "shelly").dblclick()
    expect(slots(page)).to_have_count(1)
    expect(page.locator("#pool-shelly")).to_contain_text("1 libre")
    to_add(page, "nita").click()
    expect(slots(page)).to_have_count(2)


def test_quick_taps_on_several_cards_all_count(page, lea):
    open_deck(page, deck_create(owner=lea, contents=Contents("Vite")))
    expect(to_add(page, "shelly")).to_be_visible()
    tap_all = (
        "slugs => slugs.forEach(slug => document.querySelector(`#pool-${slug} button`).click())"
    )
    page.evaluate(tap_all, ["shelly", "nita", "bo", "polly"])
    expect(slots(page)).to_have_count(4)
    page.evaluate("document.querySelectorAll('#deck_slots button').forEach(card => card.click())")
    expect(slots(page)).to_have_count(0)
    expect(page.locator("#pool-polly")).to_contain_text("2 libres")


def test_the_keyboard_keeps_its_place_while_cards_come_and_go(page, lea):
    open_deck(page, deck_create(owner=lea, contents=Contents("Clavier")))
    page.keyboard.press("/")
    page.keyboard.type("shelly")
    expect(page.locator("#deck_pool_form li")).to_have_count(1)
    to_add(page, "shelly").focus()
    page.keyboard.press("Enter")
    expect(slots(page)).to_have_count(1)
    expect(to_add(page, "shelly")).to_be_focused()
    page.keyboard.press("Enter")
    expect(slots(page)).to_have_count(2)
    expect(page.locator("#pool-shelly")).to_contain_text("dans le deck")
    slots(page).first.focus()
    page.keyboard.press("Enter")
    expect(slots(page)).to_have_count(1)
    expect(slots(page).first).to_be_focused()
    assert page.url.endswith("?q=shelly")
    assert not_reloaded(page)


def test_an_old_tab_hears_that_the_deck_changed_and_shows_it_as_it_is(page, context, lea):
    deck = deck_create(owner=lea, contents=Contents("Deux onglets"))
    open_deck(page, deck)
    other = context.new_page()
    other.goto(deck.get_absolute_url())
    to_add(other, "nita").click()
    expect(slots(other)).to_have_count(1)
    to_add(page, "bo").click()
    expect(page.locator("#messages")).to_contain_text("Ce deck a changé entre-temps")
    expect(slots(page)).to_have_count(1)
    to_add(page, "bo").click()
    expect(slots(page)).to_have_count(2)


def test_an_assembled_deck_reserves_its_copies(page, lea):
    deck = deck_create(owner=lea, contents=Contents("Pour samedi", ("shelly", "shelly")))
    rival = deck_create(owner=lea, contents=Contents("Rival"))
    open_deck(page, deck)
    page.get_by_role("button", name="Assembler ce deck").click()
    expect(page.locator("#messages")).to_contain_text("Deck assemblé")
    assert Copy.objects.filter(deck=deck).count() == 2
    open_deck(page, rival)
    expect(page.locator("#pool-shelly")).to_contain_text("prise ailleurs")
    to_add(page, "shelly").click()
    expect(page.locator("#messages")).to_contain_text("2 dans « Pour samedi »")
    expect(slots(page)).to_have_count(0)


def test_everything_works_without_script(new_context, misbehaviour, client, lea, live_server):
    context = new_context(java_script_enabled=False)
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = context.new_page()
    misbehaviour.watch(page)
    page.goto("/decks/nouveau/")
    page.get_by_label("Son nom").fill("Sans script")
    page.get_by_role("button", name="Choisir les cartes").click()
    page.get_by_role("searchbox").fill("nita")
    page.get_by_role("button", name="Montrer").click()
    to_add(page, "nita").click()
    expect(slots(page)).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_have_value("nita")
    page.get_by_role("button", name="Compléter pour moi").click()
    expect(verdict(page)).to_have_text("Deck légal")
    page.get_by_role("button", name="Annuler le dernier changement").click()
    expect(slots(page)).to_have_count(1)


def test_a_doubtful_name_is_asked_before_the_deck_is_made(page, lea):
    page.goto("/decks/importer/")
    page.get_by_label("Le deck").fill("2x SHELLI\n1x el primo")
    page.get_by_role("button", name="Importer").click()
    page.get_by_role("radio", name="Shelly n° 1", exact=True).check(force=True)
    page.get_by_role("button", name="Importer").click()
    expect(slots(page)).to_have_count(3)
    assert Card.objects.filter(deck_slots__deck__owner=lea, slug="el-costo").exists()


def test_the_pages_of_decks_look_right(
    page,
    lea,
    screenshots: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
):
    deck = deck_create(owner=lea, contents=Contents("À regarder", LEGAL, wager="mythic"))
    deck_create(owner=lea, contents=Contents("Samedi", LEGAL))
    for name, address in (
        ("deck", deck.get_absolute_url()),
        ("decks", "/decks/"),
        ("deck-versions", f"{deck.get_absolute_url()}versions/"),
        ("deck-text", f"{deck.get_absolute_url()}texte/"),
        ("deck-import", "/decks/importer/"),
        ("deck-new", "/decks/nouveau/"),
    ):
        page.goto(address)
        assert_accessible(page)
        screenshots(page, name)
