"""The catalogue's search: what people type, however they type it."""

from __future__ import annotations

import random
import string

import pytest
from django.utils.translation import override

from collection.models import Brawler, Card
from collection.selectors.cards import cards_found
from collection.selectors.catalogue import catalogue_for
from collection.selectors.search import Entry, Finder, mistakes_allowed, number_in, sound_of

pytestmark = pytest.mark.django_db


def found(text: str, *, limit: int = 12) -> list[str]:
    return [card.slug for card, _hit in cards_found(None, text, limit=limit)]


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("Shelly", "shelly"),
        ("SHELLY", "shelly"),
        ("leon", "leon"),
        ("ÉMERI", "emeri"),
        ("depouille du kraken", "depouille-du-kraken"),
        ("d'jinn", "d-jinn"),
        ("d’jinn", "d-jinn"),
        ("djinn", "d-jinn"),
        ("elcosto", "el-costo"),
        ("bandita shelly", "shelly-bandita"),
        ("la grande penny", "grande-penny"),
        ("pokeaxou", "billie-de-pokeaxou"),
        ("50 gemmes", "gemmes-50"),
    ],
)
def test_accents_case_marks_and_order_don_t_matter(typed, slug):
    assert found(typed)[0] == slug


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("shely", "shelly"),
        ("shlely", "shelly"),
        ("chelly", "shelly"),
        ("mortys", "mortis"),
        ("spyke", "spike"),
        ("brok", "brock"),
        ("tik", "tick"),
        ("leon sali", "leon-sally"),
        ("mécha corbo", "corbac-mecha"),
    ],
)
def test_small_mistakes_are_forgiven(typed, slug):
    assert found(typed)[0] == slug


def test_a_word_that_sounds_the_same_is_found():
    assert {card.brawler.slug for card, _hit in cards_found(None, "corbaque")} == {"corbac"}
    assert sound_of("korbak") == sound_of("corbaque") == sound_of("corbac")


@pytest.mark.parametrize(
    ("typed", "slug"),
    [("crow", "corbac"), ("el primo", "el-costo"), ("8-bit", "a-r-k-a-d"), ("8bit", "a-r-k-a-d")],
)
def test_english_names_are_found_too(typed, slug):
    assert found(typed)[0] == slug


def test_the_beginning_of_a_name_is_enough():
    assert found("bartab")[0] == "bartaba"
    assert found("bo")[0] == "bo"


@pytest.mark.parametrize("typed", ["91", "n° 91", "n°91", "nº 91", "#91", "numéro 91", " 91 "])
def test_a_card_is_found_by_its_number(typed):
    assert found(typed)[0] == "billie-de-pokeaxou"


@pytest.mark.parametrize(
    ("typed", "number"), [("12", 12), ("N° 12", 12), ("12 gemmes", None), ("-3", None), ("", None)]
)
def test_a_number_is_only_read_where_the_text_is_one(typed, number):
    assert number_in(typed) == number


def test_a_rarity_is_found_by_its_name():
    rarities = {card.rarity_id for card, _hit in cards_found(None, "chromatique", limit=99)}
    assert rarities == {"chromatic", "gadget"}
    gadgets = {card.suits_id for card, _hit in cards_found(None, "gadget commun", limit=99)}
    assert gadgets == {"common"}


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "!!!",
        "🦊",
        "qsdfghj",
        "xyz",
        "zzz",
        "9999",
        "shelly qsdfghj",
        "日本語",
        "a" * 10_000,
    ],
)
def test_an_empty_or_hopeless_text_finds_nothing(typed):
    assert found(typed) == []


def test_noise_seldom_passes_for_a_name():
    chance = random.Random(1)
    words = ["".join(chance.choices(string.ascii_lowercase, k=7)) for _ in range(300)]
    catalogue = catalogue_for(None)
    assert sum(bool(catalogue.find(word)) for word in words) <= 3


def test_mistakes_are_not_looked_for_where_a_spelling_fits():
    """« jessi » begins « Jessie »: nothing that only looks like it stands beside."""
    assert {card.brawler.slug for card, _hit in cards_found(None, "jessi", limit=99)} == {"jessie"}


def test_the_longer_the_word_the_more_mistakes_it_may_have():
    words = ["bo", "max", "shelly", "commander", "8bit"]
    assert [mistakes_allowed(word) for word in words] == [0, 1, 2, 3, 0]


def test_an_exact_name_is_told_from_a_near_one():
    (_card, exact), *others = cards_found(None, "Shelly")
    assert exact.is_exact
    assert not any(hit.is_exact for _card, hit in others)
    assert not cards_found(None, "Shely")[0][1].is_exact
    assert cards_found(None, "el costo")[0][1].is_exact


def test_the_cards_own_name_weighs_more_than_its_brawlers():
    finder = Finder([Entry(1, 1, ["Ours"]), Entry(2, 2, ["Patte"], ["Ours"])])
    hits = finder.exact("ours")
    assert hits[1] < hits[2]


def test_a_changed_catalogue_is_searched_at_once():
    assert found("corbac")[0] == "corbac"
    Card.objects.filter(slug="corbac").update(name="Freux")
    assert found("freux") == ["corbac"]
    Brawler.objects.filter(slug="nita").update(name="Ursula")
    assert "nita-shiba" in found("ursula")


def test_labels_follow_the_readers_language():
    corbac = next(card for card in catalogue_for(None).cards if card.slug == "corbac")
    assert corbac.label == "Corbac"
    with override("en"):
        assert (corbac.label, corbac.brawler_label) == ("Crow", "Crow")
