"""What every game promises (design, the Game protocol), over every option and seat count.

Five properties: a record replays (replay), a guess looks the same (guess), whoever is awaited can
move and nobody else (turn), cards are conserved and moves come back from their text (cards),
simultaneous moves come to the same in any order (order). And secrets: a card that a viewer can't
know may be any other card without a difference in what that viewer sees.
"""

import json
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import FairChance
from rules.record import Record, move_text, parse, replay, write
from rules.registry import GAMES
from tests.rules.matches import (
    SETTINGS,
    deal,
    missing_cards,
    play_through,
    refusal,
    state_after,
    states_of,
    viewers,
)

SHORT, LONG = 40, 400
FEW, MANY = 12, 200
MOVES_LOOKED_AT = 60


def replay_gives_every_position_and_event_again(setting, length, place):
    game = setting.game
    played = list(play_through(setting, length))
    texts = tuple(move_text(game, step.seat, step.move) for step in played)
    players = tuple(f"P{seat}" for seat in range(setting.seats))
    record = Record(game.name, players, setting.bytes, texts, setting.raw)

    first, *steps = replay(parse(write(record)))

    assert first.state == deal(setting)
    assert [step.events for step in steps] == [step.events for step in played]
    assert [step.move for step in steps] == [step.move for step in played]
    assert [step.state for step in steps[place:][:2]] == [s.after for s in played[place:][:2]]
    assert [step.state for step in steps[-2:]] == [step.after for step in played[-2:]]


def options_come_back_as_they_were_read(setting, length, place):
    written = setting.game.write_options(setting.options)

    assert setting.game.read_options(json.loads(json.dumps(written)), setting.seats) == (
        setting.options
    )


def a_guess_looks_like_the_state_behind_it(setting, length, place):
    game, state = setting.game, state_after(setting, place)
    for viewer in viewers(setting):
        view = game.view(state, viewer)
        guessed = game.guess(view, FairChance(setting.bytes[::-1]))

        assert game.view(guessed, viewer) == view
        assert game.outcome(guessed) is None
        assert missing_cards(setting, guessed) == {}
        assert (viewer in game.to_act(guessed)) == (viewer in game.to_act(state))


def a_guess_can_be_played_on(setting, length, place):
    game, chance, random = setting.game, FairChance(setting.bytes), Random(setting.seed)
    state = state_after(setting, place)
    for viewer in viewers(setting):
        guessed = game.guess(game.view(state, viewer), chance)
        for _ in range(5):
            for seat in game.to_act(guessed)[:1]:
                move = game.random_move(game.view(guessed, seat), random)
                guessed, _ = game.play(guessed, seat, move, chance)
        assert missing_cards(setting, guessed) == {}


def whoever_is_awaited_can_move_and_nobody_else(setting, length, place):
    game, state = setting.game, state_after(setting, place)
    awaited = game.to_act(state)
    moves = {}
    assert awaited == tuple(sorted(awaited))
    assert awaited
    for viewer in viewers(setting):
        view = game.view(state, viewer)
        moves[viewer] = list(islice(game.legal_moves(view), MOVES_LOOKED_AT))
        assert bool(moves[viewer]) == (viewer in awaited)
        assert all(game.is_legal(view, move) for move in moves[viewer])
    for seat in viewers(setting)[:-1]:
        if seat not in awaited:
            move = moves[awaited[0]][0]
            assert not game.is_legal(game.view(state, seat), move)
            assert refusal(game, state, seat, move) == "not_awaited"
    for seat in awaited:
        for move in moves[seat]:
            assert refusal(game, state, seat, move) is None


def moves_drawn_and_moves_by_the_clock_are_legal(setting, length, place):
    game, state, random = setting.game, state_after(setting, place), Random(setting.seed)
    for seat in game.to_act(state):
        view = game.view(state, seat)
        drawn = [game.random_move(view, random) for _ in range(20)]
        for move in (*drawn, game.clock_move(view)):
            assert game.is_legal(view, move)
            assert move != game.decode("resign")
            assert refusal(game, state, seat, move) is None


def each_legal_move_is_named_once_and_comes_back_from_its_text(setting, length, place):
    game, state = setting.game, state_after(setting, place)
    for seat in game.to_act(state):
        moves = list(islice(game.legal_moves(game.view(state, seat)), 500))
        texts = [game.encode(move) for move in moves]

        assert len(set(texts)) == len(texts)
        assert [game.decode(text) for text in texts] == moves
        assert "resign" not in texts
    assert game.encode(game.decode("resign")) == "resign"


