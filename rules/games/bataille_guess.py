"""A possible match behind a view of Bataille, as probable as everything seen makes it.

The unseen cards are dealt along the blocks that the viewer knows (see `bataille_blocks`), and
what is hidden of the piles is chosen evenly. Of what the enemy may have seen, a view tells the
public part only; its drawn card and its cards on the piles are added.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from rules.chance import Chance
from rules.game import Seat
from rules.games.bataille_blocks import block_of
from rules.games.bataille_cards import Cards, Pair
from rules.games.bataille_memory import (
    MOST_WAYS,
    UNKNOWN,
    Knowledge,
    Place,
    Recall,
    Watcher,
)
from rules.games.bataille_state import NONE, SEAT_NUMBERS, Engaged, State
from rules.games.bataille_view import View, pile_choices

_DIGIT = 1 << 10


@dataclass(frozen=True, slots=True)
class Dealt:
    """Knowledge with every unseen card dealt to a place, and every pile told."""

    packets: Pair[Cards]
    drawn: Pair[int]
    engaged: Pair[tuple[Place, ...]]


def guess(view: View, chance: Chance) -> State:
    """Deal a possible state behind a view: `view(guess(v), v.seat) == v`."""
    dealt = deal_unseen(view.known, view.options.piles, chance)
    return State(
        view.options,
        view.manche,
        dealt.packets,
        tuple(
            (_stack(dealt.engaged[0], pile), _stack(dealt.engaged[1], pile))
            for pile in range(view.options.piles)
        ),
        dealt.drawn,
        (_choice(view, SEAT_NUMBERS[0], chance), _choice(view, SEAT_NUMBERS[1], chance)),
        view.battle,
        view.last,
        view.result,
        (_recall_of(0, view, dealt), _recall_of(1, view, dealt), view.public),
    )


def _stack(places: tuple[Place, ...], pile: int) -> tuple[Engaged, ...]:
    return tuple(Engaged(place.content, place.laid) for place in places if place.pile == pile)


def _choice(view: View, seat: Seat, chance: Chance) -> int:
    """Return where a seat sealed its card: the viewer's own is known, any other as likely."""
    if not view.sealed[seat]:
        return NONE
    if seat == view.seat:
        return view.pile
    return chance.shuffle(f"guess/choice/{seat}", pile_choices(view.options, view.battle))[0]


def _recall_of(seat: int, view: View, dealt: Dealt) -> Recall:
    """Add to what everybody knows what a seat can't but know of the piles and its own cards."""
    if seat == view.seat:
        return view.recall
    watcher = Watcher(seat, view.public.knowledge, MOST_WAYS[seat])
    for owner in SEAT_NUMBERS:
        for index, place in enumerate(dealt.engaged[owner]):
            if owner == seat:
                watcher.look(seat, index, place)
            elif _laid_by(dealt.engaged[seat], place.laid):
                watcher.place(owner, index, place.pile)
    if dealt.drawn[seat] != NONE:
        watcher.look_drawn(seat, dealt.drawn[seat])
    return Recall(seat, watcher.knowledge())


def _laid_by(places: tuple[Place, ...], manche: int) -> bool:
    return any(place.laid == manche for place in places)


def deal_unseen(known: Knowledge, piles: int, chance: Chance) -> Dealt:
    """Deal each unseen card to a place, all ways that fit what was seen as likely as they are."""
    unseen = _unseen_by_block(known, chance)
    packets = tuple(tuple(_cards(packet, unseen)) for packet in known.packets)
    engaged = _deal_engaged(known, unseen, piles, chance)
    drawn = tuple(
        NONE if content is None else next(_cards((content,), unseen)) for content in known.drawn
    )
    return Dealt((packets[0], packets[1]), (drawn[0], drawn[1]), engaged)


def _cards(contents: tuple[int, ...], unseen: dict[int, list[int]]) -> Iterator[int]:
    for content in contents:
        yield content if content >= 0 else unseen[block_of(content)].pop()


def _unseen_by_block(known: Knowledge, chance: Chance) -> dict[int, list[int]]:
    """Send the unseen cards along the flows: return what came out of each block, in any order."""
    flows = _one_way(known, chance)
    inside = {block: list(cards) for block, _, cards in known.blocks}
    for block, cards in inside.items():
        cards[:] = chance.shuffle(f"guess/block/{block}", cards)
        for source, target, number in flows:
            if source == block:
                inside[target] += cards[:number]
                del cards[:number]
    return inside


def _one_way(known: Knowledge, chance: Chance) -> tuple[tuple[int, int, int], ...]:
    """Draw one of the alternatives for the flows by its weight."""
    if len(known.ways) == 1:
        return known.ways[0][1]
    sums = list(accumulate(weight for weight, _ in known.ways))
    drawn = _number_below(sums[-1], chance)
    return next(flows for (_, flows), top in zip(known.ways, sums, strict=True) if drawn < top)


def _number_below(limit: int, chance: Chance) -> int:
    """Draw a number evenly, digit by digit, by shuffles alone."""
    digits = -(-limit.bit_length() // (_DIGIT.bit_length() - 1))
    room: int = _DIGIT**digits
    attempt, number = 0, room
    while number >= room - room % limit:
        number = _number(digits, f"guess/way/{attempt}", chance)
        attempt += 1
    return number % limit


def _number(digits: int, label: str, chance: Chance) -> int:
    number = 0
    for digit in range(digits):
        number = number * _DIGIT + chance.shuffle(f"{label}/{digit}", range(_DIGIT))[0]
    return number


def _deal_engaged(
    known: Knowledge, unseen: dict[int, list[int]], piles: int, chance: Chance
) -> Pair[tuple[Place, ...]]:
    """Choose the piles that the viewer doesn't know; two that didn't meet are on different ones."""
    where: dict[tuple[int, int], int] = {}
    for seat in SEAT_NUMBERS:
        for place in known.engaged[seat]:
            pile = place.pile
            if pile == UNKNOWN and (1 - seat, place.laid) in where:
                pile = 1 - where[1 - seat, place.laid]
            elif pile == UNKNOWN:
                pile = chance.shuffle(f"guess/pile/{seat}/{place.laid}", range(piles))[0]
            where[seat, place.laid] = pile
    ours, theirs = (
        tuple(
            Place(place.laid, where[seat, place.laid], next(_cards((place.content,), unseen)))
            for place in known.engaged[seat]
        )
        for seat in SEAT_NUMBERS
    )
    return ours, theirs
