"""Starts the app: for this machine, in its own window, or for a network."""

from __future__ import annotations

import gc
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

from plyground.web.launch import addresses, instance
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
from plyground.web.settings import Settings

USUAL_PORT = 8617
"""The usual port on this machine: what a browser keeps belongs to an address with its port."""

_SWITCHING = 0.001  # seconds for which the server may wait for a search in Python
_GLANCE = 0.1  # seconds between two checks of windows and signals
_STARTING = 15.0  # seconds that another start has to answer
_THREADS = 0.5  # seconds that threads have to end after the server
_SERVER = "server"  # the thread
_FORCED = 2.5  # seconds after which the start gives up on what has not ended


def open_app(settings: Settings, window: bool, say: Say) -> Ending:
    """Run the app for this machine, until its window is closed or a signal comes.

    If it runs already, show its window and return.
    """
    settings = replace(settings, own=True)
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
            say_where("Plyground", listener, say, show_code, settings.path)

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
        if windows is not None:
            announce()
            windows.show()
            windows.look()  # its page waits for the server, and it opens as slowly as that starts
        try:
            _serve(settings, listener, claim, windows, announce, signalled)
        finally:
            if windows is not None:
                windows.close()
    return Ending(signalled.is_set(), _all_ended(others))


def _serve(
    settings: Settings,
    listener: socket.socket,
    claim: Claim,
    windows: Windows | None,
    announce: Callable[[], None],
    signalled: threading.Event,
) -> None:
    """Run the server until a signal comes, its windows are closed, or it ends by itself."""
    try:
        with _without_collection():
            from plyground.web.launch.server import Server  # what a window need not wait for
            from plyground.web.store import hold

            server = Server(settings, windows.show if windows else None)
    except OSError as error:
        raise _unusable(settings.data, error) from None
    held = hold(server.database)
    thread = threading.Thread(target=server.run, args=([listener],), name=_SERVER, daemon=True)
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(_GLANCE / 10)
        if not server.started:
            raise StartError("the app did not start: see the lines above")
        address = addresses.below(addresses.address_of(listener), settings.path)
        try:
            claim.announce(Running(address, os.getpid(), server.token))
        except OSError as error:
            raise _unusable(settings.data, error) from None
        if windows is None:
            announce()
        while thread.is_alive() and not signalled.wait(_GLANCE):
            if windows is not None and windows.look():
                break
            if held.lost:
                raise StartError(
                    "another Plyground has taken over the database while this one stood still: "
                    "this one ends"
                )
    finally:
        server.should_exit = True
        thread.join(_FORCED)
        held.close()


@contextmanager
def _without_collection() -> Iterator[None]:
    """Nothing becomes garbage while modules load, and looking for it takes a sixth of the time.

    What is there by then stays, so that later collections leave it out.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _all_ended(others: set[threading.Thread]) -> bool:
    """Whether the threads that were started have ended. A compilation, say, cannot be stopped."""
    until = time.monotonic() + _THREADS
    for thread in set(threading.enumerate()) - others:
        if not thread.daemon or thread.name == _SERVER:
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():
                return False
    return True
