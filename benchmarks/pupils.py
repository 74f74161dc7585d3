"""A class behind one address: how long light and heavy pages of the app take.

    python benchmarks/pupils.py [--pupils 40] [--seconds 60]

Each pupil has a cookie, a game of Connect Four and a learner to teach, and asks for one thing after
the other, with a pause of up to ten seconds. One in five is heavy: a recorded search, the values of
a position, a game as one file, a lesson of the learner, or the review of a game.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from itertools import chain
from typing import Any
from urllib.parse import urlencode

import httpx2 as httpx
from figures import Figures, options

import plyground as pg

GAMES = (pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.ConnectFour())
PAGES = (
    *("/", "/games", "/learn", "/puzzles", "/library", "/atlas", "/glassbox", "/learning"),
    *(f"/?game={game.name}" for game in GAMES),
    *(f"/learn/rules/{game.name}" for game in GAMES),
)
SEARCHES = [f"/glassbox/steps?game={game.name}&depth={n}" for game in GAMES for n in (3, 5, 7)]
MOVES = (4, 4, 3, 3, 5, 2, 6)
"""A game of Connect Four that the first player wins."""

PLIES = 12
"""Moves after which values are asked for."""

EACH_HEAVY = 5
PAUSE = 10.0

Taken = dict[str, list[float]]
Act = Callable[[], Awaitable[None]]


def unfinished(chance: random.Random) -> list[str]:
    """Random moves of Connect Four after which the game goes on."""
    position = GAMES[-1].position()
    while position.ply < PLIES:
        after = position.play(chance.choice(position.moves))
        position = GAMES[-1].position() if after.over else after
    return [*position.history]


class Pupil:
    """One of a class, who notes how long answers take."""

    def __init__(self, client: httpx.AsyncClient, seed: int, taken: Taken, said: Counter[str]):
        self._client, self._chance = client, random.Random(seed)
        self._taken, self._said = taken, said
        self._pages = list(PAGES)
        self._room = self._ended = self._learner = ""

    async def begin(self, number: int) -> None:
        """Get a cookie, a game, a game that has ended, and a learner."""
        await self._client.get("/message")
        self._room = await self._new_room()
        self._ended = await self._new_room()
        shift = number % 3 - 1  # games of three kinds, each with another start
        for ply, move in enumerate(MOVES):
            given = {"ply": ply, "move": f"{move + shift}"}
            await self._post(f"/api/rooms/{self._ended}/moves", given)
        sent = {"game": "tictactoe", "name": f"pupil-{number}"}
        self._learner = (await self._client.post("/learning/teach", data=sent)).headers["location"]
        index = await self._client.get("/learn")
        self._pages += re.findall(r'href="(/learn/chapters/[\w-]+)', index.text)

    async def ask(self, until: float) -> None:
        """Ask for one thing after the other."""
        heavy: list[tuple[str, Act]] = [
            ("a recorded search", lambda: self._get(self._chance.choice(SEARCHES))),
            ("values", self._values),
            ("one file", lambda: self._get(f"/alone?game={self._chance.choice(GAMES).name}")),
            ("a lesson", self._lesson),
            ("a review", self._review),
        ]
        light: list[tuple[str, Act]] = [
            *[("a page", lambda: self._get(self._chance.choice(self._pages)))] * 3,
            ("a game's page", lambda: self._get(f"/room/{self._room}")),
            ("a new game and a move", self._begin_game),
        ]
        while time.perf_counter() < until:
            await asyncio.sleep(self._chance.uniform(0, PAUSE))
            kind = heavy if self._chance.randrange(EACH_HEAVY) == 0 else light
            name, act = self._chance.choice(kind)
            begun = time.perf_counter()
            await act()
            self._taken[name].append(time.perf_counter() - begun)

    async def _get(self, address: str) -> None:
        """Read a page, until it is there."""
        while True:
            answer = await self._client.get(address)
            self._said[str(answer.status_code)] += answer.status_code >= 400
            again = answer.headers.get("refresh")
            if again is None:
                return
            await asyncio.sleep(float(again.partition(";")[0]))

    async def _post(self, address: str, given: dict[str, Any]) -> dict[str, Any]:
        answer = await self._client.post(address, json=given)
        self._said[str(answer.status_code)] += answer.status_code >= 400
        return dict(answer.json())

    async def _new_room(self, moves: Sequence[str] = ()) -> str:
        given = {"game": {"name": "connect4"}, "seats": [{"kind": "here"}] * 2, "moves": moves}
        return str((await self._post("/api/rooms", given))["id"])

    async def _begin_game(self) -> None:
        room = await self._new_room()
        given = {"ply": 0, "move": self._chance.choice("1234567")}
        await self._post(f"/api/rooms/{room}/moves", given)

    async def _values(self) -> None:
        """Ask for the values of a position that nobody else has."""
        room = await self._new_room(unfinished(self._chance))
        await self._get(f"/room/{room}/values?at={PLIES}")

    async def _lesson(self) -> None:
        """Look at the learner's game after a first move."""
        await self._get(f"{self._learner}?{urlencode({'moves': self._chance.choice('123456789')})}")

    async def _review(self) -> None:
        """Wait for a review, as its page does."""
        address = f"/room/{self._ended}/review"
        async with self._client.stream("GET", f"{address}/events") as events:
            async for line in events.aiter_lines():
                if line in ("event: done", "event: failed"):
                    self._said["failed"] += line.endswith("failed")
                    break
        await self._get(address)


