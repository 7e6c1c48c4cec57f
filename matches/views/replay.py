"""After the match: replay, record, verification, playing on from a moment."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from collection.refusals import Refusal
from collection.views.access import guest_for, player_required, viewer_of
from matches.models import Match
from matches.selectors.replays import (
    Replay,
    imported_of,
    match_replay_for,
    own_import_for,
    record_for,
    record_replay_for,
)
from matches.selectors.tables import table_for
from matches.services.records import (
    RECORD_BYTES,
    match_fork,
    record_delete,
    record_import,
    record_text,
)


@never_cache
@require_GET
def replay(request: HttpRequest, code: str) -> HttpResponse:
    """Show a moment of a match."""
    shown = match_replay_for(viewer_of(request), code, _step(request), _vue(request))
    return _page(request, shown, reverse("table_replay", args=[code]))


@never_cache
@require_GET
def record_replay(request: HttpRequest, code: str) -> HttpResponse:
    """Show a moment of an imported record."""
    shown = record_replay_for(code, _step(request), _vue(request))
    return _page(request, shown, reverse("record_replay", args=[code]))


def _page(request: HttpRequest, shown: Replay, address: str) -> HttpResponse:
    context = {
        "replay": shown,
        "table": shown.table,
        "match": shown.table.match,
        "board": shown.board,
        "address": address,
        "imported": address.startswith("/revoir/"),
    }
    fragment = getattr(request, "htmx", False) and request.htmx.target == "replay"
    template = "matches/partials/replay.html" if fragment else "matches/replay.html"
    return render(request, template, context)


def _step(request: HttpRequest) -> int | None:
    text = request.GET.get("coup", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


def _vue(request: HttpRequest) -> str:
    return request.GET.get("vue", "")[:6]


@never_cache
@require_GET
def record_file(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the record of a finished match; a running one has none to give."""
    match = table_for(viewer_of(request), code).match
    if match.status != Match.Status.OVER:
        raise Http404
    response = HttpResponse(record_text(match), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="pioche-{match.code}.json"'
    return response


@never_cache
@require_GET
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Show all that the shuffle came from, for the visitor's browser to compute it again."""
    shown = table_for(viewer_of(request), code)
    if shown.match.status != Match.Status.OVER or shown.match.practice:
        raise Http404
    return render(request, "matches/verify.html", {"table": shown, "match": shown.match})


@never_cache
@require_http_methods(["GET", "POST"])
def record_bring(request: HttpRequest) -> HttpResponse:
    """Bring a record from elsewhere, as a file or pasted, and look at it."""
    error, status = "", 200
    if request.method == "POST":
        try:
            return redirect(record_import(player=guest_for(request), raw=_raw(request)))
        except Refusal as refusal:
            error, status = str(refusal), 422
    viewer = viewer_of(request)
    context = {
        "error": error,
        "text": request.POST.get("text", "")[:RECORD_BYTES],
        "kept": imported_of(viewer) if viewer else [],
    }
    return render(request, "matches/record_bring.html", context, status=status)


def _raw(request: HttpRequest) -> bytes:
    brought = request.FILES.get("file")
    if brought is not None:
        return brought.read(RECORD_BYTES + 1)
    return request.POST.get("text", "").encode("utf-8", "surrogatepass")


@require_POST
@player_required
def record_forget(request: HttpRequest, code: str) -> HttpResponse:
    """Forget a record that I brought."""
    viewer = viewer_of(request)
    assert viewer is not None
    record_delete(player=viewer, record=own_import_for(viewer, code))
    messages.success(request, _("La partie importée est oubliée."))
    return redirect("record_bring")


@require_POST
def fork(request: HttpRequest, code: str) -> HttpResponse:
    """Play on from a moment, against bots."""
    record = record_for(viewer_of(request), code)
    seat, step = request.POST.get("seat", ""), request.POST.get("step", "")
    if not (seat.isdigit() and step.isdigit() and len(seat + step) < 10):
        raise Http404
    try:
        match = match_fork(
            record=record,
            step=int(step),
            player=guest_for(request),
            seat=int(seat),
            level=request.POST.get("level", "normal"),
        )
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("play")
    return redirect(match)
