"""What each viewer of a Bataille has seen, kept as small as it can be however long the match.

Rules 3 lets a player see their own draws, the cards used in a confrontation, and what follows by
itself: how many cards were drawn, laid, captured, returned, and the enemy's pile when both have
chosen and don't meet. `Knowledge` is all that follows from this for one viewer: of every place,
its card or the block that it came out of (see `bataille_blocks`).

`Memory` is lazy: it notes what happened and works a viewer's knowledge out when it is asked for,
so that a record replays without anybody looking on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from rules.games.bataille_blocks import DEAL, Blocks, Renaming, block_of, place_of

SPECTATOR = 2
VIEWERS = (0, 1, SPECTATOR)
UNKNOWN = -1

FrozenBlocks = tuple[tuple[int, tuple[int, ...]], ...]
FrozenWays = tuple[tuple[int, tuple[tuple[int, int, int], ...]], ...]


class Place(NamedTuple):
    """An engaged card as a viewer knows it.

    `laid` is its manche, `pile` is -1 while unknown, `content` a card or `place_of(block)`.
    """

    laid: int
    pile: int
    content: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that one viewer knows of where the cards are.

    A *content* is a card, or `place_of(block)` for an unseen card that came out of that block.
    `packets` are read from the top, `drawn` is None for a seat that holds no drawn card,
    `engaged` stands in the order of laying. `blocks` lists the unseen cards last known to be in
    each block, `ways` the weighted alternatives for the flows (from, to, cards) between blocks.
    """

    packets: tuple[tuple[int, ...], tuple[int, ...]]
    drawn: tuple[int | None, int | None]
    engaged: tuple[tuple[Place, ...], tuple[Place, ...]]
    blocks: FrozenBlocks
    ways: FrozenWays

    def contents(self) -> Iterator[int]:
        """Yield what is known of every place."""
        for seat in (0, 1):
            yield from self.packets[seat]
            yield from (place.content for place in self.engaged[seat])
            drawn = self.drawn[seat]
            if drawn is not None:
                yield drawn


