"""The bots of Voleur de Cartes: handed a view only, they choose legally and say why."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.bots import voleur_reasons
from rules.bots.bot import Budget
from rules.bots.voleur import BOTS
from rules.bots.voleur_habits import LARGEST_HAND, chances, habit_of_enemy, outlook
from rules.bots.voleur_mind import Mind
from rules.bots.voleur_reasons import beats
from rules.bots.voleur_search import hope, reply, search
from rules.bots.voleur_values import IN_DECK, PRICE, RANK, WORTH
from rules.cards import Rarity
from rules.chance import FastChance
from rules.decks import DECK_SIZE, Minimum
from rules.game import Seat
from rules.games import voleur
from rules.games.voleur_kinds import FIRST_GADGET, KINDS, Unseen, kind_of
from rules.games.voleur_moves import PASS, Lay, Spy
from rules.games.voleur_options import Options
from rules.games.voleur_sim import GADGET_POINTS, LAYS, lay_of
from rules.games.voleur_state import Phase, Turn
from tests.rules.voleur_tables import after, card, laid, random_match, table

LEVELS = ("easy", "normal", "hard")
FEW = Budget(simulations=40)
SEEDS = st.integers(0, 2**32)


def choice(level, state, seat=0, seed=1, budget=FEW):
    return BOTS[level].choose(voleur.view(state, Seat(seat)), Random(seed), budget)


def facts(chosen):
    return dict(chosen.reason.facts)


def kind(name):
    return kind_of(card(name))


def lay(name, gadget=None):
    return lay_of(kind(name), kind(gadget) - FIRST_GADGET + 1 if gadget else 0)


def mind(state, seat=0):
    return Mind(voleur.view(state, Seat(seat)))


def history_of(seat_1_cards, manche=1):
    """Return turns in which seat 1 laid these cards, sealed, against Communes."""
    return tuple(
        Turn(manche, number, ((), ()), (None, None), (laid("common"), laid(name)), Seat(1))
        for number, name in enumerate(seat_1_cards.split(), 1)
    )


# All levels


def test_there_are_three_levels_by_name():
    assert [bot.name for bot in BOTS.values()] == list(BOTS) == list(LEVELS)


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=6, deadline=None)
@given(seed=SEEDS)
def test_every_choice_is_legal_and_has_a_documented_reason(level, seed):
    for state in random_match(seed):
        for seat in voleur.to_act(state):
            chosen = choice(level, state, seat, seed)
            view = voleur.view(state, seat)
            assert chosen.move in list(voleur.legal_moves(view))
            assert f"`{chosen.reason.code}`" in voleur_reasons.__doc__
            for name in facts(chosen):
                assert name in voleur_reasons.__doc__


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_makes_the_same_choice(level):
    for state in random_match(11)[::5]:
        for seat in voleur.to_act(state):
            assert choice(level, state, seat, 9) == choice(level, state, seat, 9)


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_depends_on_the_view_alone(level):
    """Two matches that a seat cannot tell apart get the same move."""
    for state in random_match(12)[::4]:
        for seat in voleur.to_act(state):
            twin = voleur.guess(voleur.view(state, seat), FastChance(5))
            assert choice(level, twin, seat) == choice(level, state, seat)


@pytest.mark.parametrize("wager", [None, *Rarity])
@pytest.mark.parametrize("levels", [("easy", "hard"), ("hard", "normal")])
def test_bots_play_a_match_to_its_end_for_any_wager(wager, levels):
    random = Random(3)
    unseen = Unseen([], DECK_SIZE, wager, Minimum.WAIVED)
    decks = [tuple(KINDS[kind] for kind in unseen.draw(random)) for _ in levels]
    staked = next((one for one in KINDS if one.rarity is wager), None)
    wagers = None if staked is None else (staked, staked)
    options = Options(KINDS, (decks[0], decks[1]), wagers)
    state = voleur.setup(options, 2, FastChance(random))

    while seats := voleur.to_act(state):
        view = voleur.view(state, seats[0])
        chosen = BOTS[levels[seats[0]]].choose(view, random, Budget(simulations=4))
        state, _ = voleur.play(state, seats[0], chosen.move, FastChance(random))

    assert voleur.outcome(state).reason == "points"


# Easy


def test_a_beginner_never_spies():
    state = table(("secret chromatic gadget-epic", "rare"), phase=Phase.SPY)

    chosen = choice("easy", state)

    assert (chosen.move, chosen.reason.code) == (PASS, "keep_gadgets")
    assert facts(chosen) == {"gadgets": 1}


def test_a_beginner_saves_its_strong_cards():
    state = table(("secret common chromatic promotional", "rare epic"))

    moves = Counter(choice("easy", state, seed=seed).move for seed in range(60))

    assert moves.most_common(1)[0][0] == Lay("common")
    assert len(moves) == 4, "it is no machine either"


def test_a_beginner_adds_a_gadget_only_where_it_suits():
    suiting = table(("epic gadget-epic gadget-rare", "rare epic"))
    assert choice("easy", suiting).move == Lay("epic", "gadget-epic")

    state = table(("mythic gadget-epic", "rare epic"))
    assert choice("easy", state).move == Lay("mythic")
    promotional = table(("promotional gadget-common", "rare epic"))
    assert choice("easy", promotional).move == Lay("promotional")


# Normal


def test_normal_spies_when_it_holds_a_strong_card_with_the_gadget_that_suits_least():
    state = table(("secret epic gadget-epic gadget-rare", "rare"), phase=Phase.SPY)

    chosen = choice("normal", state)

    assert chosen.move == Spy("gadget-rare")
    assert chosen.reason.code == "spy"
    assert facts(chosen) == {"gadget": "gadget-rare", "card": "secret"}


def test_normal_keeps_its_gadgets_while_its_cards_are_weak():
    state = table(("common epic gadget-epic", "rare"), phase=Phase.SPY)

    assert choice("normal", state).move == PASS


def test_normal_beats_a_card_that_lies_open_as_cheaply_as_it_can():
    state = table(
        ("common secret legendary promotional", "mythic rare"), spied=("gadget-epic", None)
    )

    chosen = choice("normal", after(state, "1 play mythic"))

    assert chosen.move == Lay("legendary")
    assert chosen.reason.code == "beat"
    assert facts(chosen) == {"card": "legendary", "enemy": "mythic", "points": 6 + 5 + 3}


def test_normal_gives_away_its_cheapest_card_against_one_it_cannot_beat():
    state = table(("common legendary promotional", "secret rare"), spied=("gadget-epic", None))

    chosen = choice("normal", after(state, "1 play secret"))

    assert chosen.move == Lay("common")
    assert facts(chosen) == {"card": "common", "enemy": "secret", "points": 1}
    assert chosen.reason.code == "give_least"


def test_normal_shows_its_cheapest_card_to_a_spy():
    state = table(("secret common epic", "rare mythic"), spied=(None, "gadget-epic"))

    chosen = choice("normal", state)

    assert (chosen.move, chosen.reason.code) == (Lay("common"), "show_least")


def test_normal_takes_advantage_of_an_enemy_who_begins_with_its_best_cards():
    """Two strong cards are left to an enemy that lays the stronger first."""
    shown = "secret promotional chromatic legendary mythic epic super-rare rare common common-2"
    again = "secret promotional legendary mythic super-rare rare common common-2"
    state = table(
        ("promotional-2 common", "chromatic epic"),
        manche=2,
        manches=((0, 0),),
        history=history_of(shown) + history_of(again, manche=2),
    )
    assert habit_of_enemy(mind(state)) > 0.4
    assert choice("normal", state).move == Lay("promotional-2")


# Hard


def test_hard_spends_about_the_simulations_of_its_budget():
    state = table(("secret common epic", "rare mythic epic"))

    tried = facts(choice("hard", state, budget=Budget(simulations=300)))["tried"]

    assert 250 <= tried <= 300


def test_hard_stops_when_its_time_is_up_and_has_an_answer():
    state = table(("secret common epic", "rare mythic epic"))
    ticks = iter(range(1_000_000))
    budget = Budget(simulations=100_000, seconds=20, clock=lambda: next(ticks))

    chosen = choice("hard", state, budget=budget)

    assert facts(chosen)["tried"] < 200
    assert voleur.is_legal(voleur.view(state, Seat(0)), chosen.move)


def test_hard_knows_that_a_won_match_is_won():
    ahead = table(("common", "rare"), manche=2, manches=((90, 10),))
    behind = table(("common", "rare"), manche=2, manches=((10, 90),))

    assert facts(choice("hard", ahead))["hope"] > 0.99
    assert facts(choice("hard", behind))["hope"] < 0.01


def test_hard_beats_the_last_cards_it_knows():
    """All of the enemy's deck is known: its last card is the Légendaire."""
    shown = "promotional chromatic legendary mythic epic super-rare rare common common-2 secret"
    history = history_of(f"{shown} epic-2") + history_of(
        "promotional chromatic mythic epic super-rare rare common common-2 secret epic-2", manche=2
    )
    state = table(("chromatic common", "legendary"), manche=2, manches=((5, 0),), history=history)
    assert choice("hard", state).move == Lay("chromatic")


