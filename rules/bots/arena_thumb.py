"""Rules of thumb for the Arena, quick enough to play whole matches within a search.

They look at the open table, at the hand of the seat awaited and at how many cards the others
hold, never at which. What they weigh is how many points of endurance a choice is worth:

- a card is worth its value wherever it counts: in attack, in defence and at rest
- an attack lets its target use up cards of the right family, which it then draws anew
- with several rivals, a point taken from one of them is worth less than a point of one's own
"""

from __future__ import annotations

from functools import lru_cache

from rules.games.arena_battle import COMBO_LENGTH, NOTHING, total
from rules.games.arena_cards import PACK, SUIT, VALUE
from rules.games.arena_sim import (
    ADD,
    ATTACK,
    DEFEND,
    GUARD,
    PASSING,
    RANK_BIT,
    REINFORCE,
    REST,
    TURN,
    VALUES_OF,
    Sim,
    SimMove,
)
from rules.games.arena_sim_moves import DIAMONDS, defenders_of, take_first_equal
from rules.games.arena_table import CLOCKWISE

AVERAGE = 7.7
"""What a card is worth before it is seen: the mean value of a pack."""

FELLING = 100
"""What it is worth to fell a rival, in points of endurance."""

ENDLESS = 10_000

REMEMBERED = 1 << 14
"""How many answers about hands are kept: the matches of a search hold the same hands often."""

PATIENCE = 50
"""In a match without a last round, the round from which rests are worth less and less."""

OF_SUIT = tuple(bytes(card for card in PACK if SUIT[card] == suit) for suit in range(4))
_OPPOSED = tuple(tuple(OF_SUIT[spades] + OF_SUIT[clubs] for clubs in (3, 2)) for spades in (1, 0))
"""`_OPPOSED[a][b]`: the suits against ♠ (a = 0) or ♥ (1), with those against ♦ (b = 0) or ♣ (1)."""


def thumb_move(sim: Sim) -> SimMove:
    """Choose a move for the seat awaited."""
    phase = sim.phase
    if phase == TURN:
        return turn_move(sim)
    if phase == DEFEND:
        return best_guard(sim)
    if phase == REINFORCE:
        return help_attack(sim)
    return PASSING


def makes_run(cards: bytes) -> bool:
    """Say whether there is a combo among cards, whatever cancels."""
    ranks = 0
    for card in cards:
        ranks |= RANK_BIT[card]
    return bool(ranks & ranks >> 1 & ranks >> 2 & ranks >> 3)


@lru_cache(maxsize=REMEMBERED)
def power(cards: bytes, worth: bytes) -> int:
    """Return what cards come to, combos doubled; `worth` is a table of the cards' values."""
    values = cards.translate(worth)
    return sum(values) if len(cards) < COMBO_LENGTH else total(cards, values)


def sides(hand: bytes, cancel: bool) -> list[bytes]:
    """Return the largest groups of cards that don't cancel each other."""
    if not cancel:
        return [hand]
    groups = [hand.translate(None, opposed) for row in _OPPOSED for opposed in row]
    return [group for group in dict.fromkeys(groups) if group]


@lru_cache(maxsize=REMEMBERED)
def strongest(hand: bytes, worth: bytes, cancel: bool) -> bytes:
    """Return the cards that attack hardest without cancelling each other."""
    if not cancel:
        return hand
    sums = [0, 0, 0, 0]
    for card in hand:
        sums[SUIT[card]] += worth[card]
    if makes_run(hand):
        return max(sides(hand, cancel), key=lambda side: power(side, worth))
    return hand.translate(None, _OPPOSED[sums[0] < sums[1]][sums[2] < sums[3]])


def rivals(sim: Sim, me: int) -> list[int]:
    """Return the other seats that stand."""
    return [seat for seat in CLOCKWISE[sim.seats][me] if sim.endurance[seat]]


def turn_move(sim: Sim) -> SimMove:
    """Rest with all that is allowed where that is worth more than the best attack."""
    if sim.round == sim.options.rounds:
        return last_move(sim)
    worth, move = best_attack(sim)
    cards, left = best_rest(sim), patience(sim)
    if left and rest_gain(sim, cards) * left > worth:
        return REST, -1, cards, ()
    return move


def best_attack(sim: Sim) -> tuple[float, SimMove]:
    """Return the best attack and what it is worth: less what it lets the target use up."""
    me, endurance = sim.turn, sim.endurance
    others = rivals(sim, me)
    best, move = -float(ENDLESS), PASSING
    cards, hits, known = b"", 0, None
    for target in others:
        worth = sim.worth(me, target)
        if worth is not known:
            cards, known = strongest(sim.hands[me], worth, sim.options.cancel), worth
            hits = power(cards, worth)
        net = hits - given_away(sim, target, cards)
        net += FELLING if net >= endurance[target] else 0
        net = net / len(others) - endurance[target] / 1000
        if net > best:
            best, move = net, (ATTACK, target, cards, ())
    return best, move


