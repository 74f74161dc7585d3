"""On a computer that has never played: how soon the app's computer replies, and a page is written.

    python benchmarks/fresh.py PROGRAM

PROGRAM is `plyground` as installed from a wheel, which has the code of the standard games for
pages; that of a checkout would be made first. For each standard game the app starts with an empty
home, so that nothing is compiled yet. A person opens the first page of the game in Chromium, moves,
and waits for the computer's reply: at most 3 s after the app answers. A page of Connect Four is
written in 2 s. Exits with 1 if a target is missed.
"""

from __future__ import annotations

import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx2 as httpx
from figures import header, options
from playwright.sync_api import Browser, sync_playwright

import plyground as pg
from plyground.browser.modules import standard_games

REPLY = 3.0
PAGE = 2.0
"""Seconds."""

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def reply(program: str, game: pg.Game, browser: Browser) -> tuple[float, float]:
    """Seconds until the app answers, and from then to the computer's first reply on the board."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as home:
        command = [program, "serve", "--host", "127.0.0.1", "--port", str(port), "--data", home]
        begun = time.perf_counter()
        server = subprocess.Popen(
            command, env=_alone(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            while True:
                try:
                    httpx.get(url, timeout=60)
                    break
                except httpx.TransportError:
                    time.sleep(0.02)
            answered = time.perf_counter()
            page = browser.new_page()
            values = "&".join(f"{name}={value}" for name, value in game.values.items())
            page.goto(f"{url}/?game={game.name}&{values}")
            page.locator("#board .target").first.focus(timeout=120_000)
            for key in ("Enter", "ArrowRight", "Enter"):  # one is enough where a place is a move
                page.keyboard.press(key)
            page.wait_for_selector('#table[data-ply="2"]', timeout=120_000)
            replied = time.perf_counter()
            page.close()
        finally:
            server.terminate()
            server.wait()
    return answered - begun, replied - answered


def written(program: str) -> float:
    """Seconds in which a page of Connect Four is written."""
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "page.html"
        begun = time.perf_counter()
        subprocess.run(
            [program, "page", "connect4", "-o", path],
            env=_alone(home),
            check=True,
            capture_output=True,
        )
        return time.perf_counter() - begun


def _alone(home: str) -> dict[str, str]:
    return {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


def main() -> int:
    """Measure and print."""
    parser = options(__doc__)
    parser.add_argument("program", help="plyground, as installed from a wheel")
    program = parser.parse_args().program
    print(header())
    found = next(filter(None, map(shutil.which, _BROWSERS)))
    slow = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for game in standard_games():
            start, seconds = reply(program, game, browser)
            slow += seconds > REPLY
            print(
                f"{game!r}: the app answers after {start:.1f} s, the computer {seconds:.1f} s on",
                flush=True,
            )
        browser.close()
    pages = [written(program) for _ in range(5)]
    slow += statistics.median(pages) > PAGE
    print(
        f"a page of Connect Four is written in {statistics.median(pages):.1f} s (median of 5; the "
        f"first in {pages[0]:.1f} s)"
    )
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main())
