"""Baten Kaitos Arena: two to six players, 52-card packs, the last one standing (rules 2).

This module is the referee: it tells a match from the deal to its end, one function a rule, in the
order of the rules page. Where to look:

- `setup`: six cards each; `_next_turn`, `_begin_turn`: who is next, rounds, drawing, skipping
- `_attack`, `_rest`, `_reinforce`: what a player does on a turn, and who adds to it
- `_cancel`: opposite suits leave the game; `_begin_defence`, `_defend`, `_begin_support`
- `_resolve`: losses, discards, those who fall
- `_resign`, and `_end_turn` for the **order of the endings**

What cards do to each other is in `arena_battle`, what a move would do in `arena_preview`, what a
seat may do in `arena_legal`, what it remembers in `arena_memory`, the values in `arena_table`,
options and moves beside them; all that the protocol asks for is named here.

Decisions taken where the text is silent or contradicts itself [D], besides the options: the ace is
low only; cancellation holds for the attack side only; damage falls at once on the target and on the
player whose turn it is, never on those who reinforced; an attack must be left with a card after
its own cards have cancelled each other; who reinforced the attack can't reinforce the defence.

The endings, the first that holds decides: (1) one player standing, `last_standing`; (2) nobody
standing, attacker and target share it, `double_knockout`; (3) the last turn of the last round is
over, skipped or not, `rounds`; (4) a turn begins under `race` with that player's draw pile empty,
`race`; (5) as many turns in a row were skipped as players stand, `exhausted`. They are looked at
when a turn ends, (4) when one begins, and (1) also as soon as a resignation leaves one standing.

`resign`: the seat falls at once. If it is whose turn it is, or the target of the running attack,
what lies open of the attack, then of the defence, is discarded, then its hand, and the turn ends
there, with the endings as after any turn. Before the cancellation nothing of the attack is
cancelled any more. Of any other seat the hand alone is discarded; it is asked nothing more, and
what it laid as reinforcement stays.

Events, each with its facts (cards as the record's codes): `drew` (seat, count; its owner also
cards), `reshuffled` (pile, cards: how many), `round_began` (round), `turn_began` (seat, round),
`turn_skipped` (seat), `attacked` (seat, target, cards), `rested` (seat, cards, gain, endurance),
`attack_reinforced` (seat, cards), `passed` (seat, phase), `cancelled` (pairs of cards), `broken`
(no facts: nothing is left of the attack), `defended` and `defence_reinforced` (seat, cards,
against: for each the attack card or None), `resolved` (attacker, target, as_totals, attack,
defence, target_loses, attacker_loses), `fell` (seat, cards: its hand), `resigned` (seat), `ended`
(winners, scores, reason).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.chance import Chance
from rules.game import Event, IllegalMove, Outcome, Seat, seats_sorted
from rules.games.arena_battle import cancellation, resolve, rest_gain
from rules.games.arena_cards import NAMES, PACK, names
from rules.games.arena_draft import Draft
from rules.games.arena_legal import (
    clock_move,
    is_legal,
    legal_moves,
    random_move,
    refusal,
    settle,
)
from rules.games.arena_memory import guess
from rules.games.arena_moves import (
    Attack,
    Defend,
    Move,
    Pass,
    Reinforce,
    Resign,
    Rest,
    decode,
    encode,
)
from rules.games.arena_options import SEATS, Options, read_options, write_options
from rules.games.arena_table import HAND_SIZE, Phase, State, View

__all__ = [
    "clock_move",
    "decode",
    "encode",
    "guess",
    "is_legal",
    "legal_moves",
    "max_seats",
    "min_seats",
    "name",
    "outcome",
    "play",
    "position",
    "random_move",
    "read_options",
    "setup",
    "to_act",
    "view",
    "write_options",
]

name = "arena"
min_seats = SEATS.start
max_seats = SEATS.stop - 1


def setup(options: Options, seats: int, chance: Chance) -> State:
    """Deal six cards each, one at a time from seat 0; seat 0 begins (rules 2)."""
    draft = Draft(options, seats, chance)
    for pile in range(len(draft.draws)):
        draft.shuffle(pile, PACK * options.decks)
    for _ in range(HAND_SIZE):
        for seat in range(seats):
            _deal_one(draft, seat)
    _next_turn(draft)
    return draft.freeze()


def _deal_one(draft: Draft, seat: int) -> None:
    pile = draft.options.pile_of(seat)
    draft.hands[seat] += draft.draws[pile][:1]
    draft.draws[pile] = draft.draws[pile][1:]


def to_act(state: State) -> tuple[Seat, ...]:
    """Name the seat awaited; nothing is simultaneous here, so everybody may know it."""
    return state.table.waiting[:1]


def view(state: State, seat: Seat | None) -> View:
    """Return all that a seat knows, `None` being a spectator; ValueError for any other number."""
    table, hands, _, known = state
    if seat is None:
        return View(table, None, (), known[-1] if known else ())
    if not _is_seat(state, seat):
        raise ValueError(f"{seat} is no seat of this match")
    return View(table, seat, hands[seat], known[seat] if known else ())


def _is_seat(state: State, seat: Seat) -> bool:
    return type(seat) is int and 0 <= seat < len(state.hands)


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, `None` while it isn't over."""
    return state.table.outcome


