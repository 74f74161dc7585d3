"""Games with their owners: when an own move is painted while the server takes its time, what it
costs the server to keep a move, and what the first page and that of a game load.

    python benchmarks/owners.py

A browser plays Connect Four at one screen and by link, with an answer that comes 300 ms late. The
costs are the processor seconds of this process, in which an app answers: those of a whole request.
"""

from __future__ import annotations

import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from browsers import chromium
from fastapi.testclient import TestClient
from figures import Figures, options
from playing import whole_game
from playwright.sync_api import Browser, Page, Route, sync_playwright
from pupils import server

import plyground as pg
from plyground.web.app import create_app
from plyground.web.services.seating import mark
from plyground.web.settings import Settings

GAMES, LONG = 12, 30  # games of so many moves, whose costs are medians
LATE = 300  # milliseconds
MOVES = 100  # own moves of each kind that are timed
FRAME = 32.0  # milliseconds at most until a move is painted
FIRST, WHOLE = 80.0, 240.0  # kilobytes at most of the first page, and with a game

FORM = {"game": "connect4", "seat0": "here"}
HTML = {"accept": "text/html"}

# Milliseconds from a click on a column to the end of the frame that has its counter.
CLICK = """async (column) => {
  const { shadowRoot } = document.getElementById("board");
  const taken = () => shadowRoot.querySelectorAll(".ply-taken").length;
  const before = taken();
  await new Promise(requestAnimationFrame);
  const begun = performance.now();
  shadowRoot.querySelectorAll(".target")[column].click();
  do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  while (taken() === before && performance.now() - begun < 3000);
  return performance.now() - begun;
}"""

TURN = """([at, mine]) => {
  const { ply, myTurn } = document.getElementById("table").dataset;
  return Number(ply) === at && (!mine || myTurn === "yes");
}"""
LOADED = """() => ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type))
  .reduce((sum, each) => sum + each.transferSize, 0)"""
SHIFT = """() => new Promise((resolve) => new PerformanceObserver((list) =>
  resolve(list.getEntries().reduce((sum, each) => sum + each.value, 0)))
  .observe({ type: "layout-shift", buffered: true }) || setTimeout(() => resolve(0), 1000))"""


def begun(page: Page, other: str) -> None:
    """Begin a game at its page."""
    form: dict[str, str | float | bool] = {**FORM, "seat1": other, "opponent-2": "level:1"}
    answer = page.request.post("/rooms", form=form, headers=HTML, max_redirects=0)
    page.goto(answer.headers["location"])


def late(route: Route) -> None:
    """Let the server take its time."""
    time.sleep(LATE / 1000)
    route.continue_()


def painted(browser: Browser, address: str, other: str, rng: random.Random) -> list[float]:
    """Milliseconds from a click to the picture of an own move, for many."""
    found: list[float] = []
    while len(found) < MOVES:
        mine, theirs = browser.new_context(base_url=address), browser.new_context(base_url=address)
        page = mine.new_page()
        begun(page, other)
        if other == "link":
            theirs.request.post(f"{page.url}/claim", form={"seat": "1", "text": "Ann"})
        else:
            page.wait_for_function("() => performance.getEntriesByName('engine').length")
        page.route(re.compile("/(line|move)$"), late)
        for ply, move in enumerate(whole_game(pg.ConnectFour(), rng, long=True).history):
            theirs_to_move = other == "link" and ply % 2 == 1
            page.wait_for_function(TURN, arg=[ply, not theirs_to_move])
            if theirs_to_move:
                theirs.request.post(f"{page.url}/move", form={"ply": str(ply), "text": move})
            else:
                found.append(page.evaluate(CLICK, int(move) - 1))
        mine.close()
        theirs.close()
    return found


def costs(other: str, rng: random.Random) -> list[float]:
    """Milliseconds of processor time for each move of a game, the median of some games."""
    taken = []
    with tempfile.TemporaryDirectory() as data, TestClient(
        create_app(Settings(data=Path(data), plays_in_pages=True)), base_url="http://localhost"
    ) as client:  # fmt: skip
        guest = TestClient(client.app, base_url="http://localhost")
        guest.portal = client.portal  # the same loop, which the server lives in
        for _ in range(GAMES):
            room = client.post("/rooms", data={**FORM, "seat1": other}, headers=HTML).url.path
            if other == "link":
                guest.post(f"{room}/claim", data={"seat": 1, "text": "Ann"})
            while other == "here" and client.get(f"{room}/engine").status_code != 200:
                time.sleep(0.1)
            line = whole_game(pg.ConnectFour(), rng, long=True).history[:LONG]
            taken.append([*kept(client, guest if other == "link" else None, room, line)])
    return [statistics.median(each) for each in zip(*taken, strict=True)]


def kept(
    client: TestClient, guest: TestClient | None, room: str, line: Sequence[str]
) -> Iterator[float]:
    """Milliseconds that it takes to keep each move: one by one, or as its page saves it."""
    version = client.get(f"{room}/state").json()["version"]
    for ply, move in enumerate(line):
        before = time.process_time()
        if guest is not None:
            by = guest if ply % 2 else client
            known = {"x-known": f"{ply} {mark(line[:ply])}"}  # as its page has them
            answer = by.post(f"{room}/move", data={"ply": ply, "text": move}, headers=known)
        else:
            save = {"version": version, "ply": ply, "moves": [{"move": move}]}
            answer = client.post(f"{room}/line", json=save)
            answer.raise_for_status()
            version = int(answer.headers["x-version"])
        yield 1000 * (time.process_time() - before)
        answer.raise_for_status()


def loaded(browser: Browser, address: str) -> Iterator[tuple[str, float, float]]:
    """What each page is, the kilobytes that it loads, and how far it moves what people see."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    page.goto("/", wait_until="networkidle")
    first = page.evaluate(LOADED) / 1000
    yield "the first page", first, page.evaluate(SHIFT)
    begun(page, "computer")
    page.wait_for_function("() => performance.getEntriesByName('engine').length")
    yield "the first page and a game", first + page.evaluate(LOADED) / 1000, page.evaluate(SHIFT)
    context.close()


def main() -> int:
    """Print and keep the figures."""
    figures, rng = Figures(__file__, options(__doc__).parse_args()), random.Random(1)
    with server() as address, sync_playwright() as playwright:
        browser = chromium(playwright)
        for other, name in (("here", "at one screen"), ("link", "by link")):
            times = statistics.quantiles(painted(browser, address, other, rng), n=20)
            group = f"an own move, with an answer {LATE} ms late"
            figures.add(group, f"{name}, median", round(times[9], 1), "ms")
            figures.add(group, f"{name}, 95 %", round(times[-1], 1), "ms", at_most=FRAME)
        for (name, size, shift), most in zip(loaded(browser, address), (FIRST, WHOLE), strict=True):
            figures.add("loaded", name, round(size, 1), "kB", at_most=most)
            figures.add("loaded", f"{name}, layout shift", round(shift, 4), at_most=0.0)
    for other, name in (("here", "saved by its page"), ("link", "by link")):
        each = costs(other, rng)
        for move in (0, len(each) - 1):
            figures.add("to keep a move", f"{name}, move {move + 1}", round(each[move], 2), "ms")
    return figures.keep()


if __name__ == "__main__":
    sys.exit(main())
