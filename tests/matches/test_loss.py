"""Killed without a warning: what the server has acknowledged is there, and the match goes on."""

from __future__ import annotations

import re
import threading

import pytest

from tests.server import Household
from tests.visitor import Browser

pytestmark = [pytest.mark.slow]
LOOKS = 300
HTMX = {"HX-Request": "true", "HX-Target": "board"}


@pytest.fixture
def browser(household: Household) -> Browser:
    household.start()
    return Browser(household.url)


def begin(browser: Browser, game: str) -> str:
    """Open a table against a bot and have the cards dealt; return its path."""
    browser.get("/")
    browser.post("/jouer/tout-de-suite/", game=game, level="easy")
    table = browser.where
    browser.post(f"{table}commencer/")
    assert 'id="board"' in browser.page
    return table


def killed_and_back(household: Household) -> None:
    household.kill()
    household.start(int(household.url.rsplit(":", 1)[1]))


def choice_of(page: str) -> int:
    found = re.search(r'name="choice" value="(\d+)"', page)
    assert found
    return int(found[1])


def look_until(browser: Browser, path: str, words: str) -> str:
    """Look again until the page says it; a server that forgot it never would."""
    pause = threading.Event()
    for _look in range(LOOKS):
        if words in browser.get(path):
            return browser.page
        pause.wait(0.1)
    raise AssertionError(f"never said: {words}")


def test_a_move_that_was_acknowledged_outlives_a_kill(household, browser) -> None:
    """The bot may be caught thinking: whoever looks next gets it moving again."""
    table = begin(browser, "bataille")
    assert choice_of(browser.page) == 1
    answer = browser.post(f"{table}coup/", HTMX, seat=0, choice=1, text="A")
    assert "Posée" in answer or choice_of(answer) == 2
    killed_and_back(household)
    look_until(browser, table, 'name="choice" value="2"')


def test_a_match_whose_bot_was_thinking_goes_on_after_a_kill(household, browser) -> None:
    table = begin(browser, "voleur")
    killed_and_back(household)
    page = browser.get(table)
    if "spy-title" in page and 'value="pass"' in page:
        browser.post(f"{table}coup/", seat=0, choice=choice_of(page), text="pass")
    look_until(browser, table, "Carte choisie, face cachée")
