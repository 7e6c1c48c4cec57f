"""Entering cards in a real browser: three speeds, by mouse, by keyboard, without script."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from collection.models import Card, Copy, EntryBatch, Player
from collection.services.catalogue import catalogue_load
from collection.services.copies import copy_lend_named
from collection.services.ledger import Placing
from collection.services.piles import Pins, pile_enter, pile_pin
from collection.services.wishes import wish_set
from tests.browser.conftest import Misbehaviour
from tests.collection.factories import open_copies

NAME, PASSWORD = "Léa", "mes-cartes-42"
FOURTEEN = [
    *("shelly", "nita", "colt", "bull", "jessie", "brock", "dynamike"),
    *("bo", "tick", "el costo", "bartaba", "poco", "colette", "pam"),
]


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """Put the real catalogue behind the pages; leave them before the database is emptied."""
    catalogue_load()
    yield page
    page.goto("about:blank")


@pytest.fixture
def lea(page: Page) -> Player:
    """Sign up, as anybody does, and return who that made."""
    page.goto("/inscription/")
    page.locator("[name=name]").fill(NAME)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button").click()
    expect(page.locator(".menu-name")).to_have_text(NAME)
    return Player.objects.get(username=NAME)


def mark(page: Page) -> None:
    """Leave a mark that a reload would lose."""
    page.evaluate("window.notReloaded = true")


def not_reloaded(page: Page) -> bool:
    return page.evaluate("window.notReloaded === true")


def owned(page: Page, slug: str):
    return page.locator(f"#stepper-{slug} output b")


def plus(page: Page, slug: str):
    return page.locator(f"#stepper-{slug} .stepper-more")


def minus(page: Page, slug: str):
    return page.locator(f"#stepper-{slug} .stepper-less")


def type_line(page: Page, text: str) -> None:
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def lines(page: Page):
    return page.locator(".heap-lines > li")


def test_fourteen_copies_by_each_of_the_three_speeds(page, lea):
    page.goto("/cartes/")
    mark(page)
    for number in range(14):
        plus(page, "shelly" if number % 2 else "nita").click()
    expect(owned(page, "shelly")).to_have_text("7")
    expect(owned(page, "nita")).to_have_text("7")
    assert not_reloaded(page)
    assert lea.copies.count() == 14

    page.goto("/collection/tas/")
    mark(page)
    for name in FOURTEEN:
        type_line(page, name)
    expect(lines(page)).to_have_count(14)
    assert not_reloaded(page)
    assert lea.copies.count() == 28

    page.goto("/progression/")
    mark(page)
    for rarity, missing in (("Secrète", 7), ("Légendaire", 6), ("Promotionnelle", 2)):
        page.get_by_role("button", name=f"J’ai tout : {rarity}").click()
        expect(page.get_by_text(f"« {rarity} » : {missing} cartes ajoutées.")).to_be_visible()
    expect(page.locator(".bars .is-complete")).to_have_count(3)
    assert not_reloaded(page)
    assert lea.copies.count() == 28 + 15


def test_quick_clicks_are_all_counted(page, lea):
    page.goto("/cartes/")
    plus(page, "shelly").evaluate("button => { for (let i = 0; i < 8; i++) button.click(); }")
    expect(owned(page, "shelly")).to_have_text("8")
    minus(page, "shelly").evaluate("button => { for (let i = 0; i < 3; i++) button.click(); }")
    expect(owned(page, "shelly")).to_have_text("5")
    assert lea.copies.count() == 5


def test_the_stepper_is_played_by_the_keyboard_and_keeps_the_focus(page, lea):
    page.goto("/cartes/")
    plus(page, "shelly").focus()
    page.keyboard.press("Enter")
    expect(owned(page, "shelly")).to_have_text("1")
    page.keyboard.press("Space")
    expect(owned(page, "shelly")).to_have_text("2")
    expect(plus(page, "shelly")).to_be_focused()


def test_a_first_time_visitor_counts_on_as_a_guest(page):
    page.goto("/cartes/")
    for number in (1, 2, 3):
        plus(page, "shelly").click()
        expect(owned(page, "shelly")).to_have_text(str(number))
    guest = Player.objects.get()
    assert (guest.kind, guest.copies.count()) == ("guest", 3)


def test_minus_can_be_taken_back_from_its_toast(page, lea):
    (copy,) = open_copies(lea, "shelly", placing=Placing(note="signée"))
    page.goto("/collection/")
    minus(page, "shelly").click()
    expect(owned(page, "shelly")).to_have_text("0")
    page.get_by_role("button", name="Annuler").click()
    expect(page.get_by_text("Remise dans ta collection.")).to_be_visible()
    expect(owned(page, "shelly")).to_have_text("1")
    copy.refresh_from_db()
    assert (copy.owner, copy.note) == (lea, "signée")


def test_minus_says_why_it_cannot(page, lea):
    (copy,) = open_copies(lea, "shelly")
    copy_lend_named(owner=lea, copy_id=copy.pk, name="Zoé")
    page.goto("/cartes/")
    minus(page, "shelly").click()
    expect(page.get_by_text("Aucun exemplaire libre de « Shelly » : 1 prêtée.")).to_be_visible()
    expect(owned(page, "shelly")).to_have_text("1")


def test_a_fast_typist_loses_no_line(page, lea):
    page.goto("/collection/tas/")
    expect(page.locator("#pile-text")).to_be_focused()
    for text in ("3 shelly", "nita x2", "12", "n°13", "deux colt", "5 gemmes"):
        type_line(page, text)
    expect(lines(page)).to_have_count(6)
    expect(lines(page).first).to_contain_text("5 gemmes")
    assert set(lea.copies.values_list("card__number", flat=True)) == {1, 2, 3, 12, 13, 81}
    assert lea.copies.count() == 3 + 2 + 1 + 1 + 2 + 1


def test_an_unclear_line_is_asked_about_and_chosen_by_a_digit(page, lea):
    page.goto("/collection/tas/")
    type_line(page, "2 shel")
    choices = page.locator("#pile_asked button[name=choix]")
    expect(choices.first).to_be_focused()
    expect(choices.first).to_contain_text("Shelly")
    page.keyboard.press("1")
    expect(lines(page)).to_have_count(1)
    expect(lines(page).first).to_contain_text("2 × Shelly")
    expect(choices).to_have_count(0)
    expect(page.locator("#pile-text")).to_be_focused()


def test_a_question_waits_while_more_is_typed(page, lea):
    page.goto("/collection/tas/")
    type_line(page, "shel")
    type_line(page, "nita")
    expect(lines(page)).to_have_count(1)
    page.locator("#pile_asked button[name=choix]").first.click()
    expect(lines(page)).to_have_count(2)
    assert set(Copy.objects.values_list("card__slug", flat=True)) == {"nita", "shelly"}


def test_suggestions_are_reached_with_the_arrow_and_left_with_escape(page, lea):
    page.goto("/collection/tas/")
    page.keyboard.type("col")
    suggestions = page.locator("#pile_suggestions button[name=choix]")
    expect(suggestions.first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(suggestions.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(suggestions.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(lines(page)).to_have_count(1)
    page.keyboard.type("col")
    expect(suggestions.first).to_be_visible()
    page.keyboard.press("Escape")
    expect(suggestions).to_have_count(0)


def test_what_is_unknown_is_said_and_typing_goes_on(page, lea):
    page.goto("/collection/tas/")
    type_line(page, "qwxyz")
    expect(page.get_by_text("Aucune carte ne correspond à « qwxyz ».")).to_be_visible()
    type_line(page, "shelly")
    expect(lines(page)).to_have_count(1)


def test_a_line_is_taken_back_by_its_button_and_by_the_keyboard(page, lea):
    page.goto("/collection/tas/")
    type_line(page, "3 shelly")
    type_line(page, "nita")
    expect(lines(page)).to_have_count(2)
    page.get_by_role("button", name="Retirer cette ligne : Shelly").click()
    expect(page.locator("#pile-title")).to_have_text("1 carte dans le tas")
    page.locator("#pile-text").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#pile-title")).to_have_text("Le tas est vide")
    assert lea.copies.count() == 0


def test_what_is_pinned_goes_with_every_card_case_after_case(page, lea):
    page.goto("/collection/tas/")
    page.locator("#pile_pins > summary").click()
    page.get_by_label("État de la carte").select_option("mint")
    page.get_by_label("Classeur ou boîte").fill("Bleu")
    page.get_by_label("Page", exact=True).fill("1")
    page.get_by_label("Case", exact=True).fill("9")
    page.get_by_label("Case", exact=True).press("Tab")
    expect(page.get_by_text("C’est épinglé")).to_be_visible()
    page.locator("#pile-text").focus()
    type_line(page, "shelly")
    expect(lines(page).first).to_contain_text("Bleu, page 1, case 9")
    expect(page.get_by_label("Page", exact=True)).to_have_value("2")
    type_line(page, "nita")
    expect(lines(page).first).to_contain_text("Bleu, page 2, case 1")
    assert set(lea.copies.values_list("condition", flat=True)) == {"mint"}


def test_a_pile_is_finished_summed_up_and_undone_at_once(page, lea):
    page.goto("/collection/tas/")
    type_line(page, "3 shelly")
    type_line(page, "spike")
    expect(lines(page)).to_have_count(2)
    page.get_by_role("button", name="Le tas est fini").click()
    expect(page.get_by_role("heading", name="Tas", level=1)).to_be_visible()
    expect(page.locator(".tile").first).to_contain_text("4")
    page.locator(f"#undo-{EntryBatch.objects.get().pk}").click()
    expect(page.get_by_text("Saisie annulée : 4 cartes")).to_be_visible()
    expect(page.get_by_text("Cette saisie a été annulée")).to_be_visible()
    assert lea.copies.count() == 0


def test_a_sweep_is_taken_back_from_its_toast(page, lea):
    page.goto("/progression/")
    page.get_by_role("button", name="J’ai tout : Rare").click()
    expect(page.locator(".bars .is-complete")).to_have_count(1)
    page.locator("[data-toast]").get_by_role("button", name="Annuler").click()
    expect(page.locator(".bars .is-complete")).to_have_count(0)
    assert lea.copies.count() == 0


def test_a_sweep_leaves_the_visitor_where_they_were(page, lea):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/progression/")
    button = page.get_by_role("button", name="J’ai tout : Mythique")
    button.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    button.press("Enter")
    done = page.locator("#sweep-rarete-mythic", has_text="Complète")
    expect(done).to_be_focused()
    assert abs(page.evaluate("scrollY") - before) < 200


def test_a_copy_is_lent_returned_and_lost_on_its_sheet(page, lea):
    (copy,) = open_copies(lea, "shelly")
    page.goto(f"/collection/exemplaire/{copy.pk}/")
    mark(page)
    page.get_by_text("Prêter", exact=True).click()
    page.get_by_label("À qui ?").fill("Zoé")
    page.keyboard.press("Enter")
    expect(page.locator(".sheet .tag").first).to_have_text("prêtée à Zoé")
    page.get_by_role("button", name="On me l’a rendue").click()
    expect(page.locator(".sheet .tag").first).to_have_text("libre")
    page.get_by_role("button", name="Introuvable").click()
    page.get_by_role("button", name="Perdue pour de bon").click()
    expect(page.get_by_text("Tu l’as perdue pour de bon.")).to_be_visible()
    page.get_by_role("button", name="La remettre dans ma collection").click()
    expect(page.locator(".sheet .tag").first).to_have_text("libre")
    page.get_by_role("button", name="Introuvable").click()
    page.locator("[data-toast]", has_text="introuvable").get_by_text("Annuler").click()
    expect(page.locator(".sheet .tag").first).to_have_text("libre")
    assert not_reloaded(page)


def test_a_heart_beats_where_it_stands_and_fills_the_wish_list(page, lea):
    open_copies(lea, "shelly")
    page.goto("/collection/")
    page.locator("#heart-shelly").click()
    expect(page.locator("#heart-shelly")).to_have_attribute("aria-pressed", "true")
    page.goto("/cartes/")
    page.locator("#heart-spike").click()
    expect(page.locator("#heart-spike")).to_have_attribute("aria-pressed", "true")
    page.goto("/souhaits/")
    expect(page.get_by_role("heading", name="1 carte souhaitée")).to_be_visible()
    plus(page, "spike").click()
    expect(page.get_by_role("heading", name="2 souhaits exaucés")).to_be_visible()
    page.locator("#heart-spike").click()
    expect(page.get_by_role("heading", name="1 souhait exaucé")).to_be_visible()


def test_filters_narrow_the_collection_without_a_reload(page, lea):
    open_copies(lea, "shelly", "spike", number=2)
    open_copies(lea, "nita")
    page.goto("/collection/")
    mark(page)
    page.get_by_role("searchbox").press_sequentially("spik")
    expect(page.locator("#holdings .card-cell")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"\?q=spik$"))
    page.get_by_role("searchbox").fill("")
    page.get_by_role("switch", name="Seulement les doubles").check()
    expect(page.locator("#holdings .card-cell")).to_have_count(2)
    page.get_by_role("radio", name="Commune").check()
    expect(page.locator("#holdings .card-cell")).to_have_count(1)
    assert not_reloaded(page)
    page.reload()
    expect(page.locator("#holdings .card-cell")).to_have_count(1)
    expect(page.get_by_role("radio", name="Commune")).to_be_checked()


@pytest.fixture
def voice(context: BrowserContext) -> None:
    """Stand in for the browser's speech recognition, which no machine of a test has."""
    context.add_init_script(
        """
        window.webkitSpeechRecognition = window.SpeechRecognition = class {
          start() { window.voice = this; }
          stop() { this.onend?.(); }
        };
        window.say = (text) => {
          const result = Object.assign([{ transcript: text }], { isFinal: true });
          window.voice.onresult({ resultIndex: 0, results: [result] });
        };
        """
    )


