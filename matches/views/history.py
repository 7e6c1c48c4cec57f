"""What I played, how it went, and the ranking."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from collection.models import Player
from collection.views.access import account_required, player_required
from matches.models import Match
from matches.selectors.history import head_to_head_for, history_for, ladder, ratings_for
from matches.services.ratings import rating_show


@never_cache
@player_required
@require_GET
def history(request: HttpRequest) -> HttpResponse:
    """Show my finished matches, my balance against each person, my ratings."""
    viewer = _me(request)
    before = request.GET.get("avant", "")
    asked = int(before) if before.isascii() and before.isdigit() and len(before) < 12 else None
    played, more = history_for(viewer, before=asked)
    ratings = ratings_for(viewer)
    context = {
        "played": played,
        "more": more,
        "head_to_head": head_to_head_for(viewer),
        "ratings": [(game, label, ratings.get(game)) for game, label in Match.Game.choices],
        "game_names": dict(Match.Game.choices),
    }
    return render(request, "matches/history.html", context)


@require_GET
def ranking(request: HttpRequest, game: str) -> HttpResponse:
    """Show the ranking of a game, of those who chose to be in it."""
    context = {"game": game, "rows": ladder(game), "games": Match.Game.choices}
    return render(request, "matches/ranking.html", context)


@account_required
@require_POST
def ranking_show(request: HttpRequest, game: str) -> HttpResponse:
    """Show my rating in the ranking, or keep it to myself."""
    if game not in Match.Game.values:
        raise Http404
    rating_show(player=_me(request), game=game, shown=request.POST.get("shown") == "yes")
    return redirect("match_history")


def _me(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user
