"""Looking at a match move by move: from a seat's view, or with everything open once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from collection.models import Player
from matches.models import ImportedRecord, Match, Seating
from matches.selectors.boards import Board, board_for
from matches.selectors.boards.faces import Face, faces
from matches.selectors.boards.voleur import cards_of
from matches.selectors.names import seat_names
from matches.selectors.tables import Table, table_for
from matches.services.positions import KEPT_STEPS, Position, Told, position_at
from matches.services.records import record_of
from rules.game import Seat
from rules.games.bataille_cards import NAMES as BATAILLE_NAMES
from rules.record import Record, parse, replay
from rules.registry import game_named

OPEN = "ouvert"


@dataclass(frozen=True, slots=True)
class OpenHand:
    """What a seat holds, with everything open: catalogue cards, or faces of the 52."""

    name: str
    cards: tuple[Any, ...]
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A place to jump to: a manche or a round, and the step at which it begins."""

    label: str
    step: int


@dataclass(frozen=True, slots=True)
class Replay:
    """A moment of a match as the page shows it.

    `step` of `steps`; `vue` is a seat's number, or `ouvert`; `hands` are shown only then.
    """

    table: Table
    board: Board
    step: int
    steps: int
    vue: str
    views: tuple[tuple[str, str], ...]
    chapters: tuple[Chapter, ...]
    hands: tuple[OpenHand, ...]
    over: bool


def match_replay_for(viewer: Player | None, code: str, step: int | None, vue: str) -> Replay:
    """Return a moment of a match that the viewer may see; 404 for anybody else.

    While it runs, a seat looks back through its own eyes only, and a spectator through theirs.
    """
    table = table_for(viewer, code)
    match = table.match
    if match.status not in (Match.Status.RUNNING, Match.Status.OVER):
        raise Http404
    over = match.status == Match.Status.OVER
    seat = _seat_of(vue, table, over=over)
    # A running Voleur hides what its last moves did until the page shows it: one step back.
    steps = match.moves_made if over else max(0, match.moves_made - 1)
    shown = steps if step is None else max(0, min(step, steps))
    position = position_at(match, shown)
    moved = Table(match, table.seatings, viewer, seat, replayed=position)
    chapters = _chapters(record_of(match)) if over else ()
    return _replay(moved, position, steps, vue, over=over, chapters=chapters)


def _seat_of(vue: str, table: Table, *, over: bool) -> Seat | None:
    if not over:
        return table.seat
    if vue == OPEN:
        return Seat(0) if table.seat is None else table.seat
    if vue.isascii() and vue.isdigit() and int(vue) < len(table.seatings):
        return Seat(int(vue))
    return table.seat


def record_replay_for(code: str, step: int | None, vue: str) -> Replay:
    """Return a moment of a record that somebody brought; whoever has its link may look."""
    kept = ImportedRecord.objects.filter(code=code.upper()).first()
    if kept is None:
        raise Http404
    record = parse(kept.text)
    shown = kept.steps if step is None else max(0, min(step, kept.steps))
    match = Match(
        code=kept.code,
        game=record.game,
        options=_full_options(record),
        status=Match.Status.OVER,
        moves_made=kept.steps,
    )
    seatings = tuple(
        Seating(match=match, seat=number, name=name) for number, name in enumerate(record.players)
    )
    position = record_position(record, shown)
    table = Table(match, seatings, None, Seat(0), replayed=position)
    seat = _seat_of(vue, table, over=True)
    moved = Table(match, seatings, None, seat, replayed=position)
    chapters = _chapters(record)
    return _replay(moved, position, kept.steps, vue, over=True, chapters=chapters)


def _full_options(record: Record) -> dict[str, Any]:
    game = game_named(record.game)
    return game.write_options(game.read_options(record.options, len(record.players)))


def record_position(record: Record, step: int) -> Position:
    """Return the position of a record after so many moves."""
    told: list[Told] = []
    state = None
    for played in replay(record):
        state = played.state
        if played.number:
            text = record.moves[played.number - 1].partition(" ")[2]
            told.append(Told(played.number, played.seat, text, played.events))
            del told[:-KEPT_STEPS]
        if played.number == step:
            break
    return Position(step, state, tuple(told))


def _replay(
    table: Table,
    position: Position,
    steps: int,
    vue: str,
    *,
    over: bool,
    chapters: tuple[Chapter, ...],
) -> Replay:
    is_open = over and vue == OPEN
    names = seat_names(table.seatings)
    views = tuple((str(number), name) for number, name in enumerate(names)) if over else ()
    return Replay(
        table=table,
        board=board_for(table),
        step=position.step,
        steps=steps,
        vue=OPEN if is_open else ("" if table.seat is None else str(table.seat)),
        views=(*views, (OPEN, _("tout ouvert"))) if over else (),
        chapters=chapters,
        hands=_open_hands(table, position, names) if is_open else (),
        over=over,
    )


def _open_hands(table: Table, position: Position, names: Sequence[str]) -> tuple[OpenHand, ...]:
    game = game_named(table.match.game)
    views = [game.view(position.state, Seat(number)) for number in range(len(names))]
    if table.match.game == Match.Game.VOLEUR:
        cards = cards_of(table.match.options["cards"])
        return tuple(
            OpenHand(name, tuple(cards[card.id] for card in view.hand), ())
            for name, view in zip(names, views, strict=True)
        )
    return tuple(
        OpenHand(name, (), faces(_codes(table.match.game, view)))
        for name, view in zip(names, views, strict=True)
    )


def _codes(game: str, view: Any) -> Sequence[str]:
    """Return the codes of the cards that a seat holds and hides."""
    if game == Match.Game.BATAILLE:
        return [BATAILLE_NAMES[view.card]] if view.card >= 0 else []
    from rules.games.arena_cards import names

    return names(view.hand)


def _chapters(record: Record) -> tuple[Chapter, ...]:
    """Return where each manche or round of a finished match begins."""
    found = [Chapter(_("Le début"), 0)]
    for played in replay(record):
        for event in played.events:
            facts = dict(event.public)
            if event.kind == "manche_began":
                found.append(Chapter(_("Manche %(n)d") % {"n": facts["manche"]}, played.number))
            elif event.kind == "round_began":
                found.append(Chapter(_("Round %(n)d") % {"n": facts["round"]}, played.number))
            elif event.kind == "met":
                found.append(
                    Chapter(_("Rencontre, coup %(n)d") % {"n": played.number}, played.number)
                )
    return tuple(found)


def imported_of(viewer: Player) -> list[ImportedRecord]:
    """Return the records that the viewer brought, the newest first."""
    return list(ImportedRecord.objects.filter(player=viewer).order_by("-created_at"))


def record_for(viewer: Player | None, code: str) -> Record:
    """Return the record behind a code that the viewer may replay, a match's or an imported one."""
    kept = ImportedRecord.objects.filter(code=code.upper()).first()
    if kept is not None:
        return parse(kept.text)
    return record_of(table_for(viewer, code).match)


def own_import_for(viewer: Player, code: str) -> ImportedRecord:
    """Return a record that the viewer brought; 404 for anybody else's."""
    kept = ImportedRecord.objects.filter(player=viewer, code=code.upper()).first()
    if kept is None:
        raise Http404
    return kept
