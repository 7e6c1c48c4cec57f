"""Rules 1, Deck: what is legal, everything that is wrong, and the smallest repair."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import BRAWLER_RARITIES, Card, Rarity
from rules.decks import (
    DECK_SIZE,
    DeckLine,
    Minimum,
    NoRepair,
    Obstacle,
    Repair,
    State,
    deck_limits,
    deck_lines,
    deck_repair,
    deck_violations,
    wager_allows_a_deck,
)

R = Rarity
LEGAL = [R.COMMON] * 2 + [R.RARE, R.SUPER_RARE] + [R.EPIC] * 4 + [R.MYTHIC] * 3
SEVEN = ("common", "rare", "super_rare", "epic", "mythic", "legendary", "chromatic")


def make(rarity, name=""):
    """Build a card of a rarity; `name` tells it from the others of its rarity."""
    suits = R.COMMON if rarity is R.GADGET else None
    brawler = R.RARE if rarity is R.EXCEPTIONAL else None
    return Card(f"{rarity.replace('_', '-')}{name}", rarity, suits=suits, brawler=brawler)


def deck_of(*rarities):
    """Build a deck with the cards numbered within their rarity."""
    seen = Counter()
    deck = []
    for rarity in rarities:
        deck.append(make(rarity, f"-{seen[rarity]}"))
        seen[rarity] += 1
    return deck


def codes(deck, **options):
    return [violation.code for violation in deck_violations(deck, **options)]


def owned_by_id(deck):
    return Counter(card.id for card in deck)


def test_a_deck_of_eleven_with_the_minimum_is_legal():
    assert codes(deck_of(*LEGAL)) == []


@pytest.mark.parametrize("size", [0, 10, 12, 50])
def test_a_deck_has_exactly_eleven_cards(size):
    deck = deck_of(*(LEGAL + [R.EPIC] * 50)[:size])
    line = next(line for line in deck_lines(deck) if line.code == "size")

    assert line.state is State.VIOLATED
    assert (line.found, line.needed) == (size, 11)
    assert (line.missing, line.excess) == (max(0, 11 - size), max(0, size - 11))


@pytest.mark.parametrize(
    ("rarity", "least"), [(R.COMMON, 2), (R.RARE, 1), (R.SUPER_RARE, 1)], ids=str
)
def test_a_deck_holds_two_commons_one_rare_and_one_super_rare_at_least(rarity, least):
    poor = [rarity] * (least - 1) + [kind for kind in LEGAL if kind is not rarity]
    deck = deck_of(*(poor + [R.EPIC] * 11)[:11])
    (violation,) = deck_violations(deck)

    assert violation.code == f"min:{rarity}"
    assert (violation.kind, violation.subject) == ("min", rarity)
    assert (violation.found, violation.needed, violation.missing) == (least - 1, least, 1)
    assert violation.excess == 0


@pytest.mark.parametrize(
    ("rarity", "most"),
    [(R.SECRET, 1), (R.CHROMATIC, 1), (R.LEGENDARY, 2), (R.GADGET, 3)],
    ids=str,
)
def test_a_deck_holds_one_secret_one_chromatic_two_legendaries_three_gadgets_at_most(rarity, most):
    assert codes(deck_of(*LEGAL[: 11 - most], *[rarity] * most)) == []
    deck = deck_of(*LEGAL[: 10 - most], *[rarity] * (most + 1))
    (violation,) = deck_violations(deck)

    assert violation.code == f"max:{rarity}"
    assert (violation.found, violation.needed, violation.excess) == (most + 1, most, 1)
    assert violation.missing == 0
    assert violation.cards == tuple(card.id for card in deck if card.rarity is rarity)


@pytest.mark.parametrize(
    "rarity", [R.COMMON, R.RARE, R.SUPER_RARE, R.EPIC, R.MYTHIC, R.EXCEPTIONAL, R.PROMOTIONAL]
)
def test_no_other_rarity_has_a_maximum(rarity):
    assert codes(deck_of(*LEGAL[:4], *[rarity] * 7)) == []


def test_a_super_secret_is_a_secret_in_the_limit():
    deck = deck_of(*LEGAL[:9], R.SECRET)
    deck.append(Card("penny", R.SECRET, super_secret=True))

    assert codes(deck) == ["max:secret"]


def test_an_exceptional_and_a_gadget_count_under_their_own_code_only():
    deck = [
        *deck_of(*LEGAL[:4]),
        *[Card(f"skin-{i}", R.EXCEPTIONAL, brawler=R.LEGENDARY) for i in range(4)],
        *[Card(f"gadget-{i}", R.GADGET, suits=R.CHROMATIC) for i in range(3)],
    ]
    without_common = [Card("skin", R.EXCEPTIONAL, brawler=R.COMMON), *deck[1:]]

    assert codes(deck) == []
    assert codes(without_common) == ["min:common"]


@pytest.mark.parametrize("wager", R, ids=str)
def test_no_card_of_the_wagered_rarity_may_be_in_the_deck(wager):
    rest = [kind for kind in LEGAL if kind is not wager]
    clean = deck_of(*(rest + [R.PROMOTIONAL, R.EXCEPTIONAL] * 11)[:11])
    clean = [card for card in clean if card.rarity is not wager]
    clean = (clean + deck_of(*[R.EPIC if wager is not R.EPIC else R.MYTHIC] * 11))[:11]
    staked = make(wager, "-staked")

    assert codes(clean, wager=wager) == []
    (violation,) = deck_violations([*clean[:-1], staked], wager=wager)
    assert violation.code == f"wagered:{wager}"
    assert violation.cards == (staked.id,)
    assert (violation.needed, violation.excess) == (0, 1)


@pytest.mark.parametrize("wager", [R.COMMON, R.RARE, R.SUPER_RARE], ids=str)
def test_by_default_the_minimum_on_the_wagered_rarity_alone_falls_away(wager):
    deck = deck_of(*[R.EPIC] * 11)
    lines = {line.code: line.state for line in deck_lines(deck, wager=wager)}

    assert lines[f"min:{wager}"] is State.WAIVED
    others = {R.COMMON, R.RARE, R.SUPER_RARE} - {wager}
    assert {lines[f"min:{other}"] for other in others} == {State.VIOLATED}


@pytest.mark.parametrize("wager", [R.COMMON, R.RARE, R.SUPER_RARE], ids=str)
def test_under_the_strict_minimum_a_deck_fails_with_and_without_the_wagered_rarity(wager):
    without = deck_of(*[kind for kind in LEGAL if kind is not wager])

    assert f"min:{wager}" in codes(without, wager=wager, minimum=Minimum.STRICT)
    assert codes(deck_of(*LEGAL), wager=wager, minimum=Minimum.STRICT) == [f"wagered:{wager}"]


def test_the_strict_minimum_leaves_no_legal_deck_for_three_wagers():
    barred = [wager for wager in R if not wager_allows_a_deck(wager, Minimum.STRICT)]

    assert barred == [R.COMMON, R.RARE, R.SUPER_RARE]
    assert all(wager_allows_a_deck(wager, Minimum.WAIVED) for wager in R)
    assert wager_allows_a_deck(None, Minimum.STRICT)


def test_a_card_may_be_in_the_deck_as_often_as_copies_are_owned():
    deck = deck_of(*LEGAL)
    deck[1] = deck[0]

    assert codes(deck, owned=owned_by_id(deck)) == []
    (violation,) = deck_violations(deck, owned=owned_by_id(deck) | {deck[0].id: 1})
    assert violation == DeckLine(
        f"owned:{deck[0].id}", State.VIOLATED, 2, 1, (deck[0].id, deck[0].id)
    )
    assert violation.subject == deck[0].id


def test_a_card_that_the_count_does_not_name_is_not_owned():
    deck = deck_of(*LEGAL)
    owned = owned_by_id(deck)
    del owned[deck[4].id]

    assert codes(deck, owned=owned) == [f"owned:{deck[4].id}"]


def test_everything_wrong_is_told_at_once_in_the_order_of_the_record():
    deck = [
        *deck_of(R.SECRET, R.SECRET, R.CHROMATIC, R.CHROMATIC),
        *deck_of(*[R.LEGENDARY] * 3, *[R.GADGET] * 4, R.LEGENDARY),
    ]

    assert codes(deck, wager=R.LEGENDARY, owned={"gadget-1": 1, "legendary-0": 1}) == [
        "size",
        "min:common",
        "min:rare",
        "min:super_rare",
        "max:gadget",
        "max:legendary",
        "max:chromatic",
        "max:secret",
        "wagered:legendary",
        "owned:secret-0",
        "owned:secret-1",
        "owned:chromatic-0",
        "owned:chromatic-1",
        "owned:legendary-1",
        "owned:legendary-2",
        "owned:gadget-0",
        "owned:gadget-2",
        "owned:gadget-3",
        "owned:legendary-3",
    ]


def test_a_live_list_names_every_constraint_with_its_state():
    deck = deck_of(*LEGAL[:10])
    lines = deck_lines(deck, wager=R.RARE, owned=owned_by_id(deck))

    assert [(line.code, str(line.state), line.found, line.needed) for line in lines[:9]] == [
        ("size", "violated", 10, 11),
        ("min:common", "ok", 2, 2),
        ("min:rare", "waived", 1, 1),
        ("min:super_rare", "ok", 1, 1),
        ("max:gadget", "ok", 0, 3),
        ("max:legendary", "ok", 0, 2),
        ("max:chromatic", "ok", 0, 1),
        ("max:secret", "ok", 0, 1),
        ("wagered:rare", "violated", 1, 0),
    ]
    assert [line.code for line in lines[9:]] == [f"owned:{card.id}" for card in deck]
    assert all(line.missing == line.excess == 0 for line in lines if line.state is State.OK)


def test_a_legal_deck_needs_no_repair():
    deck = deck_of(*LEGAL)

    assert deck_repair(deck, Counter(deck)) == Repair((), (), tuple(deck))


def test_a_repair_changes_the_weakest_card_that_is_free_to_go():
    deck = deck_of(R.COMMON, R.RARE, R.RARE, R.SUPER_RARE, *[R.EPIC] * 4, *[R.MYTHIC] * 3)
    common = make(R.COMMON, "-new")

    repair = deck_repair(deck, Counter(deck) + Counter([common]))

    assert repair.removals == (deck[2],)
    assert repair.additions == (common,)
    assert repair.deck == (*deck[:2], *deck[3:], common)


def test_a_repair_adds_the_strongest_card_that_the_rules_allow():
    deck = deck_of(*LEGAL[:9], R.SECRET)
    owned = Counter(deck)
    owned[Card("secret-9", R.SECRET)] = 4
    owned[make(R.PROMOTIONAL)] = 1
    owned[make(R.CHROMATIC)] = 1

    assert deck_repair(deck, owned).additions == (make(R.PROMOTIONAL),)
    assert deck_repair(deck, owned, wager=R.PROMOTIONAL).additions == (make(R.CHROMATIC),)


def test_among_equal_rarities_the_repair_takes_the_stronger_card():
    deck = deck_of(*LEGAL[:10])
    weak = Card("a", R.EXCEPTIONAL, brawler=R.COMMON)
    strong = Card("z", R.EXCEPTIONAL, brawler=R.LEGENDARY)
    ordinary, super_secret = Card("b", R.SECRET), Card("y", R.SECRET, super_secret=True)

    assert deck_repair(deck, Counter([*deck, weak, strong])).additions == (strong,)
    owned = Counter([*deck, ordinary, super_secret])
    assert deck_repair(deck, owned).additions == (super_secret,)


def test_a_repair_adds_the_gadget_that_suits_more_of_the_deck():
    deck = deck_of(*LEGAL[:10])
    gadgets = [Card(f"gadget-{i}", R.GADGET, suits=R(suits)) for i, suits in enumerate(SEVEN)]

    (gadget,) = deck_repair(deck, Counter([*deck, *gadgets])).additions

    assert gadget.suits is R.EPIC


def test_equal_cards_stay_in_deck_order_and_come_in_the_order_of_their_ids():
    crowded = deck_of(*LEGAL, R.MYTHIC, R.MYTHIC)
    short = deck_of(*LEGAL[:9])
    spare = [make(R.EPIC, f"-{letter}") for letter in "dbca"]

    # Two Epics leave: the weakest that nothing demands, the last of them first.
    assert deck_repair(crowded, Counter(crowded)).removals == (crowded[6], crowded[7])
    assert deck_repair(short, Counter([*short, *spare])).additions == (
        make(R.EPIC, "-a"),
        make(R.EPIC, "-b"),
    )


def test_copies_that_are_not_owned_are_swapped_out():
    deck = deck_of(*LEGAL)
    deck[5] = deck[4]
    owned = Counter(deck) - Counter([deck[4]]) + Counter([make(R.EPIC, "-other")])

    repair = deck_repair(deck, owned)

    assert repair.removals == (deck[5],)
    assert repair.additions == (make(R.EPIC, "-other"),)


def test_a_rarity_that_cannot_be_had_is_the_proof_that_nothing_mends_the_deck():
    deck = deck_of(*LEGAL)
    owned = Counter(card for card in deck if card.rarity is not R.SUPER_RARE)
    owned[make(R.EPIC, "-more")] = 1

    assert deck_repair(deck, owned) == NoRepair((Obstacle("min:super_rare", 0, 1),))


def test_too_few_usable_cards_are_the_proof_that_nothing_mends_the_deck():
    owned = Counter(deck_of(*LEGAL[:7], *[R.SECRET] * 5, *[R.GADGET] * 2))

    assert deck_repair([], owned) == NoRepair((Obstacle("size", 10, 11),))


@pytest.mark.parametrize(("wager", "needed"), [(R.COMMON, 2), (R.RARE, 1), (R.SUPER_RARE, 1)])
def test_a_strict_wager_is_itself_the_proof_whatever_is_owned(wager, needed):
    owned = {make(rarity, f"-{i}"): 9 for rarity in R for i in range(5)}

    refused = deck_repair([], owned, wager=wager, minimum=Minimum.STRICT)

    assert refused == NoRepair((Obstacle(f"strict:{wager}", 0, needed),))


def test_a_negative_count_of_copies_is_none():
    deck = deck_of(*LEGAL)

    assert isinstance(deck_repair(deck, Counter(deck) | {make(R.MYTHIC, "-0"): -1}), NoRepair)


POOL = [
    *[make(rarity, f"-{i}") for rarity in (R.COMMON, R.RARE, R.SUPER_RARE, R.EPIC) for i in "01"],
    *[make(rarity) for rarity in (R.GADGET, R.LEGENDARY, R.CHROMATIC, R.SECRET, R.PROMOTIONAL)],
    Card("skin-a", R.EXCEPTIONAL, brawler=R.COMMON),
    Card("skin-b", R.EXCEPTIONAL, brawler=R.MYTHIC),
    Card("super", R.SECRET, super_secret=True),
]
WAGERS = st.sampled_from([None, *R])
MINIMUMS = st.sampled_from(Minimum)
CARDS = st.sampled_from(POOL)
# Half of the owners have the minimum, or nearly no deck could be mended.
OWNED = st.builds(
    list.__add__,
    st.sampled_from([[], deck_of(*LEGAL[:4])]),
    st.lists(CARDS, min_size=7, max_size=10),
)


def is_legal(deck, wager, minimum, owned):
    """Judge a deck by the letter of the rules, rarity by rarity, apart from `rules.decks`."""
    number = Counter(card.rarity for card in deck)
    least = {R.COMMON: 2, R.RARE: 1, R.SUPER_RARE: 1}
    if minimum is Minimum.WAIVED:
        least.pop(wager, None)
    most = {R.SECRET: 1, R.CHROMATIC: 1, R.LEGENDARY: 2, R.GADGET: 3, wager: 0}
    return (
        len(deck) == 11
        and all(number[rarity] >= n for rarity, n in least.items())
        and all(number[rarity] <= n for rarity, n in most.items())
        and all(copies <= owned.get(card, 0) for card, copies in Counter(deck).items())
    )


@given(st.lists(CARDS, max_size=14), WAGERS, MINIMUMS, st.lists(CARDS, max_size=14))
def test_no_violation_is_told_exactly_when_the_letter_of_the_rules_is_met(
    deck, wager, minimum, spare
):
    owned = Counter(spare)
    by_id = {card.id: copies for card, copies in owned.items()}

    legal = not deck_violations(deck, wager=wager, minimum=minimum, owned=by_id)

    assert legal == is_legal(deck, wager, minimum, owned)


def legal_decks(owned, wager, minimum):
    """Yield every legal deck that can be made of at most fourteen owned copies."""
    cards = sorted(owned, key=lambda card: card.id)
    spare = [card for card in cards for _ in range(owned[card])]
    seen = set()
    for left_out in _subsets(spare, len(spare) - DECK_SIZE):
        deck = Counter(spare) - Counter(left_out)
        key = frozenset(deck.items())
        if key not in seen and is_legal(list(deck.elements()), wager, minimum, owned):
            seen.add(key)
            yield deck


def _subsets(cards, size):
    if size < 0:
        return
    limit = Counter(cards)
    for subset in combinations_with_replacement(sorted(limit, key=lambda card: card.id), size):
        if all(copies <= limit[card] for card, copies in Counter(subset).items()):
            yield subset


@given(st.lists(CARDS, max_size=13), OWNED, WAGERS, MINIMUMS)
def test_a_repair_is_legal_and_no_smaller_or_stronger_one_exists(deck, spare, wager, minimum):
    owned = Counter(spare)
    repair = deck_repair(deck, owned, wager=wager, minimum=minimum)
    kept = [(Counter(deck) & legal, legal) for legal in legal_decks(owned, wager, minimum)]

    if isinstance(repair, NoRepair):
        assert repair.obstacles
        assert kept == []
        return
    assert is_legal(repair.deck, wager, minimum, owned)
    assert Counter(repair.deck) == Counter(deck) - Counter(repair.removals) + Counter(
        repair.additions
    )
    best = max((common.total(), _points(legal)) for common, legal in kept)
    assert (len(deck) - len(repair.removals), _points(Counter(repair.deck))) == best


def _points(deck):
    return sum(card.count_points * copies for card, copies in deck.items())


@given(st.lists(CARDS, max_size=13), OWNED, WAGERS)
def test_a_repair_does_not_depend_on_the_order_in_which_copies_are_counted(deck, spare, wager):
    there = deck_repair(deck, dict(Counter(spare)), wager=wager)
    back = deck_repair(deck, dict(reversed(Counter(spare).items())), wager=wager)

    assert there == back


@given(st.lists(CARDS, max_size=14), WAGERS, MINIMUMS, OWNED)
def test_every_obstacle_tells_how_much_of_what_is_demanded_is_there(deck, wager, minimum, spare):
    refused = deck_repair(deck, Counter(spare), wager=wager, minimum=minimum)
    number = Counter(card.rarity for card in spare)

    for obstacle in refused.obstacles if isinstance(refused, NoRepair) else ():
        kind, _, rarity = obstacle.code.partition(":")
        assert obstacle.available < obstacle.needed
        if kind == "min":
            assert obstacle.available == number[R(rarity)]


def test_the_limits_of_a_wager_stand_in_table_order():
    limits = deck_limits(R.GADGET, Minimum.WAIVED)

    assert list(limits) == list(R)
    assert limits[R.GADGET] == (0, 0)
    assert limits[R.COMMON] == (2, 11)
    assert set(BRAWLER_RARITIES) < set(limits)
