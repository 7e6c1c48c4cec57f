"""What each viewer of a Bataille has seen, kept as small as it can be however long the match.

Rules 3 lets a player see their own draws, the cards used in a confrontation, and what follows by
itself: how many cards were drawn, laid, captured, returned, and the enemy's pile when both have
chosen and don't meet. `Knowledge` is all that follows from this for one viewer: of every place,
its card or the block that it came out of (see `bataille_blocks`).

A `Recall` is lazy: it notes what its viewer sees, and works the knowledge out when it is asked
for, so that a record replays without anybody looking on. What a viewer may not see is never
told to its recall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from rules.games.bataille_blocks import DEAL, Blocks, Flows, Renaming, block_of, place_of
from rules.games.bataille_cards import Cards, Pair

SPECTATOR = 2
VIEWERS = (0, 1, SPECTATOR)
UNKNOWN = -1

MOST_WAYS = (1024, 1024, 16)
"""By viewer: a seat's estimate is exact up to this.

Of 600 bots' matches of 400 manches, under all modes and returns, nine passed 100 and none 1,000.
"""

FrozenBlocks = tuple[tuple[int, int, Cards], ...]
FrozenFlows = tuple[tuple[int, int, int], ...]
FrozenWays = tuple[tuple[int, FrozenFlows], ...]


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
    `engaged` stands in the order of laying. `blocks` lists of each block how many places hold a
    card that came out of it, and the unseen cards last known to be in it; `ways` the weighted
    alternatives for the flows (from, to, cards) between blocks.
    """

    packets: Pair[tuple[int, ...]]
    drawn: Pair[int | None]
    engaged: Pair[tuple[Place, ...]]
    blocks: FrozenBlocks
    ways: FrozenWays


