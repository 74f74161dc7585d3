"""Games by link whose packets get lost without an error, as in a lift, and games left alone."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, running_server
from tests.browser.playing import Person, begin, board, click, join
from tests.browser.servers import HOST

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

AWAY = "Reconnecting …"
KEPT = "Reconnecting … Your move waits."
NONE_UNSENT = "Object.keys(localStorage).every((name) => !name.startsWith('plyground:move:'))"
NOTICED = 120_000  # milliseconds: ten or fifteen seconds on a machine with nothing else to do


class Lift:
    """A way to a server that loses no connection, and lets nothing through while it is closed."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._open = threading.Event()
        self._open.set()
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server((HOST, 0))
        self.url = f"http://{HOST}:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def enter(self) -> None:
        """Hold all packets from now on."""
        self._open.clear()

    def leave(self) -> None:
        """Let them go, and all others."""
        self._open.set()

    def close(self) -> None:
        self._open.set()
        for each in [self._listener, *self._ends]:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._ends.append(near)
                try:
                    far = socket.create_connection((HOST, self._to))
                except OSError:  # there is no server now
                    near.close()
                    continue
                self._ends.append(far)
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self._open.wait()
                other.sendall(data)
        self._open.wait()
        with suppress(OSError):
            other.shutdown(socket.SHUT_WR)


@pytest.fixture
def lift(server: Server) -> Iterator[Lift]:
    lift = Lift(server.port)
    yield lift
    lift.close()


@pytest.fixture
def traveller(browser: Browser, lift: Lift) -> Iterator[Page]:
    """Someone whose packets go through the lift."""
    context = browser.new_context(base_url=lift.url)
    yield context.new_page()
    lift.leave()
    context.close()


def come(page: Page, address: str, name: str, host: Page) -> None:
    """Take the free seat of a game, and wait until both pages know."""
    page.goto(address)
    join(page, name)
    expect(page.locator(".seats")).to_contain_text(f"{name} (you)")
    expect(host.locator(".seats")).to_contain_text(name)


def test_both_know_when_packets_are_lost_and_no_move_is(
    person: Person, lift: Lift, traveller: Page
) -> None:
    ann, bob = person(), traveller
    begin(ann, "tictactoe", "here", "link", name0="Ann", clock="5%2B0")
    come(bob, ann.url.replace(re.match("http://[^/]*", ann.url)[0], lift.url), "Bob", ann)  # type: ignore[index]
    for page, ply, site in ((ann, 0, 4), (bob, 1, 0), (ann, 2, 8)):
        click(page, site)
        for each in (ann, bob):
            board(each, ply + 1)
    # Bob is to move: his clock runs, and he sees it.
    lift.enter()
    expect(bob.locator("#warning")).to_have_text(AWAY, timeout=NOTICED)
    assert "?" not in "".join(bob.locator(".clock").all_inner_texts())
    click(bob, 3)
    expect(bob.locator("#warning")).to_have_text(KEPT)
    expect(ann.locator("#note")).to_contain_text("Bob is away.", timeout=NOTICED)
    lift.leave()
    expect(bob.locator("#warning")).to_have_text("", timeout=NOTICED)
    for each in (ann, bob):
        board(each, 4)
    expect(ann.locator("#note")).not_to_contain_text("away")
    bob.wait_for_function(NONE_UNSENT)  # his move has its answer
    # Ann is to move: nobody in the lift knows whose clock runs.
    lift.enter()
    expect(bob.locator("#warning")).to_have_text(AWAY, timeout=NOTICED)
    expect(bob.locator(".clock").first).to_have_text(re.compile(r"^\d:\d\d\?$"))
    click(ann, 5)
    lift.leave()
    board(bob, 5)
    expect(bob.locator("#warning")).to_have_text("")
    expect(bob.locator(".clock").first).to_have_text(re.compile(r"^\d:\d\d$"))


SOON = """
from plyground.web.services import presence, rooms, seating
rooms.BEAT, presence.SILENCE, seating.LEFT_IN_TURN, seating.LEFT = 0.2, 2.0, 0.5, 0.5
"""


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Server]:
    """A server that takes people for gone after a moment."""
    with running_server(tmp_path, before=SOON) as running:
        yield running


def test_the_one_who_stays_waits_or_ends_the_game(browser: Browser, hasty: Server) -> None:
    people = [browser.new_context(base_url=hasty.url) for _ in range(2)]
    ann, bob = (each.new_page() for each in people)
    begin(ann, "tictactoe", "here", "link", name0="Ann")
    come(bob, ann.url, "Bob", ann)
    click(ann, 4)
    board(bob, 1)
    people[1].close()
    expect(ann.locator("#status")).to_have_text("Bob has left", timeout=NOTICED)
    wait = ann.get_by_role("button", name="Wait", exact=True)
    expect(wait).to_have_class("main")
    ann.get_by_role("button", name="End it").click()
    sheet = ann.locator("#sheet")
    sheet.get_by_role("button", name="Wait").click()
    expect(sheet).to_be_hidden()
    wait.click()
    expect(wait).to_be_hidden()
    ann.reload()
    ann.get_by_role("button", name="End it").click()
    sheet.get_by_role("button", name="As a draw").click()
    expect(ann.locator("#status")).to_have_text("Bob left; a draw")
    people[0].close()
