"""A table's page, its board as a fragment, and the moves made on it."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from collection.refusals import Refusal
from collection.views.access import player_required, viewer_of
from matches.forms.arena import move_text
from matches.models import Match
from matches.selectors.boards import Board, board_for
from matches.selectors.decks import deck_choices
from matches.selectors.frame import frame_for
from matches.selectors.tables import Table, table_for
from matches.services.bots import bots_wake
from matches.services.clocks import table_looked_at
from matches.services.play import match_go_on, match_play
from matches.views.screen import on_this_screen, seat_has_looked

PAGES = {
    Match.Status.OPEN: "matches/waiting.html",
    Match.Status.RUNNING: "matches/table.html",
    Match.Status.OVER: "matches/table.html",
    Match.Status.ABORTED: "matches/closed.html",
}


@never_cache
@require_GET
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table to somebody who may see it, as far as it is."""
    shown = _looked_at(request, code)
    context = table_context(shown, cookies=request.COOKIES)
    if shown.match.status == Match.Status.OPEN:
        context |= waiting_context(request, shown)
    return render(request, PAGES[Match.Status(shown.match.status)], context)


@never_cache
@require_GET
def table_board(request: HttpRequest, code: str) -> HttpResponse:
    """Return the board alone; nothing when the version that the page has is the newest."""
    shown = _looked_at(request, code)
    if shown.match.status in (Match.Status.OPEN, Match.Status.ABORTED):
        return _whole_page_again(shown)
    context = table_context(shown, cookies=request.COOKIES)
    if request.GET.get("v") == context["stamp"]:
        return HttpResponse(status=204)
    return render(request, "matches/partials/board.html", context)


def _looked_at(request: HttpRequest, code: str) -> Table:
    """Return the table that is asked for, after what had to happen on it by now."""
    viewer, seat = viewer_of(request), _seat_asked(request)
    shown = table_for(viewer, code, seat=seat)
    _wake(shown)
    if table_looked_at(
        match=shown.match, seatings=shown.seatings, viewer=viewer, now=timezone.now()
    ):
        shown = table_for(viewer, code, seat=seat)
    return on_this_screen(request, shown, seat)


@never_cache
@player_required
@require_POST
def table_move(request: HttpRequest, code: str) -> HttpResponse:
    """Play the move that the page's form names, and show what came of it."""
    shown = table_for(viewer_of(request), code, seat=posted_number(request, "seat"))
    try:
        match_play(
            match_id=shown.match.pk,
            seat=-1 if shown.seat is None else shown.seat,
            choice=posted_number(request, "choice") or 0,
            text=_move_text(request),
            player=viewer_of(request),
        )
        seat_has_looked(request, shown, -1 if shown.seat is None else shown.seat)
    except Refusal as refusal:
        messages.error(request, str(refusal))
    return table_answer(request, code)


@never_cache
@player_required
@require_POST
def table_looked(request: HttpRequest, code: str) -> HttpResponse:
    """Go on from a spy moment in which nothing was to be decided, on a shared screen."""
    shown = table_for(viewer_of(request), code)
    seat_has_looked(request, shown, posted_number(request, "looked") or 0)
    return table_answer(request, code)


def _move_text(request: HttpRequest) -> str:
    """Return the move as a record writes it.

    A form may name Voleur's card and Gadget apart, and tell of each card of an Arena's hand.
    """
    text = request.POST.get("text", "") or move_text(request.POST)
    card, gadget = request.POST.get("card", ""), request.POST.get("gadget", "")
    if not text and card:
        text = f"play {card}+{gadget}" if gadget else f"play {card}"
    return text[:400]


@never_cache
@player_required
@require_POST
def table_go_on(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to go on from what the table shows."""
    viewer = viewer_of(request)
    shown = table_for(viewer, code)
    assert viewer is not None
    try:
        match_go_on(match_id=shown.match.pk, player=viewer)
    except Refusal as refusal:
        messages.error(request, str(refusal))
    return table_answer(request, code)


def table_answer(request: HttpRequest, code: str) -> HttpResponse:
    """Answer an action at a table: its fresh board to htmx, the way back to it otherwise."""
    if not getattr(request, "htmx", False):
        return redirect("table", code=code)
    viewer, seat = viewer_of(request), posted_number(request, "seat")
    shown = table_for(viewer, code)
    if shown.match.shared_screen:
        shown = on_this_screen(request, table_for(viewer, code, seat=seat), seat)
    if shown.match.status == Match.Status.ABORTED:
        return _whole_page_again(shown)
    context = table_context(shown, cookies=request.COOKIES)
    return render(request, "matches/partials/board_answer.html", context)


def table_context(
    shown: Table, board: Board | None = None, *, cookies: Mapping[str, str] | None = None
) -> dict[str, object]:
    """Return what a table's page shows, its board a given one or a fresh one."""
    context: dict[str, object] = {"table": shown, "match": shown.match}
    if shown.match.status in (Match.Status.RUNNING, Match.Status.OVER):
        board = board or board_for(shown)
        frame = frame_for(shown, cookies or {}, now=timezone.now())
        stamp = f"{shown.match.version}-{board.wake_ms > 0:d}-{frame.stamp}"
        context |= {"board": board, "frame": frame, "stamp": stamp}
    return context


def waiting_context(request: HttpRequest, shown: Table) -> dict[str, object]:
    """Return what the page before the start shows besides the seats."""
    return {
        "address": request.build_absolute_uri(shown.match.get_absolute_url()),
        "starts_by_itself": shown.is_host and not _awaits_people(shown),
        "deck_groups": deck_choices(shown.viewer) if shown.mine else [],
    }


def _awaits_people(shown: Table) -> bool:
    """Say whether anybody but the host sits here or could: otherwise there is nobody to await."""
    others = (s for s in shown.seatings if s.player_id != shown.match.host_id)
    return any(not seating.is_bot for seating in others)


def _whole_page_again(shown: Table) -> HttpResponse:
    response = HttpResponse(status=204)
    response["HX-Redirect"] = shown.match.get_absolute_url()
    return response


def _wake(shown: Table) -> None:
    """Get a bot moving that a crash left thinking (design, matches)."""
    served = (s.awaited and (s.bot or s.pass_until_turn) for s in shown.seatings)
    if shown.match.is_running and any(served):
        bots_wake(shown.match.pk)


def _seat_asked(request: HttpRequest) -> int | None:
    return _number(request.GET.get("place", ""))


def posted_number(request: HttpRequest, name: str) -> int | None:
    """Return a number of the form, None for what is none."""
    return _number(request.POST.get(name, ""))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
