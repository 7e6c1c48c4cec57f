"""Somebody who visits a real server without a browser: pages, forms, cookies."""

from __future__ import annotations

import re
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar


class Browser:
    """A visitor without script, who remembers cookies."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
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
        request = urllib.request.Request(self.url + path, body, headers)
        with self._opener.open(request, timeout=60) as answer:
            self.where = urllib.parse.urlsplit(answer.url).path
            self.page = answer.read().decode()
        return self.page

    @property
    def cookies(self) -> str:
        """Return what a socket's request sends."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
