"""Cards as values: the eleven rarities of Voleur de Cartes and the 52-card pack.

Rules 1, Cards: what a card is worth in the count and in play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from rules.game import SetupError

CARD_ID = re.compile(r"[a-z0-9-]+\Z")


class Rarity(StrEnum):
    """The rarity codes, in the order of the rules' table."""

    COMMON = "common"
    RARE = "rare"
    SUPER_RARE = "super_rare"
    GADGET = "gadget"
    EPIC = "epic"
    MYTHIC = "mythic"
    LEGENDARY = "legendary"
    CHROMATIC = "chromatic"
    EXCEPTIONAL = "exceptional"
    SECRET = "secret"  # noqa: S105 (a rarity)
    PROMOTIONAL = "promotional"


COUNT_POINTS: Mapping[Rarity, int] = {
    Rarity.COMMON: 1,
    Rarity.RARE: 2,
    Rarity.SUPER_RARE: 3,
    Rarity.GADGET: 3,
    Rarity.EPIC: 4,
    Rarity.MYTHIC: 5,
    Rarity.LEGENDARY: 6,
    Rarity.CHROMATIC: 7,
    Rarity.EXCEPTIONAL: 5,
    Rarity.SECRET: 10,
    Rarity.PROMOTIONAL: 8,
}

BRAWLER_RARITIES: tuple[Rarity, ...] = (
    Rarity.COMMON,
    Rarity.RARE,
    Rarity.SUPER_RARE,
    Rarity.EPIC,
    Rarity.MYTHIC,
    Rarity.LEGENDARY,
    Rarity.CHROMATIC,
)

GADGET_BONUS = 2
GADGET_BONUS_SUITED = 3


@dataclass(frozen=True, slots=True)
class Card:
    """A Voleur card.

    `suits` is the rarity that a Gadget suits, `brawler` the rarity of an Exceptionnelle's
    Brawler, `super_secret` whether a Secrète beats the ordinary ones; each is set only there.

    What follows from them is reckoned once: `is_gadget`, never played alone; `count_points`, the
    points in the count at the end of a manche; `play_points`, those in play without a Gadget,
    where an Exceptionnelle has its Brawler's.
    """

    id: str
    rarity: Rarity
    suits: Rarity | None = None
    brawler: Rarity | None = None
    super_secret: bool = False
    is_gadget: bool = field(init=False, repr=False, compare=False)
    count_points: int = field(init=False, repr=False, compare=False)
    play_points: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Reckon what follows from the facts."""
        object.__setattr__(self, "is_gadget", self.rarity is Rarity.GADGET)
        object.__setattr__(self, "count_points", COUNT_POINTS[self.rarity])
        object.__setattr__(self, "play_points", COUNT_POINTS[self.brawler or self.rarity])

    def gadget_bonus(self, gadget: Card) -> int:
        """Return what a Gadget adds to this card when no Exceptionnelle is about."""
        return GADGET_BONUS_SUITED if gadget.suits is self.rarity else GADGET_BONUS


def read_card(card_id: str, facts: Any) -> Card:
    """Read a card as it stands in a record's `cards`; raise `SetupError` naming the card.

    `super` is checked on every card and counts on a Secrète only; keys that no card of this rarity
    has are ignored (record, `voleur` options).
    """
    if not CARD_ID.match(card_id):
        raise SetupError("card_id", f"{card_id!r} is no card id", card=card_id)
    if not isinstance(facts, dict):
        raise SetupError("card", f"card {card_id} is not an object", card=card_id)
    rarity = _read_rarity(card_id, "rarity", facts.get("rarity"), tuple(Rarity))
    super_secret = _read_super(card_id, facts) and rarity is Rarity.SECRET
    if rarity is Rarity.GADGET:
        suits = _read_rarity(card_id, "for", facts.get("for"), BRAWLER_RARITIES)
        return Card(card_id, rarity, suits=suits)
    if rarity is Rarity.EXCEPTIONAL:
        brawler = _read_rarity(card_id, "brawler", facts.get("brawler"), BRAWLER_RARITIES)
        return Card(card_id, rarity, brawler=brawler)
    return Card(card_id, rarity, super_secret=super_secret)


def _read_rarity(card_id: str, key: str, code: Any, allowed: tuple[Rarity, ...]) -> Rarity:
    if not isinstance(code, str) or code not in allowed:
        raise SetupError("rarity", f"card {card_id}: {key} {code!r} is unknown", card=card_id)
    return Rarity(code)


def _read_super(card_id: str, facts: Mapping[str, Any]) -> bool:
    flag = facts.get("super", False)
    if not isinstance(flag, bool):
        raise SetupError("super", f"card {card_id}: super must be true or false", card=card_id)
    return flag


def write_card(card: Card) -> dict[str, Any]:
    """Return the facts of a card as they stand in a record."""
    facts: dict[str, Any] = {"rarity": str(card.rarity)}
    if card.suits is not None:
        facts["for"] = str(card.suits)
    if card.brawler is not None:
        facts["brawler"] = str(card.brawler)
    if card.super_secret:
        facts["super"] = True
    return facts
