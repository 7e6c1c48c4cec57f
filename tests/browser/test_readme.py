"""The picture of the README, made here: `make picture` renews it."""

from pathlib import Path

from playwright.sync_api import Page, expect

from collection.models import Card, Player
from collection.services.accounts import account_create
from collection.services.catalogue import catalogue_load
from tests.collection.factories import open_copies

PICTURE = Path("var/screenshots/readme.png")
PASSWORD = "mes-cartes-42"


def test_the_readme_shows_a_collection_as_it_is(page: Page) -> None:
    catalogue_load()
    give_half_the_catalogue(account_create(name="Léa", password=PASSWORD))
    log_in(page, "Léa")
    page.goto("/cartes/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURE)
    assert PICTURE.stat().st_size > 10_000


def give_half_the_catalogue(owner: Player) -> None:
    slugs = Card.objects.order_by("number").values_list("slug", flat=True)
    open_copies(owner, *slugs[::2])
    open_copies(owner, *slugs[::6], number=2)


def log_in(page: Page, name: str) -> None:
    page.goto("/connexion/")
    page.get_by_label("Nom").fill(name)
    page.get_by_label("Mot de passe").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page.get_by_text(name).first).to_be_visible()
