"""Matches of any game under any options, for the tests that hold for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from rules.cards import Card, Rarity, write_card
from rules.chance import Chance, FairChance
from rules.decks import MINIMUMS
from rules.game import Event, IllegalMove, Seat
from rules.games import arena, bataille, voleur
from rules.games.arena_cards import PACK as ARENA_PACK
from rules.games.voleur_state import Phase, lone_spy, shown_in, stake
from rules.registry import AnyGame
from rules.simulation import CARD_POOL, draw_deck

RESIGNATIONS = 0.004
CLOCKS = 0.05


@dataclass(frozen=True)
class Setting:
    """Everything that a match starts from; `seed` also settles how it is played."""

    game: AnyGame
    raw: dict[str, Any] | None
    seats: int
    seed: int

    @property
    def options(self) -> Any:
        """Return the options as the game reads them."""
        return self.game.read_options(self.raw, self.seats)

    @property
    def bytes(self) -> bytes:
        """Return the seed as a record has it."""
        return self.seed.to_bytes(32, "big")

    def __repr__(self) -> str:
        return f"<{self.game.name}, {self.seats} seats, seed {self.seed}, {self.raw}>"


class Played(NamedTuple):
    """One move of a match, with the states before and after it."""

    before: Any
    seat: Seat
    move: Any
    after: Any
    events: tuple[Event, ...]


SEEDS = st.integers(0, 2**256 - 1)


@st.composite
def voleur_settings(draw):
    wager = draw(st.none() | st.sampled_from(Rarity))
    strict = wager not in MINIMUMS and draw(st.booleans())
    pool = [card for card in CARD_POOL if card.rarity is not wager] * draw(st.integers(1, 2))
    random = Random(draw(SEEDS))
    staked = [card.id for card in CARD_POOL if card.rarity is wager]
    raw = {
        "cards": {card.id: write_card(card) for card in CARD_POOL},
        "decks": [[card.id for card in draw_deck(pool, random)] for _ in range(2)],
        "wagers": random.choices(staked, k=2) if staked else None,
        "minimum": "strict" if strict else draw(st.sampled_from(["waived", None])),
    }
    return Setting(voleur, raw, 2, draw(SEEDS))


@st.composite
def arena_settings(draw):
    seats = draw(st.integers(2, 6))
    affinities = st.none() | st.permutations("SHDC")
    raw = {
        "endurance": draw(st.sampled_from([1, 12, 40, 80, 150, 9999])),
        "decks": draw(st.sampled_from([1, 1, 2, 6])),
        "piles": draw(st.sampled_from(["shared", "own"])),
        "elements": draw(affinities) if seats == 4 else None,
        "stacking": draw(st.booleans()),
        "race": draw(st.booleans()),
        "rounds": draw(st.none() | st.integers(1, 12)),
        "cancel": draw(st.booleans()),
        "cap": draw(st.booleans()),
        "rest_max": draw(st.none() | st.integers(1, 6)),
    }
    return Setting(arena, raw, seats, draw(SEEDS))


@st.composite
def bataille_settings(draw):
    raw = {
        "piles": draw(st.integers(1, 2)),
        "mode": draw(st.sampled_from(["height", "sum", "poker"])),
        "return_after": draw(st.integers(3, 20)),
        "estimate": draw(st.booleans()),
        "max_manches": draw(st.none() | st.integers(1, 200)),
    }
    return Setting(bataille, raw, 2, draw(SEEDS))


SETTINGS = {
    "voleur": voleur_settings(),
    "arena": arena_settings(),
    "bataille": bataille_settings(),
}


def deal(setting: Setting, chance: Chance | None = None) -> Any:
    """Deal the match of a setting."""
    return setting.game.setup(setting.options, setting.seats, chance or FairChance(setting.bytes))


def play_through(setting: Setting, moves: int) -> Iterator[Played]:
    """Play a match at random, now and then by the clock or with a resignation."""
    game, chance, random = setting.game, FairChance(setting.bytes), Random(setting.seed)
    state = deal(setting, chance)
    for _ in range(moves):
        awaited = game.to_act(state)
        if not awaited:
            return
        seat, move = _choose(setting, state, awaited, random)
        after, events = game.play(state, seat, move, chance)
        yield Played(state, seat, move, after, events)
        state = after


def _choose(setting: Setting, state: Any, awaited: Any, random: Random) -> tuple[Seat, Any]:
    game, seat = setting.game, random.choice(awaited)
    if random.random() < RESIGNATIONS:
        resign, other = game.decode("resign"), Seat(random.randrange(setting.seats))
        if game.is_legal(game.view(state, other), resign):
            return other, resign
    view = game.view(state, seat)
    by_clock = random.random() < CLOCKS
    return seat, game.clock_move(view) if by_clock else game.random_move(view, random)


def states_of(setting: Setting, moves: int) -> Iterator[Any]:
    """Yield the deal and the state after each move."""
    yield deal(setting)
    for played in play_through(setting, moves):
        yield played.after


def state_after(setting: Setting, moves: int) -> Any:
    """Return the state that so many random moves lead to, or the last one before the end."""
    state = deal(setting)
    for played in play_through(setting, moves):
        if not setting.game.to_act(played.after):
            break
        state = played.after
    return state


def viewers(setting: Setting) -> tuple[Seat | None, ...]:
    """Name every seat, and the spectator."""
    return (*map(Seat, range(setting.seats)), None)


def refusal(game: AnyGame, state: Any, seat: Any, move: Any) -> str | None:
    """Return the code with which a move is refused, None if it is played."""
    try:
        game.play(state, seat, move, FairChance(bytes(32)))
    except IllegalMove as refused:
        return refused.code
    return None


def missing_cards(setting: Setting, state: Any) -> dict[Any, int]:
    """Return the cards that a state has too few or too many of, in the whole match."""
    found = {"voleur": _voleur_cards, "arena": _arena_cards, "bataille": _bataille_cards}
    there, wanted = found[setting.game.name](setting, state)
    there.subtract(wanted)
    return {card: number for card, number in there.items() if number}


def _voleur_cards(setting: Setting, state: voleur.State) -> tuple[Counter[Any], Counter[Any]]:
    there: Counter[Any] = Counter()
    wanted: Counter[Any] = Counter()
    for seat in (Seat(0), Seat(1)):
        wanted.update((seat, card) for card in state.options.decks[seat])
        if state.phase is Phase.OVER:  # what was left in hand is set aside, in no place
            there.update((seat, card) for card in state.options.decks[seat])
            continue
        held = state.hands[seat] + state.draws[seat]
        shown = shown_in(state.history, state.manche, seat) + _voleur_open(state, seat)
        there.update((seat, card) for card in held + shown)
    return there, wanted


def _voleur_open(state: voleur.State, seat: Seat) -> tuple[Card, ...]:
    if state.phase is Phase.SPY:
        return ()
    return stake(
        state.spied[seat], state.played[seat] if lone_spy(state.spied) is not None else None
    )


def _arena_cards(setting: Setting, state: arena.State) -> tuple[Counter[Any], Counter[Any]]:
    table, options = state.table, state.table.options
    packs = options.decks * (setting.seats if options.own_piles else 1)
    piles = (*state.hands, *state.draws, *table.discards, *table.out, table.attack, table.defence)
    there = Counter(card for pile in piles for card in pile)
    return there, Counter(dict.fromkeys(ARENA_PACK, packs))


def _bataille_cards(setting: Setting, state: bataille.State) -> tuple[Counter[Any], Counter[Any]]:
    there = Counter(card for packet in state.packets for card in packet)
    there.update(card for card in state.drawn if card >= 0)
    there.update(engaged.card for pile in state.piles for side in pile for engaged in side)
    return there, Counter(range(52))
