"""What tests of the app's pages do as a visitor does: begin, play, save and take in games."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

from plyground.web.app import create_app
from plyground.web.settings import Settings
from tests.until import until

HTML = {"accept": "text/html"}
"""The header with which browsers ask for a page."""


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[TestClient]:
    """A server on a folder; a second one on the same folder is the first one started again."""
    app = create_app(Settings(data=folder, **settings))
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def begin(client: TestClient, **fields: str) -> str:
    """Begin a game between two people here unless `fields` say otherwise; the room's path."""
    given = {"game": "tictactoe", "seat0": "here", "seat1": "here", **fields}
    answer = client.post("/rooms", data=given)
    assert answer.status_code == 303, text_of(answer.text)
    return str(answer.headers["location"])


def begin_by_link(
    owner: TestClient, guest: TestClient, moves: Sequence[str] = "", **fields: str
) -> str:
    """Begin a game with a guest who sits down by a link, and make moves by turns; its path."""
    room = begin(owner, seat1="link", **fields)
    guest.post(f"{room}/claim", data={"seat": 1, "text": "Bob"})
    for ply, move in enumerate(moves):
        play((owner, guest)[ply % 2], room, ply, move)
    return room


def play(client: TestClient, room: str, ply: int, *moves: str) -> str:
    """Make moves from a ply on, all of them accepted; the table after the last."""
    page = ""
    for number, move in enumerate(moves, ply):
        answer = client.post(f"{room}/move", data={"ply": number, "text": move})
        assert answer.status_code == 200, text_of(answer.text)
        page = answer.text
    return page


def save(client: TestClient, room: str) -> str:
    """Save the game of a room; the saved game's path."""
    answer = client.post(room.replace("/room/", "/library/rooms/"))
    assert answer.status_code == 303
    return str(answer.headers["location"])


def take_in(client: TestClient, text: str | bytes, **more: Any) -> Any:
    """Import a file of games into the library; the answer."""
    return client.post("/library/import", files={"file": ("games.txt", text)}, **more)


def saved_games(client: TestClient, **query: Any) -> list[str]:
    """The paths of the games that the library lists."""
    page = client.get("/library", params=query)
    assert page.status_code == 200
    return re.findall(r'<a href="(/library/[^"?]{16,})"', page.text)


def wait_for(client: TestClient, room: str, ply: int) -> str:
    """The table as soon as so many plies are played."""
    client.get(room)  # after a restart the server reads it
    state = client.app.state.parts.rooms._rooms[room.rpartition("/")[2]]  # type: ignore[attr-defined]
    until(lambda: state.state.position.ply >= ply)
    return client.get(f"{room}/table").text


def wait_until(client: TestClient, room: str, text: str) -> str:
    """The table as soon as a text is in it."""

    def table() -> str:
        page = client.get(f"{room}/table").text
        return page if text in page else ""

    return until(table)


def state_of(page: str) -> dict[str, Any]:
    """What the script of a game's page gets with a table or a page: see `room_state`."""
    found = re.search(r'<script type="application/json" data-state>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    state: dict[str, Any] = json.loads(found[1])
    return state


def ply_of(page: str) -> int:
    """The number of plies that a page shows."""
    return int(re.search(r'data-ply="(\d+)"', page)[1])  # type: ignore[index]


def part(page: str, name: str) -> str:
    """The text of the paragraph with an id."""
    found = re.search(rf'id="{name}"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


def unasked(page: str) -> str:
    """What is there before anything is asked for."""
    return re.sub(r"<template.*?</template>", "", page, flags=re.DOTALL)


def text_of(page: str) -> str:
    """What a page says, without its elements and needless spaces."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())
