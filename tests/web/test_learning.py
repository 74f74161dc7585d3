"""The page on which the computer teaches itself a game while people watch."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground import errors
from plyground.arena.lessons import COMPARED, KEPT, Compared, Progress, kept_as
from plyground.search.learning import kept
from plyground.web.app import create_app
from plyground.web.services.learning import Learning, Lesson, _learn, name_for
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
    for _ in range(1800):
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
    assert client.get(f"{path}/weights").status_code == 404
    said = until(client, path, "After 1 second")
    assert "Learning:" in said
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
        assert "Stopped when Plyground ended: 5 games in 2 s, 50 of 100 moves right" in listed
        assert "damaged" not in listed
        page = client.get("/learning/old").text
        assert "old: Tic-tac-toe" in text_of(page)
        assert 'href="/own" aria-current="page"' in page
        lost = text_of(client.get("/learning/lost").text)
        assert "It could not go on: no more disk" in lost
        assert "Nothing of it was kept." in lost
        assert "exam" not in lost
        for name in ("damaged", "unknown", "none", "a b"):
            assert client.get(f"/learning/{name}").status_code == 404


@pytest.mark.slow
def test_what_it_has_learned_is_kept_when_the_server_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of the server is a wish to stop, and the next server tells of it."""
    monkeypatch.setattr(kept, "_folder", [])
    settings = Settings(data=tmp_path, warms=False)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        client.post("/learning", data={"game": "tictactoe", "minutes": "5", "name": "ada"})
        assert " s of 300 s" in until(client, "/learning/ada", "After 1 second")
    assert (tmp_path / "learned" / "ada.weights").exists()
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        said = text_of(client.get("/learning/ada").text)
        assert re.search(r"Stopped when Plyground ended: [\d,]+ games in \d+ s", said)
        assert "What it had learned is kept." in said
        assert client.get("/learning/ada/weights").status_code == 200


@pytest.mark.slow
def test_what_it_has_learned_is_kept_when_the_server_is_killed(tmp_path: Path) -> None:
    """Then nobody hears what its process tells."""
    here, there = multiprocessing.get_context("spawn").Pipe()
    file = tmp_path / "ada.weights"
    child = multiprocessing.get_context("spawn").Process(
        target=_learn, args=(there, pg.TicTacToe(), file, 300.0, 1)
    )
    child.start()
    there.close()
    while not (isinstance(found := here.recv(), Compared) and found.player != "random"):
        pass
    file.unlink()  # of before it was compared
    here.close()
    child.join(60)
    assert child.exitcode == 0
    assert file.exists()


def test_a_name_is_free_where_nothing_has_it(tmp_path: Path) -> None:
    learning, game = Learning(tmp_path), pg.TicTacToe()
    assert name_for(game, learning.taken) == "tictactoe-1"
    (tmp_path / "tictactoe-1.taught").touch()
    (tmp_path / "tictactoe-2.weights").touch()
    (tmp_path / "tictactoe-3.json").touch()
    assert name_for(game, learning.taken) == "tictactoe-4"
    with pytest.raises(errors.PlygroundError, match="there is a tictactoe-1 already"):
        learning.begin(game, "tictactoe-1", 60.0, 1, "me")


@pytest.mark.parametrize(
    ("seconds", "right", "marks", "can"),
    [
        ((), 0.5, 0, True),
        ((0.0, 0.3), 0.5, 0, False),
        ((0.0, 0.3, 1.0), 0.5, 2, True),
        ((0.0, 0.3, 1.0), 0.5, COMPARED, False),
        ((0.0, 0.3, 1.0), None, 0, False),  # without an exam there is nothing to compare
    ],
)
def test_only_what_loses_nothing_is_cut(
    seconds: tuple[float, ...], right: float | None, marks: int, can: bool
) -> None:
    lesson = Lesson("ada", pg.TicTacToe(), "me", 60.0)
    lesson.curve = [Progress(1, each, right, ()) for each in seconds]
    lesson.marks = [Compared("random", 0.4)] * marks
    assert lesson.can_be_cut == can


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
@pytest.mark.parametrize(
    "sent",
    [
        "SIGTERM",
        pytest.param("SIGINT", marks=pytest.mark.long),
        pytest.param("SIGHUP", marks=pytest.mark.long),
    ],
)
def test_a_signal_to_its_process_is_a_wish_to_stop(client: TestClient, sent: str) -> None:
    """Ctrl-C in a terminal reaches the training beside the server."""
    client.post("/learning", data={"game": "tictactoe", "minutes": "5", "name": "ada"})
    until(client, "/learning/ada", "After 1 second")
    (child,) = multiprocessing.active_children()
    os.kill(child.pid or 0, getattr(signal, sent))
    assert "moves right" in until(client, "/learning/ada", "Stopped:")
    assert client.get("/learning/ada/weights").status_code == 200


def test_stopped_before_it_has_begun(client: TestClient) -> None:
    """It says at once that it will stop; nothing is lost, and another training can begin."""
    data = {"game": "connect4", "minutes": "5", "name": "ada"}
    client.post("/learning", data=data)
    assert "Getting the game and the exam ready" in text_of(client.get("/learning/ada").text)
    client.post("/learning/ada/stop")
    page = client.get("/learning/ada").text
    assert "Stopping" in text_of(page)
    assert "/learning/ada/stop" not in page
    assert "The first exam" not in page
    assert client.post("/learning/ada/delete").json() == {"error": "it is about to stop"}
    said = until(client, "/learning/ada", "It was stopped before it had learned anything.")
    assert "Nothing of it was kept." in said
    client.post("/learning/ada/delete")
    assert client.get("/learning/ada").status_code == 404


def test_it_says_how_long_it_had_really_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_folder", [tmp_path])
    lesson = Lesson("ada", pg.TicTacToe(), "me", 60.0)
    for seconds in (0.0, 0.4, 3.9, 4.0, 5.1, 10.2):
        lesson.curve.append(Progress(1, seconds, None, ()))
    for each in KEPT:
        kept_as(lesson.file, each).touch()
    assert [label for label, _ in lesson.players] == [
        "after 1 second (really 3.9 s)",
        "after 10 seconds",
        "after 100 seconds",
    ]


def test_visitors_see_no_path_of_the_server(client: TestClient, tmp_path: Path) -> None:
    client.post("/learning/teach", data={"game": "tictactoe", "name": "bo"})
    file = tmp_path / "learned" / "bo.weights"
    content = file.read_bytes()
    file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    fields = {"game": "tictactoe", "seat0": "here", "seat1": "computer"}
    damaged = client.post("/rooms", data={**fields, "opponent-2": "learned:@bo"}, headers=HTML)
    assert "bo.weights is damaged" in text_of(damaged.text)
    file.unlink()
    gone = client.get("/teach/bo?moves=5", headers=HTML)
    assert "bo.weights cannot be read" in text_of(gone.text)
    download = client.get("/teach/bo/weights", headers=HTML)
    assert download.status_code == 404
    assert "What it has learned is no longer here." in text_of(download.text)
    for answer in damaged, gone, download:
        assert str(tmp_path) not in answer.text


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
