"""Filling the catalogue from its reviewed file, without ever touching anybody's copies."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from collection.folding import fold
from collection.models import Brawler, Card, Rarity
from collection.models.catalogue import Named

FIXTURE = Path(settings.BASE_DIR) / "fixtures" / "catalogue.json"
LONGEST_SEARCH_TEXT = 400


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load did: rows made, rows whose facts changed, cards left out of the file."""

    created: int
    updated: int
    left: int


@transaction.atomic
def catalogue_load(*, source: Path = FIXTURE) -> Loaded:
    """Bring rarities, Brawlers and cards up to the file; safe to run again.

    A row is known by its slug (a rarity by its code). Names and facts follow the file, unless
    the row is pinned, since somebody of the staff knew better. A card that the file no longer
    holds stays, since somebody may own it.
    """
    facts = json.loads(source.read_text(encoding="utf-8"))
    rarities = _load_rows(Rarity, "code", facts["rarities"])
    brawlers = _load_rows(Brawler, "slug", [_brawler_row(row) for row in facts["brawlers"]])
    ids = dict(Brawler.objects.values_list("slug", "pk"))
    names = {row["slug"]: row for row in facts["brawlers"]}
    cards = _load_rows(Card, "slug", [_card_row(row, ids, names) for row in facts["cards"]])
    known = {row["slug"] for row in facts["cards"]}
    left = Card.objects.filter(proposed_by=None).exclude(slug__in=known).count()
    changes = (rarities, brawlers, cards)
    return Loaded(sum(c for c, _u in changes), sum(u for _c, u in changes), left)


def catalogue_fingerprint(*, source: Path = FIXTURE) -> str:
    """Return a digest of the file, to tell whether it changed since it was last loaded."""
    return hashlib.sha256(source.read_bytes()).hexdigest()


def card_search_text(*, name: str, name_en: str, brawler: str, brawler_en: str) -> str:
    """Return the folded text that searches look into, each part once."""
    parts = dict.fromkeys(fold(part) for part in (name, name_en, brawler, brawler_en))
    return " | ".join(part for part in parts if part)[:LONGEST_SEARCH_TEXT]


def _brawler_row(row: dict[str, Any]) -> dict[str, Any]:
    return {
        **{key: value for key, value in row.items() if key != "rarity"},
        "rarity_id": row["rarity"],
    }


def _card_row(
    row: dict[str, Any], brawler_ids: dict[str, int], brawlers: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    brawler = brawlers.get(row.get("brawler", ""), {})
    return {
        "slug": row["slug"],
        "number": row["number"],
        "kind": row["kind"],
        "name": row["name"],
        "name_en": row.get("name_en", ""),
        "rarity_id": row["rarity"],
        "brawler_id": brawler_ids[row["brawler"]] if brawler else None,
        "suits_id": row.get("suits"),
        "super_secret": row.get("super_secret", False),
        "gems": row.get("gems"),
        "era": row["era"],
        "print_known": row["print_known"],
        "search": card_search_text(
            name=row["name"],
            name_en=row.get("name_en", ""),
            brawler=brawler.get("name", ""),
            brawler_en=brawler.get("name_en", ""),
        ),
    }


def _load_rows(model: type[Named], key: str, rows: list[dict[str, Any]]) -> tuple[int, int]:
    """Create the rows that are missing, update those that differ; return how many of each."""
    known = {getattr(row, key): row for row in model._default_manager.all()}
    fresh = [model(**row) for row in rows if row[key] not in known]
    changed = [
        _updated(known[row[key]], row)
        for row in rows
        if row[key] in known and _differs(known[row[key]], row)
    ]
    model._default_manager.bulk_create(fresh, batch_size=200)
    if changed:
        fields = [name.removesuffix("_id") for name in rows[0] if name != key]
        model._default_manager.bulk_update(changed, fields, batch_size=200)
    return len(fresh), len(changed)


def _differs(known: Named, row: dict[str, Any]) -> bool:
    """Say whether the file changes a row; one that was corrected by hand it leaves alone."""
    return not known.pinned and any(getattr(known, name) != row[name] for name in row)


def _updated(known: Named, row: dict[str, Any]) -> Named:
    for name, value in row.items():
        setattr(known, name, value)
    return known
