"""Many rooms at once: whether every move arrives, once, and how soon.

A server and scripted people on one machine: in each room two people play one game of tic-tac-toe
after another, each with an open event stream, and wait 0.5 to 1.5 seconds before a move. The times
from each move to its answer, and to its arrival in the other player's stream, are measured; at the
end every room's moves are compared with those that were accepted. Then as many rooms play without
waiting, which gives the highest rate.

Run `python benchmarks/rooms.py`; `--rooms N`, `--seconds S`. Exits with 1 if a move was lost or
doubled.
"""

from __future__ import annotations

import asyncio
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx2 as httpx
from figures import Figures, header, options

_SHOWN = (("median", 49), ("95 %", 94), ("99 %", 98))

GAME = {"name": "tictactoe", "parameters": {}}
SERVER = """
import sys, uvicorn
from pathlib import Path
from plyground.web.app import create_app
from plyground.web.settings import Settings
app = create_app(Settings(data=Path(sys.argv[1]), warms=False))
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning",
            timeout_graceful_shutdown=1)
"""


@dataclass
class Moves:
    """What was measured in a run."""

    answers: list[float] = field(default_factory=list)
    arrivals: list[float] = field(default_factory=list)
    wrong: int = 0


class Person:
    """One scripted person with a stream of their own."""

    def __init__(self, url: str) -> None:
        headers = {"accept": "application/json"}
        # Without certificates, which take longer to load than everything else.
        self.client = httpx.AsyncClient(base_url=url, timeout=60, headers=headers, verify=False)
        self.ply = -1
        self.news = asyncio.Condition()

    async def listen(self, room: str) -> None:
        """Keep the ply of the newest event, until cancelled."""
        async with self.client.stream("GET", f"/room/{room}/events", timeout=None) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("id: "):
                    async with self.news:
                        self.ply = int(line[4:])
                        self.news.notify_all()

    async def sees(self, ply: int) -> None:
        """Wait for the event of a ply."""
        async with self.news:
            await asyncio.wait_for(self.news.wait_for(lambda: self.ply >= ply), 60)


async def game(people: list[Person], pause: bool, taken: Moves, until: float) -> None:
    """One game of a room, and the check of the server's record of it."""
    made = await people[0].client.post(
        "/api/rooms", json={"game": GAME, "seats": [{"kind": "here"}, {"kind": "link"}]}
    )
    assert made.status_code == 201, made.text
    room = made.json()["id"]
    await people[1].client.post(f"/api/rooms/{room}/seats", json={"seat": 1})
    for person in people:
        person.ply = -1  # of the game before
    streams = [asyncio.create_task(person.listen(room)) for person in people]
    for person in people:
        await person.sees(0)
    accepted: list[str] = []
    legal = [str(cell) for cell in range(1, 10)]
    over = False
    while not over and time.monotonic() < until:
        if pause:
            await asyncio.sleep(random.uniform(0.5, 1.5))
        move, ply = random.choice(legal), len(accepted)
        mover, other = people[ply % 2], people[1 - ply % 2]
        begun = time.perf_counter()
        arrival = asyncio.create_task(other.sees(ply + 1))
        answer = await mover.client.post(
            f"/api/rooms/{room}/moves", json={"ply": ply, "move": move}
        )
        taken.answers.append(time.perf_counter() - begun)
        await arrival
        taken.arrivals.append(time.perf_counter() - begun)
        seen = answer.json()
        accepted.append(move)
        legal, over = seen["position"]["legal"], seen["position"]["over"]
    for stream in streams:
        stream.cancel()
    kept = (await people[0].client.get(f"/api/rooms/{room}")).json()["position"]["moves"]
    taken.wrong += kept != accepted


async def play(url: str, rooms: int, seconds: float, pause: bool) -> Moves:
    """Let a number of rooms play for a number of seconds."""
    taken = Moves()
    until = time.monotonic() + seconds

    async def table() -> None:
        people = [Person(url), Person(url)]
        for person in people:
            await person.client.get("/")  # as browsers do, which gives them a cookie
        while time.monotonic() < until:
            await game(people, pause, taken, until)
        for person in people:
            await person.client.aclose()

    async with asyncio.TaskGroup() as tables:
        for _ in range(rooms):
            tables.create_task(table())
            await asyncio.sleep(0.01)
    return taken


@contextmanager
def running_server() -> Iterator[str]:
    """The address of a new server with an empty database."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, "-c", SERVER, folder, str(port)])
        try:
            while True:
                try:  # it answers once the game is compiled
                    httpx.post(f"{url}/api/position", json={"game": GAME}, timeout=60)
                    break
                except httpx.TransportError:
                    time.sleep(0.1)
            yield url
        finally:
            server.terminate()
            server.wait()


def summary(what: str, seconds: list[float]) -> str:
    """The spread of some times."""
    cut = percentiles(seconds)
    shown = (f"{name} {1e3 * cut[at]:7.1f} ms" for name, at in _SHOWN)
    return f"  {what:8} {', '.join(shown)}"


def percentiles(seconds: list[float]) -> list[float]:
    """The times below which 1 % are, 2 %, and so on."""
    return statistics.quantiles(seconds, n=100, method="inclusive")


def main() -> int:
    """Print what was measured."""
    parser = options(__doc__)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=300)
    given = parser.parse_args()
    figures = Figures(__file__, given)
    wrong = 0
    print(f"{header()}, {given.rooms} rooms, {2 * given.rooms} event streams")
    with running_server() as url:
        for pause, seconds in ((True, given.seconds), (False, min(30.0, given.seconds))):
            moves = asyncio.run(play(url, given.rooms, seconds, pause))
            wrong += moves.wrong
            rate = len(moves.answers) / seconds
            how = "each player waiting 0.5 to 1.5 s" if pause else "no waiting"
            print(f"{how}: {len(moves.answers):,} moves, {rate:.0f} a second, "
                  f"{moves.wrong} games with a lost or doubled move")  # fmt: skip
            print(summary("answer", moves.answers))
            print(summary("arrival", moves.arrivals))
            group = f"{given.rooms} rooms, {how}"
            figures.add(group, "moves", len(moves.answers))
            figures.add(group, "games with a lost or doubled move", moves.wrong, known=0)
            figures.add(group, "rate", round(rate), "moves a second")
            for what, taken in (("answer", moves.answers), ("arrival", moves.arrivals)):
                cut = percentiles(taken)
                for name, at in _SHOWN:
                    limit = 250 if pause and at == 94 else None
                    figures.add(
                        group, f"{what}, {name}", round(1e3 * cut[at], 1), "ms", at_most=limit
                    )
    figures.keep()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
