"""A server that is killed while a move is on its way to it, and tabs that move at the same time."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

import plyground as pg
from plyground.browser.modules import engine_module
from tests.browser.conftest import Server, running_server
from tests.browser.playing import begin, click
from tests.browser.test_in_page import kept, ready, until_kept
from tests.browser.test_slow_network import LOST, Held, second

Person = Callable[..., Page]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.compiled,
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="only there a process can be halted"),
]

CENTRE = '#board .ply-taken[data-site="4"]'
KINDS = ("hot-seat", "computer", "link")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose pages play for themselves, with their engines made."""
    engine_module(pg.TicTacToe())
    with running_server(tmp_path_factory.mktemp("data"), plays_in_pages=True) as running:
        yield running


@pytest.fixture(params=KINDS)
def table(request: pytest.FixtureRequest, person: Person) -> Page:
    """A game of each kind, in which it is the visitor's turn."""
    page = person()
    rival = {"computer": "computer", "link": "link"}.get(request.param, "here")
    begin(page, "tictactoe", "here", rival, **({"kind-2": "random"} if rival == "computer" else {}))
    if rival == "link":
        other = person()
        other.goto(page.url)
        other.get_by_role("button", name="Join as Player").click()
        expect(page.locator("#status")).to_have_text("Your move")
    else:
        ready(page)
    return page


def agreed(page: Page) -> None:
    """Wait until page and server have the same moves."""
    for _ in range(100):
        moves = kept(page)
        if [text.split()[-1] for text in page.locator("[data-go]").all_inner_texts()] == moves:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"the page shows other moves than {moves}")


def process_of(server: Server) -> int:
    assert server.process is not None
    return server.process.pid


def test_a_move_on_its_way_to_a_server_that_is_killed_is_made_once(
    table: Page, server: Server
) -> None:
    """The server is halted, gets the move, and is killed before it can read it."""
    os.kill(process_of(server), signal.SIGSTOP)
    click(table, 4)
    expect(table.locator(CENTRE)).to_be_attached()
    server.kill()
    expect(table.locator("#warning")).to_have_text(LOST)
    expect(table.locator(CENTRE)).to_be_attached()
    server.start()
    moves = until_kept(table, 1)
    assert moves[0] == "5"
    agreed(table)
    expect(table.locator("#warning")).to_have_text("")
    assert kept(table).count("5") == 1
    expect(table.locator(CENTRE)).to_be_attached()


def test_a_move_whose_answer_a_killed_server_owes_is_made_once(table: Page, server: Server) -> None:
    """The server has kept the move, and is killed before the page knows."""

    def kill(route: Route) -> None:
        route.fetch()
        server.kill()
        route.abort()

    table.route("**/move", kill, times=1)
    click(table, 4)
    expect(table.locator("#warning")).to_have_text(LOST)
    server.start()
    assert until_kept(table, 1)[0] == "5"
    agreed(table)
    expect(table.locator("#warning")).to_have_text("")
    table.wait_for_timeout(1500)  # for a second attempt
    assert kept(table).count("5") == 1


def test_the_tab_whose_move_comes_too_late_says_so(table: Page) -> None:
    """And shows the board as it is, with a sentence that stays when the computer moves."""
    other = second(table)
    ready(other, 20) if table.locator("#table[data-in-page]").count() else None
    held = Held(other, "**/move")
    click(other, 0)
    held.wait()
    click(table, 4)
    until_kept(table, 1)
    held.open()
    warning = other.locator("#warning")
    expect(warning).to_contain_text("another move came first, so yours was not made")
    expect(other.locator(CENTRE)).to_be_attached()
    other.wait_for_timeout(1500)  # for the computer's move
    expect(warning).to_contain_text("another move came first, so yours was not made")
    assert kept(other)[0] == "5"
    agreed(other)
    expect(table.locator("#warning")).to_have_text("")
