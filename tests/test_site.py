"""What holds on every page: errors told in French, headers, languages, static files."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.failing_urls")]

ROOT = Path(settings.BASE_DIR)


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False, headers={"accept-language": "fr"})


@pytest.mark.parametrize(
    ("address", "status", "sentence"),
    [
        ("/nulle-part/", 404, "Cette carte n’est pas dans la pioche"),
        ("/interdit/", 403, "Cette page n’est pas pour toi"),
        ("/absurde/", 400, "Pioche n’a pas compris cette demande"),
        ("/panne/", 500, "Les cartes sont tombées par terre"),
    ],
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_every_failure_is_told_in_french(
    visitor: Client, address: str, status: int, sentence: str
) -> None:
    answer = visitor.get(address)
    assert answer.status_code == status
    assert sentence in answer.content.decode()


def test_a_form_from_a_stale_page_is_refused_with_what_to_do() -> None:
    visitor = Client(enforce_csrf_checks=True, headers={"accept-language": "fr"})
    answer = visitor.post("/langue/setlang/", {"language": "en"})
    assert answer.status_code == 403
    assert "recharge la page et recommence" in answer.content.decode()


def test_the_page_of_a_failure_needs_nothing_that_could_fail() -> None:
    """Its styles are named outright: looking them up may be what failed."""
    source = (ROOT / "templates" / "error_alone.html").read_text(encoding="utf-8")
    named = [line.split('"')[3] for line in source.splitlines() if "stylesheet" in line]
    assert named
    assert all((ROOT / sheet.lstrip("/")).is_file() for sheet in named)
    assert "{% static" not in source


def test_no_page_may_run_or_style_anything_inline(visitor: Client) -> None:
    policy = visitor.get("/sante/").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_no_site_may_frame_a_page_or_learn_where_its_readers_come_from(visitor: Client) -> None:
    headers = visitor.get("/sante/").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_health_page_asks_nothing_of_the_database(
    visitor: Client, django_assert_num_queries: object
) -> None:
    with django_assert_num_queries(0):
        assert visitor.get("/sante/").content == b"ok\n"


def test_htmx_is_served_from_the_package_that_brings_it(visitor: Client) -> None:
    answer = visitor.get("/static/django_htmx/htmx-2.min.js")
    assert answer.status_code == 200
    assert b"htmx" in b"".join(answer.streaming_content)


@pytest.mark.parametrize(
    ("environment", "expression", "value"),
    [
        ({}, "settings.DEBUG, settings.HTTPS, settings.SESSION_COOKIE_SECURE", "False False False"),
        (
            {"PIOCHE_URL": "https://pioche.example.org"},
            "settings.ALLOWED_HOSTS, settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE",
            "['pioche.example.org'] True True",
        ),
        (
            {"PIOCHE_URL": "https://pioche.example.org", "ALLOWED_HOSTS": "10.0.0.7"},
            "settings.ALLOWED_HOSTS,",
            "['pioche.example.org', '10.0.0.7']",
        ),
        ({"SECRET_KEY": "k" * 60}, "settings.SECRET_KEY,", "k" * 60),
        (
            {"REDIS_URL": "redis://127.0.0.1:1/0"},
            "settings.CHANNEL_LAYERS['default']['BACKEND'],",
            "channels_redis.pubsub.RedisPubSubChannelLayer",
        ),
        (
            {"DATABASE_URL": "postgres://u:p@127.0.0.1/pioche"},
            "settings.DATABASES['default']['ENGINE'],",
            "django.db.backends.postgresql",
        ),
    ],
)
def test_the_environment_decides(
    tmp_path: Path, environment: dict[str, str], expression: str, value: str
) -> None:
    said = _python(f"from config import settings; print(*({expression}))", tmp_path, **environment)
    assert said.strip() == value


def test_a_secret_key_is_made_once_and_kept_to_its_owner(tmp_path: Path) -> None:
    first, second = (
        _python("from config import settings; print(settings.SECRET_KEY)", tmp_path)
        for _ in range(2)
    )
    assert first == second
    assert len(first.strip()) >= 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def _python(code: str, data_dir: Path, **environment: str) -> str:
    inherited = {"PATH": os.environ["PATH"], "PIOCHE_DATA_DIR": str(data_dir)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=inherited | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
