"""Makes the catalogues of texts that Django reads (.mo) from those that people write (.po).

In Python, so that a machine without gettext still speaks English. `python -m config.translations`.
"""

from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"
FRENCH_PLURAL = "nplurals=2; plural=(n > 1);"


def compile_translations(locale: Path = LOCALE) -> None:
    """Compile the English texts, and the French plurals, if they changed since the last time.

    The texts of the code are French and need no catalogue, but for one thing: without one, gettext
    counts as English does and says « 0 cartes ».
    """
    source = locale / "en" / "LC_MESSAGES" / "django.po"
    english, french = (locale / language / "LC_MESSAGES" / "django.mo" for language in ("en", "fr"))
    if source.exists() and not all(_is_fresh(compiled, source) for compiled in (english, french)):
        texts = polib.pofile(str(source))
        _save(texts, english)
        _save(_plurals_in_french(texts), french)


def _is_fresh(compiled: Path, source: Path) -> bool:
    return compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime


def _save(texts: polib.POFile, compiled: Path) -> None:
    compiled.parent.mkdir(parents=True, exist_ok=True)
    texts.save_as_mofile(str(compiled))


def _plurals_in_french(texts: polib.POFile) -> polib.POFile:
    french = polib.POFile()
    french.metadata = texts.metadata | {"Language": "fr", "Plural-Forms": FRENCH_PLURAL}
    french.extend(
        polib.POEntry(
            msgctxt=entry.msgctxt,
            msgid=entry.msgid,
            msgid_plural=entry.msgid_plural,
            msgstr_plural={0: entry.msgid, 1: entry.msgid_plural},
        )
        for entry in texts
        if entry.msgid_plural and not entry.obsolete
    )
    return french


if __name__ == "__main__":
    compile_translations()
