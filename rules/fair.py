"""Online the cards are drawn by everybody: commitment, players' bytes, and their check.

The server commits to its own 32 bytes before any player's bytes come in; the seed of the match
is then made of all of them (record, The fair shuffle). So the server alone could not choose the
cards once it had committed, if at least one human player is honest and finds their own bytes in
the record. It is no proof that the server never gave up a table before the first move, and
against bots alone only that it stuck to its first seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any

from rules.record import HEX_32_BYTES, Record


def commitment(server_seed: bytes) -> bytes:
    """Return what the server shows when the table is made: SHA-256 of its 32 bytes."""
    return hashlib.sha256(server_seed).digest()


def match_seed(server_seed: bytes, player_bytes: Sequence[bytes | None]) -> bytes:
    """Return the seed: SHA-256 of the server's bytes, then the players' that are there, by seat."""
    return hashlib.sha256(server_seed + b"".join(filter(None, player_bytes))).digest()


def write_fair(server_seed: bytes, player_bytes: Sequence[bytes | None]) -> dict[str, Any]:
    """Return a record's `fair`, to be given out once the match is over."""
    return {
        "commit": commitment(server_seed).hex(),
        "server_seed": server_seed.hex(),
        "player_bytes": [None if sent is None else sent.hex() for sent in player_bytes],
    }


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must fit for a shuffle to be verified.

    Codes: `form:<key>` (a value that isn't what the record asks for; told only when it fails),
    `commit` (the commitment is that of the server's bytes), `seed` (the seed follows from the
    bytes), `shown` (the commitment is the one that was shown), `mine:<seat>` (the bytes that this
    seat sent stand there).
    """

    code: str
    fits: bool


def fair_checks(
    record: Record, *, shown: bytes | None = None, mine: Mapping[int, bytes] | None = None
) -> tuple[Check, ...]:
    """Check a record's `fair`; nothing to check is an empty tuple.

    `shown` is the commitment that a browser kept from the start, `mine` the bytes that it sent,
    by seat; without them the record is only checked against itself.
    """
    if record.fair is None:
        return ()
    if not isinstance(record.fair, dict):
        return (Check("form:fair", False),)
    return tuple(_checks(record, shown, mine or {}))


def _checks(record: Record, shown: bytes | None, mine: Mapping[int, bytes]) -> Iterator[Check]:
    commit = _read_bytes(record.fair.get("commit"))
    server_seed = _read_bytes(record.fair.get("server_seed"))
    player_bytes = _read_player_bytes(record.fair.get("player_bytes"), len(record.players))
    found = {"commit": commit, "server_seed": server_seed, "player_bytes": player_bytes}
    yield from (Check(f"form:{key}", False) for key, value in found.items() if value is None)
    if commit is not None and server_seed is not None:
        yield Check("commit", compare_digest(commit, commitment(server_seed)))
    if server_seed is not None and player_bytes is not None:
        yield Check("seed", compare_digest(record.seed, match_seed(server_seed, player_bytes)))
    if shown is not None:
        yield Check("shown", shown == commit)
    for seat, sent in mine.items():
        yield Check(f"mine:{seat}", sent == _at(player_bytes, seat))


def _read_bytes(text: Any) -> bytes | None:
    if isinstance(text, str) and HEX_32_BYTES.fullmatch(text):
        return bytes.fromhex(text)
    return None


def _read_player_bytes(texts: Any, seats: int) -> tuple[bytes | None, ...] | None:
    if not isinstance(texts, list) or len(texts) != seats:
        return None
    if any(text is not None and _read_bytes(text) is None for text in texts):
        return None
    return tuple(_read_bytes(text) for text in texts)


def _at(player_bytes: Sequence[bytes | None] | None, seat: int) -> bytes | None:
    if player_bytes is None or not 0 <= seat < len(player_bytes):
        return None
    return player_bytes[seat]
