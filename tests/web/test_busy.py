"""A server that many ask at once, or whose disk is slow, goes on answering everybody."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urljoin

import httpx2 as httpx
import pytest
from fastapi import FastAPI
from starlette.types import Message

from plyground.search import TableError
from plyground.web.app import create_app
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.work import Allowance, Client
from plyground.web.engine.work import client as client_of
from plyground.web.errors import TooBusyError, trouble_text
from plyground.web.parts import parts_of
from plyground.web.services.rooms import Room
from plyground.web.settings import Settings
from plyground.web.store import database
from tests.until import soon, turn
from tests.web.clocks import FastClock

pytestmark = [pytest.mark.compiled, pytest.mark.anyio]

TICTACTOE = {"name": "tictactoe"}
HERE = {"kind": "here"}


def visitor(app: FastAPI, address: str = "192.0.2.1") -> httpx.AsyncClient:
    """Someone at an address, with cookies of their own."""
    transport = httpx.ASGITransport(app, client=(address, 1))
    return httpx.AsyncClient(
        transport=transport, base_url="http://localhost", headers={"accept": "text/html"}
    )


@asynccontextmanager
async def known_visitors(app: FastAPI, number: int) -> AsyncIterator[list[httpx.AsyncClient]]:
    """Visitors of a running server, who have a cookie."""
    async with app.router.lifespan_context(app), AsyncExitStack() as stack:
        found = [await stack.enter_async_context(visitor(app)) for _ in range(number)]
        for each in found:
            await each.get("/message")
        yield found


async def new_room(client: httpx.AsyncClient, *seats: dict[str, str], game: Any = TICTACTOE) -> str:
    """A board, for two people at one screen unless seats are given; its id."""
    made = await client.post("/api/rooms", json={"game": game, "seats": seats or (HERE, HERE)})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


async def move(client: httpx.AsyncClient, room: str, ply: int, text: str) -> int:
    """The status of the answer to a move."""
    given = {"ply": ply, "move": text}
    return (await client.post(f"/api/rooms/{room}/moves", json=given)).status_code


def room_of(app: FastAPI, room: str) -> Room:
    return parts_of(app).rooms._rooms[room]


def computer(player: str) -> dict[str, str]:
    return {"kind": "computer", "player": player}


async def test_pages_are_read_while_another_program_locks_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 600.0)
    app = create_app(Settings(data=tmp_path))
    async with known_visitors(app, 1) as [client]:
        rooms = [await new_room(client) for _ in range(12)]
        raw = sqlite3.connect(tmp_path / "plyground.db", isolation_level=None)
        raw.execute("BEGIN EXCLUSIVE")
        moves = [asyncio.create_task(move(client, room, 0, "5")) for room in rooms]
        writer = parts_of(app).database._writer
        await soon(writer._parts.qsize)  # they wait for the one that is being written
        for path in ("/", f"/room/{rooms[0]}", "/library"):
            assert (await client.get(path)).status_code == 200
        assert not any(each.done() for each in moves), "the database is still locked"
        raw.execute("ROLLBACK")
        raw.close()
        assert {await each for each in moves} == {200}


@pytest.mark.slow
async def test_a_class_behind_one_address_plays_and_comes_back_after_a_restart(
    app: FastAPI, tmp_path: Path
) -> None:
    async def played(app: FastAPI, room: str, plies: int) -> None:
        await soon(lambda: room_of(app, room).state.position.ply >= plies)

    async def begin(pupil: httpx.AsyncClient) -> str:
        room = await new_room(pupil, computer("minimax:depth=3"), HERE)
        await played(app, room, 1)
        return room

    async with known_visitors(app, 40) as pupils:
        rooms = await asyncio.gather(*map(begin, pupils))
    again = create_app(Settings(data=tmp_path))

    async def come_back(pupil: httpx.AsyncClient, room: str) -> None:
        async with visitor(again) as same:
            same.cookies.update(pupil.cookies)
            found = (await same.get(f"/api/rooms/{room}")).json()
            assert await move(same, room, found["ply"], found["position"]["legal"][0]) == 200
            await played(again, room, 3)

    async with again.router.lifespan_context(again):
        await asyncio.gather(*map(come_back, pupils, rooms))


async def test_games_by_computers_alone_are_limited(app: FastAPI) -> None:
    async with known_visitors(app, 2) as [client, neighbour]:
        deep = {
            "game": {"name": "connect4"}, "seats": [computer("minimax:depth=30")] * 2
        }  # fmt: skip
        answers = [await client.post("/api/rooms", json=deep) for _ in range(6)]
        assert [each.status_code for each in answers] == [201] * 4 + [429] * 2
        assert "computers are playing 4 games for you already" in answers[-1].text
        assert (await neighbour.post("/api/rooms", json=deep)).status_code == 201
        await new_room(client)  # with people there are no such limits


def test_rooms_are_an_allowance_of_each_visitor() -> None:
    clock = FastClock()
    allowance = Allowance(3, 10.0, clock)

    def take(visitor: str) -> bool:
        try:
            allowance.take(visitor)
        except TooBusyError:
            return False
        return True

    client_of.set(Client("192.0.2.1", known=True))
    assert [take("somebody") for _ in range(5)] == [True] * 3 + [False] * 2
    assert take("a neighbour")
    clock.time += 10.0
    assert [take("somebody") for _ in range(2)] == [True, False]
    client_of.set(Client("192.0.2.1", known=False))
    assert [take(f"new {at}") for at in range(5)] == [True] * 3 + [False] * 2
    clock.time += 1000.0
    assert [take(f"new {at}") for at in range(4)] == [True] * 3 + [False]


async def test_a_claimed_seat_survives_a_lost_answer(app: FastAPI) -> None:
    """A program that claims at once gets its cookie before the seat is its own."""
    asked = {"seat": 1, "name": "Bob"}
    async with known_visitors(app, 1) as [ann], visitor(app) as bob, visitor(app) as forgetful:
        room = await new_room(ann, HERE, {"kind": "link"})
        claim = f"/api/rooms/{room}/seats"
        first = await bob.post(claim, json=asked)
        assert first.status_code == 307
        room_data = (await ann.get(f"/api/rooms/{room}")).json()
        assert not room_data["seats"][1]["taken"]
        again_at = urljoin(claim, first.headers["location"])
        lost = await bob.post(again_at, json=asked)
        assert lost.status_code == 200
        again = await bob.post(claim, json=asked)
        assert again.json()["seats"][1]["mine"]
        program, person = [
            await forgetful.post(again_at, json=asked, headers={"accept": kind})
            for kind in ("application/json", "text/html")
        ]
        assert program.status_code == person.status_code == 422
        assert "keep the cookie of the answer" in program.text
        assert "Your browser keeps no cookies" in person.text


async def test_news_of_who_is_there_is_gathered() -> None:
    """Of 300 tabs that come at once none hears of each of the others."""

    hub = Hub()
    hub.start()
    heard: list[list[bytes]] = [[] for _ in range(300)]

    async def listen(parts: list[bytes]) -> None:
        async for part in hub.listen("room"):
            if not parts:
                hub.publish_soon("room", Event("presence", "null"))
            parts.append(part)

    tabs = [asyncio.create_task(listen(parts)) for parts in heard]
    await soon(lambda: all(len(parts) > 1 for parts in heard))
    hub.close()
    await asyncio.gather(*tabs)
    assert all(1 <= sum(b"presence" in part for part in parts) <= 3 for parts in heard)


async def test_who_waits_reads_how_many_come_before(app: FastAPI) -> None:
    held = threading.Event()
    workers = parts_of(app).workers
    async with known_visitors(app, 1) as [client]:
        seen = parts_of(app).visitors.known(SimpleNamespace(cookies=dict(client.cookies)))  # type: ignore[arg-type]
        said = []
        for before in range(3):
            client_of.set(Client("192.0.2.9", known=True))
            others = [*range(workers.threads + before)]
            waiting = [
                asyncio.create_task(workers.run(f"{at}", lambda _: held.wait(), heavy=True))
                for at in others
            ]
            await turn()
            client_of.set(Client("192.0.2.1", known=True))
            mine = asyncio.create_task(workers.run(str(seen), lambda _: None, heavy=True))
            await turn()
            said.append((await client.get("/api/in-line")).json()["words"])
            held.set()
            await asyncio.gather(mine, *waiting)
            held.clear()
        assert said == [
            "Waiting: you are next ...",
            "Waiting: 1 comes before you ...",
            "Waiting: 2 come before you ...",
        ]
        assert (await client.get("/api/in-line")).json() == {"words": ""}


async def test_streams_take_turns_at_signs_of_life() -> None:
    """One timer serves all, and at each of its turns few streams are written to."""
    hub = Hub()
    heard: list[list[bytes]] = [[] for _ in range(300)]

    async def listen(parts: list[bytes]) -> None:
        async for part in hub.listen("room"):
            parts += [part]

    before = len(asyncio.all_tasks())
    tabs = [asyncio.create_task(listen(parts)) for parts in heard]
    await soon(lambda: all(heard))
    assert len(asyncio.all_tasks()) == before + len(tabs)
    counts = []
    for _ in range(15):
        hub._sign()
        await turn()
        counts.append(sum(len(parts) - 1 for parts in heard))
    assert counts == [20 * turns for turns in range(1, 16)]
    assert all(parts[1:] == [b": still here\n\n"] for parts in heard)
    hub.close()
    await asyncio.gather(*tabs)


async def test_tabs_that_go_together_are_looked_after_once(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a network fails."""
    async with known_visitors(app, 1) as [client]:
        room = room_of(app, await new_room(client, HERE, {"kind": "link"}))
        rooms, looks = parts_of(app).rooms, list[int]()

        async def listen() -> None:
            async for _ in rooms.listen(room, "ann"):
                pass

        tabs = [asyncio.create_task(listen()) for _ in range(300)]
        await soon(lambda: len(room.presence.tabs) == 300)
        look = room.presence.look
        monkeypatch.setattr(room.presence, "look", lambda *of: looks.append(1) or look(*of))
        for each in tabs:
            each.cancel()
        await asyncio.gather(*tabs, return_exceptions=True)
        await turn()
        assert len(looks) == 1
        assert not room.state.present


