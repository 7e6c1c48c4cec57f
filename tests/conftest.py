"""What every test relies on: a database of its own, honest templates, a server to visit."""

import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches

from config.translations import compile_translations
from tests.server import Household, LiveServer
from tests.templates import UndefinedVariable

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
IN_CI = os.environ.get("CI") == "true"


def pytest_configure() -> None:
    compile_translations()
    # A slow hash protects real passwords; those of the tests are written in the tests.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.TEMPLATES[0]["OPTIONS"]["string_if_invalid"] = UndefinedVariable()
    settings.CHANNEL_LAYERS["default"].get("CONFIG", {})["prefix"] = f"test-{secrets.token_hex(8)}"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the browser's tests last, and skip them loudly where there is no browser.

    Last, because Playwright leaves an event loop open in the main thread, where the tests of
    the sockets could not start theirs any more.
    """
    for item in items:
        if "browser_name" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
    items.sort(key=_needs_browser)
    if CHROMIUM is None and not IN_CI:
        _skip_browser_tests(config, items)


def _needs_browser(item: pytest.Item) -> bool:
    return item.get_closest_marker("browser") is not None


def _skip_browser_tests(config: pytest.Config, items: list[pytest.Item]) -> None:
    browser_tests = [item for item in items if _needs_browser(item)]
    for item in browser_tests:
        item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if any("no Chromium" in str(report.longrepr) for report in skipped):
        terminalreporter.section("NO CHROMIUM: THE PAGES WERE NOT TESTED", red=True, bold=True)
        terminalreporter.line("Install it (Debian: apt install chromium) or set CHROMIUM=path.")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI nothing may be skipped: a skipped test holds nothing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if IN_CI and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_modify_db_settings_parallel_suffix: None,
) -> None:
    """SQLite in a file, as at home: several connections, real locks, the write-ahead log."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        database.setdefault("TEST", {})["NAME"] = str(file)
        # No power cut matters to a file that lives for one run.
        database["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"


@pytest.fixture(autouse=True)
def _data_dir(tmp_path: Path, settings: pytest.FixtureRequest) -> None:
    """Photos that a test stores go away with it."""
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture(autouse=True)
def _fresh_cache() -> None:
    """Rate limits are counted in the cache: one test's attempts are not another's.

    By a prefix of its own rather than by emptying: the Redis may be shared, even with somebody's
    running site.
    """
    caches.settings["default"]["KEY_PREFIX"] = secrets.token_hex(8)
    caches["default"].close()
    del caches["default"]


@pytest.fixture(autouse=True)
def _live_server_helper() -> None:
    """Takes the place of pytest-django's, which knows only its own server."""


@pytest.fixture(scope="session")
def _server() -> Iterator[LiveServer]:
    with LiveServer.running() as server:
        yield server


@pytest.fixture
def live_server(transactional_db: None, _server: LiveServer) -> Iterator[LiveServer]:
    """The whole application (pages, static files, sockets) at `live_server.url`."""
    yield _server
    _server.wait_until_idle()


@pytest.fixture
def household(tmp_path: Path) -> Iterator[Household]:
    """`make run` in a process and with a data folder of its own, stopped at the end."""
    household = Household(tmp_path / "household")
    yield household
    household.stop()
