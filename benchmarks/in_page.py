"""Games that pages play themselves: how soon an own move is seen, and what the server has to do.

First Chromium plays Connect Four with a server that answers 300 ms late, by the engine in the page
and by the server alone. The time goes from a click to the frame with the counter.

Then 200 boards play against alphabeta:depth=9 for a minute, a move every three seconds each. Their
people are scripts that send moves as a page does: with the computer's moves, which pages have
found, or without, so that the server thinks. The server's processor time is measured (on Linux).

Run `python benchmarks/in_page.py`; `--boards N`, `--seconds S`, `--clicks N`. Exits with 1 if a
target is missed.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2 as httpx
from figures import Figures, header, options
from playwright.sync_api import Page, sync_playwright

import plyground as pg
from plyground.browser.modules import engine_module

LATE = 0.3
"""Seconds by which the server answers late."""

QUIET = 32
"""Milliseconds from a click to its counter in 95 of 100 cases, on a quiet machine."""

PLAYER = {"kind-2": "alphabeta", "depth-2": "9"}
_EVERY = 3.0  # seconds between two moves of a board

SERVER = """
import asyncio, sys, uvicorn
from pathlib import Path
from plyground.web.app import create_app
from plyground.web.settings import Settings
late = float(sys.argv[4])
app = create_app(Settings(data=Path(sys.argv[1]), plays_in_pages=sys.argv[3] == "True"))
async def answer(scope, receive, send):
    if late and scope["type"] == "http":
        await asyncio.sleep(late)
    await app(scope, receive, send)
uvicorn.run(answer, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning",
            timeout_graceful_shutdown=1)
"""

TIMED = """
window.times = [];
let newest = 0;
addEventListener("click", (event) => {
  if (!event.target.closest("#board")) return;
  const clicked = newest = event.timeStamp;  // the first of two dots plays nothing
  const board = document.querySelector("#board");
  const empty = () => board.shadowRoot.querySelectorAll(".ply-empty").length;
  const before = empty();
  const look = () => {
    if (newest !== clicked) return;
    if (empty() === before) {
      requestAnimationFrame(look);
      return;
    }
    const painted = new MessageChannel();  // its message comes after the frame
    painted.port1.onmessage = () => times.push(performance.now() - clicked);
    painted.port2.postMessage(null);
  };
  requestAnimationFrame(look);
}, true);
"""
"""A script that takes the milliseconds from each click to its mark on the board."""


@contextmanager
def running_server(in_pages: bool, late: float = 0.0) -> Iterator[tuple[str, int]]:
    """The address of a new server with an empty database, and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, folder, str(port), str(in_pages), str(late)]
        server = subprocess.Popen(command)
        try:
            while True:
                try:
                    made = {"game": {"name": "connect4"}, "player": "alphabeta:depth=9"}
                    httpx.post(f"{url}/api/choose", json=made, timeout=120)
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield url, server.pid
        finally:
            server.terminate()
            server.wait()


def clicked(url: str, clicks: int, in_page: bool) -> list[float]:
    """Milliseconds from clicks to their counters."""
    browser_path = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))))
    times: list[float] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        page = browser.new_page(base_url=url)
        page.add_init_script(TIMED)
        while len(times) < clicks:
            times += _game(page, in_page)
        browser.close()
    return times[:clicks]


