"""uvicorn's server with the app, which ends what would keep it going."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable

import uvicorn

from plyground.web.app import create_app
from plyground.web.launch.connections import (
    ACCEPTED_AT_ONCE,
    SAID_ONCE,
    Connections,
    raise_file_limit,
)
from plyground.web.parts import parts_of
from plyground.web.settings import Settings

_ENDING = 1.0  # seconds that requests have to end after they are asked to


class Server(uvicorn.Server):
    """uvicorn's server. Before it ends, it ends event streams and work that would keep it going."""

    def __init__(self, settings: Settings, show_window: Callable[[], None] | None) -> None:
        """`show_window` opens a window on the screen of this machine. Raises OSError."""
        app = create_app(settings)
        parts_of(app).show_window = show_window
        self.token = parts_of(app).token
        self.database = parts_of(app).database
        self.connections = Connections(raise_file_limit())
        hub, connections = parts_of(app).hub, self.connections
        hub.most = connections.most * 3 // 4
        hub.most_of_address = connections.most_of_an_address * 3 // 4
        super().__init__(
            uvicorn.Config(
                app,
                http=self.connections.protocol,
                backlog=ACCEPTED_AT_ONCE,
                log_level="warning",
                access_log=False,
                server_header=False,
                lifespan="on",
                ws="none",
                timeout_graceful_shutdown=int(_ENDING),
            )
        )
        self._app = app
        for name in ("asyncio", "uvicorn.error"):
            logging.getLogger(name).addFilter(SAID_ONCE)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End. Requests that are cut off meanwhile are not logged as faults."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        parts_of(self._app).hub.close()
        parts_of(self._app).workers.close()
        await asyncio.to_thread(parts_of(self._app).compiling.close)
        await super().shutdown(sockets)
