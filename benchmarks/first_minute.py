"""The first minute on a new computer: from the command to the page, from the tap to the answer, and
the first answers in a terminal; then the memory of an evening.

    python benchmarks/first_minute.py [--games connect4 sim ...] [--only terminal | app | evening]

Every measurement has an empty home of its own. The processor seconds and the memory (proportional
set size) are those of all processes of the app, without the browser; Linux alone tells them.
`app` needs Chromium. `evening` plays 20 games there, every answer, the values and a review of each
by the server, of four games in turn.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import httpx2 as httpx
from browsers import chromium
from figures import Figures, options, run
from playwright.sync_api import Page, sync_playwright

GAMES = {
    "tictactoe": ("?game=tictactoe", ["Cell 5"]),
    "numerical": ("?game=numerical", ["Cell 5", "#board .chooser button, #board .tray button"]),
    "sim": ("?game=sim", ["Dot 0", "Dot 1"]),
    "sim-9": ("?game=sim&vertices=9", ["Dot 0", "Dot 1"]),
    "connect4": ("?game=connect4", ["Column 4"]),
}
"""The first page of each game, and what a first move touches."""

COMMANDS = (
    ["play", "connect4"],
    ["analyse", "connect4", "445322441"],
    ["tree", "tictactoe", "617398"],
    ["review", "GAME"],
)
EVENING = ("connect4", "tictactoe", "sim", "numerical")
ITS_GAMES = 20

_RECORD = '[Game "connect4"]\n[Result "1-0"]\n\n1. 4 2. 4 3. 3 4. 3 5. 5 6. 2 7. 6 1-0\n'
_TICKS = os.sysconf("SC_CLK_TCK")


def tree_of(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += tree_of(int(child))
    return found


def processor(pid: int) -> float:
    """The processor seconds of a process and of all that it has started, ended ones too."""
    total = 0
    for each in tree_of(pid):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        total += sum(map(int, fields[11:15]))
    return total / _TICKS


def memory(pid: int) -> int:
    """Megabytes (proportional set size) of a process and of all that it has started."""
    total = 0
    for each in tree_of(pid):
        text = Path(f"/proc/{each}/smaps_rollup").read_text()
        total += int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1])  # type: ignore[index]
    return round(total / 1024)


@contextmanager
def new_computer() -> Iterator[dict[str, str]]:
    """The environment of a computer on which Plyground was just installed."""
    with tempfile.TemporaryDirectory() as home:
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        yield {**kept, "HOME": home, "PYTHONDONTWRITEBYTECODE": ""}


@contextmanager
def app() -> Iterator[tuple[int, str, float]]:
    """The app on a new computer: its process, its address, and the seconds until its first page."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "plyground", "serve", "--port", "8979"]
    with (
        new_computer() as environment,
        subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process,
    ):
        address = "http://127.0.0.1:8979/"
        try:
            while True:
                try:
                    urlopen(address).read()
                    break
                except OSError:
                    assert process.poll() is None, "the app has ended"
                    time.sleep(0.01)
            yield process.pid, address, time.perf_counter() - begun
        finally:
            process.terminate()


def first_move(page: Page, address: str, touched: list[str]) -> float:
    """The seconds from the last touch of a first move to the computer's answer."""
    page.goto(address)
    for name in touched:
        found = page.locator(name) if name[0] == "#" else page.get_by_role("button", name=name)
        target = found.first
        target.wait_for()
        begun = time.perf_counter()
        target.click()
    answered = "() => /played/.test(document.body.innerText)"
    page.wait_for_function(answered, timeout=240_000)
    return time.perf_counter() - begun


def in_the_app(figures: Figures, names: list[str]) -> None:
    """The first answers in Chromium."""
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for name in names:
            query, touched = GAMES[name]
            with app() as (pid, address, ready):
                before = processor(pid)
                page = browser.new_page()
                answered = first_move(page, address + query, touched)
                spent, megabytes = processor(pid) - before, memory(pid)
                page.close()
            group = f"The first minute, {name}"
            figures.add(group, "to the page", round(ready, 1), "s")
            figures.add(group, "to the page, processor", round(before, 1), "s")
            figures.add(group, "to the answer", round(answered, 1), "s")
            figures.add(group, "to the answer, processor", round(spent, 1), "s")
            figures.add(group, "memory", megabytes, "MB")
        browser.close()


def evening(figures: Figures, names: list[str]) -> None:
    """The memory of the app while games are played at random by a visitor against Moss."""
    chance, group = random.Random(1), f"An evening of {', '.join(names)}, memory"
    with app() as (pid, address, _), httpx.Client(
        base_url=address, follow_redirects=True, timeout=240, headers={"accept": "text/html"}
    ) as visitor:  # fmt: skip
        figures.add(group, "first page", memory(pid), "MB")
        for game in range(ITS_GAMES):
            seats = {"seat0": "here", "seat1": "computer", "opponent-2": "level:2"}
            asked = {"game": names[game % len(names)], **seats}
            room = visitor.post("/rooms", data=asked).raise_for_status().url.path
            while True:
                api = "/api" + room.replace("/room/", "/rooms/")
                now = visitor.get(api).json()["position"]
                ply = len(now["moves"])
                if not now["legal"]:
                    break
                if ply % 2:
                    time.sleep(0.02)  # Moss thinks
                    continue
                if ply == 2:
                    visitor.get(f"{room}/values?at=2").raise_for_status()
                move = {"ply": ply, "text": chance.choice(now["legal"])}
                visitor.post(f"{room}/move", data=move).raise_for_status()
            visitor.get(f"{room}/review/step?at={ply}").raise_for_status()
        figures.add(group, f"after {ITS_GAMES} games", memory(pid), "MB")


def in_a_terminal(figures: Figures) -> None:
    """The first answers of commands."""
    for words in COMMANDS:
        with new_computer() as environment:
            record = Path(environment["HOME"]) / "game.txt"
            record.write_text(_RECORD)
            given = [str(record) if word == "GAME" else word for word in words]
            begun, before = time.perf_counter(), os.times()
            subprocess.run(
                [sys.executable, "-m", "plyground", *given],
                input="4\nquit\n", text=True, env=environment, check=True, capture_output=True,
            )  # fmt: skip
            seconds, after = time.perf_counter() - begun, os.times()
        spent = after.children_user + after.children_system
        spent -= before.children_user + before.children_system
        figures.add("The first minute, commands", " ".join(words), round(seconds, 2), "s")
        figures.add("The first minute, commands, processor", " ".join(words), round(spent, 2), "s")


def main() -> int:
    """What the command line asks for."""
    parser = options(__doc__)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--only", choices=("terminal", "app", "evening"))
    given = parser.parse_args()
    figures = Figures(__file__, given)
    if given.only in (None, "terminal"):
        in_a_terminal(figures)
    if given.only in (None, "app"):
        in_the_app(figures, given.games)
    if given.only in (None, "evening"):
        evening(figures, list(EVENING))
    return figures.keep()


if __name__ == "__main__":
    run(main)
