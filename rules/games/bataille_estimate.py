"""The estimate of the packets, as the option « pioche visible » shows it (rules 3, Estimate).

For the viewer's own packet and for the enemy's: is this card in there now? Certain (✓), possible
with its probability (?), left out where impossible. The probability is the share among all deals
and capture shuffles that fit everything the viewer has seen, the enemy's choices of pile being
taken as saying nothing.

It is exact, without a sample: along the blocks of `bataille_blocks` every way to send the unseen
cards is as likely as any other, so that a card's chance to be in a packet is the share of its
block's cards that came out there, directly or through later blocks, and whole numbers tell what
is certain. (Only where the alternatives pass MOST_WAYS does it become an approximation, and
then still shows nothing certain, and leaves nothing out, that isn't so by logic.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.game import Seat
from rules.games.bataille_blocks import block_of
from rules.games.bataille_cards import NAMES
from rules.games.bataille_memory import FrozenFlows, Knowledge
from rules.games.bataille_state import enemy_of
from rules.games.bataille_view import View

NEVER = Fraction(0)
CERTAIN = Fraction(1)


@dataclass(frozen=True, slots=True)
class Possible:
    """A card that is in a packet, or may be: `chance` is above 0, and 1 only where certain."""

    card: int
    chance: Fraction

    @property
    def is_certain(self) -> bool:
        """Say whether logic alone puts the card there (✓)."""
        return self.chance == CERTAIN

    @property
    def name(self) -> str:
        """Return the card's code in a record."""
        return NAMES[self.card]


@dataclass(frozen=True, slots=True)
class Estimate:
    """The cards that may be in each packet, in the order of the pack."""

    own: tuple[Possible, ...]
    enemy: tuple[Possible, ...]


def estimate(view: View) -> Estimate | None:
    """Return what the viewer may be shown of both packets.

    None for a spectator, and where the option hides it (pioche cachée).
    """
    if view.seat is None or not view.options.estimate:
        return None
    return Estimate(
        _possible(packet_chances(view.known, view.seat)),
        _possible(packet_chances(view.known, enemy_of(view.seat))),
    )


def _possible(chances: Mapping[int, Fraction]) -> tuple[Possible, ...]:
    return tuple(Possible(card, chance) for card, chance in sorted(chances.items()))


def packet_chances(known: Knowledge, seat: Seat) -> dict[int, Fraction]:
    """Return the chance of each card to be in a seat's packet, without those that can't be."""
    packet = known.packets[seat]
    chances = {content: CERTAIN for content in packet if content >= 0}
    shares = block_shares(known, packet)
    for block, _, cards in known.blocks:
        if shares[block]:
            chances.update(dict.fromkeys(cards, shares[block]))
    return chances


def block_shares(known: Knowledge, among: Iterable[int]) -> dict[int, Fraction]:
    """Return for each block the chance of its cards to have come out on one of these places."""
    there = Counter(block_of(content) for content in among if content < 0)
    places = {block: number for block, number, _ in known.blocks}
    total = sum(weight for weight, _ in known.ways)
    shares = dict.fromkeys(places, NEVER)
    for weight, flows in known.ways:
        for block, share in _shares_one_way(flows, places, there).items():
            shares[block] += share * Fraction(weight, total)
    return shares


def _shares_one_way(
    flows: FrozenFlows, places: Mapping[int, int], there: Mapping[int, int]
) -> dict[int, Fraction]:
    """Follow the flows back from the last block to the first."""
    shares: dict[int, Fraction] = {}
    for block in sorted(places, reverse=True):
        onward = [(target, number) for source, target, number in flows if source == block]
        hits = there[block] + sum(shares[target] * number for target, number in onward)
        leaving = places[block] + sum(number for _, number in onward)
        shares[block] = Fraction(hits, leaving) if leaving else NEVER
    return shares
