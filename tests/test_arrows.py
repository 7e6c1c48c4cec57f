"""The arrows of the house: config → matches → collection → rules, and never back."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "collection", "matches", "config")

# What would let a clock, a file, a network or hidden chance into the rules.
IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "os",
    "pathlib",
    "secrets",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "urllib",
}
# The rules' command line reads files and prints: it is at the edge, not inside.
EDGE = ("rules/__main__.py", "rules/commands")


def modules_of(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


@cache
def tree_of(module: Path) -> ast.Module:
    return ast.parse(module.read_text(encoding="utf-8"), filename=str(module))


def imports_of(module: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield _absolute(node, module)


def _absolute(node: ast.ImportFrom, module: Path) -> str:
    here = module.relative_to(ROOT).parent.parts
    above = here[: len(here) - node.level + 1] if node.level else ()
    return ".".join([*above, *([node.module] if node.module else [])])


def rooms_entered_from(room: str) -> set[tuple[str, str]]:
    return {
        (str(module.relative_to(ROOT)), name)
        for module in modules_of(room)
        for name in imports_of(module)
        if name.split(".")[0] in (*ROOMS, "tests")
    }


@pytest.mark.parametrize(
    ("room", "below"), [(room, ROOMS[: i + 1]) for i, room in enumerate(ROOMS)]
)
def test_a_room_imports_only_itself_and_those_below(room: str, below: tuple[str, ...]) -> None:
    upward = {
        (module, name)
        for module, name in rooms_entered_from(room)
        if name.split(".")[0] not in below
    }
    assert upward == set()


def test_the_rules_need_nothing_but_python() -> None:
    foreign = {
        (str(module.relative_to(ROOT)), name)
        for module in modules_of("rules")
        for name in imports_of(module)
        if name.split(".")[0] not in sys.stdlib_module_names | {"rules"}
    }
    assert foreign == set()


def test_the_rules_have_no_clock_no_files_and_no_network() -> None:
    impure = {
        (str(module.relative_to(ROOT)), name)
        for module in modules_of("rules")
        if not str(module.relative_to(ROOT)).startswith(EDGE)
        for name in imports_of(module)
        if name.split(".")[0] in IMPURE
    }
    assert impure == set()


def test_the_rules_draw_no_chance_but_the_one_they_are_given() -> None:
    hidden = {
        f"{module.relative_to(ROOT)}:{node.lineno}"
        for module in modules_of("rules")
        for node in ast.walk(tree_of(module))
        if _is_global_chance(node)
    }
    assert hidden == set()


def _is_global_chance(node: ast.AST) -> bool:
    """`import random` gives one generator that nobody seeded; `Random` is one that is handed in."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "random" and any(alias.name != "Random" for alias in node.names)
    return isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names)


def test_views_ask_services_and_selectors_never_the_tables() -> None:
    """A view turns a request into a call: a query in it would see what a viewer may not."""
    querying = {
        f"{module.relative_to(ROOT)}:{node.lineno}"
        for room in ("collection", "matches")
        for module in (ROOT / room / "views").glob("*.py")
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Attribute) and node.attr in ("objects", "_default_manager")
    }
    assert querying == set()


def test_only_the_ledger_changes_who_owns_a_copy() -> None:
    """Every change of ownership leaves its entry, since no other code assigns `Copy.owner`."""
    assigning = {
        f"{module.relative_to(ROOT)}:{node.lineno}"
        for room in ("collection", "matches")
        for module in modules_of(room)
        if module.name != "ledger.py" and "migrations" not in module.parts
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Assign) and any(map(_is_owner, node.targets))
    }
    assert assigning == set()


def _is_owner(target: ast.expr) -> bool:
    return isinstance(target, ast.Attribute) and target.attr in ("owner", "owner_id")
