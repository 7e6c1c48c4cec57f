"""The rules of the games, told for players."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from collection.models import Rarity
from rules.registry import GAMES


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Let the reader choose a game."""
    return render(request, "rules/index.html")


@require_safe
def rules_game(request: HttpRequest, game: str) -> HttpResponse:
    """Tell the rules of one game, every decision of ours marked as such."""
    if game not in {known.name for known in GAMES}:
        raise Http404
    return render(request, f"rules/{game}.html", {"rarities": Rarity.objects.all()})
