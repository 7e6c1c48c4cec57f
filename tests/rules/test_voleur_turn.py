"""Rules 1, A manche: from the deal to the count, sentence by sentence."""

import pytest

from rules.chance import FairChance
from rules.game import Seat
from rules.games import voleur
from rules.games.voleur_state import Phase, won_pile
from tests.rules.voleur_tables import (
    after,
    card,
    cards,
    event,
    kinds,
    laid,
    names,
    options,
    random_match,
    table,
    told,
)

SEED = FairChance(bytes(range(32)))


def deal():
    return voleur.setup(options(), 2, SEED)


def tas(state, seat, manche=1):
    return sorted(one.id for one in won_pile(state.history, manche, Seat(seat)))


# 1: the deal


@pytest.mark.parametrize("seat", [0, 1])
def test_the_first_four_cards_of_the_shuffled_deck_are_the_hand(seat):
    shuffled = SEED.shuffle(f"manche1/{seat}", options().decks[seat])

    state = deal()

    assert state.hands[seat][:4] == tuple(shuffled[:4])
    assert state.hands[seat] + state.draws[seat] == tuple(shuffled)


def test_a_hand_keeps_the_order_in_which_its_cards_came():
    state = after(
        table(("common rare epic", "mythic rare-2"), ("legendary", "secret")),
        "0 play rare",
        "1 play mythic",
    )
    assert names(state.hands[0]) == "common epic legendary"
    assert names(state.hands[1]) == "rare-2 secret"


# 2: turns are counted, 2.1: the draw


def test_every_turn_each_player_draws_exactly_one_card():
    state = deal()

    assert [len(hand) for hand in state.hands] == [5, 5]
    assert [len(pile) for pile in state.draws] == [6, 6]


def test_a_player_whose_pioche_is_empty_draws_nothing():
    state = after(
        table(("common rare", "epic mythic"), ("", "secret")), "0 play rare", "1 play epic"
    )

    assert names(state.hands[0]) == "common"
    assert names(state.hands[1]) == "mythic secret"
    assert state.turn == 2


def test_the_drawn_card_is_told_to_its_owner_alone():
    _, events = told(
        table(("common rare", "epic mythic"), ("", "secret legendary")),
        "0 play rare",
        "1 play epic",
    )
    assert event(events, "drew", Seat(1)) == {"seat": 1, "left": 1, "card": "secret"}
    assert event(events, "drew", Seat(0)) == {"seat": 1, "left": 1}
    assert event(events, "drew", None) == {"seat": 1, "left": 1}


# 2.2: Gadgets left in hand


def lone_gadgets_of_seat_0():
    before = table(("common gadget-epic gadget-rare", "epic rare mythic"), manche=2)
    return told(before, "0 play common", "1 play epic")


def test_gadgets_left_in_hand_go_onto_the_enemys_tas():
    state, events = lone_gadgets_of_seat_0()

    assert tas(state, 1, manche=2) == ["common", "epic", "gadget-epic", "gadget-rare"]
    assert tas(state, 0, manche=2) == []
    assert event(events, "gadgets_given") == {"seat": 0, "cards": ("gadget-epic", "gadget-rare")}


def test_both_players_may_give_their_gadgets_in_the_same_turn():
    before = table(("common gadget-epic", "epic gadget-rare gadget-common"), manche=2)

    state = after(before, "0 play common", "1 play epic")

    assert tas(state, 0, manche=2) == ["gadget-common", "gadget-rare"]
    assert tas(state, 1, manche=2) == ["common", "epic", "gadget-epic"]


def test_gadgets_are_kept_while_another_card_is_in_hand():
    before = table(("common rare gadget-epic", "epic rare-2"))

    state, events = told(before, "0 play common", "1 play epic")

    assert names(state.hands[0]) == "rare gadget-epic"
    assert "gadgets_given" not in kinds(events)


def test_a_card_just_drawn_saves_the_gadgets():
    before = table(("common gadget-epic", "epic rare-2"), ("mythic", ""))

    state = after(before, "0 play common", "1 play epic")

    assert names(state.hands[0]) == "gadget-epic mythic"


# 2.3: the end of a manche


def test_the_manche_ends_when_a_player_has_neither_hand_nor_pioche():
    state, events = told(table(("common", "epic rare")), "0 play common", "1 play epic")

    assert event(events, "manche_ended")["manche"] == 1
    assert state.manche == 2


