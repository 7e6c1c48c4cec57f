"""What a family with a shoebox does first, on a server of its own that is closed and reopened."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect

from tests.server import Household

NAME, PASSWORD = "Léa", "mes-cartes-42"
PILE = ("1", "nita", "colt", "bull", "jessie", "brock", "dynamike", "bo", "tick", "el costo")
PILE += ("bartaba", "poco", "17", "pam")
TOO_GRAND = ("spike", "corbac", "leon", "emeri", "barbetick")


def test_from_the_shoebox_to_a_legal_deck_that_outlives_the_server(
    page: Page, context: BrowserContext, household: Household
) -> None:
    household.start()
    site = household.url

    page.goto(f"{site}/inscription/")
    page.locator("[name=name]").fill(NAME)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").click()
    expect(page.locator(".menu-name")).to_have_text(NAME)

    enter_by_three_speeds(page, site)
    deck = build_and_repair(page, site)
    page.goto(f"{site}/collection/")
    before = page.locator("main").inner_text()

    page.goto("about:blank")
    household.restart()
    page.goto(deck)
    expect(page.locator(".menu-name")).to_have_text(NAME)
    expect(page.locator(".deck-verdict")).to_have_text("Deck légal")
    expect(page.locator("#deck_slots button[name=card]")).to_have_count(11)
    page.goto(f"{site}/collection/")
    assert page.locator("main").inner_text() == before
    page.goto("about:blank")


def enter_by_three_speeds(page: Page, site: str) -> None:
    """Fourteen with the plus, fourteen typed, and at least fourteen in one press."""
    page.goto(f"{site}/cartes/")
    for number in range(14):
        slug = "shelly" if number % 2 else "nita"
        page.locator(f"#stepper-{slug} .stepper-more").click()
    for slug in ("shelly", "nita"):
        expect(page.locator(f"#stepper-{slug} output b")).to_have_text("7")

    page.goto(f"{site}/collection/tas/")
    for name in PILE:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator(".heap-lines > li")).to_have_count(14)

    page.goto(f"{site}/progression/")
    for rarity, missing in (("Secrète", 7), ("Légendaire", 6), ("Mythique", 9)):
        page.get_by_role("button", name=f"J’ai tout : {rarity}").click()
        expect(page.get_by_text(f"« {rarity} » : {missing} cartes ajoutées.")).to_be_visible()


def build_and_repair(page: Page, site: str) -> str:
    """Choose five cards that no deck may hold together, have it mended; return its address."""
    page.goto(f"{site}/decks/")
    page.get_by_role("button", name="Monter un deck").click()
    for place, slug in enumerate(TOO_GRAND, start=1):
        page.locator(f"#pool-{slug} button").click()
        expect(page.locator("#deck_slots button[name=card]")).to_have_count(place)
    expect(page.locator('#deck_case [data-code="max:legendary"]')).to_contain_text("2 de trop")
    page.get_by_role("button", name="Compléter pour moi").click()
    expect(page.locator(".deck-verdict")).to_have_text("Deck légal")
    return page.url
