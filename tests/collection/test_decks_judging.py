"""What a deck's page says of the rules: every line, the cards it blames, the repair."""

from __future__ import annotations

import pytest

from collection.models import Card, Deck, Player
from collection.selectors.builder import Builder, builder_for
from collection.selectors.decks import decks_for
from collection.services.assembly import deck_assemble
from collection.services.copies import copy_lend_named
from collection.services.decks import Contents, deck_create, deck_repair
from rules.cards import Rarity
from rules.decks import Minimum, deck_violations
from tests.collection.factories import PlayerFactory, open_copies

pytestmark = pytest.mark.django_db

LEGAL = ("shelly", "nita", "el-costo", "ricochet", "polly", "mortis", "spike", "leon", "gael")
LEGAL += ("barbetick", "bo")


@pytest.fixture
def lea() -> Player:
    lea = PlayerFactory(username="lea")
    open_copies(lea, *LEGAL)
    open_copies(lea, "corbac", "surge", "colt", "tara")
    return lea


def page(lea: Player, *slugs: str, **contents) -> Builder:
    deck = deck_create(owner=lea, contents=Contents("Essai", slugs, **contents))
    return builder_for(lea, deck.pk, None)


def lines(builder: Builder) -> dict[str, str]:
    """Return each line as one word and its sentence."""
    return {
        line.code: f"{line.state} {line.title} {line.detail}".replace("\u00a0", " ").strip()
        for line in builder.judgement.lines
    }


def test_a_legal_deck_has_every_line_in_order(lea):
    builder = page(lea, *LEGAL)
    assert builder.judgement.legal
    assert builder.mending is None
    assert lines(builder) == {
        "size": "ok Exactement 11 cartes",
        "min:common": "ok Au moins 2 Communes",
        "min:rare": "ok Au moins 1 Rare",
        "min:super_rare": "ok Au moins 1 Super Rare",
        "max:gadget": "ok Au plus 3 Gadgets",
        "max:legendary": "ok Au plus 2 Légendaires",
        "max:chromatic": "ok Au plus 1 Chromatique",
        "max:secret": "ok Au plus 1 Secrète",
        "owned": "ok Chaque carte a son exemplaire libre",
    }


def test_every_fault_is_told_at_once_and_names_its_cards(lea):
    builder = page(lea, "spike", "leon", "corbac", "gael", "surge", "nita", wager="common")
    told = lines(builder)
    assert told["size"] == "wrong Exactement 11 cartes il en manque 5"
    assert told["min:common"].startswith("open Au moins 2 Communes ne compte plus")
    assert told["min:rare"] == "wrong Au moins 1 Rare il en manque 1"
    assert told["max:legendary"] == (
        "wrong Au plus 2 Légendaires 1 de trop parmi Spike, Corbac, Léon"
    )
    assert told["max:chromatic"] == "wrong Au plus 1 Chromatique 1 de trop parmi Gaël, Surge"
    assert told["wagered:common"] == (
        "wrong Aucune carte de la rareté pariée : Commune à retirer : Nita"
    )
    blamed = [slot.card.slug for slot in builder.slots if slot.wrong]
    assert blamed == ["nita", "spike", "corbac", "leon", "gael", "surge"]


def test_a_deck_that_is_too_big_says_by_how_much(lea):
    told = lines(page(lea, *LEGAL, "colt", "tara"))
    assert told["size"] == "wrong Exactement 11 cartes 2 cartes de trop"


def test_the_page_says_what_the_rules_say(lea):
    """The codes of the page are those of the one check, whatever the deck (rules 1, Deck)."""
    decks = [LEGAL, (*LEGAL, "colt"), ("spike", "leon", "corbac")]
    for slugs in decks:
        for wager in (None, "common", "epic"):
            for minimum in Minimum:
                builder = page(lea, *slugs, wager=wager, minimum=minimum)
                cards = [slot.card.as_rules() for slot in builder.slots]
                rarity = Rarity(wager) if wager else None
                found = deck_violations(cards, wager=rarity, minimum=minimum)
                said = [line.code for line in builder.judgement.wrong]
                assert said == [violation.code for violation in found]


@pytest.mark.parametrize("wager", ["common", "rare", "super_rare"])
def test_staking_a_rarity_that_the_minimum_asks_for_waives_it_in_a_sentence(lea, wager):
    note = page(lea, *LEGAL, wager=wager).judgement.wager_note
    assert "son minimum ne compte donc plus" in note


@pytest.mark.parametrize("wager", ["common", "rare", "super_rare"])
def test_to_the_letter_the_page_explains_why_no_deck_is_legal(lea, wager):
    builder = page(lea, *LEGAL, wager=wager, minimum="strict")
    assert builder.judgement.barred
    assert "aucun deck n’est légal pour ce pari" in builder.judgement.wager_note
    assert builder.mending is not None
    assert "Le pari interdit ce que le minimum exige" in builder.mending.obstacles[-1]


@pytest.mark.parametrize("wager", [None, "epic", "gadget"])
def test_other_stakes_need_no_sentence(lea, wager):
    assert page(lea, *LEGAL, wager=wager).judgement.wager_note == ""


