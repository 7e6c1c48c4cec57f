"""A possible match of Voleur de Cartes behind a view: hidden decks filled up, hidden cards dealt.

What was seen of a deck stays, the rest is drawn so that the deck is legal for the wager. All that
the view doesn't fix can come: any legal deck, any deal of what hasn't been laid yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from rules.cards import Card
from rules.chance import Chance
from rules.decks import DECK_SIZE
from rules.game import Seat
from rules.games.voleur_kinds import KINDS, Kind, Unseen, kind_of
from rules.games.voleur_options import Options
from rules.games.voleur_state import (
    OVER,
    PLAY,
    SEAT_NUMBERS,
    SPY,
    Laid,
    Pair,
    Pile,
    State,
    awaited_to_play,
    enemy_of,
    lone_spy,
    without,
)
from rules.games.voleur_view import View

_SEED_CARDS = range(32)


@dataclass(frozen=True, slots=True)
class _Side:
    """What one seat may hold: its deck, its hand and its pioche."""

    deck: Pile
    hand: Pile
    draw: Pile


def guess(view: View, chance: Chance) -> State:
    """Deal a possible state behind a view, such that the view of its seat is the same again."""
    random = Random(bytes(chance.shuffle("guess", _SEED_CARDS)))
    spied_on = _who_must_hold_a_gadget(view, random)
    first, second = (
        _own_side(view, random)
        if seat == view.seat
        else _guess_side(view, seat, random, gadget=seat in spied_on)
        for seat in SEAT_NUMBERS
    )
    played = _guess_played(view, (first, second), random)
    return State(
        _options(view, first.deck, second.deck),
        view.manche,
        view.turn,
        view.phase,
        (first.hand, second.hand),
        (first.draw, second.draw),
        _awaited(view, (first, second), played),
        view.spied,
        played,
        view.history,
        view.score,
        view.manches,
        view.resigned,
    )


def _who_must_hold_a_gadget(view: View, random: Random) -> tuple[Seat, ...]:
    """Return whose Gadget the spy phase waits for, if it isn't the view's own seat's."""
    if view.phase is not SPY or view.awaited:
        return ()
    if view.seat is not None:
        return (enemy_of(view.seat),)
    return (random.choice([seat for seat in SEAT_NUMBERS if _may_hold_gadget(view, seat)]),)


def _may_hold_gadget(view: View, seat: Seat) -> bool:
    """Say whether a hand may hold a Gadget beside the other card that it must hold."""
    known = without(view.shown(seat), view.laid_in(view.manche, seat))
    may = _holds_gadget(known) or _unseen(view, seat).may_hold_gadget()
    return may and view.hand_sizes[seat] > 1


def _own_side(view: View, random: Random) -> _Side:
    return _Side(view.deck, view.hand, _shuffled(view.pioche, random))


def _guess_side(view: View, seat: Seat, random: Random, *, gadget: bool) -> _Side:
    """Invent what was not seen of a deck, then deal what was not laid in this manche."""
    shown = view.shown(seat)
    known = without(shown, view.laid_in(view.manche, seat))
    plain = _must_hold_a_card(view, seat)
    kinds = _unseen(view, seat).draw(
        random,
        gadget=gadget and not _holds_gadget(known),
        plain=plain and all(card.is_gadget for card in known),
    )
    invented = _name(kinds, view)
    deck = _shuffled(shown + invented, random)
    if view.phase is OVER:
        return _Side(deck, (), ())
    hidden = _shuffled(known + invented, random)
    hand, draw = _deal(hidden, view.hand_sizes[seat], random, gadget=gadget, plain=plain)
    return _Side(deck, hand, draw)


def _unseen(view: View, seat: Seat) -> Unseen:
    shown = [kind_of(card) for card in view.shown(seat)]
    size = len(view.deck) if view.seat is not None else DECK_SIZE
    return Unseen(shown, size, view.wager, view.minimum)


def _must_hold_a_card(view: View, seat: Seat) -> bool:
    """Say whether a hand of nothing but Gadgets would have been given to the enemy."""
    has_laid_openly = lone_spy(view.spied) is not None and view.chosen[seat]
    return view.phase is not OVER and not has_laid_openly


def _name(kinds: Iterable[Kind], view: View) -> Pile:
    """Make cards of kinds, under ids that no other card of the view has."""
    taken = {card.id: card for card in _known(view)}
    return tuple(_named(KINDS[kind], taken) for kind in kinds)


def _named(card: Card, taken: dict[str, Card]) -> Card:
    card_id = card.id
    while taken.get(card_id, card) != card:
        card_id += "-x"
        card = Card(card_id, card.rarity, card.suits, card.brawler, card.super_secret)
    return card


def _known(view: View) -> Pile:
    """Return every card that the view names."""
    shown = view.shown(SEAT_NUMBERS[0]) + view.shown(SEAT_NUMBERS[1])
    return (view.wagers or ()) + view.deck + shown


def _deal(hidden: Pile, hand_size: int, random: Random, *, gadget: bool, plain: bool) -> Pair[Pile]:
    """Split hidden cards into hand and pioche, the hand holding what it must."""
    cards = list(hidden)
    if gadget:
        _bring_into(cards, hand_size, [card.is_gadget for card in cards], random)
    if plain:
        _bring_into(cards, hand_size, [not card.is_gadget for card in cards], random)
    return tuple(cards[:hand_size]), tuple(cards[hand_size:])


def _bring_into(cards: list[Card], hand_size: int, wanted: Sequence[bool], random: Random) -> None:
    """Swap a wanted card out of the pioche for one of the hand if the hand has none."""
    if hand_size and not any(wanted[:hand_size]):
        place, other = random.randrange(hand_size), wanted.index(True)
        cards[place], cards[other] = cards[other], cards[place]


def _guess_played(view: View, sides: Pair[_Side], random: Random) -> Pair[Laid | None]:
    """Choose a card for each seat that has laid one sealed."""
    first, second = (
        _any_lay(sides[seat].hand, random)
        if view.chosen[seat] and view.played[seat] is None
        else view.played[seat]
        for seat in SEAT_NUMBERS
    )
    return first, second


def _any_lay(hand: Pile, random: Random) -> Laid:
    card = random.choice([card for card in hand if not card.is_gadget])
    return Laid(card, random.choice([None, *(card for card in hand if card.is_gadget)]))


def _awaited(view: View, sides: Pair[_Side], played: Pair[Laid | None]) -> Pair[bool]:
    if view.phase is OVER:
        return False, False
    if view.phase is PLAY:
        return awaited_to_play(view.spied, played)
    first, second = (
        view.awaited if seat == view.seat else _holds_gadget(sides[seat].hand)
        for seat in SEAT_NUMBERS
    )
    return first, second


def _holds_gadget(cards: Iterable[Card]) -> bool:
    return any(card.is_gadget for card in cards)


def _options(view: View, first: Pile, second: Pile) -> Options:
    cards = dict.fromkeys(first + second + (view.wagers or ()))
    return Options(tuple(cards), (first, second), view.wagers, view.minimum)


def _shuffled(cards: Sequence[Card], random: Random) -> Pile:
    shuffled = list(cards)
    random.shuffle(shuffled)
    return tuple(shuffled)
