"""What a match of Voleur de Cartes is played with: cards, two decks, the wager, the house rule.

Record, `voleur` options; rules 1, Wager and Deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.cards import Card, Rarity, read_card, write_card
from rules.decks import Minimum, deck_violations, wager_allows_a_deck
from rules.game import SetupError

SEATS = 2
_KEYS = ("cards", "decks", "wagers", "minimum")


@dataclass(frozen=True, slots=True)
class Options:
    """The facts of one match: every card of it is one of `cards`, shared by reference.

    `decks` stand in the order in which they are shuffled; `wagers` is the card that each seat
    stakes, None for a friendly match.
    """

    cards: tuple[Card, ...]
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]
    wagers: tuple[Card, Card] | None = None
    minimum: Minimum = Minimum.WAIVED

    @property
    def wager(self) -> Rarity | None:
        """Return the rarity that is staked by both, None in a friendly match."""
        return self.wagers[0].rarity if self.wagers else None


def read_options(raw: Mapping[str, Any] | None, seats: int) -> Options:
    """Check options as they stand in a record; raise `SetupError` naming what is wrong."""
    if seats != SEATS:
        raise SetupError("seats", f"voleur is played by two, not by {seats}", seats=seats)
    given = _known_keys({} if raw is None else raw)
    cards = _read_cards(given.get("cards"))
    options = Options(
        cards=tuple(cards.values()),
        decks=_read_decks(given.get("decks"), cards),
        wagers=_read_wagers(given.get("wagers"), cards),
        minimum=_read_minimum(given.get("minimum")),
    )
    _check_decks(options)
    return options


def _known_keys(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise SetupError("options", "options is not an object")
    for key in raw:
        if key not in _KEYS:
            raise SetupError("option", f"option {key!r} is unknown", option=key)
    return raw


def _read_cards(raw: Any) -> dict[str, Card]:
    if not isinstance(raw, dict):
        raise SetupError("cards", "cards is not an object of cards by id")
    return {card_id: read_card(card_id, facts) for card_id, facts in raw.items()}


def _read_decks(raw: Any, cards: Mapping[str, Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    if not isinstance(raw, list) or len(raw) != SEATS:
        raise SetupError("decks", "decks is not a list of two decks")
    first, second = (_read_ids("decks", ids, cards) for ids in raw)
    return first, second


def _read_wagers(raw: Any, cards: Mapping[str, Card]) -> tuple[Card, Card] | None:
    if raw is None:
        return None
    staked = _read_ids("wagers", raw, cards)
    if len(staked) != SEATS:
        raise SetupError("wagers", "wagers is not a list of two card ids")
    if staked[0].rarity is not staked[1].rarity:
        raise SetupError("wager_rarity", "the two wagers are not of equal rarity")
    return staked[0], staked[1]


def _read_ids(key: str, raw: Any, cards: Mapping[str, Card]) -> tuple[Card, ...]:
    if not isinstance(raw, list):
        raise SetupError(key, f"{key}: {raw!r} is not a list of card ids")
    for card_id in raw:
        if not isinstance(card_id, str) or card_id not in cards:
            raise SetupError("unknown_card", f"{key}: card {card_id!r} is unknown", card=card_id)
    return tuple(cards[card_id] for card_id in raw)


def _read_minimum(raw: Any) -> Minimum:
    if raw is None:
        return Minimum.WAIVED
    if not isinstance(raw, str) or raw not in tuple(Minimum):
        raise SetupError("minimum", f"minimum {raw!r} is unknown")
    return Minimum(raw)


def _check_decks(options: Options) -> None:
    """Refuse illegal decks, and a wager that the house rule `strict` leaves without any."""
    if not wager_allows_a_deck(options.wager, options.minimum):
        raise SetupError("strict_wager", f"strict: no deck is legal for {options.wager}")
    for seat, deck in enumerate(options.decks):
        _check_deck(seat, deck, options)


def _check_deck(seat: int, deck: Sequence[Card], options: Options) -> None:
    violations = deck_violations(deck, wager=options.wager, minimum=options.minimum)
    if violations:
        codes = tuple(violation.code for violation in violations)
        raise SetupError(
            "deck", f"the deck of seat {seat} breaks {', '.join(codes)}", seat=seat, codes=codes
        )


def write_options(options: Options) -> dict[str, Any]:
    """Return the options as plain JSON values that `read_options` takes back."""
    wagers = options.wagers
    return {
        "cards": {card.id: write_card(card) for card in options.cards},
        "decks": [[card.id for card in deck] for deck in options.decks],
        "wagers": None if wagers is None else [card.id for card in wagers],
        "minimum": str(options.minimum),
    }
