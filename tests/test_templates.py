"""The guard of the templates guards: an undefined variable never passes for an empty one."""

from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Engine, Template
from django.template.base import Origin

from tests.templates import UndefinedVariable

ENGINE = Engine(string_if_invalid=UndefinedVariable())
OURS = Path(settings.BASE_DIR) / "templates" / "page.html"


def render(source: str, file: Path = OURS) -> str:
    return Template(source, origin=Origin(str(file)), engine=ENGINE).render(Context({"here": "x"}))


@pytest.mark.parametrize(
    "source",
    ["{{ gone }}", "{{ here.gone }}", "{{ gone|upper }}", "{% with a=gone %}{{ a }}{% endwith %}"],
)
def test_an_undefined_variable_fails_the_test(source: str) -> None:
    with pytest.raises(AssertionError, match=r"page.html: (here\.)?gone is not defined"):
        render(source)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("{{ here }}", "x"),
        ("{% if gone %}yes{% else %}no{% endif %}", "no"),
        ("{{ gone|default:'rien' }}", "rien"),
    ],
)
def test_a_meant_absence_is_allowed(source: str, shown: str) -> None:
    assert render(source) == shown


def test_other_peoples_templates_may_leave_things_undefined() -> None:
    assert render("[{{ gone }}]", Path("elsewhere/admin.html")) == "[]"
