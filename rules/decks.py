"""What a Voleur deck must be, everything that is wrong with one, and how to mend it.

Rules 1, Deck. All that counts is how many cards of each rarity a deck holds and how many copies
of a card its owner has free, so every question here is settled by counting, never by search.

Codes of the constraints, in the order in which they are told (record, Command line):

- `size`: a deck has exactly 11 cards.
- `min:<rarity>`: at least 2 Communes, 1 Rare, 1 Super Rare.
- `max:<rarity>`: at most 3 Gadgets, 2 Légendaires, 1 Chromatique, 1 Secrète (super or not).
- `wagered:<rarity>`: no card of the rarity that is staked.
- `owned:<card>`: a card as often as its owner has free copies of it.

[D] An Exceptionnelle and a Gadget count under their own code only, a gem card under its rarity.
[D] Staking a Commune, Rare or Super Rare forbids what the minimum demands: with `waived` that
minimum alone falls away; with `strict`, the letter, no deck is legal for those three wagers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.cards import Card, Rarity

DECK_SIZE = 11
MINIMUMS: Mapping[Rarity, int] = {Rarity.COMMON: 2, Rarity.RARE: 1, Rarity.SUPER_RARE: 1}
MAXIMUMS: Mapping[Rarity, int] = {
    Rarity.GADGET: 3,
    Rarity.LEGENDARY: 2,
    Rarity.CHROMATIC: 1,
    Rarity.SECRET: 1,
}


class Minimum(StrEnum):
    """What becomes of the minimum on the wagered rarity: the default, and the house rule."""

    WAIVED = "waived"
    STRICT = "strict"


class State(StrEnum):
    """How a deck stands with one constraint."""

    OK = "ok"
    VIOLATED = "violated"
    WAIVED = "waived"


@dataclass(frozen=True, slots=True)
class DeckLine:
    """One constraint and how a deck stands with it.

    `found` is how many cards of `cards` the deck has, `needed` the number that the rules name:
    the exact size, the least (`min`) or the most (`max`, `wagered`, `owned`). `cards` are the ids
    that the constraint is about, one mention for each copy, in the order of the deck.
    """

    code: str
    state: State
    found: int
    needed: int
    cards: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """Return the code's first word: size, min, max, wagered or owned."""
        return self.code.partition(":")[0]

    @property
    def subject(self) -> str:
        """Return the rarity or the card that the code names, nothing for the size."""
        return self.code.partition(":")[2]

    @property
    def missing(self) -> int:
        """Return how many cards are missing for the line to hold."""
        return max(0, self.needed - self.found) if self._fails else 0

    @property
    def excess(self) -> int:
        """Return how many cards are too many for the line to hold."""
        return max(0, self.found - self.needed) if self._fails else 0

    @property
    def _fails(self) -> bool:
        return self.state is State.VIOLATED


Violation = DeckLine


class Limits(NamedTuple):
    """The least and the most cards of a rarity in a deck; no deck is legal if least > most."""

    least: int
    most: int


def deck_limits(wager: Rarity | None, minimum: Minimum) -> Mapping[Rarity, Limits]:
    """Return what a deck may hold of each rarity, in table order, for this wager."""
    return {
        rarity: Limits(_least(rarity, wager, minimum), _most(rarity, wager)) for rarity in Rarity
    }


def _least(rarity: Rarity, wager: Rarity | None, minimum: Minimum) -> int:
    return 0 if _is_waived(rarity, wager, minimum) else MINIMUMS.get(rarity, 0)


def _most(rarity: Rarity, wager: Rarity | None) -> int:
    return 0 if rarity is wager else MAXIMUMS.get(rarity, DECK_SIZE)


def _is_waived(rarity: Rarity, wager: Rarity | None, minimum: Minimum) -> bool:
    return rarity is wager and minimum == Minimum.WAIVED


def wager_allows_a_deck(wager: Rarity | None, minimum: Minimum) -> bool:
    """Say whether any deck at all is legal for this wager: `strict` bars three of them."""
    return all(limit.least <= limit.most for limit in deck_limits(wager, minimum).values())


