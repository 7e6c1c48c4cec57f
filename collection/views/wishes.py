"""What the viewer wishes for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from collection.selectors.cards import card_for
from collection.selectors.wishes import wish_list_for
from collection.services.wishes import wish_set
from collection.views.access import player_or_guest, viewer_of
from collection.views.answers import answer
from collection.views.copies import player_of

WISHES_CHANGED = "wishes-changed"


@require_safe
def wishes(request: HttpRequest) -> HttpResponse:
    """Show the cards wished for that are still missing, and those that came in meanwhile."""
    viewer = viewer_of(request)
    listed = wish_list_for(viewer) if viewer else None
    return render(request, "collection/wishes.html", {"wishes": listed})


@require_POST
@player_or_guest
def wish_toggle(request: HttpRequest, slug: str) -> HttpResponse:
    """Wish for a card, or no longer: the form says which."""
    viewer = player_of(request)
    card = card_for(viewer, slug)
    wished = request.POST.get("wished") == "1"
    wish_set(player=viewer, card=card, wished=wished)
    context = {"card": card, "wished": wished}
    template = "collection/partials/wish.html"
    response = answer(request, None, otherwise="wishes", template=template, context=context)
    return trigger_client_event(response, WISHES_CHANGED, after="swap")
