"""The engine in a page beside native code: the solver on test sets, sizes, and times to a reply.

    python benchmarks/engine.py sizes [GAME ...]
    python benchmarks/engine.py solver FOLDER [--lines N]
    python benchmarks/engine.py first [GAME ...]

`sizes` prints what a game's module takes in a page, compressed, with its book. `solver` runs the
lines of `Test_L3_R1.txt` and so on in Chromium and natively in turn, with tables of the same size,
emptied before each line outside the measured time; it prints the ratio of the times of a first run,
where the browser has not optimised the code yet, and the best of later runs, for some seconds.
`first` opens a page from a file in a browser just started, and prints the time to a playable board,
and from there to the first reply at depth 5.
Exit code 1 if a score or a count of positions differs.
"""

from __future__ import annotations

import base64
import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from figures import header, options
from playwright.sync_api import Page, sync_playwright

import plyground as pg
from plyground.browser import data
from plyground.browser.data import page_game
from plyground.browser.modules import engine_module, standard_games
from plyground.browser.pages import page
from plyground.search import Solver

SETS = ("L3_R1", "L2_R1", "L1_R1", "L2_R2", "L1_R2", "L1_R3")
_ENGINE = Path(data.__file__).with_name("engine.js")
_WARM = 5.0
"""Seconds for which a set is run again, so that the browser has optimised the code."""

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")

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
    return [answers[8], machine.counter("nodes"), (performance.now() - begun) * 1000];
  });
}
"""


@contextmanager
def browser_page(document: str) -> Iterator[Page]:
    """A page of a browser just started, which shows a document from a file."""
    found = next(filter(None, map(shutil.which, _BROWSERS)))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = Path(folder) / "page.html"
        path.write_text(document, "utf-8")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        shown = browser.new_page()
        shown.goto(path.as_uri())
        yield shown
        browser.close()


def bare(game: pg.Game) -> str:
    """A document with an engine, without its book, and nothing else."""
    known: dict[str, Any] = {**page_game(game)["engine"], "book": None}
    module = base64.b64encode(engine_module(game)).decode()
    return f"""<!doctype html><meta charset="utf-8"><script>{_ENGINE.read_text("utf-8")}</script>
<script>
const packed = Uint8Array.from(atob("{module}"), (each) => each.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
window.ready = new Response(stream).arrayBuffer().then(async (bytes) => {{
  window.engine = await PlygroundEngine.open({json.dumps(known)}, bytes);
  window.words = engine.machine.ask("solver_words", [64], 1)[0];
  engine.machine.lend("solver", window.words);
}});
</script>"""


def solver(folder: Path, lines: int, runs: int) -> int:
    """Compare the two homes on the sets."""
    game = pg.ConnectFour()
    native = Solver(game, 64)
    native.solve(game.position("44444"), limits=pg.Limits(nodes=1000))  # compiles
    differ = 0
    for name in SETS:
        text = (folder / f"Test_{name}.txt").read_text()
        most = min(lines, 10) if name == "L1_R3" else lines
        rows = [line.split() for line in text.splitlines() if line.strip()][:most]
        positions = [game.position(row[0]) for row in rows]
        codes = [[each.last_code for each in p.line[1:]] for p in positions]
        ratios: list[float] = []
        with browser_page(bare(game)) as shown:
            shown.evaluate("window.ready")
            begun = time.perf_counter()
            while len(ratios) < runs or time.perf_counter() - begun < _WARM:
                there = shown.evaluate(_SOLVE, codes)
                here = []
                for position in positions:
                    native.forget()
                    solution = native.solve(position)
                    here.append((solution.low, solution.nodes, solution.seconds * 1e6))
                ratios.append(sum(r[2] for r in there) / sum(r[2] for r in here))
                differ += sum(t[:2] != list(h[:2]) for t, h in zip(there, here, strict=True))
        scores = [game.exact_score(h[0], p.ply) for h, p in zip(here, positions, strict=True)]
        wrong = sum(score != int(row[1]) for score, row in zip(scores, rows, strict=True))
        nodes = statistics.mean(h[1] for h in here)
        us = statistics.mean(h[2] for h in here)
        print(
            f"{name}: {len(rows)} positions, {wrong} wrong, {nodes:,.0f} visited each, "
            f"native {us:,.1f} µs; the page takes {ratios[0]:.2f} times as long at first, "
            f"{min(ratios[1:], default=ratios[0]):.2f} warm",
            flush=True,
        )
        differ += wrong
    return int(differ > 0)


def sizes(games: tuple[pg.Game, ...]) -> int:
    """Print what each module takes."""
    for game in games:
        module = len(engine_module(game))
        book = page_game(game)["engine"]["book"]
        values = len(base64.b64decode(book["values"])) if book else 0
        document = len(page(game).encode())
        print(
            f"{game!r}: module {module / 1000:.1f} kB, book {values / 1000:.1f} kB, "
            f"whole page {document / 1000:.1f} kB",
            flush=True,
        )
    return 0


def first(games: tuple[pg.Game, ...]) -> int:
    """Print the times from opening a file to a board, and to a reply at depth 5."""
    for game in games:
        document = page(game)
        boards, replies = [], []
        for _ in range(5):
            begun = time.perf_counter()
            with browser_page(document) as shown:
                shown.wait_for_selector("main:not([hidden])")
                boards.append(shown.evaluate("performance.now()") / 1000)
        with browser_page(bare(game)) as shown:
            shown.evaluate("window.ready")
            replies.append(
                shown.evaluate(
                    """async () => {
                      const begun = performance.now();
                      await engine.choose(engine.start(), {name: "minimax", options: {depth: 5}},
                        engine.chance(1));
                      return (performance.now() - begun) / 1000;
                    }"""
                )
            )
        print(
            f"{game!r}: board after {statistics.median(boards):.2f} s, "
            f"first reply at depth 5 after {replies[0]:.2f} s more "
            f"({time.perf_counter() - begun:.1f} s with the browser's start)",
            flush=True,
        )
    return 0


def main() -> int:
    """Run what was asked for."""
    parser = options(__doc__)
    parser.add_argument("what", choices=("sizes", "solver", "first"))
    parser.add_argument("names", nargs="*", help="games, or the folder of the sets")
    parser.add_argument("--lines", type=int, default=100)
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    print(header())
    if given.what == "solver":
        return solver(Path(given.names[0]), given.lines, given.runs)
    games = tuple(pg.game(name) for name in given.names) or standard_games()
    return sizes(games) if given.what == "sizes" else first(games)


if __name__ == "__main__":
    sys.exit(main())