def deck_violations(
    deck: Sequence[Card],
    *,
    wager: Rarity | None = None,
    minimum: Minimum = Minimum.WAIVED,
    owned: Mapping[str, int] | None = None,
) -> tuple[Violation, ...]:
    """Return everything that is wrong with a deck at once, in the order of the record.

    `owned` is the number of free copies by card id, an id that it lacks counting none; without
    `owned` ownership is not looked at.
    """
    lines = deck_lines(deck, wager=wager, minimum=minimum, owned=owned)
    return tuple(line for line in lines if line.state is State.VIOLATED)


def deck_lines(
    deck: Sequence[Card],
    *,
    wager: Rarity | None = None,
    minimum: Minimum = Minimum.WAIVED,
    owned: Mapping[str, int] | None = None,
) -> tuple[DeckLine, ...]:
    """Return every constraint of the rules with its state, for a list that lives as one builds."""
    by_rarity = _ids_by_rarity(deck)
    lines = [_size_line(deck)]
    lines += [_min_line(rarity, by_rarity, wager, minimum) for rarity in MINIMUMS]
    lines += [
        _at_most(f"max:{rarity}", by_rarity[rarity], most) for rarity, most in MAXIMUMS.items()
    ]
    if wager is not None:
        lines.append(_at_most(f"wagered:{wager}", by_rarity[wager], 0))
    if owned is not None:
        lines += _owned_lines(deck, owned)
    return tuple(lines)


def _ids_by_rarity(deck: Sequence[Card]) -> dict[Rarity, tuple[str, ...]]:
    ids: dict[Rarity, list[str]] = {rarity: [] for rarity in Rarity}
    for card in deck:
        ids[card.rarity].append(card.id)
    return {rarity: tuple(found) for rarity, found in ids.items()}


def _size_line(deck: Sequence[Card]) -> DeckLine:
    ids = tuple(card.id for card in deck)
    return DeckLine("size", _state(len(deck) == DECK_SIZE), len(deck), DECK_SIZE, ids)


def _min_line(
    rarity: Rarity,
    by_rarity: Mapping[Rarity, tuple[str, ...]],
    wager: Rarity | None,
    minimum: Minimum,
) -> DeckLine:
    ids, needed = by_rarity[rarity], MINIMUMS[rarity]
    waived = _is_waived(rarity, wager, minimum)
    state = State.WAIVED if waived else _state(len(ids) >= needed)
    return DeckLine(f"min:{rarity}", state, len(ids), needed, ids)


def _at_most(code: str, ids: tuple[str, ...], most: int) -> DeckLine:
    return DeckLine(code, _state(len(ids) <= most), len(ids), most, ids)


def _owned_lines(deck: Sequence[Card], owned: Mapping[str, int]) -> Iterator[DeckLine]:
    for card_id, copies in Counter(card.id for card in deck).items():
        yield _at_most(f"owned:{card_id}", (card_id,) * copies, owned.get(card_id, 0))


def _state(holds: bool) -> State:
    return State.OK if holds else State.VIOLATED


@dataclass(frozen=True, slots=True)
class Repair:
    """The smallest change that makes a deck legal; a legal deck needs none.

    `deck` is the mended deck: what stays, in its order, then what is added.
    """

    removals: tuple[Card, ...]
    additions: tuple[Card, ...]
    deck: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why no legal deck can be made of what is owned.

    `min:<rarity>`: of a rarity that the deck must hold, only `available` of the `needed` cards
    are owned. `size`: with every limit used up only `available` of 11 cards can be put together.
    `strict:<rarity>`: the wager forbids what the minimum demands, whatever is owned.
    """

    code: str
    available: int
    needed: int


@dataclass(frozen=True, slots=True)
class NoRepair:
    """The proof that no deck is legal with what is owned: every constraint that can't be met."""

    obstacles: tuple[Obstacle, ...]


class _Copy(NamedTuple):
    """A copy that a deck could hold: how many of them the greedy choice wants is in the order."""

    kept: bool
    points: int
    strength: int
    card: Card
    place: int


