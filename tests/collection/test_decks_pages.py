"""The pages of decks: the list, the builder, what they show and what they refuse."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from collection.models import Card, Deck, Player
from collection.selectors.pool import TILES_A_PAGE
from collection.services.decks import Contents, deck_card_add, deck_create, deck_stake
from tests.collection.factories import PlayerFactory, open_copies
from tests.collection.fragments import fragment_of, text_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
LEGAL = ("shelly", "nita", "el-costo", "ricochet", "polly", "mortis", "spike", "leon", "gael")
LEGAL += ("barbetick", "bo")
PIECES = ("deck_builder", "deck_head")


@pytest.fixture
def lea(client) -> Player:
    lea = PlayerFactory(username="lea")
    client.force_login(lea)
    open_copies(lea, *LEGAL, "colt", number=2)
    return lea


@pytest.fixture
def deck(lea) -> Deck:
    return deck_create(owner=lea, contents=Contents("Les verts", ("shelly", "nita")))


def address(deck: Deck, act: str) -> str:
    return reverse(f"deck_{act}", args=[deck.pk])


def post(client, deck: Deck, act: str, *, htmx: bool = True, **sent):
    sent.setdefault("version", Deck.objects.get(pk=deck.pk).version)
    return client.post(address(deck, act), sent, headers=HTMX if htmx else {})


def slugs(deck: Deck) -> list[str]:
    return list(deck.slots.order_by("position").values_list("card__slug", flat=True))


# What an act answers


ACTS = {
    "add": {"card": "colt"},
    "remove": {"card": "nita"},
    "clear": {},
    "stake": {"wager": "epic", "minimum": "strict"},
    "rename": {"name": "Les 🟢"},
    "dream": {"dream": "1"},
    "assemble": {},
    "disassemble": {},
    "undo": {},
    "redo": {},
}


@pytest.mark.parametrize("act", ACTS)
def test_what_comes_back_is_what_a_fresh_page_shows(client, deck, lea, act):
    deck_card_add(owner=lea, deck_id=deck.pk, version=1, card=Card.objects.get(slug="bo"))
    answer = post(client, deck, act, **ACTS[act])
    page = client.get(deck.get_absolute_url())
    for piece in PIECES:
        assert fragment_of(answer, piece) == fragment_of(page, piece)


@pytest.mark.parametrize(("act", "slug"), [("add", "colt"), ("remove", "nita")])
def test_a_card_that_shows_among_those_to_choose_comes_back_alone(client, deck, act, slug):
    answer = post(client, deck, act, card=slug, tile="1")
    page = client.get(deck.get_absolute_url())
    assert fragment_of(answer, f"pool-{slug}") == fragment_of(page, f"pool-{slug}")
    assert "HX-Trigger-After-Swap" not in answer.headers


def test_otherwise_the_cards_to_choose_are_asked_for_again(client, deck):
    assert "pool-changed" in post(client, deck, "clear")["HX-Trigger-After-Swap"]
    again = client.get(deck.get_absolute_url(), headers={**HTMX, "HX-Target": "deck_pool"})
    page = client.get(deck.get_absolute_url())
    assert fragment_of(again, "deck_pool") == fragment_of(page, "deck_pool")


@pytest.mark.parametrize("act", ACTS)
def test_without_htmx_the_page_is_shown_again_with_its_filters(client, deck, act):
    where = f"{deck.get_absolute_url()}?q=colt"
    answer = post(client, deck, act, htmx=False, next=where, **ACTS[act])
    assert (answer.status_code, answer.url) == (302, where)


def test_nobody_is_sent_to_another_site(client, deck):
    answer = post(client, deck, "clear", htmx=False, next="https://ailleurs.example/")
    assert answer.url == deck.get_absolute_url()


def test_the_repair_that_was_shown_is_the_one_applied(client, deck):
    page = client.get(deck.get_absolute_url())
    becomes = page.context["builder"].mending.key
    post(client, deck, "repair", becomes=becomes)
    assert "Deck légal" in text_of(client.get(deck.get_absolute_url()))
    assert len(slugs(deck)) == 11


def test_a_repair_that_is_not_the_one_due_is_shown_anew(client, deck):
    answer = post(client, deck, "repair", becomes="shelly,shelly")
    assert "voici la réparation à jour" in text_of(answer)
    assert slugs(deck) == ["shelly", "nita"]


# What it refuses


def test_an_old_tab_gets_a_sentence_and_the_deck_as_it_is(client, deck):
    post(client, deck, "add", card="bo")
    answer = post(client, deck, "add", card="colt", version=1, tile="1")
    assert "Ce deck a changé entre-temps" in text_of(answer)
    assert "pool-changed" in answer["HX-Trigger-After-Swap"]
    assert fragment_of(answer, "deck_builder") == fragment_of(
        client.get(deck.get_absolute_url()), "deck_builder"
    )
    assert slugs(deck) == ["shelly", "nita", "bo"]


@pytest.mark.parametrize(
    ("act", "sent", "says"),
    [
        ("add", {"card": "la-licorne"}, "n’est pas au catalogue"),
        ("add", {"card": "x" * 10_000}, "n’est pas au catalogue"),
        ("add", {"card": "\x00"}, "n’est pas au catalogue"),
        ("add", {}, "n’est pas au catalogue"),
        ("add", {"card": "surge"}, "Tu n’as pas « Surge »"),
        ("remove", {"card": "colt"}, "n’est pas dans ce deck"),
        ("remove", {"card": "la-licorne"}, "n’est pas au catalogue"),
        ("rename", {"name": "🙂" * 10_000}, "60 caractères au plus"),
        ("rename", {"name": " "}, "Donne un nom"),
        ("undo", {}, "rien à annuler"),
        ("redo", {}, "rien à refaire"),
        ("add", {"card": "colt", "version": "abc"}, "a changé entre-temps"),
        ("add", {"card": "colt", "version": "-1"}, "a changé entre-temps"),
        ("add", {"card": "colt", "version": "²"}, "a changé entre-temps"),
        ("add", {"card": "colt", "version": "9" * 400}, "a changé entre-temps"),
    ],
)
def test_what_makes_no_sense_is_told_and_changes_nothing(client, deck, act, sent, says):
    answer = post(client, deck, act, **sent)
    assert answer.status_code == 200
    assert says in text_of(answer)
    assert Deck.objects.get(pk=deck.pk).version == 1


def test_a_card_that_left_the_catalogue_can_still_be_taken_out(client, deck):
    Card.objects.filter(slug="nita").update(status="refused", proposed_by=PlayerFactory())
    deck.owner.copies.filter(card__slug="nita").update(owner=None, state="gone")
    page = client.get(deck.get_absolute_url())
    assert [slot.card.slug for slot in page.context["builder"].slots] == ["shelly", "nita"]
    post(client, deck, "remove", card="nita")
    assert slugs(deck) == ["shelly"]


def test_a_stake_that_is_no_rarity_is_no_stake(client, deck):
    post(client, deck, "stake", wager="licorne", minimum="peut-être")
    now = Deck.objects.get(pk=deck.pk)
    assert (now.wager_id, now.minimum) == (None, "waived")


GETS = ["versions", "text"]
POSTS = [*ACTS, "repair", "duplicate", "throw_away", "take_back"]


@pytest.mark.parametrize("act", GETS + POSTS)
def test_the_decks_of_others_are_not_found(client, deck, act):
    client.force_login(PlayerFactory(username="tom"))
    ask = client.get if act in GETS else client.post
    sent = {"version": 1, "card": "colt", "name": "À moi"}
    assert ask(address(deck, act), sent).status_code == 404
    assert client.get(deck.get_absolute_url()).status_code == 404
    where = reverse("deck_restore", args=[deck.pk, 1])
    assert client.post(where, {"version": 1}).status_code == 404
    assert slugs(deck) == ["shelly", "nita"]
    assert Deck.objects.count() == 1


@pytest.mark.parametrize("act", POSTS)
def test_what_changes_a_deck_is_posted(client, deck, act):
    assert client.get(address(deck, act)).status_code == 405


@pytest.mark.parametrize("act", GETS + POSTS)
def test_who_is_nobody_yet_is_sent_to_the_log_in(client, deck, act):
    client.logout()
    ask = client.get if act in GETS else client.post
    assert reverse("log_in") in ask(address(deck, act)).url


# The cards to choose


def pool(client, deck: Deck, query: str = "") -> list[str]:
    builder = client.get(f"{deck.get_absolute_url()}{query}").context["builder"]
    return [tile.card.slug for tile in builder.tiles]


def test_only_ones_own_cards_are_offered(client, deck):
    assert set(pool(client, deck)) == {*LEGAL, "colt"}


def test_a_dream_deck_offers_the_catalogue_page_by_page(client, lea):
    dream = deck_create(owner=lea, contents=Contents("Rêve", dream=True))
    first, second = pool(client, dream), pool(client, dream, "?page=2")
    assert len(first) == len(second) == TILES_A_PAGE
    assert not set(first) & set(second)
    more = client.get(
        f"{dream.get_absolute_url()}?page=2", headers={**HTMX, "HX-Target": "deck_pool_more"}
    )
    assert more.content.decode().count('id="pool-') == TILES_A_PAGE
    assert "<html" not in more.content.decode()


def test_newer_cards_wait_behind_their_switch(client, lea):
    dream = deck_create(owner=lea, contents=Contents("Rêve", dream=True))
    newer = Card.objects.filter(era=False).first()
    assert newer.slug not in pool(client, dream, f"?q={newer.number}")
    assert newer.slug in pool(client, dream, f"?q={newer.number}&recentes=1")


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("?q=shely", ["shelly"]),
        ("?q=el primo", ["el-costo"]),
        ("?rarete=legendary", ["spike", "leon"]),
        ("?rarete=licorne&tri=licorne&page=-4", ["shelly", "nita", "colt", "bo"]),
        ("?tri=points", ["barbetick", "gael"]),
        ("?tri=nom", ["barbetick", "bo", "colt"]),
        ("?tri=libres", ["colt", "bo", "el-costo"]),
        ("?page=99999999999999999999", ["shelly"]),
    ],
)
def test_search_filter_and_order(client, deck, query, first):
    assert pool(client, deck, query)[: len(first)] == first


def test_a_tile_tells_how_many_copies_are_left(client, deck):
    tiles = {
        tile.card.slug: (tile.left, tile.used)
        for tile in client.get(deck.get_absolute_url()).context["builder"].tiles
    }
    assert tiles["colt"] == (2, 0)
    assert tiles["nita"] == (1, 1)


# Making, copying, throwing away


def test_a_newcomer_sees_how_to_begin_and_becomes_a_guest_by_the_first_deck(client):
    for name in ("deck_list", "deck_new", "deck_import"):
        assert client.get(reverse(name)).status_code == 200
    assert not Player.objects.exists()
    made = client.post(reverse("deck_new"), {"jeton": uuid.uuid4()}, follow=True)
    assert made.context["deck"].owner.kind == "guest"
    assert "Deck 1" in text_of(made)


def test_a_name_that_is_refused_makes_nobody_and_is_told_at_its_field(client):
    page = client.post(reverse("deck_new"), {"name": "n" * 10_000, "dream": "1"})
    assert "60 caractères au plus, il en a 10000" in text_of(page)
    assert 'id="new-name-error"' in page.content.decode()
    assert not Player.objects.exists()


def test_the_button_pressed_twice_makes_one_deck(client, lea):
    sent = {"jeton": uuid.uuid4(), "dream": "1"}
    first, second = (client.post(reverse("deck_new"), sent) for _each in range(2))
    assert first.url == second.url
    assert Deck.objects.get().dream


def test_a_copy_opens(client, deck):
    page = client.post(address(deck, "duplicate"), {"jeton": uuid.uuid4()}, follow=True)
    assert "Les verts (copie)" in text_of(page)
    assert slugs(page.context["deck"]) == ["shelly", "nita"]


def test_a_deck_thrown_away_can_be_taken_back_from_its_toast(client, deck):
    page = client.post(address(deck, "throw_away"), follow=True)
    assert "« Les verts » est jeté" in text_of(page)
    assert address(deck, "take_back") in page.content.decode()
    assert client.get(deck.get_absolute_url()).status_code == 404
    back = client.post(address(deck, "take_back"), headers=HTMX)
    assert back["HX-Trigger"] == "decks-changed"
    rows = client.get(reverse("deck_list"), headers={**HTMX, "HX-Target": "deck_rows"})
    assert "Les verts" in text_of(rows)


# Versions


def test_the_versions_tell_what_each_change_did_and_lead_back(client, deck):
    post(client, deck, "add", card="bo")
    post(client, deck, "stake", wager="epic")
    page = client.get(address(deck, "versions"))
    said = [(kept.said, kept.current) for kept in page.context["page"].versions]
    assert said == [("Autre pari", True), ("Carte ajoutée", False), ("Création", False)]
    assert "pari : Épique" in text_of(page)
    back = reverse("deck_restore", args=[deck.pk, 1])
    client.post(back, {"version": 3})
    assert slugs(deck) == ["shelly", "nita"]
    assert "Retour à la version 1" in text_of(client.get(address(deck, "versions")))


def test_the_way_back_from_an_old_page_is_refused(client, deck):
    post(client, deck, "add", card="bo")
    back = reverse("deck_restore", args=[deck.pk, 1])
    page = client.post(back, {"version": 1}, follow=True)
    assert "Ce deck a changé entre-temps" in text_of(page)
    assert slugs(deck) == ["shelly", "nita", "bo"]
    gone = reverse("deck_restore", args=[deck.pk, 77])
    assert "n’existe pas" in text_of(client.post(gone, {"version": 2}, follow=True))


def test_versions_come_page_by_page(client, deck, lea):
    for number in range(24):
        wager = "epic" if number % 2 else "rare"
        deck_stake(owner=lea, deck_id=deck.pk, version=number + 1, wager=wager, minimum="waived")
    first = client.get(address(deck, "versions")).context["page"]
    second = client.get(f"{address(deck, 'versions')}?avant={first.next_key}").context["page"]
    numbers = [kept.version.number for kept in (*first.versions, *second.versions)]
    assert numbers == list(range(25, 0, -1))
    assert second.next_key is None
    assert second.versions[0].did.others == ("pari\u00a0: Épique",)


# Text


def test_a_text_goes_out_as_a_file_and_comes_in_again(client, lea):
    deck = deck_create(owner=lea, contents=Contents("Été / 🌞", LEGAL, "epic"))
    file = client.get(f"{address(deck, 'text')}?fichier")
    assert file["Content-Type"] == "text/plain; charset=utf-8"
    assert "attachment" in file["Content-Disposition"]
    sent = {"texte": file.content.decode(), "jeton": uuid.uuid4()}
    page = client.post(reverse("deck_import"), sent, follow=True)
    again = page.context["deck"]
    assert (again.name, again.wager_id, again.dream) == ("Été / 🌞", "epic", False)
    assert slugs(again) == slugs(deck)
    client.post(reverse("deck_import"), sent)
    assert Deck.objects.count() == 2


def test_a_text_with_cards_that_lack_is_a_dream_and_says_so(client, lea):
    page = client.post(reverse("deck_import"), {"texte": "3x Nita\n1x Surge"}, follow=True)
    assert "4 cartes importées. Il te manque 2 cartes : c’est un deck de rêve." in text_of(page)
    assert page.context["deck"].dream


def test_doubts_are_asked_and_the_text_is_kept(client, lea):
    page = client.post(reverse("deck_import"), {"texte": "2x Shely\n1x zzzz", "name": "Le mien"})
    assert "2 lignes à préciser" in text_of(page)
    assert not Deck.objects.exists()
    html = page.content.decode()
    assert "2x Shely\n1x zzzz</textarea>" in html
    assert 'value="Le mien"' in html
    answers = {"choix:shely": "shelly", "choix:zzzz": "-"}
    sent = {"texte": "2x Shely\n1x zzzz", "name": "Le mien", **answers}
    made = client.post(reverse("deck_import"), sent, follow=True)
    assert slugs(made.context["deck"]) == ["shelly", "shelly"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Nita\n" * 300, "300 lignes"),
        ("", "ne nomme aucune carte"),
        ("# " + "n" * 4000 + "\nNita", None),
    ],
)
def test_a_text_that_is_no_deck_is_told_and_kept(client, text, says):
    page = client.post(reverse("deck_import"), {"texte": text}, follow=True)
    assert page.status_code == 200
    if says:
        assert says in text_of(page)
        assert not Player.objects.exists()
    else:
        assert len(page.context["deck"].name) == 60


# How much it asks of the database


@pytest.mark.parametrize("size", [1, 6])
def test_no_page_asks_more_than_ten_questions(client, lea, size, django_assert_max_num_queries):
    draft = [LEGAL, LEGAL[:5], ("gael",) * 3, ()]
    for number in range(size):
        for cards in draft:
            deck = deck_create(
                owner=lea, contents=Contents(f"n° {number}", cards, "epic", dream=number % 2 == 1)
            )
    whole = deck_create(owner=lea, contents=Contents("Assemblé", LEGAL))
    post(client, whole, "assemble")
    open_copies(lea, "mortis", "tara", "max", number=20 * size)
    dream = deck_create(owner=lea, contents=Contents("Rêve", LEGAL, dream=True))
    for page in (
        reverse("deck_list"),
        deck.get_absolute_url(),
        whole.get_absolute_url(),
        f"{dream.get_absolute_url()}?q=shely",
        address(whole, "versions"),
        address(whole, "text"),
    ):
        with django_assert_max_num_queries(10):
            assert client.get(page).status_code == 200
