"""Answers to what a page asks: a fragment and a toast with htmx, a redirect and a message without.

A message's extra tags are the address that undoes what it tells; the toast makes a button of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django_htmx.http import trigger_client_event

from collection.refusals import Refusal
from collection.views.access import back

COPIES_CHANGED = "copies-changed"


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence for the player, and the address that undoes what it tells, if there is one."""

    text: str
    level: int = messages.SUCCESS
    undo_url: str = ""


def refused(refusal: Refusal) -> Said:
    """Return a refusal as something to say."""
    return Said(str(refusal), level=messages.ERROR)


def answer(
    request: HttpRequest,
    said: Said | None,
    *,
    otherwise: str,
    template: str = "",
    context: Mapping[str, Any] | None = None,
    changed: bool = False,
    alone: bool = False,
) -> HttpResponse:
    """Say it, and give htmx the fragment, or send the browser `back`, else to `otherwise`.

    `otherwise` is the name of an address, or an address.

    `changed` tells the lists of the page that copies came or went elsewhere than in the fragment.
    What is said `alone` takes the place of what was said before: quick clicks pile up no toasts.
    """
    if said:
        messages.add_message(request, said.level, said.text, extra_tags=said.undo_url)
    if not getattr(request, "htmx", False):
        return back(request, otherwise)
    parts = [render_to_string(template, {**(context or {})}, request)] if template else []
    response = HttpResponse("".join([*parts, toasts(request, alone=alone)]))
    return trigger_client_event(response, COPIES_CHANGED, after="swap") if changed else response


def toasts(request: HttpRequest, *, alone: bool = False) -> str:
    """Return what is to be said, to be appended to the page's toasts or to take their place."""
    if not get_messages(request):
        return ""
    context = {"swap_oob": True, "replace_oob": alone}
    return render_to_string("partials/messages.html", context, request)
