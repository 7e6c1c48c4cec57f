"""`manage.py prepare`: whatever must be done before pages are served, and only that."""

import hashlib
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.translations import compile_translations

CATALOGUE = settings.BASE_DIR / "fixtures" / "catalogue.json"


class Command(BaseCommand):
    help = "Bring texts, database, catalogue and static files up to date. Repeating is free."
    requires_system_checks = []

    def handle(self, **options: Any) -> None:
        prepare()
        if settings.STATIC_ROOT:
            call_command("collectstatic", interactive=False, verbosity=0)


def prepare() -> None:
    """Compiled texts, migrations applied, the catalogue loaded: under a second if nothing is new.

    Copies, decks and players are never touched.
    """
    compile_translations()
    migrated = migrate_if_needed()
    load_catalogue_if_changed(force=migrated)


def migrate_if_needed() -> bool:
    """Whether there was anything to migrate."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    call_command("migrate", interactive=False, verbosity=0)
    return True


def load_catalogue_if_changed(*, force: bool) -> None:
    """Load the catalogue into a new database, or when its file is not the one last loaded."""
    stamp = settings.DATA_DIR / "catalogue.sha256"
    digest = hashlib.sha256(CATALOGUE.read_bytes()).hexdigest()
    if force or not stamp.exists() or stamp.read_text(encoding="ascii") != digest:
        call_command("load_catalogue", verbosity=0, stdout=StringIO())
        stamp.write_text(digest, encoding="ascii")