def given_away(sim: Sim, target: int, cards: bytes) -> float:
    """Return what an attack lets its target use up: every such card is drawn anew."""
    both_families = min(cards) < DIAMONDS <= max(cards)
    usable = len(sim.hands[target]) * (1.0 if both_families else 0.5)
    return AVERAGE * min(usable, len(cards))


def best_rest(sim: Sim) -> bytes:
    """Return the cards that a rest gains most with: all, or the highest that are allowed."""
    hand, most = sim.hands[sim.turn], sim.options.rest_max
    if most is None or len(hand) <= most:
        return hand
    return by_value(hand)[:most]


def by_value(cards: bytes) -> bytes:
    """Return cards, the highest first."""
    return bytes(sorted(cards, key=VALUE.__getitem__, reverse=True))


def rest_gain(sim: Sim, cards: bytes) -> int:
    """Return by how much a rest with these cards raises endurance."""
    options = sim.options
    room = options.endurance - sim.endurance[sim.turn] if options.cap else ENDLESS
    return min(power(cards, VALUES_OF), room)


def patience(sim: Sim) -> float:
    """Return what a point gained at rest is worth: less and less where no round is the last."""
    if sim.options.rounds is not None or sim.round < PATIENCE:
        return 1.0
    return max(0.0, 2.0 - sim.round / PATIENCE)


def last_move(sim: Sim) -> SimMove:
    """In the last round, choose what leaves the seat furthest ahead of the best rival."""
    me, endurance = sim.turn, sim.endurance
    others = rivals(sim, me)
    cards = best_rest(sim)
    best = rest_gain(sim, cards) - float(max(endurance[seat] for seat in others))
    move: SimMove = (REST, -1, cards, ())
    for target in others:
        worth = sim.worth(me, target)
        cards = strongest(sim.hands[me], worth, sim.options.cancel)
        left = endurance[target] - power(cards, worth) + given_away(sim, target, cards) / 2
        ahead = -max([left, *(endurance[seat] for seat in others if seat != target)])
        if ahead > best:
            best, move = ahead, (ATTACK, target, cards, ())
    return move


def help_attack(sim: Sim) -> SimMove:
    """Add low cards to an attack where one's own turn comes next: they are drawn anew at once."""
    me, others = sim.waiting[0], sim.standing - 1
    if rivals(sim, sim.turn)[0] != me:
        return PASSING
    cancel, hand = sim.options.cancel, sim.hands[me]
    harmless = hand.translate(None, cancelling(sim.attack)) if cancel else hand
    lowest = AVERAGE * others / (others - 1)
    cards = strongest(harmless, sim.worth(me, sim.target), cancel)
    cards = bytes([card for card in cards if VALUE[card] < lowest])
    return (ADD, -1, cards, ()) if cards else PASSING


def cancelling(attack: bytes) -> bytes:
    """Return all the cards that would cancel one of an attack."""
    return b"".join([OF_SUIT[suit ^ 1] for suit in range(4) if attack.translate(None, OTHER[suit])])


OTHER = tuple(bytes(card for card in PACK if SUIT[card] != suit) for suit in range(4))
"""The cards that are not of a suit."""


def best_guard(sim: Sim) -> SimMove:
    """Set the highest cards against the highest attack cards of their family.

    Where all counts in one total, the cards left over are laid too.
    """
    useful = by_value(defenders_of(sim.attack, sim.hands[sim.waiting[0]]))
    free = _free_places(sim)
    as_totals = len(sim.attack) >= COMBO_LENGTH and makes_run(sim.attack)
    cards, against = [], []
    for card in useful:
        places = free[card >= DIAMONDS]
        if places or as_totals:
            cards.append(card)
            against.append(take_first_equal(sim.attack, places, 0) if places else NOTHING)
    return (GUARD, -1, bytes(cards), tuple(against)) if cards else PASSING


def _free_places(sim: Sim) -> tuple[list[int], list[int]]:
    """Return the places of the uncountered attack cards by family, the highest cards first."""
    values = sim.values
    free: tuple[list[int], list[int]] = ([], [])
    for place in sorted(range(len(values)), key=values.__getitem__, reverse=True):
        if place not in sim.against:
            free[sim.attack[place] >= DIAMONDS].append(place)
    return free
