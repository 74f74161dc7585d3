"""A server that is killed: while a move is on its way to it, for an upgrade, with a tournament."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

import plyground as pg
from plyground.browser.modules import engine_module
from tests.browser.conftest import Server, running_server
from tests.browser.playing import Person, begin, board, click, join
from tests.browser.test_lost_packets import KEPT
from tests.browser.test_owned import PIP, kept, ready, until_kept
from tests.browser.test_runs import played, set_up
from tests.browser.test_slow_network import LOST, PROXY, Held, second
from tests.until import until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.compiled,
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="only there a process can be halted"),
]

CENTRE = '#board .ply-taken[data-site="4"]'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose pages play for themselves, with their engines made."""
    for game in (pg.TicTacToe(), pg.ConnectFour()):
        engine_module(game)
    with running_server(tmp_path_factory.mktemp("data"), plays_in_pages=True) as running:
        yield running


@pytest.fixture
def table(request: pytest.FixtureRequest, person: Person) -> Page:
    """A game at one screen, against a computer or by link, in which it is the visitor's turn."""
    page, rival = person(), request.param
    begin(page, "tictactoe", "here", rival, **({"kind-2": "random"} if rival == "computer" else {}))
    if rival == "link":
        other = person()
        other.goto(page.url)
        join(other)
        expect(page.locator("#status")).to_have_text("Your move")
    else:
        ready(page)
    return page


