"""The app on a phone: Lighthouse's marks, what is sent, and whether anything moves or is late.

    python benchmarks/phone.py [marks] [sent] [played]

`marks` runs Lighthouse (by npx, pinned below) on home and on a game, as a phone: the median of five
runs, with the machine's load beside it. `sent` adds up what Chromium's network log says was sent,
compressed: home as it opens, and again after the first move and the computer's reply, with the
engine. `played` plays whole games of each kind against the weakest opponent at three sizes, and
prints the layout shifts, the scrolls, the milliseconds to a person's own move, and the longest task
of the page. Without names it does all three. Exits with 1 if a target is missed.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx2 as httpx
from figures import Figures, header, options
from in_page import TIMED, running_server
from playwright.sync_api import Locator, Page, sync_playwright

import plyground as pg

LIGHTHOUSE = "lighthouse@12.8.2"  # the newest for Node 20
RUNS = 5
MARKS = {"performance": 95, "accessibility": 100, "best-practices": 100}
HOME, WITH_ENGINE = 80.0, 260.0  # kB
OWN_MOVE = 32.0  # ms, in 95 of 100 cases
LONG = 50.0  # ms
LOOKS = 500.0  # ms
SIZES = {"phone": (375, 667), "low": (812, 375), "wide": (1280, 800)}
GAMES = ("connect4", "sim", "numerical", "tictactoe")

WATCH = """
window.seen = { shifts: 0, longest: 0, scrolls: 0 };
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) seen.shifts += value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
}).observe({ type: "longtask" });
addEventListener("scroll", () => { seen.scrolls += 1; });
"""


def browser_program() -> str:
    """The path of Chromium or Chrome."""
    return next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))


def marks(url: str, figures: Figures) -> bool:
    """Lighthouse's marks of home and of a game."""
    held = True
    with httpx.Client(base_url=url, follow_redirects=True) as client:
        client.get("/")
        game = str(client.post("/rooms", data=_room("connect4")).url)
    for name, address in (("home", url), ("game", game)):
        found: dict[str, list[float]] = {each: [] for each in MARKS}
        for _ in range(RUNS):
            for each, mark in _lighthouse(address).items():
                found[each].append(mark)
        for each, values in found.items():
            mark = statistics.median(values)
            group = "Lighthouse, as a phone"
            held &= figures.add(group, f"{name}: {each}", mark, at_least=MARKS[each])
            print(f"{group}, {name}: {each} {mark:.0f}, median of {values}")
    print(f"load average {os.getloadavg()[0]:.1f}")
    return held


def _lighthouse(address: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            "npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json",
            f"--output-path={report}", f"--only-categories={','.join(MARKS)}",
            "--chrome-flags=--headless=new --no-sandbox",
        ]  # fmt: skip
        environment = {**os.environ, "CHROME_PATH": browser_program()}
        subprocess.run(command, env=environment, check=True, capture_output=True)
        categories = json.loads(report.read_text("utf-8"))["categories"]
    return {name: round(100 * categories[name]["score"]) for name in MARKS}


def sent(url: str, figures: Figures) -> bool:
    """The bytes that home takes, without the engine and with it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_program(), args=["--no-sandbox"]
        )
        page = browser.new_page(base_url=url, viewport={"width": 375, "height": 667})
        log = page.context.new_cdp_session(page)
        sizes: list[float] = []
        log.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        log.send("Network.enable")
        page.goto("/")
        page.wait_for_load_state("networkidle")
        home = sum(sizes) / 1000
        page.locator("#board [data-site]").nth(3).click(force=True)
        page.wait_for_selector('#table[data-ply="2"]')
        page.wait_for_timeout(1000)
        with_engine = sum(sizes) / 1000
        browser.close()
    print(f"home sends {home:.1f} kB, and {with_engine:.1f} kB up to the computer's first reply")
    held = figures.add("Sent", "home", round(home, 1), "kB", at_most=HOME)
    return held & figures.add(
        "Sent", "home up to the first reply", round(with_engine, 1), "kB", at_most=WITH_ENGINE
    )


def played(url: str, figures: Figures) -> bool:
    """Whole games at three sizes: what moves, and how soon a person's move is there."""
    held = True
    own: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_program(), args=["--no-sandbox"]
        )
        for size, (width, height) in SIZES.items():
            for name in GAMES:
                context = browser.new_context(
                    base_url=url, viewport={"width": width, "height": height}
                )
                page = context.new_page()
                room = context.request.post("/rooms", form=_room(name))
                page.add_init_script(TIMED + WATCH)
                page.goto(room.url)
                page.wait_for_timeout(LOOKS)  # nobody moves before having seen the board
                moves = _play(page, pg.game(name))
                seen = page.evaluate("seen")
                own += page.evaluate("times")
                context.close()
                group = f"A whole game, {size}"
                shifts, longest = round(seen["shifts"], 4), round(seen["longest"])
                held &= figures.add(group, f"{name}: layout shift", shifts, at_most=0)
                held &= figures.add(group, f"{name}: scrolls", seen["scrolls"], at_most=0)
                held &= figures.add(group, f"{name}: longest task", longest, "ms", at_most=LONG)
                print(
                    f"{group}, {name}: {moves} moves, layout shift {shifts}, "
                    f"{seen['scrolls']} scrolls, longest task {longest} ms",
                    flush=True,
                )
        browser.close()
    most = statistics.quantiles(own, n=20)[18]
    print(f"own move painted: median {statistics.median(own):.1f} ms, 95 % {most:.1f} ms "
          f"of {len(own)}")  # fmt: skip
    return held & figures.add("A whole game", "own move, 95 %", round(most, 1), "ms",
                              at_most=OWN_MOVE)  # fmt: skip


def _room(game: str) -> dict[str, str | float | bool]:
    return {"game": game, "seat0": "here", "seat1": "computer", "opponent-2": "level:1"}


def _play(page: Page, game: pg.Game) -> int:
    """Play to the end, always a move from the middle of the list; the number of moves."""
    position = game.position()
    while not position.over:
        page.wait_for_selector(f'#table[data-ply="{position.ply}"]')
        move = position.moves[len(position.moves) // 2]
        _click(page, game, move)
        position = position.play(move)
        if not position.over:
            page.wait_for_selector(f'#table[data-ply="{position.ply + 1}"]')
            reply = page.locator("#table [data-go]").nth(position.ply).inner_text()
            position = position.play(reply.split()[-1])
    page.wait_for_timeout(2500)  # what ends a game may still move
    return position.ply


def _click(page: Page, game: pg.Game, move: str) -> None:
    """Make a move as a person does."""
    number, at, cell = move.partition("@")
    if at:
        page.get_by_role("button", name=number, exact=True).click()
    if game.name == "sim":
        for dot in move.split("-"):
            _press(page, page.locator("#board .target.dot").nth(int(dot)))
    elif game.name == "connect4":
        _press(page, page.locator(f'#board [data-site="{game.values["rows"] * (int(move) - 1)}"]'))
    else:
        _press(page, page.locator(f'#board [data-site="{int(cell or move) - 1}"]'))


def _press(page: Page, place: Locator) -> None:
    box = place.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def main() -> int:
    """Print what was measured."""
    parser = options(__doc__)
    parts = {"marks": marks, "sent": sent, "played": played}
    parser.add_argument("parts", nargs="*", choices=[*parts, []], default=[])
    given = parser.parse_args()
    figures = Figures(__file__, given)
    print(header())
    held = True
    with running_server(in_pages=True) as (url, _):
        for name in given.parts or parts:
            held &= parts[name](url, figures)
    figures.keep()
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
