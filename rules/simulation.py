"""Bots against bots: win rates that anyone can run again and get the same.

A match of a simulation is settled by its number and the seed alone. Bots change seats from match
to match while the cards stay, until each has sat everywhere: no bot owes its rate to a seat or a
lucky deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from rules.bots.bot import Bot, Budget, Choice, Reason
from rules.bots.registry import bots_of
from rules.cards import BRAWLER_RARITIES, Card, Rarity, write_card
from rules.chance import FastChance
from rules.decks import DECK_SIZE, MAXIMUMS, MINIMUMS
from rules.game import Outcome, Seat, SetupError
from rules.registry import AnyGame

Z_95 = 1.959963984540054

# Games without a limit can last for ever; these are the limits of the tables made in the app.
LIMITS: Mapping[str, Mapping[str, Any]] = {
    "arena": {"rounds": 100},
    "bataille": {"max_manches": 100},
}


@dataclass(frozen=True, slots=True)
class RandomBot:
    """The bot without a thought: any legal move, the yardstick of the others."""

    game: AnyGame
    name: str = "random"

    def choose(self, view: Any, random: Random, budget: Budget | None = None) -> Choice:  # noqa: ARG002
        """Draw a legal move."""
        return Choice(self.game.random_move(view, random), Reason("random"))


@dataclass(frozen=True, slots=True)
class Matchup:
    """Which bots play which game: by name, in the order in which they sit down first."""

    game: AnyGame
    names: tuple[str, ...]
    bots: tuple[Bot, ...]
    options: Mapping[str, Any]
    seed: int


def matchup(
    game: AnyGame, names: Sequence[str], *, options: Mapping[str, Any] | None = None, seed: int = 1
) -> Matchup:
    """Seat bots by name; raise `SetupError` for a name or a number of seats that can't be."""
    if not game.min_seats <= len(names) <= game.max_seats:
        raise SetupError("seats", f"{game.name} is not played by {len(names)}")
    known = {**bots_of(game.name), "random": RandomBot(game)}
    for name in names:
        if name not in known:
            raise SetupError("bot", f"there is no bot {name!r}, only {', '.join(known)}")
    return Matchup(game, tuple(names), tuple(known[name] for name in names), options or {}, seed)


@dataclass(frozen=True, slots=True)
class Played:
    """One match of a simulation; `lineup` is the place in the matchup of the bot at each seat."""

    outcome: Outcome
    lineup: tuple[int, ...]
    moves: int


def simulate(matchup: Matchup, games: int) -> Iterator[Played]:
    """Play so many matches, one after the other."""
    for number in range(games):
        yield play_match(matchup, number)


def play_match(matchup: Matchup, number: int) -> Played:
    """Play the match of this number; the matches of a round have the same cards, seats change."""
    seats = len(matchup.bots)
    deal, turn = divmod(number, seats)
    lineup = tuple((seat + turn) % seats for seat in range(seats))
    dealer = Random(f"{matchup.seed}/{deal}/deal")
    game = matchup.game
    options = game.read_options(_options(matchup, dealer), seats)
    chance = FastChance(dealer)
    minds = [Random(f"{matchup.seed}/{deal}/{place}") for place in lineup]
    state, moves = game.setup(options, seats, chance), 0
    while awaited := game.to_act(state):
        seat = awaited[0]
        choice = matchup.bots[lineup[seat]].choose(game.view(state, seat), minds[seat])
        state, _ = game.play(state, seat, choice.move, chance)
        moves += 1
    outcome = game.outcome(state)
    assert outcome is not None, "nobody is awaited before the end"
    return Played(outcome, lineup, moves)


def _options(matchup: Matchup, dealer: Random) -> dict[str, Any]:
    options = {**LIMITS.get(matchup.game.name, {}), **matchup.options}
    if matchup.game.name == "voleur" and "decks" not in options:
        return {**_two_decks(dealer), **options}
    return options


def _two_decks(dealer: Random) -> dict[str, Any]:
    """Return two legal decks drawn from a card pool in which every rarity is well stocked."""
    decks = [draw_deck(CARD_POOL, dealer) for _ in range(2)]
    cards = {card.id: write_card(card) for card in CARD_POOL}
    return {"cards": cards, "decks": [[card.id for card in deck] for deck in decks]}


def _card_pool() -> tuple[Card, ...]:
    plain = [r for r in Rarity if r not in (Rarity.GADGET, Rarity.EXCEPTIONAL)]
    cards = [Card(f"{_word(rarity)}-{i}", rarity) for rarity in plain for i in range(4)]
    for rarity in BRAWLER_RARITIES:
        cards.append(Card(f"gadget-{_word(rarity)}", Rarity.GADGET, suits=rarity))
        cards.append(Card(f"skin-{_word(rarity)}", Rarity.EXCEPTIONAL, brawler=rarity))
    return (*cards, Card("super-secret", Rarity.SECRET, super_secret=True))


def _word(rarity: Rarity) -> str:
    return rarity.replace("_", "-")


CARD_POOL = _card_pool()


def draw_deck(pool: Sequence[Card], random: Random) -> list[Card]:
    """Draw a legal deck: the minimum of each rarity, then whatever comes and is allowed."""
    needed, others = Counter(MINIMUMS), []
    deck: list[Card] = []
    for card in random.sample(pool, len(pool)):
        if needed[card.rarity] > 0:
            needed[card.rarity] -= 1
            deck.append(card)
        else:
            others.append(card)
    return deck + _allowed(others)[: DECK_SIZE - len(deck)]


def _allowed(cards: Sequence[Card]) -> list[Card]:
    """Leave out the cards of a rarity that are too many for one deck."""
    held: Counter[Rarity] = Counter()
    allowed = []
    for card in cards:
        held[card.rarity] += 1
        if held[card.rarity] <= MAXIMUMS.get(card.rarity, DECK_SIZE):
            allowed.append(card)
    return allowed


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a bot won: draws and shared victories are shared out; 95 % Wilson interval."""

    name: str
    seats: int
    score: float
    games: int

    @property
    def rate(self) -> float:
        """Return the share of a match that each seat of this bot won."""
        return self.score / (self.games * self.seats)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the bounds within which the true rate lies 95 times in 100."""
        return wilson(self.rate, self.games)


def wilson(rate: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Return the Wilson score interval of a rate seen in so many games."""
    weight = 1 + z * z / games
    middle = (rate + z * z / (2 * games)) / weight
    reach = z / weight * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def rates(names: Sequence[str], played: Sequence[Played]) -> tuple[Rate, ...]:
    """Return the rate of each different bot, in the order of the matchup."""
    scores = dict.fromkeys(names, 0.0)
    for match in played:
        for seat, share in _shares(match.outcome, len(names)):
            scores[names[match.lineup[seat]]] += share
    seats = Counter(names)
    return tuple(Rate(name, seats[name], scores[name], len(played)) for name in seats)


def _shares(outcome: Outcome, seats: int) -> list[tuple[Seat, float]]:
    winners = outcome.winners or tuple(Seat(seat) for seat in range(seats))
    return [(seat, 1 / len(winners)) for seat in winners]


def seat_rates(seats: int, played: Sequence[Played]) -> tuple[float, ...]:
    """Return how often each seat won, whoever sat there."""
    scores = [0.0] * seats
    for match in played:
        for seat, share in _shares(match.outcome, seats):
            scores[seat] += share
    return tuple(score / len(played) for score in scores)
