"""The 24 kinds of Voleur cards that the rules tell apart, and decks drawn from them.

Two cards of one kind play and count alike, so a search works with kinds, small integers in a
fixed order, and what a seat hasn't seen of a deck is drawn as kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from rules.cards import BRAWLER_RARITIES, Card, Rarity
from rules.decks import Minimum, deck_limits

Kind = int

KINDS: tuple[Card, ...] = (
    *(Card(f"any-{rarity}".replace("_", "-"), rarity) for rarity in BRAWLER_RARITIES),
    Card("any-promotional", Rarity.PROMOTIONAL),
    Card("any-secret", Rarity.SECRET),
    Card("any-super-secret", Rarity.SECRET, super_secret=True),
    *(
        Card(f"any-exceptional-{rarity}".replace("_", "-"), Rarity.EXCEPTIONAL, brawler=rarity)
        for rarity in BRAWLER_RARITIES
    ),
    *(
        Card(f"any-gadget-{rarity}".replace("_", "-"), Rarity.GADGET, suits=rarity)
        for rarity in BRAWLER_RARITIES
    ),
)
FIRST_GADGET: Kind = next(kind for kind, card in enumerate(KINDS) if card.is_gadget)

# How often a free place of a deck goes to a card of each rarity, roughly as people build them.
APPEAL = {
    Rarity.COMMON: 2,
    Rarity.RARE: 2,
    Rarity.SUPER_RARE: 4,
    Rarity.GADGET: 14,
    Rarity.EPIC: 7,
    Rarity.MYTHIC: 10,
    Rarity.LEGENDARY: 14,
    Rarity.CHROMATIC: 14,
    Rarity.EXCEPTIONAL: 7,
    Rarity.SECRET: 14,
    Rarity.PROMOTIONAL: 7,
}

_BY_FACTS = {
    (card.rarity, card.suits, card.brawler, card.super_secret): kind
    for kind, card in enumerate(KINDS)
}
_RARITY = tuple(card.rarity for card in KINDS)
_KINDS_OF = {
    rarity: [kind for kind, card in enumerate(KINDS) if card.rarity is rarity] for rarity in Rarity
}
_GADGET = tuple(Rarity).index(Rarity.GADGET)
_SHARES = 14  # as many tickets as split evenly among one, two or seven kinds of a rarity

Ticket = tuple[Kind, int]
_TICKETS: tuple[Ticket, ...] = tuple(
    (kind, number)
    for number, rarity in enumerate(Rarity)
    for kind in _KINDS_OF[rarity]
    for _ in range(APPEAL[rarity] * _SHARES // len(_KINDS_OF[rarity]))
)
_GADGET_TICKETS = tuple(ticket for ticket in _TICKETS if ticket[1] == _GADGET)


def kind_of(card: Card) -> Kind:
    """Return the kind of a card."""
    return _BY_FACTS[card.rarity, card.suits, card.brawler, card.super_secret]


class Unseen:
    """The part of a legal deck that hasn't been seen: prepared once, drawn from often.

    `shown` are the kinds that the deck is known to hold, `size` is the number of all its cards.
    """

    __slots__ = ("_caps", "_needed", "_plain_tickets", "_tickets", "number")

    def __init__(
        self, shown: Sequence[Kind], size: int, wager: Rarity | None, minimum: Minimum
    ) -> None:
        self.number = size - len(shown)
        seen = Counter(_RARITY[kind] for kind in shown)
        limits = deck_limits(wager, minimum)
        short = {rarity: max(0, limits[rarity].least - seen[rarity]) for rarity in Rarity}
        needed = [rarity for rarity in Rarity for _ in range(short[rarity])]
        self._needed = needed[: self.number]
        self._caps = [limits[rarity].most - seen[rarity] - short[rarity] for rarity in Rarity]
        self._tickets = tuple(t for t in _TICKETS if self._caps[t[1]] > 0)
        self._plain_tickets = tuple(t for t in self._tickets if t[0] < FIRST_GADGET)

    def may_hold_gadget(self) -> bool:
        """Say whether a Gadget can be among the unseen cards."""
        return self._caps[_GADGET] > 0 and len(self._needed) < self.number

    def draw(self, random: Random, *, gadget: bool = False, plain: bool = False) -> list[Kind]:
        """Draw the unseen kinds; at least one Gadget, or one other card, among them if asked."""
        caps = self._caps.copy()
        drawn = [random.choice(_KINDS_OF[rarity]) for rarity in self._needed]
        if gadget:
            drawn.append(_one(random, _GADGET_TICKETS, caps))
        if plain and not self._needed:
            drawn.append(_one(random, self._plain_tickets, caps))
        while len(drawn) < self.number:
            drawn.append(_one(random, self._tickets, caps))
        return drawn


def _one(random: Random, tickets: Sequence[Ticket], caps: list[int]) -> Kind:
    """Draw a kind whose rarity still has room, and use that room."""
    while True:
        kind, rarity = tickets[int(random.random() * len(tickets))]
        if caps[rarity] > 0:
            caps[rarity] -= 1
            return kind
