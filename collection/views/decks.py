"""The list of decks, a new one, its text and its versions."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.forms.decks import read_key, read_minimum, read_number, read_rarity
from collection.models import Rarity
from collection.refusals import Refusal
from collection.selectors.decks import decks_for
from collection.services import decks as services
from collection.services.decks import Contents
from collection.views.access import guest_for, player_required, viewer_of
from collection.views.answers import Said, answer
from collection.views.copies import player_of

DECKS_CHANGED = "decks-changed"


@require_safe
def deck_list(request: HttpRequest) -> HttpResponse:
    """Show the viewer's decks, the playable ones first; to a newcomer, how to begin."""
    viewer = viewer_of(request)
    page = read_number(request.GET.get("page"), 1)
    context = {"decks": decks_for(viewer, page=page) if viewer else None, "key": uuid.uuid4()}
    partial = request.htmx and request.htmx.target == "deck_rows"
    template = "partials/deck_rows.html" if partial else "decks.html"
    return render(request, f"collection/{template}", context)


@require_http_methods(["GET", "HEAD", "POST"])
def deck_new(request: HttpRequest) -> HttpResponse:
    """Ask what deck to make, and make it; a first-time visitor becomes a guest by it."""
    complaint = ""
    if request.method == "POST":
        try:
            contents = _asked_for(request)
            deck = services.deck_create(
                owner=guest_for(request), contents=contents, key=read_key(request.POST)
            )
        except Refusal as refusal:
            complaint = str(refusal)
        else:
            return redirect(deck)
    context = {
        "complaint": complaint,
        "key": read_key(request.POST) or uuid.uuid4(),
        "name": request.POST.get("name", "")[: services.LONGEST_NAME],
        "dream": request.POST.get("dream") == "1",
        "wager": read_rarity(request.POST, "wager"),
        "rarities": Rarity.objects.all(),
        "longest": services.LONGEST_NAME,
    }
    return render(request, "collection/deck_new.html", context)


def _asked_for(request: HttpRequest) -> Contents:
    """Read a new deck; raise what its name raises, before anybody is made for it."""
    name = request.POST.get("name", "").strip()
    return Contents(
        name=services.deck_name_cleaned(name=name) if name else "",
        wager=read_rarity(request.POST, "wager"),
        minimum=read_minimum(request.POST),
        dream=request.POST.get("dream") == "1",
    )


@require_POST
@player_required
def deck_duplicate(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Make a copy of a deck and go there."""
    try:
        deck = services.deck_duplicate(
            owner=player_of(request), deck_id=deck_id, key=read_key(request.POST)
        )
    except Refusal as refusal:
        return _refused(request, refusal, deck_id)
    messages.success(request, _("Voici la copie, « %(name)s ».") % {"name": deck.name})
    return redirect(deck)


def _refused(request: HttpRequest, refusal: Refusal, deck_id: int) -> HttpResponse:
    if refusal.code == "deck_gone":
        raise Http404 from refusal
    messages.error(request, str(refusal))
    return redirect("deck", deck_id)


@require_POST
@player_required
def deck_throw_away(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Throw a deck away, to the list, where it can be taken back."""
    try:
        deck = services.deck_throw_away(owner=player_of(request), deck_id=deck_id)
    except Refusal as refusal:
        return _refused(request, refusal, deck_id)
    said = _("« %(name)s » est jeté.") % {"name": deck.name}
    messages.success(request, said, extra_tags=reverse("deck_take_back", args=[deck_id]))
    return redirect("deck_list")


@require_POST
@player_required
def deck_take_back(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Bring back a deck that was thrown away."""
    try:
        deck = services.deck_take_back(owner=player_of(request), deck_id=deck_id)
    except Refusal as refusal:
        return _refused(request, refusal, deck_id)
    said = Said(_("« %(name)s » est de retour.") % {"name": deck.name})
    response = answer(request, said, otherwise="deck_list")
    response["HX-Trigger"] = DECKS_CHANGED
    return response
