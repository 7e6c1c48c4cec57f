"""The card grid: filters with their counts, sorts, the switches, pages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.http import QueryDict
from django.urls import reverse

from collection.forms.cards import read_filters
from collection.models import Card, Wish
from collection.selectors.browse import PAGE_SIZE, SORTS, Filters, browse
from collection.selectors.catalogue import catalogue_for
from tests.collection.factories import PlayerFactory, open_copies

pytestmark = pytest.mark.django_db


@pytest.fixture
def lea():
    """Léa owns a Shelly, three Nitas and a newer card; she wishes for Colt, and still for Nita."""
    lea = PlayerFactory(username="lea")
    open_copies(lea, "shelly")
    open_copies(lea, "nita", number=3)
    open_copies(lea, "otis")
    for slug in ("colt", "nita"):
        Wish.objects.create(player=lea, card=Card.objects.get(slug=slug))
    return lea


def slugs(browsed):
    return [tile.card.slug for tile in browsed.tiles]


def counts(options):
    return {option.value: option.count for option in options if option.count}


def every_page(viewer, filters):
    pages = browse(viewer, filters).pages
    return [
        tile.card
        for number in range(1, pages + 1)
        for tile in browse(viewer, replace(filters, page=number)).tiles
    ]


def test_the_brawlers_of_the_era_come_first():
    first = browse(None, Filters()).tiles[:55]
    assert all(tile.card.kind == "brawler" and tile.card.era for tile in first)


def test_newer_cards_wait_behind_their_switch():
    without, also = browse(None, Filters()), browse(None, Filters(recent=True))
    assert without.newer == also.total - without.total == Card.objects.filter(era=False).count()
    assert all(card.era for card in every_page(None, Filters()))
    assert {card.pk for card in every_page(None, Filters(recent=True))} == set(
        Card.objects.values_list("pk", flat=True)
    )


def test_a_newer_card_that_i_own_or_wish_for_needs_no_switch(lea):
    Wish.objects.create(player=lea, card=Card.objects.get(slug="juju"))
    shown = {card.slug for card in every_page(lea, Filters()) if not card.era}
    assert shown == {"otis", "juju"}


def test_each_page_shows_the_next_cards_and_none_twice():
    cards = every_page(None, Filters())
    assert len(cards) == len({card.pk for card in cards}) == browse(None, Filters()).total
    assert [card.number for card in cards] == sorted(card.number for card in cards)
    first = browse(None, Filters())
    assert len(first.tiles) == PAGE_SIZE
    assert first.left == first.total - PAGE_SIZE
    last = browse(None, Filters(page=first.pages))
    assert (last.next_query, last.left) == ("", 0)


def test_a_page_past_the_end_is_the_last_one():
    past = browse(None, Filters(kinds=frozenset({"gem"}), page=40))
    assert (past.filters.page, slugs(past)) == (1, ["gemmes-5", "gemmes-10", "gemmes-50"])


@pytest.mark.parametrize(
    ("holding", "expected"),
    [("owned", ["shelly", "nita", "otis"]), ("doubles", ["nita"]), ("wished", ["colt"])],
)
def test_my_own_cards_are_a_filter_and_a_wish_counts_while_missing(lea, holding, expected):
    assert slugs(browse(lea, Filters(holding=holding))) == expected


def test_missing_is_all_that_i_don_t_own(lea):
    missing = {card.slug for card in every_page(lea, Filters(holding="missing"))}
    assert missing.isdisjoint({"shelly", "nita", "otis"})
    assert len(missing) == browse(lea, Filters()).total - 3


def test_tiles_say_how_many_i_own_and_what_i_wish_for(lea):
    tiles = {tile.card.slug: tile for tile in browse(lea, Filters()).tiles}
    assert [tiles[slug].owned for slug in ("shelly", "nita", "colt")] == [1, 3, 0]
    assert [tiles[slug].wished for slug in ("shelly", "nita", "colt")] == [False, True, True]


def test_what_others_own_is_not_mine(lea):
    assert browse(PlayerFactory(), Filters(holding="owned")).total == 0
    assert browse(None, Filters(mine=True)).total == 0


def test_filters_narrow_together_and_choices_of_one_filter_widen():
    some = browse(None, Filters(rarities=frozenset({"rare", "epic"}), kinds=frozenset({"brawler"})))
    assert {tile.card.rarity_id for tile in some.tiles} == {"rare", "epic"}
    assert {tile.card.kind for tile in some.tiles} == {"brawler"}
    nita = browse(None, Filters(brawler="nita", kinds=frozenset({"gadget", "brawler"})))
    assert {tile.card.brawler.slug for tile in nita.tiles} == {"nita"}


FILTERS = {
    "none": Filters(),
    "text": Filters(text="corbac"),
    "rarities": Filters(rarities=frozenset({"common", "exceptional"})),
    "kind and mine": Filters(kinds=frozenset({"brawler"}), mine=True),
    "brawler and holding": Filters(brawler="shelly", holding="missing"),
    "all at once": Filters(
        text="shelly", rarities=frozenset({"exceptional"}), holding="missing", recent=True
    ),
}


@pytest.mark.parametrize("filters", FILTERS.values(), ids=FILTERS)
def test_each_count_is_what_choosing_it_would_show(lea, filters):
    """The counts are computed in one walk; here each is asked for by itself."""
    browsed = browse(lea, filters)
    for option in browsed.rarities:
        chosen = replace(filters, rarities=frozenset({option.value}))
        assert browse(lea, chosen).total == option.count, option.value
    for option in browsed.kinds:
        assert browse(lea, replace(filters, kinds=frozenset({option.value}))).total == option.count
    for option in browsed.holdings:
        assert browse(lea, replace(filters, holding=option.value)).total == option.count
    for option in browsed.brawlers[:5]:
        assert browse(lea, replace(filters, brawler=option.value)).total == option.count
    assert browse(lea, replace(filters, mine=False)).total == browsed.anybodys
    assert browse(lea, replace(filters, recent=True)).total == (
        browsed.total if filters.recent else browsed.total + browsed.newer
    )


def test_brawlers_that_would_show_nothing_are_left_out_but_the_chosen_one_stays():
    browsed = browse(None, Filters(text="shelly", brawler="nita"))
    assert counts(browsed.brawlers) == {"shelly": browsed.brawlers[0].count}
    assert [option.value for option in browsed.brawlers if option.chosen] == ["nita"]


def test_a_brawler_that_nobody_knows_is_told_and_does_without():
    browsed = browse(None, Filters(brawler="zed"))
    assert browsed.unknown_brawler == "zed"
    assert browsed.total == browse(None, Filters()).total


def test_a_text_sorts_by_how_well_it_fits_unless_told():
    assert slugs(browse(None, Filters(text="bo")))[0] == "bo"
    assert slugs(browse(None, Filters(text="bo", sort="number"))) == sorted(
        slugs(browse(None, Filters(text="bo"))),
        key=lambda slug: Card.objects.get(slug=slug).number,
    )


@pytest.mark.parametrize(
    ("sort", "key"),
    [
        ("number", lambda tile: tile.card.number),
        ("rarity", lambda tile: (tile.card.rarity.order, tile.card.number)),
        ("points", lambda tile: (-tile.card.points, tile.card.number)),
        ("owned", lambda tile: (-tile.owned, tile.card.number)),
    ],
)
def test_sorts_hold_and_leave_equals_by_number(lea, sort, key):
    tiles = browse(lea, Filters(sort=sort)).tiles
    assert tiles == sorted(tiles, key=key)
    assert len({key(tile) for tile in tiles}) == len(tiles)


def test_names_sort_without_their_accents():
    cards = every_page(None, Filters(sort="name", kinds=frozenset({"brawler"})))
    names = [card.name for card in cards]
    assert names.index("Edgar") < names.index("Émeri") < names.index("Eve")


def test_every_sort_on_the_page_is_one_that_works(lea):
    totals = {browse(lea, Filters(sort=sort)).total for sort in SORTS}
    assert len(totals) == 1


def test_the_address_of_filters_reads_back_as_the_same_filters():
    for filters in [*FILTERS.values(), Filters(sort="name", page=3, text="é & ?")]:
        address = filters.query(page=filters.page)
        assert read_filters(QueryDict(address[1:]), mine=False) == (filters, [])


def test_the_catalogue_is_kept_between_requests_and_renewed_when_it_changes():
    first = catalogue_for(None)
    assert catalogue_for(None) is first
    Card.objects.filter(slug="shelly").update(name="Chelly")
    assert catalogue_for(None) is not first
    assert catalogue_for(None).cards[0].name == "Chelly"


# The page


def page(client, query="", **headers):
    response = client.get(reverse("catalogue") + query, headers=headers)
    assert response.status_code == 200
    return response


def shown(response):
    return re.findall(r'id="tile-([a-z0-9-]+)"', response.content.decode())


def test_a_visitor_browses_without_an_account(client):
    response = page(client, "?sorte=promotional")
    assert shown(response) == ["corbac-concours-de-dessin", "d-jinn-concours-de-dessin"]
    assert "2 cartes" in response.content.decode()


def test_plain_links_lead_from_page_to_page(client):
    seen, address = [], ""
    while address is not None:
        response = page(client, address)
        seen += shown(response)
        following = re.search(r'rel="next" href="([^"]+)"', response.content.decode())
        address = following[1].replace("&amp;", "&") if following else None
    assert len(seen) == len(set(seen)) == browse(None, Filters()).total


def test_the_switch_of_my_cards_stays_on_across_visits(client, lea):
    client.force_login(lea)
    assert shown(page(client, "?miennes=0&miennes=1")) == ["shelly", "nita", "otis"]
    assert shown(page(client)) == ["shelly", "nita", "otis"]
    assert 'name="miennes" value="1" role="switch" checked' in page(client).content.decode()
    cookie = client.cookies["only_mine"]
    assert (cookie["httponly"], cookie["samesite"], int(cookie["max-age"]) > 10_000_000) == (
        True,
        "Lax",
        True,
    )
    page(client, "?miennes=0")
    assert len(shown(page(client))) == PAGE_SIZE


def test_a_look_at_the_page_sets_no_cookie(client):
    assert "only_mine" not in page(client).cookies


def test_nothing_of_mine_says_how_to_find_the_others(client, lea):
    client.force_login(lea)
    said = page(client, "?miennes=1&q=corbac").content.decode()
    assert "Tu n’as pas encore de carte comme ça" in said
    assert "?q=corbac&amp;miennes=0" in said


def test_a_newer_card_is_offered_where_only_it_fits(client):
    said = page(client, "?q=otis").content.decode()
    assert "carte plus récente correspond" in said or "cartes plus récentes" in said
    assert "?q=otis&amp;recentes=1" in said
    assert "otis" in shown(page(client, "?q=otis&recentes=1"))


def test_a_text_that_only_the_filters_hide_is_offered_without_them(client, lea):
    client.force_login(PlayerFactory())
    said = page(client, "?q=otis&miennes=1").content.decode()
    assert "sans les filtres" in said
    assert "?q=otis&amp;recentes=1&amp;miennes=0" in said


def test_a_hopeless_search_says_so_and_offers_to_propose_the_card(client):
    said = page(client, "?q=qsdfghj").content.decode()
    assert "Aucune carte ne correspond" in said
    assert f"{reverse('card_propose')}?nom=qsdfghj" in said


BAD_INPUT = {
    "?rarete=gold": "Ce filtre n’existe pas",
    "?sorte=x&tri=y": "Ce filtre n’existe pas",
    "?possession=all": "Ce filtre n’existe pas",
    "?brawler=zed": "Aucun Brawler ne s’appelle « zed »",
    f"?brawler={'z' * 10_000}": "Ce filtre n’existe pas",
    "?page=0": "Cette page n’existe pas",
    "?page=-3": "Cette page n’existe pas",
    "?page=deux": "Cette page n’existe pas",
    f"?page={'9' * 4000}": "Cette page n’existe pas",
    f"?q={'a' * 10_000}": "trop long pour une recherche",
    "?q=%F0%9F%A6%8A": "Aucune carte ne correspond",
    "?q=%3Cscript%3Eqsdfghj": "Aucune carte ne correspond",
    "?q=%00": "Le caractère nul n’est pas autorisé",
}


@pytest.mark.parametrize(("query", "sentence"), BAD_INPUT.items(), ids=lambda value: value[:24])
def test_bad_input_gets_a_sentence_and_a_page(client, query, sentence):
    said = page(client, query).content.decode()
    assert sentence in said
    assert "<script>" not in said.replace("<script src", "")


def test_the_catalogue_is_read_only(client):
    assert client.post(reverse("catalogue")).status_code == 405
    assert client.head(reverse("catalogue")).status_code == 200


HTMX = {"HX-Request": "true"}


def fragment(client, query, target):
    response = page(client, query, **HTMX, **{"HX-Target": target})
    html = response.content.decode()
    assert "<html" not in html
    return response, html


def squeezed(html):
    """Leave out blanks, and the two fields of a form that are new with every request."""
    html = re.sub(r'<input type="hidden" name="(csrfmiddlewaretoken|next)"[^>]*>', "", html)
    return re.sub(r"\s+", " ", html)


def element(html, tag, name):
    """Cut one element out of a page, by its id; it holds none of its own kind."""
    return squeezed(re.search(rf'<{tag}[^>]*id="{name}".*?</{tag}>', html, re.DOTALL)[0])


def test_the_swapped_results_are_those_of_a_fresh_page(client, lea):
    client.force_login(lea)
    whole = page(client, "?q=nita&rarete=common").content.decode()
    response, html = fragment(client, "?q=nita&rarete=common&miennes=0", "catalogue-results")
    assert element(html, "section", "catalogue-results") == element(
        whole, "section", "catalogue-results"
    )
    assert re.search(r'id="catalogue-facets"[^>]*hx-swap-oob="true"', html)
    assert response.headers["HX-Push-Url"] == "/cartes/?q=nita&rarete=common"


def test_typing_leaves_no_trail_in_the_history(client):
    response = page(
        client, "?q=nita", **HTMX, **{"HX-Target": "catalogue-results", "HX-Trigger-Name": "q"}
    )
    assert response.headers["HX-Replace-Url"] == "/cartes/?q=nita"
    assert "HX-Push-Url" not in response.headers


def test_what_is_shown_already_is_not_pushed_again(client):
    response = page(
        client,
        "?q=nita",
        **HTMX,
        **{
            "HX-Target": "catalogue-results",
            "HX-Current-URL": "http://testserver/cartes/?q=nita",
        },
    )
    assert not {"HX-Push-Url", "HX-Replace-Url"} & response.headers.keys()


def test_the_following_cards_come_as_those_of_the_next_page(client):
    response, html = fragment(client, "?page=2", "card-grid")
    assert shown(response) == shown(page(client, "?page=2"))
    assert "catalogue-facets" not in html
    assert "page=3" in html


def test_the_counts_come_alone_after_a_plus(client, lea):
    client.force_login(lea)
    _response, before = fragment(client, "", "catalogue-facets")
    open_copies(lea, "colt")
    response, after = fragment(client, "", "catalogue-facets")
    assert before != after
    assert shown(response) == []
    assert element(after, "div", "catalogue-facets") == element(
        page(client).content.decode(), "div", "catalogue-facets"
    )


def test_a_restored_history_gets_the_whole_page(client):
    response = page(
        client, "", **HTMX, **{"HX-Target": "card-grid", "HX-History-Restore-Request": "true"}
    )
    assert "<html" in response.content.decode()


def test_the_page_asks_few_queries_whatever_the_collection(client, django_assert_max_num_queries):
    lea = PlayerFactory()
    client.force_login(lea)
    for number in (1, 4):
        open_copies(lea, *Card.objects.values_list("slug", flat=True)[:200], number=number)
        for query in ("", "?q=shely&recentes=1&tri=owned", "?brawler=shelly&possession=doubles"):
            with django_assert_max_num_queries(9):
                page(client, query)


def test_a_visitor_costs_three_queries(client, django_assert_num_queries):
    with django_assert_num_queries(3):
        page(client)