def test_the_manche_goes_on_while_a_pioche_can_fill_the_hand():
    state = after(table(("common", "epic rare"), ("mythic", "")), "0 play common", "1 play epic")

    assert (state.manche, state.turn) == (1, 2)


def test_cards_left_in_the_other_hand_score_nothing():
    _, events = told(
        table(("common", "epic promotional gadget-epic")), "0 play common", "1 play epic"
    )
    ended = event(events, "manche_ended")
    assert ended == {"manche": 1, "scores": (0, 5), "set_aside": (0, 2)}


def test_nobody_plays_while_a_hand_is_empty_before_its_pioche():
    before = table(
        ("common gadget-epic", "epic rare mythic"), ("gadget-rare gadget-common secret", "")
    )
    state, events = told(before, "0 play common", "1 play epic")

    skipped = [e.seen_by(None) for e in events if e.kind == "turn_skipped"]
    assert skipped == [{"turn": 2}, {"turn": 3}]
    assert (state.turn, names(state.hands[0])) == (4, "secret")
    assert tas(state, 1) == [
        "common",
        "epic",
        "gadget-common",
        "gadget-epic",
        "gadget-rare",
    ]


# 2.4: Gadgets laid before playing


def spy_phase(*moves):
    before = table(
        ("common legendary gadget-common gadget-epic", "epic rare gadget-rare"), phase=Phase.SPY
    )
    return after(before, *moves)


def test_each_player_who_holds_a_gadget_is_asked_to_spy():
    state = after(
        table(("common rare", "epic mythic"), ("gadget-epic", "gadget-rare")),
        "0 play rare",
        "1 play epic",
    )
    assert (state.phase, voleur.to_act(state)) == (Phase.SPY, (0, 1))


def test_a_player_without_a_gadget_passes_by_itself():
    state = after(
        table(("common rare", "epic mythic"), ("gadget-epic", "secret")),
        "0 play rare",
        "1 play epic",
    )
    assert (state.phase, voleur.to_act(state)) == (Phase.SPY, (0,))
    assert after(state, "0 pass").phase is Phase.PLAY


def test_without_any_gadget_the_turn_begins_with_the_cards():
    state = after(table(("common rare", "epic mythic")), "0 play rare", "1 play epic")

    assert (state.phase, voleur.to_act(state)) == (Phase.PLAY, (0, 1))


def test_the_answers_of_the_spy_phase_stay_sealed_until_both_are_in():
    state = spy_phase("0 spy gadget-epic")

    assert voleur.to_act(state) == (1,)
    assert names(state.hands[0]) == "common legendary gadget-common gadget-epic"
    assert voleur.view(state, Seat(1)).spied == (None, None)


def test_a_sealed_answer_is_told_to_nobody():
    before = spy_phase()

    assert told(before, "0 spy gadget-epic")[1] == []
    assert told(before, "0 pass")[1] == []


def test_the_gadget_of_a_spy_leaves_its_hand_and_lies_open():
    state, events = told(spy_phase("0 spy gadget-epic"), "1 pass")

    assert names(state.hands[0]) == "common legendary gadget-common"
    assert state.spied == (card("gadget-epic"), None)
    assert event(events, "spied") == {"gadgets": ("gadget-epic", None)}


def test_the_enemy_of_a_lone_spy_plays_first():
    assert voleur.to_act(spy_phase("0 spy gadget-epic", "1 pass")) == (1,)
    assert voleur.to_act(spy_phase("0 pass", "1 spy gadget-rare")) == (0,)


def test_two_spies_cancel_each_other_and_both_gadgets_are_spent():
    state = spy_phase("1 spy gadget-rare", "0 spy gadget-epic")

    assert voleur.to_act(state) == (0, 1)
    assert names(state.hands[0]) == "common legendary gadget-common"
    assert names(state.hands[1]) == "epic rare"
    state = after(state, "0 play legendary", "1 play epic")
    assert tas(state, 0) == ["epic", "gadget-epic", "gadget-rare", "legendary"]


def test_nobody_spies_twice_in_a_turn():
    state = spy_phase("0 spy gadget-epic", "1 pass")

    assert not voleur.is_legal(voleur.view(state, Seat(0)), voleur.decode("spy gadget-common"))