def dealt(pack: Sequence[int]) -> Knowledge:
    """Return what anybody knows of a pack just shared out: nothing but the numbers."""
    share = (place_of(DEAL),) * (len(pack) // 2)
    return Knowledge((share, share), (None, None), ((), ()), ((DEAL, tuple(pack)),), ((1, ()),))


class Watcher:
    """One viewer following a match: the same steps for each, but each sees only its own."""

    __slots__ = ("blocks", "drawn", "engaged", "packets", "viewer")

    def __init__(self, viewer: int, knowledge: Knowledge) -> None:
        self.viewer = viewer
        self.packets = [list(packet) for packet in knowledge.packets]
        self.drawn = list(knowledge.drawn)
        self.engaged = [list(places) for places in knowledge.engaged]
        self.blocks = _thawed(knowledge)

    def knowledge(self) -> Knowledge:
        """Return what the viewer knows by now."""
        return Knowledge(
            (tuple(self.packets[0]), tuple(self.packets[1])),
            (self.drawn[0], self.drawn[1]),
            (tuple(self.engaged[0]), tuple(self.engaged[1])),
            *_frozen(self.blocks),
        )

    def draw(self, seat: int, card: int) -> None:
        """A seat draws the top card of its packet, and sees it."""
        self.drawn[seat] = self.packets[seat].pop(0)
        if seat == self.viewer:
            self.look_drawn(seat, card)

    def lay(self, seat: int, laid: int, pile: int) -> None:
        """A drawn card is engaged; `pile` is UNKNOWN where this viewer isn't told."""
        content = self.drawn[seat]
        assert content is not None
        self.drawn[seat] = None
        self.engaged[seat].append(Place(laid, pile, content))

    def see(self, content: int, card: int) -> None:
        """Learn the card of a place, which the caller then writes there."""
        if content < 0:
            self._rename(self.blocks.see(block_of(content), card))

    def look(self, seat: int, index: int, place: Place) -> None:
        """The owner of an engaged card looks it up: `place` tells its card and its pile."""
        self.see(self.engaged[seat][index].content, place.content)
        self.engaged[seat][index] = place

    def look_drawn(self, seat: int, card: int) -> None:
        """The owner of a drawn card looks it up."""
        content = self.drawn[seat]
        assert content is not None
        self.see(content, card)
        self.drawn[seat] = card

    def place(self, seat: int, index: int, pile: int) -> None:
        """This viewer is told where an engaged card lies."""
        self.engaged[seat][index] = self.engaged[seat][index]._replace(pile=pile)

    def open_pile(self, seat: int, pile: int, laid: Sequence[int]) -> None:
        """A confrontation shows which of a seat's cards lie on its pile, and so on the other."""
        for index, place in enumerate(self.engaged[seat]):
            if place.pile == UNKNOWN:
                self.place(seat, index, pile if place.laid in laid else 1 - pile)

    def show(self, seat: int, pile: int, cards: Sequence[int]) -> None:
        """Everybody sees a seat's cards on top of a pile."""
        on_pile = [i for i, place in enumerate(self.engaged[seat]) if place.pile == pile]
        for index, card in zip(on_pile[-len(cards) :], cards, strict=True):
            self.see(self.engaged[seat][index].content, card)
            self.engaged[seat][index] = self.engaged[seat][index]._replace(content=card)

    def capture(self, seat: int, pile: int, manche: int) -> None:
        """Every card of a pile is shuffled and put under a seat's packet."""
        contents = self._lift(0, pile) + self._lift(1, pile)
        self.packets[seat] += [place_of(manche)] * len(contents)
        self._rename(self.blocks.mix(manche, contents))

    def take_back(self, seat: int, pile: int) -> None:
        """A seat puts its cards of a pile under its packet, bottom card first."""
        self.packets[seat] += self._lift(seat, pile)

    def _lift(self, seat: int, pile: int) -> list[int]:
        places = self.engaged[seat]
        self.engaged[seat] = [place for place in places if place.pile != pile]
        return [place.content for place in places if place.pile == pile]

    def return_card(self, seat: int, laid: int) -> None:
        """A card that waited long enough goes under its owner's packet."""
        (place,) = (place for place in self.engaged[seat] if place.laid == laid)
        self.engaged[seat].remove(place)
        self.packets[seat].append(place.content)

    def put_back(self) -> None:
        """The match is given up: drawn cards lie on their packets again."""
        for seat, content in enumerate(self.drawn):
            if content is not None:
                self.packets[seat].insert(0, content)
                self.drawn[seat] = None

    def _rename(self, renamings: Sequence[Renaming]) -> None:
        for old, new in renamings:
            for seat in (0, 1):
                self._rename_at(seat, old, new)

    def _rename_at(self, seat: int, old: int, new: int) -> None:
        packet = self.packets[seat]
        if old in packet:
            packet[:] = [new if content == old else content for content in packet]
        if self.drawn[seat] == old:
            self.drawn[seat] = new
        self.engaged[seat] = [
            place._replace(content=new) if place.content == old else place
            for place in self.engaged[seat]
        ]


def _thawed(knowledge: Knowledge) -> Blocks:
    places = Counter(block_of(content) for content in knowledge.contents() if content < 0)
    blocks = Blocks()
    for block, cards in knowledge.blocks:
        blocks.open(block, cards, places[block])
    blocks.ways = [
        (weight, {(source, target): number for source, target, number in flows})
        for weight, flows in knowledge.ways
    ]
    return blocks


def _frozen(blocks: Blocks) -> tuple[FrozenBlocks, FrozenWays]:
    return (
        tuple((block, tuple(sorted(cards))) for block, cards in sorted(blocks.cards.items())),
        tuple(
            (weight, tuple((*step, number) for step, number in sorted(flows.items())))
            for weight, flows in blocks.ways
        ),
    )


class Entry(Protocol):
    """Something that happened at the table, told to each viewer in its own way."""

    def tell(self, watcher: Watcher) -> None:
        """Let a viewer see what it may see of it."""
        ...


class Drew(NamedTuple):
    """A manche began: the card that each seat drew, -1 for none."""

    cards: tuple[int, int]

    def tell(self, watcher: Watcher) -> None:
        """Count the draws; only its owner sees a card."""
        for seat, card in enumerate(self.cards):
            if card >= 0:
                watcher.draw(seat, card)


class Laid(NamedTuple):
    """All cards of a manche are laid: the pile of each seat, -1 for none.

    `is_open` says that everybody knows where: there is one pile only, or the two meet.
    """

    manche: int
    piles: tuple[int, int]
    is_open: bool

    def tell(self, watcher: Watcher) -> None:
        """Both know the piles when both have chosen; a lone card's pile only its owner knows."""
        both = UNKNOWN not in self.piles and watcher.viewer != SPECTATOR
        for seat, pile in enumerate(self.piles):
            if pile != UNKNOWN:
                told = self.is_open or both or seat == watcher.viewer
                watcher.lay(seat, self.manche, pile if told else UNKNOWN)


class Met(NamedTuple):
    """A confrontation: the cards laid on its pile by their manches, and those shown."""

    pile: int
    laid: tuple[tuple[int, ...], tuple[int, ...]]
    shown: tuple[tuple[int, ...], tuple[int, ...]]

    def tell(self, watcher: Watcher) -> None:
        """Everybody sees how many cards lie there, and the cards used."""
        for seat in (0, 1):
            watcher.open_pile(seat, self.pile, self.laid[seat])
            watcher.show(seat, self.pile, self.shown[seat])


class Captured(NamedTuple):
    """A pile was captured, or forfeited, and shuffled under a packet."""

    manche: int
    pile: int
    seat: int

    def tell(self, watcher: Watcher) -> None:
        """Everybody sees whose packet it went under, nobody in which order."""
        watcher.capture(self.seat, self.pile, self.manche)


class Returned(NamedTuple):
    """The card that a seat laid in a manche went back under its packet."""

    seat: int
    laid: int

    def tell(self, watcher: Watcher) -> None:
        """Everybody sees that it went back, which tells nothing of its pile any more."""
        watcher.return_card(self.seat, self.laid)


class TookBack(NamedTuple):
    """A Bataille came to nothing: each seat took its cards of the pile back."""

    pile: int

    def tell(self, watcher: Watcher) -> None:
        """Everybody sees it; the cards keep their order."""
        for seat in (0, 1):
            watcher.take_back(seat, self.pile)


class GaveUp(NamedTuple):
    """A seat resigned: what was drawn or sealed lies on the packets again."""

    def tell(self, watcher: Watcher) -> None:
        """Nothing is shown by it."""
        watcher.put_back()


Chain = tuple["Chain | None", tuple[Entry, ...]]


class Memory:
    """What happened so far, and for each viewer what they know, worked out when asked for.

    Equal where all viewers know the same. At most LONGEST entries wait to be worked out, so a
    match of any length takes bounded memory.
    """

    __slots__ = ("_chain", "_known", "_length")

    LONGEST = 4096

    def __init__(self, *known: Knowledge) -> None:
        self._chain: Chain | None = None
        self._length = 0
        self._known = [(0, knowledge) for knowledge in known]

    @classmethod
    def dealt(cls, pack: Sequence[int]) -> Memory:
        """Return what is known before the first draw."""
        return cls(*[dealt(pack)] * len(VIEWERS))

    def then(self, entries: tuple[Entry, ...]) -> Memory:
        """Return the memory after some more has happened."""
        base = self if self._length < self.LONGEST else Memory(*map(self.known, VIEWERS))
        later = Memory.__new__(Memory)
        later._chain = (base._chain, entries)
        later._length = base._length + 1
        later._known = list(base._known)
        return later

    def known(self, viewer: int) -> Knowledge:
        """Return what a viewer knows: a seat, or SPECTATOR."""
        read, knowledge = self._known[viewer]
        if read < self._length:
            watcher = Watcher(viewer, knowledge)
            for entries in self._since(read):
                for entry in entries:
                    entry.tell(watcher)
            knowledge = watcher.knowledge()
            self._known[viewer] = (self._length, knowledge)
        return knowledge

    def _since(self, read: int) -> list[tuple[Entry, ...]]:
        chain, unread = self._chain, []
        for _ in range(self._length - read):
            assert chain is not None
            chain, entries = chain
            unread.append(entries)
        return unread[::-1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Memory):
            return NotImplemented
        return all(self.known(viewer) == other.known(viewer) for viewer in VIEWERS)

    def __hash__(self) -> int:
        return hash(self.known(SPECTATOR))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles hold what is known, not how it came about."""
        return Memory, tuple(map(self.known, VIEWERS))
