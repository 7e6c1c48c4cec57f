"""Rules 1, Wager and Deck; record, the `voleur` options and moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import Rarity
from rules.decks import Minimum
from rules.game import IllegalMove, SetupError
from rules.games import voleur
from rules.games.voleur_moves import PASS, RESIGN, Lay, Spy
from rules.games.voleur_options import read_options, write_options
from tests.rules.samples import VOLEUR_CARDS, VOLEUR_DECK, VOLEUR_OPTIONS


def read(**changes):
    return read_options(VOLEUR_OPTIONS | changes, 2)


def refusal(**changes):
    with pytest.raises(SetupError) as refused:
        read(**changes)
    assert "\n" not in str(refused.value)
    return refused.value.code


def test_the_options_of_a_record_are_read_with_their_defaults():
    options = read()

    assert [card.id for card in options.cards] == list(VOLEUR_CARDS)
    assert [[card.id for card in deck] for deck in options.decks] == [VOLEUR_DECK, VOLEUR_DECK]
    assert (options.wagers, options.wager, options.minimum) == (None, None, Minimum.WAIVED)
    assert read(wagers=None, minimum=None) == options


def test_the_cards_of_decks_are_those_of_the_table():
    options = read()

    assert all(any(card is own for own in options.cards) for card in options.decks[0])


@pytest.mark.parametrize("changes", [{}, {"minimum": "strict"}, {"wagers": ["promo-1"] * 2}])
def test_options_written_are_read_back(changes):
    options = read(**changes)

    assert read_options(write_options(options), 2) == options


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_voleur_is_played_by_two(seats):
    with pytest.raises(SetupError) as refused:
        read_options(VOLEUR_OPTIONS, seats)
    assert refused.value.code == "seats"


@pytest.mark.parametrize("raw", [None, {}, [], "cards", 3])
def test_cards_and_decks_are_required(raw):
    with pytest.raises(SetupError):
        read_options(raw, 2)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"lives": 3}, "option"),
        ({"cards": None}, "cards"),
        ({"cards": list(VOLEUR_CARDS)}, "cards"),
        ({"decks": None}, "decks"),
        ({"decks": {"0": VOLEUR_DECK, "1": VOLEUR_DECK}}, "decks"),
        ({"decks": [VOLEUR_DECK]}, "decks"),
        ({"decks": [VOLEUR_DECK] * 3}, "decks"),
        ({"decks": [VOLEUR_DECK, "common-1"]}, "decks"),
        ({"decks": [VOLEUR_DECK, [*VOLEUR_DECK[:10], "nobody"]]}, "unknown_card"),
        ({"decks": [VOLEUR_DECK, [*VOLEUR_DECK[:10], 3]]}, "unknown_card"),
        ({"decks": [VOLEUR_DECK, [*VOLEUR_DECK[:10], ["epic-1"]]]}, "unknown_card"),
        ({"wagers": "promo-1"}, "wagers"),
        ({"wagers": []}, "wagers"),
        ({"wagers": ["promo-1"]}, "wagers"),
        ({"wagers": ["promo-1"] * 3}, "wagers"),
        ({"wagers": ["promo-1", None]}, "unknown_card"),
        ({"wagers": ["promo-1", "nobody"]}, "unknown_card"),
        ({"minimum": "none"}, "minimum"),
        ({"minimum": True}, "minimum"),
    ],
)
def test_whatever_is_missing_unknown_or_of_the_wrong_type_is_refused(changes, code):
    assert refusal(**changes) == code


@pytest.mark.parametrize("key", ["cards", "decks"])
def test_cards_and_decks_have_no_default(key):
    raw = {name: value for name, value in VOLEUR_OPTIONS.items() if name != key}

    with pytest.raises(SetupError) as refused:
        read_options(raw, 2)
    assert refused.value.code == key


def test_every_entry_of_cards_is_checked_used_or_not():
    assert refusal(cards=VOLEUR_CARDS | {"unused": {"rarity": "ultra"}}) == "rarity"


def test_each_player_stakes_one_card_of_equal_rarity():
    assert refusal(wagers=["legendary-1", "chromatic-1"]) == "wager_rarity"
    assert read(wagers=["legendary-1", "legendary-2"]).wager is Rarity.LEGENDARY


def test_the_two_wagers_may_be_equal():
    assert len(set(read(wagers=["promo-1", "promo-1"]).wagers)) == 1


def test_a_super_secrete_is_staked_against_any_secrete():
    deck = [*VOLEUR_DECK[:10], "epic-1"]

    options = read(decks=[deck, deck], wagers=["secret-1", "super-secret-1"])

    assert options.wager is Rarity.SECRET


def test_an_illegal_deck_is_refused_with_all_that_is_wrong():
    with pytest.raises(SetupError) as refused:
        read(decks=[VOLEUR_DECK, ["secret-1"] * 2], wagers=["epic-1", "epic-2"])
    error = refused.value
    assert (error.code, error.facts["seat"]) == ("deck", 0)

    with pytest.raises(SetupError) as refused:
        read(decks=[VOLEUR_DECK, ["secret-1"] * 2])
    assert refused.value.facts == {
        "seat": 1,
        "codes": ("size", "min:common", "min:rare", "min:super_rare", "max:secret"),
    }


@pytest.mark.parametrize(
    ("wagers", "staked"),
    [
        (["common-1", "common-2"], "common"),
        (["rare-1", "rare-1"], "rare"),
        (["super-rare-1", "super-rare-1"], "super_rare"),
    ],
)
def test_the_minimum_on_the_wagered_rarity_is_waived_by_default(wagers, staked):
    deck = [card for card in VOLEUR_DECK if VOLEUR_CARDS[card]["rarity"] != staked]
    deck += ["promo-1"] * (11 - len(deck))

    assert read(decks=[deck, deck], wagers=wagers).wager == staked
    assert refusal(decks=[deck, deck], wagers=wagers, minimum="strict") == "strict_wager"


# The moves' texts


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass", PASS),
        ("resign", RESIGN),
        ("spy gadget-1", Spy("gadget-1")),
        ("play epic-1", Lay("epic-1")),
        ("play epic-1+gadget-1", Lay("epic-1", "gadget-1")),
        ("play pass", Lay("pass")),
        ("spy -", Spy("-")),
    ],
)
def test_a_move_is_read_and_written(text, move):
    assert voleur.decode(text) == move
    assert voleur.encode(move) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "fly",
        "PASS",
        "pass ",
        " pass",
        "pass gadget",
        "resign now",
        "spy",
        "spy ",
        "spy Gadget",
        "spy a b",
        "spy  a",
        "spy a+b",
        "spy a\n",
        "play",
        "play ",
        "play a ",
        "play  a",
        "play a b",
        "play +a",
        "play a+",
        "play a++b",
        "play a+b+c",
        "play a\n",
        "play a+b\n",
        "play é",
        "play\ta",
    ],
)
def test_a_text_that_is_no_move_is_refused(text):
    with pytest.raises(IllegalMove) as refused:
        voleur.decode(text)
    assert refused.value.code == "no_move"
    assert "\n" not in str(refused.value)


@given(st.text(alphabet="ayspley+- \n1é", max_size=14))
def test_a_text_that_is_read_is_the_text_of_its_move(text):
    try:
        move = voleur.decode(text)
    except IllegalMove:
        return
    assert voleur.encode(move) == text
