"""`make run`: one line that says what to open, and everything is still there the next time."""

import re
import socket
import sqlite3
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.server import Household

pytestmark = pytest.mark.slow


def get(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode()


def rows(data_dir: Path, table: str) -> int:
    with sqlite3.connect(data_dir / "pioche.sqlite3") as database:
        count: int = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    database.close()
    return count


def test_it_opens_from_nothing_with_the_catalogue(household: Household, tmp_path: Path) -> None:
    household.start()
    assert re.fullmatch(
        r"Pioche est ouverte : http://127\.0\.0\.1:\d+ \(Ctrl\+C pour fermer\)\n", household.said
    )
    assert get(f"{household.url}/sante/") == "ok\n"
    assert rows(tmp_path / "household", "collection_card") > 0


def test_a_restart_keeps_everything(household: Household, tmp_path: Path) -> None:
    household.start()
    data_dir = tmp_path / "household"
    before = {
        "key": (data_dir / "secret_key").read_bytes(),
        "cards": rows(data_dir, "collection_card"),
        "migrations": rows(data_dir, "django_migrations"),
    }
    household.restart()
    assert get(f"{household.url}/sante/") == "ok\n"
    assert before == {
        "key": (data_dir / "secret_key").read_bytes(),
        "cards": rows(data_dir, "collection_card"),
        "migrations": rows(data_dir, "django_migrations"),
    }


def test_a_taken_port_is_told_in_one_sentence(household: Household, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AssertionError, match="did not say what to open"):
            household.start(port)


def test_styles_and_scripts_come_with_the_pages(household: Household) -> None:
    household.start()
    assert "htmx" in get(f"{household.url}/static/django_htmx/htmx-2.min.js")
    assert "--font" in get(f"{household.url}/static/css/tokens.css")


def test_another_host_name_is_refused(household: Household) -> None:
    """Against a page elsewhere that points its own name at this machine."""
    household.start()
    request = urllib.request.Request(f"{household.url}/", headers={"Host": "evil.example.org"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 400
    refused.value.close()
