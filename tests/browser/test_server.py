"""The server that the browser's tests visit is the whole application."""

from playwright.sync_api import Page


def test_a_page_is_served_to_a_real_browser(page: Page) -> None:
    answer = page.goto("/sante/")
    assert answer is not None
    assert answer.text() == "ok\n"
