"""The link of a room for other people: the address that they can open, and its QR code."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address

import segno
from starlette.datastructures import URL


@dataclass(frozen=True)
class Invitation:
    """The address of a room. Without a `code` only this computer can open it."""

    address: str
    code: str = ""


def invitation(asked: URL, path: str, hosts: Iterable[str]) -> Invitation:
    """The link to a page for others, as someone sees it who came by the address `asked`.

    The computer on which the app runs calls it by a name that means another computer elsewhere, so
    there the link has one of the addresses among `hosts`, if there is any.
    """
    here = asked.replace(path=path, query="", fragment="")
    if not _is_this_computer(asked.hostname or ""):
        return Invitation(str(here), _qr_code(str(here)))
    found = next((host for host in hosts if _is_address_of_a_network(host)), None)
    if found is None:
        return Invitation(str(here))
    address = str(here.replace(hostname=found))
    return Invitation(address, _qr_code(address))


@lru_cache(maxsize=200)
def _qr_code(text: str) -> str:
    """A QR code as SVG: dark on light in every theme, with the margin that cameras need."""
    made = segno.make(text, error="m", micro=False)
    return str(
        made.svg_inline(
            border=4,
            dark="#000",
            light="#fff",
            omitsize=True,
            title="QR code of the link",
            svgclass="qr",
            lineclass=None,
        )
    )


def _is_this_computer(host: str) -> bool:
    local = host.removesuffix(".") == "localhost"
    return local or (is_address(host) and ip_address(host).is_loopback)


def _is_address_of_a_network(host: str) -> bool:
    bare = host.strip("[]")
    return is_address(bare) and not ip_address(bare).is_loopback


def is_address(host: str) -> bool:
    """Whether a host is given by its number, as 192.0.2.7 is."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
