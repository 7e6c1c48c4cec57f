"""One move, in one transaction: all of it happens, or nothing does."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import SystemRandom
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from collection.models import Player
from collection.refusals import Refusal
from matches.models import Match, Move, Seating
from matches.services.positions import (
    Position,
    chance_of,
    position_at,
    position_keep,
)
from matches.services.push import push_after_commit
from matches.services.ratings import ratings_update
from rules.game import IllegalMove, Seat
from rules.registry import game_named

GO_ON = "go_on"
MOVED = (
    *("version", "moves_made", "moved_at", "deadline", "hush_until"),
    *("status", "outcome", "over_at"),
)
SETTLED = ("awaited", "awaited_since", "choices", "clock_moves", "pass_until_turn", "wants")

_random = SystemRandom()

SENTENCES = {
    "over": _("La partie est terminée."),
    "not_running": _("La partie n'a pas encore commencé."),
    "not_seated": _("Tu n'es pas assis à cette place."),
    "stale": _("La table a changé entre-temps : regarde-la avant de rejouer."),
    "not_awaited": _("Ce n'est pas à toi de jouer."),
    "hushed": _("Un instant : la table montre encore ce qui vient de se passer."),
    "no_move": _("Ce coup n'existe pas."),
    "not_legal": _("Les règles n'acceptent pas ce coup."),
}


def play_refused(code: str, **facts: Any) -> Refusal:
    """Return the refusal of a move, with its sentence."""
    return Refusal(code, SENTENCES.get(code, SENTENCES["not_legal"]), **facts)


@dataclass(frozen=True, slots=True)
class Played:
    """What a move did: the match after it, and the position."""

    match: Match
    position: Position


@transaction.atomic
def match_play(
    *,
    match_id: int,
    seat: int,
    choice: int,
    text: str,
    player: Player | None = None,
    by: str = Move.By.PERSON,
    reason: dict[str, Any] | None = None,
    now: datetime | None = None,
) -> Played:
    """Play one move of a seat, its `choice`-th, and all that follows by itself.

    `player` must sit there, unless the server itself moves (`by` bot, clock or table). Refuses
    in this order, changing nothing: `not_seated`, `not_running`, `over`, `stale`, `no_move`,
    `not_awaited`, `hushed`, `not_legal`.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update().get(pk=match_id)
    seatings = list(match.seatings.order_by("seat"))
    seating = _seating_of(seatings, seat, player, by)
    _refuse_unless_awaiting(match, seating, choice)
    position = _position_after(match, seating, text, now)
    _write_move(match, seating, position, by, reason, now)
    before = match.version
    match_settle_position(match=match, seatings=seatings, position=position, now=now)
    transaction.on_commit(lambda: position_keep(match, position))
    push_after_commit(match, seatings=seatings, watched=match.version != before)
    return Played(match, position)


def _seating_of(seatings: Sequence[Seating], seat: int, player: Player | None, by: str) -> Seating:
    if not 0 <= seat < len(seatings):
        raise play_refused("not_seated")
    seating = seatings[seat]
    if by == Move.By.PERSON and (player is None or seating.player_id != player.pk or seating.bot):
        raise play_refused("not_seated")
    if by == Move.By.BOT and not seating.bot:  # whoever was away took the seat back meanwhile
        raise play_refused("not_seated")
    return seating


def _refuse_unless_awaiting(match: Match, seating: Seating, choice: int) -> None:
    if match.status in (Match.Status.OVER, Match.Status.ABORTED):
        raise play_refused("over")
    if not match.is_running:
        raise play_refused("not_running")
    if choice != seating.choices + 1:
        raise play_refused("stale", expected=seating.choices + 1)


def _position_after(match: Match, seating: Seating, text: str, now: datetime) -> Position:
    game, position = game_named(match.game), position_at(match)
    if is_hushed(match, now) and holds_back(match, text):
        raise play_refused("hushed")
    try:
        return position.after(game, Seat(seating.seat), text, chance_of(match))
    except IllegalMove as illegal:
        code = illegal.code if illegal.code in SENTENCES else "not_legal"
        raise play_refused(code, **illegal.facts) from illegal


def is_hushed(match: Match, now: datetime) -> bool:
    """Say whether the page still shows Voleur's spy phase, or Bataille's confrontation."""
    return match.hush_until is not None and now < match.hush_until


def holds_back(match: Match, text: str) -> bool:
    """Say whether a move has to wait for the hush: a card played, never a spy nor `resign`."""
    if match.game == Match.Game.VOLEUR:
        return text.startswith("play ")
    return text != "resign"


