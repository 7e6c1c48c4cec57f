"""A deck to text, and text to a deck: never silently another card than the one that was meant.

What is sure is taken: a card's French or English name, whatever its accents, case and signs. All
else is asked: small mistakes come with suggestions, and so does a name that two cards bear.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from collection.deck_text import LONGEST_TEXT, MOST_LINES, CardLine, cards_in, remarks_in
from collection.folding import fold
from collection.models import Deck, Player, Rarity
from collection.refusals import Refusal
from collection.selectors.builder import deck_for
from collection.selectors.catalogue import CardFacts, Catalogue, catalogue_for
from collection.services.decks import LONGEST_NAME, MOST_CARDS

SUGGESTIONS = 6
LEFT_OUT = "-"


@dataclass(frozen=True, slots=True)
class Understood:
    """A line with the card that it means, or those that it may mean.

    `state`: `sure`, `chosen` (by whoever imports), `left_out`, `doubt` (suggestions), `unknown`
    (none), `number` (a quantity under 1).
    """

    line: CardLine
    state: str
    card: CardFacts | None = None
    suggestions: tuple[CardFacts, ...] = ()

    @property
    def key(self) -> str:
        """Return the name of the form's field that answers this line."""
        return choice_key(self.line)

    @property
    def is_open(self) -> bool:
        """Say whether an answer is awaited."""
        return self.state in ("doubt", "unknown", "number")


def choice_key(line: CardLine) -> str:
    """Return the field that answers a line: by what is written, so that moving lines is free."""
    return f"choix:{fold(line.name)[:80]}"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a text says: each line, and what its remarks say of the deck."""

    lines: tuple[Understood, ...]
    name: str
    wager: str | None
    minimum: str
    dream: bool

    @property
    def open_lines(self) -> tuple[Understood, ...]:
        """Return the lines that await an answer."""
        return tuple(line for line in self.lines if line.is_open)

    @property
    def cards(self) -> tuple[CardFacts, ...]:
        """Return the cards that are sure or chosen, each once for each copy."""
        return tuple(
            one.card for one in self.lines if one.card for _each in range(one.line.quantity)
        )


def deck_text_read(viewer: Player | None, text: str, answers: Mapping[str, str]) -> Reading:
    """Read a deck's text for somebody; `answers` are those to earlier doubts, by field.

    Raises `text_empty`, `text_too_long`, `text_too_many_lines`, `text_too_many_cards`.
    """
    _refuse_unless_short(text)
    known = _Names(catalogue_for(viewer))
    lines = tuple(known.understood(line, answers) for line in cards_in(text, known.are_exact))
    if not lines:
        raise Refusal("text_empty", _("Ce texte ne nomme aucune carte."))
    _refuse_too_many(lines)
    return _reading(lines, remarks_in(text))


def _refuse_unless_short(text: str) -> None:
    lines = sum(1 for line in text.splitlines() if line.strip())
    if lines > MOST_LINES:
        sentence = _(
            "Ce texte a %(number)d lignes : c’est trop pour un deck de 11 cartes. "
            "Colle un seul deck, %(most)d lignes au plus."
        )
        facts = {"number": lines, "most": MOST_LINES}
        raise Refusal("text_too_many_lines", sentence % facts, **facts)
    if len(text) > LONGEST_TEXT:
        sentence = _("Ce texte est trop long pour un deck : %(most)d caractères au plus.")
        raise Refusal("text_too_long", sentence % {"most": LONGEST_TEXT}, number=len(text))


def _refuse_too_many(lines: Sequence[Understood]) -> None:
    number = sum(max(0, one.line.quantity) for one in lines if one.state != "left_out")
    if number > MOST_CARDS:
        sentence = _(
            "Ce texte compte %(number)d cartes. Un deck en a 11 ; j’en accepte %(most)d au plus, "
            "pour que tu puisses choisir."
        )
        facts = {"number": number, "most": MOST_CARDS}
        raise Refusal("text_too_many_cards", sentence % facts, **facts)


class _Names:
    """The catalogue by its names."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._by_slug = {card.slug: card for card in catalogue.cards}
        self._by_number = {card.number: card for card in catalogue.cards}
        self._by_name = cards_by_name(catalogue.cards)

    def are_exact(self, name: str) -> bool:
        return fold(name) in self._by_name

    def understood(self, line: CardLine, answers: Mapping[str, str]) -> Understood:
        if line.quantity < 1:
            answered = answers.get(choice_key(line)) == LEFT_OUT
            return Understood(line, "left_out" if answered else "number")
        meant = self._meant(line)
        if len(meant) == 1:
            return Understood(line, "sure", meant[0])
        return self._answered(line, answers) or self._asked(line, meant)

    def _meant(self, line: CardLine) -> list[CardFacts]:
        """Return the cards of that very name; of that number among them, if the line has one."""
        named = self._by_name.get(fold(line.name), [])
        if line.number is None:
            return named
        numbered = [card for card in named if card.number == line.number]
        return numbered or [*named, *filter(None, [self._by_number.get(line.number)])]

    def _answered(self, line: CardLine, answers: Mapping[str, str]) -> Understood | None:
        answer = answers.get(choice_key(line), "")
        if answer == LEFT_OUT:
            return Understood(line, "left_out")
        card = self._by_slug.get(answer)
        return Understood(line, "chosen", card) if card else None

    def _asked(self, line: CardLine, meant: Sequence[CardFacts]) -> Understood:
        near = tuple(meant) or self._near(line.name)
        return Understood(line, "doubt" if near else "unknown", suggestions=near)

    def _near(self, name: str) -> tuple[CardFacts, ...]:
        hits = self._catalogue.find(name)
        found = [card for card in self._catalogue.cards if card.pk in hits]
        return tuple(sorted(found, key=lambda card: (hits[card.pk], card.number)))[:SUGGESTIONS]


