"""The link of a room for other people, and its QR code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import segno
from fastapi.testclient import TestClient
from starlette.datastructures import URL

from plyground.web.sharing import invitation
from tests.web.playing import HTML, begin, served, unasked

LOCAL = ("127.0.0.1", "localhost", "[::1]")
NETWORK = (*LOCAL, "teacher.local", "192.0.2.7", "[2001:db8::7]")


@pytest.mark.parametrize(
    ("asked", "hosts", "address", "has_code"),
    [
        ("http://127.0.0.1:8617/room/x?at=2", LOCAL, "http://127.0.0.1:8617/room/r", False),
        ("http://localhost/room/x/table", LOCAL, "http://localhost/room/r", False),
        ("http://[::1]:8617/room/x", LOCAL, "http://[::1]:8617/room/r", False),
        ("http://localhost:8618/room/x", NETWORK, "http://192.0.2.7:8618/room/r", True),
        ("http://127.0.0.1/room/x", NETWORK[-1:], "http://[2001:db8::7]/room/r", True),
        ("http://192.0.2.9:8618/room/x", NETWORK, "http://192.0.2.9:8618/room/r", True),
        ("https://games.example/room/x", LOCAL, "https://games.example/room/r", True),
    ],
)
def test_a_link_that_others_can_open(
    asked: str, hosts: tuple[str, ...], address: str, has_code: bool
) -> None:
    found = invitation(URL(asked), "/room/r", hosts)
    assert found.address == address
    assert bool(found.code) is has_code


def test_the_code_is_that_of_the_link_dark_on_light_with_a_margin() -> None:
    found = invitation(URL("http://192.0.2.9:8618/"), "/room/r", ())
    matrix = segno.make(found.address, error="m", micro=False).matrix
    size = len(matrix) + 8
    assert f'viewBox="0 0 {size} {size}"' in found.code
    assert found.code.index('fill="#fff"') < found.code.index('stroke="#000"')
    assert drawn(found.code) == {
        (x + 4, y + 4) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark
    }


def drawn(code: str) -> set[tuple[int, int]]:
    """The dark modules of a code, by column and row, as its path draws them."""
    path = re.search(r'stroke="#000" d="([^"]*)"', code)
    assert path is not None
    found, x, y = set(), 0.0, 0.0
    for kind, numbers in re.findall(r"([Mmh])([^Mmh]*)", path[1]):
        across, *down = map(float, numbers.split())
        if kind == "h":
            found |= {(int(x) + at, int(y)) for at in range(int(across))}
            x += across
        else:
            x, y = (across, down[0]) if kind == "M" else (x + across, y + down[0])
    return found


def test_it_is_shown_to_those_who_wait_while_a_seat_is_free(tmp_path: Path) -> None:
    base = "http://192.0.2.7:8618"
    with served(tmp_path, hosts=NETWORK) as owner:
        owner.base_url, owner.follow_redirects = base, False
        owner.headers.update(HTML)
        room = begin(owner, seat1="link")
        page = owner.get(room).text
        assert f'value="{base}{room}" data-link' in page
        assert 'class="qr"' in unasked(page)
        assert '<meta property="og:title" content="Play Tic-tac-toe with me">' in page
        guest = TestClient(owner.app, base_url=base, headers=dict(owner.headers))
        guest.portal = owner.portal
        assert 'class="qr"' not in unasked(guest.get(room).text), (
            "who came by the link needs no other"
        )
        table = guest.post(f"{room}/claim", data={"seat": 1}).text
        assert 'class="qr"' not in unasked(table)
        asked = guest.get(f"{room}/sheets").text
        assert 'class="qr"' in asked, "whoever asks for the link finds it"
        assert 'class="qr"' not in unasked(owner.get(room).text)
