"""Rules 1, The match: two manches, the winner, resigning; and what the referee refuses."""

import pytest

from rules.chance import FairChance
from rules.game import IllegalMove, Seat
from rules.games import voleur
from rules.games.voleur_state import Phase, Turn
from tests.rules.voleur_tables import (
    CHANCE,
    DECKS,
    after,
    cards,
    event,
    kinds,
    laid,
    options,
    random_match,
    table,
    told,
)


def last_turn(first="common", second="epic", *, manches=((10, 10),)):
    """Return the end of a second manche in which each lays its only card."""
    before = table((first, second), manche=2, manches=manches)
    return told(before, f"0 play {first}", f"1 play {second}")


def running_turn(manche, taker, first, second):
    return Turn(manche, 1, ((), ()), (None, None), (laid(first), laid(second)), taker)


# Two manches


def test_the_second_manche_is_played_with_the_same_decks_reshuffled():
    state = after(table(("common", "epic")), "0 play common", "1 play epic")

    assert (state.manche, state.turn, state.manches) == (2, 1, ((0, 5),))
    for seat in (0, 1):
        shuffled = CHANCE.shuffle(f"manche2/{seat}", cards(DECKS[seat]))
        assert state.hands[seat] + state.draws[seat] == tuple(shuffled)


def test_the_scores_of_both_manches_add_up():
    state, _ = last_turn(manches=((10, 12),))

    assert voleur.outcome(state).line() == {
        "winners": [1],
        "scores": [10, 17],
        "manches": [[10, 12], [0, 5]],
        "reason": "points",
    }


@pytest.mark.parametrize(
    ("manches", "winners"),
    [(((30, 10),), [0]), (((10, 30),), [1]), (((15, 10),), [])],
)
def test_the_higher_total_wins_and_equal_totals_are_a_draw(manches, winners):
    state, events = last_turn(manches=manches)

    assert voleur.outcome(state).line()["winners"] == winners
    assert event(events, "ended") == {
        "winners": tuple(winners),
        "scores": voleur.outcome(state).scores,
        "reason": "points",
    }


def test_a_running_match_has_no_outcome():
    for state in random_match(3)[:-1]:
        assert voleur.outcome(state) is None
        assert voleur.to_act(state)


def test_a_match_is_told_from_its_first_manche_to_its_end():
    _, events = last_turn()

    assert kinds(events)[-3:] == ["taken", "manche_ended", "ended"]


# Resigning


@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_resigns_gives_the_match_to_the_other(seat):
    history = (running_turn(2, Seat(0), "epic", "rare"),)
    before = table(("common", "epic"), manche=2, manches=((3, 9),), history=history)

    state, events = told(before, f"{seat} resign")

    assert voleur.outcome(state).line() == {
        "winners": [1 - seat],
        "scores": [3 + 6, 9],
        "manches": [[3, 9]],
        "reason": "resigned",
    }
    assert kinds(events) == ["resigned", "ended"]
    assert event(events, "resigned") == {"seat": seat}


def test_a_seat_may_resign_when_it_is_not_awaited():
    waiting = after(table(("common", "epic")), "0 play common")

    assert voleur.is_legal(voleur.view(waiting, Seat(0)), voleur.decode("resign"))
    assert after(waiting, "0 resign").phase is Phase.OVER


def test_resigning_ends_every_phase_and_clears_the_table():
    states = [state for seed in range(3) for state in random_match(seed)[:-1]]
    for state in states:
        end = after(state, "1 resign")
        line = voleur.position(end)
        assert line["hands"] == line["draw"] == line["legal"] == [0, 0]
        assert line["to_act"] == []
        assert (line["manche"], line["turn"]) == (state.manche, state.turn)
        assert line["scores"] == voleur.position(state)["scores"]


# The referee


def refusal(state, seat, text):
    with pytest.raises(IllegalMove) as refused:
        voleur.play(state, seat, voleur.decode(text), CHANCE)
    return refused.value.code, str(refused.value)


def test_after_the_end_every_move_is_refused_as_over():
    end, _ = last_turn()

    for seat, text in [(0, "resign"), (1, "play epic"), (7, "pass")]:
        assert refusal(end, seat, text) == ("over", "the match is over")


@pytest.mark.parametrize("seat", [2, -1, True, 1.0, "0", None])
def test_a_seat_that_does_not_exist_is_refused(seat):
    state = table(("common", "epic"))

    assert refusal(state, seat, "resign") == ("no_seat", f"there is no seat {seat!r}")


def test_a_seat_that_is_not_awaited_is_refused_before_its_move_is_looked_at():
    state = after(table(("common rare", "epic")), "0 play common")

    assert refusal(state, Seat(0), "play no-such-card") == (
        "not_awaited",
        "seat 0 is not awaited",
    )


@pytest.mark.parametrize("text", ["play epic", "spy epic", "spy gadget-rare", "spy nothing"])
def test_the_spy_phase_takes_a_gadget_of_the_hand_or_a_pass(text):
    state = table(("epic gadget-epic", "rare gadget-rare"), phase=Phase.SPY)

    assert refusal(state, Seat(0), text) == ("not_legal", f"seat 0 cannot {text} here")


@pytest.mark.parametrize(
    "text",
    [
        "pass",
        "spy gadget-epic",
        "play gadget-epic",
        "play rare",
        "play epic+epic",
        "play epic+gadget-rare",
        "play gadget-epic+gadget-epic",
    ],
)
def test_the_play_phase_takes_one_card_of_the_hand_and_at_most_one_gadget(text):
    state = table(("epic epic-2 gadget-epic", "rare gadget-rare"))

    assert refusal(state, Seat(0), text) == ("not_legal", f"seat 0 cannot {text} here")


def test_a_refused_move_changes_nothing():
    state = table(("epic gadget-epic", "rare"))
    before = hash(state), voleur.position(state)

    refusal(state, Seat(0), "play epic+gadget-rare")

    assert (hash(state), voleur.position(state)) == before


def test_only_two_can_sit_down():
    with pytest.raises(ValueError, match="2 seats, not 3"):
        voleur.setup(options(), 3, FairChance(bytes(32)))


# The referee's trace line (record, Trace lines)


def test_the_position_counts_each_different_move_once():
    spying = table(("common common gadget-epic gadget-epic gadget-rare", "epic"), phase=Phase.SPY)
    assert voleur.position(spying)["legal"] == [3, 0]

    playing = table(("common common rare gadget-epic gadget-epic", "epic rare"))
    assert voleur.position(playing)["legal"] == [4, 2]


def test_the_position_shows_hidden_answers_only_when_both_are_in():
    state = table(("common rare gadget-epic", "epic rare gadget-rare"), phase=Phase.SPY)

    state = after(state, "0 spy gadget-epic")
    assert voleur.position(state)["hands"] == [3, 3]
    state = after(state, "1 spy gadget-rare", "0 play rare")
    assert voleur.position(state)["hands"] == [2, 2]


def test_the_position_shows_an_open_play_at_once():
    state = table(("common rare", "epic rare"), spied=("gadget-epic", None))

    assert voleur.position(after(state, "1 play epic"))["hands"] == [2, 1]


def test_the_position_after_the_match_names_the_manche_and_turn_last_begun():
    end = random_match(4)[-1]
    turns = [turn.turn for turn in end.history if turn.manche == 2]

    line = voleur.position(end)

    assert (line["manche"], line["turn"]) == (2, max(turns) + (not any(end.history[-1].given)))
