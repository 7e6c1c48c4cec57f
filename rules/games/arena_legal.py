"""Which moves a seat of the Arena may make, told from its view alone (rules 2, A turn).

`refusal` gives the reason why a move is refused, a stable code:

- `not_awaited`: it is not this seat's turn to decide (resign apart)
- `wrong_phase`: this kind of move is not what the seat is asked for
- `no_card`: a move that must lay a card lays none
- `not_in_hand`: a card named is not in the hand, or not so often
- `target`: the one attacked is no standing other player
- `cancels_itself`: nothing would be left of the attack after its own cards have cancelled
- `rest_max`: more cards than a rest may discard
- `family`: a defence card is of the family of no surviving attack card
- `against`: a defence card is set against no surviving, uncountered attack card of its family
- `over`, `fallen`: resigning after the end, or à terre
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Any

from rules.game import IllegalMove, Seat
from rules.games.arena_battle import NOTHING, may_defend, some_survive
from rules.games.arena_cards import FAMILY, VALUE
from rules.games.arena_moves import (
    PASS,
    Attack,
    Defend,
    Move,
    Pass,
    Reinforce,
    Resign,
    Rest,
    Setting,
)
from rules.games.arena_table import Cards, Phase, Table, View


def refusal(view: View, move: Move) -> str | None:
    """Return why a move is illegal where it stands, None if it is legal."""
    if isinstance(move, Resign):
        return _resign_refusal(view)
    if not view.is_awaited:
        return "not_awaited"
    phases, check = _CHECKS[type(move)]
    return check(view, move) if view.table.phase in phases else "wrong_phase"


def is_legal(view: View, move: Move) -> bool:
    """Say cheaply whether a move is legal there, `resign` included."""
    return refusal(view, move) is None


def _resign_refusal(view: View) -> str | None:
    if view.table.outcome is not None:
        return "over"
    if view.seat is None:
        return "not_awaited"
    return None if view.table.is_standing(view.seat) else "fallen"


def _missing(hand: Cards, cards: Cards) -> str | None:
    """Refuse cards that the hand does not hold; equal cards must be there as often as named."""
    if not cards:
        return "no_card"
    left = list(hand)
    for card in cards:
        if type(card) is not int or card not in left:
            return "not_in_hand"
        left.remove(card)
    return None


def _attack_refusal(view: View, move: Attack) -> str | None:
    if not _is_target(view, move.target):
        return "target"
    missing = _missing(view.hand, move.cards)
    if missing or not view.table.options.cancel or some_survive(move.cards):
        return missing
    return "cancels_itself"


def _is_target(view: View, target: Seat) -> bool:
    seats = len(view.table.endurance)
    is_seat = type(target) is int and 0 <= target < seats
    return is_seat and target != view.seat and view.table.is_standing(target)


def _rest_refusal(view: View, move: Rest) -> str | None:
    most = view.table.options.rest_max
    if most is not None and len(move.cards) > most:
        return "rest_max"
    return _missing(view.hand, move.cards)


def _reinforcement_refusal(view: View, move: Reinforce) -> str | None:
    if view.table.phase is Phase.REINFORCE_DEFENCE:
        return _defence_refusal(view, move)
    if any(against is not None for _, against in move.settings):
        return "against"
    return _missing(view.hand, move.cards)


def _defence_refusal(view: View, move: Defend | Reinforce) -> str | None:
    missing = _missing(view.hand, move.cards)
    if missing:
        return missing
    if not all(may_defend(card, view.table.attack) for card in move.cards):
        return "family"
    table = view.table
    return None if settle(table.attack, table.against, move.settings) is not None else "against"


def _pass_refusal(view: View, move: Pass) -> str | None:
    del view, move
    return None


_REINFORCING = (Phase.REINFORCE_ATTACK, Phase.REINFORCE_DEFENCE)
_CHECKS: dict[type[Move], tuple[tuple[Phase, ...], Callable[[View, Any], str | None]]] = {
    Attack: ((Phase.TURN,), _attack_refusal),
    Rest: ((Phase.TURN,), _rest_refusal),
    Reinforce: (_REINFORCING, _reinforcement_refusal),
    Defend: ((Phase.DEFEND,), _defence_refusal),
    Pass: ((Phase.DEFEND, *_REINFORCING), _pass_refusal),
}


def settle(
    attack: Cards, countered: Iterable[int], settings: Sequence[Setting]
) -> tuple[int, ...] | None:
    """Return the place in the attack that each defence card is set against, or `NOTHING`.

    `countered` are the places that earlier defence cards are set against. Of several equal attack
    cards the one laid first is countered first; None if a card is set against no surviving attack
    card of its family that is not yet countered (rules 2, 5).
    """
    taken = set(countered)
    places: list[int] = []
    for card, against in settings:
        place = NOTHING if against is None else _free_place(attack, card, against, taken)
        if place is None:
            return None
        taken.add(place)
        places.append(place)
    return tuple(places)


def _free_place(attack: Cards, card: int, against: int, taken: Container[int]) -> int | None:
    if type(against) is not int:
        return None
    for place, attacking in enumerate(attack):
        if attacking == against and place not in taken:
            return place if FAMILY[attacking] == FAMILY[card] else None
    return None


def legal_moves(view: View) -> Iterator[Move]:
    """Yield each different legal move, `resign` apart, by and by: there may be a great many.

    The order in which cards are laid makes a different move, since it decides what cancels and
    what lies where on the discards.
    """
    if not view.is_awaited:
        return iter(())
    return _MOVES[view.table.phase](view)


def _turn_moves(view: View) -> Iterator[Move]:
    for target in targets(view):
        for cards in _arrangements(view.hand, len(view.hand)):
            if not view.table.options.cancel or some_survive(cards):
                yield Attack(target, cards)
    for cards in _arrangements(view.hand, view.table.options.rest_max or len(view.hand)):
        yield Rest(cards)


def targets(view: View) -> tuple[Seat, ...]:
    """Return the players that this seat could attack, by seat."""
    seats = range(len(view.table.endurance))
    return tuple(Seat(seat) for seat in seats if _is_target(view, Seat(seat)))


def _arrangements(cards: Cards, most: int) -> Iterator[Cards]:
    """Yield each different non-empty row of at most so many of the cards."""
    for size in range(1, min(most, len(cards)) + 1):
        yield from dict.fromkeys(permutations(cards, size))


def _reinforcements(view: View) -> Iterator[Move]:
    yield PASS
    for cards in _arrangements(view.hand, len(view.hand)):
        yield Reinforce(tuple((card, None) for card in cards))


def _defences(view: View) -> Iterator[Move]:
    yield PASS
    kind = Defend if view.table.phase is Phase.DEFEND else Reinforce
    useful = tuple(card for card in view.hand if may_defend(card, view.table.attack))
    for cards in _arrangements(useful, len(useful)):
        for settings in _pairings(cards, uncountered(view.table)):
            yield kind(settings)


def uncountered(table: Table) -> Counter[int]:
    """Count the surviving attack cards that no defence card is set against, in the order laid."""
    countered = table.countered
    return Counter(card for place, card in enumerate(table.attack) if place not in countered)


def _pairings(cards: Cards, free: Counter[int]) -> Iterator[tuple[Setting, ...]]:
    """Yield each way to set the cards against free attack cards of their families."""
    if not cards:
        yield ()
        return
    for against in _choices(cards[0], free):
        rest = free if against is None else free - Counter((against,))
        for settings in _pairings(cards[1:], rest):
            yield ((cards[0], against), *settings)


def _choices(card: int, free: Iterable[int]) -> list[int | None]:
    return [None, *(against for against in free if FAMILY[against] == FAMILY[card])]


_MOVES = {
    Phase.TURN: _turn_moves,
    Phase.REINFORCE_ATTACK: _reinforcements,
    Phase.DEFEND: _defences,
    Phase.REINFORCE_DEFENCE: _defences,
}


def random_move(view: View, random: Random) -> Move:
    """Draw a legal move (never `resign`); every legal move can come.

    Raise `IllegalMove` (`not_awaited`) where the seat has nothing to decide.
    """
    _must_decide(view)
    return _DRAWS[view.table.phase](view, random)


def _must_decide(view: View) -> None:
    if not view.is_awaited:
        raise IllegalMove("not_awaited", "this seat has nothing to decide now")


def _some(cards: Cards, fewest: int, most: int, random: Random) -> Cards:
    """Draw some of the cards in any order, each number of them as likely."""
    left, draw = list(cards), random.random
    count = fewest + int(draw() * (min(most, len(left)) + 1 - fewest))
    return tuple([left.pop(int(draw() * len(left))) for _ in range(count)])


def _random_turn(view: View, random: Random) -> Move:
    options = view.table.options
    if random.random() < 1 / 4:
        return Rest(_some(view.hand, 1, options.rest_max or len(view.hand), random))
    target = random.choice(targets(view))
    while True:
        cards = _some(view.hand, 1, len(view.hand), random)
        if not options.cancel or some_survive(cards):
            return Attack(target, cards)


def _random_reinforcement(view: View, random: Random) -> Move:
    cards = _some(view.hand, 0, len(view.hand), random)
    return Reinforce(tuple((card, None) for card in cards)) if cards else PASS


def _random_defence(view: View, random: Random) -> Move:
    useful = tuple(card for card in view.hand if may_defend(card, view.table.attack))
    free = uncountered(view.table)
    settings = []
    for card in _some(useful, 0, len(useful), random):
        against = random.choice(_choices(card, free))
        free -= Counter(() if against is None else (against,))
        settings.append((card, against))
    kind = Defend if view.table.phase is Phase.DEFEND else Reinforce
    return kind(tuple(settings)) if settings else PASS


_DRAWS = {
    Phase.TURN: _random_turn,
    Phase.REINFORCE_ATTACK: _random_reinforcement,
    Phase.DEFEND: _random_defence,
    Phase.REINFORCE_DEFENCE: _random_defence,
}


def clock_move(view: View) -> Move:
    """Return what the server plays when a clock runs out: `pass`, or a rest with the least card.

    J, Q and K are equal; of equal cards the first in the hand (record). Raise `IllegalMove`
    (`not_awaited`) where the seat has nothing to decide.
    """
    _must_decide(view)
    if view.table.phase is not Phase.TURN:
        return PASS
    return Rest((min(view.hand, key=lambda card: VALUE[card]),))
