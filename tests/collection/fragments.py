"""Pages and fragments compared: after an action, page and fragment must tell the same."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from django.http import HttpResponse

VOID = frozenset({"br", "circle", "hr", "img", "input", "link", "meta", "option", "path", "use"})
# Where one goes on from, and what makes a request one of its kind, differ with good reason.
DIFFERING = frozenset({"next", "jeton", "csrfmiddlewaretoken"})


def text_of(response: HttpResponse) -> str:
    """Return the words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def fragment_of(response: HttpResponse, element_id: str) -> list[object]:
    """Return the element with an id out of a page or an answer, as comparable pieces."""
    finder = _Finder(element_id)
    finder.feed(response.content.decode())
    assert finder.pieces, f"no #{element_id} here"
    return finder.pieces


class _Finder(HTMLParser):
    def __init__(self, element_id: str) -> None:
        super().__init__()
        self._id = element_id
        self._depth = 0
        self.pieces: list[object] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        if not self._depth and facts.get("id") != self._id:
            return
        facts.pop("hx-swap-oob", None)
        if facts.get("name") in DIFFERING:
            facts.pop("value", None)
        self.pieces.append((tag, facts))
        self._depth += tag not in VOID

    def handle_endtag(self, tag: str) -> None:
        if self._depth and tag not in VOID:
            self._depth -= 1

    def handle_data(self, text: str) -> None:
        if self._depth and text.strip():
            self.pieces.append(" ".join(text.split()))
