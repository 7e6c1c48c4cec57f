from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from collection.services.catalogue import catalogue_load
from collection.services.demo import demo_create


class Command(BaseCommand):
    """Adds players with collections and decks to look around with; safe to run again."""

    help = "Ajoute des joueurs de démonstration ; sans danger si on le relance."

    def handle(self, *args: Any, **options: Any) -> None:
        catalogue_load()
        added = demo_create()
        names = ", ".join(str(player) for player in added) or "personne de nouveau"
        self.stdout.write(f"Démonstration : {names}. Mot de passe : pioche-demo")
