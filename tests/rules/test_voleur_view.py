"""What a seat of Voleur de Cartes knows, and what it must not (rules 1; design, the protocol)."""

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.chance import FairChance, FastChance
from rules.decks import deck_violations
from rules.game import Seat
from rules.games import voleur
from rules.games.voleur_moves import PASS, RESIGN, Lay, Spy
from rules.games.voleur_state import Phase, State, Turn
from rules.games.voleur_view import View
from tests.rules.voleur_tables import CARDS, after, card, cards, laid, names, random_match, table

ME, ENEMY = Seat(0), Seat(1)


def see(state, seat=ME):
    return voleur.view(state, seat)


def first_manche(*turns):
    """Return the history of a first manche: who took what, seat 0's card first."""
    return tuple(
        Turn(1, number, ((), ()), (None, None), (laid(mine), laid(yours)), taker)
        for number, (mine, yours, taker) in enumerate(turns, 1)
    )


# What a seat sees


def test_a_seat_sees_its_own_hand_deck_and_pioche():
    state = table(("common epic", "rare"), ("mythic secret", "rare-2"))
    state = state._replace(
        options=replace(state.options, decks=(cards("epic secret common mythic"), ()))
    )

    view = see(state)

    assert (names(view.hand), names(view.deck)) == ("common epic", "epic secret common mythic")
    assert names(view.pioche) == "secret mythic", "in the order of the deck, not of the pioche"


def test_of_the_enemy_a_seat_sees_two_counts():
    view = see(table(("common epic", "rare epic mythic"), ("mythic", "rare-2 epic-2 common-2")))

    assert view.hand_sizes == (2, 3)
    assert view.draw_sizes == (1, 3)


def test_the_wager_and_the_house_rule_are_open():
    state = table(("common", "rare"))
    staked = (card("legendary"), card("legendary-2"))

    view = see(state._replace(options=replace(state.options, wagers=staked)))

    assert (view.wagers, view.wager, view.minimum) == (staked, "legendary", "waived")
    assert see(state).wager is None


def test_in_the_second_manche_each_may_look_up_what_the_enemy_has_shown():
    history = first_manche(("common", "epic", ENEMY), ("rare", "rare-2", None))
    state = table(("mythic", "promotional"), manche=2, manches=((2, 7),), history=history)

    assert names(see(state).shown(ENEMY)) == "epic rare-2"
    assert names(see(state).shown(ME)) == "common rare"


def test_a_card_laid_in_both_manches_is_one_card_of_the_deck():
    history = (
        *first_manche(("common", "epic", ENEMY), ("rare", "epic", ENEMY)),
        Turn(2, 1, ((), ()), (None, None), (laid("rare"), laid("epic")), ENEMY),
    )
    state = table(("common", "epic"), manche=2, manches=((0, 11),), history=history)

    assert names(see(state).shown(ENEMY)) == "epic epic"


def test_everything_in_a_tas_is_open_to_both():
    history = (
        Turn(
            1,
            1,
            ((), ()),
            (card("gadget-epic"), None),
            (laid("common"), laid("epic+gadget-rare")),
            ENEMY,
        ),
        Turn(1, 2, ((), cards("gadget-mythic")), (None, None), (None, None), None),
        Turn(1, 3, ((), ()), (None, None), (laid("rare"), laid("rare-2")), None),
    )
    for seat in (ME, ENEMY, None):
        view = see(table(("mythic", "promotional"), history=history), seat)
        assert names(view.tas(ENEMY)) == "epic gadget-rare gadget-epic common rare-2"
        assert names(view.tas(ME)) == "gadget-mythic rare"
        assert view.scores == (3 + 2, 4 + 3 + 3 + 1 + 2)
        assert names(view.shown(ENEMY)) == "epic gadget-rare gadget-mythic rare-2"


def test_cards_set_aside_at_the_end_of_a_manche_are_never_shown():
    state = after(table(("common", "epic secret")), "0 play common", "1 play epic")

    assert names(see(state).shown(ENEMY)) == "epic"


def test_a_gadget_laid_openly_is_known_at_once():
    state = table(("common", "epic rare"), spied=(None, "gadget-rare"))

    assert see(state).spied == (None, card("gadget-rare"))
    assert names(see(state).shown(ENEMY)) == "gadget-rare"


def test_a_card_laid_face_up_is_known_at_once():
    state = after(table(("common", "epic rare"), spied=("gadget-epic", None)), "1 play epic")

    assert see(state).played == (None, laid("epic"))
    assert names(see(state).shown(ENEMY)) == "epic"
    assert names(see(state, ENEMY).pioche) != "", "what was laid is no more in the pioche"
    assert card("epic") not in see(state, ENEMY).pioche


