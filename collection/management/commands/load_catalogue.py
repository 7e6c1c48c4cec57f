from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from collection.services.catalogue import catalogue_load


class Command(BaseCommand):
    """Brings the catalogue up to its file; safe to run again."""

    help = "Charge le catalogue des cartes ; sans danger si on le relance."

    def handle(self, *args: Any, **options: Any) -> None:
        loaded = catalogue_load()
        self.stdout.write(
            f"Catalogue : {loaded.created} ajouts, {loaded.updated} mises à jour, "
            f"{loaded.left} cartes gardées hors du fichier."
        )