def position(state: State) -> dict[str, Any]:
    """Return the referee's trace line (record); at the end the turn is the last one begun."""
    table = state.table
    return {
        "endurance": list(table.endurance),
        "hands": list(table.hand_sizes),
        "draw": list(table.draw_sizes),
        "out": sum(map(len, table.out)),
        "round": table.round,
        "turn": table.turn,
        "to_act": list(table.waiting[:1]),
    }


def play(state: State, seat: Seat, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Play a move and all that follows by itself.

    Raise `IllegalMove`: `over`, `no_seat`, then the codes of `arena_legal.refusal`; `resign` is
    possible at any time for a seat that stands.
    """
    _refuse_illegal(state, seat, move)
    draft = Draft.of(state, chance)
    if isinstance(move, Resign):
        _resign(draft, seat)
    else:
        _STEPS[type(move)](draft, seat, move)
    return draft.freeze(), tuple(draft.events)


def _refuse_illegal(state: State, seat: Seat, move: Move) -> None:
    if state.table.outcome is not None:
        raise IllegalMove("over", "the match is over")
    if not _is_seat(state, seat):
        raise IllegalMove("no_seat", f"there is no seat {seat!r}")
    code = refusal(view(state, seat), move)
    if code is not None:
        raise IllegalMove(code, _SENTENCES[code])


_SENTENCES = {
    "fallen": "this seat has already fallen",
    "not_awaited": "this seat is not to decide now",
    "wrong_phase": "this kind of move is not asked for now",
    "no_card": "at least one card must be laid",
    "not_in_hand": "these cards are not in the hand",
    "target": "only a standing other player can be attacked",
    "cancels_itself": "nothing would be left of this attack",
    "rest_max": "a rest may not discard so many cards",
    "family": "a defence card is of the family of no surviving attack card",
    "against": "a card is set against no free attack card of its family",
}


def _attack(draft: Draft, seat: Seat, move: Attack) -> None:
    """Lay an attack; the others are asked for reinforcements (rules 2, A turn, 2 and 3)."""
    draft.say("attacked", ("seat", seat), ("target", move.target), ("cards", names(move.cards)))
    draft.target = move.target
    draft.phase = Phase.REINFORCE_ATTACK
    _lay_attack(draft, seat, move.cards)
    draft.waiting = _able(draft, draft.clockwise(seat), without=(move.target,))
    _go_on(draft)


def _lay_attack(draft: Draft, seat: Seat, cards: tuple[int, ...]) -> None:
    draft.take_from_hand(seat, cards)
    draft.attack += cards
    draft.attackers += (seat,) * len(cards)


def _able(draft: Draft, seats: Sequence[Seat], without: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return those of the seats that hold a card and aren't left out."""
    return tuple([seat for seat in seats if draft.hands[seat] and seat not in without])


def _rest(draft: Draft, seat: Seat, move: Rest) -> None:
    """Discard cards; endurance rises by their total (rules 2, A turn, 2)."""
    options = draft.options
    cap = options.endurance if options.cap else None
    gain = rest_gain(move.cards, draft.endurance[seat], cap)
    draft.endurance[seat] += gain
    draft.take_from_hand(seat, move.cards)
    draft.discard(seat, move.cards)
    facts = (("gain", gain), ("endurance", draft.endurance[seat]))
    draft.say("rested", ("seat", seat), ("cards", names(move.cards)), *facts)
    _end_turn(draft)


def _reinforce(draft: Draft, seat: Seat, move: Reinforce) -> None:
    """Add cards to the attack, or to the defence (rules 2, A turn, 3 and 6)."""
    if draft.phase is Phase.REINFORCE_DEFENCE:
        _defend(draft, seat, move)
        return
    _lay_attack(draft, seat, move.cards)
    draft.reinforcers += (seat,)
    draft.say("attack_reinforced", ("seat", seat), ("cards", names(move.cards)))
    _answered(draft)


def _defend(draft: Draft, seat: Seat, move: Defend | Reinforce) -> None:
    """Set cards against the attack, as target or to help it (rules 2, A turn, 5 and 6)."""
    kind = "defended" if isinstance(move, Defend) else "defence_reinforced"
    places = settle(draft.attack, draft.against, move.settings)
    assert places is not None, "refusal has let only settled cards pass"
    draft.take_from_hand(seat, move.cards)
    draft.defence += move.cards
    draft.defenders += (seat,) * len(places)
    draft.against += places
    against = tuple([None if code is None else NAMES[code] for _, code in move.settings])
    draft.say(kind, ("seat", seat), ("cards", names(move.cards)), ("against", against))
    _answered(draft)


def _pass(draft: Draft, seat: Seat, move: Pass) -> None:
    del move
    draft.say("passed", ("seat", seat), ("phase", draft.phase))
    _answered(draft)


_STEPS: dict[type[Move], Callable[[Draft, Seat, Any], None]] = {
    Attack: _attack,
    Rest: _rest,
    Reinforce: _reinforce,
    Defend: _defend,
    Pass: _pass,
}


def _answered(draft: Draft) -> None:
    """Ask the next seat of this phase, or go on with what comes after it."""
    draft.waiting = draft.waiting[1:]
    _go_on(draft)


def _go_on(draft: Draft) -> None:
    """Pass through the phases of a battle in which nobody is asked, to the end of the turn."""
    while not draft.waiting and draft.phase is not Phase.OVER:
        if draft.phase is Phase.REINFORCE_ATTACK:
            _cancel(draft)
        elif draft.phase is Phase.DEFEND:
            _begin_support(draft)
        else:
            _resolve(draft)


def _cancel(draft: Draft) -> None:
    """Let opposite suits leave the game, then ask the target (rules 2, A turn, 4)."""
    if draft.options.cancel:
        _cancel_attack(draft)
    if draft.attack:
        _begin_defence(draft)
    else:
        draft.say("broken")
        _end_turn(draft)


def _cancel_attack(draft: Draft) -> None:
    attack, attackers = draft.attack, draft.attackers
    survivors, pairs = cancellation(attack)
    if not pairs:
        return
    for place in (place for pair in pairs for place in pair):
        draft.out[draft.options.pile_of(attackers[place])] += (attack[place],)
    draft.attack = tuple([attack[place] for place in survivors])
    draft.attackers = tuple([attackers[place] for place in survivors])
    codes = tuple(names((attack[older], attack[newer])) for older, newer in pairs)
    draft.say("cancelled", ("pairs", codes))


def _begin_defence(draft: Draft) -> None:
    """Ask the target for its defence, if it holds a card (rules 2, A turn, 5)."""
    draft.phase = Phase.DEFEND
    draft.waiting = _able(draft, (draft.target,), without=())


def _begin_support(draft: Draft) -> None:
    """Ask who has not reinforced the attack for the defence's reinforcements (rules 2, 6)."""
    draft.phase = Phase.REINFORCE_DEFENCE
    left_out = (draft.turn, *draft.reinforcers)
    draft.waiting = _able(draft, draft.clockwise(draft.target), without=left_out)


def _resolve(draft: Draft) -> None:
    """Let all damage fall at once, on the target and on whose turn it is (rules 2, A turn, 7)."""
    values = _attack_values(draft)
    battle = resolve(draft.attack, values, draft.defence, draft.against)
    attacker, target = draft.turn, draft.target
    draft.say(
        "resolved",
        ("attacker", attacker),
        ("target", target),
        *zip(battle._fields, battle, strict=True),
    )
    draft.endurance[target] = max(0, draft.endurance[target] - battle.target_loses)
    draft.endurance[attacker] = max(0, draft.endurance[attacker] - battle.attacker_loses)
    _clear_table(draft)
    for seat in (target, attacker):
        if not draft.endurance[seat]:
            _fall(draft, seat)
    _end_turn(draft)


def _attack_values(draft: Draft) -> list[int]:
    effective, target = draft.options.effective, draft.target
    laid = zip(draft.attackers, draft.attack, strict=True)
    return [effective(layer, target)[card] for layer, card in laid]


def _clear_table(draft: Draft) -> None:
    """Discard what lies open of the battle, in the order laid, the attack first."""
    draft.discard_each(draft.attackers, draft.attack)
    draft.discard_each(draft.defenders, draft.defence)


def _fall(draft: Draft, seat: Seat) -> None:
    """Discard the hand of a seat that is à terre (rules 2, A turn, 7)."""
    hand = draft.hands[seat]
    draft.take_from_hand(seat, hand)
    draft.discard(seat, hand)
    draft.say("fell", ("seat", seat), ("cards", names(hand)))


def _resign(draft: Draft, seat: Seat) -> None:
    """Let a seat fall at once; the battle and the turn end with one of its two sides."""
    draft.say("resigned", ("seat", seat))
    draft.endurance[seat] = 0
    if seat in (draft.turn, draft.target):
        _clear_table(draft)
        _fall(draft, seat)
        _end_turn(draft)
        return
    _fall(draft, seat)
    draft.waiting = tuple([other for other in draft.waiting if other != seat])
    if len(draft.standing()) == 1:
        _end(draft, draft.standing(), "last_standing")
    else:
        _go_on(draft)


def _end_turn(draft: Draft) -> None:
    """Look at the endings (1) and (2), then at those that come with the next turn."""
    standing = draft.standing()
    if len(standing) == 1:
        _end(draft, standing, "last_standing")
    elif not standing:
        _end(draft, (draft.turn, draft.target), "double_knockout")
    else:
        _next_turn(draft)


def _next_turn(draft: Draft) -> None:
    """Begin turns until one is not skipped, or the match ends (rules 2, A turn, 1 and 8)."""
    draft.clear_battle()
    while not (draft.outcome or draft.waiting):
        seat = draft.clockwise(draft.turn)[0]
        round_is_over = seat <= draft.turn
        if round_is_over and draft.round == draft.options.rounds:
            _end_on_endurance(draft, "rounds")
        elif draft.skipped == len(draft.standing()):
            _end_on_endurance(draft, "exhausted")
        else:
            _begin_turn(draft, seat, new_round=round_is_over)


def _begin_turn(draft: Draft, seat: Seat, new_round: bool) -> None:
    """Draw up to six; who has no card at all after that is skipped (rules 2, A turn, 1)."""
    draft.turn = seat
    if new_round:
        draft.round += 1
        draft.say("round_began", ("round", draft.round))
    draft.say("turn_began", ("seat", seat), ("round", draft.round))
    if draft.options.race and not draft.draws[draft.options.pile_of(seat)]:
        _end_on_endurance(draft, "race")
        return
    draft.draw_up(seat)
    if draft.hands[seat]:
        draft.skipped = 0
        draft.waiting = (seat,)
    else:
        draft.skipped += 1
        draft.say("turn_skipped", ("seat", seat))


def _end_on_endurance(draft: Draft, reason: str) -> None:
    """End the match: most endurance wins, equal endurance shares the victory."""
    best = max(draft.endurance)
    _end(draft, [seat for seat in draft.standing() if draft.endurance[seat] == best], reason)


def _end(draft: Draft, winners: Sequence[Seat], reason: str) -> None:
    draft.clear_battle()
    draft.phase = Phase.OVER
    scores = tuple(draft.endurance)
    draft.outcome = Outcome(seats_sorted(winners), scores, reason)
    draft.say("ended", ("winners", seats_sorted(winners)), ("scores", scores), ("reason", reason))
