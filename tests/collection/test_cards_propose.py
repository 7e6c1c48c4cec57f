"""A card that is missing: proposed by a player, theirs alone until the staff accepts it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from collection.models import Brawler, Card, Deck, DeckSlot, DeckVersion, Player, Wish
from collection.refusals import Refusal
from collection.selectors.browse import Filters, browse
from collection.selectors.cards import card_for, cards_found, proposals_of
from collection.services.cards import (
    FIRST_NUMBER_OUTSIDE_THE_FILE,
    OPEN_PROPOSALS,
    CardDraft,
    card_accept,
    card_merge,
    card_propose,
    card_refuse,
    card_withdraw,
)
from collection.services.catalogue import Loaded, catalogue_load
from rules.cards import CARD_ID
from tests.collection.factories import (
    PlayerFactory,
    open_copies,
    owners_by_ledger,
    owners_by_rows,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def lea():
    return PlayerFactory(username="lea")


@pytest.fixture
def tom():
    return PlayerFactory(username="tom")


def brawler(slug):
    return Brawler.objects.get(slug=slug)


def baker(**changes):
    facts = {"kind": "skin", "name": "Shelly Boulangère", "brawler": brawler("shelly")}
    return CardDraft(**(facts | changes))


def refusal_of(call, **arguments):
    before = Card.objects.count(), Brawler.objects.count()
    with pytest.raises(Refusal) as refusal:
        call(**arguments)
    assert (Card.objects.count(), Brawler.objects.count()) == before
    return refusal.value.code


def test_a_proposal_has_a_number_and_an_address_that_the_file_never_gives(lea):
    first = card_propose(player=lea, draft=baker())
    second = card_propose(player=lea, draft=baker(name="Shelly Fleuriste"))
    assert [card.number for card in (first, second)] == [
        FIRST_NUMBER_OUTSIDE_THE_FILE,
        FIRST_NUMBER_OUTSIDE_THE_FILE + 1,
    ]
    assert first.slug == f"shelly-boulangere-{first.number}"
    assert CARD_ID.match(first.slug)
    assert (first.status, first.proposed_by, first.era) == ("proposed", lea, True)


SHAPES = {
    "skin": ({}, {"rarity_id": "exceptional", "suits_id": None}),
    "gadget": ({}, {"rarity_id": "gadget", "suits_id": "common"}),
    "gadget for another rarity": ({"kind": "gadget", "suits": "epic"}, {"suits_id": "epic"}),
    "secret": ({"super_secret": True}, {"rarity_id": "secret", "super_secret": True}),
    "gem": ({"gems": 10}, {"rarity_id": "mythic", "gems": 10, "brawler": None}),
    "promotional": ({}, {"rarity_id": "promotional"}),
    "brawler": ({}, {"rarity_id": "common"}),
}


@pytest.mark.parametrize(("kind", "said", "kept"), [(k, *v) for k, v in SHAPES.items()], ids=SHAPES)
def test_what_a_card_is_follows_from_its_kind(lea, kind, said, kept):
    """Rules 1, Cards; the database would refuse any other shape."""
    card = card_propose(player=lea, draft=baker(**{"kind": kind, **said}))
    card.refresh_from_db()
    assert {name: getattr(card, name) for name in kept} == kept


def test_a_new_brawler_is_seen_through_its_card_alone(lea, tom):
    draft = CardDraft(kind="brawler", name="Zoé", rarity="epic")
    card = card_propose(player=lea, draft=draft)
    assert (card.brawler.name, card.brawler.rarity_id, card.era) == ("Zoé", "epic", False)
    options = [option.label for option in browse(lea, Filters()).brawlers]
    assert options[-1] == "Zoé"
    assert "Zoé" not in [option.label for option in browse(tom, Filters(recent=True)).brawlers]


def test_a_proposal_is_in_its_proposers_catalogue_and_in_nobody_elses(client, lea, tom):
    card = card_propose(player=lea, draft=baker())
    assert [found for found, _hit in cards_found(lea, "boulangère")] == [card]
    assert card in [tile.card for tile in browse(lea, Filters(brawler="shelly")).tiles]
    for other in (tom, None):
        assert cards_found(other, "boulangère") == []
        assert card not in [tile.card for tile in browse(other, Filters(brawler="shelly")).tiles]


def test_others_get_not_found_for_a_proposal(client, lea, tom):
    card = card_propose(player=lea, draft=baker())
    assert client.get(card.get_absolute_url()).status_code == 404
    client.force_login(tom)
    assert client.get(card.get_absolute_url()).status_code == 404
    assert client.post(reverse("card_withdraw", args=[card.slug])).status_code == 404
    client.force_login(lea)
    assert "toi seul la vois" in client.get(card.get_absolute_url()).content.decode()


def test_whoever_holds_a_copy_of_a_proposal_sees_it(lea, tom):
    card = card_propose(player=lea, draft=baker())
    open_copies(tom, card.slug)
    assert card_for(tom, card.slug) == card
    assert card in [tile.card for tile in browse(tom, Filters(holding="owned")).tiles]


def test_an_accepted_card_is_everybodys_under_the_same_number_and_address(lea, tom):
    card = card_propose(player=lea, draft=baker())
    (copy,) = open_copies(lea, card.slug)
    card_accept(card=card)
    theirs = card_for(tom, card.slug)
    assert (theirs.pk, theirs.number) == (card.pk, card.number)
    assert cards_found(None, "boulangere")[0][0] == card
    assert owners_by_rows() == {copy.pk: lea.pk}


def test_a_refused_card_stays_with_who_has_it_and_says_why(client, lea):
    card = card_propose(player=lea, draft=baker())
    open_copies(lea, card.slug)
    card_refuse(card=card, note="C'est un dessin de fan.")
    assert card in [tile.card for tile in browse(lea, Filters(holding="owned")).tiles]
    client.force_login(lea)
    assert "un dessin de fan" in client.get(card.get_absolute_url()).content.decode()


def test_a_refused_card_that_nobody_has_leaves_the_catalogue(lea):
    card = card_propose(player=lea, draft=baker())
    card_refuse(card=card)
    assert cards_found(lea, "boulangère") == []
    assert proposals_of(lea) == [card]


REFUSED = {
    "an empty name": ({"name": " "}, "name_empty"),
    "a name without letters": ({"name": "🦊🦊"}, "name_empty"),
    "an invisible name": ({"name": "\u200b\u202e"}, "name_empty"),
    "an endless name": ({"name": "a" * 10_000}, "name_too_long"),
    "an Exceptionnelle of nobody": ({"brawler": None}, "brawler_missing"),
    "a Gadget that suits nothing": ({"kind": "gadget", "brawler": None}, "suits_missing"),
    "a new Brawler without a rarity": ({"kind": "brawler", "brawler": None}, "rarity_missing"),
    "seven gems": ({"kind": "gem", "gems": 7}, "gems_unknown"),
    "a card that exists": ({"name": "  shelly BANDITA "}, "card_exists"),
}


@pytest.mark.parametrize(("changes", "code"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_a_card_is_refused_and_nothing_is_kept(lea, changes, code):
    assert refusal_of(card_propose, player=lea, draft=baker(**changes)) == code


def test_a_name_is_kept_on_one_line_without_invisible_characters(lea):
    card = card_propose(player=lea, draft=baker(name="  Shelly\n\t Bou\u200blange\u0301re "))
    assert card.name == "Shelly Boulangére"


def test_proposing_the_same_card_twice_gives_the_first_one_back(lea, tom):
    first = card_propose(player=lea, draft=baker())
    assert card_propose(player=lea, draft=baker(name="shelly boulangere")) == first
    assert card_propose(player=tom, draft=baker()) != first


def test_proposals_that_wait_are_limited(lea):
    for number in range(OPEN_PROPOSALS):
        card_propose(player=lea, draft=baker(name=f"Shelly {number} a"))
    assert refusal_of(card_propose, player=lea, draft=baker()) == "too_many_proposals"


def test_the_second_proposal_of_an_accepted_card_cannot_be_accepted_too(lea, tom):
    first = card_propose(player=lea, draft=baker())
    second = card_propose(player=tom, draft=baker())
    card_accept(card=first)
    assert refusal_of(card_accept, card=second) == "card_exists"
    assert refusal_of(card_refuse, card=first) == "card_accepted"


def test_a_merged_proposal_gives_its_copies_slots_and_wishes_to_the_other_card(lea, tom):
    kept = card_accept(card=card_propose(player=lea, draft=baker()))
    twin = card_propose(player=tom, draft=baker(name="Shelly la boulangère"))
    (copy,) = open_copies(tom, twin.slug)
    deck = Deck.objects.create(owner=tom, name="Deck")
    slot = DeckSlot.objects.create(deck=deck, position=1, card=twin)
    for card in (kept, twin):
        Wish.objects.create(player=tom, card=card)
    Wish.objects.create(player=lea, card=twin)
    card_merge(card=twin, into=kept)
    for row in (copy, slot):
        row.refresh_from_db()
        assert row.card == kept
    assert sorted(Wish.objects.values_list("player__username", "card")) == [
        ("lea", kept.pk),
        ("tom", kept.pk),
    ]
    assert owners_by_rows() == owners_by_ledger() == {copy.pk: tom.pk}
    assert refusal_of(card_merge, card=kept, into=twin) == "card_accepted"


def test_a_proposal_merges_into_no_other_proposal(lea):
    one = card_propose(player=lea, draft=baker())
    two = card_propose(player=lea, draft=baker(name="Shelly Fleuriste"))
    assert refusal_of(card_merge, card=one, into=two) == "card_not_accepted"


def test_a_proposal_taken_back_goes_away_with_its_new_brawler(lea):
    brawlers = Brawler.objects.count()
    card = card_propose(player=lea, draft=CardDraft(kind="brawler", name="Zoé", rarity="epic"))
    card_withdraw(player=lea, card=card)
    assert not Card.objects.filter(pk=card.pk).exists()
    assert Brawler.objects.count() == brawlers


def own_it(lea, card):
    open_copies(lea, card.slug)


def build_with_it(lea, card):
    deck = Deck.objects.create(owner=lea, name="Deck")
    DeckSlot.objects.create(deck=deck, position=1, card=card)


def have_built_with_it(lea, card):
    deck = Deck.objects.create(owner=lea, name="Deck")
    DeckVersion.objects.create(deck=deck, number=1, state=1, slugs=["shelly", card.slug])


@pytest.mark.parametrize("use", [own_it, build_with_it, have_built_with_it])
def test_a_used_proposal_taken_back_stays_for_its_history(lea, use):
    card = card_propose(player=lea, draft=baker())
    use(lea, card)
    card_withdraw(player=lea, card=card)
    card.refresh_from_db()
    assert card.status == "refused"


def test_only_ones_own_open_proposal_is_taken_back(lea, tom):
    card = card_propose(player=lea, draft=baker())
    assert refusal_of(card_withdraw, player=tom, card=card) == "card_not_yours"
    card_accept(card=card)
    assert refusal_of(card_withdraw, player=lea, card=card) == "card_accepted"


def test_loading_the_catalogue_leaves_proposals_alone(lea):
    card = card_propose(player=lea, draft=baker())
    assert catalogue_load() == Loaded(created=0, updated=0, left=0)
    card.refresh_from_db()
    assert (card.name, card.status) == ("Shelly Boulangère", "proposed")


# The page

SAID = {"kind": "skin", "name": "Shelly Boulangère", "brawler": "shelly"}


def propose(client, **changes):
    return client.post(reverse("card_propose"), SAID | changes)


def test_a_visitor_who_proposes_becomes_a_guest_who_sees_the_card(client):
    response = propose(client)
    card = Card.objects.get(status="proposed")
    assert response.headers["Location"] == card.get_absolute_url()
    assert card.proposed_by.kind == Player.Kind.GUEST
    said = client.get(response.headers["Location"]).content.decode()
    assert "« Shelly Boulangère » est dans ton catalogue" in said


def test_looking_at_the_form_makes_nobody(client):
    said = client.get(reverse("card_propose") + "?nom=Shelly+Boulangère").content.decode()
    assert 'value="Shelly Boulangère"' in said
    assert Player.objects.count() == 0


def test_a_refused_visitor_is_told_at_the_field_and_keeps_what_they_typed(client):
    said = propose(client, brawler="", name_en="Baker Shelly").content.decode()
    assert "Choisis le Brawler de cette Exceptionnelle" in said
    assert 'value="Baker Shelly"' in said
    assert Card.objects.filter(status="proposed").count() == 0


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "x" * 10_000}, "Ce nom est trop long"),
        ({"name": ""}, "Écris le nom de la carte"),
        ({"name": "🦊"}, "Écris le nom de la carte"),
        ({"brawler": "zed"}, "Ce Brawler n’est pas au catalogue"),
        ({"kind": "gold"}, "gold"),
        ({"kind": "gem", "gems": "7"}, "7"),
        ({"kind": "gem"}, "5, 10 ou 50"),
        ({"kind": "gadget", "brawler": "", "suits": "gadget"}, "Sélectionnez un choix valide"),
        ({"name": "Shelly Bandita", "sure": "on"}, "est déjà au catalogue"),
    ],
)
def test_bad_input_gets_a_sentence_and_makes_no_card(client, changes, sentence):
    response = propose(client, **changes)
    assert response.status_code == 200
    assert sentence in response.content.decode()
    assert Card.objects.filter(status="proposed").count() == 0


def test_a_card_that_looks_like_others_is_asked_about_first(client):
    said = propose(client, name="Shelly Bandito").content.decode()
    assert "Est-ce l’une de celles-ci" in said
    assert reverse("card", args=["shelly-bandita"]) in said
    assert propose(client, name="Shelly Bandito", sure="on").status_code == 302


def test_a_proposer_takes_a_proposal_back_and_finds_it_gone(client, lea):
    client.force_login(lea)
    card = card_propose(player=lea, draft=baker())
    assert "Shelly Boulangère" in client.get(reverse("card_propose")).content.decode()
    response = client.post(reverse("card_withdraw", args=[card.slug]), follow=True)
    assert "est retirée" in response.content.decode()
    assert client.get(card.get_absolute_url()).status_code == 404


def test_taking_back_asks_for_a_post_and_a_player(client, lea):
    card = card_propose(player=lea, draft=baker())
    address = reverse("card_withdraw", args=[card.slug])
    assert client.get(address).status_code == 405
    assert client.post(address).headers["Location"].startswith(reverse("log_in"))


def test_the_form_asks_few_queries(client, lea, django_assert_max_num_queries):
    client.force_login(lea)
    for number in range(3):
        card_propose(player=lea, draft=baker(name=f"Shelly {number} a"))
    with django_assert_max_num_queries(10):
        client.get(reverse("card_propose"))
