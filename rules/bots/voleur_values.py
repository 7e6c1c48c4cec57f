"""What cards of Voleur de Cartes are worth to a bot, as tables by kind and by lay."""

from __future__ import annotations

from rules.cards import Rarity
from rules.games.voleur_kinds import FIRST_GADGET, KINDS, Kind
from rules.games.voleur_sim import LAYS, STAKES, TAKEN, LayNumber

_ALL_LAYS = range(FIRST_GADGET * LAYS)


def _swing(mine: LayNumber, yours: LayNumber) -> int:
    taken = TAKEN[mine][yours]
    return taken * (STAKES[mine] + STAKES[yours]) if taken else STAKES[mine] - STAKES[yours]


# SWING[mine][yours]: the points that my tas gains over the other when both are laid.
SWING: tuple[tuple[int, ...], ...] = tuple(
    tuple(_swing(mine, yours) for yours in _ALL_LAYS) for mine in _ALL_LAYS
)

# How often each kind, Gadgets apart, is met in decks as people build them: in so many of 100.
MET: tuple[int, ...] = (217, 118, 135, 61, 85, 106, 71, 61, 34, 35, 8, 8, 9, 9, 9, 8, 9)

# The swing that a card brings on average against those of such a deck; a Gadget's was measured.
WORTH: tuple[float, ...] = tuple(
    sum(met * SWING[mine * LAYS][yours * LAYS] for yours, met in enumerate(MET)) / sum(MET)
    for mine in range(FIRST_GADGET)
)
GADGET_WORTH = 4.0


def _might(kind: Kind) -> tuple[bool, bool, int, int]:
    card = KINDS[kind]
    secret = card.rarity is Rarity.SECRET
    return secret, card.super_secret, card.play_points, card.count_points


_BY_MIGHT = sorted(range(FIRST_GADGET), key=_might)

# The place of a kind among all from the weakest in play; of equal ones what counts less is lower.
RANK: tuple[int, ...] = tuple(_BY_MIGHT.index(kind) for kind in range(FIRST_GADGET))

# What giving a card away costs: its count points, and its place among equals; a Secrète most.
PRICE: tuple[float, ...] = tuple(
    STAKES[kind * LAYS] * (2 if KINDS[kind].rarity is Rarity.SECRET else 1) + RANK[kind] / 100
    for kind in range(FIRST_GADGET)
)

# The points over a match that a card adds to a deck, by kind, Gadgets last (a regression over
# 12,000 simulated matches between decks as people build them). They tell decks apart, no more.
IN_DECK: tuple[float, ...] = (
    *(-13.5, -13.1, -10.8, -7.9, -4.1, 1.1, 7.0, 13.2, 21.9, 26.2),
    *(-17.4, -14.9, -9.9, -6.6, -4.4, 0.4, 5.8),
    *(3.6, 3.9, 3.9, 4.1, 4.2, 3.7, 3.5),
)