# What a bot makes of a view


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_a_dealt_manche_is_one_that_the_view_allows(seed):
    random = Random(seed)
    for state in random_match(seed):
        for seat in voleur.to_act(state):
            thought = mind(state, seat)
            sim = thought.deal(random)
            view, enemy = thought.view, 1 - seat
            assert len(sim.cards1) + len(sim.gadgets1) == view.hand_sizes[enemy]
            assert len(sim.draw1) == view.draw_sizes[enemy]
            assert len(sim.draw0) == view.draw_sizes[seat]
            assert sim.cards1 or thought.facing is not None
            kept = Counter(thought.known)
            theirs = Counter(sim.cards1 + sim.draw1 + [g + FIRST_GADGET - 1 for g in sim.gadgets1])
            assert not kept - theirs


def test_a_mind_counts_what_the_finished_manches_brought():
    state = table(("common", "rare"), manche=2, manches=((30, 12),))

    assert mind(state, 0).ahead == 18
    assert mind(state, 1).ahead == -18


def test_a_habit_is_told_from_the_order_of_the_cards():
    rising = "common common-2 rare super-rare epic mythic legendary chromatic"
    falling = " ".join(reversed(rising.split()))

    def told(order):
        state = table(("common", "rare"), manche=2, manches=((0, 0),), history=history_of(order))
        return habit_of_enemy(mind(state))

    assert told(rising) < -0.4
    assert told(falling) > 0.4
    assert habit_of_enemy(mind(table(("common", "rare")))) == 0


