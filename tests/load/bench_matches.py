"""How long the server works for a move and for a table, with 200 tables running beside it.

Each is compared with a bare page, which reads a row and renders a small template behind the same
middleware. The moves are legal ones, drawn before the measuring begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from tests.load.big_database import use_big_database
from tests.load.harness import Bench, Subject

TABLES = 200
PLAYED_AT_A_TABLE = 60
MOVE_AT_MOST = 5.0
PAGE_AT_MOST = 4.0
GAMES: dict[str, dict[str, Any]] = {
    "voleur": {},
    "arena": {"endurance": 400},
    "bataille": {"max_manches": 400},
}
HTMX = {"HX-Request": "true", "HX-Target": "board"}


@dataclass(frozen=True, slots=True)
class Planned:
    """A move to send: to which table, from which seat, its number and its text."""

    where: str
    seat: int
    choice: int
    text: str


def benches() -> list[Bench]:
    """Return a bar for the moves of each game, and one for its table page."""
    use_big_database()
    ask = _settled()
    _fill_the_room()
    found: list[Bench] = []
    for game in GAMES:
        found += [_move_bench(game, ask), *_page_benches(game, ask)]
    return found


def _settled() -> Callable[[str], None]:
    """Set the site up for measuring; return a function that asks for a page as a player."""
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client

    settings.ROOT_URLCONF = "tests.load.page_urls"
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.MATCH_HUSH_MS, settings.MATCH_SHOWING_SECONDS = (0, 0), 0
    call_command("migrate", verbosity=0)
    client = Client()
    client.force_login(_players()[0])

    def ask(where: str) -> None:
        response = client.get(where)
        if response.status_code != 200:
            raise AssertionError(f"{where} answered {response.status_code}")

    return ask


def _players() -> list[Any]:
    from collection.models import Player

    names = ("assis-1", "assis-2")
    return [
        Player.objects.get_or_create(username=n, defaults={"display_name": n})[0] for n in names
    ]


def _fill_the_room() -> None:
    """Have as many tables running as the bar names, of the three games in turn."""
    from matches.models import Match

    running = Match.objects.filter(status=Match.Status.RUNNING).count()
    for number in range(running, TABLES):
        _table(list(GAMES)[number % len(GAMES)])


def _table(game: str) -> Any:
    from matches.services.tables import SeatPlan, table_join, table_open, table_start

    first, second = _players()
    plan = [SeatPlan(host=True), SeatPlan()]
    match = table_open(host=first, game=game, options=GAMES[game], plan=plan)
    table_join(match_id=match.pk, player=second)
    return table_start(match_id=match.pk, host=first)


def _plan(match: Any, random: Random) -> Iterator[Planned]:
    """Yield the moves of a match from its deal on, drawn without touching its rows."""
    from matches.services.positions import chance_of, position_dealt
    from rules.registry import game_named

    game, position, made = game_named(match.game), position_dealt(match), [0, 0]
    for _step in range(PLAYED_AT_A_TABLE):
        awaited = game.to_act(position.state)
        if not awaited:
            return
        seat = awaited[0]
        text = game.encode(game.random_move(game.view(position.state, seat), random))
        made[seat] += 1
        yield Planned(f"/tables/{match.code}/coup/", seat, made[seat], text)
        position = position.after(game, seat, text, chance_of(match))


def _move_bench(game: str, ask: Callable[[str], None]) -> Bench:
    from django.test import Client

    clients = [Client(), Client()]
    for client, player in zip(clients, _players(), strict=True):
        client.force_login(player)
    moves = _moves_without_end(game)

    def batch() -> int:
        move = next(moves)
        form = {"seat": move.seat, "choice": move.choice, "text": move.text}
        answer = clients[move.seat].post(move.where, form, headers=HTMX)
        if answer.status_code != 200 or b"toast-error" in answer.content:
            raise AssertionError(f"{move} was refused: {answer.content[-900:].decode()}")
        return 1

    return Bench(
        f"match {game}, a move: to a bare page",
        "moves",
        Subject(f"a move of {game}", batch),
        peer=lambda: _bare(ask),
        at_most=MOVE_AT_MOST,
    )


def _moves_without_end(game: str) -> Iterator[Planned]:
    random = Random(1)
    while True:
        tables = [list(_plan(_table(game), random)) for _ in range(10)]
        longest = max(len(plan) for plan in tables)
        turns = ([plan[n] for plan in tables if n < len(plan)] for n in range(longest))
        yield from chain.from_iterable(turns)


def _page_benches(game: str, ask: Callable[[str], None]) -> Iterator[Bench]:
    match = _table(game)
    where = match.get_absolute_url()
    yield Bench(
        f"match {game}, the table: to a bare page",
        "pages",
        Subject(f"a table of {game}", _batch(ask, where)),
        peer=lambda: _bare(ask),
        at_most=PAGE_AT_MOST,
    )


def _batch(ask: Callable[[str], None], where: str) -> Callable[[], int]:
    def batch() -> int:
        ask(where)
        return 1

    return batch


def _bare(ask: Callable[[str], None]) -> Subject:
    return Subject("bare page", _batch(ask, "/nue/"))
