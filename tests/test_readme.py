"""What the README shows is what happens: each command of its examples is run here."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import ROOT, Household, household_environment
from tests.test_house import tracked_files

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def examples() -> Iterator[tuple[str, str]]:
    """Each `$ command` of the README with what is shown below it."""
    for block in re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        yield from re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)


COMMANDS = [(command, shown) for command, shown in examples() if command != "make run"]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_a_command_of_the_readme_does_what_it_shows(
    command: str, shown: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [_ours(word) for word in shlex.split(command)],
        cwd=ROOT,
        env=household_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == shown or not shown


def _ours(word: str) -> str:
    return sys.executable if word == "python3" else word


@pytest.mark.slow
def test_make_run_says_what_the_readme_shows(household: Household) -> None:
    household.start()
    shown = dict(examples())["make run"]
    assert household.said == shown.replace("8000", household.url.rsplit(":", 1)[1])


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make (\w+)", README))))
def test_a_target_of_the_readme_is_in_the_makefile(target: str) -> None:
    done = subprocess.run(
        ["make", "--dry-run", target], cwd=ROOT, env=_plain(), capture_output=True, check=False
    )
    assert done.returncode == 0


def _plain() -> dict[str, str]:
    """Not the environment of the `make` that may have started these tests."""
    return {name: value for name, value in os.environ.items() if "MAKE" not in name}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_link_between_documents_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_the_map_of_the_readme_shows_every_folder() -> None:
    shown = set(re.findall(r"^(\w+)/ ", README, re.MULTILINE))
    tracked = {file.parts[0] for file in tracked_files() if len(file.parts) > 1}
    assert tracked - {".ci"} <= shown