@contextmanager
def server() -> Iterator[str]:
    """The app on a new computer; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host, port = free.getsockname()
    address = f"http://{host}:{port}"
    command = f"{sys.executable} -m plyground serve --host {host} --port {port}".split()
    with tempfile.TemporaryDirectory() as home, subprocess.Popen(
        command, env={**os.environ, "HOME": home}, stdout=subprocess.DEVNULL
    ) as app:  # fmt: skip
        try:
            while True:
                try:
                    httpx.get(address)
                    break
                except httpx.TransportError:
                    assert app.poll() is None, "the app has ended"
                    time.sleep(0.1)
            yield address
        finally:
            app.terminate()


@asynccontextmanager
async def clients(address: str, count: int) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Browsers, each with cookies of its own."""
    found = [
        httpx.AsyncClient(base_url=address, timeout=600, headers={"accept": "text/html"})
        for _ in range(count)
    ]
    try:
        yield found
    finally:
        await asyncio.gather(*(each.aclose() for each in found))


async def lesson(address: str, count: int, seconds: float) -> tuple[Taken, Counter[str]]:
    """How long each kind of answer took, and how many were refusals."""
    taken: Taken = defaultdict(list)
    said: Counter[str] = Counter()
    async with clients(address, count) as browsers:
        pupils = [Pupil(each, at, taken, said) for at, each in enumerate(browsers)]
        for at, each in enumerate(pupils):
            await each.begin(at)
        until = time.perf_counter() + seconds
        await asyncio.gather(*(each.ask(until) for each in pupils))
    return taken, said


WANTED = 1.0, 10.0
"""The median of all answers at most, and the time within which 95 % come."""

HEAVY = ("a recorded search", "values", "one file", "a lesson", "a review")


def main() -> int:
    """Print and keep the figures."""
    parser = options(__doc__)
    parser.add_argument("--pupils", type=int, default=40, help="how many (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60.0, help="default: %(default)g")
    given = parser.parse_args()
    figures = Figures(__file__, given, extra=f"--pupils {given.pupils} --seconds {given.seconds:g}")
    with server() as address:
        taken, said = asyncio.run(lesson(address, given.pupils, given.seconds))
    light = [*chain.from_iterable(each for name, each in taken.items() if name not in HEAVY)]
    heavy = [*chain.from_iterable(taken[name] for name in HEAVY)]
    parts = {"all": light + heavy, "light": light, "heavy": heavy, **dict(sorted(taken.items()))}
    group = f"{given.pupils} pupils behind one address"
    for name, each in parts.items():
        if len(each) < 2:
            continue
        tail = statistics.quantiles(each, n=20, method="inclusive")[-1]
        targets = WANTED if name == "all" else (None, None)
        figures.add(group, f"{name}, answers", len(each))
        times = {"median": statistics.median(each), "95 %": tail}
        for (what, value), most in zip(times.items(), targets, strict=True):
            figures.add(group, f"{name}, {what}", round(value, 2), "s", at_most=most)
        figures.add(group, f"{name}, slowest", round(max(each), 2), "s")
    figures.add(group, "refusals", said.total())
    print({name: number for name, number in said.items() if number})
    return figures.keep()


if __name__ == "__main__":
    sys.exit(main())