def test_cards_are_said_where_the_browser_understands_the_voice(voice, page, lea):
    page.goto("/collection/tas/")
    page.get_by_role("button", name="Dire les cartes").click()
    page.evaluate("say('trois shelly')")
    page.evaluate("say('Nita.')")
    expect(lines(page)).to_have_count(2)
    assert lea.copies.count() == 4
    page.get_by_role("button", name="Dire les cartes").click()
    expect(page.locator("#pile-heard")).to_be_hidden()


def test_no_microphone_is_offered_where_nobody_would_listen(context, page, lea):
    context.add_init_script(
        "delete window.SpeechRecognition; delete window.webkitSpeechRecognition;"
    )
    page.goto("/collection/tas/")
    expect(page.get_by_role("button", name="Dire les cartes")).to_be_hidden()


def test_everything_works_without_script(
    page: Page,
    misbehaviour: Misbehaviour,
    new_context: Callable[..., BrowserContext],
):
    plain = new_context(java_script_enabled=False).new_page()
    misbehaviour.watch(plain)
    plain.goto("/cartes/")
    plus(plain, "shelly").click()
    expect(owned(plain, "shelly")).to_have_text("1")
    minus(plain, "shelly").click()
    expect(owned(plain, "shelly")).to_have_text("0")
    plain.locator("[data-toast]").get_by_role("button", name="Annuler").click()
    expect(plain.get_by_text("Remise dans ta collection.", exact=True)).to_be_visible()

    plain.goto("/collection/tas/")
    plain.locator("#pile-text").fill("2 nita")
    plain.keyboard.press("Enter")
    expect(lines(plain)).to_have_count(1)
    plain.locator("#pile-text").fill("shel")
    plain.keyboard.press("Enter")
    plain.locator("button[name=choix]").first.click()
    expect(lines(plain)).to_have_count(2)
    plain.get_by_role("button", name="Retirer cette ligne : Nita").click()
    expect(plain.locator("#pile-title")).to_have_text("1 carte dans le tas")

    plain.goto("/progression/")
    plain.get_by_role("button", name="J’ai tout : Rare").click()
    expect(plain.locator(".bars .is-complete")).to_have_count(1)
    assert Player.objects.get().copies.count() == 1 + 1 + 4


