"""`simulate`: win rates that anyone can run again and get the same."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.__main__ import main
from rules.decks import MAXIMUMS, deck_violations
from rules.game import Outcome, Seat, SetupError
from rules.registry import GAMES, game_named
from rules.simulation import (
    CARD_POOL,
    Matchup,
    Played,
    RandomBot,
    Rate,
    draw_deck,
    matchup,
    play_match,
    rates,
    seat_rates,
    simulate,
    wilson,
)

ROOT = Path(__file__).parent.parent.parent


def won(*winners, lineup=(0, 1), seats=2):
    outcome = Outcome(tuple(Seat(seat) for seat in winners), (0,) * seats, "points")
    return Played(outcome, lineup, 10)


@pytest.mark.parametrize(
    ("rate", "games", "low", "high"),
    [
        (0.5, 100, 0.40383, 0.59617),
        (0.0, 10, 0.0, 0.27753),
        (1.0, 10, 0.72247, 1.0),
        (0.7, 2_000, 0.67955, 0.71968),
    ],
)
def test_the_interval_is_wilsons(rate, games, low, high):
    assert wilson(rate, games) == pytest.approx((low, high), abs=1e-5)


@given(st.integers(1, 5_000), st.floats(0, 1))
def test_the_interval_holds_the_rate_and_stays_between_none_and_all(games, rate):
    low, high = wilson(rate, games)

    assert 0 <= low <= rate + 1e-9
    assert rate - 1e-9 <= high <= 1


def test_a_draw_is_half_a_victory_for_each():
    played = [won(0), won(), won(0, 1), won(1, lineup=(1, 0))]

    assert rates(("a", "b"), played) == (Rate("a", 1, 3.0, 4), Rate("b", 1, 1.0, 4))
    assert seat_rates(2, played) == (0.5, 0.5)


def test_bots_of_one_name_share_a_rate():
    played = [won(2, lineup=(0, 1, 2, 3), seats=4), won(1, 3, lineup=(3, 0, 1, 2), seats=4)]
    hard, normal = rates(("hard", "normal", "normal", "normal"), played)

    assert (hard.rate, hard.seats) == (0.25, 1)
    assert (normal.rate, normal.seats) == (pytest.approx(0.25), 3)
    assert normal.interval == wilson(normal.rate, 2)


def test_bots_change_seats_while_the_cards_stay():
    lineup = matchup(game_named("arena"), ["random"] * 3, seed=5)
    played = list(simulate(lineup, 4))

    assert [match.lineup for match in played] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


class Watcher:
    """A bot that remembers the hands it was dealt."""

    name = "watcher"

    def __init__(self):
        self.hands = []

    def choose(self, view, random, budget=None):
        self.hands.append(view.hand)
        return RandomBot(game_named("arena")).choose(view, random)


def test_the_cards_are_dealt_anew_once_each_bot_has_sat_everywhere():
    first_hands = []
    for number in range(4):
        watchers = Watcher(), Watcher()
        lineup = Matchup(game_named("arena"), ("a", "b"), watchers, {}, seed=1)
        begins = play_match(lineup, number).lineup[0]
        first_hands.append(watchers[begins].hands[0])

    assert first_hands[0] == first_hands[1] != first_hands[2] == first_hands[3]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_match_is_settled_by_its_number_and_the_seed_alone(game):
    lineup = matchup(game, ["random", "random"], seed=3)

    assert list(simulate(lineup, 3))[2] == play_match(lineup, 2)
    assert play_match(lineup, 0) != play_match(matchup(game, ["random", "random"], seed=4), 0)


@given(st.integers())
def test_decks_drawn_for_a_simulation_are_legal(seed):
    assert deck_violations(draw_deck(CARD_POOL, Random(seed))) == ()


def test_decks_drawn_for_a_simulation_go_to_every_limit():
    decks = [draw_deck(CARD_POOL, Random(seed)) for seed in range(200)]

    for rarity, most in MAXIMUMS.items():
        assert max(sum(card.rarity is rarity for card in deck) for deck in decks) == most


def test_options_are_those_of_a_record():
    lineup = matchup(
        game_named("bataille"), ["random", "random"], options={"max_manches": 5, "piles": 1}
    )

    assert play_match(lineup, 0).moves == 10


@pytest.mark.parametrize("names", [["random"], ["random"] * 3, ["random", "Hard"], ["random", ""]])
def test_bots_that_cannot_sit_down_are_refused(names):
    with pytest.raises(SetupError):
        matchup(game_named("voleur"), names)


@pytest.mark.parametrize(
    "arguments",
    [
        ["belote"],
        ["voleur", "--games", "0"],
        ["voleur", "--games", "-3"],
        ["voleur", "--games", "٣"],
        ["voleur", "--seats", "random"],
        ["voleur", "--seats", "random,nobody"],
        ["voleur", "--options", "[]"],
        ["voleur", "--options", "{"],
        ["bataille", "--options", '{"piles": 3}', "--seats", "random,random"],
    ],
    ids=" ".join,
)
def test_a_simulation_that_cannot_be_is_a_set_up_error(capsys, arguments):
    try:
        status = main(["simulate", *arguments])
    except SystemExit as leaving:
        status = leaving.code
    out, err = capsys.readouterr()

    assert (status, out) == (2, "")
    assert err.startswith("set-up: ")
    assert len(err.splitlines()) == 1


def test_a_simulation_tells_rates_intervals_and_speed(capsys):
    assert main(["simulate", "bataille", "--games", "6", "--seats", "random,random"]) == 0
    out, err = capsys.readouterr()

    assert err == ""
    assert out.splitlines()[0] == "bataille: 6 games, seed 1"
    assert re.search(r"random \(each of 2\) +50\.0% +95 %: 18\.8% to 81\.2%", out)
    assert re.search(r"moves a game, [\d,]+ moves/s", out)


def simulated(*arguments, hash_seed):
    done = subprocess.run(
        [sys.executable, "-m", "rules", "simulate", *arguments, "--json"],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    facts = json.loads(done.stdout)
    assert facts.pop("moves_per_second") > 0
    return facts


@pytest.mark.parametrize("game", ["voleur", "arena", "bataille"])
def test_a_simulation_repeats_itself_whatever_the_hash_seed(game):
    arguments = [game, "--games", "2", "--seats", "normal,easy", "--seed", "9"]

    there = simulated(*arguments, hash_seed="1")
    back = simulated(*arguments, hash_seed="2")

    assert there == back
    assert [bot["bot"] for bot in there["bots"]] == ["normal", "easy"]
    assert there["games"] == 2


def test_on_a_terminal_a_bar_shows_the_progress():
    terminal, end = pty.openpty()
    asked = ["simulate", "voleur", "--games", "4", "--seats", "random,random"]
    process = subprocess.Popen(
        [sys.executable, "-m", "rules", *asked],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=end,
    )
    assert process.wait(timeout=60) == 0
    os.close(end)
    shown = os.read(terminal, 4_096).decode()
    os.close(terminal)

    assert "[#######                       ] 1/4" in shown
    assert shown.endswith("\x1b[K")


def test_wrong_options_name_their_place():
    lineup = matchup(game_named("bataille"), ["random", "random"], options={"piles": 3})

    with pytest.raises(SetupError):
        play_match(lineup, 0)