def test_the_stakeable_copies_are_those_of_the_rarity_outside_the_deck(lea):
    open_copies(lea, "polly", number=2)
    assert page(lea, *LEGAL, wager="epic").stakeable == 2


# The repair


def test_the_repair_is_the_fewest_swaps_and_makes_the_deck_legal(lea):
    builder = page(lea, *(slug for slug in LEGAL if slug != "bo"), "corbac")
    swaps = [(swap.out and swap.out.slug, swap.into and swap.into.slug) for swap in builder.swaps]
    assert len(swaps) == 1
    assert swaps[0][0] in ("spike", "leon", "corbac")
    deck_repair(
        owner=lea,
        deck_id=builder.deck.pk,
        version=builder.deck.version,
        slugs=builder.mending.becomes,
    )
    assert builder_for(lea, builder.deck.pk, None).judgement.legal


def test_without_the_cards_it_says_which_constraint_lacks_what(lea):
    tom = PlayerFactory()
    open_copies(tom, "shelly", "el-costo", "spike")
    builder = page(tom, "shelly")
    told = [obstacle.replace("\u00a0", " ") for obstacle in builder.mending.obstacles]
    assert told == [
        "En respectant toutes les limites, tes exemplaires libres ne font que 3 cartes sur 11.",
        "Il faut 2 Communes, et tu n’en as que 1 de libre.",
        "Il faut 1 Super Rare, et tu n’en as aucune de libre.",
    ]


def test_a_repair_counts_on_no_copy_that_is_elsewhere(lea):
    other = deck_create(owner=lea, contents=Contents("Autre", ("bo", "colt", "nita")))
    deck_assemble(owner=lea, deck_id=other.pk, version=other.version)
    builder = page(lea, *LEGAL)
    told = lines(builder)
    assert told["owned:bo"] == "wrong Bo 1 dans le deck, aucun exemplaire libre"
    assert "owned:shelly" not in told
    assert builder.lacking == 2
    assert builder.elsewhere == 3
    assert [obstacle for obstacle in builder.mending.obstacles if "Communes" in obstacle]


def test_an_assembled_deck_counts_on_its_own_copies(lea):
    deck = deck_create(owner=lea, contents=Contents("À moi", LEGAL))
    deck_assemble(owner=lea, deck_id=deck.pk, version=deck.version)
    assert builder_for(lea, deck.pk, None).judgement.legal


def test_a_dream_deck_is_judged_without_owning_and_completed_from_the_catalogue():
    tom = PlayerFactory()
    builder = page(tom, "gael", "gael", dream=True)
    assert not any(line.code.startswith("owned") for line in builder.judgement.lines)
    assert len(builder.mending.becomes) == 11
    era = set(Card.objects.filter(era=True).values_list("slug", flat=True))
    assert set(builder.mending.becomes) <= era
    assert builder.lacking == 2


# The curve and the list


def test_the_curve_has_a_square_for_each_card_over_its_points_in_play(lea):
    open_copies(lea, "gadget-sirop-gluant", "bartaba-sorcier-ecarlate")
    curve = page(lea, "shelly", "nita", "gadget-sirop-gluant", "bartaba-sorcier-ecarlate").curve
    stacks = {column.points: len(column.blocks) for column in curve.columns if column.blocks}
    assert stacks == {0: 1, 1: 2, 2: 1}
    assert curve.count == 1 + 1 + 3 + 5
    assert curve.play == pytest.approx(4 / 3)
    assert curve.told.endswith("1 Gadget, 2 cartes à 1, 1 carte à 2")


def listed(lea: Player) -> list[tuple[str, str, int]]:
    return [(one.deck.name, one.standing, one.lacking) for one in decks_for(lea).decks]


def test_what_is_playable_now_comes_first(lea):
    def make(name: str, slugs: tuple[str, ...], **contents) -> Deck:
        return deck_create(owner=lea, contents=Contents(name, slugs, **contents))

    make("vide", ())
    make("illégal", LEGAL[:4])
    make("rêve", (*LEGAL[:10], "brock"), dream=True)
    make("presque", (*LEGAL[:10], "brock"))
    make("prêt", (*LEGAL[:10], "colt"))
    assert listed(lea) == [
        ("prêt", "playable", 0),
        ("presque", "missing", 1),
        ("rêve", "dream", 1),
        ("illégal", "illegal", 0),
        ("vide", "empty", 0),
    ]


def test_a_lent_card_makes_a_deck_unplayable_at_once(lea):
    deck_create(owner=lea, contents=Contents("Samedi", LEGAL))
    assert listed(lea) == [("Samedi", "playable", 0)]
    copy_lend_named(owner=lea, copy_id=lea.copies.get(card__slug="bo").pk, name="Tom")
    assert listed(lea) == [("Samedi", "missing", 1)]


def test_of_two_decks_with_one_copy_only_the_assembled_one_is_playable(lea):
    first = deck_create(owner=lea, contents=Contents("Premier", LEGAL))
    deck_create(owner=lea, contents=Contents("Second", LEGAL))
    assert {standing for _name, standing, _lacking in listed(lea)} == {"playable"}
    deck_assemble(owner=lea, deck_id=first.pk, version=first.version)
    assert listed(lea) == [("Premier", "playable", 0), ("Second", "missing", 11)]