def test_a_sealed_gadget_is_not_yet_gone_from_the_deck():
    deck = cards("common gadget-epic gadget-epic rare")
    state = table(("common gadget-epic", "rare gadget-rare"), phase=Phase.SPY)
    state = state._replace(options=replace(state.options, decks=(deck, state.options.decks[1])))

    assert names(see(after(state, "0 spy gadget-epic")).pioche) == "gadget-epic rare"


# What a seat doesn't see


def test_a_view_has_no_part_for_anything_else():
    known = set(View._fields)
    referee = set(State._fields)

    shared = "awaited history manche manches phase played resigned score spied turn"
    assert known & referee == set(shared.split())
    own = "chosen deck draw_sizes hand hand_sizes minimum seat wagers"
    assert known - referee == set(own.split())


def spying(hand="rare gadget-rare", *moves):
    before = table(("common gadget-epic gadget-common", hand), phase=Phase.SPY)
    return after(before, *moves)


def test_in_the_spy_phase_nothing_tells_who_was_asked_or_has_answered():
    asked, answered = spying(), spying("rare gadget-rare", "1 spy gadget-rare")
    passed, never_asked = spying("rare gadget-rare", "1 pass"), spying("rare epic")

    for state in (answered, passed, never_asked):
        assert see(state) == see(asked)
    assert see(asked).awaited
    assert see(asked).chosen == (False, False)


def test_a_spectator_is_not_told_who_the_spy_phase_waits_for():
    spectator = [
        see(state, None) for state in (spying(), spying("rare gadget-rare", "0 spy gadget-epic"))
    ]
    assert spectator[0] == spectator[1]
    assert spectator[0].spied == (None, None)


def test_a_seat_sees_its_own_sealed_answer():
    state = spying("rare gadget-rare", "0 spy gadget-epic")

    assert see(state).spied == (card("gadget-epic"), None)
    assert not see(state).awaited


def test_in_the_play_phase_it_is_told_that_the_other_has_chosen_never_what():
    before = table(("common rare", "epic mythic gadget-epic"))
    sealed = [after(before, f"1 play {lay}") for lay in ("epic", "mythic+gadget-epic")]

    assert see(sealed[0]) == see(sealed[1])
    assert see(sealed[0]).chosen == (False, True)
    assert see(sealed[0], ENEMY).played == (None, laid("epic"))
    assert see(sealed[0], None) == see(sealed[1], None)


def test_a_sealed_card_is_still_in_the_hand():
    before = table(("common rare", "epic mythic"))

    assert see(after(before, "1 play epic")).hand_sizes == see(before).hand_sizes


def test_a_spectator_has_no_cards_and_is_never_awaited():
    for state in random_match(1):
        view = see(state, None)
        assert (view.hand, view.deck, view.pioche, view.awaited) == ((), (), (), False)
        assert list(voleur.legal_moves(view)) == []
        assert not voleur.is_legal(view, RESIGN)


def with_other_hidden_cards(state, seat, random):
    """Exchange everything that a seat can't know: the enemy's hidden cards, its own pioche."""
    enemy = 1 - seat
    pool = [c for c in CARDS.values() if not c.is_gadget]
    other = {old: random.choice(pool) for old in state.hands[enemy] + state.draws[enemy]}
    change = {old: old if old.is_gadget else new for old, new in other.items()}
    hands, draws = list(state.hands), list(state.draws)
    hands[enemy] = tuple(change[c] for c in hands[enemy])
    draws[enemy] = tuple(change[c] for c in draws[enemy])
    draws[seat] = tuple(reversed(draws[seat]))
    played = list(state.played)
    if played[enemy] is not None and not see(state, seat).played[enemy]:
        played[enemy] = played[enemy]._replace(card=change[played[enemy].card])
    return state._replace(hands=tuple(hands), draws=tuple(draws), played=tuple(played))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_a_hidden_card_may_be_any_other(seed):
    random = Random(seed)
    for state in random_match(seed):
        for seat in (ME, ENEMY):
            assert see(with_other_hidden_cards(state, seat, random), seat) == see(state, seat)


# What a seat may do


def test_only_a_seat_that_is_awaited_has_legal_moves():
    state = after(table(("common rare", "epic mythic")), "0 play common")

    assert list(voleur.legal_moves(see(state))) == []
    assert not voleur.is_legal(see(state), Lay("rare"))
    assert list(voleur.legal_moves(see(state, ENEMY))) == [Lay("epic"), Lay("mythic")]


def test_the_spy_phase_offers_a_pass_and_each_different_gadget():
    state = table(("gadget-epic common gadget-epic gadget-rare", "rare"), phase=Phase.SPY)

    assert list(voleur.legal_moves(see(state))) == [PASS, Spy("gadget-epic"), Spy("gadget-rare")]


def test_the_play_phase_offers_each_card_alone_and_with_each_gadget():
    view = see(table(("gadget-epic common common rare gadget-rare", "rare")))

    assert list(voleur.legal_moves(view)) == [
        Lay("common"),
        Lay("common", "gadget-epic"),
        Lay("common", "gadget-rare"),
        Lay("rare"),
        Lay("rare", "gadget-epic"),
        Lay("rare", "gadget-rare"),
    ]


