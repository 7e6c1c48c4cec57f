"""The texts: French as written, English where it is written, each counting in its own way."""

import gettext
import os
from pathlib import Path

import pytest

from config.translations import compile_translations

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