# 2.5: playing


def test_the_enemy_of_a_spy_lays_its_card_and_gadget_face_up():
    before = spy_phase("0 spy gadget-epic", "1 pass")

    state, events = told(before, "1 play epic+gadget-rare")

    assert event(events, "laid") == {"seat": 1, "cards": ("epic", "gadget-rare")}
    assert names(state.hands[1]) == "rare"
    assert voleur.to_act(state) == (0,)


def test_the_spy_sees_the_card_before_choosing():
    state = spy_phase("0 spy gadget-epic", "1 pass", "1 play epic+gadget-rare")

    assert voleur.view(state, Seat(0)).played == (None, laid("epic+gadget-rare"))


def test_the_spy_may_lay_another_gadget_with_its_card():
    state = spy_phase("0 spy gadget-epic", "1 pass", "1 play epic", "0 play common+gadget-common")

    assert tas(state, 0) == ["common", "gadget-common", "gadget-epic"]  # 4 points each


def test_without_a_spy_cards_stay_sealed_until_both_have_chosen():
    before = table(("common rare", "epic mythic gadget-epic"))

    state, events = told(before, "1 play epic+gadget-epic")

    assert [(e.kind, e.public) for e in events] == [("chose", (("seat", 1),))]
    assert names(state.hands[1]) == "epic mythic gadget-epic"
    assert voleur.view(state, Seat(0)).played == (None, None)
    assert voleur.view(state, Seat(0)).chosen == (False, True)


def test_sealed_cards_are_shown_together():
    before = table(("common rare", "epic mythic gadget-epic"))

    _, events = told(before, "1 play epic+gadget-epic", "0 play rare")

    assert event(events, "shown") == {"cards": (("rare",), ("epic", "gadget-epic"))}


def test_the_order_of_sealed_answers_never_matters():
    spying = spy_phase()
    assert after(spying, "0 pass", "1 spy gadget-rare") == after(
        spying, "1 spy gadget-rare", "0 pass"
    )
    playing = table(("common rare", "epic mythic"))
    assert after(playing, "0 play rare", "1 play epic") == after(
        playing, "1 play epic", "0 play rare"
    )


# 2.6: the stake


def test_the_higher_takes_all_cards_of_the_turn_spy_gadgets_included():
    state = spy_phase(
        "0 spy gadget-epic", "1 pass", "1 play rare+gadget-rare", "0 play legendary+gadget-common"
    )
    assert tas(state, 0) == [
        "gadget-common",
        "gadget-epic",
        "gadget-rare",
        "legendary",
        "rare",
    ]
    assert tas(state, 1) == []


def test_the_lower_loses_its_spy_gadget_too():
    state = spy_phase("0 spy gadget-epic", "1 pass", "1 play epic", "0 play common")

    assert tas(state, 1) == ["common", "epic", "gadget-epic"]


def test_on_equal_points_each_takes_back_its_own_cards():
    before = table(("common rare gadget-common", "epic rare-2"), spied=("gadget-epic", None))
    state, events = told(before, "1 play epic", "0 play common+gadget-common")

    assert tas(state, 0) == ["common", "gadget-common", "gadget-epic"]
    assert tas(state, 1) == ["epic"]
    assert event(events, "taken") == {"seat": None, "points": (3 + 1 + 3, 4)}


# 3: the score


def test_the_score_counts_the_cards_of_each_tas():
    state = after(table(("common rare", "skin-rare mythic")), "0 play common", "1 play skin-rare")

    assert voleur.position(state)["scores"] == [0, 1 + 5]


def test_the_points_of_every_finished_match_are_those_of_its_tas():
    for seed in range(20):
        end = random_match(seed)[-1]
        outcome = voleur.outcome(end)
        piles = [[won_pile(end.history, m, Seat(s)) for s in (0, 1)] for m in (1, 2)]
        counted = [[sum(c.count_points for c in pile) for pile in both] for both in piles]
        assert outcome.line()["manches"] == counted
        assert list(outcome.scores) == [sum(column) for column in zip(*counted, strict=True)]


def test_cards_of_one_name_are_laid_one_at_a_time():
    state = after(
        table(("common common rare", "epic mythic rare-2")), "0 play common", "1 play epic"
    )
    assert state.hands[0] == cards("common rare")
