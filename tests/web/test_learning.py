"""The page on which the computer teaches itself a game while people watch."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

import plyground as pg
from plyground import errors
from plyground.arena.lessons import COMPARED, KEPT, Compared, Progress, kept_as
from plyground.search import Control
from plyground.search.learning import kept
from plyground.web.services import learning as module
from plyground.web.services.learning import Learning, Lesson, _learn, name_for
from tests.until import LOOKS, until
from tests.web.playing import HTML, served, text_of

pytestmark = pytest.mark.compiled

FIELDS = {"game": "tictactoe", "minutes": "5", "name": "ada"}
ADA = "/learning/ada"
AGAINST = {"game": "tictactoe", "seat0": "here", "seat1": "computer"}


@pytest.fixture(autouse=True)
def no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept under a name yet."""
    monkeypatch.setattr(kept, "_folder", [])


def page_of(client: TestClient) -> str:
    """What the page of the training says."""
    return text_of(client.get(ADA).text)


def lesson_of(client: TestClient) -> Lesson:
    found = client.app.state.parts.learning.get("ada")  # type: ignore[attr-defined]
    assert isinstance(found, Lesson)
    return found


class Inside:
    """Takes the place of a process: a thread does its work."""

    def __init__(self, target: Callable[..., None], args: Any, daemon: bool) -> None:
        there, *rest = args
        self.there = Connection(os.dup(there.fileno()))
        self.thread = threading.Thread(target=target, args=(self.there, *rest), daemon=daemon)
        self.start = self.thread.start
        self.killed = False

    def join(self, seconds: float | None = None) -> None:
        if not self.killed:
            self.thread.join(seconds)

    def kill(self) -> None:
        self.killed = True  # first: whoever listens joins as soon as it is closed
        self.there.close()


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trainings need no process."""
    context = SimpleNamespace(Pipe=Pipe, Process=Inside)
    monkeypatch.setattr(module, "get_context", lambda _: context)


@pytest.mark.slow
def test_it_learns_is_stopped_played_and_deleted(
    client: TestClient, processes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "get_context", lambda _: processes)
    assert client.post("/learning", data=FIELDS).url.path == ADA
    busy = client.post("/learning", data=FIELDS | {"name": "bob"}, headers=HTML)
    assert busy.status_code == 429
    assert "one of yours learns at a time: stop ada" in text_of(busy.text)
    assert client.post(f"{ADA}/delete").status_code == 409
    assert client.get(f"{ADA}/weights").status_code == 404
    lesson = lesson_of(client)
    until(lambda: lesson.marks, 10 * LOOKS)  # its process gives way to all others
    said = text_of(client.get(f"{ADA}/part").text)
    assert "Learning:" in said
    assert "After 1 second" in said
    client.post(f"{ADA}/stop")
    until(lambda: not lesson.going, 10 * LOOKS)
    said = page_of(client)
    assert "Stopped:" in said
    assert "moves right" in said
    assert client.get(f"{ADA}/weights").content.startswith(b"plyground weights")
    room = client.post("/rooms", data=AGAINST | {"opponent-2": "learned:@ada-1s"})
    assert "Learned, ada-1s" in text_of(room.text)
    assert "ada" in text_of(client.get("/learning").text)
    taken = client.post("/learning", data=FIELDS, headers=HTML)
    assert "there is a ada already" in text_of(taken.text)
    mine = dict(client.cookies)
    client.cookies.clear()
    assert client.post(f"{ADA}/delete").status_code == 403
    client.cookies.clear()
    client.cookies.update(mine)
    client.post(f"{ADA}/delete")
    assert client.get(ADA).status_code == 404


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
    with served(tmp_path) as client:
        listed = text_of(client.get("/learning").text)
        assert "Stopped when Plyground ended: 5 games in 2 s, 50 of 100 moves right" in listed
        assert "Damaged on the disk, and left out: damaged." in listed
        page = client.get("/learning/old").text
        assert "old: Tic-tac-toe" in text_of(page)
        assert 'href="/own" aria-current="page"' in page
        lost = text_of(client.get("/learning/lost").text)
        assert "It could not go on: no more disk" in lost
        assert "Nothing of it was kept." in lost
        assert "exam" not in lost
        for name in ("unknown", "none", "a b"):
            assert client.get(f"/learning/{name}").status_code == 404
        refused = client.get("/learning/damaged")
        assert refused.status_code == 422
        assert "what is kept of damaged was damaged" in refused.text


def obedient(there: Connection, _game: pg.Game, file: Path, *_: Any) -> None:
    """A training that keeps what it has learned when it is asked to stop."""
    for seconds in (0.0, 0.3):
        there.send(Progress(2000, seconds, 0.5, ("1", "2")))
    assert there.recv() == "stop"
    file.touch()
    there.send(("stopped", ""))
    there.close()


@pytest.mark.usefixtures("inside")
def test_what_it_has_learned_is_kept_when_the_server_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of the server is a wish to stop, and the next server tells of it."""
    monkeypatch.setattr(module, "_learn", obedient)
    with served(tmp_path) as client:
        client.post("/learning", data=FIELDS)
        until(lambda: len(lesson_of(client).curve) == 2)
        assert " s of 300 s" in page_of(client)
    assert (tmp_path / "learned" / "ada.weights").exists()
    with served(tmp_path) as client:
        said = page_of(client)
        assert re.search(r"Stopped when Plyground ended: 2,000 games in \d+ s", said)
        assert "What it had learned is kept." in said
        assert client.get(f"{ADA}/weights").status_code == 200