def deck_repair(
    deck: Sequence[Card],
    owned: Mapping[Card, int],
    *,
    wager: Rarity | None = None,
    minimum: Minimum = Minimum.WAIVED,
) -> Repair | NoRepair:
    """Return the smallest set of removals and additions that makes a deck legal, or the proof.

    `owned` is the number of free copies of each card. Of the smallest sets the one whose deck has
    most count points is taken, then the one with the stronger cards (an Exceptionnelle of a rarer
    Brawler, a super Secrète, a Gadget that suits more of the deck); what is still equal is settled
    by the order of the deck for what stays and of the ids for what comes.
    """
    copies = _copies_by_rarity(deck, owned)
    limits = deck_limits(wager, minimum)
    obstacles = _obstacles(limits, {rarity: len(found) for rarity, found in copies.items()})
    if obstacles:
        return NoRepair(obstacles)
    return _repair(deck, _choose(copies, limits))


def _copies_by_rarity(deck: Sequence[Card], owned: Mapping[Card, int]) -> dict[Rarity, list[_Copy]]:
    """List for each rarity the copies that could be in a deck, the most wanted first."""
    suited = Counter(card.rarity for card in deck)
    copies: dict[Rarity, list[_Copy]] = {rarity: [] for rarity in Rarity}
    seen: Counter[Card] = Counter()
    for place, card in enumerate(deck):
        if seen[card] < owned.get(card, 0):
            seen[card] += 1
            copies[card.rarity].append(_copy(card, suited, kept=True, place=place))
    for card, number in owned.items():
        spare = min(number - seen[card], DECK_SIZE)
        copies[card.rarity] += [_copy(card, suited, kept=False, place=0)] * spare
    return {rarity: sorted(found, key=_wish) for rarity, found in copies.items()}


def _copy(card: Card, suited: Counter[Rarity], *, kept: bool, place: int) -> _Copy:
    return _Copy(kept, card.count_points, _strength(card, suited), card, place)


def _strength(card: Card, suited: Counter[Rarity]) -> int:
    """Rank a card among those of its rarity, and of the rarities worth the same."""
    if card.suits is not None:
        return suited[card.suits]
    return card.play_points + card.super_secret


def _wish(copy: _Copy) -> tuple[bool, int, int, int, str]:
    return (not copy.kept, -copy.points, -copy.strength, copy.place, copy.card.id)


def _obstacles(
    limits: Mapping[Rarity, Limits], available: Mapping[Rarity, int]
) -> tuple[Obstacle, ...]:
    found: list[Obstacle] = []
    for rarity, (least, most) in limits.items():
        if least > most:
            found.append(Obstacle(f"strict:{rarity}", most, least))
        elif least > available[rarity]:
            found.append(Obstacle(f"min:{rarity}", available[rarity], least))
    usable = sum(min(most, available[rarity]) for rarity, (_, most) in limits.items())
    if usable < DECK_SIZE:
        found.insert(0, Obstacle("size", usable, DECK_SIZE))
    return tuple(found)


def _choose(
    copies: Mapping[Rarity, Sequence[_Copy]], limits: Mapping[Rarity, Limits]
) -> list[_Copy]:
    """Take what each rarity must have, then the most wanted copies that the limits leave room for.

    Exact: legal decks are the bases of a matroid, whose heaviest base is found greedily.
    """
    chosen: list[_Copy] = []
    others: list[_Copy] = []
    for rarity, (least, most) in limits.items():
        chosen += copies[rarity][:least]
        others += copies[rarity][least:most]
    return chosen + sorted(others, key=_wish)[: DECK_SIZE - len(chosen)]


def _repair(deck: Sequence[Card], chosen: Sequence[_Copy]) -> Repair:
    places = {copy.place for copy in chosen if copy.kept}
    added = sorted((copy for copy in chosen if not copy.kept), key=_wish)
    additions = tuple(copy.card for copy in added)
    stays = tuple(card for place, card in enumerate(deck) if place in places)
    removals = tuple(card for place, card in enumerate(deck) if place not in places)
    return Repair(removals, additions, stays + additions)
