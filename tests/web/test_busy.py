"""A server that many ask at once, or whose disk is slow, goes on answering everybody."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import AsyncExitStack
from pathlib import Path

import httpx2 as httpx
import pytest
from fastapi import FastAPI

from plyground.web.app import create_app
from plyground.web.parts import parts_of
from plyground.web.services.rooms import Room
from plyground.web.settings import Settings

pytestmark = pytest.mark.compiled


def visitor(app: FastAPI, address: str = "192.0.2.1") -> httpx.AsyncClient:
    """Somebody at an address, with cookies of their own."""
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
    told = (await client.get(f"/api{room.replace('/room/', '/rooms/')}")).json()
    return int(told["ply"])


async def computer_moves(client: httpx.AsyncClient, game: str, kind: str, depth: int) -> str:
    """A board on which a computer begins."""
    fields = {"game": game, "seat0": "computer", "seat1": "here", "kind-1": kind}
    made = await client.post("/rooms", data={**fields, "depth-1": str(depth)})
    assert made.status_code == 303, made.text
    return str(made.headers["location"])


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