def a_stranger_can_do_nothing(setting, length, place):
    game, state = setting.game, state_after(setting, place)
    move = next(iter(game.legal_moves(game.view(state, game.to_act(state)[0]))))
    for seat in (-1, setting.seats, 99, True, False, 0.0, "0", None):
        for tried in (move, game.decode("resign")):
            assert refusal(game, state, seat, tried) == "no_seat"


def once_it_is_over_nobody_is_awaited_and_every_move_comes_too_late(setting, length, place):
    game, state, moves = setting.game, deal(setting), []
    for played in play_through(setting, length):
        assert (game.outcome(played.after) is None) == bool(game.to_act(played.after))
        state = played.after
        moves = [played.move, *moves[:3]]
    if game.outcome(state) is None:
        return
    assert game.outcome(state).winners == tuple(sorted(game.outcome(state).winners))
    assert len(game.outcome(state).scores) == setting.seats
    for viewer in viewers(setting):
        assert list(game.legal_moves(game.view(state, viewer))) == []
        for move in (*moves, game.decode("resign")):
            assert not game.is_legal(game.view(state, viewer), move)
            assert refusal(game, state, viewer, move) == "over"


def no_card_is_lost_and_none_is_made(setting, length, place):
    for state in states_of(setting, length):
        assert missing_cards(setting, state) == {}


def values_are_frozen(setting, length, place):
    game, state = setting.game, state_after(setting, place)
    hash(state)
    for viewer in viewers(setting):
        hash(game.view(state, viewer))
    for played in islice(play_through(setting, length), place, None):
        hash((played.move, played.events, game.outcome(played.after)))


def a_position_is_told_in_plain_json(setting, length, place):
    game = setting.game
    for state in islice(states_of(setting, length), place, place + 3):
        position = game.position(state)
        assert json.loads(json.dumps(position)) == position
        assert position["to_act"] == list(game.to_act(state))


def simultaneous_moves_come_to_the_same_in_any_order(setting, length, place):
    game, chance, random = setting.game, FairChance(setting.bytes), Random(setting.seed)
    for state in islice(states_of(setting, length), place, None):
        awaited = game.to_act(state)
        if len(awaited) > 1:
            moves = {seat: game.random_move(game.view(state, seat), random) for seat in awaited}
            there, back = (
                _all_played(game, state, order, moves, chance) for order in (awaited, awaited[::-1])
            )
            assert there == back


def _all_played(game, state, order, moves, chance):
    for seat in order:
        state, _ = game.play(state, seat, moves[seat], chance)
    return state


def a_sealed_choice_looks_like_any_other(setting, length, place):
    game, chance = setting.game, FairChance(setting.bytes)
    for state in islice(states_of(setting, length), place, place + 10):
        awaited = game.to_act(state)
        for seat in awaited if len(awaited) > 1 else ():
            moves = list(game.legal_moves(game.view(state, seat)))
            seen = [_seen_by_others(setting, state, seat, move, chance) for move in moves]
            assert all(other == seen[0] for other in seen)


def _seen_by_others(setting, state, seat, move, chance):
    game = setting.game
    after, events = game.play(state, seat, move, chance)
    others = [viewer for viewer in viewers(setting) if viewer != seat]
    views = [game.view(after, viewer) for viewer in others]
    told = [[(event.kind, event.seen_by(viewer)) for event in events] for viewer in others]
    return views, told


PROMISES = [
    replay_gives_every_position_and_event_again,
    options_come_back_as_they_were_read,
    a_guess_looks_like_the_state_behind_it,
    a_guess_can_be_played_on,
    whoever_is_awaited_can_move_and_nobody_else,
    moves_drawn_and_moves_by_the_clock_are_legal,
    each_legal_move_is_named_once_and_comes_back_from_its_text,
    a_stranger_can_do_nothing,
    once_it_is_over_nobody_is_awaited_and_every_move_comes_too_late,
    no_card_is_lost_and_none_is_made,
    values_are_frozen,
    a_position_is_told_in_plain_json,
    simultaneous_moves_come_to_the_same_in_any_order,
    a_sealed_choice_looks_like_any_other,
]


def hold(promise, game, *, examples, length):
    """Look for a match of the game that breaks the promise."""

    @settings(max_examples=examples, deadline=None)
    @given(SETTINGS[game.name], st.integers(0, length - 1))
    def look(setting, place):
        promise(setting, length, place)

    look()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_every_game_keeps_its_promises(promise, game):
    hold(promise, game, examples=FEW, length=SHORT)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__)
def test_every_game_keeps_its_promises_over_long_matches(promise, game):
    hold(promise, game, examples=MANY, length=LONG)