def test_a_card_laid_after_seeing_the_other_tells_no_habit():
    spied = Turn(
        1, 1, ((), ()), (None, card("gadget-epic")), (laid("common"), laid("secret")), Seat(1)
    )
    state = table(("common", "rare"), history=(spied,))

    assert habit_of_enemy(mind(state)) == 0


@pytest.mark.parametrize("habit", [-1.0, -0.3, 0.0, 0.3, 1.0])
def test_the_chances_of_a_hand_add_up(habit):
    for size, reached in enumerate(chances(habit), 1):
        assert len(reached) == size
        assert list(reached) == sorted(reached)
        assert reached[-1] == 1
    assert len(chances(habit)) == LARGEST_HAND


def test_a_habit_moves_the_chances():
    assert chances(-1.0)[4][0] > 0.95, "its weakest card"
    assert chances(1.0)[4][3] < 0.05, "its strongest card"


def test_the_outlook_is_of_cards_that_may_come():
    thought = mind(table(("common", "rare epic mythic")))
    coming = outlook(thought, 0.0, Random(1))

    assert sum(coming) == pytest.approx(1)


def test_of_a_card_that_lies_open_nothing_is_expected():
    state = after(table(("common rare", "epic mythic"), spied=("gadget-epic", None)), "1 play epic")
    assert sum(outlook(mind(state), 0.0, Random(1))) == 0


def test_beats_counts_the_share_of_cards_below():
    coming = [0.0] * FIRST_GADGET
    coming[kind("common")], coming[kind("epic")], coming[kind("secret")] = 0.5, 0.25, 0.25

    assert beats(lay("mythic"), coming) == 75
    assert beats(lay("common"), coming) == 0
    assert beats(lay("common", "gadget-common"), coming) == 50
    assert beats(lay("super"), coming) == 100


def test_a_gadget_is_spent_where_it_turns_a_great_loss():
    held = [kind("mythic"), kind("common")]

    assert (
        reply(held, [1, 5], lay("chromatic", "gadget-rare"), GADGET_POINTS) == kind("common") * LAYS
    )
    assert (
        reply([kind("mythic")], [5], lay("chromatic"), GADGET_POINTS) == kind("mythic") * LAYS + 5
    )


def test_a_search_ranks_the_choices_by_their_hope():
    state = after(
        table(("common secret", "promotional mythic"), spied=("gadget-epic", None), manche=2,
              manches=((0, 0),)),
        "1 play promotional",
    )  # fmt: skip
    found = search(mind(state), 0.0, Random(1), FEW)

    assert found.best == lay("secret")


def test_hope_grows_with_the_lead_and_is_surer_at_the_end():
    assert hope(0, is_last=False) == hope(0, is_last=True) == 0.5
    assert 0.5 < hope(5, is_last=False) < hope(20, is_last=False) < hope(20, is_last=True) < 1


def test_the_values_of_cards_rise_with_their_might():
    names = ["common", "rare", "super-rare", "epic", "mythic", "legendary", "chromatic"]
    names += ["promotional", "secret", "super"]
    for values in (RANK, WORTH, IN_DECK):
        told = [values[kind(name)] for name in names]
        assert told == sorted(told)
    assert max(PRICE) == PRICE[kind("super")]
    assert len(IN_DECK) == len(KINDS)
    assert min(IN_DECK) == IN_DECK[kind("skin-common")], "plays for 1, counts for 5"
