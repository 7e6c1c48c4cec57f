"""The collection page, the − n + of every card, and the page of one copy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import trigger_client_event

from collection.forms.copies import CopyForm, NameForm, first_error
from collection.models import Card, Copy, Player, Rarity
from collection.refusals import Refusal
from collection.selectors.binders import binder_page, binders_of
from collection.selectors.cards import card_for
from collection.selectors.copies import borrowed_by, contacts_of, copy_for, copy_source, owned_of
from collection.selectors.holdings import (
    CONDITIONS,
    COPY_BY_COPY,
    SORTS,
    STATES,
    Filters,
    cards_held,
    copies_listed,
    state_options,
    totals_of,
)
from collection.selectors.life import life_of
from collection.services import copies as services
from collection.views.access import player_or_guest, player_required, viewer_of
from collection.views.answers import Said, answer, refused
from rules.cards import Rarity as RarityCode

LONGEST_SEARCH = 80
CARD_COUNTED = "card-counted"


def player_of(request: HttpRequest) -> Player:
    """Return who asks, where a decorator saw to it that there is somebody."""
    assert isinstance(request.user, Player)
    return request.user


@require_safe
def collection(request: HttpRequest) -> HttpResponse:
    """Show what the viewer owns, by card or copy by copy; to a newcomer, how to begin."""
    viewer = viewer_of(request)
    if viewer is None:
        return render(request, "collection/collection_start.html")
    filters = _filters(request)
    totals = totals_of(viewer)
    listed = filters.view == COPY_BY_COPY
    cards = None if listed else cards_held(viewer, filters, totals)
    copies = copies_listed(viewer, filters, totals) if listed else None
    page = cards or copies
    context = {
        "filters": filters,
        "totals": totals,
        "rarities": Rarity.objects.all(),
        "binders": binders_of(viewer),
        "states": state_options(totals),
        "conditions": CONDITIONS,
        "sorts": SORTS,
        "cards": cards,
        "copies": copies,
        "here": filters.query(after=filters.after),
        "next_url": filters.query(after=page.next_key) if page and page.next_key else "",
        "first_url": filters.query() if filters.after else "",
        "borrowed": borrowed_by(viewer),
    }
    response = render(request, "collection/collection.html", context)
    if request.htmx and request.htmx.trigger == "collection_filters":
        response["HX-Push-Url"] = request.path + filters.query()
    return response


def _filters(request: HttpRequest) -> Filters:
    """Return the filters that the address asks for; what is none of them is left out."""
    asked = request.GET
    return Filters(
        view=_one_of(asked.get("vue"), (COPY_BY_COPY,)),
        text=" ".join(asked.get("q", "").split())[:LONGEST_SEARCH],
        rarity=_one_of(asked.get("rarete"), [str(code) for code in RarityCode]),
        state=_one_of(asked.get("situation"), STATES),
        condition=_one_of(asked.get("etat"), CONDITIONS),
        binder=asked.get("classeur", "").replace("\0", "")[:40],
        doubles=asked.get("doubles") == "1",
        sort=_one_of(asked.get("tri"), SORTS),
        after=asked.get("apres", ""),
    )


def _one_of(asked: str | None, known: Collection[str]) -> str:
    return asked if asked in known else ""


@require_safe
@player_required
def binder(request: HttpRequest) -> HttpResponse:
    """Show one page of a binder, case by case."""
    viewer = player_of(request)
    binders = binders_of(viewer)
    names = [name for name, _number in binders]
    name = request.GET.get("nom") or next(iter(names), "")
    if name and name not in names:
        raise Http404
    page = request.GET.get("page", "")
    number = int(page) if page.isdecimal() and len(page) < 5 else None
    context = {
        "binders": binders,
        "shown": binder_page(viewer, name, number) if name else None,
    }
    return render(request, "collection/binder.html", context)


@require_POST
@player_or_guest
def card_add(request: HttpRequest, slug: str) -> HttpResponse:
    """Bring in one copy of a card."""
    viewer = player_of(request)
    card = card_for(viewer, slug)
    services.card_add(owner=viewer, card=card)
    return _counted(request, card, None)


@require_POST
@player_or_guest
def card_remove(request: HttpRequest, slug: str) -> HttpResponse:
    """Take out the free copy of a card that came in last, or say why that cannot be."""
    viewer = player_of(request)
    card = card_for(viewer, slug)
    try:
        gone = services.card_remove(owner=viewer, card=card)
    except Refusal as refusal:
        return _counted(request, card, refused(refusal))
    text = _("Retiré de ta collection : %(card)s.") % {"card": card.label}
    return _counted(request, card, Said(text, undo_url=_act_url(gone.pk, "remettre")))


def _counted(request: HttpRequest, card: Card, said: Said | None) -> HttpResponse:
    owned = owned_of(player_of(request), card)
    response = answer(
        request,
        said,
        otherwise="catalogue",
        template="collection/partials/stepper.html",
        context={"card": card, "owned": owned},
        alone=True,
    )
    return trigger_client_event(response, CARD_COUNTED, {"slug": card.slug}, after="swap")


def _act_url(copy_id: int, action: str) -> str:
    return reverse("copy_act", args=[copy_id, action])


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def copy(request: HttpRequest, copy_id: int) -> HttpResponse:
    """Show one copy with its life; note its condition, place, source, note and date."""
    viewer = player_of(request)
    seen = copy_for(viewer, copy_id)
    if request.method != "POST":
        return render(request, "collection/copy.html", _sheet(viewer, seen))
    form = CopyForm(request.POST)
    if not form.is_valid():
        return _sheet_invalid(request, _sheet(viewer, seen, form))
    try:
        services.copy_edit(
            owner=viewer,
            copy_id=copy_id,
            placing=form.placing(),
            source=form.cleaned_data["source"],
        )
    except Refusal as refusal:
        return _sheet_answer(request, copy_id, refused(refusal))
    return _sheet_answer(request, copy_id, Said(_("C’est noté.")))


def _sheet(viewer: Player, seen: Copy, form: CopyForm | None = None) -> dict[str, object]:
    """Return what the sheet of a copy shows."""
    source = copy_source(viewer, seen)
    initial = {"source": source, **{name: getattr(seen, name) for name in _NOTED}}
    return {
        "copy": seen,
        "card": seen.card,
        "mine": seen.owner_id == viewer.pk,
        "kept": seen.owner is not None and seen.owner.keeper_id == viewer.pk,
        "form": form or CopyForm(initial=initial),
        "binders": binders_of(viewer),
        "contacts": contacts_of(viewer),
        "life": life_of(viewer, seen),
    }


_NOTED = ("condition", "binder", "page", "slot", "note", "acquired_on")


def _sheet_invalid(request: HttpRequest, sheet: dict[str, object]) -> HttpResponse:
    if request.htmx:
        return render(request, "collection/partials/copy_sheet.html", sheet)
    return render(request, "collection/copy.html", sheet, status=422)


def _sheet_answer(request: HttpRequest, copy_id: int, said: Said) -> HttpResponse:
    """Say it, beside the sheet as it is now; asked from elsewhere, tell the page to look again."""
    viewer = player_of(request)
    in_place = bool(request.htmx) and request.htmx.target == "copy_sheet"
    return answer(
        request,
        said,
        otherwise=reverse("copy", args=[copy_id]),
        template="collection/partials/copy_sheet.html",
        context=_sheet(viewer, copy_for(viewer, copy_id)),
        changed=not in_place,
    )


@require_POST
@player_required
def copy_lend(request: HttpRequest, copy_id: int) -> HttpResponse:
    """Lend a copy to a contact, an account or somebody new."""
    return _named(request, copy_id, _lent)


def _lent(owner: Player, copy_id: int, asked: Mapping[str, str]) -> Said:
    found = services.copy_lend_named(owner=owner, copy_id=copy_id, name=asked["name"])
    text = (
        _("Prêtée à %(name)s, ajouté à tes contacts.") if found.created else _("Prêtée à %(name)s.")
    )
    return Said(text % {"name": found.player}, undo_url=_act_url(copy_id, "rendre"))


@require_POST
@player_required
def copy_give(request: HttpRequest, copy_id: int) -> HttpResponse:
    """Give a copy away for good: to a contact, or to nobody that Pioche knows."""
    return _named(request, copy_id, _given)


def _given(owner: Player, copy_id: int, asked: Mapping[str, str]) -> Said:
    found = services.copy_give_named(owner=owner, copy_id=copy_id, **asked)
    if found is None:
        return Said(_("Donnée."), undo_url=_act_url(copy_id, "remettre"))
    text = _("Donnée à %(name)s.") % {"name": found.player}
    return Said(text, undo_url=_act_url(copy_id, "reprendre"))


def _named(
    request: HttpRequest, copy_id: int, act: Callable[[Player, int, Mapping[str, str]], Said]
) -> HttpResponse:
    viewer = player_of(request)
    copy_for(viewer, copy_id)
    form = NameForm(request.POST)
    if not form.is_valid():
        return _sheet_answer(request, copy_id, Said(first_error(form), level=messages.ERROR))
    try:
        said = act(viewer, copy_id, form.cleaned_data)
    except Refusal as refusal:
        said = refused(refusal)
    return _sheet_answer(request, copy_id, said)


@dataclass(frozen=True, slots=True)
class Act:
    """Something to do with a copy: the service, what is said then, and what undoes it."""

    run: Callable[..., object]
    done: str | Promise
    undo: str = ""


ACTS: Mapping[str, Act] = {
    "rendre": Act(services.copy_return, _lazy("Rendue : elle est de nouveau libre.")),
    "introuvable": Act(services.copy_miss, _lazy("Notée introuvable."), "retrouvee"),
    "retrouvee": Act(services.copy_find, _lazy("Retrouvée : elle est de nouveau libre.")),
    "perdue": Act(services.copy_lose, _lazy("Sortie de ta collection."), "remettre"),
    "remettre": Act(services.copy_restore, _lazy("Remise dans ta collection.")),
    "reprendre": Act(services.copy_take_back, _lazy("Revenue dans ta collection.")),
}


@require_POST
@player_required
def copy_act(request: HttpRequest, copy_id: int, action: str) -> HttpResponse:
    """Do one of the things of `ACTS` with a copy."""
    viewer = player_of(request)
    copy_for(viewer, copy_id)
    act = ACTS.get(action)
    if act is None:
        raise Http404
    try:
        act.run(owner=viewer, copy_id=copy_id)
    except Refusal as refusal:
        return _sheet_answer(request, copy_id, refused(refusal))
    undo_url = _act_url(copy_id, act.undo) if act.undo else ""
    return _sheet_answer(request, copy_id, Said(str(act.done), undo_url=undo_url))
