"""Real servers for the tests: one in a thread, which is quick, and `make run` itself."""

import os
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import uvicorn

ROOT = Path(__file__).resolve().parent.parent


class LiveServer:
    """Serves `config.asgi` on a free port of the loopback."""

    def __init__(self) -> None:
        # Here rather than in the thread: what is wrong with the application is told at once.
        from config.asgi import application

        self._socket = socket.create_server(("127.0.0.1", 0))
        port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.ws_url = f"ws://127.0.0.1:{port}"
        self._server = uvicorn.Server(uvicorn.Config(application, lifespan="off", log_config=None))
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self._socket]}, name="live-server"
        )

    def __str__(self) -> str:
        return self.url

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[Self]:
        server = cls()
        server._thread.start()
        try:
            yield server
        finally:
            server._server.should_exit = True
            server._server.force_exit = True
            server._thread.join()
            server._socket.close()

    def wait_until_idle(self) -> None:
        """Let the requests under way end before the database is emptied under them."""
        idle = threading.Event()
        for _ in range(500):
            if not self._server.server_state.tasks:
                return
            idle.wait(0.01)
        raise AssertionError("A request of this test never ended.")


class Household:
    """Pioche as a family runs it: `make run`, in its own process, on a data folder of its own."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self._process: subprocess.Popen[str] | None = None
        self.said = ""
        self.url = ""

    def start(self, port: int = 0, host: str = "127.0.0.1") -> None:
        """Open it, on any free port unless told; `said` is then what it said, `url` where it is."""
        self._process = subprocess.Popen(
            ["make", "--silent", "run", f"PORT={port}", f"HOST={host}"],
            cwd=ROOT,
            env=household_environment(self.data_dir),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self.said = self._process.stdout.readline()
        address = re.search(r"http://\S+", self.said)
        assert address, f"make run did not say what to open: {self.said!r}"
        self.url = address[0]

    def stop(self) -> None:
        """Close it as Ctrl+C does."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGINT)
            self._process.communicate(timeout=30)
            self._process = None

    def kill(self) -> None:
        """Kill it where it stands, as a power cut would."""
        assert self._process is not None
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate(timeout=30)
        self._process = None

    def restart(self) -> None:
        """Close it and open it again at the same address."""
        self.stop()
        host, port = self.url.removeprefix("http://").rsplit(":", 1)
        self.start(int(port), host)


def household_environment(data_dir: Path) -> dict[str, str]:
    """A family's environment: nothing set, and data apart from the developer's."""
    kept = ("PATH", "HOME", "LANG", "SSL_CERT_FILE", "CHROMIUM")
    inherited = {name: os.environ[name] for name in kept if name in os.environ}
    return inherited | {"PIOCHE_DATA_DIR": str(data_dir)}
