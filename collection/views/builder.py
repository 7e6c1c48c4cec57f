"""The page of a deck, and everything that is done to one there.

Each act names the version that its page showed. With htmx the deck comes back as it now is, and
the card that was tapped; without, the page is shown again.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import trigger_client_event

from collection.forms.decks import read_minimum, read_pool_filters, read_rarity, read_version
from collection.models import Card, Deck, Player
from collection.refusals import Refusal
from collection.selectors.builder import Builder, builder_for, card_for_deck
from collection.selectors.pool import SORTS
from collection.services import assembly as assembling
from collection.services import decks as services
from collection.views.access import back, player_required
from collection.views.answers import toasts
from collection.views.copies import player_of

POOL_CHANGED = "pool-changed"
FRAGMENTS = {
    "deck_pool": "collection/partials/deck_pool.html",
    "deck_pool_more": "collection/partials/deck_pool_tiles.html",
}

Act = Callable[[Player, int], Deck]


@require_safe
@player_required
def deck(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Show a deck to its owner, or the part of the page that was asked for."""
    filters = read_pool_filters(request.GET)
    builder = builder_for(player_of(request), deck_id, filters)
    target = request.htmx.target if request.htmx else None
    template = FRAGMENTS.get(target or "", "collection/deck.html")
    response = render(request, template, _context(builder, here=request.get_full_path()))
    patch_vary_headers(response, ["HX-Request", "HX-Target", "Cookie"])
    if target == "deck_pool":
        response["HX-Replace-Url"] = request.path + filters.query().removesuffix("?")
    return response


def _context(builder: Builder, *, here: str) -> dict[str, object]:
    return {
        "builder": builder,
        "deck": builder.deck,
        "filters": builder.found.filters,
        "sorts": SORTS,
        "here": here,
        "key": uuid.uuid4(),
    }


def _done(
    request: HttpRequest,
    deck_id: int,
    act: Act,
    *,
    said: str,
    card: Card | None = None,
    toast: bool = False,
    undo_url: str = "",
) -> HttpResponse:
    """Do it, or say why not, and show the deck as it now is.

    What is said goes to those who listen; as a `toast` to everybody. `card` is the one that was
    tapped: where the page shows it among the cards to choose, it comes back with the deck.
    """
    viewer = player_of(request)
    refused = False
    try:
        act(viewer, read_version(request.POST))
    except Refusal as refusal:
        if refusal.code == "deck_gone":
            raise Http404 from refusal
        messages.error(request, str(refusal))
        refused = True
    else:
        if toast:
            messages.success(request, said, extra_tags=undo_url)
    where = reverse("deck", args=[deck_id])
    if not request.htmx:
        return back(request, where)
    return _answered(request, deck_id, "" if refused or toast else said, None if refused else card)


def _answered(request: HttpRequest, deck_id: int, said: str, card: Card | None) -> HttpResponse:
    builder = builder_for(player_of(request), deck_id, None)
    context = _context(builder, here=builder.deck.get_absolute_url())
    shown = request.POST.get("tile") if card else None
    tile = builder.tile(card) if card and shown == "1" else None
    answer = render_to_string(
        "collection/partials/deck_answer.html", {**context, "said": said, "tile": tile}, request
    )
    response = HttpResponse(answer + toasts(request))
    return response if shown else trigger_client_event(response, POOL_CHANGED, after="swap")


def _card_named(request: HttpRequest, deck_id: int) -> Card | None:
    slug = request.POST.get("card", "")[:100].replace("\0", "")
    return card_for_deck(player_of(request), deck_id, slug)


def _unknown_card(_owner: Player, _version: int) -> Deck:
    raise Refusal("card_unknown", _("Cette carte n’est pas au catalogue."))


