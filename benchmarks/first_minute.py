"""The first minute on a new computer: from the command to the page, from the tap to the answer, and
the first answers in a terminal; wall and processor seconds, and memory.

    python benchmarks/first_minute.py [--games connect4 sim ...] [--terminal | --asked | --evening]

Every measurement has an empty home of its own. The processor seconds and the memory (proportional
set size) are those of all processes of the app, without the browser; Linux alone tells them.
`--asked` asks the server for the first values, hint, reasons, look inside and review of each game,
which a page asks its own engine where it can; `--evening` plays 20 games there, every answer,
values and a review of each by the server, first of Connect Four alone, then of four games in turn.
"""

from __future__ import annotations

import argparse
import html
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
from typing import Any
from urllib.request import urlopen

import httpx2 as httpx
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
FORMS = {
    "tictactoe": ({"game": "tictactoe"}, "5"),
    "numerical": ({"game": "numerical"}, "5@5"),
    "sim": ({"game": "sim"}, "0-1"),
    "sim-9": ({"game": "sim", "vertices": "9"}, "0-1"),
    "connect4": ({"game": "connect4"}, "4"),
}
"""The same by its fields, and a first move against the second opponent."""

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


def memory(pid: int) -> float:
    """Megabytes (proportional set size) of a process and of all that it has started."""
    total = 0
    for each in tree_of(pid):
        text = Path(f"/proc/{each}/smaps_rollup").read_text()
        total += int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1])  # type: ignore[index]
    return total / 1024


@contextmanager
def new_computer() -> Iterator[dict[str, str]]:
    """The environment of a computer on which Plyground was just installed."""
    with tempfile.TemporaryDirectory() as home:
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        yield {**kept, "HOME": home, "PYTHONDONTWRITEBYTECODE": ""}


@contextmanager
def app(environment: dict[str, str]) -> Iterator[tuple[int, str, float]]:
    """The app: its process, its address, and the seconds until its first page was there."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "plyground", "serve", "--port", "8979"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
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


def in_the_app(names: list[str]) -> None:
    """Print the first answers in Chromium."""
    print("| game | page, s | processor | answer, s | processor | MB |\n|---|---|---|---|---|---|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        for name in names:
            query, touched = GAMES[name]
            with new_computer() as environment, app(environment) as (pid, address, ready):
                before = processor(pid)
                page = browser.new_page()
                answered = first_move(page, address + query, touched)
                spent = processor(pid) - before
                print(
                    f"| {name} | {ready:.1f} | {before:.1f} | {answered:.1f} | {spent:.1f} "
                    f"| {memory(pid):.0f} |",
                    flush=True,
                )
                page.close()
        browser.close()


def visitor(address: str) -> httpx.Client:
    """Someone who asks the app for its pages."""
    return httpx.Client(
        base_url=address, follow_redirects=True, timeout=240, headers={"accept": "text/html"}
    )


def begun(client: httpx.Client, fields: dict[str, str]) -> str:
    """The path of a new game against Moss."""
    seats = {"seat0": "here", "seat1": "computer", "opponent-2": "level:2"}
    answer = client.post("/rooms", data={**fields, **seats})
    assert answer.status_code == 200, answer.text
    return str(answer.url.path)


def position(client: httpx.Client, room: str) -> dict[str, Any]:
    """The position of a game, as soon as nobody but the visitor can move."""
    while True:
        found = client.get("/api" + room.replace("/room/", "/rooms/")).json()["position"]
        if not found["legal"] or len(found["moves"]) % 2 == 0:
            return dict(found)
        time.sleep(0.02)


def reviewed(client: httpx.Client, room: str, at: int) -> None:
    """Wait for the review of a move."""
    answer = client.get(f"{room}/review/step?at={at}")
    assert answer.status_code == 200, answer.text


def asked(names: list[str]) -> None:
    """Print what the first of each question takes, one after the other."""
    print("| game | values | hint | reasons | look inside | review | MB |")
    print("|---|---|---|---|---|---|---|")
    for name in names:
        fields, move = FORMS[name]
        with new_computer() as environment, app(environment) as (pid, address, _):
            took = []
            with visitor(address) as client:
                room = begun(client, fields)
                client.post(f"{room}/move", data={"ply": 0, "text": move})
                position(client, room)

                def found(path: str, *, client: httpx.Client = client) -> str:
                    answer = client.get(path)
                    assert answer.status_code in {200, 204}, answer.text
                    return str(answer.text)

                def inside(*, room: str = room) -> str:
                    link = re.search(r'href="(/glassbox[^"]+)"', found(f"{room}/table"))
                    return html.unescape(link[1]) if link else ""

                def steps() -> None:
                    page = re.search(r'data-recording="([^"]+)"', found(inside()))
                    assert page is not None
                    found(f"/glassbox/{page[1]}/steps/0")

                def review(*, client: httpx.Client = client, room: str = room) -> None:
                    client.post(f"{room}/abort")
                    reviewed(client, room, 1)

                for question in (
                    lambda room=room: found(f"{room}/values?at=0"),
                    lambda room=room: found(f"{room}/values?at=2"),
                    inside,
                    steps,
                    review,
                ):
                    start, before = time.perf_counter(), processor(pid)
                    question()
                    spent, wall = processor(pid) - before, time.perf_counter() - start
                    took.append(f"{wall:.2f} s, {spent:.2f} processor")
            print(f"| {name} | {' | '.join(took)} | {memory(pid):.0f} |", flush=True)


def evening(names: list[str]) -> None:
    """Print the memory of the app while 20 games are played at random by a visitor."""
    chance = random.Random(1)
    with new_computer() as environment, app(environment) as (pid, address, _):
        print(f"| {', '.join(names)} | MB |\n|---|---|\n| first page | {memory(pid):.0f} |")
        with visitor(address) as client:
            for game in range(20):
                room = begun(client, FORMS[names[game % len(names)]][0])
                while (now := position(client, room))["legal"]:
                    ply = len(now["moves"])
                    if ply == 2:
                        client.get(f"{room}/values?at=2")
                    move = {"ply": ply, "text": chance.choice(now["legal"])}
                    assert client.post(f"{room}/move", data=move).status_code == 200
                reviewed(client, room, len(now["moves"]))
                if game % 5 == 4:
                    print(f"| after {game + 1} games | {memory(pid):.0f} |", flush=True)


def in_a_terminal() -> None:
    """Print the first answers of commands."""
    print("| command | seconds | processor |\n|---|---|---|")
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
            after = os.times()
            spent = (after[2] + after[3]) - (before[2] + before[3])
            print(f"| {' '.join(words)} | {time.perf_counter() - begun:.2f} | {spent:.2f} |")


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--terminal", action="store_true", help="only the commands")
    what.add_argument("--asked", action="store_true", help="only the first of each question")
    what.add_argument("--evening", action="store_true", help="only the memory of an evening")
    given = parser.parse_args()
    if given.asked:
        asked(given.games)
    elif given.evening:
        evening(["connect4"])
        evening(["connect4", "tictactoe", "sim", "numerical"])
    else:
        in_a_terminal()
        if not given.terminal:
            in_the_app(given.games)


if __name__ == "__main__":
    main()
