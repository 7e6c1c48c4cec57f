"""What every page tells a player of their tables."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from collection.views.access import viewer_of
from matches.selectors.awaiting import awaiting_count


def awaiting_me(request: HttpRequest) -> dict[str, Any]:
    """Give templates `awaiting_me`: at how many tables the viewer is awaited, one query at most.

    A visitor without a session is asked nothing, and a page that doesn't say it neither.
    """
    return {"awaiting_me": cache(lambda: _count(request))}


def _count(request: HttpRequest) -> int:
    viewer = viewer_of(request) if hasattr(request, "user") else None
    return awaiting_count(viewer, now=timezone.now()) if viewer else 0
