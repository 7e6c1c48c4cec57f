"""`simulate GAME`: let bots play each other and tell how often each wins."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any

from rules import strict_json
from rules.commands.files import DONE, print_json
from rules.game import SetupError
from rules.record import SET_UP, RecordError
from rules.registry import GAMES, game_named
from rules.simulation import Matchup, Played, Rate, matchup, rates, seat_rates, simulate

GAMES_PLAYED = 200
BAR_WIDTH = 30


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("simulate", help="let bots play each other: win rates, speed")
    command.add_argument("game", metavar="GAME", choices=[game.name for game in GAMES])
    command.add_argument("--games", type=_at_least_one, default=GAMES_PLAYED, metavar="N")
    command.add_argument("--seed", type=int, default=1, metavar="S")
    command.add_argument(
        "--seats",
        type=lambda text: text.split(","),
        default=["normal", "easy"],
        metavar="BOT,BOT…",
        help="easy, normal, hard or random for each seat; they change seats from game to game",
    )
    command.add_argument("--options", default="{}", metavar="JSON", help="as in a record")
    command.add_argument("--json", action="store_true")
    command.set_defaults(run=_simulate)


def _at_least_one(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games")
    return int(text)


def _simulate(asked: argparse.Namespace) -> int:
    try:
        lineup = _matchup(asked)
        start = time.perf_counter()
        played = _play(lineup, asked.games)
    except SetupError as refusal:
        raise RecordError(SET_UP, refusal) from refusal
    seconds = time.perf_counter() - start
    tell = _tell_json if asked.json else _tell
    tell(lineup, played, seconds)
    return DONE


def _matchup(asked: argparse.Namespace) -> Matchup:
    options = strict_json.loads(asked.options)
    if not isinstance(options, dict):
        raise SetupError("options", "options is not an object")
    return matchup(game_named(asked.game), asked.seats, options=options, seed=asked.seed)


def _play(lineup: Matchup, games: int) -> list[Played]:
    played = []
    for match in simulate(lineup, games):
        played.append(match)
        _show_progress(len(played), games)
    return played


def _show_progress(done: int, games: int) -> None:
    """Draw a bar on a terminal, and wipe it away at the end."""
    if not sys.stderr.isatty():
        return
    filled = BAR_WIDTH * done // games
    bar = f"\r[{'#' * filled:<{BAR_WIDTH}}] {done}/{games}"
    sys.stderr.write(bar if done < games else "\r\x1b[K")
    sys.stderr.flush()


def _tell(lineup: Matchup, played: Sequence[Played], seconds: float) -> None:
    moves = sum(match.moves for match in played)
    print(f"{lineup.game.name}: {len(played)} games, seed {lineup.seed}")
    for rate in rates(lineup.names, played):
        print(_rate_line(rate))
    by_seat = ", ".join(f"{rate:.1%}" for rate in seat_rates(len(lineup.names), played))
    print(f"by seat: {by_seat}; shared or drawn: {_shared(played)}")
    print(f"{moves / len(played):.1f} moves a game, {moves / seconds:,.0f} moves/s")


def _rate_line(rate: Rate) -> str:
    low, high = rate.interval
    seats = f" (each of {rate.seats})" if rate.seats > 1 else ""
    return f"  {rate.name + seats:<20} {rate.rate:6.1%}   95 %: {low:.1%} to {high:.1%}"


def _tell_json(lineup: Matchup, played: Sequence[Played], seconds: float) -> None:
    moves = sum(match.moves for match in played)
    print_json(
        {
            "game": lineup.game.name,
            "games": len(played),
            "seed": lineup.seed,
            "bots": [_rate_facts(rate) for rate in rates(lineup.names, played)],
            "by_seat": seat_rates(len(lineup.names), played),
            "shared": _shared(played),
            "moves": moves,
            "moves_per_second": round(moves / seconds),
        }
    )


def _rate_facts(rate: Rate) -> dict[str, Any]:
    return {
        "bot": rate.name,
        "seats": rate.seats,
        "win_rate": rate.rate,
        "interval": rate.interval,
    }


def _shared(played: Sequence[Played]) -> int:
    return sum(len(match.outcome.winners) != 1 for match in played)
