"""Pages of games, opened in Chromium from files."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import plyground as pg
from plyground.browser.data import page_game
from plyground.browser.engine import entries_of
from plyground.browser.modules import engine_module
from plyground.browser.pages import page
from plyground.browser.scripts import joined
from tests.browser.conftest import Pages


@cache
def document(game: pg.Game, embed: bool = False) -> str:
    return page(game, embed=embed)


_ENGINE = """<!doctype html><meta charset="utf-8">
<script>MODULES</script><script>
const data = DATA;
const packed = Uint8Array.from(atob("PACKED"), (each) => each.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
const opened = (async () => {
  const module = await new Response(stream).arrayBuffer();
  globalThis.own = await engine.openEngine(data.engine, module);
})();
SCRIPT</script>"""


def engine_document(game: pg.Game, modules: Sequence[str], script: str) -> str:
    """A page with a game's engine `own`, which is there once `opened` is, with modules of browser/
    by their names, and with a script that uses them.
    """
    parts = {
        "MODULES": "".join(f"globalThis.{e} = {joined(f'browser/{e}.js')};" for e in modules),
        "DATA": json.dumps(page_game(game)).replace("</", "<\\/"),
        "PACKED": base64.b64encode(engine_module(game)).decode(),
        "SCRIPT": script,
    }
    return re.sub("|".join(parts), lambda found: parts[found[0]], _ENGINE)


_STOPPING = """
const Whole = WebAssembly.Instance;
let left = AFTER;
WebAssembly.Instance = function (...given) {
  const { serve, ...others } = new Whole(...given).exports;
  return { exports: { ...others, serve: (entry, desk) => {
    const now = entry === ENTRY && left-- === 0;
    if (now) throw new WebAssembly.RuntimeError("memory access out of bounds");
    return serve(entry, desk);
  } } };
};
"""


def stopping(game: pg.Game, entry: str, after: int) -> str:
    """A script to be run first: an entry of an engine stops once, after so many calls that work."""
    number = entries_of(game)[entry]
    return _STOPPING.replace("ENTRY", str(number)).replace("AFTER", str(after))


_LITTLE_MEMORY = """
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + 65536 * pages > BYTES) throw new RangeError("no room");
  return grow.call(this, pages);
};
"""

_IN_WORKERS = """
window.Blob = class extends Blob {
  constructor(parts, how) {
    super(how?.type === "text/javascript" ? [SCRIPT, ...parts] : parts, how);
  }
};
"""


def with_bytes(size: int) -> str:
    """A script to be run first: memory cannot grow beyond so many bytes."""
    return _LITTLE_MEMORY.replace("BYTES", str(size))


def in_workers(script: str) -> str:
    """A script to be run first: each worker runs this one first."""
    return _IN_WORKERS.replace("SCRIPT", json.dumps(script))


class Sheet:
    """A page that is open."""

    def __init__(self, page: Page, game: pg.Game) -> None:
        self.page, self.game = page, game

    @property
    def status(self) -> Locator:
        return self.page.locator("#status")

    @property
    def note(self) -> Locator:
        return self.page.locator("#note")

    @property
    def inside(self) -> Locator:
        """What is in the open dialog."""
        return self.page.locator("#inside")

    def press(self, name: str) -> None:
        """A button by its name: of the dialog if one is open."""
        opened = self.page.locator("dialog[open]")
        place = opened if opened.count() else self.page.locator("main")
        place.get_by_role("button", name=name).first.click()

    def target(self, name: str) -> Locator:
        """What people point at, by the beginning of its name."""
        return self.page.locator(f'#board .target[aria-label^="{name}"]')

    def moves(self) -> list[str]:
        """The moves in the list."""
        found: list[str] = self.page.locator("#moves button").evaluate_all(
            "all => all.map(each => each.firstChild.textContent.replace(' in cell ', '@'))"
        )
        return found

    def begin(self, *seats: str) -> None:
        """Start a game with these players, by the list of all."""
        self.press("More")
        self.press("New game")
        details = self.page.locator("details")
        if details.get_attribute("open") is None:
            details.locator("summary").click()
        for number, seat in enumerate(seats):
            kind, _, options = seat.partition(":")
            place = details.locator(".seat").nth(number)
            place.locator("select").first.select_option(kind)
            for option in options.split(",") if options else ():
                label, _, value = option.partition("=")
                place.get_by_label(label).fill(value)
        self.start()
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def start(self) -> None:
        """Start the game of the dialog in the place of the one on the board."""
        self.press("Start")
        if self.page.get_by_text("The game on the board is not finished").count():
            self.press("End it")

    def send(self) -> str:
        """The text of the game."""
        self.press("More")
        self.press("Pass it on")
        self.press("This game as a text")
        text = self.inside.locator("textarea").input_value()
        self.press("Close")
        return text

    def read(self, text: str) -> None:
        """Paste a text into the page."""
        self.press("More")
        self.press("Read a text")
        self.inside.locator("textarea").fill(text)
        self.page.locator("#foot").get_by_role("button", name="Read").click()


Sheets = Callable[..., Sheet]


@pytest.fixture
def sheets(files: Pages, tmp_path: Path) -> Sheets:
    """Pages of games in browser contexts of their own.

    An error on a page fails the test, and so does any request except those for the file itself and
    its worker. With `text` a page has that in place of what Plyground writes; `first` is a script
    that runs before its own.
    """

    def make(
        game: pg.Game,
        embed: bool = False,
        address: str = "",
        plays: bool = True,
        text: str | None = None,
        first: str = "",
        **more: Any,
    ) -> Sheet:
        path = tmp_path / f"{game.name}-{'-'.join(map(str, game.values.values()))}.html"
        path.write_text(text or document(game, embed), encoding="utf-8")
        files.addresses.append(path.as_uri())
        usual = {"viewport": {"width": 375, "height": 667}, "reduced_motion": "reduce"}
        opened = files.page(**{**usual, **more})
        if first:
            opened.add_init_script(first)
        opened.goto(f"{path.as_uri()}{address}")
        if plays:
            expect(opened.locator("main")).to_be_visible()
        return Sheet(opened, game)

    return make


def opened(sheets: Sheets, game: pg.Game, moves: str, *seats: str, **more: Any) -> Sheet:
    """A page that opens with a game."""
    codes = [game.move_code(move) for move in game.position(moves).history]
    return sheets(game, text=page(game, opens={"seats": seats, "moves": codes}), **more)