@pytest.fixture
def furnished(lea: Player) -> Player:
    """Give her a bit of everything, so that every part of the pages is seen."""
    open_copies(lea, "nita", "colt", "rosa", number=2, placing=Placing("good", "Bleu", 1, 2))
    (lent, missing) = open_copies(lea, "bull", "brock")
    copy_lend_named(owner=lea, copy_id=lent.pk, name="Léo de l'école")
    Copy.objects.filter(pk=missing.pk).update(state="missing")
    for slug in ("spike", "nita"):
        wish_set(player=lea, card=Card.objects.get(slug=slug), wished=True)
    pile_pin(owner=lea, pins=Pins(binder="Bleu", page=1, slot=3))
    for number, slug in enumerate(["shelly", "pam", "colette", "gemmes-50", "grande-penny"]):
        card = Card.objects.get(slug=slug)
        pile_enter(owner=lea, card=card, number=number % 3 + 1, token=f"ligne-000{number}")
    return lea


PLACES = {
    "collection": "/collection/",
    "copies": "/collection/?vue=exemplaires",
    "binder": "/collection/classeur/",
    "pile": "/collection/tas/",
    "history": "/collection/saisies/",
    "progress": "/progression/",
    "wishes": "/souhaits/",
}


@pytest.mark.parametrize("name", PLACES)
def test_every_page_is_accessible_and_fits(page, furnished, assert_accessible, screenshots, name):
    page.goto(PLACES[name])
    assert_accessible(page)
    screenshots(page, name)


def test_sheet_summary_and_question_are_accessible_and_fit(
    page, furnished, assert_accessible, screenshots
):
    page.goto(furnished.copies.first().get_absolute_url())
    page.get_by_text("Prêter", exact=True).click()
    assert_accessible(page)
    screenshots(page, "copy")
    page.goto("/collection/tas/")
    type_line(page, "shel")
    expect(page.locator("#pile_asked button[name=choix]").first).to_be_focused()
    assert_accessible(page)
    screenshots(page, "pile-question")
    page.get_by_role("button", name="Le tas est fini").click()
    expect(page).to_have_url(re.compile(r"/saisies/\d+/$"))
    assert_accessible(page)
    screenshots(page, "batch")
