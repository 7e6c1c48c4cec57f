"""A database of a million copies, made once by plain SQL and kept beside the others."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from pathlib import Path

OWNER_COPIES = 100_000
ALL_COPIES = 1_000_000
OTHER_OWNERS = 900
OWNER = "grand-collectionneur"
NOW = "2026-01-01 12:00:00"


def use_big_database() -> None:
    """Point Django at the large database, making it if need be, and set Django up."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    folder = Path(os.environ.get("PIOCHE_BENCH_DIR", "var/bench")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "million.sqlite3"
    os.environ["DATABASE_URL"] = f"sqlite:///{path}"
    import django

    django.setup()
    _migrate()
    _fill(path)


def _migrate() -> None:
    from django.core.management import call_command

    from collection.services.catalogue import catalogue_load

    call_command("migrate", verbosity=0)
    catalogue_load()


def _fill(path: Path) -> None:
    from collection.models import Copy, Player

    if Copy.objects.count() >= ALL_COPIES:
        return
    start = time.perf_counter()
    owner = Player.objects.create(username=OWNER, display_name=OWNER)
    others = [
        Player.objects.create(username=f"autre-{n}", display_name=f"Autre {n}").pk
        for n in range(OTHER_OWNERS)
    ]
    cards = _era_cards()
    owners = [owner.pk] * OWNER_COPIES + [
        others[n % OTHER_OWNERS] for n in range(ALL_COPIES - OWNER_COPIES)
    ]
    _insert(path, owners, cards)
    _decks(owner.pk)
    seconds = time.perf_counter() - start
    size = path.stat().st_size >> 20
    sys.stderr.write(f"large database made in {seconds:.0f} s: {size} MB\n")


def _era_cards() -> list[int]:
    from collection.models import Card

    return list(Card.objects.filter(era=True).order_by("number").values_list("pk", flat=True))


def _insert(path: Path, owners: list[int], cards: list[int]) -> None:
    conditions = ("", "mint", "good", "worn")
    connection = sqlite3.connect(path)
    with connection:
        connection.executemany(
            "INSERT INTO collection_copy (id, owner_id, card_id, state, condition, binder, page,"
            " slot, note, created_at) VALUES (?, ?, ?, 'free', ?, ?, ?, ?, '', ?)",
            (
                (
                    n + 1,
                    owner,
                    cards[(n * 7) % len(cards)],
                    conditions[n % 4],
                    f"Classeur {n % 5}" if n % 3 else "",
                    n % 60 + 1 if n % 3 else None,
                    n % 9 + 1 if n % 3 else None,
                    NOW,
                )
                for n, owner in enumerate(owners)
            ),
        )
        connection.executemany(
            "INSERT INTO collection_ledgerentry (copy_id, step, kind, to_player_id, actor_id, at,"
            " why, reference) VALUES (?, 1, 'opened', ?, ?, ?, '', '')",
            ((n + 1, owner, owner, NOW) for n, owner in enumerate(owners)),
        )
        connection.execute("ANALYZE")
    connection.close()


def _decks(owner_id: int) -> None:
    from collection.models import Card, Deck, DeckSlot

    by_slug = {card.slug: card for card in Card.objects.all()}
    slugs = ["shelly", "nita", "el-costo", "ricochet", "polly", "mortis", "spike", "leon", "gael"]
    slugs += ["gadget-sirop-gluant", "barbetick"]
    for number in range(40):
        deck = Deck.objects.create(owner_id=owner_id, name=f"Deck {number}")
        DeckSlot.objects.bulk_create(
            DeckSlot(deck=deck, position=n, card=by_slug[slug]) for n, slug in enumerate(slugs)
        )