def dealt(pack: Sequence[int]) -> Knowledge:
    """Return what anybody knows of a pack just shared out: nothing but the numbers."""
    share = (place_of(DEAL),) * (len(pack) // 2)
    block = (DEAL, len(pack), tuple(sorted(pack)))
    return Knowledge((share, share), (None, None), ((), ()), (block,), ((1, ()),))


class Watcher:
    """One viewer following a match, told what everybody sees, and besides only what it may know.

    `own_piles` and `own_card` are the latter while a note is read: where the cards of the manche
    were laid, and the card that the viewer drew, None for what it isn't told.
    """

    __slots__ = ("blocks", "drawn", "engaged", "own_card", "own_piles", "packets", "seat")

    def __init__(self, seat: int, knowledge: Knowledge, most_ways: int) -> None:
        self.seat = seat
        self.own_piles: Pair[int] | None = None
        self.own_card: int | None = None
        self.packets = [list(packet) for packet in knowledge.packets]
        self.drawn = list(knowledge.drawn)
        self.engaged = [list(places) for places in knowledge.engaged]
        self.blocks = _thawed(knowledge, most_ways)

    def knowledge(self) -> Knowledge:
        """Return what the viewer knows by now."""
        return Knowledge(
            (tuple(self.packets[0]), tuple(self.packets[1])),
            (self.drawn[0], self.drawn[1]),
            (tuple(self.engaged[0]), tuple(self.engaged[1])),
            *_frozen(self.blocks),
        )

    def draw(self, seat: int) -> None:
        """A seat draws the top card of its packet, and alone sees it."""
        self.drawn[seat] = self.packets[seat].pop(0)
        if seat == self.seat:
            assert self.own_card is not None
            self.look_drawn(seat, self.own_card)

    def lay(self, seat: int, laid: int, pile: int) -> None:
        """A drawn card is engaged, for everybody on `pile`, UNKNOWN to those who aren't told."""
        if self.own_piles is not None:
            pile = self.own_piles[seat]
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


def _thawed(knowledge: Knowledge, most_ways: int) -> Blocks:
    blocks = Blocks(most_ways)
    for block, places, cards in knowledge.blocks:
        blocks.open(block, cards, places)
    blocks.ways = [
        (weight, {(source, target): number for source, target, number in flows})
        for weight, flows in knowledge.ways
    ]
    return blocks


def _frozen(blocks: Blocks) -> tuple[FrozenBlocks, FrozenWays]:
    places = blocks.places
    return (
        tuple([(block, places[block], cards) for block, cards in blocks.cards.items()]),
        tuple([(weight, _frozen_flows(flows)) for weight, flows in blocks.ways]),
    )


def _frozen_flows(flows: Flows) -> FrozenFlows:
    return tuple([(*step, number) for step, number in sorted(flows.items())]) if flows else ()


class Entry(Protocol):
    """Something that everybody saw happen at the table."""

    def tell(self, watcher: Watcher) -> None:
        """Let a viewer follow it."""
        ...


class Drew(NamedTuple):
    """A manche began: which seats drew a card."""

    seats: tuple[int, ...]

    def tell(self, watcher: Watcher) -> None:
        """Count the draws."""
        for seat in self.seats:
            watcher.draw(seat)


class Laid(NamedTuple):
    """All cards of a manche are laid: each seat's pile, UNKNOWN if not open, None for no card."""

    manche: int
    piles: Pair[int | None]

    def tell(self, watcher: Watcher) -> None:
        """Engage the drawn cards."""
        for seat, pile in enumerate(self.piles):
            if pile is not None:
                watcher.lay(seat, self.manche, pile)


class Met(NamedTuple):
    """A confrontation: the cards laid on its pile by their manches, and those shown."""

    pile: int
    laid: Pair[tuple[int, ...]]
    shown: Pair[Cards]

    def tell(self, watcher: Watcher) -> None:
        """See how many cards lie there, and the cards used."""
        for seat in (0, 1):
            watcher.open_pile(seat, self.pile, self.laid[seat])
            watcher.show(seat, self.pile, self.shown[seat])


class Captured(NamedTuple):
    """A pile was captured, or forfeited, and shuffled under a packet."""

    manche: int
    pile: int
    seat: int

    def tell(self, watcher: Watcher) -> None:
        """See whose packet it went under, not in which order."""
        watcher.capture(self.seat, self.pile, self.manche)


class Returned(NamedTuple):
    """The card that a seat laid in a manche went back under its packet."""

    seat: int
    laid: int

    def tell(self, watcher: Watcher) -> None:
        """See that it went back, which tells nothing of its pile any more."""
        watcher.return_card(self.seat, self.laid)


class TookBack(NamedTuple):
    """A Bataille came to nothing: each seat took its cards of the pile back."""

    pile: int

    def tell(self, watcher: Watcher) -> None:
        """See the cards go back in their order."""
        for seat in (0, 1):
            watcher.take_back(seat, self.pile)


class GaveUp(NamedTuple):
    """A seat resigned: what was drawn or sealed lies on the packets again."""

    def tell(self, watcher: Watcher) -> None:
        """See nothing that was hidden."""
        watcher.put_back()


Entries = tuple[Entry, ...]


class Recall:
    """What one viewer saw, and what they know by it, worked out when asked for.

    Each recall notes what is new since an earlier one: what everybody saw, and what its viewer
    alone was told. Equal where the knowledge is. At most LONGEST notes wait to be worked out, so
    a match of any length takes bounded memory.
    """

    __slots__ = ("_earlier", "_entries", "_knowledge", "_notes", "_own_card", "_own_piles", "seat")

    LONGEST = 4096

    def __init__(self, seat: int, knowledge: Knowledge) -> None:
        self.seat = seat
        self._knowledge: Knowledge | None = knowledge
        self._notes = 0
        self._earlier: Recall | None = None
        self._entries: Entries = ()
        self._own_piles: Pair[int] | None = None
        self._own_card: int | None = None

    def then(
        self, entries: Entries, own_piles: Pair[int] | None = None, own_card: int | None = None
    ) -> Recall:
        """Return what is recalled after more has happened, some of it told to the viewer alone."""
        if self._notes >= self.LONGEST:
            self._follow()
        later = Recall.__new__(Recall)
        later.seat, later._knowledge = self.seat, None
        later._notes = self._notes + 1
        later._earlier, later._entries = self, entries
        later._own_piles, later._own_card = own_piles, own_card
        return later

    @property
    def knowledge(self) -> Knowledge:
        """Return all that the viewer knows."""
        if self._knowledge is not None:
            return self._knowledge
        earlier = self._earlier
        if earlier is not None and earlier._knowledge is None:
            earlier._follow()  # other matches may go on from there
        return self._follow()

    def _follow(self) -> Knowledge:
        """Follow what is noted since the last recall that was worked out, and forget the notes."""
        known, unread = self._unread()
        watcher = Watcher(self.seat, known, MOST_WAYS[self.seat])
        for recall in reversed(unread):
            recall._tell(watcher)
        self._knowledge = watcher.knowledge()
        self._earlier, self._notes = None, 0
        return self._knowledge

    def _unread(self) -> tuple[Knowledge, list[Recall]]:
        recall, unread = self, list[Recall]()
        while True:
            earlier = recall._earlier  # before _knowledge: another thread may be working it out
            if recall._knowledge is not None:
                return recall._knowledge, unread
            unread.append(recall)
            assert earlier is not None
            recall = earlier

    def _tell(self, watcher: Watcher) -> None:
        watcher.own_piles, watcher.own_card = self._own_piles, self._own_card
        for entry in self._entries:
            entry.tell(watcher)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Recall):
            return NotImplemented
        return self.knowledge == other.knowledge

    def __hash__(self) -> int:
        return hash(self.knowledge)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles hold what is known, not how it came about."""
        return Recall, (self.seat, self.knowledge)


Recalls = tuple[Recall, Recall, Recall]
"""What each of VIEWERS recalls."""


def recalls_of_deal(pack: Sequence[int]) -> Recalls:
    """Return what each of VIEWERS recalls before the first draw."""
    known = dealt(pack)
    return Recall(0, known), Recall(1, known), Recall(SPECTATOR, known)
