"""A game's page in Chromium, Firefox and WebKit: a game, values, work that is stopped, a reload."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

import plyground as pg
from plyground.browser.arcade import arcade
from plyground.browser.pages import page
from tests.engine.browsers import Browser, chromium, firefox, webkit

pytestmark = [pytest.mark.homes, pytest.mark.compiled]

_HELP = """(() => {
  window.at = (id) => document.getElementById(id);
  window.press = (id, text) => [...at(id).querySelectorAll("button")]
    .find((each) => each.textContent.startsWith(text)).click();
  window.board = () => at("board").shadowRoot;
  window.targets = () => [...board().querySelectorAll(".target[aria-disabled=false]")];
  window.listed = () => at("moves").querySelectorAll("button").length;
  return true;
})()"""


def begin(browser: Browser, first: str, second: str) -> None:
    """Start a game of these kinds of players; the first one has no end of playouts."""
    browser.evaluate(
        f"""(() => {{
          at("fresh").click();
          at("inside").querySelector("details").open = true;
          const [one, two] = at("inside").querySelectorAll(".seat > select");
          [one.value, two.value] = [{first!r}, {second!r}];
          for (const each of [one, two]) each.dispatchEvent(new Event("change"));
          const playouts = at("inside").querySelector(".option input");
          if (playouts) playouts.value = "1000000000";
          press("foot", "Start");
          return true;
        }})()"""
    )


@pytest.mark.parametrize("make", [chromium, firefox, webkit])
def test_a_game(make: Callable[[], AbstractContextManager[Browser]], tmp_path: Path) -> None:
    path = tmp_path / "connect4.html"
    path.write_text(page(pg.ConnectFour(4, 4)), encoding="utf-8")
    with make() as browser:
        browser.open(path)
        browser.wait("!document.querySelector('main').hidden")
        browser.evaluate(_HELP)
        begin(browser, "here", "perfect")
        assert browser.evaluate("listed()") == 0
        browser.evaluate("at('values').click()")
        browser.wait("board().querySelectorAll('.ply-value').length === 4")
        browser.evaluate("at('values').click()")
        while not browser.evaluate("document.body.classList.contains('over')"):
            browser.evaluate("targets()[0].click()")
            browser.wait(
                "at('status').textContent === 'Your move' "
                "|| document.body.classList.contains('over')"
            )
        plies = browser.evaluate("listed()")
        assert plies >= 7
        browser.open(path)
        browser.wait("!document.querySelector('main').hidden")
        browser.evaluate(_HELP)
        assert browser.evaluate("listed()") == plies
        begin(browser, "mcts", "here")
        browser.evaluate("press('actions', 'Stop')")
        assert browser.evaluate("listed()") == 0
        begin(browser, "random", "here")
        browser.wait("listed() === 1")


@pytest.mark.parametrize("make", [chromium, firefox, webkit])
def test_four_games_in_one_file(
    make: Callable[[], AbstractContextManager[Browser]], tmp_path: Path
) -> None:
    """Chosen on the screen, answered, and passed on; nothing is requested."""
    path = tmp_path / "play.html"
    path.write_text(arcade(), encoding="utf-8")
    asked = "performance.getEntriesByType('resource').map((each) => each.name)"
    with make() as browser:
        for game, first in (("connect4-7-6", "Column 4"), ("tictactoe", "Cell 5")):
            browser.open(path)
            browser.wait("!!document.querySelector('#today .board').shadowRoot")
            browser.evaluate(
                f"(document.querySelector('#start a[href=\"#{game}\"]').click(), true)"
            )
            browser.wait("!document.querySelector('main').hidden")
            browser.evaluate(_HELP)
            browser.evaluate(
                f"(targets().find((each) => each.ariaLabel.startsWith('{first}')).click(), true)"
            )
            browser.wait("listed() === 2")
            assert [each for each in browser.evaluate(asked) if not each.startswith("blob:")] == []
