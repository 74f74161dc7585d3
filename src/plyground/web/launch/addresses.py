"""Where the server listens, and under which addresses and names others reach it."""

from __future__ import annotations

import errno
import io
import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import ip_address

import segno

from plyground.refusals import PlygroundError
from plyground.web.sharing import is_address

LOOPBACK = "127.0.0.1"

_LAST_PORT = 65535
_PORTS = 100  # tried in turn if nobody asked for a port

# The way a packet to each of these would take shows the addresses of this machine. None is ever
# sent. The first of each kind are for documentation and belong to nobody.
_ELSEWHERE = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "2001:db8::1")

_PATH = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")
_NAME = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")


class AddressError(PlygroundError):
    """An address, a port or a name that cannot be used."""


def listen(host: str, port: int | None, first: int) -> socket.socket:
    """A socket that listens; without a port, on `first` or the next one that is free.

    Raises AddressError if there is none.
    """
    if port is not None and not 0 <= port <= _LAST_PORT:
        raise AddressError(f"a port is 0 to {_LAST_PORT}, and not {port}")
    ports = range(first, first + _PORTS) if port is None else (port,)
    for tried in ports:
        try:
            return _listening(host, tried)
        except OSError as error:
            # Windows keeps ranges of ports to itself, and says so by PermissionError.
            reserved = port is None and isinstance(error, PermissionError)
            if error.errno != errno.EADDRINUSE and not reserved:
                raise AddressError(_refusal(error, host, tried)) from None
    raise AddressError(_taken(ports[0], ports[-1]))


def _listening(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family = found[0][0]
    both = host == "::" and socket.has_dualstack_ipv6()
    return socket.create_server((host, port), family=family, dualstack_ipv6=both, backlog=2048)


def _refusal(error: OSError, host: str, port: int) -> str:
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return (
            f"this machine has no address {host!r}: choose one that it has with --host, or 0.0.0.0 "
            "for all of them"
        )
    if isinstance(error, PermissionError):
        return f"this user may not use port {port}: choose 1024 or more with --port"
    return f"port {port} of {host} cannot be used: {error.strerror or error}"


def _taken(first: int, last: int) -> str:
    which = f"port {first} is taken" if first == last else f"ports {first} to {last} are taken"
    return f"{which}: choose another with --port"


def address_of(listener: socket.socket) -> str:
    """The URL by which this machine itself reaches a socket that listens."""
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_unspecified:
        host = "::1" if ":" in host and not socket.has_dualstack_ipv6() else LOOPBACK
    return url(host, port)


def url(host: str, port: int) -> str:
    """The URL of a host, which may be an address of either kind."""
    return f"http://{in_url(host)}:{port}/"


def below(address: str, path: str) -> str:
    """The URL of a path, such as "/games", at the root that `address` is the URL of."""
    return f"{address.removesuffix('/')}{path}/"


def path_given(text: str) -> str:
    """The path that was given for the app, such as "/games"; empty for the root.

    Raises AddressError if it cannot be one.
    """
    path = text.strip("/")
    if path and not _PATH.fullmatch(path):
        raise AddressError(f"--path takes a path such as /games, and not {text!r}")
    return f"/{path}" if path else ""


def in_url(host: str) -> str:
    """A host as it is written in a URL."""
    return f"[{host}]" if ":" in host else host


def own_addresses() -> list[str]:
    """The addresses under which other machines may reach this one, found without asking anyone."""
    found = []
    for there in _ELSEWHERE:
        family = socket.AF_INET6 if ":" in there else socket.AF_INET
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((there, 9))  # for datagrams, this only chooses the route
            found.append(str(probe.getsockname()[0]))
    return [
        address
        for address in dict.fromkeys(found)
        if not (ip_address(address).is_loopback or ip_address(address).is_unspecified)
    ]


def accepted_hosts(host: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names by which browsers may call a server that listens at `host`.

    `names` are others by which it is known. Raises AddressError if one cannot be a name.
    """
    own = socket.gethostname().lower()
    hosts = [LOOPBACK, "localhost", "[::1]", own, f"{own.partition('.')[0]}.local"]
    if is_address(host) and not ip_address(host).is_unspecified:
        hosts.append(in_url(str(ip_address(host))))
    elif host.lower() != "localhost":  # others reach this machine at all its addresses
        hosts += [in_url(address) for address in own_addresses()]
        hosts += [] if is_address(host) else [host.lower()]
    for name in names:
        if not _NAME.fullmatch(name.lower()):
            raise AddressError(f"--name takes a name such as games.example.org, and not {name!r}")
        hosts.append(name.lower())
    return tuple(dict.fromkeys(hosts))


def qr_code(text: str) -> list[str]:
    """A QR code as lines for a terminal, light on dark; full blocks are light."""
    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue().splitlines()
