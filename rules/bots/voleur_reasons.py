"""Why a Voleur bot makes a move: what the move does where it stands, as a code and its facts.

Cards are named by id; `points` are count points, `beats` is how many times in a hundred the card
beats what the enemy may lay. The codes and their facts:

before playing
- `spy` (gadget, card): a Gadget makes the enemy show first, `card` is the strongest in hand
- `keep_gadgets` (gadgets): none is laid, the hand holds so many

facing a card that lies open (`enemy`, and `enemy_gadget` where one was laid with it)
- `beat` (card, enemy, points): takes the whole stake, of so many points
- `beat_with_gadget` (card, gadget, enemy, points): the same, by a Gadget
- `level` (card, enemy): each keeps its own
- `give_least` (card, enemy, points): gives away the card that costs least
- `give` (card, enemy, points): gives another card away

having to show first
- `show_least` (card, points, beats): shows the card that costs least
- `show` (card, beats): shows another card

unseeing, both at once
- `only_card` (card, beats): there is no other card in hand
- `keep_secret` (card, secret, enemy_secret, beats): lays its cheapest card and keeps a Secrète;
  `enemy_secret` says whether the enemy's is `known`, `possible` or `gone`
- `strengthen` (card, gadget, beats): a Gadget lifts the card above more of the enemy's
- `strongest` (card, beats): its best card, while that beats at least half of what may come
- `cheapest` (card, points, beats): the card that costs least, whatever comes
- `measured` (card, beats): a card between

`normal` and `hard` add `habit` (-100 its weakest cards first, 100 its strongest) where the enemy
has shown one; `hard` adds `hope`, its chance to win the match (0 to 1), and `tried`, how many
manches it played to their end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.bots.bot import Reason
from rules.bots.voleur_mind import Mind
from rules.bots.voleur_values import PRICE, RANK
from rules.cards import Rarity
from rules.games.voleur_kinds import FIRST_GADGET, KINDS, Kind, kind_of
from rules.games.voleur_sim import GADGET_POINTS, LAYS, STAKES, TAKEN, Gadget, LayNumber

_CLEAR_HABIT = 0.25
_HALF = 50

Told = tuple[str, dict[str, Any]]


def reason_to_spy(mind: Mind, gadget: Gadget) -> Reason:
    """Say why a Gadget is laid before playing, or none."""
    if not gadget:
        return _reason("keep_gadgets", {"gadgets": len(mind.base.gadgets0)})
    best = max(mind.base.cards0, key=RANK.__getitem__)
    return _reason("spy", {"gadget": mind.gadget_name(gadget), "card": mind.name(best)})


def reason_to_lay(mind: Mind, lay: LayNumber, outlook: Sequence[float]) -> Reason:
    """Say why a card is laid; `outlook` are the chances of what the enemy may lay, by kind."""
    if mind.facing is not None:
        return _reason(*_facing(mind, lay, mind.facing))
    code, facts = _leading(mind, lay) if mind.leads else _unseeing(mind, lay)
    return _reason(code, facts | {"beats": beats(lay, outlook)})


def beats(lay: LayNumber, outlook: Sequence[float]) -> int:
    """Return how many times in a hundred a lay beats what the enemy may lay."""
    won = sum(
        chance for kind, chance in enumerate(outlook) if chance and TAKEN[lay][kind * LAYS] > 0
    )
    return round(100 * won / sum(outlook))


def with_habit(reason: Reason, habit: float) -> Reason:
    """Add the enemy's habit where it is clear enough to be told."""
    if abs(habit) < _CLEAR_HABIT:
        return reason
    return Reason(reason.code, (*reason.facts, ("habit", round(100 * habit))))


def _reason(code: str, facts: dict[str, Any]) -> Reason:
    return Reason(code, tuple(facts.items()))


def _facing(mind: Mind, lay: LayNumber, enemy: LayNumber) -> Told:
    facts = _named(mind, lay) | _shown(mind)
    taken = TAKEN[lay][enemy]
    if taken > 0:
        points = STAKES[lay] + STAKES[enemy] + GADGET_POINTS
        return "beat_with_gadget" if lay % LAYS else "beat", facts | {"points": points}
    if taken == 0:
        return "level", facts
    least = _is_cheapest(mind, lay)
    return "give_least" if least else "give", facts | {"points": STAKES[lay]}


def _leading(mind: Mind, lay: LayNumber) -> Told:
    facts = _named(mind, lay)
    if _is_cheapest(mind, lay):
        return "show_least", facts | {"points": STAKES[lay]}
    return "show", facts


def _unseeing(mind: Mind, lay: LayNumber) -> Told:
    facts = _named(mind, lay)
    if len(mind.base.cards0) == 1:
        return "only_card", facts
    if lay % LAYS:
        return "strengthen", facts
    if lay // LAYS == max(mind.base.cards0, key=RANK.__getitem__):
        return "strongest", facts
    if not _is_cheapest(mind, lay):
        return "measured", facts
    secrets = [kind for kind in mind.base.cards0 if _is_secret(kind)]
    if secrets:
        kept = {"secret": mind.name(secrets[0]), "enemy_secret": _enemy_secret(mind)}
        return "keep_secret", facts | kept
    return "cheapest", facts | {"points": STAKES[lay]}


def _is_cheapest(mind: Mind, lay: LayNumber) -> bool:
    return lay == min(mind.base.cards0, key=PRICE.__getitem__) * LAYS


def _is_secret(kind: Kind) -> bool:
    return kind < FIRST_GADGET and KINDS[kind].rarity is Rarity.SECRET


def _enemy_secret(mind: Mind) -> str:
    if any(_is_secret(kind) for kind in mind.known):
        return "known"
    shown = any(_is_secret(kind_of(card)) for card in mind.view.shown(mind.enemy))
    staked = mind.view.wager is Rarity.SECRET
    return "gone" if shown or staked or not mind.unseen.number else "possible"


def _named(mind: Mind, lay: LayNumber) -> dict[str, Any]:
    kind, gadget = divmod(lay, LAYS)
    named = {"card": mind.name(kind)}
    return named | {"gadget": mind.gadget_name(gadget)} if gadget else named


def _shown(mind: Mind) -> dict[str, Any]:
    laid = mind.view.played[mind.enemy]
    assert laid is not None, "the enemy has shown its card"
    named = {"enemy": laid.card.id}
    return named if laid.gadget is None else named | {"enemy_gadget": laid.gadget.id}
