"""The catalogue's file, and the loading that never takes a card away from anybody."""

from __future__ import annotations

import json
from collections import Counter
from itertools import chain

import pytest
from django.core.management import call_command

from collection.models import Brawler, Card, Rarity
from collection.selectors.catalogue import catalogue_for
from collection.services.cards import FIRST_NUMBER_OUTSIDE_THE_FILE
from collection.services.catalogue import FIXTURE, Loaded, catalogue_load
from rules.cards import CARD_ID, COUNT_POINTS, read_card, write_card
from rules.cards import Rarity as RarityCode
from tests.collection.factories import PlayerFactory, open_copies, owners_by_rows

pytestmark = pytest.mark.django_db
FACTS = json.loads(FIXTURE.read_text(encoding="utf-8"))


@pytest.fixture
def changed_file(tmp_path):
    """Write the catalogue's file with some rows changed, by slug; `None` leaves a row out."""

    def write(**changes):
        cards = [
            row | (changes.get(row["slug"].replace("-", "_")) or {})
            for row in FACTS["cards"]
            if changes.get(row["slug"].replace("-", "_"), {}) is not None
        ]
        source = tmp_path / "catalogue.json"
        source.write_text(json.dumps(FACTS | {"cards": cards}), encoding="utf-8")
        return source

    return write


def repeated(values):
    return [value for value, times in Counter(values).items() if times > 1]


def test_every_slug_and_every_number_of_the_file_is_given_once():
    assert repeated(row["slug"] for row in FACTS["cards"]) == []
    assert repeated(row["number"] for row in FACTS["cards"]) == []
    assert repeated(row["slug"] for row in FACTS["brawlers"]) == []


def test_every_slug_of_the_file_is_a_card_id_of_the_rules_and_free_for_an_address():
    slugs = [row["slug"] for row in chain(FACTS["cards"], FACTS["brawlers"])]
    assert [slug for slug in slugs if not CARD_ID.match(slug)] == []
    assert "proposer" not in slugs


def test_the_numbers_of_the_file_stay_below_those_of_proposals():
    assert max(row["number"] for row in FACTS["cards"]) < FIRST_NUMBER_OUTSIDE_THE_FILE


def test_the_era_has_fifty_five_brawlers_first_in_the_catalogue():
    """Rules 1, Cards: the physical set is of one era; its Brawlers are its first cards."""
    first = Card.objects.order_by("number")[:55]
    assert {card.kind for card in first} == {"brawler"}
    assert [card.number for card in first] == list(range(1, 56))
    assert Brawler.objects.filter(era=True).count() == 55
    assert all(card.era and card.print_known for card in first)


def test_no_card_of_a_newer_brawler_is_of_the_era():
    astray = Card.objects.filter(era=True, brawler__era=False)
    assert list(astray.values_list("slug", flat=True)) == []


def test_a_brawlers_card_has_the_rarity_of_its_brawler():
    cards = Card.objects.filter(kind="brawler").select_related("brawler")
    assert [card.slug for card in cards if card.rarity_id != card.brawler.rarity_id] == []


def test_a_gadget_suits_the_rarity_of_its_brawler():
    cards = Card.objects.filter(kind="gadget").select_related("brawler")
    assert [card.slug for card in cards if card.suits_id != card.brawler.rarity_id] == []


def test_the_six_super_secretes_are_those_of_the_rules():
    """Rules 1, Cards [S]."""
    assert set(Card.objects.filter(super_secret=True).values_list("name", flat=True)) == {
        "Billie de PokéAxou",
        "Grande Penny",
        "Barbetick",
        "Darryl Antique",
        "Belle Sang d'or",
        "Dépouille du Kraken",
    }


def test_gem_cards_have_a_rarity_of_their_own():
    """Rules 1, Cards [S]: 5 gemmes = Épique, 10 = Mythique, 50 = Secrète."""
    gems = Card.objects.filter(kind="gem").values_list("gems", "rarity")
    assert dict(gems) == {5: "epic", 10: "mythic", 50: "secret"}


