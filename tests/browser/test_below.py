"""Games below a path of a site: pages ask for nothing outside of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

import plyground as pg
from plyground.browser.modules import engine_module
from tests.browser.conftest import Server, running_server
from tests.browser.playing import Person, board, click, start
from tests.browser.test_owned import ready, until_kept

pytestmark = [pytest.mark.browser, pytest.mark.compiled, pytest.mark.slow]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server below a path, whose pages play for themselves."""
    engine_module(pg.TicTacToe())
    data = tmp_path_factory.mktemp("data")
    with running_server(data, plays_in_pages=True, path="/games") as running:
        yield running


def test_a_game_is_played_below_a_path(person: Person, server: Server) -> None:
    page = person()
    page.goto(f"{server.url}/?game=tictactoe&opponent-2=level:1")
    click(page, 4)  # which begins the game
    page.wait_for_url(f"{server.url}/room/*")
    ready(page)  # its engine has come
    board(page, 2)
    assert len(until_kept(page, 2)) == 2
    page.get_by_role("button", name="Take back").click()
    board(page, 0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Keys")


def test_two_people_play_by_link_below_a_path(person: Person, server: Server) -> None:
    owner, guest = person(), person()
    owner.goto(f"{server.url}/?game=tictactoe&seat1=link")
    start(owner)
    guest.goto(owner.locator("[data-link]").first.input_value())
    guest.get_by_role("button", name="Join as Player 2").click()
    expect(owner.locator("#status")).to_have_text("Your move")  # an event has come
    click(owner, 4)
    board(guest, 1)


@pytest.mark.parametrize("part", ["puzzles", "glassbox?game=tictactoe&moves=15264", "learn", "own"])
def test_other_pages_are_whole_below_a_path(person: Person, server: Server, part: str) -> None:
    page = person()
    page.goto(f"{server.url}/{part}")
    for each in page.locator("a[href]").evaluate_all("(links) => links.map(({ href }) => href)"):
        assert each.startswith(("https://", f"{server.url}/")), each
