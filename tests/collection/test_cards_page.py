"""The page of a card: what it is worth, its rule, my copies, my decks, its family."""

from __future__ import annotations

import pytest
from django.urls import reverse

from collection.models import Card, Copy, Deck, DeckSlot, Wish
from collection.selectors.cards import COPIES_SHOWN, card_page_for
from collection.services.ledger import Placing
from tests.collection.factories import PlayerFactory, open_copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def lea():
    return PlayerFactory(username="lea")


def text_of(client, slug):
    response = client.get(reverse("card", args=[slug]))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


@pytest.mark.parametrize(
    ("slug", "in_play", "in_count"),
    [
        ("shelly", 1, 1),
        ("shelly-star", 1, 5),
        ("spike", 6, 6),
        ("barbetick", 10, 10),
        ("gemmes-10", 5, 5),
        ("corbac-concours-de-dessin", 8, 8),
    ],
)
def test_a_card_shows_its_points_in_play_and_in_the_count(client, slug, in_play, in_count):
    """Rules 1, Cards."""
    said = text_of(client, slug)
    assert f"<dt>En jeu</dt><dd>{in_play}</dd>" in said
    assert f"<dt>Au compte</dt><dd>{in_count}</dd>" in said


RULES = {
    "gadget-patte-d-ours": "3 points de plus à une carte Commune, et 2 à toute autre",
    "shelly-star": "les points de la rareté de Shelly (Commune : 1) ; au compte final, 5",
    "barbetick": "Seule une autre super Secrète lui tient tête",
    "gemmes-50": "c’est un joker, elle bat toute carte qui n’est pas Secrète",
    "gemmes-5": "se joue et se compte comme une carte Épique, 4 points",
    "d-jinn-concours-de-dessin": "elle vaut 8, en jeu comme au compte",
    "nita": "Pas de règle spéciale",
}


@pytest.mark.parametrize(("slug", "sentence"), RULES.items(), ids=RULES)
def test_a_card_says_its_special_rule_in_a_sentence(client, slug, sentence):
    """Rules 1, Cards and A manche 6."""
    assert sentence in text_of(client, slug)


@pytest.mark.parametrize(
    ("slug", "limit"),
    [
        ("nita", "<dt>Au moins par deck</dt><dd>2</dd>"),
        ("spike", "<dt>Au plus par deck</dt><dd>2</dd>"),
        ("barbetick", "<dt>Au plus par deck</dt><dd>1</dd>"),
    ],
)
def test_a_card_says_what_a_deck_allows(client, slug, limit):
    """Rules 1, Deck."""
    assert limit in text_of(client, slug)


def test_no_limit_is_said_where_the_rules_know_none(client):
    assert "par deck" not in text_of(client, "shelly-star")


def test_what_is_certain_and_what_isn_t_is_said(client):
    assert "Cette carte a bien été imprimée" in text_of(client, "shelly")
    assert "Pas sûr : que cette carte ait été imprimée" in text_of(client, "shelly-bandita")


def test_my_copies_are_listed_with_condition_place_and_state(client, lea):
    placing = Placing(condition="good", binder="Classeur bleu", page=3, slot=4)
    placed, lent = open_copies(lea, "shelly", number=2, placing=placing)
    Copy.objects.filter(pk=lent.pk).update(state="lent", lent_to=PlayerFactory(display_name="Tom"))
    client.force_login(lea)
    said = text_of(client, "shelly")
    assert f'href="{reverse("copy", args=[placed.pk])}">Classeur bleu, page 3, case 4' in said
    assert "bon état" in said
    assert "prêtée à Tom" in said
    assert "libre : 1" in said


def test_copies_of_others_are_not_on_my_page(client, lea):
    open_copies(PlayerFactory(), "shelly", placing=Placing(binder="Classeur de Tom"))
    client.force_login(lea)
    assert "Classeur de Tom" not in text_of(client, "shelly")
    assert card_page_for(lea, "shelly").owned == 0


def test_many_copies_are_cut_off_and_counted(lea):
    open_copies(lea, "shelly", number=COPIES_SHOWN + 5)
    page = card_page_for(lea, "shelly")
    assert (page.owned, len(page.copies), page.unlisted) == (COPIES_SHOWN + 5, COPIES_SHOWN, 5)


def test_the_decks_that_use_a_card_are_mine_alone(lea):
    shelly = Card.objects.get(slug="shelly")
    for owner, name in ((lea, "À moi"), (PlayerFactory(), "À Tom")):
        deck = Deck.objects.create(owner=owner, name=name)
        for position in (1, 2):
            DeckSlot.objects.create(deck=deck, position=position, card=shelly)
    Deck.objects.create(owner=lea, name="Vide")
    uses = card_page_for(lea, "shelly").decks
    assert [(use.deck.name, use.number) for use in uses] == [("À moi", 2)]


def test_the_family_of_a_card_is_its_brawlers_other_cards(lea):
    open_copies(lea, "shelly-star", number=2)
    tiles = card_page_for(lea, "shelly").relatives
    brawlers = {tile.card.brawler.slug for tile in tiles}
    assert brawlers == {"shelly"}
    assert "shelly" not in {tile.card.slug for tile in tiles}
    assert {tile.card.slug: tile.owned for tile in tiles}["shelly-star"] == 2


def test_gem_cards_are_each_others_family():
    tiles = card_page_for(None, "gemmes-5").relatives
    assert [tile.card.slug for tile in tiles] == ["gemmes-10", "gemmes-50"]


def test_a_wish_is_shown(client, lea):
    Wish.objects.create(player=lea, card=Card.objects.get(slug="shelly"))
    client.force_login(lea)
    assert card_page_for(lea, "shelly").wished
    assert 'aria-pressed="true"' in text_of(client, "shelly")


def test_an_unknown_card_is_not_found(client):
    assert client.get("/cartes/zed/").status_code == 404
    assert client.get(f"/cartes/{'z' * 3000}/").status_code == 404
    assert client.post(reverse("card", args=["shelly"])).status_code == 405


def test_my_copies_are_brought_up_to_date_alone(client, lea):
    client.force_login(lea)
    open_copies(lea, "shelly")
    response = client.get(
        reverse("card", args=["shelly"]),
        headers={"HX-Request": "true", "HX-Target": "card-copies"},
    )
    html = " ".join(response.content.decode().split())
    assert html.startswith('<section class="flow" id="card-copies"')
    assert html in text_of(client, "shelly")


def test_the_page_asks_few_queries_whatever_i_own(client, lea, django_assert_max_num_queries):
    client.force_login(lea)
    for number in (1, 60):
        open_copies(lea, "shelly", "shelly-star", number=number)
        with django_assert_max_num_queries(10):
            text_of(client, "shelly")
