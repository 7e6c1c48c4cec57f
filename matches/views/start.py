"""Choosing a game, and opening a table for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from collection.models import Player
from collection.refusals import Refusal
from collection.views.access import guest_for, viewer_of
from matches.forms.tables import OPTIONS, OptionsForm, TableForm
from matches.models import Match
from matches.selectors.decks import deck_choices, deck_slugs_for
from matches.selectors.tables import lobby_tables, table_exists, tables_of, tables_to_watch
from matches.services.decks import seat_deck_choose
from matches.services.tables import SeatPlan, table_open
from rules.bots.registry import LEVELS
from rules.registry import game_named

FEWEST = 2


@never_cache
@require_GET
def play(request: HttpRequest) -> HttpResponse:
    """Show the three games, my tables, and the tables that wait for somebody."""
    viewer = viewer_of(request)
    context = {
        "games": Match.Game.choices,
        "levels": LEVELS,
        "tables": tables_of(viewer) if viewer else [],
        "lobby": lobby_tables(viewer),
        "watchable": tables_to_watch(viewer),
    }
    return render(request, "matches/play.html", context)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Open a table against bots with the options that suit most, and go there."""
    game, level = request.POST.get("game", ""), request.POST.get("level", "easy")
    if game not in OPTIONS or level not in LEVELS:
        raise Http404
    match = table_open(
        host=guest_for(request),
        game=game,
        options=_defaults(OPTIONS[game]),
        plan=[SeatPlan(host=True), SeatPlan(bot=level)],
    )
    return redirect(match)


def _defaults(form: type[OptionsForm]) -> dict[str, Any]:
    blank = form()
    filled = form({name: blank[name].initial for name in blank.fields})
    assert filled.is_valid(), filled.errors
    return filled.options()


@require_http_methods(["GET", "POST"])
@never_cache
def play_game(request: HttpRequest, game: str) -> HttpResponse:
    """Choose whom to play against, and every option of the game."""
    if game not in OPTIONS:
        raise Http404
    decks = deck_choices(viewer_of(request)) if game == Match.Game.VOLEUR else []
    table_form = TableForm(request.POST or None, initial={"seats": FEWEST}, decks=decks)
    options_form = OPTIONS[game](request.POST or None)
    status = 200
    if request.method == "POST":
        match = _opened(request, game, table_form, options_form)
        if match is not None:
            return redirect(match)
        status = 422
    context = {
        "game": game,
        "game_name": Match.Game(game).label,
        "table_form": table_form,
        "options_form": options_form,
        "most_seats": game_named(game).max_seats,
    }
    return render(request, "matches/play_game.html", context, status=status)


def _opened(
    request: HttpRequest, game: str, table_form: TableForm, options_form: OptionsForm
) -> Match | None:
    """Open the table that the forms describe; `None` when they say why not."""
    if not (table_form.is_valid() & options_form.is_valid()):
        return None
    try:
        return _table_of(guest_for(request), game, table_form, options_form)
    except Refusal as refusal:
        table_form.add_error("deck" if refusal.code.startswith("deck") else None, str(refusal))
        return None


@transaction.atomic
def _table_of(host: Player, game: str, table_form: TableForm, options_form: OptionsForm) -> Match:
    chosen = table_form.cleaned_data
    match = table_open(
        host=host,
        game=game,
        options=options_form.options(),
        plan=_plan(chosen["against"], chosen["level"], chosen["seats"] or FEWEST),
        visibility=_visibility(chosen["against"]),
        spectators=chosen["spectators"],
        move_seconds=chosen["clock"],
        shared_screen=chosen["against"] == "screen",
        names=chosen["names"],
    )
    if chosen["deck"]:
        minimum = match.options.get("minimum", "waived")
        slugs = deck_slugs_for(host, chosen["deck"], minimum=minimum)
        seat_deck_choose(match_id=match.pk, player=host, slugs=slugs, seat=0)
    return match


def _plan(against: str, level: str, seats: int) -> Sequence[SeatPlan]:
    if against == "screen":
        return [SeatPlan(host=True)] * seats
    others = SeatPlan(bot=level) if against == "bot" else SeatPlan()
    return [SeatPlan(host=True), *[others] * (seats - 1)]


def _visibility(against: str) -> str:
    return Match.Visibility.LOBBY if against == "lobby" else Match.Visibility.LINK


@require_POST
def join_code(request: HttpRequest) -> HttpResponse:
    """Go to the table whose code somebody read aloud."""
    code = "".join(request.POST.get("code", "").upper().split())
    if not table_exists(code):
        messages.error(request, _("Aucune table ne porte ce code : vérifie chaque lettre."))
        return redirect("play")
    return redirect("table", code=code)
