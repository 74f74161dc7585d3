"""The engine in a page beside native code: the solver on Connect Four's public test sets.

Run `python benchmarks/engine.py FOLDER` with the folder of the files `Test_L3_R1.txt` and so on; it
needs Chromium. The lines are solved in a page and natively in turn, with tables of the same size,
emptied before each line outside the measured time, for some seconds. The figures are how many times
as long as the best native run the page takes: in its first run, where the browser has not optimised
the code yet, and in its best.
"""

from __future__ import annotations

import base64
import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from browsers import chromium
from figures import Figures, options, run
from playwright.sync_api import Page, sync_playwright
from solver import SETS, read_set

import plyground as pg
from plyground.browser.data import page_game
from plyground.browser.modules import engine_module
from plyground.browser.scripts import named
from plyground.search import Solver

_WARM = 5.0
"""Seconds for which a set is run again, so that the browser has optimised the code."""

# Solves a list of move codes on the page's own instance, whose table is emptied before each.
_SOLVE = """
(lines) => {
  const { machine } = engine;
  return lines.map((codes) => {
    let position = engine.start();
    for (const code of codes) position = engine.play(position, code);
    machine.words.fill(0n, machine.at.solver >> 3, (machine.at.solver >> 3) + words);
    machine.fill("counters", [0n, 0n, 0n, 0n, 0n, 0n, 1n << 60n]);
    machine.fill("state", position.state);
    const begun = performance.now();
    const answers = machine.ask("solve_position", [position.ply, words], 10);
    return [answers[8], (performance.now() - begun) * 1000];
  });
}
"""


@contextmanager
def browser_page(document: str) -> Iterator[Page]:
    """A page of a browser just started, which shows a document from a file."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "page.html"
        path.write_text(document, "utf-8")
        browser = chromium(playwright)
        shown = browser.new_page()
        shown.goto(path.as_uri())
        yield shown
        browser.close()


def bare(game: pg.Game) -> str:
    """A document with an engine, without its book, and nothing else."""
    known: dict[str, Any] = {**page_game(game)["engine"], "book": None}
    module = base64.b64encode(engine_module(game)).decode()
    return f"""<!doctype html><meta charset="utf-8"><script>{named("browser/engine.js")}</script>
<script>
const packed = Uint8Array.from(atob("{module}"), (each) => each.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
window.ready = new Response(stream).arrayBuffer().then(async (bytes) => {{
  window.engine = await Plyground.openEngine({json.dumps(known)}, bytes);
  window.words = engine.machine.ask("solver_words", [64], 1)[0];
  engine.machine.lend("solver", window.words);
}});
</script>"""


def compare(figures: Figures, rows: list[tuple[str, int]], name: str, runs: int) -> None:
    """Solve a set in both homes."""
    game = pg.ConnectFour()
    native = Solver(game, 64)
    native.solve(game.position("44444"), limits=pg.Limits(nodes=1000))  # compiles
    positions = [game.position(moves) for moves, _ in rows]
    codes = [[each.last_code for each in p.line[1:]] for p in positions]
    page_times: list[float] = []
    native_times: list[float] = []
    differ = 0
    with browser_page(bare(game)) as shown:
        shown.evaluate("window.ready")
        begun = time.perf_counter()
        while len(page_times) < runs or time.perf_counter() - begun < _WARM:
            there = shown.evaluate(_SOLVE, codes)
            here = []
            for position in positions:
                native.forget()
                solution = native.solve(position)
                here.append((solution.low, solution.seconds * 1e6))
            page_times.append(sum(us for _, us in there))
            native_times.append(sum(us for _, us in here))
            differ += sum(t[0] != h[0] for t, h in zip(there, here, strict=True))
    scores = [game.exact_score(low, p.ply) for (low, _), p in zip(here, positions, strict=True)]
    wrong = sum(score != right for score, (_, right) in zip(scores, rows, strict=True))
    group = f"A page beside native code, {name} ({len(rows)} positions)"
    figures.add(group, "wrong scores, and values that differ", wrong + differ, known=0)
    for what, page_time in (("first run", page_times[0]), ("best run", min(page_times))):
        figures.add(group, what, round(page_time / min(native_times), 2), "times as long")


def main() -> int:
    """Compare on each set."""
    parser = options(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lines", type=int, default=100)
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    figures = Figures(__file__, given, extra="FOLDER")
    for name in SETS:
        most = min(given.lines, 10) if name == "L1_R3" else given.lines
        compare(figures, read_set(given.folder, name, most), name, given.runs)
    return figures.keep()


if __name__ == "__main__":
    run(main)
