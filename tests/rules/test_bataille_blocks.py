"""Blocks of shuffled cards against every order that their shuffles can give (rules 3, Estimate)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from rules.games.bataille_blocks import DEAL, Blocks, block_of, place_of
from rules.games.bataille_estimate import block_shares
from rules.games.bataille_memory import Knowledge, Watcher, dealt

CARDS = tuple(range(6))


def knowledge_of(contents: list[int], blocks: Blocks) -> Knowledge:
    """Lay places out as one packet, to ask the estimate about them."""
    watcher = Watcher(0, dealt(()), most_ways=1)
    watcher.packets[0] = contents
    watcher.blocks = blocks
    return watcher.knowledge()


class Table:
    """Six places, what one viewer knows of them, and every order that fits what it saw."""

    def __init__(self, seed: int, limit: int = 1000) -> None:
        self.random = Random(seed)
        self.true = self.random.sample(CARDS, len(CARDS))
        self.orders = Counter(dict.fromkeys(permutations(CARDS), 1))
        self.contents = [place_of(DEAL)] * len(CARDS)
        self.blocks = Blocks(limit)
        self.blocks.open(DEAL, CARDS, len(CARDS))
        self.shuffles = 0

    def mix(self, places: list[int]) -> None:
        """Shuffle the cards of some places among them."""
        self.shuffles += 1
        cards = self.random.sample([self.true[place] for place in places], len(places))
        for place, card in zip(places, cards, strict=True):
            self.true[place] = card
        self._mix_orders(places)
        contents = [self.contents[place] for place in places]
        for place in places:
            self.contents[place] = place_of(self.shuffles)
        self._rename(self.blocks.mix(self.shuffles, contents))

    def _mix_orders(self, places: list[int]) -> None:
        mixed: Counter[tuple[int, ...]] = Counter()
        for order, weight in self.orders.items():
            for cards in permutations(order[place] for place in places):
                after = list(order)
                for place, card in zip(places, cards, strict=True):
                    after[place] = card
                mixed[tuple(after)] += weight
        self.orders = mixed

    def see(self, place: int) -> None:
        """Look at the card of a place."""
        card = self.true[place]
        fitting = {order: n for order, n in self.orders.items() if order[place] == card}
        self.orders = Counter(fitting)
        if self.contents[place] < 0:
            self._rename(self.blocks.see(block_of(self.contents[place]), card))
        self.contents[place] = card

    def _rename(self, renamings: list[tuple[int, int]]) -> None:
        for old, new in renamings:
            self.contents = [new if content == old else content for content in self.contents]

    def step(self) -> None:
        """Do something at random, looking often enough that there is something to conclude."""
        if self.random.random() < 0.5:
            self.see(self.random.randrange(len(CARDS)))
        else:
            self.mix(self.random.sample(range(len(CARDS)), self.random.choice((2, 2, 3))))

    def chances(self, place: int) -> dict[int, Fraction]:
        """Return what the blocks say of the card of a place."""
        content = self.contents[place]
        if content >= 0:
            return {content: Fraction(1)}
        known = knowledge_of(self.contents, self.blocks)
        shares = block_shares(known, [content])
        return {
            card: shares[block]
            for block, _, cards in known.blocks
            for card in cards
            if shares[block]
        }

    def chances_counted(self, place: int) -> dict[int, Fraction]:
        """Count the orders by the card of a place."""
        found: Counter[int] = Counter()
        for order, weight in self.orders.items():
            found[order[place]] += weight
        return {card: Fraction(number, self.orders.total()) for card, number in found.items()}


@pytest.mark.parametrize("seed", range(40))
def test_blocks_know_the_chance_of_every_card_on_every_place(seed: int) -> None:
    table = Table(seed)
    for _ in range(30):
        table.step()
        for place in range(len(CARDS)):
            assert table.chances(place) == table.chances_counted(place)


@pytest.mark.parametrize("seed", range(40))
def test_joined_blocks_leave_nothing_out_and_show_nothing_certain_that_is_not(seed: int) -> None:
    table = Table(seed, limit=1)
    for _ in range(30):
        table.step()
        assert len(table.blocks.ways) == 1
        for place in range(len(CARDS)):
            chances, counted = table.chances(place), table.chances_counted(place)
            assert chances.keys() >= counted.keys()
            assert sum(chances.values()) == 1


def test_a_card_seen_far_from_where_it_was_last_known_leaves_several_ways() -> None:
    """A card of block 1 may have come to block 3 straight, or through block 2."""
    blocks = Blocks(limit=9)
    blocks.open(DEAL, (0, 1, 2, 3), 4)
    deal = place_of(DEAL)
    blocks.mix(1, [4, 5, deal])
    blocks.mix(2, [place_of(1), 6, 7])
    blocks.mix(3, [place_of(1), place_of(2), deal])

    blocks.see(3, 4)

    straight = {(0, 1): 1, (0, 3): 1, (1, 2): 1, (2, 3): 1}
    through = {(0, 1): 1, (0, 3): 1, (1, 3): 1}
    assert blocks.ways == [(1, through), (3, straight)]
    assert blocks.outflow(straight, 1) == 2


def test_cards_that_were_all_alike_stay_alike_when_shuffled() -> None:
    blocks = Blocks(limit=9)
    blocks.open(DEAL, (0, 1, 2, 3), 4)

    renamings = blocks.mix(1, [place_of(DEAL), place_of(DEAL)])

    assert renamings == [(place_of(1), place_of(DEAL))]
    assert blocks.places == {DEAL: 4}


def test_seeing_a_card_settles_every_block_on_its_way() -> None:
    """Block 1 is left with a card of the deal only, block 2 with one card that is named."""
    blocks = Blocks(limit=9)
    blocks.open(DEAL, (0, 1, 2, 3), 4)
    blocks.mix(1, [4, place_of(DEAL)])
    blocks.mix(2, [place_of(1), 5])

    renamings = blocks.see(2, 4)

    assert set(renamings) == {(place_of(1), place_of(DEAL)), (place_of(2), 5)}
    assert blocks.cards == {DEAL: (0, 1, 2, 3)}
    assert blocks.ways == [(1, {})]


def test_the_last_card_of_a_block_is_known_without_looking() -> None:
    blocks = Blocks(limit=9)
    blocks.open(1, (4, 5), 2)

    assert blocks.see(1, 4) == [(place_of(1), 5)]
    assert blocks.cards == {}
