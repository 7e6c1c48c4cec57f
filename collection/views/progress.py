"""How far the collection is."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from collection.selectors.progress import progress_for, tiles_of
from collection.selectors.wishes import wish_count
from collection.views.access import viewer_of


@require_safe
def progress(request: HttpRequest) -> HttpResponse:
    """Show bars, badges, the shelf of Brawlers, what is missing and what is double."""
    viewer = viewer_of(request)
    if viewer is None:
        return render(request, "collection/progress.html", {"progress": None})
    reached = progress_for(viewer)
    missing, doubles = tiles_of(reached)
    context = {
        "progress": reached,
        "missing": missing,
        "doubles": doubles,
        "wish_count": wish_count(viewer),
    }
    return render(request, "collection/progress.html", context)
