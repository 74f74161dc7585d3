"""A server that many ask at once, or whose disk is slow, goes on answering everybody."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx2 as httpx
import pytest
from fastapi import FastAPI, Request

from plyground.search import TableError
from plyground.web.app import create_app
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.work import Allowance, Client
from plyground.web.engine.work import client as client_of
from plyground.web.errors import TooBusyError, trouble_text
from plyground.web.parts import parts_of
from plyground.web.services.rooms import Room
from plyground.web.settings import Settings
from tests.web.clocks import FastClock

pytestmark = pytest.mark.compiled


def visitor(app: FastAPI, address: str = "192.0.2.1") -> httpx.AsyncClient:
    """Someone at an address, with cookies of their own."""
    transport = httpx.ASGITransport(app, client=(address, 1))
    return httpx.AsyncClient(
        transport=transport, base_url="http://localhost", headers={"accept": "text/html"}
    )


async def new_room(client: httpx.AsyncClient) -> str:
    """A board of tic-tac-toe for two people at one screen."""
    fields = {"game": "tictactoe", "seat0": "here", "seat1": "here"}
    made = await client.post("/rooms", data=fields)
    return str(made.headers["location"])


def test_pages_are_read_while_another_program_locks_the_database(
    app: FastAPI, tmp_path: Path
) -> None:
    async def ask() -> None:
        async with app.router.lifespan_context(app), visitor(app) as client:
            await client.get("/")
            rooms = [await new_room(client) for _ in range(12)]
            raw = sqlite3.connect(tmp_path / "plyground.db", isolation_level=None)
            raw.execute("BEGIN EXCLUSIVE")
            moves = [
                asyncio.create_task(client.post(f"{room}/move", data={"ply": 0, "text": "5"}))
                for room in rooms
            ]
            await asyncio.sleep(0.1)  # until all of them wait
            for path in ("/", rooms[0], "/library"):
                assert (await client.get(path)).status_code == 200
            assert not any(move.done() for move in moves), "the database is still locked"
            raw.execute("ROLLBACK")
            raw.close()
            assert {(await move).status_code for move in moves} == {200}

    asyncio.run(ask())


def deep_rooms(app: FastAPI) -> list[Room]:
    """The rooms in which a computer has thought for long."""
    rooms = parts_of(app).rooms
    return [room for room in rooms._rooms.values() if room.thinking is not None]


async def moves_of(client: httpx.AsyncClient, room: str) -> int:
    room_data = (await client.get(f"/api{room.replace('/room/', '/rooms/')}")).json()
    return int(room_data["ply"])


async def computer_moves(client: httpx.AsyncClient, game: str, kind: str, depth: int) -> str:
    """A board on which a computer begins."""
    fields = {"game": game, "seat0": "computer", "seat1": "here", "kind-1": kind}
    made = await client.post("/rooms", data={**fields, "depth-1": str(depth)})
    assert made.status_code == 303, made.text
    return str(made.headers["location"])


@pytest.mark.slow
def test_a_quick_computer_does_not_wait_for_those_that_think_for_long(app: FastAPI) -> None:
    async def ask() -> None:
        async with app.router.lifespan_context(app), AsyncExitStack() as people:
            deep = parts_of(app).workers.threads + 1
            for _ in range(deep):
                client = await people.enter_async_context(visitor(app))
                await client.get("/")
                await computer_moves(client, "connect4", "minimax", 30)
            client = await people.enter_async_context(visitor(app))
            await client.get("/")
            room = await computer_moves(client, "tictactoe", "minimax", 9)
            while not await moves_of(client, room):
                await asyncio.sleep(0.05)
            thinking = deep_rooms(app)
            assert len(thinking) == deep, "none of them was stopped for it"
            states = {room.thinking.state for room in thinking if room.thinking}
            assert "thinking" in states

    asyncio.run(ask())


@pytest.mark.slow
def test_a_class_behind_one_address_plays_and_comes_back_after_a_restart(
    app: FastAPI, tmp_path: Path
) -> None:
    async def ask() -> None:
        pupils = [visitor(app) for _ in range(40)]

        async def begin(pupil: httpx.AsyncClient) -> str:
            assert (await pupil.get("/")).status_code == 200
            room = await computer_moves(pupil, "tictactoe", "minimax", 3)
            while not await moves_of(pupil, room):
                await asyncio.sleep(0.2)
            return room

        async with app.router.lifespan_context(app):
            rooms = await asyncio.gather(*map(begin, pupils))
        again = create_app(Settings(data=tmp_path))

        async def come_back(pupil: httpx.AsyncClient, room: str) -> None:
            async with visitor(again) as same:
                same.cookies.update(pupil.cookies)
                assert (await same.get(room)).status_code == 200
                for _ in range(2):
                    ply = await moves_of(same, room)
                    legal = (await same.get(f"/api/rooms/{room[6:]}")).json()["position"]["legal"]
                    move = {"ply": ply, "text": legal[0]}
                    assert (await same.post(f"{room}/move", data=move)).status_code == 200
                    while await moves_of(same, room) < ply + 2:
                        await asyncio.sleep(0.2)

        async with again.router.lifespan_context(again):
            await asyncio.gather(*map(come_back, pupils, rooms))

    asyncio.run(ask())


def test_games_by_computers_alone_are_limited(app: FastAPI) -> None:
    async def ask() -> None:
        async with app.router.lifespan_context(app), visitor(app) as client:
            await client.get("/")
            fields = {"game": "connect4", "seat0": "computer", "seat1": "computer"}
            deep = fields | {f"{name}-{at}": text for at in (1, 2)
                             for name, text in (("kind", "minimax"), ("depth", "30"))}  # fmt: skip
            answers = [await client.post("/rooms", data=deep) for _ in range(6)]
            assert [each.status_code for each in answers] == [303] * 4 + [429] * 2
            assert "computers are playing 4 games for you already" in answers[-1].text
            async with visitor(app) as neighbour:
                await neighbour.get("/")
                assert (await neighbour.post("/rooms", data=deep)).status_code == 303
                await new_room(client)  # with people there are no such limits

    asyncio.run(ask())


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


def test_a_claimed_seat_survives_a_lost_answer(app: FastAPI) -> None:
    """A program that claims at once gets its cookie before the seat is its own."""
    asked = {"seat": 1, "name": "Bob"}

    async def ask() -> None:
        async with app.router.lifespan_context(app), visitor(app) as ann, visitor(app) as bob:
            seats = [{"kind": "here"}, {"kind": "link"}]
            game = {"game": {"name": "tictactoe"}, "seats": seats}
            room = (await ann.post("/api/rooms", json=game)).json()["id"]
            claim = f"/api/rooms/{room}/seats"
            first = await bob.post(claim, json=asked)
            assert first.status_code == 307
            room_data = (await ann.get(f"/api/rooms/{room}")).json()
            assert not room_data["seats"][1]["taken"]
            lost = await bob.post(first.headers["location"], json=asked)
            assert lost.status_code == 200
            again = await bob.post(claim, json=asked)
            assert again.json()["seats"][1]["mine"]
            async with visitor(app) as forgetful:
                refused = await forgetful.post(first.headers["location"], json=asked)
                assert refused.status_code == 422
                assert "keep the cookie of the answer" in refused.text

    asyncio.run(ask())


def test_news_of_who_is_there_is_gathered() -> None:
    """Of 300 tabs that come at once none hears of each of the others."""

    class Connected:
        async def is_disconnected(self) -> bool:
            return False

    async def ask() -> None:
        hub = Hub()
        hub.start()

        async def listen() -> list[bytes]:
            heard: list[bytes] = []
            async for part in hub.listen(Connected(), "room"):  # type: ignore[arg-type]
                if not heard:
                    hub.publish_soon("room", Event("presence", "null"))
                heard.append(part)
            return heard

        tabs = [asyncio.create_task(listen()) for _ in range(300)]
        while not any(task.done() for task in tabs) and hub.listening("room") < 300:
            await asyncio.sleep(0)
        await asyncio.sleep(0.5)
        hub.close()
        heard = await asyncio.gather(*tabs)
        assert all(1 <= sum(b"presence" in part for part in each) <= 3 for each in heard)

    asyncio.run(ask())


def test_what_a_tab_hears_first_is_of_one_moment() -> None:
    """What changes while it is sent comes after it, whole."""
    state = "running"

    def now() -> Iterator[Event]:
        yield Event("board", state)
        yield Event("state", state)

    async def ask() -> list[bytes]:
        nonlocal state
        hub, heard = Hub(), list[bytes]()
        hub.start()
        async for part in hub.listen(Request({"type": "http"}), "room", now()):
            heard.append(part)
            if b"board" in part and state == "running":
                state = "ended"
                for event in (*now(), Event("end", last=True)):
                    hub.publish("room", event)
                await asyncio.sleep(0)
        return heard

    heard = [part.decode().split() for part in asyncio.run(ask())[1:]]
    assert [each[1] for each in heard] == ["board", "state", "board", "state", "end"]
    assert [each[3] for each in heard[:4]] == ["running", "running", "ended", "ended"]


def test_messages_name_no_folder_of_the_server(caplog: pytest.LogCaptureFixture) -> None:
    error = TableError("/home/me/.local/tables cannot be written: no space left on device")
    assert "/home/me" not in trouble_text(error)
    assert "/home/me" in caplog.text
