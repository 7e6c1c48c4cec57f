"""Why a Voleur bot makes a move: codes and facts that the site turns into sentences."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.bots.bot import Budget
from rules.bots.voleur import BOTS
from rules.bots.voleur_mind import Mind
from rules.game import Seat
from rules.games import voleur
from rules.games.voleur_kinds import kind_of
from rules.games.voleur_moves import Lay, Spy
from rules.games.voleur_state import Turn
from tests.rules.voleur_tables import after, card, laid, random_match, table

FEW = Budget(simulations=40)
SEEDS = st.integers(0, 2**32)


def choice(level, state, seat=0, seed=1):
    return BOTS[level].choose(voleur.view(state, Seat(seat)), Random(seed), FEW)


def facts(chosen):
    return dict(chosen.reason.facts)


def history_of(seat_1_cards, manche=1):
    """Return turns in which seat 1 laid these cards, sealed, against Communes."""
    return tuple(
        Turn(manche, number, ((), ()), (None, None), (laid("common"), laid(name)), Seat(1))
        for number, name in enumerate(seat_1_cards.split(), 1)
    )


def why(level, state, *, seat=0, seed=1):
    chosen = choice(level, state, seat, seed)
    return chosen.reason.code, facts(chosen)


def test_the_only_card_is_said_to_be_the_only_one():
    code, told = why("normal", table(("epic", "rare mythic")))

    assert code == "only_card"
    assert told["card"] == "epic"


def test_a_secrete_kept_back_is_told_with_what_is_known_of_the_enemys():
    hand = ("common secret", "rare mythic")
    state = table(hand)
    codes = {}
    for seed in range(40):
        code, told = why("easy", state, seed=seed)
        codes[code] = told
    assert codes["keep_secret"]["secret"] == "secret"
    assert codes["keep_secret"]["enemy_secret"] == "possible"

    known = table(hand, manche=2, manches=((0, 0),), history=history_of("secret rare"))
    assert why("easy", known, seed=3)[1].get("enemy_secret", "known") == "known"


def secret_said(state):
    for seed in range(40):
        code, told = why("easy", state, seed=seed)
        if code == "keep_secret":
            return told["enemy_secret"]
    return None


def test_whether_the_enemy_has_a_secrete_is_known_possible_or_gone():
    hand = ("common secret", "rare mythic")
    second = {"manche": 2, "manches": ((0, 0),)}

    assert secret_said(table(hand)) == "possible"
    assert secret_said(table(hand, history=history_of("secret"), **second)) == "known"
    both = history_of("secret") + history_of("secret", manche=2)
    assert secret_said(table(hand, history=both, **second)) == "gone"


def test_the_strongest_the_cheapest_and_a_card_between_are_told_apart():
    state = table(("common mythic epic chromatic", "rare mythic"))
    codes = {}
    for seed in range(80):
        code, told = why("easy", state, seed=seed)
        codes.setdefault(told["card"], set()).add(code)
    assert codes == {
        "common": {"cheapest"},
        "epic": {"measured"},
        "mythic": {"measured"},
        "chromatic": {"strongest"},
    }


def test_a_card_with_a_gadget_is_said_to_be_strengthened():
    code, told = why("easy", table(("epic gadget-epic mythic", "rare mythic")), seed=1)

    assert code == "strengthen"
    assert (told["card"], told["gadget"]) == ("epic", "gadget-epic")


def open_enemy(hand, enemy):
    state = table((hand, f"{enemy.replace('+', ' ')} rare"), spied=("gadget-common", None))
    return after(state, f"1 play {enemy}")


def test_an_answer_says_what_it_does_to_the_open_card():
    assert why("normal", open_enemy("mythic common", "legendary"))[0] == "give_least"
    assert why("normal", open_enemy("mythic gadget-mythic", "chromatic")) == (
        "beat_with_gadget",
        {"card": "mythic", "gadget": "gadget-mythic", "enemy": "chromatic", "points": 8 + 7 + 3},
    )
    assert why("normal", open_enemy("epic", "epic-2")) == (
        "level",
        {"card": "epic", "enemy": "epic-2"},
    )
    code, told = why("normal", open_enemy("secret", "rare-2+gadget-epic"))
    assert (code, told["enemy_gadget"]) == ("beat", "gadget-epic")


def test_a_card_given_away_that_is_not_the_cheapest_is_told_so():
    """A beginner gives any card."""
    state = open_enemy("mythic epic common", "promotional")
    codes = {why("easy", state, seed=seed)[0] for seed in range(40)}

    assert codes == {"give_least", "give"}


def test_a_card_shown_first_is_the_cheapest_or_another():
    state = table(("mythic common epic", "rare mythic"), spied=(None, "gadget-epic"))
    codes = {why("easy", state, seed=seed)[0] for seed in range(40)}

    assert codes == {"show_least", "show"}


def test_a_clear_habit_is_told():
    rising = "common common-2 rare super-rare epic mythic legendary chromatic"
    state = table(
        ("common epic", "rare mythic"), manche=2, manches=((0, 0),), history=history_of(rising)
    )
    for level in ("normal", "hard"):
        assert why(level, state)[1]["habit"] < -25
    assert "habit" not in why("normal", table(("common epic", "rare mythic")))[1]


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_cards_in_a_reason_are_those_of_the_move(seed):
    for state in random_match(seed):
        for seat in voleur.to_act(state):
            chosen = choice("normal", state, seat, seed)
            told = facts(chosen)
            match chosen.move:
                case Spy(gadget):
                    assert told["gadget"] == gadget
                case Lay(name, gadget):
                    assert (told["card"], told.get("gadget")) == (name, gadget)


def test_cards_of_a_kind_are_named_by_the_first_in_the_hand():
    state = table(("epic-2 epic common", "rare"))

    thought = Mind(voleur.view(state, Seat(0)))

    assert thought.name(kind_of(card("epic"))) == "epic-2"
