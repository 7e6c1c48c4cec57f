"""Habits of the house that no linter knows."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TOP_LEVEL = {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "LICENSE",
    "Makefile",
    "README.md",
    "collection",
    "config",
    "constraints.txt",
    "docs",
    "fixtures",
    "locale",
    "manage.py",
    "matches",
    "pyproject.toml",
    "rules",
    "static",
    "templates",
    "tests",
}
SAYS_NOTHING = {"data", "helper", "helpers", "info", "manager", "misc", "util", "utils"}
PICTURES = {".png", ".svg", ".webp", ".ico"}
TEXTS = {
    ".css",
    ".html",
    ".js",
    ".json",
    ".md",
    ".po",
    ".py",
    ".toml",
    ".txt",
    ".csv",
    ".webmanifest",
}
# A place on somebody's disk, which means nothing on another's.
SOMEBODYS_DISK = re.compile(r"(?<![\w.])/(?:home|root|Users|work)/\w+")


def tracked_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = (Path(name) for name in listed.stdout.split("\0") if name)
    return [file for file in files if (ROOT / file).exists()]


def written_modules() -> list[Path]:
    return [
        file for file in tracked_files() if file.suffix == ".py" and "migrations" not in file.parts
    ]


def functions_of(file: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_the_top_level_holds_what_the_map_shows() -> None:
    assert {file.parts[0] for file in tracked_files()} <= TOP_LEVEL


def test_module_names_say_what_is_inside() -> None:
    assert [file for file in written_modules() if file.stem in SAYS_NOTHING] == []


def test_python_files_stay_readable_in_one_sitting() -> None:
    lengths = {file: len((ROOT / file).read_text().splitlines()) for file in written_modules()}
    assert {file: length for file, length in lengths.items() if length > 500} == {}


def test_no_function_is_longer_than_a_screen() -> None:
    long = {
        f"{file}:{function.name}": _length(function)
        for file in written_modules()
        for function in functions_of(file)
        if _length(function) > 40
    }
    assert long == {}


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines of code from the name to the end, the docstring apart."""
    assert function.end_lineno is not None
    story = function.body
    if ast.get_docstring(function) is not None:
        story = story[1:]
    start = story[0].lineno if story else function.end_lineno
    return function.end_lineno - start + 2


def test_nothing_is_left_for_later() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    left = [file for file in written_modules() if marks.search(_text(file))]
    assert [file for file in left if file.name != "test_house.py"] == []


def test_every_picture_is_drawn_here_and_everything_else_is_text() -> None:
    """No artwork of the game, no photo, no library copied in."""
    plain = {file for file in tracked_files() if file.suffix in TEXTS | {""}}
    plain |= {Path("LICENSE"), Path("Makefile"), Path(".gitignore")}
    pictures = {file for file in tracked_files() if file.suffix in PICTURES}
    assert {file for file in pictures if file.parts[0] not in ("docs", "static")} == set()
    assert set(tracked_files()) - plain - pictures == set()


def test_no_file_names_a_place_on_somebodys_disk() -> None:
    texts = [file for file in tracked_files() if file.suffix in TEXTS | {""}]
    assert [file for file in texts if SOMEBODYS_DISK.search(_text(file))] == []


def _text(file: Path) -> str:
    return (ROOT / file).read_text(encoding="utf-8")