def _game(page: Page, in_page: bool) -> list[float]:
    """The times of one game between two people at the screen."""
    page.goto("/?game=connect4&seat0=here&seat1=here")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/room/*")
    page.wait_for_selector("#board svg")
    page.wait_for_load_state()
    while in_page and not page.evaluate("typeof PlygroundWords === 'function'"):
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)
    columns = [0, 0, 1, 1, 3, 3, 4, 4, 6, 6, 0, 0, 1, 1]  # nobody has four in a row
    for ply, column in enumerate(columns):
        page.locator("#board .target").nth(column).click()  # counters may still be falling
        page.wait_for_selector(f'#table[data-ply="{ply + 1}"]')
        page.wait_for_timeout(150)
    times: list[float] = page.evaluate("times")
    return times


@dataclass
class Done:
    """What was done in a run: moves of people, of computers, and the processor's seconds."""

    own: int = 0
    replies: int = 0
    seconds: float = 0.0


def spent(process: int) -> float:
    """The processor time of a process so far, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def board(url: str, in_page: bool, until: float, done: Done) -> None:
    """One board against the computer, game after game."""
    headers = {"accept": "text/html", "hx-request": "true"}
    draw, game = random.Random(0), pg.ConnectFour()
    async with httpx.AsyncClient(
        base_url=url, timeout=120, headers=headers, verify=False
    ) as client:
        await client.get("/")
        while time.monotonic() < until:
            form = {"game": "connect4", "seat0": "here", "seat1": "computer", **PLAYER}
            room = (await client.post("/rooms", data=form)).headers["hx-redirect"]
            await client.get(room)
            news = News()
            stream = asyncio.create_task(news.listen(client, room))
            position = game.position()
            while not position.over and time.monotonic() < until:
                next_move = time.monotonic() + _EVERY
                text = draw.choice(position.moves)
                ply = position.ply
                drawn = {"x-drawn": "all"} if in_page else {}
                sent = {"ply": str(ply), "text": text}
                await client.post(f"{room}/move", data=sent, headers=drawn)
                done.own += 1
                position = position.play(text)
                if position.over:
                    break
                if in_page:
                    reply = draw.choice(position.moves)
                    drawn = {"x-drawn": "board"}
                    found = _found(ply + 1, reply)
                    await client.post(f"{room}/computer-move", data=found, headers=drawn)
                else:
                    reply = await _reply(client, room, ply + 1, news, until)
                    if not reply:
                        break
                done.replies += 1
                position = position.play(reply)
                await asyncio.sleep(max(0.0, next_move - time.monotonic()))
            await client.post(f"{room}/abort")
            stream.cancel()


def _found(ply: int, move: str) -> dict[str, str]:
    """A computer's move as a page reports it."""
    found = {
        "move": move, "value": {"value": "unknown", "plies": None, "score": 3}, "depth": 9,
        "line": [move], "nodes": 40_000, "leaves": 20_000, "cutoffs": 9_000, "table_hits": 4_000,
        "seconds": 0.05,
    }  # fmt: skip
    return {"ply": str(ply), "sent": json.dumps(found)}


class News:
    """The newest ply that the events of a room tell of."""

    def __init__(self) -> None:
        self.ply = 0
        self.changed = asyncio.Event()

    async def listen(self, client: httpx.AsyncClient, room: str) -> None:
        """Listen until cancelled."""
        async with client.stream("GET", f"{room}/events", timeout=None) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("id: "):
                    self.ply = int(line[4:])
                    self.changed.set()

    async def sees(self, ply: int) -> None:
        """Wait for a ply."""
        while self.ply < ply:
            self.changed.clear()
            await self.changed.wait()


async def _reply(client: httpx.AsyncClient, room: str, ply: int, news: News, until: float) -> str:
    """The computer's move, as soon as the server has it; empty if that is too late."""
    try:
        await asyncio.wait_for(news.sees(ply + 1), max(0.1, until - time.monotonic()))
    except TimeoutError:
        return ""
    table = (await client.get(f"{room}/table")).text
    moves: list[str] = re.findall(r'data-go="\d+"[^>]*><small>\d+\.</small> ([^<]*)<', table)
    return moves[ply]


async def boards(url: str, process: int, number: int, seconds: float, in_page: bool) -> Done:
    """Let boards play for some seconds."""
    done = Done()
    begun, until = spent(process), time.monotonic() + seconds
    async with asyncio.TaskGroup() as tables:
        for _ in range(number):
            tables.create_task(board(url, in_page, until, done))
            await asyncio.sleep(_EVERY / number)
    done.seconds = spent(process) - begun
    return done


def main() -> int:
    """Print what was measured."""
    parser = options(__doc__)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clicks", type=int, default=100)
    given = parser.parse_args()
    figures = Figures(__file__, given)
    print(header())
    engine_module(pg.ConnectFour())
    held = True
    for in_page in (True, False):
        how = "in the page" if in_page else "on the server"
        with running_server(in_page, LATE) as (url, _):
            times = clicked(url, given.clicks, in_page)
        group = f"from a click to its counter, the server {1e3 * LATE:.0f} ms late, played {how}"
        median, most = statistics.median(times), statistics.quantiles(times, n=20)[18]
        print(f"{group}: median {median:.1f} ms, 95 % {most:.1f} ms")
        figures.add(group, "median", round(median, 1), "ms")
        limit = QUIET if in_page else None
        held &= figures.add(group, "95 %", round(most, 1), "ms", at_most=limit)
    for in_page in (True, False):
        how = "in pages" if in_page else "on the server"
        with running_server(in_page) as (url, process):
            done = asyncio.run(boards(url, process, given.boards, given.seconds, in_page))
        against = f"{given.boards} boards against alphabeta:depth=9"
        group = f"{against} in {given.seconds:g} s, thinking {how}"
        each = 1e3 * done.seconds / max(1, done.replies)
        print(f"{group}: {done.seconds:.1f} s of the server's processor, {done.own:,} moves, "
              f"{done.replies:,} replies, {each:.1f} ms for each")  # fmt: skip
        figures.add(group, "the server's processor time", round(done.seconds, 1), "s")
        figures.add(group, "moves of people", done.own)
        figures.add(group, "replies", done.replies)
        figures.add(group, "processor time for a move and its reply", round(each, 1), "ms")
    figures.keep()
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
