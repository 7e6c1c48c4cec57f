"""Finding cards by what people type: no accents, any case, words in any order, small mistakes.

A text is folded into words, and each of them must stand in a card's names, whole or begun. Where
no card has them all, words spelt or said much alike will do. No database here: the catalogue
hands its names in.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from collection.folding import fold

LONGEST_TEXT = 80
_NUMBER = re.compile(r"\s*(?:n\s*[°ºo]?|#|num[eé]ro)?\s*\.?\s*([0-9]{1,6})\s*", re.IGNORECASE)
_SMALL_WORDS = frozenset(
    {"a", "carte", "d", "de", "des", "du", "et", "l", "la", "le", "les", "of", "the", "un", "une"}
)

# From how many letters on a text may be a part of a word, a topic, and so on: what is shorter
# would find everything.
_LETTERS_INSIDE_A_WORD = 3
_LETTERS_OF_A_TOPIC = 4
_LETTERS_OF_A_BEGINNING = 5
_LETTERS_OF_A_SOUND = 3
_LETTERS_TOO_FEW_TO_MISS_THE_FIRST = 3


class Hit(NamedTuple):
    """How well a card fits a text: the lower, the better.

    `cost` adds up over the words typed: 0 for a whole word of the card's own names, more for the
    beginning or a part of one, for its Brawler's name, its rarity, a mistake. `rest` is by how
    many letters its nearest name differs in length: « Bo » stands before « Bonnie ».
    """

    cost: int
    rest: int

    @property
    def is_exact(self) -> bool:
        """Say whether the text is the card's number or one of its own names."""
        return self.cost <= 0 and self.rest == 0


_BY_NUMBER = Hit(-1, 0)
_BY_NAME = Hit(0, 0)
_BEGUN, _INSIDE, _OF_BRAWLER, _MISTAKEN, _OF_TOPIC = 1, 2, 2, 4, 100


class Entry(NamedTuple):
    """One card for a finder: its own names, those of its Brawler, and what its rarity is called."""

    key: int
    number: int
    names: Sequence[str]
    others: Sequence[str] = ()
    topics: Sequence[str] = ()


@dataclass(slots=True)
class _Word:
    """A word, how it sounds, and the cards that have it, at what cost over their own names."""

    text: str
    sound: str
    cards: dict[int, int] = field(default_factory=dict)


class Finder:
    """Searches a fixed set of cards; made once, asked often, by several threads at once."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        kept = tuple(entries)
        self._numbers = {entry.number: entry.key for entry in kept}
        self._names = {entry.key: _whole_names(entry.names) for entry in kept}
        self._words = _vocabulary(kept)
        self._texts = [word.text for word in self._words]
        self._topics = _topics(kept)

    def exact(self, text: str) -> dict[int, Hit]:
        """Return the cards that have each word of `text`, begun at least, and its number."""
        found = self._search(text, self._spelt)
        key = self._numbers.get(number_in(text) or 0)
        return found if key is None else {**found, key: _BY_NUMBER}

    def near(self, text: str) -> dict[int, Hit]:
        """Return the cards that have each word of `text`, or one spelt or said much like it."""
        return self._search(text, self._spelt_or_nearly)

    def _search(self, text: str, cards_with: Callable[[str], dict[int, int]]) -> dict[int, Hit]:
        words = words_of(text)
        if not words:
            return {}
        costs = _with_all([cards_with(word) for word in words])
        if len(words) > 1:
            _keep_cheaper(costs, cards_with("".join(words)))
        typed = fold(text)
        return {key: self._hit(key, cost, typed) for key, cost in costs.items()}

    def _hit(self, key: int, cost: int, typed: str) -> Hit:
        names = self._names[key]
        if typed in names:
            return _BY_NAME
        if cost >= _OF_TOPIC:
            return Hit(cost, 1)
        return Hit(cost, min((abs(len(name) - len(typed)) for name in names), default=0) + 1)

    def _spelt(self, typed: str) -> dict[int, int]:
        found: dict[int, int] = {}
        for word in self._words:
            if typed in word.text:
                _add(found, word, _cost_of_part(typed, word.text))
        for topic, keys in self._topics.items():
            if len(typed) >= _LETTERS_OF_A_TOPIC and topic.startswith(typed):
                _keep_cheaper(found, dict.fromkeys(keys, _OF_TOPIC))
        return found

    def _spelt_or_nearly(self, typed: str) -> dict[int, int]:
        found = self._spelt(typed)
        for word, mistakes in self._nearly(typed):
            _add(found, word, _MISTAKEN + mistakes)
        return found

    def _nearly(self, typed: str) -> Iterator[tuple[_Word, int]]:
        """Give the words within a few mistakes of `typed`, begun at least, or that sound alike."""
        allowed = mistakes_allowed(typed)
        if not allowed:
            return
        yield from self._within(allowed, typed, self._texts)
        if len(typed) >= _LETTERS_OF_A_BEGINNING:
            yield from self._within(allowed, typed, [text[: len(typed)] for text in self._texts])
        sound = sound_of(typed)
        if len(sound) >= _LETTERS_OF_A_SOUND:
            yield from ((word, 1) for word in self._words if word.sound == sound)

    def _within(
        self, allowed: int, typed: str, texts: Sequence[str]
    ) -> Iterator[tuple[_Word, int]]:
        near = process.extract(typed, texts, scorer=OSA.distance, score_cutoff=allowed, limit=None)
        for text, mistakes, place in near:
            if text[0] == typed[0] or len(typed) > _LETTERS_TOO_FEW_TO_MISS_THE_FIRST:
                yield self._words[place], int(mistakes)


def words_of(text: str) -> list[str]:
    """Return the folded words of a text that say something: « la Grande Penny » says two."""
    words = fold(text[:LONGEST_TEXT]).split()
    return [word for word in words if word not in _SMALL_WORDS] or words


def number_in(text: str) -> int | None:
    """Return the card number that a text is, as in « 12 », « n° 12 » and « #12 »."""
    written = _NUMBER.fullmatch(text)
    return int(written[1]) if written else None


