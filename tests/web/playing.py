"""What tests of the app's pages do as a visitor does: begin, play, save and take in games."""

from __future__ import annotations

import html
import re
import time
from typing import Any

from fastapi.testclient import TestClient


def begin(client: TestClient, **fields: str) -> str:
    """Begin a game between two people here unless `fields` say otherwise; the room's path."""
    given = {"game": "tictactoe", "seat0": "here", "seat1": "here", **fields}
    answer = client.post("/rooms", data=given)
    assert answer.status_code == 303, text_of(answer.text)
    return str(answer.headers["location"])


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
    for _ in range(1200):  # a game that nobody has played is compiled first
        page = client.get(f"{room}/table").text
        if int(re.search(r'data-ply="(\d+)"', page)[1]) >= ply:  # type: ignore[index]
            return page
        time.sleep(0.05)
    raise AssertionError(f"ply {ply} was not reached")


def text_of(page: str) -> str:
    """What a page says, without its elements and needless spaces."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())
