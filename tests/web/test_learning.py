"""The page on which the computer teaches itself a game while people watch."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from plyground.search.learning import kept
from plyground.web.app import create_app
from plyground.web.settings import Settings
from tests.web.playing import text_of

pytestmark = pytest.mark.compiled

HTML = {"accept": "text/html"}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(kept, "_folder", [])
    app = create_app(Settings(data=tmp_path, warms=False))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        yield client


def until(client: TestClient, path: str, word: str) -> str:
    """The page's words, once they have a word."""
    for _ in range(600):
        said = text_of(client.get(f"{path}/part").text)
        if word in said:
            return said
        time.sleep(0.1)
    raise AssertionError(said)


@pytest.mark.slow
def test_it_learns_is_stopped_played_and_deleted(client: TestClient, tmp_path: Path) -> None:
    answer = client.post("/learning", data={"game": "tictactoe", "minutes": "5", "name": "ada"})
    path = answer.headers["location"]
    assert path == "/learning/ada"
    assert client.get(path).status_code == 200
    busy = client.post("/learning", data={"game": "tictactoe"}, headers=HTML)
    assert busy.status_code == 429
    assert "one learns at a time: stop ada" in text_of(busy.text)
    assert client.post(f"{path}/delete").status_code == 409
    said = until(client, path, "After 1 second")
    assert "Learning:" in said
    assert client.get(f"{path}/weights").status_code == 404
    client.post(f"{path}/stop")
    said = until(client, path, "Stopped:")
    assert "moves right" in said
    assert client.get(f"{path}/weights").content.startswith(b"plyground weights")
    fields = {"game": "tictactoe", "seat0": "here", "seat1": "computer"}
    room = client.post("/rooms", data={**fields, "opponent-2": "learned:@ada-1s"})
    assert room.headers["location"].startswith("/room/")
    assert "Learned, ada-1s" in text_of(client.get(room.headers["location"]).text)
    assert "ada" in text_of(client.get("/learning").text)
    taken = client.post("/learning", data={"game": "tictactoe", "name": "ada"}, headers=HTML)
    assert "there is a ada already" in text_of(taken.text)
    client.cookies.clear()
    assert client.post(f"{path}/delete").status_code == 403


def test_what_is_kept_outlives_the_server(tmp_path: Path) -> None:
    folder = tmp_path / "learned"
    folder.mkdir()
    progress = {"games": 5, "seconds": 1.0, "right": 0.5, "sample": ["1", "2", "3"]}
    data = {
        "game": "tictactoe", "parameters": {}, "owner": "x", "seconds": 60, "state": "learning",
        "problem": "", "curve": [progress, {**progress, "seconds": 2.0}], "marks": [],
    }  # fmt: skip
    (folder / "old.json").write_text(json.dumps(data))
    lost = {**data, "state": "failed", "problem": "no more disk", "curve": []}
    (folder / "lost.json").write_text(json.dumps(lost))
    (folder / "damaged.json").write_text("{")
    (folder / "unknown.json").write_text(json.dumps({**data, "game": "chess"}))
    app = create_app(Settings(data=tmp_path, warms=False))
    with TestClient(app, base_url="http://localhost") as client:
        listed = text_of(client.get("/learning").text)
        assert "Stopped: 5 games in 2 s, 50 of 100 moves right" in listed
        assert "damaged" not in listed
        page = client.get("/learning/old").text
        assert "old: Tic-tac-toe" in text_of(page)
        assert 'href="/learn" aria-current="page"' in page
        lost = text_of(client.get("/learning/lost").text)
        assert "It could not go on: no more disk" in lost
        assert "Nothing of it was kept." in lost
        assert "exam" not in lost
        for name in ("damaged", "unknown", "none", "a b"):
            assert client.get(f"/learning/{name}").status_code == 404


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"minutes": "0"}, "the minutes are a whole number from 1 to 60"),
        ({"minutes": "x"}, "the minutes are a whole number from 1 to 60"),
        ({"name": "../x"}, "a name has letters, digits, - and _"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_bad_fields_are_refused(client: TestClient, fields: dict[str, str], said: str) -> None:
    answer = client.post("/learning", data={"game": "tictactoe", **fields}, headers=HTML)
    assert answer.status_code in (404, 422)
    assert said in text_of(answer.text)
