"""Around the table before the start: sitting down, inviting, bots, decks, the shuffle."""

from __future__ import annotations

from collections.abc import Callable

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from collection.models import Player
from collection.refusals import Refusal
from collection.views.access import guest_for, player_required
from matches.models import Match
from matches.selectors.decks import deck_slugs_for
from matches.selectors.tables import table_for
from matches.services.decks import seat_deck_choose
from matches.services.tables import (
    bytes_contribute,
    table_close,
    table_join,
    table_kick,
    table_leave,
    table_rematch,
    table_seat_bot,
    table_start,
)


def _match_of(request: HttpRequest, code: str) -> Match:
    player = request.user if isinstance(request.user, Player) else None
    return table_for(player, code).match


def _try(request: HttpRequest, code: str, action: Callable[[], object]) -> HttpResponse:
    """Do it, or say why not; then look at the table again."""
    try:
        action()
    except Refusal as refusal:
        messages.error(request, str(refusal))
    return redirect("table", code=code)


def _me(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


@require_POST
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down; a first-time visitor becomes a guest."""
    match = _match_of(request, code)
    player = guest_for(request)
    seat = request.POST.get("seat", "")
    asked = int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else None
    return _try(request, code, lambda: table_join(match_id=match.pk, player=player, seat=asked))


@require_POST
@player_required
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Stand up before the start."""
    match = _match_of(request, code)
    answer = _try(request, code, lambda: table_leave(match_id=match.pk, player=_me(request)))
    match.refresh_from_db()
    return redirect("play") if match.status == Match.Status.ABORTED else answer


@require_POST
@player_required
def kick(request: HttpRequest, code: str) -> HttpResponse:
    """Free somebody's seat, for the host."""
    match, seat = _match_of(request, code), _number(request, "seat")
    return _try(request, code, lambda: table_kick(match_id=match.pk, host=_me(request), seat=seat))


@require_POST
@player_required
def seat_bot(request: HttpRequest, code: str) -> HttpResponse:
    """Put a bot in an empty seat, for the host."""
    match, seat = _match_of(request, code), _number(request, "seat")
    level = request.POST.get("level", "")
    return _try(
        request,
        code,
        lambda: table_seat_bot(match_id=match.pk, host=_me(request), seat=seat, level=level),
    )


@require_POST
@player_required
def start(request: HttpRequest, code: str) -> HttpResponse:
    """Shuffle and deal, for the host; the browser's bytes may come along."""
    match = _match_of(request, code)

    def action() -> None:
        if sent := request.POST.get("bytes", ""):
            bytes_contribute(match_id=match.pk, player=_me(request), sent=sent)
        table_start(match_id=match.pk, host=_me(request))

    return _try(request, code, action)


@require_POST
@player_required
def send_bytes(request: HttpRequest, code: str) -> HttpResponse:
    """Keep what a player's browser adds to the shuffle."""
    match = _match_of(request, code)
    try:
        bytes_contribute(match_id=match.pk, player=_me(request), sent=request.POST.get("bytes", ""))
    except Refusal as refusal:
        return HttpResponse(refusal.code, status=409, content_type="text/plain")
    return HttpResponse(status=204)


@require_POST
@player_required
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close a table that was not started, for its host."""
    match = _match_of(request, code)
    _try(request, code, lambda: table_close(match_id=match.pk, host=_me(request)))
    return redirect("play")


@require_POST
@player_required
def choose_deck(request: HttpRequest, code: str) -> HttpResponse:
    """Bring a deck of mine, or a ready-made one, to my seat."""
    match, player = _match_of(request, code), _me(request)
    chosen = request.POST.get("deck", "")

    def action() -> None:
        minimum = match.options.get("minimum", "waived")
        slugs = deck_slugs_for(player, chosen, minimum=minimum)
        seat_deck_choose(match_id=match.pk, player=player, slugs=slugs)

    return _try(request, code, action)


@require_POST
@player_required
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Open the same table again, or join the one that somebody opened already."""
    match, player = _match_of(request, code), _me(request)
    swapped = request.POST.get("swapped") == "yes"
    try:
        again = table_rematch(match_id=match.pk, player=player, swapped=swapped)
        if again.status == Match.Status.OPEN:
            table_join(match_id=again.pk, player=player)
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return redirect("table", code=code)
    return redirect(again)


@never_cache
@require_GET
def qr(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the table's address as a QR code, to scan from another phone."""
    match = _match_of(request, code)
    address = request.build_absolute_uri(match.get_absolute_url())
    drawn = segno.make(address, micro=False).svg_inline(scale=4, border=2)
    return HttpResponse(
        drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        if "xmlns" not in drawn
        else drawn,
        content_type="image/svg+xml",
    )


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
