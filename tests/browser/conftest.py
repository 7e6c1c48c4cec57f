"""Real pages in a real Chromium, looked at for what no page may do."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

from tests.conftest import CHROMIUM
from tests.server import LiveServer

# Playwright's loop lives in the thread of the tests, which use the database as they always do.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

SCREENSHOTS = Path("var/screenshots")
WIDTHS = (360, 768, 1280)
LOCAL = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")
# What htmx says of a request that the visitor left behind by going to another page.
GIVEN_UP = ("htmx:sendAbort", "htmx:afterRequest")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """The system's Chromium, which asks nothing of the network by itself."""
    if CHROMIUM is None:
        pytest.fail("There is no Chromium: apt install chromium, or set CHROMIUM=path.")
    return browser_type_launch_args | {"executable_path": CHROMIUM, "args": list(QUIET)}


@pytest.fixture(scope="session")
def browser_context_args(
    browser_context_args: dict[str, object], _server: LiveServer
) -> dict[str, object]:
    return browser_context_args | {
        "base_url": _server.url,
        "locale": "fr-FR",
        "timezone_id": "Europe/Paris",
        "viewport": {"width": 1280, "height": 800},
        "reduced_motion": "reduce",
    }


class Misbehaviour:
    """What the pages of one test did that no page may: errors, refused content, other hosts."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.seen.append(f"{page.url}: {error}"))
        page.on("console", self._on_console)
        page.on("request", self._on_request)

    def forgive(self, words: str) -> None:
        """Forget what names `words`: for a test that provokes an error on purpose."""
        self.seen = [line for line in self.seen if words not in line]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(GIVEN_UP):
            self.seen.append(f"{message.location.get('url', '')}: {message.text}")

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith(LOCAL):
            self.seen.append(f"asked another host: {request.url}")


@pytest.fixture
def misbehaviour(live_server: LiveServer) -> Iterator[Misbehaviour]:
    """Fails the test at its end if a page misbehaved, unless the test forgave it."""
    watcher = Misbehaviour()
    yield watcher
    assert watcher.seen == []


@pytest.fixture
def context(
    misbehaviour: Misbehaviour, new_context: Callable[..., BrowserContext]
) -> BrowserContext:
    """One visitor's browser on the live server; `new_context` plus `misbehaviour` for another."""
    context = new_context()
    context.on("page", misbehaviour.watch)
    return context


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Call it on a page: axe must find nothing serious or critical there."""

    def check(page: Page) -> None:
        found = Axe().run(page).response["violations"]
        grave = [rule for rule in found if rule["impact"] in ("serious", "critical")]
        assert grave == [], "\n".join(
            f"{rule['id']}: {node['html']}" for rule in grave for node in rule["nodes"]
        )

    return check


@pytest.fixture
def screenshots() -> Callable[[Page, str], None]:
    """Call it on a page: pictures at three widths, light and dark, in var/screenshots.

    Each one also proves that the page never scrolls sideways.
    """

    def take(page: Page, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            _take_light_and_dark(page, f"{name}-{width}")
            assert page.evaluate("document.documentElement.scrollWidth") <= width

    return take


def _take_light_and_dark(page: Page, name: str) -> None:
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.screenshot(path=SCREENSHOTS / f"{name}-{scheme}.png", full_page=True)
