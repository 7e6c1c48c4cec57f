"""Home, sign-up, log-in, account, the shared page of a collection."""

from __future__ import annotations

from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.contrib.auth import authenticate, login, logout, update_session_auth_hash
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import rotate_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.forms.accounts import AccountForm, LogInForm, PasswordForm, SignUpForm
from collection.models import Player
from collection.refusals import Refusal
from collection.selectors.accounts import (
    open_share_link,
    shared_player,
    shared_shelves,
    totals_for,
    username_of,
)
from collection.services.accounts import (
    account_create,
    account_update,
    guest_merge,
    share_link_create,
    share_link_revoke,
)
from collection.services.throttles import log_in_throttles, sign_up_throttle, take_all
from collection.views.access import BACKEND, LONGEST_WAY, account_required, back, viewer_of

TOO_MANY = 429


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Welcome a visitor; show a player where they stand."""
    viewer = viewer_of(request)
    totals = totals_for(viewer) if viewer else None
    return render(request, "collection/home.html", {"totals": totals})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Say what Pioche is, what it keeps and what it never does."""
    return render(request, "collection/about.html")


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """Open an account; a guest keeps all that is theirs."""
    viewer = viewer_of(request)
    if viewer and viewer.is_account:
        return back(request, "home")
    form = SignUpForm(request.POST or None)
    status = 200
    if request.method == "POST":
        player, status = _signed_up(request, form, viewer)
        if player:
            login(request, player, backend=BACKEND)
            messages.success(request, _("Bienvenue, %(name)s !") % {"name": player})
            return back(request, "home")
    context = {"form": form, "next": _next(request)}
    return render(request, "collection/sign_up.html", context, status=status)


def _signed_up(
    request: HttpRequest, form: SignUpForm, guest: Player | None
) -> tuple[Player | None, int]:
    if not form.is_valid():
        return None, 422
    throttle = sign_up_throttle(request=request)
    if seconds := throttle.take():
        _say_wait(form, seconds)
        return None, TOO_MANY
    try:
        player = account_create(
            name=form.cleaned_data["name"],
            password=form.cleaned_data["password"],
            email=form.cleaned_data["email"],
            guest=guest,
        )
    except Refusal as refusal:
        throttle.give_back()
        form.add_error("name", str(refusal.sentence))
        return None, 422
    return player, 200


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    """Let somebody in; a guest's things go along with them."""
    viewer = viewer_of(request)
    if viewer and viewer.is_account and request.method != "POST":
        return back(request, "home")
    form = LogInForm(request.POST or None)
    status = 200
    if request.method == "POST":
        player, status = _logged_in(request, form)
        if player:
            if viewer:
                guest_merge(guest=viewer, account=player)
            login(request, player, backend=BACKEND)
            return back(request, "home")
    return render(
        request, "collection/log_in.html", {"form": form, "next": _next(request)}, status=status
    )


def _logged_in(request: HttpRequest, form: LogInForm) -> tuple[Player | None, int]:
    if not form.is_valid():
        return None, 422
    name = " ".join(form.cleaned_data["name"].split())
    throttles = log_in_throttles(request=request, name=name)
    if seconds := take_all(throttles):
        _say_wait(form, seconds)
        return None, TOO_MANY
    known = username_of(name)
    player = authenticate(request, username=known or name, password=form.cleaned_data["password"])
    if not isinstance(player, Player):
        form.add_error(None, _("Ce nom et ce mot de passe ne vont pas ensemble."))
        return None, 422
    of_name, of_place = throttles
    of_name.forget()
    of_place.give_back()
    return player, 200


def _say_wait(form: forms.Form, seconds: int) -> None:
    minutes = -(-seconds // 60)
    form.add_error(
        None, _("Trop d'essais : réessaie dans %(minutes)d minutes.") % {"minutes": minutes}
    )


def _next(request: HttpRequest) -> str:
    return request.POST.get("next") or request.GET.get("next") or ""


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Leave; what is kept stays kept."""
    logout(request)
    rotate_token(request)  # whoever comes next at this browser is somebody else
    return redirect("home")


@never_cache
def staff_log_in(request: HttpRequest) -> HttpResponse:
    """Send the staff to the one log-in page, where tries are counted; 404 for other accounts."""
    viewer = viewer_of(request)
    if viewer is None or not viewer.is_account:
        way = request.GET.get("next") or reverse("admin:index")
        return redirect(f"{reverse('log_in')}?{urlencode({'next': way[:LONGEST_WAY]})}")
    if not viewer.is_staff:
        raise Http404
    return back(request, "admin:index")


@never_cache
@account_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show and change what others see of me, my link, my password."""
    viewer = _account_of(request)
    form = AccountForm(
        request.POST or None,
        initial={"display_name": viewer.display_name, "email": viewer.email},
    )
    if request.method == "POST" and form.is_valid():
        account_update(player=viewer, **form.cleaned_data)
        messages.success(request, _("C'est enregistré."))
        return redirect("account")
    return _account_page(request, form, PasswordForm(player=viewer))


@sensitive_post_parameters("old", "new")
@never_cache
@account_required
@require_POST
def password_change(request: HttpRequest) -> HttpResponse:
    """Change my password; other devices are logged out, this one stays."""
    viewer = _account_of(request)
    form = PasswordForm(request.POST, player=viewer)
    if form.is_valid():
        viewer.set_password(form.cleaned_data["new"])
        viewer.save(update_fields=["password"])
        update_session_auth_hash(request, viewer)
        messages.success(request, _("Ton mot de passe est changé."))
        return redirect("account")
    initial = {"display_name": viewer.display_name, "email": viewer.email}
    return _account_page(request, AccountForm(initial=initial), form)


def _account_page(
    request: HttpRequest, form: AccountForm, password_form: PasswordForm
) -> HttpResponse:
    link = open_share_link(_account_of(request))
    address = request.build_absolute_uri(link.get_absolute_url()) if link else ""
    context = {"form": form, "password_form": password_form, "share_address": address}
    status = 422 if form.errors or password_form.errors else 200
    return render(request, "collection/account.html", context, status=status)


def _account_of(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


@account_required
@require_POST
def share_create(request: HttpRequest) -> HttpResponse:
    """Open the link under which anybody may read my collection."""
    share_link_create(player=_account_of(request))
    messages.success(request, _("Ta collection a maintenant son lien."))
    return redirect("account")


@account_required
@require_POST
def share_revoke(request: HttpRequest) -> HttpResponse:
    """Close that link."""
    share_link_revoke(player=_account_of(request))
    messages.success(request, _("Le lien est fermé : plus personne ne peut l'ouvrir."))
    return redirect("account")


@never_cache
@require_safe
def shared_collection(request: HttpRequest, token: str) -> HttpResponse:
    """Show a collection to whoever has its link, and nothing that could be changed."""
    player = shared_player(token)
    shelves = shared_shelves(player)
    context = {
        "player": player,
        "shelves": shelves,
        "copies": sum(shelf.copies for shelf in shelves),
        "cards": sum(len(shelf.cards) for shelf in shelves),
    }
    response = render(request, "collection/shared_collection.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response
