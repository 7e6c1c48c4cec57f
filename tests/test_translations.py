"""The texts: French as written, English where it is written, each counting in its own way."""

import gettext
import os
import re
from pathlib import Path

import polib
import pytest

from config.translations import LOCALE, compile_translations

BLANK = re.compile(r"%\(\w+\)")
TRANSLATED = re.compile(r'{% translate "([^"]+)"')

ENGLISH = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Jouer"
msgstr "Play"

msgid "%(n)s carte"
msgid_plural "%(n)s cartes"
msgstr[0] "%(n)s card"
msgstr[1] "%(n)s cards"
"""


@pytest.fixture
def locale(tmp_path: Path) -> Path:
    source = tmp_path / "en" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(ENGLISH, encoding="utf-8")
    compile_translations(tmp_path)
    return tmp_path


def catalogue(locale: Path, language: str) -> gettext.NullTranslations:
    return gettext.translation("django", locale, [language])


def counted(locale: Path, language: str, n: int) -> str:
    return catalogue(locale, language).ngettext("%(n)s carte", "%(n)s cartes", n) % {"n": n}


def test_french_says_no_card_in_the_singular(locale: Path) -> None:
    assert [counted(locale, "fr", n) for n in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]


def test_english_says_no_cards_in_the_plural(locale: Path) -> None:
    assert [counted(locale, "en", n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_a_french_text_is_the_one_of_the_code(locale: Path) -> None:
    assert catalogue(locale, "fr").gettext("Jouer") == "Jouer"
    assert catalogue(locale, "en").gettext("Jouer") == "Play"


def test_a_changed_text_is_compiled_again(locale: Path) -> None:
    source = locale / "en" / "LC_MESSAGES" / "django.po"
    compiled = locale / "en" / "LC_MESSAGES" / "django.mo"
    source.write_text(ENGLISH.replace('"Play"', '"Play now"'), encoding="utf-8")
    os.utime(source, (compiled.stat().st_mtime + 1,) * 2)
    compile_translations(locale)
    assert b"Play now" in compiled.read_bytes()


def english() -> polib.POFile:
    return polib.pofile(str(LOCALE / "en" / "LC_MESSAGES" / "django.po"))


def test_every_text_has_its_english() -> None:
    texts = english()
    assert [entry.msgid for entry in texts if not entry.translated()] == []
    assert texts.fuzzy_entries() == []


def test_english_keeps_every_blank_to_fill_in() -> None:
    wrong = []
    for entry in english():
        forms = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
        blanks = {*BLANK.findall(entry.msgid), *BLANK.findall(entry.msgid_plural)}
        wrong += [entry.msgid for form in forms if not {*BLANK.findall(form)} <= blanks]
    assert wrong == []


def test_every_text_of_a_page_stands_in_the_english_catalogue() -> None:
    known = {entry.msgid for entry in english()}
    used = {
        text
        for page in (LOCALE.parent / "templates").rglob("*.html")
        for text in TRANSLATED.findall(page.read_text(encoding="utf-8"))
    }
    assert used - known == set()
