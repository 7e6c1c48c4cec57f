"""A real server for the tests: the application as `make run` serves it, in a thread."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

import uvicorn


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
