"""What a player's open lays tell of its habits: whether it likes to begin with its best cards.

A habit is a number from -1, always its weakest card first, to 1, always its strongest; 0 while
nothing can be told. Somebody whose card can be foreseen loses it, so a bot looks for it first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from random import Random

from rules.bots.voleur_mind import Mind
from rules.bots.voleur_values import MET, RANK
from rules.games.voleur_kinds import FIRST_GADGET, Kind, kind_of
from rules.games.voleur_state import lone_spy

# Chances[size - 1]: for a hand of that size, by rank, the chance that this card or a weaker comes.
Chances = tuple[tuple[float, ...], ...]

LARGEST_HAND = 11

# What is laid before anything is known: the weakest, the strongest, else any card.
_WEAKEST, _STRONGEST = 0.3, 0.35
_TRUST = 10.0
_DOUBT = 3.0
_HANDS = 30


def _beats(mine: Kind, other: Kind) -> int:
    return (RANK[mine] > RANK[other]) - (RANK[mine] < RANK[other])


_AGAINST_ANY = tuple(
    sum(met * _beats(mine, other) for other, met in enumerate(MET)) / sum(MET)
    for mine in range(FIRST_GADGET)
)


def habit_of_enemy(mind: Mind) -> float:
    """Return the enemy's habit, doubted while few of its cards have been seen."""
    places = [place for manche in range(1, mind.view.manche + 1) for place in _places(mind, manche)]
    return sum(places) / (len(places) + _DOUBT)


def _places(mind: Mind, manche: int) -> Iterator[float]:
    """Yield where each card that the enemy chose unseeing stood among those it kept, -1 to 1."""
    is_running = manche == mind.view.manche
    kept = [kind for kind in mind.known if kind < FIRST_GADGET] if is_running else []
    hidden = mind.unseen.number if is_running else 0
    for kind, had_seen in reversed(_laid_by_enemy(mind, manche)):
        if not had_seen and (kept or hidden):
            yield _place(kind, kept, hidden)
        kept.append(kind)


def _laid_by_enemy(mind: Mind, manche: int) -> list[tuple[Kind, bool]]:
    """List the cards that the enemy laid in a manche, and whether it had seen the other first."""
    turns = [turn for turn in mind.view.history if turn.manche == manche]
    laid = [(turn.played[mind.enemy], lone_spy(turn.spied) == mind.enemy) for turn in turns]
    return [(kind_of(lay.card), had_seen) for lay, had_seen in laid if lay is not None]


def _place(kind: Kind, kept: Sequence[Kind], hidden: int) -> float:
    beaten = sum(_beats(kind, other) for other in kept)
    return (beaten + hidden * _AGAINST_ANY[kind]) / (len(kept) + hidden)


def chances(habit: float) -> Chances:
    """Return how likely a player of that habit lays each card of a hand."""
    return tuple(tuple(_chances(size, habit)) for size in range(1, LARGEST_HAND + 1))


def _chances(size: int, habit: float) -> Iterator[float]:
    """Yield the running sums of the chances, the last one 1."""
    weights = [(1 - _WEAKEST - _STRONGEST) / size] * size
    weights[0] += _WEAKEST
    weights[-1] += _STRONGEST
    for place in range(size):
        weights[place] *= exp(_TRUST * habit * (2 * place / max(1, size - 1) - 1))
    total, reached = sum(weights), 0.0
    for weight in weights[:-1]:
        reached += weight / total
        yield reached
    yield 1.0


def outlook(mind: Mind, habit: float, random: Random) -> list[float]:
    """Return for each kind the chance that the enemy lays it now, from some hands it may hold.

    No kind has any if the enemy's card lies open already.
    """
    coming = [0.0] * FIRST_GADGET
    if mind.facing is not None:
        return coming
    likely = chances(habit)
    for _ in range(_HANDS):
        before = 0.0
        cards = sorted(mind.deal(random).cards1, key=RANK.__getitem__)
        for kind, reached in zip(cards, likely[len(cards) - 1], strict=True):
            coming[kind] += (reached - before) / _HANDS
            before = reached
    return coming
