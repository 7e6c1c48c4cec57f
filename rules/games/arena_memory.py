"""What a seat of the Arena remembers of the other hands, and a possible match behind its view.

Before the first reshuffle any card not seen may be in any other hand or in the draw pile. A
reshuffle tells more: the pile was empty, so every card that lies nowhere was in a hand then; and
the new pile is the discards, whose order nobody knows any more. The cards that were in other hands
make a `Pool`; whoever lays one of them makes it smaller.

Equal cards of several packs can't be told apart when they are laid. A hand gives up the first of
that code, hence the oldest; where that still leaves open from which pool a card came, those pools
become one, and with the cards drawn since they are forgotten.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rules.chance import Chance
from rules.game import Seat
from rules.games.arena_cards import PACK
from rules.games.arena_table import Cards, Pool, Pools, State, Table, View

Known = tuple[Pools, ...]


def remember_reshuffle(known: Known, hands: Sequence[Cards], owner: Seat | None) -> Known:
    """Let everybody remember the cards that are in other hands when a draw pile is shuffled anew.

    `owner` is whose pile it is, None for the shared one.
    """
    before = known or ((),) * (len(hands) + 1)
    seats = range(len(hands)) if owner is None else (owner,)
    return tuple(
        [
            _with_pool(pools, hands, [seat for seat in seats if seat != viewer])
            for viewer, pools in enumerate(before)
        ]
    )


def _with_pool(pools: Pools, hands: Sequence[Cards], holders: Sequence[int]) -> Pools:
    new = [card for seat in holders for card in hands[seat]]
    for pool in pools:
        if any(pool.counts[seat] for seat in holders):
            _remove(new, pool.cards)
    if not new:
        return pools
    counts = [0] * len(hands)
    for seat in holders:
        counts[seat] = len(hands[seat]) - held_of(pools, seat)
    return (*pools, Pool(tuple(sorted(new)), tuple(counts)))


def _remove(cards: list[int], removed: Iterable[int]) -> None:
    for card in removed:
        cards.remove(card)


def held_of(pools: Pools, seat: int) -> int:
    """Count the cards of pools that a seat holds."""
    return sum([pool.counts[seat] for pool in pools])


def remember_laid(
    known: Known, hands: Sequence[Cards], draws: Sequence[Cards], seat: Seat, cards: Cards
) -> Known:
    """Let everybody remember that a seat shows cards of its hand, which still holds them here."""
    return tuple(
        [
            pools
            if viewer == seat or not _touches(pools, seat, cards)
            else _Witness(viewer, pools, hands, draws, seat).after(cards)
            for viewer, pools in enumerate(known)
        ]
    )


def _touches(pools: Pools, seat: Seat, cards: Cards) -> bool:
    """Say whether one of the cards may come from a pool: else none of them changes."""
    for pool_cards, counts in pools:
        if counts[seat]:
            for card in cards:
                if card in pool_cards:
                    return True
    return False


class _Witness:
    """What one viewer makes of the cards that a seat shows, one after the other."""

    __slots__ = ("draws", "hands", "pools", "seat", "shown", "viewer")

    def __init__(
        self,
        viewer: int,
        pools: Pools,
        hands: Sequence[Cards],
        draws: Sequence[Cards],
        seat: Seat,
    ) -> None:
        self.viewer, self.seat = viewer, seat
        self.hands, self.draws = hands, draws
        self.pools = list(pools)
        self.shown: list[int] = []

    def after(self, cards: Cards) -> Pools:
        """Return the pools that are left once all these cards are shown."""
        for card in cards:
            self._see(card)
            self.shown.append(card)
        return tuple([pool for pool in self.pools if pool.cards])

    def _see(self, card: int) -> None:
        seat = self.seat
        places = [
            place
            for place, (cards, counts) in enumerate(self.pools)
            if counts[seat] and card in cards
        ]
        certain = [place for place in places if self._surely_holds(place, card)]
        if certain:
            self._take(card, places[0], certain[0])
        elif places and self._may_be_loose(card):
            del self.pools[places[0] :]
        elif places:
            self._take(card, places[0], places[-1])

    def _surely_holds(self, place: int, card: int) -> bool:
        pool = self.pools[place]
        return pool.cards.count(card) > sum(pool.counts) - pool.counts[self.seat]

    def _may_be_loose(self, card: int) -> bool:
        """Say whether the seat may have drawn such a card since the last reshuffle."""
        held = len(self.hands[self.seat]) - len(self.shown) - held_of(tuple(self.pools), self.seat)
        others = [hand for other, hand in enumerate(self.hands) if other != self.viewer]
        hidden = sum(cards.count(card) for cards in chain(others, self.draws))
        elsewhere = sum(pool.cards.count(card) for pool in self.pools) + self.shown.count(card)
        return held > 0 and hidden > elsewhere

    def _take(self, card: int, first: int, last: int) -> None:
        """Take a card from the one pool that these have to become."""
        merged = self.pools[first : last + 1]
        cards = sorted(chain.from_iterable([pool.cards for pool in merged]))
        cards.remove(card)
        counts = [sum(held) for held in zip(*[pool.counts for pool in merged], strict=True)]
        counts[self.seat] -= 1
        self.pools[first : last + 1] = [Pool(tuple(cards), tuple(counts))]


def unseen(view: View, pile: int) -> Cards:
    """Return the cards of a pile's packs that may be in its draw pile or in another hand.

    Those that this seat knows to be in other hands (its pools) are not among them.
    """
    table = view.table
    seen = Counter(chain(table.discards[pile], table.out[pile]))
    seen.update(_laid_from(table, pile))
    seen.update(_known_from(view, pile))
    packs = Counter(dict.fromkeys(PACK, table.options.decks))
    return tuple((packs - seen).elements())


def _laid_from(table: Table, pile: int) -> Iterator[int]:
    for card, layer in zip(
        table.attack + table.defence, table.attackers + table.defenders, strict=True
    ):
        if table.options.pile_of(layer) == pile:
            yield card


def _known_from(view: View, pile: int) -> Iterator[int]:
    options = view.table.options
    if view.seat is not None and options.pile_of(view.seat) == pile:
        yield from view.hand
    for pool in view.known:
        if not options.own_piles or pool.counts[pile]:
            yield from pool.cards


def guess(view: View, chance: Chance) -> State:
    """Deal a possible state behind a view: `view(guess(v), seat) == v`.

    The other seats of that state remember nothing but what composition tells.
    """
    table = view.table
    hands = [list(view.hand) if seat == view.seat else [] for seat in _seats(table)]
    for place, pool in enumerate(view.known):
        _deal(chance.shuffle(f"guess/pool/{place}", pool.cards), pool.counts, hands)
    draws = [_deal_loose(view, pile, hands, chance) for pile in range(len(table.discards))]
    return State(table, tuple(map(tuple, hands)), tuple(draws), _only_mine(view))


def _seats(table: Table) -> range:
    return range(len(table.endurance))


def _deal(cards: Sequence[int], counts: Sequence[int], hands: list[list[int]]) -> Cards:
    """Give each seat its number of the cards; return those left."""
    start = 0
    for hand, count in zip(hands, counts, strict=True):
        hand.extend(cards[start : start + count])
        start += count
    return tuple(cards[start:])


def _deal_loose(view: View, pile: int, hands: list[list[int]], chance: Chance) -> Cards:
    """Fill the hands that draw from a pile; return the draw pile that is left."""
    table = view.table
    counts = [
        table.hand_sizes[seat] - len(hands[seat]) if table.options.pile_of(seat) == pile else 0
        for seat in _seats(table)
    ]
    return _deal(chance.shuffle(f"guess/{pile}", unseen(view, pile)), counts, hands)


def _only_mine(view: View) -> Known:
    if not view.known:
        return ()
    mine = len(view.table.endurance) if view.seat is None else view.seat
    return tuple(
        view.known if viewer == mine else () for viewer in range(len(view.table.endurance) + 1)
    )
