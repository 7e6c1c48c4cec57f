"""`deck FILE`: everything that is wrong with a Voleur deck, or nothing."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rules import strict_json
from rules.cards import Card, Rarity, read_card
from rules.commands.files import DONE, WRONG, print_json, read_file
from rules.decks import DeckLine, Minimum, deck_violations
from rules.game import SetupError
from rules.record import SET_UP, RecordError


def add(commands: Any) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("deck", help="tell everything that is wrong with a Voleur deck")
    command.add_argument("file", metavar="FILE", type=Path)
    command.add_argument("--wager", type=Rarity, choices=list(Rarity), metavar="RARITY")
    command.add_argument("--minimum", type=Minimum, choices=list(Minimum), default="waived")
    command.add_argument("--json", action="store_true")
    command.set_defaults(run=_deck)


def _deck(asked: argparse.Namespace) -> int:
    deck, owned = _read_deck(read_file(asked.file))
    violations = deck_violations(deck, wager=asked.wager, minimum=asked.minimum, owned=owned)
    if asked.json:
        print_json(_judgement(violations))
    else:
        for violation in violations:
            print(violation.code)
    return WRONG if violations else DONE


def _judgement(violations: Sequence[DeckLine]) -> dict[str, Any]:
    return {
        "legal": not violations,
        "violations": [violation.code for violation in violations],
        "details": [_detail(violation) for violation in violations],
    }


def _detail(line: DeckLine) -> dict[str, Any]:
    return {
        "code": line.code,
        "found": line.found,
        "needed": line.needed,
        "cards": line.cards,
    }


def _read_deck(raw: bytes) -> tuple[list[Card], dict[str, int] | None]:
    try:
        return _deck_fields(strict_json.loads(raw))
    except SetupError as refusal:
        raise RecordError(SET_UP, refusal) from refusal


def _deck_fields(fields: Any) -> tuple[list[Card], dict[str, int] | None]:
    if not isinstance(fields, dict) or not isinstance(fields.get("cards"), dict):
        raise SetupError("cards", "cards is not an object")
    cards = {card_id: read_card(card_id, facts) for card_id, facts in fields["cards"].items()}
    return list(_known(cards, fields.get("deck"))), _owned(fields.get("owned"))


def _known(cards: dict[str, Card], ids: Any) -> Iterator[Card]:
    if not isinstance(ids, list):
        raise SetupError("deck", "deck is not a list")
    for card_id in ids:
        if not isinstance(card_id, str) or card_id not in cards:
            raise SetupError("unknown_card", f"the deck's card {card_id!r} is not in cards")
        yield cards[card_id]


def _owned(owned: Any) -> dict[str, int] | None:
    if owned is None:
        return None
    if not isinstance(owned, dict):
        raise SetupError("owned", "owned is not an object")
    for card_id, copies in owned.items():
        if type(copies) is not int or copies < 0:
            raise SetupError("owned", f"owned: {card_id!r} is not a number of copies")
    return owned
