"""No move of a game that its page owns is lost, whatever happens to network, server and tabs: each
is in the game, or in the copy that a page has made of a stretch without a server.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import pytest
from playwright.sync_api import Error, Page

import plyground as pg
from plyground.browser.modules import engine_module
from tests.browser.conftest import Server, running_server
from tests.browser.playing import Person, begin
from tests.browser.test_in_page import ready
from tests.until import until

pytestmark = [pytest.mark.browser, pytest.mark.compiled, pytest.mark.slow]

GAMES, ACTS = 200, 40


# The games in the browser that the server does not have yet, as moves.
UNSAVED = """() => Object.entries(localStorage).filter(([name]) => name.includes(":game:"))
  .map(([, slot]) => JSON.parse(slot).line.moves)"""
OPENED = "() => performance.getEntriesByName('engine').length > 0"
WAITING = """() => Object.keys(localStorage).filter((name) => name.includes(":game:"))
  .map((name) => name.split(":")[2])"""
MOVE = """number => document.getElementById("board").shadowRoot
  ?.querySelectorAll(".target")[number]?.click()"""
BACK = "() => document.querySelector('.tools form[hx-post$=\"/back\"] button:enabled')?.click()"


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    engine_module(pg.TicTacToe())
    with running_server(tmp_path_factory.mktemp("data"), plays_in_pages=True) as running:
        yield running


@dataclass
class Played:
    """A game, its tabs, and how often one of them may have been without a server."""

    address: str
    tabs: list[Page]
    stretches: int = 1


def shown(page: Page) -> list[str]:
    """The moves on view."""
    return [text.split()[-1] for text in page.locator(".moves li").all_inner_texts()]


def kept(page: Page, address: str) -> list[str]:
    """The moves that the server has."""
    text = page.request.get(f"{address}/table").text()
    return re.findall(r'data-go="\d+"[^>]*><small>\d+\.</small> ([^<]*)<', text)


def agrees(page: Page) -> bool:
    """Whether a page shows what the server has; not while it is on its way to a copy."""
    try:
        return shown(page) == kept(page, page.url)
    except Error:
        return False


def act(chance: random.Random, game: Played, server: Server) -> None:
    """Let something happen to a game."""
    page = chance.choice(game.tabs)
    what = chance.choices(
        ("move", "back", "offline", "online", "reload", "tab", "close", "kill"),
        (12, 2, 3, 1, 1, 1, 1, 0.5),
    )[0]
    context = page.context
    if what == "move":
        page.evaluate(MOVE, chance.randrange(9))
    elif what == "back":
        page.evaluate(BACK)
    elif what == "offline":
        context.set_offline(True)
        game.stretches += len(game.tabs)
    elif what == "online":
        context.set_offline(False)
    elif what in ("reload", "tab", "close"):
        context.set_offline(False)
        if what == "tab" and len(game.tabs) < 3:
            page = context.new_page()
            game.tabs.append(page)
            page.goto(game.address)
        elif what == "close" and len(game.tabs) > 1:
            game.tabs.remove(page)
            page.close()
        else:
            page.reload()
        game.stretches += 1
    elif what == "kill":
        server.kill()
        server.start()
        game.stretches += len(game.tabs)


def settled(game: Played) -> list[list[str]]:
    """Let all tabs have the server, and wait until none has anything that it lacks. Returns what it
    lacked.
    """
    page = game.tabs[0].context.new_page()
    page.context.set_offline(False)
    page.goto("/help")
    unsaved: list[list[str]] = page.evaluate(UNSAVED)
    page.goto(game.address)
    game.tabs.append(page)
    page.wait_for_function(OPENED)
    while waiting := page.evaluate(WAITING):
        page.goto(f"/room/{waiting[0]}")  # it may be a copy, which is saved when someone opens it
        page.wait_for_function(OPENED)
        saved = f"(room) => !({WAITING})().includes(room)"
        page.wait_for_function(saved, arg=waiting[0])
    return unsaved


@pytest.mark.long
def test_no_move_is_lost(person: Person, server: Server) -> None:
    chance = random.Random(1)
    for _ in range(GAMES):
        page = person()
        begin(page, "tictactoe", "here", "here")
        ready(page)
        game = Played(page.url, [page])
        for _ in range(ACTS):
            with suppress(Error):  # the page is on its way to a copy
                act(chance, game, server)
        unsaved = settled(game)
        mine = page.request.get("/library").text()
        rooms = {*re.findall(r"/room/[\w-]{16}", mine), re.sub(r".*(/room/)", r"\1", game.address)}
        lines = [kept(page, room) for room in rooms]
        for line in unsaved:
            assert any(each[: len(line)] == line for each in lines), (line, lines)
        assert len(rooms) <= 1 + game.stretches
        for tab in game.tabs:
            if "/room/" not in tab.url:  # it was on its way to a copy, without a network
                tab.goto(game.address)
            until(partial(agrees, tab))
        page.context.close()
