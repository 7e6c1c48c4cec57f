"""Past entries and their undo; a whole rarity or Brawler at once."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from collection.models import Brawler, Player, Rarity
from collection.refusals import Refusal
from collection.selectors.piles import (
    batch_contents,
    batch_for,
    batch_tiles,
    entries_for,
    pile_summary,
)
from collection.services import piles as services
from collection.services.piles import Sweep
from collection.views.access import player_or_guest, player_required
from collection.views.answers import Said, answer, refused
from collection.views.copies import player_of


@require_safe
@player_required
def history(request: HttpRequest) -> HttpResponse:
    """Show the viewer's entries, the latest first, each with its undo."""
    before = request.GET.get("avant", "")
    key = int(before) if before.isdecimal() and len(before) < 19 else None
    entered, next_key = entries_for(player_of(request), before=key)
    return render(
        request,
        "collection/history.html",
        {"entries": entered, "next_key": next_key},
    )


@require_safe
@player_required
def batch(request: HttpRequest, batch_id: int) -> HttpResponse:
    """Show what one entry brought in."""
    viewer = player_of(request)
    entry = batch_for(viewer, batch_id)
    inside = batch_contents(entry)
    summary = pile_summary(viewer, entry, inside=inside)
    rarities = Rarity.objects.in_bulk()
    context = {
        "batch": entry,
        "summary": summary,
        "by_rarity": [(rarities[code], number) for code, number in summary.rarities],
        "tiles": batch_tiles(inside),
    }
    return render(request, "collection/batch.html", context)


@require_POST
@player_required
def batch_undo(request: HttpRequest, batch_id: int) -> HttpResponse:
    """Take back everything that one entry brought in, or say what keeps it."""
    viewer = player_of(request)
    entry = batch_for(viewer, batch_id)
    try:
        number = services.entry_undo(owner=viewer, batch=entry)
    except Refusal as refusal:
        return answer(request, refused(refusal), otherwise="history")
    text = ngettext(
        "Saisie annulée : %(number)d carte est ressortie de ta collection.",
        "Saisie annulée : %(number)d cartes sont ressorties de ta collection.",
        number,
    )
    said = Said(text % {"number": number})
    return answer(request, said, otherwise="history", changed=True)


@require_POST
@player_or_guest
def sweep(request: HttpRequest) -> HttpResponse:
    """Bring in one of each missing card of a rarity or of a Brawler."""
    swept, label = _swept(request, player_of(request))
    if swept.batch is None:
        text = _("Rien à ajouter : « %(label)s » est déjà au complet.") % {"label": label}
        return answer(request, Said(text, level=messages.INFO), otherwise="progress")
    text = ngettext(
        "« %(label)s » : %(number)d carte ajoutée.",
        "« %(label)s » : %(number)d cartes ajoutées.",
        swept.added,
    ) % {"label": label, "number": swept.added}
    said = Said(text, undo_url=reverse("batch_undo", args=[swept.batch.pk]))
    return answer(request, said, otherwise="progress", changed=True)


def _swept(request: HttpRequest, viewer: Player) -> tuple[Sweep, str]:
    uncertain = request.POST.get("incertaines") == "1"
    if "brawler" in request.POST:
        slug = request.POST["brawler"].replace("\0", "")
        brawler = get_object_or_404(Brawler, slug=slug)
        swept = services.brawler_sweep(owner=viewer, brawler=brawler, uncertain=uncertain)
        return swept, brawler.label
    code = request.POST.get("rarete", "").replace("\0", "")
    rarity = get_object_or_404(Rarity, code=code)
    swept = services.rarity_sweep(owner=viewer, rarity=rarity, uncertain=uncertain)
    return swept, rarity.label
