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

SHORTCUTS = ("get_object_or_404", "get_list_or_404")
PUBLIC_TABLES = ("Rarity", "Brawler")


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


def test_views_ask_selectors_for_rows_never_the_tables() -> None:
    """A query in a view would see what its viewer may not; what everybody may see is no secret."""
    querying = {
        f"{module.relative_to(ROOT)}:{node.lineno}"
        for room in ("collection", "matches")
        for module in (ROOT / room / "views").glob("*.py")
        for node in ast.walk(tree_of(module))
        if _queried_table(node) not in {None, *PUBLIC_TABLES}
    }
    assert querying == set()


def _queried_table(node: ast.AST) -> str | None:
    """`Copy` for `Copy.objects` and for `get_object_or_404(Copy, …)`."""
    if isinstance(node, ast.Attribute) and node.attr in ("objects", "_default_manager"):
        return ast.unparse(node.value)
    if isinstance(node, ast.Call) and ast.unparse(node.func) in SHORTCUTS:
        return ast.unparse(node.args[0]).removesuffix(".objects")
    return None


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
