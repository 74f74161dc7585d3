"""Starts the app: for this machine, in its own window, or for a network."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from plyground.web.app import create_app
from plyground.web.launch import addresses, instance
from plyground.web.launch.connections import (
    ACCEPTED_AT_ONCE,
    SAID_ONCE,
    Connections,
    raise_file_limit,
)
from plyground.web.launch.instance import Claim, Running
from plyground.web.launch.serving import (
    SERVED_PORT,
    Ending,
    Say,
    ShowCode,
    StartError,
    say_where,
    signals,
)
from plyground.web.launch.window import Windows
from plyground.web.parts import parts_of
from plyground.web.settings import Settings

USUAL_PORT = 8617
"""The usual port on this machine: what a browser keeps belongs to an address with its port."""

_SWITCHING = 0.001  # seconds for which the server may wait for a search in Python
_GLANCE = 0.1  # seconds between two checks of windows and signals
_STARTING = 15.0  # seconds that another start has to answer
_ENDING = 1.0  # seconds that requests have to end after they are asked to
_SERVER = "server"  # the thread
_FORCED = 2.5  # seconds after which the start gives up on what has not ended


def open_app(settings: Settings, window: bool, say: Say) -> Ending:
    """Run the app for this machine, until its window is closed or a signal comes.

    If it runs already, show its window and return.
    """
    claim = _claim(settings.data)
    if isinstance(claim, Running):
        say(f"Plyground is already running at {claim.address}")
        if window and not claim.show_window():
            Windows(claim.address, settings.data, say).show_and_leave()
        return Ending()
    with closing(claim):
        try:
            listener = addresses.listen(addresses.LOOPBACK, USUAL_PORT, USUAL_PORT)
        except addresses.AddressError:
            listener = addresses.listen(addresses.LOOPBACK, 0, 0)
        address = addresses.address_of(listener)
        windows = Windows(address, settings.data, say) if window else None

        def announce() -> None:
            say(f"Plyground is at {address}")
            if windows is None:
                say("Press Ctrl-C here to end it.")
            else:
                windows.show()

        return _run(settings, listener, claim, windows, announce)


def serve(
    settings: Settings,
    host: str,
    port: int | None,
    names: Iterable[str],
    say: Say,
    show_code: ShowCode | None = None,
) -> Ending:
    """Run the app for a network, at `host` and `port`, until a signal comes.

    `names` are further names of the machine. `show_code` shows a QR code.
    """
    settings = replace(settings, hosts=addresses.accepted_hosts(host, names))
    claim = _claim(settings.data)
    if isinstance(claim, Running):
        raise StartError(
            f"Plyground is already running with this data folder, at {claim.address}: end it "
            "first, or choose another folder with --data"
        )
    with closing(claim):
        listener = addresses.listen(host, port, SERVED_PORT)

        def announce() -> None:
            say_where("Plyground", listener, say, show_code)

        return _run(settings, listener, claim, None, announce)


def _claim(folder: Path) -> Claim | Running:
    """The right to a data folder, or the app that has it. Raises StartError without either."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        until = time.monotonic() + _STARTING
        while time.monotonic() < until:
            claim = instance.claim(folder)
            if claim is not None:
                return claim
            running = instance.find(folder)
            if running is not None:
                return running
            time.sleep(_GLANCE)
    except OSError as error:
        raise _unusable(folder, error) from None
    raise StartError(
        f"Plyground is already running with the folder {folder} and does not answer: end it, or "
        "choose another folder with --data"
    )


def _unusable(folder: Path, error: OSError) -> StartError:
    reason = error.strerror or type(error).__name__
    return StartError(f"the folder {folder} cannot be used ({reason}): choose another with --data")


class _Server(uvicorn.Server):
    """uvicorn's server. Before it ends, it ends event streams and work that would keep it going."""

    def __init__(self, app: FastAPI) -> None:
        self.connections = Connections(raise_file_limit())
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


def _run(
    settings: Settings,
    listener: socket.socket,
    claim: Claim,
    windows: Windows | None,
    announce: Callable[[], None],
) -> Ending:
    """Run the server in its own thread, and watch windows and signals in this one."""
    others = set(threading.enumerate())
    sys.setswitchinterval(_SWITCHING)
    with listener, signals() as signalled:
        try:
            app = create_app(settings)
        except OSError as error:
            raise _unusable(settings.data, error) from None
        if windows is not None:
            parts_of(app).show_window = windows.show
        server = _Server(app)
        thread = threading.Thread(target=server.run, args=([listener],), name=_SERVER, daemon=True)
        thread.start()
        try:
            while not server.started and thread.is_alive():
                time.sleep(_GLANCE / 10)
            if not server.started:
                raise StartError("the app did not start: see the lines above")
            address = addresses.address_of(listener)
            try:
                claim.announce(Running(address, os.getpid(), parts_of(app).token))
            except OSError as error:
                raise _unusable(settings.data, error) from None
            announce()
            while thread.is_alive() and not signalled.wait(_GLANCE):
                if windows is not None and windows.look():
                    break
        finally:
            server.should_exit = True
            if windows is not None:
                windows.close()
            thread.join(_FORCED)
    return Ending(signalled.is_set(), _all_ended(others))


def _all_ended(others: set[threading.Thread]) -> bool:
    """Whether the threads that were started have ended. A compilation, say, cannot be stopped."""
    until = time.monotonic() + _ENDING / 2
    for thread in set(threading.enumerate()) - others:
        if not thread.daemon or thread.name == _SERVER:
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():
                return False
    return True
