"""A table's life around its moves: opened, sat at, started, left, closed, played again."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from collection.models import Player
from collection.refusals import Refusal
from matches.models import Match, Seating
from matches.services.decks import voleur_options
from matches.services.play import match_settle_position
from matches.services.positions import position_dealt, position_keep
from matches.services.push import push_after_commit
from rules.bots.registry import LEVELS
from rules.fair import commitment, match_seed
from rules.game import SetupError
from rules.registry import game_named

_BYTES = re.compile(r"[0-9a-f]{64}\Z")
APP_MANCHES = 100
APP_ROUNDS = 100

SENTENCES = {
    "not_host": _("Seul l'hôte de la table peut le faire."),
    "not_open": _("La partie a déjà commencé, ou la table est fermée."),
    "no_seat": _("Cette place n'existe pas."),
    "seat_taken": _("Cette place est prise."),
    "table_full": _("Toutes les places sont prises."),
    "seats_empty": _("Il reste des places vides : invite quelqu'un ou installe un robot."),
    "options": _("Ces options ne vont pas ensemble : regarde celles qui sont signalées."),
    "seats_number": _("Ce jeu ne se joue pas à ce nombre de joueurs."),
    "bot_level": _("Ce robot n'existe pas."),
    "bytes": _("Le navigateur n'a pas envoyé ce qu'il faut pour mélanger."),
    "no_deck": _("Chaque joueur choisit d'abord un deck de 11 cartes."),
}


def table_refused(code: str, **facts: Any) -> Refusal:
    """Return a refusal of this table, with its sentence."""
    return Refusal(code, SENTENCES[code], **facts)


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """Who a seat is for when a table is opened: its host, a bot of a level, or whoever comes."""

    host: bool = False
    bot: str = ""


@transaction.atomic
def table_open(
    *,
    host: Player,
    game: str,
    options: Mapping[str, Any],
    plan: Sequence[SeatPlan],
    visibility: str = Match.Visibility.LINK,
    spectators: str = Match.Spectators.LINK,
    move_seconds: int | None = None,
    shared_screen: bool = False,
    names: Sequence[str] = (),
    rematch_of: Match | None = None,
) -> Match:
    """Open a table with its seats; the server commits to its part of the shuffle here.

    Raises `seats_number`, `options` (its `message` names the option) and `bot_level`. Voleur's
    cards and decks are no options yet: each seat brings its own before the start. On a shared
    screen the host sits everywhere, and `names` says who plays there, in the order of the seats.
    """
    _check_options(game, options, len(plan))
    server_seed = secrets.token_bytes(32)
    match = Match.objects.create(
        game=game,
        host=host,
        options=dict(options),
        visibility=visibility,
        spectators=spectators,
        move_seconds=move_seconds,
        shared_screen=shared_screen,
        server_seed=server_seed.hex(),
        commit=commitment(server_seed).hex(),
        rematch_of=rematch_of,
    )
    seatings = [_planned(match, host, n, seat) for n, seat in enumerate(plan)]
    if shared_screen:
        _name_players(seatings, names)
    Seating.objects.bulk_create(seatings)
    return match


def _name_players(seatings: Sequence[Seating], names: Sequence[str]) -> None:
    """Name those who share a screen, by their numbers where nothing was said."""
    for seating in seatings:
        said = names[seating.seat] if seating.seat < len(names) else ""
        seating.name = said or str(_("Joueur %(number)d") % {"number": seating.seat + 1})


def _check_options(game_name: str, options: Mapping[str, Any], seats: int) -> None:
    game = game_named(game_name)
    if not game.min_seats <= seats <= game.max_seats:
        raise table_refused("seats_number", seats=seats)
    try:
        if game_name == Match.Game.VOLEUR:
            _check_voleur(options)
        else:
            game.read_options(options, seats)
    except SetupError as error:
        raise table_refused("options", message=error.message, **error.facts) from error


def _check_voleur(options: Mapping[str, Any]) -> None:
    if set(options) - {"minimum"} or options.get("minimum", "waived") not in ("waived", "strict"):
        raise SetupError("option", "minimum is waived or strict")


def _planned(match: Match, host: Player, number: int, seat: SeatPlan) -> Seating:
    if seat.bot and seat.bot not in LEVELS:
        raise table_refused("bot_level", level=seat.bot)
    return Seating(
        match=match,
        seat=number,
        player=host if seat.host else None,
        name=host.display_name if seat.host else "",
        bot="" if seat.host else seat.bot,
    )


def match_locked(match_id: int) -> Match:
    """Lock a match's row for this transaction."""
    return Match.objects.select_for_update().get(pk=match_id)


def _open_locked(match_id: int, host: Player | None = None) -> Match:
    match = match_locked(match_id)
    if host is not None and match.host_id != host.pk:
        raise table_refused("not_host")
    if match.status != Match.Status.OPEN:
        raise table_refused("not_open")
    return match


@transaction.atomic
def table_join(*, match_id: int, player: Player, seat: int | None = None) -> Seating:
    """Sit a player down, at `seat` or the first empty one; sitting already is no error.

    Raises `not_open`, `no_seat`, `seat_taken`, `table_full`.
    """
    match = _open_locked(match_id)
    seatings = list(match.seatings.order_by("seat"))
    mine = next((seating for seating in seatings if seating.player_id == player.pk), None)
    if mine is not None:
        return mine
    seating = _free_seat(seatings, seat)
    seating.player, seating.name = player, player.display_name
    seating.save(update_fields=["player", "name"])
    _changed(match)
    return seating


