"""How many of what: « 3 shelly », « shelly x3 », « trois fois shelly », « 3 x n°12 »."""

from __future__ import annotations

import re
from typing import NamedTuple

_WORDS_FR = "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"
_WORDS_EN = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
_NUMBERS = {
    word: number for words in (_WORDS_FR, _WORDS_EN) for number, word in enumerate(words.split(), 1)
} | {"une": 1, "seize": 16, "vingt": 20, "fifteen": 15, "sixteen": 16, "twenty": 20}

_NUMBER = r"(?P<number>-?\d{1,9}|" + "|".join(_NUMBERS) + r")"
_NAME = r"(?P<name>\S.*?)"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"{_NUMBER}(?:\s*[×*]\s*|\s*x\s+|\s+(?:fois|times)\s+|\s+(?![x×*]\s*\d)){_NAME}",
        rf"[x×*]\s*{_NUMBER}\s+{_NAME}",
        rf"{_NAME}(?:\s*[×*]\s*|\s+x\s*|\s+(?:fois|times)\s+){_NUMBER}",
    )
)


class Quantity(NamedTuple):
    """So many of what a text names; the number is as it was said, sensible or not."""

    number: int
    name: str


def quantities_in(text: str) -> list[Quantity]:
    """Return what a text may mean: the whole of it once, then a number of the rest.

    « 5 gemmes » is the name of a card, and could be five of « gemmes »: both are returned, as
    are both sides of « 3 x 12 ».
    """
    whole = " ".join(text.split()).strip(" .!?")
    if not whole:
        return []
    matches = (form.fullmatch(whole) for form in _FORMS)
    counted = [_quantity(match) for match in matches if match]
    return [Quantity(1, whole), *dict.fromkeys(counted)]


def _quantity(match: re.Match[str]) -> Quantity:
    said = match["number"].lower()
    number = _NUMBERS[said] if said in _NUMBERS else int(said)
    return Quantity(number, match["name"])
