"""Who is asking: the viewer of a page, and the guest who is made at the first thing kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from collection.models import Player
from collection.services.accounts import guest_create, guest_of

View = Callable[..., HttpResponse]
LONGEST_WAY = 1_000
BACKEND = "django.contrib.auth.backends.ModelBackend"


def viewer_of(request: HttpRequest) -> Player | None:
    """Return the player who asks, account or guest; `None` for a first-time visitor."""
    return request.user if isinstance(request.user, Player) else None


def guest_for(request: HttpRequest) -> Player:
    """Return the player who asks; a first-time visitor becomes a guest bound to the session."""
    player = viewer_of(request)
    if player is None:
        token = request.META.get("CSRF_COOKIE")
        player = guest_of(mark=token) if token else guest_create()
        login(request, player, backend=BACKEND)
        # The open page goes on sending its token: nobody gained a right that it should not have.
        request.META["CSRF_COOKIE"] = token or request.META["CSRF_COOKIE"]
    return player


def player_or_guest(view: View) -> View:
    """Run a view with `request.user` a player; a first-time visitor who posts becomes a guest.

    A page that is only read makes nobody: it is sent to the log-in page instead.
    """

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if viewer_of(request) is None:
            if request.method != "POST":
                return to_log_in(request)
            guest_for(request)
        return view(request, *args, **kwargs)

    return wrapped


def player_required(view: View) -> View:
    """Send a first-time visitor to the log-in page; guests and accounts come in."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if viewer_of(request) is None:
            return to_log_in(request)
        return view(request, *args, **kwargs)

    return wrapped


def account_required(view: View) -> View:
    """Send everybody without an account to the sign-up page, which keeps a guest's things."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        player = viewer_of(request)
        if player is None or not player.is_account:
            return redirect(_by_way_of("sign_up", request))
        return view(request, *args, **kwargs)

    return wrapped


def _by_way_of(name: str, request: HttpRequest) -> str:
    """Return an address that leads back here; to the bare page where « here » is very long."""
    here = request.get_full_path()
    return (
        f"{reverse(name)}?{urlencode({'next': here if len(here) < LONGEST_WAY else request.path})}"
    )


def to_log_in(request: HttpRequest) -> HttpResponse:
    """Return the way to the log-in page and, after it, back here."""
    where = _by_way_of("log_in", request)
    if getattr(request, "htmx", False):
        response = HttpResponse(status=204)
        response["HX-Redirect"] = where
        return response
    return redirect(where)


def back(request: HttpRequest, otherwise: str) -> HttpResponseRedirect:
    """Return to the page that `next` names, if it is one of ours; else to a name or an address."""
    where = request.POST.get("next") or request.GET.get("next") or ""
    if len(where) <= LONGEST_WAY and url_has_allowed_host_and_scheme(
        where, allowed_hosts={request.get_host()}
    ):
        return HttpResponseRedirect(where)
    return HttpResponseRedirect(resolve_url(otherwise))