def against(*rivals: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("table", rivals, indirect=True)


def agreed(page: Page) -> None:
    """Wait until page and server have the same moves."""
    steps = page.locator("#moves button")
    until(lambda: [text.split()[-1] for text in steps.all_inner_texts()] == kept(page))


def process_of(server: Server) -> int:
    assert server.process is not None
    assert server.process.pid is not None
    return server.process.pid


def without_server(table: Page) -> str:
    """What a page says that has made a move: by link it waits for the server."""
    by_link = table.locator("#forms").count() == 1
    return KEPT if by_link else LOST


@against("computer", "link")
def test_a_move_on_its_way_to_a_server_that_is_killed_is_made_once(
    table: Page, server: Server
) -> None:
    """The server is halted, gets the move, and is killed before it can read it."""
    os.kill(process_of(server), signal.SIGSTOP)
    click(table, 4)
    expect(table.locator(CENTRE)).to_be_attached()
    server.kill()
    expect(table.locator("#warning")).to_have_text(without_server(table))
    expect(table.locator(CENTRE)).to_be_attached()
    server.start()
    moves = until_kept(table, 1)
    assert moves[0] == "5"
    agreed(table)
    expect(table.locator("#warning")).to_have_text("")
    assert kept(table).count("5") == 1
    expect(table.locator(CENTRE)).to_be_attached()


@against("here", "link")
def test_a_move_whose_answer_a_killed_server_owes_is_made_once(table: Page, server: Server) -> None:
    """The server has kept the move, and is killed before the page knows."""

    def kill(route: Route) -> None:
        route.fetch()
        server.kill()
        route.abort()

    table.route(re.compile("/(move|line)$"), kill, times=1)
    click(table, 4)
    expect(table.locator("#warning")).to_have_text(without_server(table))
    server.start()
    assert until_kept(table, 1)[0] == "5"
    agreed(table)
    expect(table.locator("#warning")).to_have_text("")
    assert kept(table).count("5") == 1


@against("link")
def test_the_tab_whose_move_comes_too_late_says_so(table: Page) -> None:
    """And shows the board as it is, with a sentence that stays."""
    other = second(table)
    held = Held(other, "**/move")
    click(other, 0)
    held.wait()
    click(table, 4)
    until_kept(table, 1)
    held.open()
    warning = other.locator("#warning")
    expect(warning).to_contain_text("another move came first, so yours was not made")
    expect(other.locator(CENTRE)).to_be_attached()
    assert kept(other)[0] == "5"
    agreed(other)
    expect(warning).to_contain_text("another move came first, so yours was not made")
    expect(table.locator("#warning")).to_have_text("")


@against("link")
def test_a_move_that_is_made_while_there_is_no_server_arrives(table: Page, server: Server) -> None:
    server.kill()
    expect(table.locator("#warning")).to_have_text(LOST)
    click(table, 4)
    expect(table.locator("#warning")).to_have_text(KEPT)
    server.start()
    board(table, 1)
    expect(table.locator("#warning")).to_have_text("")
    assert kept(table) == ["5"]


# An upgrade


UPGRADE = """
from plyground.browser import scripts
scripts.seal = lambda: "another"
"""


@pytest.fixture
def upgrade(server: Server) -> Iterator[Callable[[], None]]:
    """Starts the server again on the same data, with another engine."""

    def start() -> None:
        server.before = UPGRADE
        server.start()

    yield start
    server.kill()
    server.before = ""
    server.start()


@pytest.mark.long
def test_a_tab_from_before_an_upgrade_is_loaded_again(
    person: Person, server: Server, upgrade: Callable[[], None]
) -> None:
    """It gets the new engine by itself, and plays on beside a younger tab."""
    old = person()
    begin(old, "connect4", "here", "computer", **PIP)
    ready(old)
    click(old, 3)
    board(old, 2)
    until_kept(old, 2)
    server.kill()
    expect(old.locator("#warning")).to_have_text(LOST)
    with old.expect_event("load"):
        upgrade()
    young = old.context.new_page()
    young.goto(old.url)
    ready(young)
    for tab, site, plies in ((old, 9, 4), (young, 15, 6), (old, 21, 8)):
        click(tab, site)
        board(old, plies)
        board(young, plies)
    assert len(until_kept(old, 8)) == 8


def test_moves_made_during_an_upgrade_arrive(
    person: Person, server: Server, upgrade: Callable[[], None]
) -> None:
    page = person()
    begin(page, "connect4", "here", "computer", **PIP)
    ready(page)
    server.kill()
    click(page, 3)
    board(page, 2)
    click(page, 9)
    board(page, 4)
    with page.expect_event("load"):
        upgrade()
    assert len(until_kept(page, 4)) == 4
    board(page, 4)


# What goes on in a server


def test_a_tournament_goes_on_after_a_restart(person: Person, server: Server) -> None:
    page = person()
    set_up(page, "100", "20000")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".done")).to_contain_text("Stopped after")
    stopped = played(page)
    server.kill()
    server.start()
    page.goto("/watch")
    expect(page.get_by_role("list", name="Earlier runs")).to_contain_text(
        f"stopped after {stopped} of 1,200"
    )
    page.get_by_role("link", name="Spring cup").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.wait_for_function(
        "done => parseInt(document.querySelector('.done').textContent) > done", arg=stopped
    )
    server.kill()  # in the middle of a game
    server.start()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()  # it has heard of it
    assert played(page) > stopped
    page.reload()
    expect(page.locator(".done")).to_contain_text("Stopped after")
    page.get_by_role("button", name="Delete").wait_for()


def test_a_run_is_listened_to_again_after_a_restart(person: Person, server: Server) -> None:
    page = person()
    page.route("**/events", lambda route: route.fulfill(status=502, body=PROXY), times=1)
    page.goto("/watch?game=tictactoe")
    page.get_by_text("Games, board, speed").click()
    page.check("#endless")
    page.get_by_role("button", name="Start").click()
    problem = page.locator("#problem")
    expect(problem).to_have_text(LOST)
    expect(problem).to_have_text("")
    server.kill()
    expect(problem).to_have_text(LOST)
    server.start()
    expect(problem).to_have_text("")
    expect(page.locator(".done")).to_contain_text("Stopped after")


def test_a_glass_box_goes_on_without_the_server(person: Person, server: Server) -> None:
    page = person()
    page.goto("/glassbox?moves=15&algorithm=alphabeta&depth=6")
    expect(page.locator("[data-count]")).to_contain_text("Step 1 of ")
    server.kill()
    page.keyboard.press("End")
    expect(page.locator("[data-summary]")).to_be_visible()
    server.start()
    page.keyboard.press("Home")
    expect(page.locator('[data-board][data-node="0"] svg')).to_be_visible()