@transaction.atomic
def match_go_on(*, match_id: int, player: Player) -> None:
    """Agree to go on from a confrontation that is shown; once everybody does, the table goes on.

    Bots always agree, and nobody can cut Voleur's spy phase short (rules 1.2.4 and 3).
    """
    match = Match.objects.select_for_update().get(pk=match_id)
    if match.game != Match.Game.BATAILLE or match.hush_until is None:
        return
    if not match.seatings.filter(player=player, bot="").update(wants=GO_ON):
        raise play_refused("not_seated")
    if match.seatings.filter(bot="").exclude(wants=GO_ON).exists():
        return
    match.hush_until = None
    match.version += 1
    match.save(update_fields=["hush_until", "version"])
    match.seatings.filter(wants=GO_ON).update(wants="")
    push_after_commit(match)


def _write_move(
    match: Match,
    seating: Seating,
    position: Position,
    by: str,
    reason: dict[str, Any] | None,
    now: datetime,
) -> None:
    seating.choices += 1
    Move.objects.create(
        match=match,
        step=position.step,
        seat=seating.seat,
        choice=seating.choices,
        text=position.told[-1].text,
        by=by,
        reason=reason,
        at=now,
    )
    seating.clock_moves = seating.clock_moves + 1 if by == Move.By.CLOCK else 0
    match.moves_made = position.step
    match.moved_at = now


def match_settle_position(
    *, match: Match, seatings: Sequence[Seating], position: Position, now: datetime
) -> None:
    """Write what follows from a new position: who is awaited, the clock, the hush, the end."""
    game = game_named(match.game)
    awaited = set(game.to_act(position.state))
    asked_before = _still_asked(seatings, position)
    for seating in seatings:
        if seating.pass_until_turn and is_asked_itself(match, position, seating.seat):
            seating.pass_until_turn = False
        _await(seating, Seat(seating.seat) in awaited, now)
    if not _is_quiet(match, position, now):
        match.version += 1
    match.hush_until = _hush_end(match, position, now)
    match.deadline = _deadline(match, awaited, asked_before, now)
    outcome = game.outcome(position.state)
    if outcome is not None:
        match.outcome = outcome.line()
        ratings_update(match=match, seatings=seatings, outcome=match.outcome)
        match.status = Match.Status.OVER
        match.over_at = now
        match.hush_until = None
    match.save(update_fields=MOVED)


def _is_quiet(match: Match, position: Position, now: datetime) -> bool:
    """Say whether a move must not be noticed: an answer of Voleur's spy phase, until it is over.

    Even a version that grows would tell who was asked (rules 1.2.4); whoever watches finds out
    when the hush ends.
    """
    if match.game != Match.Game.VOLEUR or not position.told:
        return False
    kinds = {event.kind for event in position.told[-1].events}
    return not kinds or (kinds == {"spied"} and is_hushed(match, now))


def is_asked_itself(match: Match, position: Position, seat: int) -> bool:
    """Say whether the Arena's running turn is a seat's own, or the attack is on it.

    Whoever else is asked may only reinforce, and can leave it to the table to pass.
    """
    if match.game != Match.Game.ARENA:
        return True
    return seat in (position.state.table.turn, position.state.table.target)


def _await(seating: Seating, awaited: bool, now: datetime) -> None:
    if awaited and not seating.awaited:
        seating.awaited_since = now
    seating.awaited = awaited
    seating.wants = ""
    seating.save(update_fields=SETTLED)


def _hush_end(match: Match, position: Position, now: datetime) -> datetime | None:
    """Return until when the table holds still: see `is_hushed`."""
    kinds = {event.kind for event in position.told[-1].events} if position.told else {"drew"}
    if match.game == Match.Game.VOLEUR:
        if kinds & {"drew", "manche_began", "taken"}:
            # Whoever holds no Gadget seems to think as well (rules 1.2.4).
            shortest, longest = settings.MATCH_HUSH_MS
            return now + timedelta(milliseconds=_random.randint(shortest, longest))
        return match.hush_until
    if match.game == Match.Game.BATAILLE and "met" in kinds:
        # The cards that decided stay visible before the capture (rules 3, Confrontation).
        return now + timedelta(seconds=settings.MATCH_SHOWING_SECONDS)
    return None


def _still_asked(seatings: Sequence[Seating], position: Position) -> set[int]:
    """Return who was awaited before the last move and has not made it."""
    mover = position.told[-1].seat if position.told else None
    return {seating.seat for seating in seatings if seating.awaited} - {mover}


def _deadline(
    match: Match, awaited: Collection[int], asked_before: Collection[int], now: datetime
) -> datetime | None:
    """Return when the clock runs out; nobody gains time by the choice of another."""
    if match.move_seconds is None or not awaited:
        return None
    if match.deadline is not None and set(awaited) <= set(asked_before):
        return match.deadline
    return max(now, match.hush_until or now) + timedelta(seconds=match.move_seconds)