def test_the_promotionnelles_and_two_exceptionnelles_are_those_of_the_rules():
    """Rules 1, Cards [S]: Corbac and D'jinn; Colt Challenger and Shelly Star."""
    brawlers = Card.objects.filter(kind="promotional").values_list("brawler__name", flat=True)
    assert set(brawlers) == {"Corbac", "D'jinn"}
    known = Card.objects.filter(kind="skin", print_known=True).values_list("name", flat=True)
    assert set(known) == {"Colt Challenger", "Shelly Star"}


def test_only_gadgets_and_exceptionnelles_of_the_era_are_uncertain():
    uncertain = Card.objects.filter(era=True, print_known=False)
    assert set(uncertain.values_list("kind", flat=True)) == {"gadget", "skin"}


def test_rows_and_rules_agree_on_every_card():
    """Rules 1, Cards: what a row is worth is what the rules say, read from a record and back."""
    for card in Card.objects.select_related("rarity", "brawler", "suits"):
        known = card.as_rules()
        assert read_card(card.slug, write_card(known)) == known
        assert (card.points, card.count_points) == (known.play_points, known.count_points)


def test_the_catalogue_in_memory_says_the_same_as_the_rows():
    rows = {card.pk: card for card in Card.objects.select_related("rarity", "brawler")}
    kept = {card.pk: card for card in catalogue_for(None).cards}
    assert kept.keys() == rows.keys()
    for pk, row in rows.items():
        assert (kept[pk].as_rules(), kept[pk].points) == (row.as_rules(), row.points)


def test_an_exceptionnelle_plays_as_its_brawler_and_counts_five():
    """Rules 1, Cards and worked examples: an Exceptionnelle of a Rare Brawler plays as 2."""
    card = Card.objects.get(slug="bartaba-sorcier")
    assert (card.brawler.rarity_id, card.points, card.count_points) == ("rare", 2, 5)


def test_the_rarities_are_those_of_the_rules_in_their_order():
    rarities = Rarity.objects.order_by("order")
    assert [rarity.code for rarity in rarities] == [str(code) for code in RarityCode]
    assert [rarity.count_points for rarity in rarities] == list(COUNT_POINTS.values())
    assert repeated(rarity.letter for rarity in rarities) == []


def test_loading_again_changes_nothing():
    before = list(Card.objects.order_by("pk").values())
    assert catalogue_load() == Loaded(created=0, updated=0, left=0)
    assert list(Card.objects.order_by("pk").values()) == before


def test_the_command_says_what_it_did(capsys):
    call_command("load_catalogue")
    assert capsys.readouterr().out.startswith("Catalogue : 0 ajouts, 0 mises à jour")


def test_loading_follows_a_changed_name_and_leaves_the_copies_alone(changed_file):
    lea = PlayerFactory()
    copies = open_copies(lea, "shelly", number=2)
    card = Card.objects.get(slug="shelly")
    loaded = catalogue_load(source=changed_file(shelly={"name": "Chelly"}))
    assert loaded == Loaded(created=0, updated=1, left=0)
    again = Card.objects.get(slug="shelly")
    assert (again.pk, again.number, again.name) == (card.pk, card.number, "Chelly")
    assert again.search.startswith("chelly")
    assert owners_by_rows() == {copy.pk: lea.pk for copy in copies}


def test_loading_never_deletes_a_card_that_left_the_file(changed_file):
    lea = PlayerFactory()
    (copy,) = open_copies(lea, "shelly")
    assert catalogue_load(source=changed_file(shelly=None)) == Loaded(0, 0, left=1)
    assert Card.objects.get(slug="shelly").copies.get() == copy
    assert "shelly" in {card.slug for card in catalogue_for(None).cards}


def test_loading_brings_in_a_card_that_is_new_to_the_file(changed_file):
    Card.objects.filter(slug="nita").delete()
    assert catalogue_load() == Loaded(created=1, updated=0, left=0)
    assert Card.objects.get(slug="nita").number == 2


def test_what_the_staff_pinned_stays_as_the_staff_left_it(changed_file):
    Card.objects.filter(slug="shelly").update(name="Shelly la vraie", pinned=True)
    catalogue_load(source=changed_file(shelly={"name": "Chelly"}))
    assert Card.objects.get(slug="shelly").name == "Shelly la vraie"
