"""How long readers wait for a review: until the first move is graded, and until the last is.

The game is the perfect one of Connect Four, of 41 plies. The server reviews it for its page and
reports each graded move; a page that opens from a file reviews it by the engine that it holds, in
Chromium, and shows each. Compilation comes first and does not count.

Run `python benchmarks/review_waits.py`.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
import time
from pathlib import Path

import httpx2 as httpx
from figures import Figures, header, options
from in_page import running_server
from phone import browser_program
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.browser.documents import Sheet, document

import plyground as pg
from plyground.analysis.perfect import perfect_game

Waits = tuple[float, float]  # seconds to the first grade and to the last

SHORT = ("4", "1", "4", "2", "4", "3", "4")  # reviewed before: its review compiles what it needs

WATCHED = """() => {
  window.waits = [];
  let begun = 0;
  const look = () => {
    const course = document.querySelector("#course");
    if (!course.hidden && !begun) begun = performance.now();
    const bar = course.querySelector("progress");  // the end of the game counts from the beginning
    const seconds = (performance.now() - begun) / 1000;
    if (begun && !waits.length && (!bar || bar.value > 1)) waits.push(seconds);
    if (begun && !bar) waits.push(seconds);
    else requestAnimationFrame(look);
  };
  look();
}"""
"""A script that takes the seconds from the course of a game to its first grade and to its last."""


def on_server(url: str, moves: tuple[str, ...]) -> Waits:
    """By the stream of a page that waits for the review."""
    text = f'[Game "connect4"]\n\n{" ".join(moves)} *\n'
    with httpx.Client(base_url=url, follow_redirects=True, timeout=600) as reader:
        reader.get("/")  # to be known
        reader.post("/library/import", files={"file": ("game.txt", text)})
        address = re.findall(r'<a href="(/library/[^"?]{16,})"', reader.get("/library").text)[0]
        first, begun = 0.0, time.perf_counter()
        with reader.stream("GET", f"{address}/review/events") as answer:
            for line in answer.iter_lines():
                if line == "event: done":
                    break
                if line == "event: failed":
                    raise RuntimeError("the review failed")
                if line.startswith("data: {") and not first and json.loads(line[6:])["done"]:
                    first = time.perf_counter() - begun
        return first, time.perf_counter() - begun


def in_page(file: Path, moves: tuple[str, ...]) -> Waits:
    """By the engine of a page that opens from a file."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_program(), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        page.goto(file.as_uri())
        sheet = Sheet(page, pg.ConnectFour())
        sheet.begin("here", "here")
        for move in moves:
            sheet.target(f"Column {move}").click()
        page.evaluate(WATCHED)
        sheet.press("How it went")
        while page.evaluate("waits.length") < 2:
            page.wait_for_timeout(200)
        first, last = page.evaluate("waits")
        browser.close()
        return first, last


def main() -> int:
    """Print the figures."""
    given = options(__doc__).parse_args()
    figures = Figures(__file__, given)
    print(header())
    game = pg.ConnectFour()
    perfect = perfect_game(game)
    assert perfect is not None
    moves = perfect.position.history
    found: dict[str, Waits] = {}
    with running_server(in_pages=True) as (url, _):
        on_server(url, SHORT)
        found["on the server"] = on_server(url, moves)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "connect4.html"
        file.write_text(document(game), encoding="utf-8")
        found["in the page"] = in_page(file, moves)
    group = f"Review of a game of {len(moves)} plies, waits"
    for where, (first, last) in found.items():
        print(f"{where:14} first grade after {first:6.2f} s, last after {last:6.2f} s", flush=True)
        figures.add(group, f"first grade, {where}", float(f"{first:.2g}"), "s")
        figures.add(group, f"last grade, {where}", float(f"{last:.2g}"), "s")
    figures.keep()
    return 0


if __name__ == "__main__":
    sys.exit(main())
