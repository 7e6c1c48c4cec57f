"""`make run`: one line that says what to open, and everything is still there the next time."""

import json
import re
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import ROOT, Household, household_environment

pytestmark = pytest.mark.slow


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode()


def rows(data_dir: Path, table: str) -> int:
    with sqlite3.connect(data_dir / "pioche.sqlite3") as database:
        count: int = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    database.close()
    return count


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Household]:
    """One household, opened from nothing, for the tests that only look."""
    household = Household(tmp_path_factory.mktemp("household"))
    household.start(host="0.0.0.0")
    yield household
    household.stop()


def test_it_says_in_one_line_what_to_open(household: Household) -> None:
    household.start()
    assert re.fullmatch(
        r"Pioche est ouverte : http://127\.0\.0\.1:\d+ \(Ctrl\+C pour fermer\)\n", household.said
    )
    assert get(f"{household.url}/sante/") == "ok\n"


def test_it_opens_with_the_catalogue(opened: Household) -> None:
    assert rows(opened.data_dir, "collection_card") > 0


def test_the_devices_of_the_house_are_let_in_when_asked(opened: Household) -> None:
    assert get(f"{opened.url}/sante/") == "ok\n"
    assert "0.0.0.0" not in opened.said


def test_a_restart_keeps_everything(opened: Household) -> None:
    before = kept_by(opened)
    opened.restart()
    assert get(f"{opened.url}/sante/") == "ok\n"
    assert kept_by(opened) == before


def kept_by(household: Household) -> tuple[bytes, int, int]:
    return (
        (household.data_dir / "secret_key").read_bytes(),
        rows(household.data_dir, "collection_card"),
        rows(household.data_dir, "django_migrations"),
    )


def test_a_taken_port_opens_nothing(household: Household) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AssertionError, match="did not say what to open"):
            household.start(port)


def test_styles_and_scripts_come_with_the_pages(opened: Household) -> None:
    assert "htmx" in get(f"{opened.url}/static/django_htmx/htmx-2.min.js")
    assert "--font" in get(f"{opened.url}/static/css/tokens.css")


def test_a_public_site_names_each_file_by_its_content(tmp_path: Path) -> None:
    """A style that asks for a picture that isn't there stops here, not in a visitor's browser."""
    environment = household_environment(tmp_path) | {"PIOCHE_URL": "https://pioche.example.org"}
    subprocess.run([sys.executable, "manage.py", "prepare"], cwd=ROOT, env=environment, check=True)
    manifest = json.loads((tmp_path / "static" / "staticfiles.json").read_text(encoding="utf-8"))
    named = manifest["paths"]["css/tokens.css"]
    assert re.fullmatch(r"css/tokens\.[0-9a-f]{12}\.css", named)
    assert (tmp_path / "static" / f"{named}.gz").is_file()


def test_another_host_name_is_refused(opened: Household) -> None:
    """Against a page elsewhere that points its own name at this machine."""
    request = urllib.request.Request(f"{opened.url}/", headers={"Host": "evil.example.org"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 400
    refused.value.close()
