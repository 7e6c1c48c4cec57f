"""`manage.py serve`: what `make run` starts. Ready, then open, in one process."""

import gc
import socket
from argparse import ArgumentParser
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.urls import get_resolver
from django.utils.translation import gettext as _

from config.management.commands.prepare import prepare

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 (asked for with HOST=, never by default)


class Command(BaseCommand):
    help = "Bring the database and the catalogue up to date, then serve pages and sockets."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        door = open_door(host, port)
        prepare()
        load_every_address()
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
        self.stdout.flush()


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


def load_every_address() -> None:
    """Import every view now: the first page is as quick as the next, and a fault shows here."""
    get_resolver().url_patterns  # noqa: B018 (reading it imports them)


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
    from matches.services.clocks import ticker_start

    settle_memory()
    ticker_start()
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
