"""The catalogue: the card grid, the page of a card, a card that is missing."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from collection.forms.cards import ProposalForm, read_filters
from collection.models import Player
from collection.refusals import Refusal
from collection.selectors.browse import SORTS, Filters, browse
from collection.selectors.cards import card_for, card_page_for, cards_found, proposals_of
from collection.services import cards as services
from collection.views.access import guest_for, player_required, viewer_of

ONLY_MINE = "only_mine"
A_YEAR = 60 * 60 * 24 * 365
LOOK_ALIKES = 4

# What is swapped decides what is sent; without htmx, or for the whole page, all of it.
FRAGMENTS = {
    "catalogue": "collection/partials/catalogue.html",
    "catalogue-results": "collection/partials/catalogue_swap.html",
    "catalogue-facets": "collection/partials/catalogue_facets.html",
    "card-grid": "collection/partials/catalogue_more_swap.html",
}
GOES_SOMEWHERE = {"catalogue", "catalogue-results"}


@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    """Show the cards that the address asks for, or the piece of the page that changed."""
    remembered = request.COOKIES.get(ONLY_MINE) == "1"
    filters, complaints = read_filters(request.GET, mine=remembered)
    browsed = browse(viewer_of(request), filters)
    context = {
        "browsed": browsed,
        "filters": browsed.filters,
        "complaints": complaints,
        "sorts": SORTS,
    }
    response = render(request, _template_for(request), context)
    if filters.mine != remembered:
        _remember(response, filters, secure=request.is_secure())
    _name_the_place(request, response, browsed.filters)
    return response


def _template_for(request: HttpRequest) -> str:
    if not request.htmx or request.htmx.history_restore_request:
        return "collection/catalogue.html"
    return FRAGMENTS.get(request.htmx.target or "", "collection/catalogue.html")


def _remember(response: HttpResponse, filters: Filters, *, secure: bool) -> None:
    """Keep the switch « seulement mes cartes » as it is until it is moved again."""
    response.set_cookie(
        ONLY_MINE,
        "1" if filters.mine else "0",
        max_age=A_YEAR,
        httponly=True,
        samesite="Lax",
        secure=secure,
    )


def _name_the_place(request: HttpRequest, response: HttpResponse, filters: Filters) -> None:
    """Give the browser the shortest address of what is shown; typing leaves no trail."""
    patch_vary_headers(response, ["HX-Request", "HX-Target", "Cookie"])
    here = request.path + filters.query(page=filters.page).removesuffix("?")
    if not request.htmx or request.htmx.target not in GOES_SOMEWHERE:
        return
    if _shown_before(request) != here:
        typed = request.htmx.trigger_name == "q"
        response["HX-Replace-Url" if typed else "HX-Push-Url"] = here


def _shown_before(request: HttpRequest) -> str | None:
    try:
        return request.htmx.current_url_abs_path
    except ValueError:  # what calls itself an address and is none
        return None


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a card and what surrounds it; 404 for a proposal of somebody else."""
    page = card_page_for(viewer_of(request), slug)
    swapped = request.htmx and request.htmx.target == "card-copies"
    template = "partials/card_copies.html" if swapped else "card.html"
    return render(request, f"collection/{template}", {"page": page, "card": page.card})


@require_http_methods(["GET", "HEAD", "POST"])
def card_propose(request: HttpRequest) -> HttpResponse:
    """Take in a card that is missing; ask first whether it is one that looks like it."""
    viewer = viewer_of(request)
    form = ProposalForm(request.POST or None, viewer=viewer, initial=_asked_for(request))
    alike = []
    if form.is_bound and form.is_valid():
        alike = _look_alikes(form, viewer)
        if not alike:
            made = _proposed(request, form)
            if made is not None:
                return made
    context = {"form": form, "alike": alike, "proposals": proposals_of(viewer) if viewer else []}
    return render(request, "collection/card_propose.html", context)


def _asked_for(request: HttpRequest) -> dict[str, str]:
    """Take over what was searched for in vain."""
    return {"name": request.GET.get("nom", "")[: services.LONGEST_NAME]}


def _look_alikes(form: ProposalForm, viewer: Player | None) -> list:
    if form.cleaned_data["sure"]:
        return []
    found = cards_found(viewer, form.cleaned_data["name"], limit=LOOK_ALIKES)
    return [card for card, _hit in found]


def _proposed(request: HttpRequest, form: ProposalForm) -> HttpResponse | None:
    """Propose the card; where it is refused, say why at its field."""
    try:
        card = services.card_propose(player=guest_for(request), draft=form.draft())
    except Refusal as refusal:
        form.add_error(FIELD_OF.get(refusal.code), str(refusal.sentence))
        return None
    messages.success(
        request,
        _("« %(name)s » est dans ton catalogue, à toi seul pour l’instant.") % {"name": card.label},
    )
    return redirect(card)


FIELD_OF = {
    "name_empty": "name",
    "name_too_long": "name",
    "card_exists": "name",
    "brawler_missing": "brawler",
    "rarity_missing": "rarity",
    "suits_missing": "suits",
    "gems_unknown": "gems",
}


@require_POST
@player_required
def card_withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take one's own proposal back."""
    card = card_for(viewer_of(request), slug)
    try:
        services.card_withdraw(player=viewer_of(request), card=card)
    except Refusal as refusal:
        messages.error(request, str(refusal.sentence))
        return redirect(card)
    messages.success(request, _("« %(name)s » est retirée.") % {"name": card.label})
    return redirect(reverse("card_propose"))
