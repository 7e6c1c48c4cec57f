"""A template that shows a variable nobody gave it fails the test that rendered it."""

import inspect
from pathlib import Path

from django.conf import settings
from django.template.base import Node, Template

OURS = Path(settings.BASE_DIR) / "templates"


class UndefinedVariable(str):
    """Stands in for Django's `string_if_invalid`, and refuses instead of showing itself.

    Only in our own templates: those of Django's admin rely on undefined variables.
    """

    __slots__ = ()

    def __new__(cls) -> "UndefinedVariable":
        return super().__new__(cls, "%s")

    def __mod__(self, variable: object) -> str:
        template = _template_being_rendered()
        if template is not None and OURS in template.parents:
            raise AssertionError(f"{template.relative_to(OURS)}: {variable} is not defined")
        return ""


def _template_being_rendered() -> Path | None:
    for frame in inspect.stack(context=0):
        rendering = frame.frame.f_locals.get("self")
        if isinstance(rendering, Node | Template) and getattr(rendering, "origin", None):
            return Path(rendering.origin.name)
    return None
