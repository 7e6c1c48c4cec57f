"""Makes the catalogues of texts that Django reads (.mo) from those that people write (.po).

In Python, so that a machine without gettext still speaks English. `python -m config.translations`.
"""

from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent.parent / "locale"


def compile_translations(locale: Path = LOCALE) -> list[Path]:
    """Compile each .po that changed since its .mo was made; the .mo files that are new."""
    sources = sorted(locale.glob("*/LC_MESSAGES/*.po"))
    return [_compile(source) for source in sources if _is_stale(source)]


def _is_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime


def _compile(source: Path) -> Path:
    compiled = source.with_suffix(".mo")
    polib.pofile(str(source)).save_as_mofile(str(compiled))
    return compiled


if __name__ == "__main__":
    compile_translations()
