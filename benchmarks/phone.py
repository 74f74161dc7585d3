"""The app on a phone: Lighthouse's marks, what is sent, and whether anything moves or is late.

    python benchmarks/phone.py [marks] [sent] [played] [stepped]

`marks` runs Lighthouse (by npx, pinned below) as a phone, on home, a game, a review, the glass box,
puzzles, Learn and an experiment: the median of five runs, with the machine's load beside it. `sent`
adds up what Chromium's network log says was sent,
compressed: home as it opens, and again after the first move and the computer's reply, with the
engine. `played` plays whole games of each kind against the weakest opponent at three sizes, and
prints the layout shifts, the scrolls, the milliseconds to a person's own move, and the longest task
of the page. `stepped` steps through a review and the glass box. Without names it does all of them.
Exits with 1 if a target is missed.
"""

from __future__ import annotations

import json
import os
import re
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
TRIES = 3  # its recording of a page fails now and then, and it asks to be run again
MARKS = {"performance": 95, "accessibility": 100, "best-practices": 100}
ANY_PAGE = {"accessibility": 100, "best-practices": 100}  # what is asked beyond home and the game
HOME, WITH_ENGINE = 80.0, 260.0  # kB
OWN_MOVE = 32.0  # ms, in 95 of 100 cases
LONG = 50.0  # ms
STEP = 50.0  # ms, in 95 of 100 cases
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


STEPPED = """([part, says]) => {
  window.steps = [];
  const place = document.querySelector(part);
  addEventListener("keydown", ({ timeStamp }) => {
    const before = place.getAttribute(says);
    const look = () => {
      const fresh = document.querySelector(part).getAttribute(says);
      if (fresh === before) return requestAnimationFrame(look);
      const painted = new MessageChannel();  // its message comes after the frame
      painted.port1.onmessage = () => steps.push(performance.now() - timeStamp);
      painted.port2.postMessage(null);
    };
    requestAnimationFrame(look);
  }, true);
}"""
"""A script that takes the milliseconds from each key to what it changes."""

GAME = ("4", "4", "4", "4", "3", "5", "2", "1", "5", "5", "3", "2", "6")
SEARCH = "game=tictactoe&moves=1+5+9+2&algorithm=alphabeta&depth=4"


def browser_program() -> str:
    """The path of Chromium or Chrome."""
    return next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))


def marks(url: str, figures: Figures) -> bool:
    """Lighthouse's marks of pages as they open."""
    held = True
    with httpx.Client(base_url=url, follow_redirects=True, timeout=600) as client:
        client.get("/")
        pages = {
            "home": "/",
            "game": str(client.post("/rooms", data=_room("connect4")).url),
            "review": reviewed(client, GAME),
            "glass box": f"/glassbox?{SEARCH}",
            "puzzles": "/puzzles",
            "a puzzle": str(client.get("/puzzles/daily").url),
            "learn": "/learn",
            "experiments": "/experiments",
            "an experiment": "/experiments/move-order",
        }
        known = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        for name, address in pages.items():
            client.get(address).raise_for_status()
            found: dict[str, list[float]] = {each: [] for each in MARKS}
            for _ in range(RUNS):
                for each, mark in _lighthouse(str(client.base_url.join(address)), known).items():
                    found[each].append(mark)
            asked = MARKS if name in ("home", "game") else ANY_PAGE
            for each, values in found.items():
                mark = statistics.median(values)
                group = "Lighthouse, as a phone"
                held &= figures.add(group, f"{name}: {each}", mark, at_least=asked.get(each))
                print(f"{group}, {name}: {each} {mark:.0f}, median of {values}", flush=True)
    print(f"load average {os.getloadavg()[0]:.1f}")
    return held


def reviewed(client: httpx.Client, moves: tuple[str, ...]) -> str:
    """The address of the finished review of a game that is put into the library."""
    text = f'[Game "connect4"]\n\n{" ".join(moves)} *\n'
    client.post("/library/import", files={"file": ("game.txt", text)})
    saved = re.findall(r'<a href="(/library/[^"?]{16,})"', client.get("/library").text)[0]
    with client.stream("GET", f"{saved}/review/events") as answer:
        assert any(line == "event: done" for line in answer.iter_lines())
    return f"{saved}/review"


def _lighthouse(address: str, known: str) -> dict[str, float]:
    """Its marks of a page for a visitor with a cookie."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [
            "npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json",
            f"--output-path={report}", f"--only-categories={','.join(MARKS)}",
            f"--extra-headers={json.dumps({'Cookie': known})}",
            "--chrome-flags=--headless=new --no-sandbox",
        ]  # fmt: skip
        environment = {**os.environ, "CHROME_PATH": browser_program()}
        for _ in range(TRIES):
            ran = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False
            )
            if not ran.returncode:
                break
        else:
            raise RuntimeError(f"Lighthouse cannot look at {address}: {ran.stderr.strip()}")
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


def stepped(url: str, figures: Figures) -> bool:
    """How soon a step is painted in a review and in the glass box, and what moves meanwhile."""
    held = True
    with sync_playwright() as playwright, httpx.Client(
        base_url=url, follow_redirects=True, timeout=600
    ) as client:  # fmt: skip
        client.get("/")
        pages = {
            "a review": (f"{reviewed(client, GAME)}?at=0", ".viewer [data-part=board]", "data-at"),
            "the glass box": (f"/glassbox?{SEARCH}", "[data-slider]", "aria-valuetext"),
        }
        browser = playwright.chromium.launch(
            executable_path=browser_program(), args=["--no-sandbox"]
        )
        for size, (width, height) in SIZES.items():
            for name, (address, part, says) in pages.items():
                context = browser.new_context(
                    base_url=url, viewport={"width": width, "height": height}
                )
                context.add_cookies(
                    [{"name": key, "value": value, "url": url}
                     for key, value in client.cookies.items()]
                )  # fmt: skip
                page = context.new_page()
                page.goto(address)
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(LOOKS)
                page.evaluate(WATCH.replace("buffered: true", "buffered: false"))
                page.evaluate(STEPPED, [part, says])
                for key in (*["ArrowRight"] * len(GAME), *["ArrowLeft"] * len(GAME)):
                    page.keyboard.press(key)
                    page.wait_for_timeout(150)
                times, seen = page.evaluate("[steps, seen]")
                context.close()
                most = statistics.quantiles(times, n=20)[18]
                print(f"{name}, {size}: {len(times)} steps, painted after {most:.0f} ms in 95 %, "
                      f"median {statistics.median(times):.0f}, layout shift {seen['shifts']:.4f}",
                      flush=True)  # fmt: skip
                group = f"Stepping, {size}"
                held &= figures.add(group, f"{name}: 95 %", round(most, 1), "ms", at_most=STEP)
                held &= figures.add(
                    group, f"{name}: layout shift", round(seen["shifts"], 4), at_most=0
                )
        browser.close()
    return held


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
    parts = {"marks": marks, "sent": sent, "played": played, "stepped": stepped}
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
