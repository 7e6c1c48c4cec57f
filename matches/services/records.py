"""Finished matches as records: written, brought in from elsewhere, played on from a moment."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from collection.models import Player
from collection.refusals import Refusal
from matches.models import ImportedRecord, Match, Move, Seating
from matches.services.play import match_settle_position
from matches.services.positions import position_at
from matches.services.push import push_after_commit
from matches.services.tables import SeatPlan, table_open
from rules.bots.registry import LEVELS
from rules.fair import write_fair
from rules.record import Record, RecordError, one_line, parse, replay, write

RECORD_BYTES = 1_000_000
RECORD_MOVES = 20_000
RECORDS_KEPT = 50


def record_of(match: Match) -> Record:
    """Return the record of a finished match; raise `not_over` while its seed is a secret."""
    if match.status != Match.Status.OVER:
        raise Refusal("not_over", _("La partie court encore : son mélange est secret."))
    seatings = list(match.seatings.order_by("seat"))
    sent = [bytes.fromhex(seating.player_bytes) or None for seating in seatings]
    moves = match.moves.order_by("step").values_list("seat", "text")
    return Record(
        game=match.game,
        players=tuple(seating.name or f"Robot {seating.bot}" for seating in seatings),
        seed=bytes.fromhex(match.seed),
        moves=tuple(f"{seat} {text}" for seat, text in moves),
        options=match.options,
        fair=write_fair(bytes.fromhex(match.server_seed), sent),
    )


def record_text(match: Match) -> str:
    """Return the file of a finished match."""
    return write(record_of(match))


@transaction.atomic
def record_import(*, player: Player, raw: bytes) -> ImportedRecord:
    """Keep a record that somebody brought, once it has been replayed to its last move.

    Raises `record_large`, `record_many`, and `record_wrong` with the place in its facts: 0 for
    the set-up, else the number of the first move that can't be.
    """
    if len(raw) > RECORD_BYTES:
        raise Refusal("record_large", _("Ce fichier est trop gros : 1 Mo au plus."))
    record = _replayed(raw)
    if ImportedRecord.objects.filter(player=player).count() >= RECORDS_KEPT:
        raise Refusal(
            "record_many", _("Tu gardes déjà 50 parties importées : supprimes-en d'abord.")
        )
    return ImportedRecord.objects.create(
        player=player, text=write(record), game=record.game, steps=len(record.moves)
    )


def _replayed(raw: bytes) -> Record:
    try:
        record = parse(raw)
        if len(record.moves) > RECORD_MOVES:
            raise Refusal("record_large", _("Cette partie est trop longue : 20 000 coups au plus."))
        for _step in replay(record):
            pass
    except RecordError as error:
        raise _wrong(error) from error
    return record


def _wrong(error: RecordError) -> Refusal:
    if error.number == 0:
        sentence = _("Ce fichier n'est pas une partie que Pioche sait lire (%(why)s).")
    else:
        sentence = _("Le coup %(place)d ne peut pas être joué là (%(why)s).")
    facts = {"place": error.number, "why": one_line(error.refusal.message)}
    return Refusal("record_wrong", sentence % facts, **facts)


def record_delete(*, player: Player, record: ImportedRecord) -> None:
    """Forget a record that the player brought."""
    ImportedRecord.objects.filter(player=player, pk=record.pk).delete()


@transaction.atomic
def match_fork(*, record: Record, step: int, player: Player, seat: int, level: str) -> Match:
    """Open a running match from a moment of a finished one, against bots.

    The seed is the old one, so the cards still to come are the same. Raises `fork_over` when
    nothing is left to play there.
    """
    if level not in LEVELS or not 0 <= seat < len(record.players):
        raise Refusal("no_seat", _("Cette place n'existe pas."))
    seats = len(record.players)
    options = dict(record.options or {})
    plan = [SeatPlan(host=n == seat, bot="" if n == seat else level) for n in range(seats)]
    match = table_open(host=player, game=record.game, options={}, plan=plan)
    match.options, match.seed = options, record.seed.hex()
    match.status, match.started_at = Match.Status.RUNNING, timezone.now()
    match.practice = True
    match.moves_made = min(step, len(record.moves))
    match.save()
    _copy_moves(match, record)
    _settle_fork(match)
    push_after_commit(match)
    return match


def _copy_moves(match: Match, record: Record) -> None:
    choices = [0] * len(record.players)
    rows = []
    for number, text in enumerate(record.moves[: match.moves_made], start=1):
        mover, _blank, move = text.partition(" ")
        choices[int(mover)] += 1
        rows.append(
            Move(
                match=match,
                step=number,
                seat=int(mover),
                choice=choices[int(mover)],
                text=move,
                by=Move.By.TABLE,
            )
        )
    Move.objects.bulk_create(rows, batch_size=500)
    for number, made in enumerate(choices):
        Seating.objects.filter(match=match, seat=number).update(choices=made)


def _settle_fork(match: Match) -> None:
    position = position_at(match)
    seatings = list(match.seatings.order_by("seat"))
    match_settle_position(match=match, seatings=seatings, position=position, now=timezone.now())
    if match.status == Match.Status.OVER:
        raise Refusal("fork_over", _("À ce moment, la partie est déjà finie."))
