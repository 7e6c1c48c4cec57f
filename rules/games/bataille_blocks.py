"""Where unseen cards may lie: blocks of shuffled cards, and what went from one into the next.

A *block* is a set of cards that were shuffled together: the deal (block 0), then each capture,
named by its manche. The places whose card came out of a block unseen are alike, whichever they
are. A block took in cards known by name and unseen cards that had come out of earlier blocks; the
numbers of the latter are the *flows* `(from, to) → cards`. Every way to send the unseen cards
along the flows is equally probable, so that all chances follow from these few numbers.

Seeing a card takes it out of the block that it was last known to be in, and one unit out of each
flow on its way to the place where it was seen. Where it may have come by several ways, each way
leaves its own flows, with its own weight: `ways` lists them all. They grow together again as the
blocks between are used up. Should they ever be too many, the blocks in which they differ are
joined: what is possible then stays possible, what is certain may seem uncertain, never the other
way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm, prod

from rules.games.bataille_cards import Cards

Flows = dict[tuple[int, int], int]
Way = tuple[int, Flows]
Renaming = tuple[int, int]

DEAL = 0


def place_of(block: int) -> int:
    """Return the content of a place whose card came out of a block unseen: a negative number."""
    return ~block


def block_of(content: int) -> int:
    """Return the block that an unseen place's card came out of."""
    return ~content


class Blocks:
    """The blocks that still matter to one viewer.

    `cards` are the unseen cards last known to have been shuffled into each block, sorted, and
    `places` how many places now hold a card that came out of it; both list the blocks in their
    order. `ways` are the weighted alternatives for the flows, at most `limit` of them.
    """

    __slots__ = ("cards", "limit", "places", "ways")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.cards: dict[int, Cards] = {}
        self.places: dict[int, int] = {}
        self.ways: list[Way] = [(1, {})]

    def open(self, block: int, cards: Cards, places: int) -> None:
        """Lay a block: the cards known to be in it, and the places that hold what came out."""
        self.cards[block] = cards
        self.places[block] = places

    def mix(self, block: int, contents: Sequence[int]) -> list[Renaming]:
        """Shuffle what lies on these places into a new block, as many places coming out."""
        cards = tuple(sorted(content for content in contents if content >= 0))
        self.open(block, cards, len(contents))
        sources = [block_of(content) for content in contents if content < 0]
        for source in sources:
            self.places[source] -= 1
            for _, flows in self.ways:
                flows[source, block] = flows.get((source, block), 0) + 1
        return self._settle([block, *sources])

    def see(self, block: int, card: int) -> list[Renaming]:
        """Learn which card lies on a place of a block; the place is the caller's from now on.

        Return the renamings of other places' contents that follow.
        """
        start = next(start for start, cards in self.cards.items() if card in cards)
        self.cards[start] = tuple(other for other in self.cards[start] if other != card)
        touched = [block]
        if start != block or len(self.ways) > 1:
            touched = [passed for passed in self.cards if start <= passed <= block]
            self.ways = self._ways_with(start, block)
        self.places[block] -= 1
        return self._settle(touched)

    def _ways_with(self, start: int, end: int) -> list[Way]:
        weighted = []
        for weight, flows in self.ways:
            for path in paths(flows, start, end):
                chance = weight * self._chance(flows, path, end)
                weighted.append((chance, _without(flows, path)))
        return _united(weighted)

    def _chance(self, flows: Flows, path: Sequence[tuple[int, int]], end: int) -> Fraction:
        """Return the chance that a card takes this path, and lies on one given place at its end."""
        steps = prod(flows[step] for step in path)
        leaving = prod(self.outflow(flows, block) for block, _ in path)
        return Fraction(steps, leaving * self.outflow(flows, end))

    def outflow(self, flows: Flows, block: int) -> int:
        """Count the cards that came out of a block, on its places and in later blocks."""
        onward = sum(number for (source, _), number in flows.items() if source == block)
        return self.places[block] + onward

    def _settle(self, pending: list[int]) -> list[Renaming]:
        """Drop and join blocks until no block is left that says nothing of its own."""
        renamings: list[Renaming] = []
        while pending:
            block = pending.pop()
            if block in self.cards:
                renamings += self._settle_block(block, pending)
        if len(self.ways) > 1:
            self.ways = _united((Fraction(weight), flows) for weight, flows in self.ways)
        if len(self.ways) > self.limit:
            renamings += self._join_where_ways_differ()
        return renamings

    def _join_where_ways_differ(self) -> list[Renaming]:
        """Forget how the ways differ: the blocks after the first parting count as the last one.

        Whatever flows into it comes from earlier blocks, whatever flows out goes to later ones;
        what leaves the block of the first parting is the same number in every way.
        """
        steps = {step for _, flows in self.ways for step in flows}
        numbers = {step: {flows.get(step, 0) for _, flows in self.ways} for step in steps}
        differing = [step for step in steps if len(numbers[step]) > 1]
        first, last = min(step[0] for step in differing), max(step[1] for step in differing)
        joined = [block for block in self.cards if first < block < last]
        for block in joined:
            self.places[last] += self.places[block]
            self._pour(block, last)
        self.ways = _united((Fraction(weight), flows) for weight, flows in self.ways)
        return [(place_of(block), place_of(last)) for block in joined] + self._settle([last])

    def _settle_block(self, block: int, pending: list[int]) -> list[Renaming]:
        targets = self._neighbours(block, 0)
        sources = self._neighbours(block, 1)
        if not self.places[block]:
            return self._settle_passage(block, sources, targets, pending)
        if not self.cards[block] and len(sources) == 1:
            return self._give_back(block, sources.pop(), targets, pending)
        if not targets and self.places[block] == len(self.cards[block]) == 1:
            return self._name_last_card(block)
        return []

    def _neighbours(self, block: int, end: int) -> set[int]:
        return {step[1 - end] for _, flows in self.ways for step in flows if step[end] == block}

    def _settle_passage(
        self, block: int, sources: set[int], targets: set[int], pending: list[int]
    ) -> list[Renaming]:
        """Drop an empty block; pour one whose cards all went into the same later block there."""
        if not targets:
            self._forget(block)
        elif len(targets) == 1:
            target = targets.pop()
            self._pour(block, target)
            pending += [target, *sources]
        return []

    def _pour(self, block: int, target: int) -> None:
        self.cards[target] = tuple(sorted(self.cards[target] + self.cards[block]))
        self._rename(block, target)
        self._forget(block)

    def _give_back(
        self, block: int, source: int, targets: set[int], pending: list[int]
    ) -> list[Renaming]:
        """Undo a shuffle of cards that were all alike before it: they still are."""
        self.places[source] += self.places[block]
        self._rename(block, source)
        self._forget(block)
        pending += [source, *targets]
        return [(place_of(block), place_of(source))]

    def _rename(self, old: int, new: int) -> None:
        self.ways = [(weight, _renamed(flows, old, new)) for weight, flows in self.ways]

    def _name_last_card(self, block: int) -> list[Renaming]:
        """Tell the only card that can lie on the only place left."""
        (card,) = self.cards[block]
        self._forget(block)
        return [(place_of(block), card)]

    def _forget(self, block: int) -> None:
        del self.cards[block], self.places[block]


