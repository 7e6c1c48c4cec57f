"""Positions of Voleur de Cartes laid out by hand, for the tests that need a certain table."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.cards import BRAWLER_RARITIES, Card, Rarity
from rules.chance import FairChance, FastChance
from rules.game import Event, Seat
from rules.games import voleur
from rules.games.voleur_options import Options
from rules.games.voleur_state import Laid, Phase, State, Turn, awaited_to_play

CHANCE = FairChance(bytes(32))


def _word(rarity: Rarity) -> str:
    return rarity.replace("_", "-")


def _cards() -> dict[str, Card]:
    plain = [r for r in Rarity if r not in (Rarity.GADGET, Rarity.EXCEPTIONAL)]
    cards = [Card(f"{_word(rarity)}{i}", rarity) for rarity in plain for i in ("", "-2", "-3")]
    cards += [Card(f"gadget-{_word(r)}", Rarity.GADGET, suits=r) for r in BRAWLER_RARITIES]
    cards += [Card(f"skin-{_word(r)}", Rarity.EXCEPTIONAL, brawler=r) for r in BRAWLER_RARITIES]
    cards.append(Card("super", Rarity.SECRET, super_secret=True))
    cards.append(Card("super-2", Rarity.SECRET, super_secret=True))
    return {card.id: card for card in cards}


CARDS = _cards()
DECK = "common common-2 rare super-rare epic mythic legendary chromatic promotional secret"
DECKS = (f"{DECK} gadget-common", f"{DECK} gadget-epic")


def cards(names: str) -> tuple[Card, ...]:
    """Return cards by their names, in order."""
    return tuple(CARDS[name] for name in names.split())


def card(name: str) -> Card:
    """Return one card by its name."""
    return CARDS[name]


def laid(text: str) -> Laid:
    """Return a card laid, as in `epic+gadget-epic`."""
    name, _, gadget = text.partition("+")
    return Laid(CARDS[name], CARDS[gadget] if gadget else None)


def options(
    decks: tuple[str, str] = DECKS, wagers: tuple[str, str] | None = None, **more: Any
) -> Options:
    """Return the options of a match with these decks, whether they are legal or not."""
    return Options(
        tuple(CARDS.values()),
        (cards(decks[0]), cards(decks[1])),
        None if wagers is None else (CARDS[wagers[0]], CARDS[wagers[1]]),
        **more,
    )


def table(
    hands: tuple[str, str],
    draws: tuple[str, str] = ("", ""),
    *,
    phase: Phase = Phase.PLAY,
    spied: tuple[str | None, str | None] = (None, None),
    manche: int = 1,
    turn: int = 1,
    history: tuple[Turn, ...] = (),
    manches: tuple[tuple[int, int], ...] = (),
    decks: tuple[str, str] = DECKS,
) -> State:
    """Lay out a position; in the spy phase whoever holds a Gadget is awaited."""
    held = cards(hands[0]), cards(hands[1])
    gadgets = tuple(None if name is None else CARDS[name] for name in spied)
    in_hand = tuple(any(one.is_gadget for one in hand) for hand in held)
    awaited = in_hand if phase is Phase.SPY else awaited_to_play(gadgets, (None, None))
    return State(
        options(decks),
        manche,
        turn,
        phase,
        held,
        (cards(draws[0]), cards(draws[1])),
        awaited,
        gadgets,
        (None, None),
        history,
        _score(history, manche),
        manches,
    )


def _score(history: tuple[Turn, ...], manche: int) -> tuple[int, int]:
    points = [turn.points() for turn in history if turn.manche == manche]
    return sum(first for first, _ in points), sum(second for _, second in points)


def after(state: State, *moves: str) -> State:
    """Play moves as a record has them, `0 play epic`, and return the state they lead to."""
    return told(state, *moves)[0]


def told(state: State, *moves: str) -> tuple[State, list[Event]]:
    """Play moves as a record has them; return the state and all that was told on the way."""
    events: list[Event] = []
    for move in moves:
        seat, _, text = move.partition(" ")
        state, new = voleur.play(state, Seat(int(seat)), voleur.decode(text), CHANCE)
        events += new
    return state, events


def kinds(events: list[Event]) -> list[str]:
    """Return what kinds of events were told."""
    return [event.kind for event in events]


def event(events: list[Event], kind: str, viewer: Seat | None = None) -> dict[str, Any]:
    """Return the facts of the only event of its kind, as a viewer sees them."""
    (found,) = [one for one in events if one.kind == kind]
    return found.seen_by(viewer)


def names(pile: tuple[Card, ...]) -> str:
    """Return the names of cards, in order."""
    return " ".join(one.id for one in pile)


def random_match(seed: int, decks: Options | None = None) -> list[State]:
    """Play a match at random and return every state of it."""
    random, chance = Random(seed), FastChance(seed)
    state = voleur.setup(decks or options(), 2, chance)
    states = [state]
    while seats := voleur.to_act(state):
        seat = random.choice(seats)
        move = voleur.random_move(voleur.view(state, seat), random)
        state, _ = voleur.play(state, seat, move, chance)
        states.append(state)
    return states
