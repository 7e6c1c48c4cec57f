"""The pile: cards entered one after the other, by number or name, typed or said."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap

from collection.forms.copies import PinsForm, first_error
from collection.models import EntryBatch, Player
from collection.refusals import Refusal
from collection.selectors.binders import binders_of
from collection.selectors.cards import card_for
from collection.selectors.piles import (
    Choice,
    Reading,
    pile_lines,
    pile_of,
    pile_summary,
    reading_of,
)
from collection.services import piles as services
from collection.services.piles import Pins
from collection.views.access import player_or_guest, viewer_of
from collection.views.answers import Said, answer, refused
from collection.views.copies import player_of

LONGEST_TEXT = 120
_CHOICE = re.compile(r"(?P<number>\d{1,4})x(?P<slug>[-\w]+)\Z", re.ASCII)


@require_safe
def pile(request: HttpRequest) -> HttpResponse:
    """Show the running pile, or how to begin one; nothing is kept before the first card."""
    return render(request, "collection/pile.html", _page(viewer_of(request)))


def _page(viewer: Player | None) -> dict[str, Any]:
    running = pile_of(viewer) if viewer else None
    return {
        **_session(viewer, running),
        "form": PinsForm(initial=_pinned(running)),
        "binders": binders_of(viewer) if viewer else [],
        "reading": None,
        "text": "",
        "token": uuid4().hex,
    }


def _session(viewer: Player | None, running: EntryBatch | None, token: str = "") -> dict[str, Any]:
    """Return what the list of the running pile shows; `token` is that of the line just made."""
    open_pile = viewer is not None and running is not None
    return {
        "pile": running,
        "lines": pile_lines(running) if running else [],
        "summary": pile_summary(viewer, running) if open_pile else None,
        "added": token,
    }


def _pinned(running: EntryBatch | None) -> dict[str, Any]:
    pins = running or Pins()
    return {name: getattr(pins, name) for name in PinsForm.field_order}


@require_safe
def pile_choices(request: HttpRequest) -> HttpResponse:
    """Show what a text typed so far may mean."""
    text = _said(request.GET.get("saisie", ""))
    reading = reading_of(viewer_of(request), text) if text else Reading()
    context = {"reading": reading, "text": text, "token": uuid4().hex}
    return render(request, "collection/partials/pile_suggestions.html", context)


def _said(text: str) -> str:
    return " ".join(text.split())[:LONGEST_TEXT]


@require_POST
@player_or_guest
def pile_add(request: HttpRequest) -> HttpResponse:
    """Add what was typed, said or chosen; ask which card is meant where that is not sure."""
    viewer = player_of(request)
    token = request.POST.get("jeton", "")
    text = _said(request.POST.get("saisie", ""))
    try:
        chosen = _chosen(viewer, request.POST.get("choix", ""))
        reading = Reading((chosen,), sure=True) if chosen else reading_of(viewer, text)
        if not reading.sure:
            return _asked(request, viewer, text, reading)
        return _added(request, viewer, reading.choices[0], token)
    except Refusal as refusal:
        return _session_answer(request, refused(refusal))


def _chosen(viewer: Player, value: str) -> Choice | None:
    """Return the choice that a button sends as `3xshelly`."""
    match = _CHOICE.match(value)
    return Choice(int(match["number"]), card_for(viewer, match["slug"])) if match else None


def _added(request: HttpRequest, viewer: Player, choice: Choice, token: str) -> HttpResponse:
    services.pile_enter(owner=viewer, card=choice.card, number=choice.number, token=token)
    said = None
    if not request.htmx:
        said = Said(f"{choice.number} × {choice.card.label}")
    return _session_answer(request, said, token)


def _asked(request: HttpRequest, viewer: Player, text: str, reading: Reading) -> HttpResponse:
    """Ask which card is meant, beside the list as it is."""
    if not reading.choices:
        return _session_answer(request, Said(_not_found(text), level=messages.ERROR))
    context = {"reading": reading, "text": text, "token": uuid4().hex}
    if not request.htmx:
        return render(request, "collection/pile.html", _page(viewer) | context)
    response = render(request, "collection/partials/pile_asked.html", context)
    return reswap(response, "none")


def _not_found(text: str) -> str:
    if not text:
        return _("Tape le numéro ou le nom d’une carte.")
    return _("Aucune carte ne correspond à « %(text)s ».") % {"text": text}


def _session_answer(request: HttpRequest, said: Said | None, token: str = "") -> HttpResponse:
    viewer = player_of(request)
    running = pile_of(viewer)
    context = _session(viewer, running, token) | {"form": PinsForm(initial=_pinned(running))}
    return answer(
        request,
        said,
        otherwise="pile",
        template="collection/partials/pile_answer.html",
        context=context if request.htmx else {},
        alone=True,
    )


@require_POST
@player_or_guest
def pile_pins(request: HttpRequest) -> HttpResponse:
    """Pin what every further copy of the pile gets."""
    viewer = player_of(request)
    form = PinsForm(request.POST)
    if form.is_valid():
        services.pile_pin(owner=viewer, pins=form.pins())
        said = Said(_("C’est épinglé : chaque carte qui suit l’aura."))
    else:
        said = Said(first_error(form), level=messages.ERROR)
    return answer(request, said, otherwise="pile", alone=True)


@require_POST
@player_or_guest
def pile_line_undo(request: HttpRequest) -> HttpResponse:
    """Take back one line of the running pile."""
    try:
        services.pile_line_undo(owner=player_of(request), token=request.POST.get("jeton", ""))
    except Refusal as refusal:
        return _session_answer(request, refused(refusal))
    return _session_answer(request, None)


@require_POST
@player_or_guest
def pile_close(request: HttpRequest) -> HttpResponse:
    """End the pile and show its summary."""
    viewer = player_of(request)
    closed = services.pile_close(owner=viewer)
    if closed is None:
        messages.info(request, _("Ce tas était vide."))
        return redirect("collection")
    copies = pile_summary(viewer, closed).copies
    text = ngettext("%(number)d carte ajoutée.", "%(number)d cartes ajoutées.", copies)
    undo_url = reverse("batch_undo", args=[closed.pk])
    messages.success(request, text % {"number": copies}, extra_tags=undo_url)
    return redirect("batch", closed.pk)
