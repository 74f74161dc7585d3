"""What every server has in common: it says where it is, and a signal such as Ctrl-C ends it."""

from __future__ import annotations

import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from plyground.refusals import PlygroundError
from plyground.web.launch import addresses

Say = Callable[[str], None]
"""Prints a line for the person who started the server."""

ShowCode = Callable[[list[str]], None]
"""Shows a QR code."""

SERVED_PORT = 8000
"""The usual port for a network, if it is free; otherwise the next free one."""


class StartError(PlygroundError):
    """A server cannot be started."""


@dataclass(frozen=True)
class Ending:
    """How a server ended: whether by a signal such as Ctrl-C, and whether its threads ended too."""

    interrupted: bool = False
    clean: bool = True


def say_where(
    what: str,
    listener: socket.socket,
    say: Say,
    show_code: ShowCode | None = None,
    path: str = "",
) -> None:
    """Say at which addresses `what` is, on this machine and for others, below a path if any."""
    here = addresses.below(addresses.address_of(listener), path)
    there = [addresses.below(each, path) for each in _reached(listener)]
    say(f"{what} is at {here} on this computer")
    for address in there:
        say(f"and at {address} for others")
    if there and show_code is not None:
        show_code(addresses.qr_code(there[0]))
    say("Press Ctrl-C here to end it.")


def _reached(listener: socket.socket) -> list[str]:
    """The URLs by which other machines reach a socket that listens."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        found = addresses.own_addresses()
        return [addresses.url(each, port) for each in found if host == "::" or ":" not in each]
    own = addresses.address_of(listener)
    return [] if host in (addresses.LOOPBACK, "::1") else [own]


@contextmanager
def signals() -> Iterator[threading.Event]:
    """An event that is set when this process is asked to end; from the main thread."""
    signalled = threading.Event()

    def tell(_signal: int, _frame: FrameType | None) -> None:
        signalled.set()

    wanted = [signal.SIGINT, signal.SIGTERM]
    if sys.platform == "win32":
        wanted.append(signal.SIGBREAK)
    elif signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup ignores it
        wanted.append(signal.SIGHUP)
    if threading.current_thread() is not threading.main_thread():
        wanted = []
    before = {each: signal.signal(each, tell) for each in wanted}
    try:
        yield signalled
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