def in_turn(there: Connection, _game: pg.Game, file: Path, *_: Any) -> None:
    """A training that makes room in its first turn, and is stopped in its second."""
    state = file.with_suffix(".weights.state")
    end = "stopped" if state.exists() else "waiting"
    for seconds in (0.0, 0.3):
        there.send(Progress(2000, seconds, 0.5, ("1", "2")))
    while there.recv() != ("stop" if end == "stopped" else "make room"):
        pass
    state.touch()
    there.send((end, ""))
    there.close()


@pytest.mark.usefixtures("inside")
def test_trainings_take_turns(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_learn", in_turn)
    monkeypatch.setattr(module, "TURN", 0.0)
    monkeypatch.setattr(module, "_GLANCE", 0.01)
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        learning = app.state.parts.learning
        visitors = {}
        for name in ("ada", "bob"):
            client.cookies.clear()
            client.post("/learning", data=FIELDS | {"name": name})
            visitors[name] = dict(client.cookies)
        until(lambda: len(learning.get("ada").curve) == 4)  # in its second turn
        assert "Waiting for its turn: 1 before it." in text_of(client.get("/learning/bob").text)
        assert "before it." not in page_of(client)
        for name in ("bob", "ada"):  # one that waits, and the one that learns
            client.cookies.clear()
            client.cookies.update(visitors[name])
            client.post(f"/learning/{name}/stop")
            until(lambda name=name: not learning.get(name).going)
            assert not learning.get(name).file.with_suffix(".weights.state").exists()


@pytest.mark.usefixtures("inside")
def test_stopped_before_it_has_begun(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says at once that it will stop; nothing is lost, and another training can begin."""
    begins, patience = threading.Event(), threading.Event()
    monkeypatch.setattr(module, "_learn", lambda *_: begins.wait())
    end_early = module._end_early

    def later(*given: Any) -> None:
        patience.wait()
        end_early(*given)

    monkeypatch.setattr(module, "_end_early", later)
    monkeypatch.setattr(module, "_PATIENCE", 0.0)
    client.post("/learning", data=FIELDS)
    assert "Getting the game and the exam ready" in page_of(client)
    client.post(f"{ADA}/stop")
    page = client.get(ADA).text
    assert "Stopping" in text_of(page)
    assert f"{ADA}/stop" not in page
    assert "The first exam" not in page
    assert client.post(f"{ADA}/delete").json() == {"error": "it is about to stop"}
    patience.set()
    until(lambda: not lesson_of(client).going)
    begins.set()
    said = page_of(client)
    assert "It was stopped before it had learned anything." in said
    assert "Nothing of it was kept." in said
    client.post(f"{ADA}/delete")
    assert client.get(ADA).status_code == 404


SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP")


@pytest.fixture
def signals() -> Iterator[None]:
    """A training handles them, which here would outlive it."""
    before = {each: signal.getsignal(getattr(signal, each)) for each in SIGNALS}
    yield
    for name, handler in before.items():
        signal.signal(getattr(signal, name), handler)


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
@pytest.mark.usefixtures("signals")
@pytest.mark.parametrize("wish", [*SIGNALS, "stop", "the server was killed"])
def test_what_its_process_takes_for_a_wish_to_stop(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wish: str
) -> None:
    """Ctrl-C in a terminal reaches the training beside the server."""
    here, there = Pipe()

    def attend(*given: Any) -> bool:
        control: Control = given[4]
        tell: Callable[[Progress], None] = given[5]
        assert not control.enough
        if wish in SIGNALS:
            signal.raise_signal(getattr(signal, wish))
        elif wish == "stop":
            here.send("stop")
            until(lambda: control.enough)
        else:  # then nobody hears what it tells
            here.close()
            tell(Progress(1, 0.0, None, ()))
        assert control.enough
        return True

    monkeypatch.setattr(module, "attend_politely", attend)
    _learn(there, pg.TicTacToe(), tmp_path / "ada.weights", 300.0, 1)
    if not here.closed:
        assert here.recv() == ("stopped", "")
        here.close()


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


@pytest.mark.usefixtures("plain_patterns")
def test_visitors_see_no_path_of_the_server(client: TestClient, tmp_path: Path) -> None:
    client.post("/learning/teach", data={"game": "tictactoe", "name": "bo"})
    file = tmp_path / "learned" / "bo.weights"
    content = file.read_bytes()
    file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    damaged = client.post("/rooms", data=AGAINST | {"opponent-2": "learned:@bo"}, headers=HTML)
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
def test_bad_fields_are_refused(reader: TestClient, fields: dict[str, str], said: str) -> None:
    answer = reader.post("/learning", data={"game": "tictactoe", **fields})
    assert answer.status_code == 422
    assert said in text_of(answer.text)
