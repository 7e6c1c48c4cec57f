"""The key that signs sessions and links: made once, kept beside the data, never in git."""

import os
import secrets
from pathlib import Path


def secret_key(path: Path) -> str:
    """The key kept in `path`, made on the first call.

    Two processes that start together agree: a key appears whole or not at all, and the
    first one stays.
    """
    if not path.exists():
        _keep(path, secrets.token_urlsafe(64))
    return path.read_text(encoding="ascii").strip()


def _keep(path: Path, key: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.touch(mode=0o600)
    draft.write_text(key + "\n", encoding="ascii")
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
