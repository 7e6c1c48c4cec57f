from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import ngettext

from matches.services.clocks import clocks_tick


class Command(BaseCommand):
    """Does once what a served process does every few seconds: for a cron of every minute."""

    help = "Fait avancer les pendules des parties une fois ; à lancer chaque minute."

    def handle(self, *args: Any, **options: Any) -> None:
        moved = clocks_tick(now=timezone.now())
        self.stdout.write(ngettext("%(n)d coup joué.", "%(n)d coups joués.", moved) % {"n": moved})
