"""The public path of each game beside an environment that does about as much for a move."""

from __future__ import annotations

from collections.abc import Callable

from tests.load.harness import Bench, Subject
from tests.load.peers import rlcard_uno_env
from tests.load.public_path import public_path
from tests.rules.samples import VOLEUR_OPTIONS

BAR = 1.5


def benches() -> list[Bench]:
    """Play each game at random through the protocol, as the server does."""
    return [
        _bench("Voleur: public path", public_path("voleur", VOLEUR_OPTIONS, 2)),
        _bench("Bataille: public path", public_path("bataille", None, 2)),
        _bench("Arena, 2 players: public path", public_path("arena", {"rounds": 100}, 2)),
        Bench("Arena, 6 players: public path", "move", public_path("arena", {"rounds": 100}, 6)),
    ]


def _bench(title: str, ours: Subject, peer: Callable[[], Subject] = rlcard_uno_env) -> Bench:
    return Bench(title, "move", ours, peer, at_least=BAR)
