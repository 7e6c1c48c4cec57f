"""The drawings and the colours hold together: what a page asks for exists and can be read."""

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings

from rules.cards import Rarity

BASE = Path(settings.BASE_DIR)
CSS = BASE / "static" / "css"
SIGNS = (BASE / "static" / "img" / "signs.svg").read_text()
EMBLEMS = (BASE / "static" / "img" / "emblems.svg").read_text()
TOKENS = (CSS / "tokens.css").read_text()
TEMPLATES = sorted((BASE / "templates").rglob("*.html"))
CATALOGUE = json.loads((BASE / "fixtures" / "catalogue.json").read_text())


def ids(svg: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', svg)


def masks() -> dict[str, str]:
    return dict(re.findall(r'<g id="([a-z0-9-]+)">((?:<use [^>]+/>)+)</g>', EMBLEMS))


def test_every_brawler_has_a_mask_of_its_own() -> None:
    slugs = [brawler["slug"] for brawler in CATALOGUE["brawlers"]]
    assert [slug for slug in slugs if slug not in masks()] == []
    assert len({masks()[slug] for slug in slugs}) == len(slugs)


def test_a_mask_is_made_of_parts_that_exist() -> None:
    parts = re.findall(r'href="#([^"]+)"', EMBLEMS)
    assert set(parts) <= set(ids(EMBLEMS))
    assert len(ids(EMBLEMS)) == len(set(ids(EMBLEMS)))


def test_every_rarity_has_a_shape() -> None:
    shapes = {name.removeprefix("r-") for name in ids(SIGNS) if name.startswith("r-")}
    assert shapes == {str(rarity) for rarity in Rarity} | {"super_secret"}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_a_template_asks_only_for_drawings_that_exist(template: Path) -> None:
    text = template.read_text()
    named = re.findall(r'partials/icon.html" with name="([^"]+)"', text)
    asked = re.findall(r'img/(signs|emblems|court)\.svg" %}#([\w-]+)"', text)
    signs = [sign for file, sign in asked if file == "signs"] + [f"i-{name}" for name in named]
    assert set(signs) <= set(ids(SIGNS))
    assert {emblem for file, emblem in asked if file == "emblems"} <= set(ids(EMBLEMS))


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_a_template_holds_no_style_and_no_script_of_its_own(template: Path) -> None:
    text = template.read_text()
    assert re.findall(r"<style|\sstyle=|<script(?![^>]*\bsrc=)|\son[a-z]+=", text) == []


def declarations(block: str) -> dict[str, str]:
    return dict(re.findall(r"(--[\w-]+):\s*([^;]+);", block))


def block_after(selector: str) -> str:
    return TOKENS.split(selector, 1)[1].split("}", 1)[0]


LIGHT = declarations(block_after(":root {"))
CHOSEN_DARK = declarations(block_after(':root[data-theme="dark"] {'))
DARK = LIGHT | CHOSEN_DARK


def test_the_chosen_dark_is_the_dark_of_the_device() -> None:
    assert declarations(block_after(':root:not([data-theme="light"]) {')) == CHOSEN_DARK


def luminance(colour: str) -> float:
    channels = [int(colour[i:j], 16) / 255 for i, j in pairwise((1, 3, 5, 7))]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


SHEETS = ("--bg", "--surface", "--surface-2", "--surface-3")
TEXTS = ("--ink", "--ink-2", "--link", "--bad")
WRITTEN = [
    *((text, sheet) for text in TEXTS for sheet in SHEETS),
    ("--on-brand", "--brand"),
    ("--on-accent", "--accent"),
    ("--on-sun", "--sun"),
    ("--good", "--good-soft"),
    ("--bad", "--bad-soft"),
    ("--warn", "--warn-soft"),
    ("--good", "--surface"),
    ("--surface", "--ink"),
]
DRAWN = [("--line-strong", sheet) for sheet in ("--bg", "--surface")] + [
    ("--focus", sheet) for sheet in SHEETS
]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_words_stand_out_from_what_they_are_written_on(theme: dict[str, str]) -> None:
    """WCAG AA: 4.5 for words."""
    weak = {pair: contrast(*(theme[name] for name in pair)) for pair in WRITTEN}
    assert {pair: round(ratio, 2) for pair, ratio in weak.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_edges_and_focus_stand_out(theme: dict[str, str]) -> None:
    """WCAG AA: 3 for what one must see to use the page."""
    weak = {pair: contrast(*(theme[name] for name in pair)) for pair in DRAWN}
    assert {pair: round(ratio, 2) for pair, ratio in weak.items() if ratio < 3} == {}


def rarity_colours() -> Iterator[tuple[str, str, str]]:
    common = declarations(block_after("[data-rarity] {"))
    yield "common", common["--on-r"], common["--r"]
    for rarity in Rarity:
        if rarity is not Rarity.COMMON:
            own = common | declarations(block_after(f'[data-rarity="{rarity}"] {{'))
            yield str(rarity), own["--on-r"], own["--r"]


def test_the_letter_of_a_rarity_stands_out_from_its_shape() -> None:
    weak = [
        name
        for name, letter, shape in rarity_colours()
        # A Chromatique's letter is written on the white middle of its flower.
        if contrast(letter, "#ffffff" if name == "chromatic" else shape) < 4.5
    ]
    assert weak == []


def mixed(colour: str, other: str, part: float) -> str:
    """What `color-mix(in srgb, colour, other part)` gives."""
    channels = [(int(colour[i:j], 16), int(other[i:j], 16)) for i, j in pairwise((1, 3, 5, 7))]
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in channels)


def words_of_rarities(theme: dict[str, str]) -> Iterator[tuple[str, str]]:
    part = float(theme["--toward-part"].removesuffix("%")) / 100
    common = declarations(block_after("[data-rarity] {"))
    for rarity in Rarity:
        selector = "[data-rarity] {" if rarity is Rarity.COMMON else f'[data-rarity="{rarity}"] {{'
        own = common | declarations(block_after(selector))
        written = re.search(r"srgb, (#\w{6})", own["--r-text"])
        yield str(rarity), mixed(written[1] if written else own["--r"], theme["--toward"], part)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_name_of_a_rarity_written_in_its_colour_can_be_read(theme: dict[str, str]) -> None:
    weak = {
        (name, sheet): round(contrast(colour, theme[sheet]), 2)
        for name, colour in words_of_rarities(theme)
        for sheet in ("--bg", "--surface", "--surface-2")
    }
    assert {pair: ratio for pair, ratio in weak.items() if ratio < 4.5} == {}


def test_the_style_of_a_page_is_light() -> None:
    """The four sheets that every page loads, in bytes."""
    sheets = ("tokens.css", "base.css", "components.css", "cards.css")
    assert sum((CSS / sheet).stat().st_size for sheet in sheets) < 60_000
