"""Killed without a warning: what the server has acknowledged is there, and the match goes on."""

from __future__ import annotations

import re
import threading
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import pytest

from tests.server import Household

pytestmark = [pytest.mark.slow]
LOOKS = 300
HTMX = {"HX-Request": "true", "HX-Target": "board"}


class Browser:
    """A visitor without script, who remembers cookies."""

    def __init__(self, household: Household) -> None:
        self.household = household
        jar = urllib.request.HTTPCookieProcessor(CookieJar())
        self._opener = urllib.request.build_opener(jar)
        self.where = ""
        self.page = ""

    def get(self, path: str) -> str:
        """Open a page, and return it."""
        return self._ask(path, None, {})

    def post(self, path: str, headers: dict[str, str] | None = None, **form: object) -> str:
        """Send a form of the page that is open."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.page)
        assert token, "no form in this page"
        fields = {"csrfmiddlewaretoken": token[1], **form}
        return self._ask(path, urllib.parse.urlencode(fields).encode(), headers or {})

    def _ask(self, path: str, body: bytes | None, headers: dict[str, str]) -> str:
        request = urllib.request.Request(self.household.url + path, body, headers)
        with self._opener.open(request, timeout=60) as answer:
            self.where = urllib.parse.urlsplit(answer.url).path
            self.page = answer.read().decode()
        return self.page


@pytest.fixture
def browser(household: Household) -> Browser:
    household.start()
    return Browser(household)


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
