"""A card that a viewer can't know may be any other card: the viewer sees no difference.

A match is played twice with the same moves, two hidden cards of one shuffle having changed places
the second time. Until the first of the two is shown to the viewer, by an event that the rules let
it see, all that the viewer sees must be equal, move by move.
"""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.cards import Card
from rules.chance import FairChance
from rules.games.arena_cards import NAMES
from rules.registry import GAMES
from tests.rules.matches import SETTINGS, play_through, viewers

# By which events a hidden card becomes known: to everybody, and to the seat that draws it.
SHOWN = {
    "voleur": {"spied", "laid", "shown", "gadgets_given", "taken"},
    "arena": {
        "attacked",
        "attack_reinforced",
        "rested",
        "defended",
        "defence_reinforced",
        "fell",
        "resigned",
    },
    "bataille": {"met"},
}
DRAWN = "drew"


class Swap:
    """The shuffle of a seed in which two cards have changed places under one label."""

    def __init__(self, seed: bytes, label: str, places: tuple[int, int]) -> None:
        self.fair = FairChance(seed)
        self.label = label
        self.places = places
        self.cards: tuple[Any, Any] | None = None

    def shuffle(self, label: str, items: Any) -> list[Any]:
        shuffled = self.fair.shuffle(label, items)
        if label == self.label:
            i, j = self.places
            self.cards = shuffled[i], shuffled[j]
            assume(may_swap(self.cards))
            shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        return shuffled


def hidden_places(setting, viewer, random: Random) -> tuple[str, list[int]]:
    """Return a shuffle and the places in it whose cards the viewer doesn't get to see at once."""
    match setting.game.name:
        case "voleur":
            seat, manche = random.randrange(2), random.randint(1, 2)
            return f"manche{manche}/{seat}", list(range(5 if seat == viewer else 0, 11))
        case "bataille":
            return "deal", [place for place in range(52) if place != viewer]
        case _:
            return _hidden_in_the_arena(setting, viewer, random)


def _hidden_in_the_arena(setting, viewer, random: Random) -> tuple[str, list[int]]:
    cards, seats = 52 * setting.options.decks, setting.seats
    if setting.options.own_piles:
        seat = random.randrange(seats)
        return f"draw/{seat}/1", list(range(6 if seat == viewer else 0, cards))
    dealt = [place for place in range(6 * seats) if place % seats != viewer]
    return "draw/1", dealt + list(range(6 * seats, cards))


def two_of(places: list[int], random: Random) -> tuple[int, int]:
    """Choose two places, early ones, which a match soon comes to, as well as late ones."""
    half = len(places) // 2
    i, j = random.sample(random.choice([places[:8], places[:half], places[half:], places]), 2)
    return i, j


def name_of(card: Any) -> str:
    return card.id if isinstance(card, Card) else NAMES[card]


def words(value: Any) -> Iterator[str]:
    """Yield every text inside the facts of an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Iterable):
        for item in value:
            yield from words(item)


def mentions(facts: dict[str, Any], names: set[str]) -> bool:
    return not names.isdisjoint(words(facts.values()))


def seen(events, viewer) -> list[tuple[str, dict[str, Any]]]:
    return [(event.kind, event.seen_by(viewer)) for event in events]


def is_known_now(game, told, viewer, names: set[str]) -> bool:
    """Say whether one of the cards is shown to the viewer, and hold how it may be."""
    for kind, facts in told:
        if mentions(facts, names):
            by_drawing = kind == DRAWN and facts["seat" if "seat" in facts else "seats"] is not None
            assert kind in SHOWN[game.name] or (by_drawing and viewer is not None)
            return True
    return False


def swapped(text: str, names: tuple[str, str]) -> str:
    """Return a sealed move of Voleur with the cards exchanged: who got the other one plays that."""
    one, other = names
    exchange = {one: other, other: one}
    for blank in " +":
        text = text.replace(blank, f"\0{blank}\0")
    return "".join(exchange.get(word, word) for word in text.split("\0"))


def look_for_a_leak(setting, viewer, length) -> None:
    """Play the match and its twin; the viewer must see the same until it may see a difference."""
    game, random = setting.game, Random(setting.seed)
    label, places = hidden_places(setting, viewer, random)
    chance = Swap(setting.bytes, label, two_of(places, random))
    twin = game.setup(setting.options, setting.seats, chance)
    for played in play_through(setting, length):
        names = tuple(map(name_of, chance.cards)) if chance.cards else ("", "")
        assert game.view(played.before, viewer) == game.view(twin, viewer)
        told = seen(played.events, viewer)
        if is_known_now(game, told, viewer, set(names)):
            return
        move = played.move
        if not game.is_legal(game.view(twin, played.seat), move):
            move = game.decode(swapped(game.encode(move), names))
        twin, events = game.play(twin, played.seat, move, chance)
        assert seen(events, viewer) == told


def may_swap(cards: tuple[Any, Any]) -> bool:
    """Say whether the cards can be told apart, and a match go on alike with either.

    Whoever holds a Gadget is asked whether to spy: the match itself, not the view, tells then.
    """
    one, other = cards
    if not isinstance(one, Card):
        return one != other
    return one.id != other.id and one.is_gadget == other.is_gadget


def hold(game, *, examples: int, length: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(SETTINGS[game.name], st.integers(0, 5))
    def look(setting, number):
        seats = viewers(setting)
        look_for_a_leak(setting, seats[number % len(seats)], length)

    look()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_card_that_a_viewer_cannot_know_may_be_any_other(game):
    hold(game, examples=60, length=60)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_card_that_a_viewer_cannot_know_may_be_any_other_over_long_matches(game):
    hold(game, examples=1_000, length=400)
