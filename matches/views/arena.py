"""The Arena's own doings at a table: a move shown before it is made, and passing until my turn."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from collection.refusals import Refusal
from collection.views.access import player_required, viewer_of
from matches.forms.arena import draft_of
from matches.models import Match
from matches.selectors.boards import arena
from matches.selectors.tables import Table, table_for
from matches.services.passing import seat_pass_until_turn
from matches.views.tables import posted_number, table_answer, table_context


@never_cache
@player_required
@require_POST
def preview(request: HttpRequest, code: str) -> HttpResponse:
    """Show what the move that is being chosen would do; without htmx, on the whole page."""
    shown = _arena_for(request, code)
    draft = draft_of(request.POST)
    if not getattr(request, "htmx", False):
        board = arena.board_for(shown, draft)
        context = table_context(shown, board, cookies=request.COOKIES)
        return render(request, "matches/table.html", context)
    context = {"match": shown.match, "preview": arena.preview_of(shown, draft), "oob": True}
    return render(request, "matches/boards/arena_chosen.html", context)


def _arena_for(request: HttpRequest, code: str) -> Table:
    """Return a running table of the Arena at which the viewer sits; 404 for any other."""
    shown = table_for(viewer_of(request), code, seat=posted_number(request, "seat"))
    if shown.match.game != Match.Game.ARENA or shown.seat is None or not shown.match.is_running:
        raise Http404
    return shown


@never_cache
@player_required
@require_POST
def pass_until_turn(request: HttpRequest, code: str) -> HttpResponse:
    """Let the table pass for me until my turn or an attack on me, or decide for myself again."""
    viewer = viewer_of(request)
    shown = table_for(viewer, code, seat=posted_number(request, "seat"))
    assert viewer is not None
    try:
        seat_pass_until_turn(
            match_id=shown.match.pk,
            player=viewer,
            seat=-1 if shown.seat is None else shown.seat,
            on=request.POST.get("on") == "yes",
        )
    except Refusal as refusal:
        messages.error(request, str(refusal))
    return table_answer(request, code)