async def test_only_of_players_all_tabs_hear_that_they_come(app: FastAPI) -> None:
    async with known_visitors(app, 1) as [owner]:
        room = room_of(app, await new_room(owner, HERE, {"kind": "link"}))
        parts, heard = parts_of(app), list[bytes]()

        async def listen(visitor: str, *, keeps: bool) -> None:
            async for part in parts.rooms.listen(room, visitor):
                if keeps:
                    heard.append(part)

        tabs = [asyncio.create_task(listen("watcher", keeps=True))]
        await soon(lambda: heard)
        tabs += [asyncio.create_task(listen(f"watcher {at}", keeps=False)) for at in range(100)]
        await soon(lambda: len(room.presence.tabs) == 101)
        assert not parts.hub._soon, "no news for a hundred tabs"
        seated = parts.visitors.known(SimpleNamespace(cookies=dict(owner.cookies)))  # type: ignore[arg-type]
        assert seated is not None
        tabs.append(asyncio.create_task(listen(seated, keeps=False)))
        await soon(lambda: any(b"presence" in part for part in heard))
        for each in tabs:
            each.cancel()
        await asyncio.gather(*tabs, return_exceptions=True)


async def test_streams_are_limited_by_address_and_in_all(app: FastAPI) -> None:
    hub = parts_of(app).hub
    hub.most, hub.most_of_address = 5, 2
    async with app.router.lifespan_context(app), AsyncExitStack() as stack:
        person = await stack.enter_async_context(visitor(app))
        path = f"/room/{await new_room(person)}/events"
        gone = asyncio.Event()

        async def listen(address: str) -> int:
            """The status of the answer to a tab, which stays if it is not refused."""
            answered = asyncio.get_running_loop().create_future()
            asked = iter([{"type": "http.request", "body": b""}])

            async def receive() -> Message:
                message = next(asked, None)
                if message is None:
                    await gone.wait()
                return message or {"type": "http.disconnect"}

            async def send(message: Message) -> None:
                if message["type"] == "http.response.start":
                    answered.set_result(message)

            scope = {
                "type": "http", "method": "GET", "path": path, "query_string": b"",
                "headers": [(b"host", b"localhost")], "client": (address, 1),
            }  # fmt: skip
            tabs.append(asyncio.create_task(app(scope, receive, send)))
            started = await answered
            headers = dict(started["headers"])
            assert (started["status"] == 429) == (b"retry-after" in headers)
            return int(started["status"])

        tabs: list[asyncio.Task[None]] = []
        assert [await listen("192.0.2.1") for _ in range(3)] == [200, 200, 429]
        assert [await listen("192.0.2.2") for _ in range(3)] == [200, 200, 429]
        assert [await listen("192.0.2.3") for _ in range(2)] == [200, 429]
        assert (await person.get("/learn")).status_code == 200
        gone.set()
        await asyncio.gather(*tabs)
        gone.clear()
        assert await listen("192.0.2.1") == 200, "those that have gone are not counted"
        gone.set()
        await asyncio.gather(*tabs)


async def test_what_a_tab_hears_first_is_of_one_moment() -> None:
    """What changes while it is sent comes after it, whole."""
    state = "running"

    def now() -> Iterator[Event]:
        yield Event("board", state)
        yield Event("state", state)

    hub, parts = Hub(), list[bytes]()
    hub.start()
    async for part in hub.listen("room", now()):
        parts.append(part)
        if b"board" in part and state == "running":
            state = "ended"
            for event in (*now(), Event("end", last=True)):
                hub.publish("room", event)
            await turn()
    heard = [part.decode().split() for part in parts[1:]]
    assert [each[1] for each in heard] == ["board", "state", "board", "state", "end"]
    assert [each[3] for each in heard[:4]] == ["running", "running", "ended", "ended"]


def test_messages_name_no_folder_of_the_server(caplog: pytest.LogCaptureFixture) -> None:
    error = TableError("/home/me/.local/tables cannot be written: no space left on device")
    assert "/home/me" not in trouble_text(error)
    assert "/home/me" in caplog.text
