"""What a viewer must not know never reaches them: pages and fragments are searched for it."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.urls import reverse

from collection.models import Card
from matches.services.decks import seat_deck_choose
from matches.services.play import match_play
from matches.services.positions import position_at
from matches.services.tables import SeatPlan, table_join, table_open, table_start
from rules.game import Seat
from rules.games import bataille, voleur
from rules.games.bataille_cards import NAMES
from tests.matches.factories import people, play_at_random, running_table

pytestmark = pytest.mark.django_db
FACE = re.compile(r'data-suit="([SHDC])" data-rank="([0-9AJQK]+)"')


@pytest.fixture(autouse=True)
def no_hush(settings):
    settings.MATCH_HUSH_MS = (0, 0)
    settings.MATCH_SHOWING_SECONDS = 0


@pytest.fixture
def seated():
    return people(2)


def pages_of(client, match, player):
    """Return the table's page and fragment as a player, or as a visitor, gets them."""
    client.logout()
    if player is not None:
        client.force_login(player)
    return [client.get(reverse(name, args=[match.code])) for name in ("table", "table_board")]


def text_of(response):
    return response.content.decode() + str(dict(response.headers))


def hidden_names(match, seat):
    """Return the names and slugs of the cards that a seat of Voleur can't know of."""
    state = position_at(match).state
    view = voleur.view(state, seat)
    known = {card.id for card in view.deck}
    for enemy in (0, 1):
        known |= {card.id for card in view.shown(Seat(enemy))}
        known |= {card.id for card in view.tas(Seat(enemy))}
        laid = view.played[enemy]
        known |= {card.id for card in laid.cards} if laid else set()
    slugs = set(match.options["cards"]) - known
    labels = Card.objects.filter(slug__in=slugs).values_list("name", flat=True)
    told = Card.objects.filter(slug__in=known).values_list("name", flat=True)
    return slugs, set(labels), sorted(told, key=len, reverse=True)


def without(page, labels):
    """Leave out names that may be told: « Grande Penny » tells nothing of « Penny »."""
    for label in labels:
        page = page.replace(label, "")
    return page


def test_no_page_of_voleur_names_a_card_that_its_viewer_has_not_seen(client, seated):
    match = running_table("voleur", seated)
    random = Random(3)
    for _look in range(12):
        play_at_random(match, random, moves=3)
        match.refresh_from_db()
        if not match.is_running:
            break
        for seat, player in ((Seat(0), seated[0]), (Seat(1), seated[1]), (None, None)):
            slugs, labels, told = hidden_names(match, seat)
            for answer in pages_of(client, match, player):
                page = without(text_of(answer), told)
                assert not [s for s in slugs if f'"{s}"' in page or f"/{s}/" in page]
                assert not [n for n in labels if f">{n}<" in page or f" {n}." in page]
                assert match.seed not in page
                assert match.server_seed not in page


def test_no_page_of_bataille_shows_a_face_that_its_viewer_has_not_seen(client, seated):
    options = {"estimate": False, "max_manches": 60, "mode": "poker"}
    match = running_table("bataille", seated, options)
    random = Random(5)
    for _look in range(12):
        play_at_random(match, random, moves=5)
        match.refresh_from_db()
        if not match.is_running:
            break
        for seat, player in ((Seat(0), seated[0]), (Seat(1), seated[1]), (None, None)):
            view = bataille.view(position_at(match).state, seat)
            known = {card for side in view.last.shown for card in side} if view.last else set()
            known |= {view.card}
            known |= {p.content for engaged in view.known.engaged for p in engaged}
            names = {NAMES[card] for card in known if card >= 0}
            for page in map(text_of, pages_of(client, match, player)):
                shown = {rank + suit for suit, rank in FACE.findall(page)}
                assert shown <= names


def spying_table(seated, settings, *, hush):
    """Return a match of Voleur at its first turn, in which only seat 1 holds a Gadget."""
    settings.MATCH_HUSH_MS = (hush, hush)
    with_gadgets = ["shelly", "jessie", "brock", "poco", "penny", "gael", "barbetick", "tara"]
    with_gadgets += [
        "gadget-bouton-avance-rapide",
        "gadget-sirop-gluant",
        "gadget-lanceur-multiple",
    ]
    without = ["tick", "bo", "rosa", "darryl", "surge", "leon", "ambre", "grande-penny"]
    without += ["max", "byron", "d-jinn-concours-de-dessin"]
    for _try in range(40):
        table = table_open(
            host=seated[0], game="voleur", options={}, plan=[SeatPlan(host=True), SeatPlan()]
        )
        table_join(match_id=table.pk, player=seated[1])
        seat_deck_choose(match_id=table.pk, player=seated[0], slugs=without)
        seat_deck_choose(match_id=table.pk, player=seated[1], slugs=with_gadgets)
        match = table_start(match_id=table.pk, host=seated[0])
        if voleur.to_act(position_at(match).state) == (Seat(1),):
            return match
    raise AssertionError("no deal gave seat 1 a Gadget")


def test_while_the_spy_phase_shows_nothing_tells_who_was_asked(client, seated, settings):
    """rules 1.2.4: neither player is told whether the other was asked or has answered."""
    match = spying_table(seated, settings, hush=60_000)
    before = [text_of(page) for page in pages_of(client, match, seated[0])]
    gadget = next(
        card.id for card in voleur.view(position_at(match).state, Seat(1)).hand if card.is_gadget
    )
    match_play(match_id=match.pk, seat=1, choice=1, text=f"spy {gadget}", player=seated[1])
    after = [text_of(page) for page in pages_of(client, match, seated[0])]
    assert [without_clock(page) for page in before] == [without_clock(page) for page in after]


def test_an_answer_of_the_spy_phase_is_not_even_counted_as_a_change(seated, settings):
    match = spying_table(seated, settings, hush=60_000)
    match_play(match_id=match.pk, seat=1, choice=1, text="pass", player=seated[1])
    version = match.version
    match.refresh_from_db()
    assert match.version == version


def without_clock(page):
    """Leave out what differs between any two answers: the wait that is left, tokens, cookies."""
    page = re.sub(r'data-wake="\d+"', "", page)
    page = re.sub(r'value="[A-Za-z0-9]{64}"', "", page)
    page = re.sub(r'"X-CSRFToken": "[A-Za-z0-9]+"', "", page)
    return re.sub(r"'(Set-Cookie|Expires|Content-Length)': '[^']*'", "", page)
