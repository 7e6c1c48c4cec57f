"""Around a running table: what the others choose about somebody gone, phrases, settings."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from collection.models import Player
from collection.refusals import Refusal
from collection.views.access import back, player_required, viewer_of
from matches.selectors.awaiting import my_tables
from matches.selectors.tables import table_for
from matches.services.clocks import seat_take_back, table_vote
from matches.services.reactions import reaction_say
from matches.views.tables import table_answer

YEAR = 60 * 60 * 24 * 365
SETTINGS = {"confirm": "no", "muted": "yes", "sound": "yes"}


def _try(request: HttpRequest, code: str, action: Callable[[int, Player], object]) -> HttpResponse:
    viewer = viewer_of(request)
    assert viewer is not None
    match = table_for(viewer, code).match
    try:
        action(match.pk, viewer)
    except Refusal as refusal:
        messages.error(request, str(refusal))
    return table_answer(request, code)


@never_cache
@player_required
@require_POST
def vote(request: HttpRequest, code: str) -> HttpResponse:
    """Choose what becomes of somebody who is gone."""
    want = request.POST.get("want", "")
    return _try(request, code, lambda pk, me: table_vote(match_id=pk, player=me, want=want))


@never_cache
@player_required
@require_POST
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Sit down again where a bot kept my seat."""
    return _try(request, code, lambda pk, me: seat_take_back(match_id=pk, player=me))


@never_cache
@player_required
@require_POST
def say(request: HttpRequest, code: str) -> HttpResponse:
    """Say one of the phrases."""
    phrase = request.POST.get("phrase", "")
    return _try(request, code, lambda pk, me: reaction_say(match_id=pk, player=me, phrase=phrase))


@require_POST
def settings(request: HttpRequest) -> HttpResponse:
    """Keep the visitor's preferences for tables, in their own browser."""
    answer = back(request, "play")
    for name, unusual in SETTINGS.items():
        ticked = name in request.POST
        is_unusual = ticked if unusual == "yes" else not ticked
        answer.set_cookie(
            name,
            unusual if is_unusual else "",
            max_age=YEAR if is_unusual else 0,
            samesite="Lax",
        )
    messages.success(request, _("C'est retenu dans ce navigateur."))
    return answer


@never_cache
@require_GET
def mine(request: HttpRequest) -> HttpResponse:
    """Show my tables: what awaits me first."""
    viewer = viewer_of(request)
    if viewer is None:
        return redirect("play")
    shown = my_tables(viewer, now=timezone.now())
    return render(request, "matches/my_tables.html", {"mine": shown})


@never_cache
@require_GET
def awaiting(request: HttpRequest) -> HttpResponse:
    """Return the number of tables that await me, as every page shows it."""
    return render(request, "matches/partials/awaiting.html")