def cards_by_name(cards: Iterable[CardFacts]) -> dict[str, list[CardFacts]]:
    """Return the cards that bear each name, French or English, folded."""
    named: defaultdict[str, dict[int, CardFacts]] = defaultdict(dict)
    for card in cards:
        for name in (card.name, card.name_en):
            if fold(name):
                named[fold(name)][card.pk] = card
    return {name: list(bearers.values()) for name, bearers in named.items()}


_WAGER = ("pari", "wager")
_MINIMUM = ("minimum", "minimum")
_DREAM = ("deck de reve", "dream deck")
_STRICT = ("a la lettre", "to the letter")


def _reading(lines: tuple[Understood, ...], remarks: Sequence[str]) -> Reading:
    said = {
        fold(word): fold(rest) for word, _colon, rest in (r.partition(":") for r in remarks[1:])
    }
    wager = next((said[word] for word in _WAGER if word in said), "")
    strict = any(said.get(word) in _STRICT for word in _MINIMUM)
    return Reading(
        lines=lines,
        name=remarks[0][:LONGEST_NAME] if remarks else "",
        wager=_rarity_named(wager) if wager else None,
        minimum=Deck.Minimum.STRICT if strict else Deck.Minimum.WAIVED,
        dream=any(word in said for word in _DREAM),
    )


def _rarity_named(name: str) -> str | None:
    rarities = Rarity.objects.all()
    return next((one.code for one in rarities if name in (fold(one.name), fold(one.name_en))), None)


def deck_text_for(viewer: Player, deck_id: int) -> tuple[Deck, str]:
    """Return a deck of the viewer's and its text, in French: read again, it is the same deck."""
    deck = deck_for(viewer, deck_id)
    named = cards_by_name(catalogue_for(viewer).cards)
    lines = [f"# {deck.name}", *_remarks(deck)]
    for card, number in _cards_of(deck).items():
        alone = len(named.get(fold(card.name), [])) == 1
        lines.append(f"{number}x {card.name}" + ("" if alone else f" (n° {card.number})"))
    return deck, "\n".join(lines) + "\n"


def _cards_of(deck: Deck) -> Counter[_Named]:
    slots = deck.slots.order_by("position").values_list("card__name", "card__number")
    return Counter(_Named(*slot) for slot in slots)


class _Named(NamedTuple):
    name: str
    number: int


def _remarks(deck: Deck) -> list[str]:
    remarks = []
    if deck.wager_id:
        remarks.append(f"# Pari : {Rarity.objects.get(pk=deck.wager_id).name}")
    if deck.minimum == Deck.Minimum.STRICT:
        remarks.append("# Minimum : à la lettre")
    if deck.dream:
        remarks.append("# Deck de rêve")
    return remarks