_LETTERS_FOR_ONE_MORE_MISTAKE = (3, 6, 9)


def mistakes_allowed(typed: str) -> int:
    """Return how many letters of a word may be wrong, swapped, missing or too many."""
    if not typed.isalpha():
        return 0
    return bisect(_LETTERS_FOR_ONE_MORE_MISTAKE, len(typed))


_SOUNDS = (
    (re.compile(r"qu|ck|q|c(?![eiyh])"), "k"),
    (re.compile(r"c(?=[eiy])|ss|z|x"), "s"),
    (re.compile(r"sh|sch"), "ch"),
    (re.compile(r"ph"), "f"),
    (re.compile(r"eau|au"), "o"),
    (re.compile(r"ai|ei|ee|ea"), "e"),
    (re.compile(r"oo|ou"), "u"),
    (re.compile(r"y"), "i"),
    (re.compile(r"(?<!c)h"), ""),
    (re.compile(r"(.)\1+"), r"\1"),
    (re.compile(r"(?<=..)[edts]+$"), ""),
)


def sound_of(word: str) -> str:
    """Return roughly how a folded word is said: « korbak » and « corbaque » are one sound."""
    for letters, sound in _SOUNDS:
        word = letters.sub(sound, word)
    return word


def _whole_names(names: Sequence[str]) -> frozenset[str]:
    folded = {fold(name) for name in names} - {""}
    return frozenset(folded | {name.replace(" ", "") for name in folded})


def _vocabulary(entries: Sequence[Entry]) -> list[_Word]:
    words: dict[str, _Word] = {}
    for entry in entries:
        for extra, names in ((0, entry.names), (_OF_BRAWLER, entry.others)):
            for text in _words_in(names):
                word = words.setdefault(text, _Word(text, sound_of(text)))
                word.cards.setdefault(entry.key, extra)
    return list(words.values())


def _words_in(names: Sequence[str]) -> Iterator[str]:
    """Give each word of the names, and each name written as one word: « djinn », « elcosto »."""
    for name in map(fold, names):
        yield from name.split()
        if " " in name:
            yield name.replace(" ", "")


def _topics(entries: Sequence[Entry]) -> dict[str, list[int]]:
    topics: defaultdict[str, list[int]] = defaultdict(list)
    for entry in entries:
        for word in {word for topic in entry.topics for word in fold(topic).split()}:
            topics[word].append(entry.key)
    return dict(topics)


def _cost_of_part(typed: str, text: str) -> int | None:
    if typed == text:
        return 0
    if text.startswith(typed):
        return _BEGUN
    return _INSIDE if len(typed) >= _LETTERS_INSIDE_A_WORD else None


def _add(found: dict[int, int], word: _Word, cost: int | None) -> None:
    if cost is not None:
        _keep_cheaper(found, {key: cost + extra for key, extra in word.cards.items()})


def _keep_cheaper(found: dict[int, int], others: dict[int, int]) -> None:
    for key, cost in others.items():
        found[key] = min(cost, found.get(key, cost))


def _with_all(found: Sequence[dict[int, int]]) -> dict[int, int]:
    """Return the cards that every word found, with what the words cost together."""
    keys = set.intersection(*(set(some) for some in found))
    return {key: sum(some[key] for some in found) for key in keys}
