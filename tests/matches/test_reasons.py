"""What bots say of their moves: a sentence for every code, and nothing of a hand while it runs."""

from __future__ import annotations

from random import Random

import pytest

from collection.models import Card
from matches.models import Match
from matches.selectors.boards import board_for
from matches.selectors.reasons import bataille, voleur
from matches.selectors.tables import table_for
from matches.services.bots import bots_move
from matches.services.play import match_play
from matches.services.positions import position_at
from matches.services.tables import SeatPlan, table_open, table_start
from rules.bots.registry import LEVELS, bots_of
from rules.game import Seat
from rules.games.voleur import encode
from rules.games.voleur import view as voleur_view
from rules.registry import game_named
from tests.matches.factories import people

pytestmark = pytest.mark.django_db
OPTIONS = {"voleur": {}, "bataille": {"max_manches": 5}}


@pytest.fixture(autouse=True)
def no_hush(settings):
    settings.MATCH_HUSH_MS = (0, 0)
    settings.MATCH_SHOWING_SECONDS = 0
    settings.MATCH_BOTS_INLINE = True


def play_against_a_bot(game, level):
    """Play a match to its end and return it, with every board that its player saw."""
    (player,) = people(1)
    plan = [SeatPlan(host=True), SeatPlan(bot=level)]
    match = table_open(host=player, game=game, options=OPTIONS[game], plan=plan)
    table_start(match_id=match.pk, host=player)
    rules, random, boards = game_named(game), Random(4), []
    for _turn in range(400):
        bots_move(match_id=match.pk)
        match.refresh_from_db()
        boards.append(board_for(table_for(player, match.code)))
        if not match.is_running:
            break
        seating = match.seatings.get(seat=0)
        move = rules.random_move(rules.view(position_at(match).state, Seat(0)), random)
        match_play(
            match_id=match.pk,
            seat=0,
            choice=seating.choices + 1,
            text=rules.encode(move),
            player=player,
        )
    return match, boards


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_whole_match_against_a_bot_ends_and_every_move_has_its_sentence(game, level):
    match, boards = play_against_a_bot(game, level)
    assert match.status == Match.Status.OVER
    reasons = list(match.moves.filter(by="bot").values_list("reason", flat=True))
    assert reasons
    tell = (lambda r: voleur.sentence(r, str)) if game == "voleur" else bataille.sentence
    assert all(tell(reason) for reason in reasons)
    assert boards[-1].bot_says


@pytest.mark.parametrize("game", OPTIONS)
def test_while_a_match_runs_a_bot_says_nothing_of_what_it_holds(game):
    _match, boards = play_against_a_bot(game, "normal")
    hidden = ("Ma plus forte", "Je garde", "pile", "coûte peu", "ni trop", "J'espionne")
    for board in boards[:-1]:
        assert not any(word in board.bot_says for word in hidden) or "obligée" in board.bot_says


def test_a_bot_says_nothing_of_a_card_that_still_lies_face_down():
    """rules 1, Play: until both have chosen, the other sees neither the card nor its Gadget."""
    sealed = 0
    for seed in range(3):
        (player,) = people(1)
        plan = [SeatPlan(host=True), SeatPlan(bot="normal")]
        match = table_open(host=player, game="voleur", options={}, plan=plan)
        table_start(match_id=match.pk, host=player)
        random = Random(seed)
        for _turn in range(60):
            bots_move(match_id=match.pk)
            match.refresh_from_db()
            if not match.is_running:
                break
            state = position_at(match).state
            laid, board = state.played[1], board_for(table_for(player, match.code))
            if laid is not None and not board.enemy_laid:
                sealed += 1
                names = [card.label for card in voleur_rows(laid.cards)]
                assert not any(name in board.bot_says for name in names)
            move = game_named("voleur").random_move(voleur_view(state, Seat(0)), random)
            match_play(
                match_id=match.pk,
                seat=0,
                choice=match.seatings.get(seat=0).choices + 1,
                text=encode(move),
                player=player,
            )
    assert sealed > 20


def voleur_rows(cards):
    return Card.objects.filter(slug__in=[card.id for card in cards])


def test_every_game_seats_bots_of_every_level():
    for game in ("voleur", "arena", "bataille"):
        assert set(bots_of(game)) == set(LEVELS)
