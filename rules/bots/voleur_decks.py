"""How strong a Voleur deck is, and which to build of what one owns (rules 1, Deck).

The strength is a win rate against the field: sensible legal decks for the same wager, a new one
each match, both sides played as `voleur_search` plays its simulated manches on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from rules.bots.voleur_search import Playout
from rules.bots.voleur_values import IN_DECK
from rules.cards import Card, Rarity
from rules.decks import (
    DECK_SIZE,
    Limits,
    Minimum,
    NoRepair,
    deck_limits,
    deck_repair,
    deck_violations,
)
from rules.games.voleur import HAND_SIZE, MANCHES
from rules.games.voleur_kinds import Kind, Unseen, kind_of
from rules.games.voleur_sim import Sim, split
from rules.simulation import wilson

MATCHES = 1_000
MATCHES_A_CANDIDATE = 300
_FIELD_CHOICE = 3


@dataclass(frozen=True, slots=True)
class Strength:
    """A win rate, draws as half, with the bounds of its 95 % Wilson interval."""

    rate: float
    low: float
    high: float
    matches: int


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal deck of owned cards, and how strong it is."""

    deck: tuple[Card, ...]
    strength: Strength


def strength(
    deck: Sequence[Card],
    random: Random,
    *,
    wager: Rarity | None = None,
    minimum: Minimum = Minimum.WAIVED,
    matches: int = MATCHES,
) -> Strength:
    """Estimate a deck's win rate against the field; raise `ValueError` for an illegal deck."""
    violations = deck_violations(deck, wager=wager, minimum=minimum)
    if violations:
        raise ValueError(f"no legal deck: {', '.join(line.code for line in violations)}")
    return _strength(deck, random, Field(wager, minimum), matches)


class Field:
    """Sensible decks for a wager: of a few that people might build, the one of best cards."""

    __slots__ = ("_unseen",)

    def __init__(self, wager: Rarity | None, minimum: Minimum) -> None:
        self._unseen = Unseen([], DECK_SIZE, wager, minimum)

    def deck(self, random: Random) -> list[Kind]:
        """Draw a deck, in kinds."""
        decks = [self._unseen.draw(random) for _ in range(_FIELD_CHOICE)]
        return max(decks, key=lambda deck: sum(IN_DECK[kind] for kind in deck))


def _strength(deck: Sequence[Card], random: Random, field: Field, matches: int) -> Strength:
    mine, playout = [kind_of(card) for card in deck], Playout(random, 0.0)
    won = sum(_result(mine, field.deck(random), playout, random) for _ in range(matches))
    rate = won / matches
    return Strength(rate, *wilson(rate, matches), matches)


def _result(mine: list[Kind], yours: list[Kind], playout: Playout, random: Random) -> float:
    """Play a match; return 1 if it is won, 0.5 if it is drawn."""
    ahead = 0
    for _ in range(MANCHES):
        sim = _dealt(mine, yours, random)
        playout.play_on(sim)
        ahead += sim.score0 - sim.score1
    return (ahead > 0) + (ahead == 0) / 2


def _dealt(mine: list[Kind], yours: list[Kind], random: Random) -> Sim:
    sim = Sim()
    random.shuffle(mine)
    random.shuffle(yours)
    sim.cards0, sim.gadgets0 = split(mine[:HAND_SIZE])
    sim.cards1, sim.gadgets1 = split(yours[:HAND_SIZE])
    sim.draw0, sim.draw1 = mine[HAND_SIZE:], yours[HAND_SIZE:]
    return sim


def suggest(
    owned: Mapping[Card, int],
    random: Random,
    *,
    wager: Rarity | None = None,
    minimum: Minimum = Minimum.WAIVED,
    matches: int = MATCHES,
) -> Suggestion | NoRepair:
    """Choose a strong legal deck from the free copies of each card, or prove that there is none.

    Which cards are strong is known from simulations (`IN_DECK`); how many Gadgets go with them is
    tried out.
    """
    possible = deck_repair((), owned, wager=wager, minimum=minimum)
    if isinstance(possible, NoRepair):
        return possible
    field, seed = Field(wager, minimum), random.getrandbits(64)
    trial = min(matches, MATCHES_A_CANDIDATE)
    best = max(
        _candidates(owned, deck_limits(wager, minimum)),
        key=lambda deck: _strength(deck, Random(seed), field, trial).rate,
    )
    return Suggestion(best, _strength(best, random, field, matches))


def _candidates(
    owned: Mapping[Card, int], limits: Mapping[Rarity, Limits]
) -> Iterator[tuple[Card, ...]]:
    """Yield the best deck by its cards alone for each number of Gadgets."""
    copies = sorted(_copies(owned), key=_wish)
    plain = [card for card in copies if not card.is_gadget]
    gadgets = [card for card in copies if card.is_gadget]
    for number in range(min(limits[Rarity.GADGET].most, len(gadgets)) + 1):
        chosen = _fill(plain, limits, DECK_SIZE - number)
        if len(chosen) == DECK_SIZE - number:
            yield (*chosen, *_suiting(gadgets, chosen)[:number])


def _copies(owned: Mapping[Card, int]) -> Iterator[Card]:
    for card, number in owned.items():
        yield from [card] * min(number, DECK_SIZE)


def _wish(card: Card) -> tuple[float, str]:
    return -IN_DECK[kind_of(card)], card.id


def _fill(copies: Sequence[Card], limits: Mapping[Rarity, Limits], size: int) -> list[Card]:
    """Take of each rarity what the deck must have, then the best that the limits leave room for."""
    by_rarity = {rarity: [c for c in copies if c.rarity is rarity] for rarity in limits}
    chosen, others = [], []
    for rarity, (least, most) in limits.items():
        chosen += by_rarity[rarity][:least]
        others += by_rarity[rarity][least:most]
    return chosen + sorted(others, key=_wish)[: size - len(chosen)]


def _suiting(gadgets: Sequence[Card], chosen: Sequence[Card]) -> list[Card]:
    """Order Gadgets by how many of the chosen cards they suit."""
    rarities = [card.rarity for card in chosen]
    return sorted(gadgets, key=lambda g: (-sum(rarity is g.suits for rarity in rarities), g.id))
