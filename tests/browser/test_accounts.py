"""What a visitor without an account meets: a shared collection, a forgotten password."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from collection.services.accounts import account_create, share_link_create
from collection.services.catalogue import catalogue_load
from tests.collection.factories import open_copies


def test_a_shared_collection_is_a_grid_that_fits_a_phone(
    page: Page,
    screenshots: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
) -> None:
    catalogue_load()
    lea = account_create(name="Léa", password="mes-cartes-42")
    open_copies(lea, "shelly", "nita", "colt", "bull", "jessie")
    page.goto(f"/c/{share_link_create(player=lea).token}/")
    assert_accessible(page)
    screenshots(page, "shared")
    page.set_viewport_size({"width": 360, "height": 740})
    tops = page.locator(".card-grid .card").evaluate_all(
        "cards => cards.map(card => Math.round(card.getBoundingClientRect().top))"
    )
    assert len(tops) == 5
    assert len(set(tops[:3])) == 1
    page.goto("about:blank")


def test_whoever_forgot_a_password_finds_the_way_from_the_log_in_page(
    page: Page,
    screenshots: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
) -> None:
    page.goto("/connexion/")
    page.get_by_role("link", name="Mot de passe oublié ?").click()
    assert_accessible(page)
    screenshots(page, "forgotten")
    page.get_by_label("L'adresse mail de ton compte").fill("quelqu-un@example.org")
    page.get_by_role("button", name="Recevoir un lien").click()
    expect(page.locator("[data-toast]")).to_contain_text("un message vient d'y partir")
    page.goto("about:blank")
