"""Decks as text: what is sure is taken, what is not is asked, and nothing is guessed silently."""

from __future__ import annotations

import random

import pytest

from collection.deck_text import cards_in
from collection.models import Card, Player
from collection.refusals import Refusal
from collection.selectors.deck_texts import deck_text_for, deck_text_read
from collection.services.cards import CardDraft, card_propose
from collection.services.decks import Contents, deck_create
from tests.collection.factories import PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def lea() -> Player:
    return PlayerFactory(username="lea")


def read(text: str, viewer: Player | None = None, **answers: str):
    return deck_text_read(viewer, text, {f"choix:{name}": slug for name, slug in answers.items()})


def only(text: str):
    (line,) = read(text).lines
    return line


def refused(code: str):
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


@pytest.mark.parametrize(
    ("line", "quantity", "name"),
    [
        ("2x Nita", 2, "Nita"),
        ("2 x Nita", 2, "Nita"),
        ("2× Nita", 2, "Nita"),
        ("2X  Nita", 2, "Nita"),
        ("2 Nita", 2, "Nita"),
        ("x2 Nita", 2, "Nita"),
        ("Nita x2", 2, "Nita"),
        ("Nita ×2", 2, "Nita"),
        ("Nita (2)", 2, "Nita"),
        ("Nita 2", 2, "Nita"),
        ("Nita", 1, "Nita"),
        ("  - Nita  ", 1, "Nita"),
        ("• 3x Nita", 3, "Nita"),
        ("0x Nita", 0, "Nita"),
        ("-2x Nita", -2, "Nita"),
        ("5 gemmes", 1, "5 gemmes"),
        ("2x 5 gemmes", 2, "5 gemmes"),
        ("8-Bit", 1, "8-Bit"),
        ("2 8-Bit", 2, "8-Bit"),
    ],
)
def test_a_line_is_a_number_and_a_name_in_any_habit(line, quantity, name):
    known = {"nita", "5 gemmes", "8-bit"}
    (read_line,) = cards_in(line, lambda words: words.casefold() in known)
    assert (read_line.quantity, read_line.name) == (quantity, name)


@pytest.mark.parametrize(
    ("written", "slug"),
    [
        ("el costo", "el-costo"),
        ("EL-COSTO", "el-costo"),
        ("El Primo", "el-costo"),
        ("gael", "gael"),
        ("Gale", "gael"),
        ("d’jinn", "d-jinn"),
        ("D jinn (CONCOURS de dessin)", "d-jinn-concours-de-dessin"),
        ("5 gems", "gemmes-5"),
    ],
)
def test_accents_case_signs_and_english_names_are_sure(written, slug):
    line = only(written)
    assert (line.state, line.card and line.card.slug) == ("sure", slug)


def test_a_typing_error_is_never_taken_without_asking():
    line = only("2x Shely")
    assert (line.state, line.card) == ("doubt", None)
    assert line.suggestions[0].slug == "shelly"
    (answered,) = read("2x Shely", shely="shelly").lines
    assert (answered.state, answered.card.slug, answered.line.quantity) == ("chosen", "shelly", 2)


def test_a_name_that_two_cards_bear_is_asked():
    line = only("Ricochet")
    assert line.state == "doubt"
    assert {card.slug for card in line.suggestions} == {"ricochet", "clint-ricwood"}


def test_a_bare_card_number_is_asked():
    assert only("12").state == "doubt"


def test_a_number_that_contradicts_its_name_is_asked():
    line = only("Shelly (n° 2)")
    assert line.state == "doubt"
    assert {card.slug for card in line.suggestions} == {"shelly", "nita"}


@pytest.mark.parametrize("text", ["xqzwk", "🙂🙂", "???", "x" * 3000])
def test_what_is_no_card_at_all_waits_for_an_answer(text):
    line = only(text)
    assert (line.state, line.suggestions) == ("unknown", ())
    reading = deck_text_read(None, f"Nita\n{text}", {line.key: "-"})
    assert not reading.open_lines
    assert [card.slug for card in reading.cards] == ["nita"]


@pytest.mark.parametrize("text", ["0x Nita", "-1x Nita"])
def test_a_number_under_one_is_told(text):
    assert only(text).state == "number"


def test_an_answer_that_names_no_card_answers_nothing():
    (line,) = read("Shely", shely="la-licorne").lines
    assert line.state == "doubt"


def test_the_proposals_of_others_are_unknown(lea):
    draft = CardDraft(kind="secret", name="Zorglub Astral")
    card_propose(player=lea, draft=draft)
    assert deck_text_read(lea, "Zorglub Astral", {}).lines[0].state == "sure"
    assert deck_text_read(PlayerFactory(), "Zorglub Astral", {}).lines[0].state == "unknown"


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", "text_empty", "ne nomme aucune carte"),
        ("# rien\n\n", "text_empty", "ne nomme aucune carte"),
        ("Nita\n" * 300, "text_too_many_lines", "300 lignes"),
        ("99x Nita", "text_too_many_cards", "99 cartes"),
        ("999999999x Nita", "text_too_many_cards", "999999999 cartes"),
        ("Nita " * 2000, "text_too_long", "5000 caractères"),
    ],
)
def test_what_cannot_be_a_deck_is_refused_in_a_sentence(text, code, says):
    with refused(code) as refusal:
        read(text)
    assert says in str(refusal.value)


# There and back


def test_a_text_is_told_in_french_with_its_remarks(lea):
    deck = deck_create(
        owner=lea,
        contents=Contents(
            "Les verts", ("shelly", "shelly", "el-costo"), "epic", "strict", dream=True
        ),
    )
    assert deck_text_for(lea, deck.pk)[1] == (
        "# Les verts\n# Pari : Épique\n# Minimum : à la lettre\n# Deck de rêve\n"
        "2x Shelly\n1x El Costo\n"
    )


def test_a_text_read_again_is_the_same_deck(lea):
    """Over every card of the catalogue, twenty-two by twenty-two."""
    slugs = list(Card.objects.order_by("number").values_list("slug", flat=True))
    random.Random(11).shuffle(slugs)
    for start in range(0, len(slugs), 22):
        contents = Contents(f"Pari : {start}", tuple(slugs[start : start + 22]), "rare", "strict")
        deck = deck_create(owner=lea, contents=contents)
        reading = deck_text_read(lea, deck_text_for(lea, deck.pk)[1], {})
        assert reading.open_lines == ()
        cards = list(deck.slots.order_by("position").values_list("card__slug", flat=True))
        assert [card.slug for card in reading.cards] == cards
        assert (reading.name, reading.wager, reading.minimum) == (deck.name, "rare", "strict")
