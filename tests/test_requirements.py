"""Ranges in pyproject.toml, exact versions in constraints.txt, and they agree."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent


def constraints() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {
        canonicalize_name(name): version for name, version in (line.split("==") for line in lines)
    }


def requirements() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    return [Requirement(line) for group in groups for line in group]


def test_a_constraint_is_an_exact_name_and_version() -> None:
    exact = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9._+!]+")
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not exact.fullmatch(line)] == []


def test_every_requirement_is_a_range_with_an_end() -> None:
    open_ended = [
        str(requirement)
        for requirement in requirements()
        if not any(clause.operator in ("<", "~=") for clause in requirement.specifier)
    ]
    assert open_ended == []


def test_the_pinned_version_is_in_the_range() -> None:
    pinned = constraints()
    outside = [
        str(requirement)
        for requirement in requirements()
        if pinned.get(canonicalize_name(requirement.name), "") not in requirement.specifier
    ]
    assert outside == []
