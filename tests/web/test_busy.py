"""A server that many ask at once, or whose disk is slow, goes on answering everybody."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import httpx2 as httpx
import pytest
from fastapi import FastAPI

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