def _free_seat(seatings: Sequence[Seating], seat: int | None) -> Seating:
    if seat is None:
        free = next((seating for seating in seatings if seating.is_empty), None)
        if free is None:
            raise table_refused("table_full")
        return free
    if not 0 <= seat < len(seatings):
        raise table_refused("no_seat")
    if not seatings[seat].is_empty:
        raise table_refused("seat_taken")
    return seatings[seat]


@transaction.atomic
def table_leave(*, match_id: int, player: Player) -> None:
    """Stand up before the start; when the host leaves, the table closes."""
    match = _open_locked(match_id)
    if match.host_id == player.pk:
        _close(match)
        return
    _empty(match.seatings.filter(player=player))
    _changed(match)


@transaction.atomic
def table_kick(*, match_id: int, host: Player, seat: int) -> None:
    """Free a seat of its person or bot before the start; never the host's own."""
    match = _open_locked(match_id, host)
    if not _empty(match.seatings.filter(seat=seat).exclude(player=host)):
        raise table_refused("no_seat")
    _changed(match)


def _empty(seatings: Any) -> int:
    return int(seatings.update(player=None, bot="", name="", deck=[], player_bytes=""))


@transaction.atomic
def table_seat_bot(*, match_id: int, host: Player, seat: int, level: str) -> None:
    """Put a bot in an empty seat, or change the level of the one that sits there."""
    match = _open_locked(match_id, host)
    if level not in LEVELS:
        raise table_refused("bot_level", level=level)
    if not match.seatings.filter(seat=seat, player=None).update(bot=level):
        raise table_refused("seat_taken")
    _changed(match)


@transaction.atomic
def table_close(*, match_id: int, host: Player) -> None:
    """Close a table that nobody has started."""
    _close(_open_locked(match_id, host))


def _close(match: Match) -> None:
    match.status = Match.Status.ABORTED
    match.over_at = timezone.now()
    _changed(match)


def _changed(match: Match) -> None:
    match.version += 1
    match.save()
    push_after_commit(match)


@transaction.atomic
def bytes_contribute(*, match_id: int, player: Player, sent: str) -> None:
    """Keep the 32 bytes that a player's browser drew; the first ones sent stand (record, fair)."""
    match = _open_locked(match_id)
    if not _BYTES.match(sent):
        raise table_refused("bytes")
    match.seatings.filter(player=player, player_bytes="").update(player_bytes=sent)


@transaction.atomic
def table_start(*, match_id: int, host: Player, now: datetime | None = None) -> Match:
    """Deal the match once every seat is taken; raise `seats_empty` or what the decks lack."""
    match = _open_locked(match_id, host)
    seatings = list(match.seatings.order_by("seat"))
    if any(seating.is_empty for seating in seatings):
        raise table_refused("seats_empty")
    now = now or timezone.now()
    match.options = _full_options(match, seatings)
    match.seed = _seed(match, seatings).hex()
    match.status = Match.Status.RUNNING
    match.started_at = match.moved_at = now
    match.save()
    position = position_dealt(match)
    match_settle_position(match=match, seatings=seatings, position=position, now=now)
    transaction.on_commit(lambda: position_keep(match, position))
    push_after_commit(match)
    return match


def _full_options(match: Match, seatings: Sequence[Seating]) -> dict[str, Any]:
    """Return the options as the record keeps them, every default written out."""
    game = game_named(match.game)
    raw = dict(match.options)
    if match.game == Match.Game.VOLEUR:
        raw = voleur_options(match=match, seatings=seatings)
    try:
        return game.write_options(game.read_options(raw, len(seatings)))
    except SetupError as error:
        raise table_refused("options", message=error.message, **error.facts) from error


def _seed(match: Match, seatings: Sequence[Seating]) -> bytes:
    sent = [bytes.fromhex(seating.player_bytes) or None for seating in seatings]
    return match_seed(bytes.fromhex(match.server_seed), sent)


@transaction.atomic
def table_rematch(*, match_id: int, player: Player, swapped: bool = False) -> Match:
    """Open the same table again, with the same seats or each moved on by one.

    The first who asks opens it and hosts it; the others are led to that one.
    """
    match = match_locked(match_id)
    again = match.rematches.exclude(status=Match.Status.ABORTED).first()
    if again is not None:
        return again
    seatings = list(match.seatings.order_by("seat"))
    if swapped:
        seatings = [*seatings[1:], seatings[0]]
    plan = [SeatPlan(host=s.player_id == player.pk and not s.bot, bot=s.bot) for s in seatings]
    options = dict(match.options)
    if match.game == Match.Game.VOLEUR:
        options = {"minimum": options.get("minimum", "waived")}
    again = table_open(
        host=player,
        game=match.game,
        options=options,
        plan=plan,
        visibility=match.visibility,
        spectators=match.spectators,
        move_seconds=match.move_seconds,
        shared_screen=match.shared_screen,
        names=[seating.name for seating in seatings],
        rematch_of=match,
    )
    for seating, before in zip(again.seatings.order_by("seat"), seatings, strict=True):
        seating.deck = before.deck
        seating.save(update_fields=["deck"])
    match.version += 1
    match.save(update_fields=["version"])
    push_after_commit(match)
    return again
