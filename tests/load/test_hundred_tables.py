"""A hundred tables with real sockets on one process: `pytest -m load tests/load`.

Two guests a table, each with a socket of their own. One lays a card; the other's socket says that
something changed, and their page fetches its board: the time between is what two friends feel.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from random import Random
from statistics import median, quantiles

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.server import Household
from tests.visitor import Browser

pytestmark = pytest.mark.load

TABLES = int(os.environ.get("PIOCHE_LOAD_TABLES", "100"))
ROUNDS = 3
# A person lays a card every few seconds; all hundred tables do so through the whole test.
THINKING = (3.0, 9.0)
P95_SECONDS = 0.3
HTMX = {"HX-Request": "true", "HX-Target": "board"}
PILES = ("A", "B")


class Seated:
    """A guest at a table, their socket, and the version that their page shows."""

    def __init__(self, url: str) -> None:
        self.browser = Browser(url)
        self.table = ""
        self.version = 0
        self.socket: ClientConnection | None = None

    async def listen(self) -> None:
        """Open the table's socket, as the page does."""
        url = self.browser.url.replace("http", "ws", 1)
        self.socket = await connect(
            f"{url}/ws{self.table}",
            additional_headers={"Cookie": self.browser.cookies, "Origin": self.browser.url},
        )

    async def sees(self, version: int) -> float:
        """Wait for word of a version, fetch the board, and return when it had come."""
        assert self.socket is not None
        while self.version < version:
            await asyncio.wait_for(self.socket.recv(), timeout=30)
            page = await asyncio.to_thread(self.browser.get, f"{self.table}plateau/")
            self.version = version_of(page)
        return time.perf_counter()

    async def lay(self, seat: int, choice: int) -> int:
        """Lay a card, and return the version that its answer shows."""
        form = {"seat": seat, "choice": choice, "text": PILES[seat]}
        answer = await asyncio.to_thread(self.browser.post, f"{self.table}coup/", HTMX, **form)
        assert "toast-error" not in answer, answer[-600:]
        self.version = version_of(answer)
        return self.version


def version_of(page: str) -> int:
    found = re.search(r'data-version="(\d+)"', page)
    assert found, page[:300]
    return int(found[1])


def seated_at_a_table(url: str) -> tuple[Seated, Seated]:
    """Open a Bataille for two through its pages, and have it dealt."""
    host, guest = Seated(url), Seated(url)
    form = {"against": "friends", "piles": 2, "mode": "height", "return_after": 3}
    host.browser.get("/jouer/bataille/")
    host.browser.post("/jouer/bataille/", **form, estimate="hidden")
    host.table = guest.table = host.browser.where
    guest.browser.get(guest.table)
    guest.browser.post(f"{guest.table}place/")
    host.browser.post(f"{host.table}commencer/")
    for seated in (host, guest):
        seated.version = version_of(seated.browser.get(seated.table))
    return host, guest


async def play(pair: tuple[Seated, Seated], random: Random) -> list[float]:
    """Play some rounds; return how long each move took to be seen on the other side."""
    for seated in pair:
        await seated.listen()
    delays: list[float] = []
    for choice in range(1, ROUNDS + 1):
        for seat in (0, 1):
            await asyncio.sleep(random.uniform(*THINKING))
            start = time.perf_counter()
            seen = asyncio.create_task(pair[1 - seat].sees(pair[1 - seat].version + 1))
            await pair[seat].lay(seat, choice)
            delays.append(await seen - start)
    return delays


async def play_all(pairs: list[tuple[Seated, Seated]]) -> list[float]:
    found = await asyncio.gather(*(play(pair, Random(n)) for n, pair in enumerate(pairs)))
    return [delay for delays in found for delay in delays]


def test_what_one_lays_the_other_sees_at_once_at_a_hundred_tables(household: Household) -> None:
    household.start()
    pairs = [seated_at_a_table(household.url) for _table in range(TABLES)]
    delays = asyncio.run(play_all(pairs))
    p95 = quantiles(delays, n=20)[-1]
    sys.stderr.write(
        f"\n{TABLES} tables, {len(delays)} moves: p50 {median(delays) * 1000:.0f} ms, "
        f"p95 {p95 * 1000:.0f} ms, most {max(delays) * 1000:.0f} ms\n"
    )
    assert len(delays) == TABLES * ROUNDS * 2
    for pair in pairs:
        for seated in pair:
            page = seated.browser.get(seated.table)
            assert f'name="choice" value="{ROUNDS + 1}"' in page, "a move was lost or doubled"
    assert p95 < P95_SECONDS