def paths(flows: Flows, start: int, end: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the ways along the flows from one block to another, each as its steps."""
    if start == end:
        yield ()
        return
    for step in flows:
        if step[0] == start and step[1] <= end:
            for rest in paths(flows, step[1], end):
                yield (step, *rest)


def _without(flows: Flows, path: Sequence[tuple[int, int]]) -> Flows:
    less = dict(flows)
    for step in path:
        if less[step] == 1:
            del less[step]
        else:
            less[step] -= 1
    return less


def _renamed(flows: Flows, old: int, new: int) -> Flows:
    """Give one block's flows to another; what flowed between the two is no flow any more."""
    renamed: Flows = {}
    for step, number in flows.items():
        source, target = (new if block == old else block for block in step)
        if source != target:
            renamed[source, target] = renamed.get((source, target), 0) + number
    return renamed


def _united(weighted: Iterable[tuple[Fraction, Flows]]) -> list[Way]:
    """Add up the weights of equal flows, and make them the smallest whole numbers."""
    weights: dict[tuple[tuple[tuple[int, int], int], ...], Fraction] = {}
    for weight, flows in weighted:
        key = tuple(sorted(flows.items()))
        weights[key] = weights.get(key, Fraction(0)) + weight
    scale = lcm(*(weight.denominator for weight in weights.values()))
    whole = [int(weight * scale) for weight in weights.values()]
    shared = gcd(*whole)
    return [(number // shared, dict(key)) for number, key in zip(whole, weights, strict=True)]
