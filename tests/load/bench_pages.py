"""How long the server works for a page, for an owner of 100,000 copies among a million.

Beside each page stands a bare one, which reads a row and renders a small template behind the
same middleware.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.load.big_database import OWNER, use_big_database
from tests.load.harness import Bench, Subject

LONGEST_SECONDS = 0.1


def benches() -> list[Bench]:
    """Return a bar of seconds for each page, and how it compares with the bare one."""
    use_big_database()
    ask = _asker()
    found: list[Bench] = []
    for title, where in _pages().items():
        subject = Subject(title, _batch(ask, where))
        found.append(Bench(f"page {title}: seconds", "pages", subject, at_most=LONGEST_SECONDS))
        found.append(
            Bench(f"page {title}: to a bare one", "pages", subject, peer=lambda: _bare(ask))
        )
    return found


def _pages() -> dict[str, str]:
    from collection.models import Deck

    deck = Deck.objects.filter(owner__username=OWNER).first()
    assert deck is not None
    return {
        "home": "/",
        "catalogue": "/cartes/",
        "catalogue, my doubles": "/cartes/?possession=doubles",
        "catalogue, a search": "/cartes/?q=bartabba",
        "card": "/cartes/shelly/",
        "collection": "/collection/",
        "progress": "/progression/",
        "wishes": "/souhaits/",
        "decks": "/decks/",
        "deck": f"/decks/{deck.pk}/",
    }


def _asker() -> Callable[[str], None]:
    """Return a function that asks for a page as the great collector, through every middleware."""
    from django.conf import settings
    from django.test import Client

    from collection.models import Player

    settings.ROOT_URLCONF = "tests.load.page_urls"
    settings.ALLOWED_HOSTS = ["testserver"]
    client = Client()
    client.force_login(Player.objects.get(username=OWNER))

    def ask(where: str) -> None:
        response = client.get(where)
        if response.status_code != 200:
            raise AssertionError(f"{where} answered {response.status_code}")

    return ask


def _batch(ask: Callable[[str], None], where: str) -> Callable[[], int]:
    def batch() -> int:
        ask(where)
        return 1

    return batch


def _bare(ask: Callable[[str], None]) -> Subject:
    return Subject("bare page", _batch(ask, "/nue/"))
