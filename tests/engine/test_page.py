"""The four games in one file, in Chromium, Firefox and WebKit."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from plyground.browser.arcade import arcade
from tests.engine.browsers import Browser, chromium, firefox, webkit

pytestmark = [pytest.mark.homes, pytest.mark.compiled]

_HELP = """(() => {
  window.at = (id) => document.getElementById(id);
  window.board = () => at("board").shadowRoot;
  window.targets = () => [...board().querySelectorAll(".target[aria-disabled=false]")];
  window.listed = () => at("moves").querySelectorAll("button").length;
  return true;
})()"""


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
