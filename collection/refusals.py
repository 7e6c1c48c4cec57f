"""What the services say no with: a stable code, a sentence for the player, its facts."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise


class Refusal(Exception):
    """A request that cannot be granted; nothing was changed.

    `code` is stable (tests and the API compare it), `sentence` is shown to the player,
    `facts` name what it is about.
    """

    def __init__(self, code: str, sentence: str | Promise, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.facts = facts

    def __str__(self) -> str:
        return str(self.sentence)
