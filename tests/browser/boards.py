"""A page with nothing but boards, drawn by the one script that pages without a server use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

import plyground as pg
from plyground.browser.geometry import geometry, shown
from plyground.browser.scripts import named
from plyground.games.registry import game_class
from tests.browser.conftest import Pages

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

_MAKE = """([geometry, position, options]) => {
  window.picked = [];
  window.refused = [];
  document.body.innerHTML = "<main><h1>A board</h1><div id='place'></div></main>";
  window.board = new Plyground.Board(document.getElementById("place"), geometry, {
    onmove: (code) => picked.push(code),
    onrefuse: (code) => refused.push(code),
    ...options,
  });
  board.draw(position);
}"""


def example(name: str, **values: int) -> pg.Game:
    """A game of the examples."""
    return game_class(str(EXAMPLES / f"{name}.py"))(**values)


@dataclass
class Table:
    """A board in a page, and the position on it."""

    page: Page
    position: pg.Position

    def target(self, name: str) -> Locator:
        """What people point at, by the beginning of its name."""
        return self.page.locator(f'#place .target[aria-label^="{name}"]')

    def site(self, number: int) -> Locator:
        return self.page.locator(f'#place [data-site="{number}"]')

    def picked(self) -> list[str]:
        """The moves that were picked, and forget them."""
        codes: list[int] = self.page.evaluate("picked.splice(0)")
        return [self.position.game.move_texts[code] for code in codes]

    def refused(self) -> list[int | None]:
        codes: list[int | None] = self.page.evaluate("refused.splice(0)")
        return codes

    def show(self, position: pg.Position, **more: Any) -> None:
        """Draw another position."""
        self.position = position
        self.page.evaluate("(position) => board.draw(position)", {**shown(position), **more})

    def follow(self) -> None:
        """Draw the position after the one move that was picked."""
        [move] = self.picked()
        self.show(self.position.play(move))


Tables = Callable[..., Table]


@pytest.fixture
def tables(files: Pages) -> Tables:
    """Boards in pages of their own; an error on a page fails the test."""

    def make(position: pg.Position, options: dict[str, object] | None = None, **more: Any) -> Table:
        page = files.page(**{"viewport": {"width": 375, "height": 700}, **more})
        page.set_content(
            "<!doctype html><html lang=en><title>A board</title><meta name=viewport "
            "content='width=device-width'><style>body { margin: 8px } @media "
            "(prefers-color-scheme: dark) { body { background: #14171d; color: #fff } }</style>"
        )
        page.add_script_tag(content=named("browser/board.js"))
        page.evaluate(_MAKE, [geometry(position.game), shown(position), options or {}])
        return Table(page, position)

    return make
