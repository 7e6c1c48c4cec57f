"""Why an Arena bot makes a move: what the move does on the open table, as a code and its facts.

The codes and their facts (endurance, values and losses in points; `target` and the like are seats):

- `fells` (target, value, endurance): undefended, the attack puts the target à terre
- `combo` (target, value): the attack holds a combo
- `undefended` (target, value): the target has no card to defend itself with
- `attack` (target, value, held): any other attack; the target holds so many cards
- `rest` (gain, endurance): a rest that raises endurance to so much
- `change_cards` (cards): a rest that gains nothing, to draw better cards
- `break_attack` (before, after): a reinforcement that makes the attack weaker by cancelling
- `help_attack` (target, adds): a reinforcement that makes it stronger by so much
- `survive` (loss, without): undefended one would be à terre
- `strike_down` (attacker, strikes_back): the defence puts the attacker à terre
- `defend`, `help_defence` (loss, without, strikes_back): the target loses so much instead of more
- `nothing_fits` (loss): no card in hand is of a family of the attack
- `keep_cards` (phase): nothing is laid, the cards are worth more in hand

In the last round every reason has the fact (`last_round`, True) besides. The hard bot adds `hope`,
the share of the victory that it hopes for (0 to 1), and `tried`, how many matches it played on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.bots.bot import Reason
from rules.games.arena_battle import may_defend
from rules.games.arena_moves import Attack, Defend, Move, Pass, Reinforce, Rest
from rules.games.arena_preview import (
    preview_attack,
    preview_battle,
    preview_defence,
    preview_outcome,
    preview_reinforcement,
    preview_rest,
)
from rules.games.arena_table import Phase, View


def reason_for(view: View, move: Move, *more: tuple[str, Any]) -> Reason:
    """Say what a legal move, `resign` apart, does where it stands; `more` are further facts."""
    code, facts = _REASONS[type(move)](view, move)
    table = view.table
    late = (("last_round", True),) if table.round == table.options.rounds else ()
    return Reason(code, (*facts.items(), *late, *more))


Told = tuple[str, dict[str, Any]]


def _attack(view: View, move: Attack) -> Told:
    table, target = view.table, move.target
    preview = preview_attack(view, target, move.cards)
    value = preview.total
    facts = {"target": target, "value": value}
    if value >= table.endurance[target]:
        return "fells", {**facts, "endurance": table.endurance[target]}
    if preview.combos:
        return "combo", facts
    if not table.hand_sizes[target]:
        return "undefended", facts
    return "attack", {**facts, "held": table.hand_sizes[target]}


def _rest(view: View, move: Rest) -> Told:
    assert view.seat is not None, "a spectator chooses nothing"
    gain = preview_rest(view, move.cards)
    if not gain:
        return "change_cards", {"cards": len(move.cards)}
    return "rest", {"gain": gain, "endurance": view.table.endurance[view.seat] + gain}


def _reinforce(view: View, move: Reinforce) -> Told:
    table = view.table
    if table.phase is Phase.REINFORCE_DEFENCE:
        return _defend(view, move)
    before = preview_battle(table).total
    after = preview_reinforcement(view, move.cards).total
    if after < before:
        return "break_attack", {"before": before, "after": after}
    return "help_attack", {"target": table.target, "adds": after - before}


def _defend(view: View, move: Defend | Reinforce) -> Told:
    table = view.table
    without, now = preview_outcome(table), preview_defence(view, move.settings)
    assert now is not None, "only legal moves have a reason"
    facts = {"loss": now.target_loses, "without": without.target_loses}
    if now.attacker_loses >= table.endurance[table.turn]:
        return "strike_down", {"attacker": table.turn, "strikes_back": now.attacker_loses}
    if isinstance(move, Reinforce):
        return "help_defence", {**facts, "strikes_back": now.attacker_loses}
    if without.target_loses >= table.endurance[table.target] > now.target_loses:
        return "survive", facts
    return "defend", {**facts, "strikes_back": now.attacker_loses}


def _pass(view: View, move: Pass) -> Told:
    del move
    table = view.table
    if table.phase is Phase.REINFORCE_ATTACK:
        return "keep_cards", {"phase": str(table.phase)}
    if not any(may_defend(card, table.attack) for card in view.hand):
        return "nothing_fits", {"loss": preview_outcome(table).target_loses}
    return "keep_cards", {"phase": str(table.phase)}


_REASONS: dict[type[Move], Callable[[View, Any], Told]] = {
    Attack: _attack,
    Rest: _rest,
    Reinforce: _reinforce,
    Defend: _defend,
    Pass: _pass,
}
