"""A template that shows a variable nobody gave it fails the test that rendered it."""

import sys
from pathlib import Path
from types import FrameType

from django.conf import settings
from django.template.base import FilterExpression, Node, Template

OURS = Path(settings.BASE_DIR) / "templates"


class UndefinedVariable(str):
    """Stands in for Django's `string_if_invalid`: empty, and refused when Django asks for it.

    Allowed where absence is meant: in `{% if x %}`, which never asks, and in `x|default:"…"`,
    by which a partial names its optional parts. Other people's templates (the admin's) may do
    as they like.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        frame = sys._getframe(1)
        expression = frame.f_locals.get("self")
        if isinstance(expression, FilterExpression) and not _has_default(expression):
            _refuse(expression, _template_rendered_in(frame))
        return False


def _has_default(expression: FilterExpression) -> bool:
    return bool(expression.filters) and expression.filters[0][0].__name__ == "default"


def _refuse(expression: FilterExpression, template: Path | None) -> None:
    if template is not None and OURS in template.parents:
        raise AssertionError(f"{template.relative_to(OURS)}: {expression.var} is not defined")


def _template_rendered_in(frame: FrameType | None) -> Path | None:
    while frame is not None:
        rendering = frame.f_locals.get("self")
        origin = getattr(rendering, "origin", None)
        if isinstance(rendering, Node | Template) and origin is not None:
            return Path(origin.name)
        frame = frame.f_back
    return None
