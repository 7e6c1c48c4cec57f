"""A move of the Arena as its form sends it: every card of the hand, with what was chosen for it.

`held` names the cards of the hand. Beside each stands, in the same order, `order` (its number among
those laid, empty if it stays) or, in defence, `against` (an attack card, `-` for none, empty if it
stays). So the form works without script, and with it alike.
"""

from __future__ import annotations

from django.http import QueryDict

from matches.selectors.boards.arena_preview import AGAINST_NOTHING, Draft
from rules.game import Seat

MOST_CARDS = 60


def draft_of(post: QueryDict) -> Draft:
    """Return the move that a form describes so far; what makes no sense is left out."""
    held = post.getlist("held")[:MOST_CARDS]
    against = post.getlist("against")
    target = post.get("target", "")
    seat = Seat(int(target)) if len(target) == 1 and target in "012345" else None
    if against:
        chosen = [pair for pair in zip(held, against, strict=False) if pair[1]]
        return Draft(
            tuple(card for card, _attack in chosen),
            tuple("" if attack == AGAINST_NOTHING else attack for _card, attack in chosen),
            seat,
        )
    return Draft(_in_order(held, post.getlist("order")), (), seat)


def _in_order(held: list[str], order: list[str]) -> tuple[str, ...]:
    """Return the numbered cards by their numbers, equal numbers as they lie in the hand."""
    numbered = [
        (int(number), card)
        for card, number in zip(held, order, strict=False)
        if number.isascii() and number.isdigit() and len(number) < 4
    ]
    numbered.sort(key=lambda pair: pair[0])
    return tuple(card for _number, card in numbered)


def move_text(post: QueryDict) -> str:
    """Return the move that a form asks for, as a record writes it; nothing without a verb."""
    verb = post.get("verb", "")
    return draft_of(post).text(verb) if verb else ""
