"""Ready-made phrases; there is no free chat, since children play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from collection.models import Player
from collection.refusals import Refusal
from matches.models import Match, Reaction
from matches.services.play import play_refused
from matches.services.push import push_after_commit

PAUSE = timedelta(seconds=3)
WINDOW = timedelta(seconds=60)
MOST_IN_WINDOW = 6
SAYABLE = (Match.Status.RUNNING, Match.Status.OVER)


@dataclass(frozen=True, slots=True)
class Phrase:
    """What can be said: a sign to see from afar, and words."""

    sign: str
    words: str | Promise


PHRASES: Mapping[str, Phrase] = {
    "hello": Phrase("👋", _("Salut !")),
    "luck": Phrase("🍀", _("Bonne chance !")),
    "wow": Phrase("🤩", _("Joli coup !")),
    "oops": Phrase("🙈", _("Oups…")),
    "think": Phrase("🤔", _("Je réfléchis…")),
    "laugh": Phrase("😄", _("Ha ha !")),
    "back": Phrase("⏳", _("Je reviens tout de suite.")),
    "thanks": Phrase("🤝", _("Merci, bien joué !")),
}


@transaction.atomic
def reaction_say(
    *, match_id: int, player: Player, phrase: str, now: datetime | None = None
) -> Reaction:
    """Say a phrase from one's seat.

    Raises `no_phrase`, `not_seated`, `not_running` (before the start) and `too_many`: one every
    three seconds, six a minute.
    """
    now = now or timezone.now()
    if phrase not in PHRASES:
        raise Refusal("no_phrase", _("Cette phrase n'existe pas."))
    match = Match.objects.select_for_update().get(pk=match_id)
    seating = match.seatings.filter(player=player, bot="").order_by("seat").first()
    if seating is None:
        raise play_refused("not_seated")
    if match.status not in SAYABLE:
        raise play_refused("not_running")
    _refuse_chatter(match, seating.seat, now)
    said = Reaction.objects.create(match=match, seat=seating.seat, phrase=phrase, at=now)
    match.version += 1
    match.save(update_fields=["version"])
    push_after_commit(match)
    return said


def _refuse_chatter(match: Match, seat: int, now: datetime) -> None:
    lately = match.reactions.filter(seat=seat, at__gt=now - WINDOW).order_by("-at")
    times = list(lately.values_list("at", flat=True)[:MOST_IN_WINDOW])
    if len(times) == MOST_IN_WINDOW or (times and now - times[0] < PAUSE):
        raise Refusal("too_many", _("Doucement : attends un peu avant la prochaine phrase."))
