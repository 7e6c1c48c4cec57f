"""What happened, in sentences, as one seat saw it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of the log: the event's kind, the sentence, and the step of the match."""

    kind: str
    text: str
    step: int
