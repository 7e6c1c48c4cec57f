"""How far a collection is: what counts, what is counted apart, what is worth a badge."""

from __future__ import annotations

import pytest
from django.urls import reverse

from collection.models import Card, Rarity
from collection.selectors.progress import progress_for, tiles_of
from collection.selectors.wishes import wish_count, wish_list_for
from collection.services.piles import rarity_sweep
from collection.services.wishes import wish_set
from tests.collection.factories import PlayerFactory, open_copies
from tests.collection.fragments import fragment_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def lea():
    return PlayerFactory(username="lea")


def bar_of(progress, code):
    (bar,) = [bar for bar in progress.bars if bar.rarity.code == code]
    return (bar.owned, bar.total)


def badge_of(progress, code):
    (badge,) = [badge for badge in progress.badges if badge.code == code]
    return badge


def test_the_whole_is_the_certain_cards_of_the_era(lea):
    certain = Card.objects.filter(era=True, print_known=True)
    progress = progress_for(lea)
    assert (progress.owned, progress.total) == (0, certain.count())
    assert progress.percent == 0


def test_a_card_counts_once_however_many_copies(lea):
    open_copies(lea, "shelly", number=5)
    progress = progress_for(lea)
    assert bar_of(progress, "common") == (1, 12)
    assert (progress.totals.copies, progress.totals.doubles) == (5, 4)


def test_what_may_not_be_printed_is_counted_apart(lea):
    gadget = Card.objects.filter(kind="gadget", era=True).first()
    open_copies(lea, gadget.slug, "shelly")
    progress = progress_for(lea)
    assert (progress.owned, progress.uncertain_owned) == (1, 1)
    assert progress.uncertain_total == Card.objects.filter(era=True, print_known=False).count()


def test_what_is_not_of_the_era_is_told_and_does_not_count(lea):
    newer = Card.objects.filter(era=False).first()
    open_copies(lea, newer.slug)
    progress = progress_for(lea)
    assert (progress.owned, progress.uncertain_owned, progress.others) == (0, 0, 1)


def test_home_and_progress_tell_the_same_share(client, lea):
    rarity_sweep(owner=lea, rarity=Rarity.objects.get(code="common"))
    open_copies(lea, Card.objects.filter(era=True, print_known=False).first().slug)
    client.force_login(lea)
    share = f"{progress_for(lea).percent} %"
    assert share in text_of(client.get(reverse("home")))
    assert share in text_of(client.get(reverse("progress")))


def test_everything_certain_is_a_hundred_percent_and_nothing_less_is(lea):
    slugs = list(Card.objects.filter(era=True, print_known=True).values_list("slug", flat=True))
    open_copies(lea, *slugs[:-1])
    assert progress_for(lea).percent < 100
    open_copies(lea, slugs[-1])
    progress = progress_for(lea)
    assert (progress.percent, progress.missing) == (100, [])
    assert all(bar.is_complete for bar in progress.bars)


def test_missing_and_doubles_are_shown_as_cards(lea):
    open_copies(lea, "shelly", number=2)
    open_copies(lea, "nita", number=4)
    open_copies(lea, "colt")
    missing, doubles = tiles_of(progress_for(lea))
    assert [(tile.card.slug, tile.owned) for tile in doubles] == [("nita", 4), ("shelly", 2)]
    shown = {tile.card.slug for tile in missing}
    assert not shown & {"shelly", "nita", "colt"}
    assert len(shown) == progress_for(lea).total - 3


def test_a_brawler_has_a_star_for_each_kind_of_its_cards(lea):
    gadget = Card.objects.filter(kind="gadget", brawler__slug="shelly").first()
    open_copies(lea, "shelly", gadget.slug)
    (shelly,) = [s for s in progress_for(lea).shelf if s.brawler.slug == "shelly"]
    assert (shelly.card, shelly.gadget, shelly.skin, shelly.number) == (True, True, False, 2)


def test_a_complete_rarity_is_a_badge(lea):
    rarity_sweep(owner=lea, rarity=Rarity.objects.get(code="rare"))
    progress = progress_for(lea)
    assert badge_of(progress, "all-rare").is_earned
    assert not badge_of(progress, "all-common").is_earned


def test_the_rainbow_wants_one_of_each_of_the_seven(lea):
    open_copies(lea, "shelly", "el-costo", "darryl", "pam", "max", "spike")
    assert badge_of(progress_for(lea), "rainbow").value == 6
    open_copies(lea, "colette")
    assert badge_of(progress_for(lea), "rainbow").is_earned


def test_only_the_next_milestone_is_shown(lea):
    open_copies(lea, "shelly", number=10)
    codes = [badge.code for badge in progress_for(lea).badges if "copies-" in badge.code]
    assert codes == ["copies-1", "copies-10", "copies-50"]


DECKS = {
    "eleven commons lack a Rare and a Super Rare": ({"shelly": 11}, 9),
    "the minimum and enough commons": ({"shelly": 9, "el-costo": 1, "darryl": 1}, 11),
    "one common of two": ({"shelly": 1, "el-costo": 5, "darryl": 5}, 10),
    "three legendaries count for two": ({"shelly": 6, "el-costo": 1, "darryl": 1, "spike": 3}, 10),
}


@pytest.mark.parametrize(("owned", "cards"), DECKS.values(), ids=DECKS)
def test_ready_to_play_means_that_a_legal_deck_is_there(lea, owned, cards):
    """rules 1, Deck."""
    for slug, number in owned.items():
        open_copies(lea, slug, number=number)
    badge = badge_of(progress_for(lea), "deck")
    assert (badge.value, badge.goal) == (cards, 11)


def test_badges_that_are_earned_come_first(lea):
    open_copies(lea, "shelly", number=10)
    earned = [badge.is_earned for badge in progress_for(lea).badges]
    assert earned == sorted(earned, reverse=True)


def test_a_wish_counts_until_the_card_is_there(lea):
    for slug in ("spike", "shelly"):
        wish_set(player=lea, card=Card.objects.get(slug=slug), wished=True)
    assert wish_count(lea) == 2
    open_copies(lea, "spike")
    wishes = wish_list_for(lea)
    assert wish_count(lea) == 1
    assert [card.slug for card in wishes.missing] == ["shelly"]
    assert [card.slug for card in wishes.granted] == ["spike"]


def test_the_page_says_what_is_counted_apart(client, lea):
    client.force_login(lea)
    gadget = Card.objects.filter(kind="gadget", era=True).first()
    open_copies(lea, "shelly", gadget.slug)
    page = text_of(client.get(reverse("progress")))
    assert "1 carte sur 68" in page
    assert "À part : 1 trouvée parmi 406 cartes peut-être imprimées" in page


def test_after_a_sweep_the_page_asks_for_itself_and_shows_it(client, lea):
    client.force_login(lea)
    client.post(reverse("sweep"), {"rarete": "rare"}, headers={"HX-Request": "true"})
    page = client.get(reverse("progress"), headers={"HX-Request": "true"})
    fresh = client.get(reverse("progress"))
    assert fragment_of(page, "progress") == fragment_of(fresh, "progress")
    assert "4 / 4" in text_of(fresh)
