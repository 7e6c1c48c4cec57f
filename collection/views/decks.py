"""The list of decks, a new one, its text and its versions."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.deck_text import LONGEST_TEXT
from collection.forms.decks import (
    read_key,
    read_minimum,
    read_number,
    read_rarity,
    read_version,
)
from collection.models import Deck, Rarity
from collection.refusals import Refusal
from collection.selectors.availability import lacking_among
from collection.selectors.deck_texts import Reading, deck_text_for, deck_text_read
from collection.selectors.deck_versions import versions_for
from collection.selectors.decks import decks_for
from collection.services import decks as services
from collection.services.decks import Contents
from collection.views.access import guest_for, player_required, viewer_of
from collection.views.answers import Said, answer, refused
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
    messages.success(request, _("Voici la copie, « %(name)s ».") % {"name": deck.name})
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
    said = _("« %(name)s » est jeté.") % {"name": deck.name}
    messages.success(request, said, extra_tags=reverse("deck_take_back", args=[deck_id]))
    return redirect("deck_list")


@require_POST
@player_required
def deck_take_back(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Bring back a deck that was thrown away."""
    try:
        deck = services.deck_take_back(owner=player_of(request), deck_id=deck_id)
    except Refusal as refusal:
        if refusal.code == "deck_gone":
            raise Http404 from refusal
        return answer(request, refused(refusal), otherwise="deck_list")
    said = Said(_("« %(name)s » est de retour.") % {"name": deck.name})
    response = answer(request, said, otherwise="deck_list")
    response["HX-Trigger"] = DECKS_CHANGED
    return response


@require_safe
@player_required
def deck_versions(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Show what a deck was after each change, with the way back."""
    before = read_number(request.GET.get("avant"), 0) or None
    page = versions_for(player_of(request), deck_id, before=before)
    return render(request, "collection/deck_versions.html", {"page": page, "deck": page.deck})


@require_POST
@player_required
def deck_restore(request: HttpRequest, deck_id: int, number: int) -> HttpResponse:
    """Make a deck what it was at an earlier version."""
    try:
        services.deck_restore(
            owner=player_of(request),
            deck_id=deck_id,
            version=read_version(request.POST),
            number=number,
        )
    except Refusal as refusal:
        if refusal.code == "deck_stale":
            messages.error(request, str(refusal))
            return redirect("deck_versions", deck_id)
        return _refused(request, refusal, deck_id)
    messages.success(request, _("Ton deck est comme à la version %(number)d.") % {"number": number})
    return redirect("deck", deck_id)


@require_safe
@player_required
def deck_text(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Show a deck as text, to copy or to take away as a file."""
    deck, text = deck_text_for(player_of(request), deck_id)
    if "fichier" in request.GET:
        response = HttpResponse(text, content_type="text/plain; charset=utf-8")
        response["Content-Disposition"] = content_disposition_header(True, f"{deck.name}.txt")
        return response
    return render(request, "collection/deck_text.html", {"deck": deck, "text": text})


@require_http_methods(["GET", "HEAD", "POST"])
def deck_import(request: HttpRequest) -> HttpResponse:
    """Make a deck of a text; what is not sure is asked first."""
    text, name = request.POST.get("texte", ""), request.POST.get("name", "").strip()
    reading = None
    complaint = ""
    if request.method == "POST":
        try:
            reading = deck_text_read(viewer_of(request), text, request.POST.dict())
            if not reading.open_lines:
                return redirect(_imported(request, reading, name))
        except Refusal as refusal:
            complaint = str(refusal)
    context = {
        "text": text[:LONGEST_TEXT],
        "name": name[: services.LONGEST_NAME],
        "reading": reading,
        "complaint": complaint,
        "key": read_key(request.POST) or uuid.uuid4(),
        "longest": services.LONGEST_NAME,
    }
    return render(request, "collection/deck_import.html", context)


def _imported(request: HttpRequest, reading: Reading, name: str) -> Deck:
    """Make the deck; one that lacks a card is a dream, and says so."""
    named = name or reading.name
    clean = services.deck_name_cleaned(name=named) if named else ""
    owner = guest_for(request)
    slugs = tuple(card.slug for card in reading.cards)
    lacking = lacking_among(owner, [card.pk for card in reading.cards])
    contents = Contents(
        name=clean,
        slugs=slugs,
        wager=reading.wager,
        minimum=reading.minimum,
        dream=reading.dream or lacking > 0,
    )
    deck = services.deck_create(
        owner=owner, contents=contents, key=read_key(request.POST), change="import"
    )
    messages.success(request, _said_of_import(len(slugs), lacking))
    return deck


def _said_of_import(number: int, lacking: int) -> str:
    said = ngettext("%(n)d carte importée.", "%(n)d cartes importées.", number) % {"n": number}
    if not lacking:
        return said
    text = ngettext(
        "Il te manque %(n)d carte : c’est un deck de rêve.",
        "Il te manque %(n)d cartes : c’est un deck de rêve.",
        lacking,
    )
    return f"{said} {text % {'n': lacking}}"
