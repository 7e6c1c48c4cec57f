"""`manage.py serve`: what `make run` starts. Ready, then open, in one process."""

import gc
import hashlib
import socket
from argparse import ArgumentParser
from io import StringIO
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from config.translations import compile_translations

CATALOGUE = settings.BASE_DIR / "fixtures" / "catalogue.json"
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 (asked for with HOST=, never by default)


class Command(BaseCommand):
    help = "Bring the database and the catalogue up to date, then serve pages and sockets."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        door = open_door(host, port)
        compile_translations()
        migrated = migrate_if_needed()
        load_catalogue_if_changed(force=migrated)
        self.invite(host, door.getsockname()[1])
        serve(door)

    def invite(self, host: str, port: int) -> None:
        """Say what to open: here, or from any device of the house."""
        address = home_address() if host in EVERYWHERE else host
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, address]
        url = f"http://{f'[{address}]' if ':' in address else address}:{port}"
        self.stdout.write(_("Pioche est ouverte : %(url)s (Ctrl+C pour fermer)") % {"url": url})
        if host in EVERYWHERE and self.stdout.isatty():
            segno.make(url).terminal(out=self.stdout, compact=True)


def open_door(host: str, port: int) -> socket.socket:
    """Listen before anything is prepared: a taken port is told at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, OverflowError) as error:
        raise CommandError(
            _("Le port %(port)s n’est pas libre (%(error)s). Essayez : make run PORT=8001")
            % {"port": port, "error": error}
        ) from error


def migrate_if_needed() -> bool:
    """Whether there was anything to migrate."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    call_command("migrate", database=DEFAULT_DB_ALIAS, interactive=False, verbosity=0)
    return True


def load_catalogue_if_changed(*, force: bool) -> None:
    """Load the catalogue into a new database, or when its file is not the one last loaded."""
    stamp = settings.DATA_DIR / "catalogue.sha256"
    digest = hashlib.sha256(CATALOGUE.read_bytes()).hexdigest()
    if force or not stamp.exists() or stamp.read_text() != digest:
        call_command("load_catalogue", verbosity=0, stdout=StringIO())
        stamp.write_text(digest)


def home_address() -> str:
    """This machine's address in the house, or the loopback when it is in no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # chooses a route; nothing is sent
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def serve(door: socket.socket) -> None:
    from config.asgi import application

    settle_memory()
    config = uvicorn.Config(
        application,
        lifespan="off",
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=2,
    )
    try:
        uvicorn.Server(config).run(sockets=[door])
    except KeyboardInterrupt:
        return


def settle_memory() -> None:
    """Keep what was loaded at the start out of the collector's sight.

    Hundreds of open sockets otherwise wait for it to walk every module, over and over.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