def every_move():
    plain = [name for name, one in CARDS.items() if not one.is_gadget][:12]
    gadgets = [name for name, one in CARDS.items() if one.is_gadget]
    lays = [Lay(name, gadget) for name in plain + gadgets[:1] for gadget in (None, *gadgets[:3])]
    return [PASS, *map(Spy, gadgets), Spy("common"), *lays]


def test_a_move_is_legal_if_it_is_listed():
    for state in random_match(2):
        for seat in (ME, ENEMY):
            listed = set(voleur.legal_moves(see(state, seat)))
            for move in [*every_move(), *listed]:
                assert voleur.is_legal(see(state, seat), move) == (move in listed)


def test_a_random_move_can_be_each_of_the_legal_ones():
    view, random = see(table(("gadget-epic common rare", "rare"))), Random(3)

    drawn = Counter(voleur.random_move(view, random) for _ in range(400))

    assert set(drawn) == set(voleur.legal_moves(view))


def test_by_the_clock_a_seat_does_not_spy():
    assert voleur.clock_move(see(table(("common gadget-epic", "rare"), phase=Phase.SPY))) == PASS


def test_by_the_clock_a_seat_plays_its_first_card_of_fewest_count_points():
    # An Exceptionnelle of a Commune plays for 1 and counts for 5.
    view = see(table(("gadget-rare skin-common super-rare super-rare-2 epic", "rare")))

    assert voleur.clock_move(view) == Lay("super-rare")


# A possible match behind a view


SEEDS = st.integers(0, 2**32)


@settings(max_examples=25, deadline=None)
@given(SEEDS)
@example(25149)  # a spectator's guess in which a hand of one card had to be two
def test_a_guess_looks_the_same_from_the_seat_it_was_made_for(seed):
    for state in random_match(seed):
        for seat in (ME, ENEMY, None):
            view = see(state, seat)
            assert see(voleur.guess(view, FastChance(seed)), seat) == view


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_a_guess_is_a_match_that_can_be(seed):
    for state in random_match(seed):
        guess = voleur.guess(see(state, ME), FastChance(seed))
        options = voleur.read_options(voleur.write_options(guess.options), 2)
        assert options == guess.options
        for seat in (ME, ENEMY):
            can_answer = bool(list(voleur.legal_moves(see(guess, seat))))
            assert can_answer == guess.awaited[seat]


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_in_a_guess_somebody_is_awaited_until_the_end(seed):
    for state in random_match(seed):
        for seat in (ME, ENEMY, None):
            guess = voleur.guess(see(state, seat), FastChance(seed))
            assert bool(voleur.to_act(guess)) == bool(voleur.to_act(state))


def test_in_a_guess_no_hand_is_of_gadgets_only():
    """Whoever holds nothing else has given them up."""
    state = table(("common rare", "epic"), ("", "rare-2 mythic gadget-epic"))

    for seed in range(200):
        hand = voleur.guess(see(state), FastChance(seed)).hands[ENEMY]
        assert not all(one.is_gadget for one in hand)


def test_a_guess_depends_on_its_chance_alone():
    view = see(random_match(5)[4])

    assert voleur.guess(view, FairChance(bytes(32))) == voleur.guess(view, FairChance(bytes(32)))
    assert voleur.guess(view, FastChance(1)) != voleur.guess(view, FastChance(2))


def test_guesses_reach_every_kind_of_card_and_every_sealed_answer():
    view = see(random_match(6)[0])
    kinds = Counter()
    for seed in range(400):
        guess = voleur.guess(view, FastChance(seed))
        assert not deck_violations(guess.options.decks[1])
        kinds.update(
            {(c.rarity, c.suits, c.brawler, c.super_secret) for c in guess.options.decks[1]}
        )
    assert len(kinds) == 24


def test_a_guess_keeps_what_was_seen_of_the_enemys_deck():
    states = random_match(7)
    late = [state for state in states if state.manche == 2][-3]
    view = see(late)

    for seed in range(20):
        deck = voleur.guess(view, FastChance(seed)).options.decks[1]
        assert not Counter(view.shown(ENEMY)) - Counter(deck)


def test_an_invented_card_never_takes_the_name_of_another():
    taken = replace(card("common"), id="any-epic")
    state = random_match(8)[0]
    mine = (taken, *state.options.decks[ME][1:])
    hand = (taken, *state.hands[ME][1:])
    options = replace(state.options, decks=(mine, state.options.decks[ENEMY]))
    state = state._replace(options=options, hands=(hand, state.hands[ENEMY]))

    for seed in range(30):
        guess = voleur.guess(see(state), FastChance(seed))
        facts = {one.id: one for one in guess.options.cards}
        assert facts["any-epic"] == taken
        assert len(facts) == len(guess.options.cards)