@require_POST
@player_required
def deck_add(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Put one copy of a card into the deck."""
    card = _card_named(request, deck_id)
    if card is None:
        return _done(request, deck_id, _unknown_card, said="")

    def act(owner: Player, version: int) -> Deck:
        return services.deck_card_add(owner=owner, deck_id=deck_id, version=version, card=card)

    said = _("« %(card)s » est dans le deck.") % {"card": card.label}
    return _done(request, deck_id, act, said=said, card=card)


@require_POST
@player_required
def deck_remove(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Take one copy of a card out of the deck."""
    card = _card_named(request, deck_id)
    if card is None:
        return _done(request, deck_id, _unknown_card, said="")

    def act(owner: Player, version: int) -> Deck:
        return services.deck_card_remove(owner=owner, deck_id=deck_id, version=version, card=card)

    said = _("« %(card)s » n’est plus dans le deck.") % {"card": card.label}
    return _done(request, deck_id, act, said=said, card=card)


@require_POST
@player_required
def deck_clear(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Take every card out."""

    def act(owner: Player, version: int) -> Deck:
        return services.deck_clear(owner=owner, deck_id=deck_id, version=version)

    return _done(request, deck_id, act, said=_("Le deck est vide."))


@require_POST
@player_required
def deck_repair(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Apply the repair that the page showed; when another one is due by now, show that one."""
    shown = request.POST.get("becomes", "")

    def act(owner: Player, version: int) -> Deck:
        mending = builder_for(owner, deck_id, None).mending
        if mending is None or mending.key != shown:
            sentence = _("Tes cartes ont changé entre-temps : voici la réparation à jour.")
            raise Refusal("repair_changed", sentence)
        return services.deck_repair(
            owner=owner, deck_id=deck_id, version=version, slugs=mending.becomes
        )

    return _done(request, deck_id, act, said=_("Le deck est réparé."))


@require_POST
@player_required
def deck_stake(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Judge the deck for another wager, or by the other reading of the minimum."""
    wager, minimum = read_rarity(request.POST, "wager"), read_minimum(request.POST)

    def act(owner: Player, version: int) -> Deck:
        return services.deck_stake(
            owner=owner, deck_id=deck_id, version=version, wager=wager, minimum=minimum
        )

    return _done(request, deck_id, act, said=_("Le deck est jugé à nouveau."))


@require_POST
@player_required
def deck_rename(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Give the deck another name."""

    def act(owner: Player, version: int) -> Deck:
        return services.deck_rename(
            owner=owner, deck_id=deck_id, version=version, name=request.POST.get("name", "")
        )

    return _done(request, deck_id, act, said=_("Le deck a son nouveau nom."))


@require_POST
@player_required
def deck_dream(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Make it a dream deck, or one of the owner's own cards."""
    dream = request.POST.get("dream") == "1"

    def act(owner: Player, version: int) -> Deck:
        return services.deck_dream(owner=owner, deck_id=deck_id, version=version, dream=dream)

    said = _("C’est un deck de rêve.") if dream else _("C’est un deck de tes cartes.")
    return _done(request, deck_id, act, said=said)


@require_POST
@player_required
def deck_undo(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Go back to what the deck was before its last change."""

    def act(owner: Player, version: int) -> Deck:
        return services.deck_undo(owner=owner, deck_id=deck_id, version=version)

    return _done(request, deck_id, act, said=_("Dernier changement annulé."))


@require_POST
@player_required
def deck_redo(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Go forth again after going back."""

    def act(owner: Player, version: int) -> Deck:
        return services.deck_redo(owner=owner, deck_id=deck_id, version=version)

    return _done(request, deck_id, act, said=_("Changement refait."))


@require_POST
@player_required
def deck_assemble(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Take the deck's copies out of their places, so that no other deck counts on them."""

    def act(owner: Player, version: int) -> Deck:
        return assembling.deck_assemble(owner=owner, deck_id=deck_id, version=version)

    return _done(
        request,
        deck_id,
        act,
        said=_("Deck assemblé : ses exemplaires sont réservés."),
        toast=True,
    )


@require_POST
@player_required
def deck_disassemble(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Put the deck's copies back."""

    def act(owner: Player, _version: int) -> Deck:
        return assembling.deck_disassemble(owner=owner, deck_id=deck_id)

    said = _("Deck démonté : ses exemplaires sont libres.")
    return _done(request, deck_id, act, said=said, toast=True)
