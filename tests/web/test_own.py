"""Games from files: tried apart, taken when they change, and kept by games in progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from plyground.games.registry import game_names, installed_game
from plyground.web.app import create_app
from plyground.web.services import game_files
from plyground.web.settings import Settings
from tests.web.playing import begin, play, text_of

NIM = (Path(__file__).parents[2] / "examples" / "nim.py").read_text("utf-8")
MISERE = NIM.replace("rules.won(1 - player(state))", "rules.won(player(state))")
SECONDS = 60.0
ONE_HEAP = {"game": "nim", "heaps": "1"}


class Host:
    """Someone who runs the app, with a file of theirs."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "nim.py"
        self.data = folder / "data"

    def write(self, text: str) -> None:
        self.file.write_text(text, "utf-8")

    def app(self) -> TestClient:
        app = create_app(Settings(data=self.data, games=(self.file,)))
        client = TestClient(app, base_url="http://localhost", follow_redirects=False)
        client.headers["accept"] = "text/html"
        return client


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(game_files, "_GLANCE", 0.05)
    assert MISERE != NIM
    yield Host(tmp_path)
    assert "nim" not in game_names()  # given back as the app ended


def until(client: TestClient, *said: str) -> str:
    """The text of the page about files, as soon as it says something."""
    for _ in range(round(SECONDS / 0.1)):
        page = text_of(client.get("/own").text)
        if all(each in page for each in said):
            return page
        time.sleep(0.1)
    raise AssertionError(f"{said} is not in: {page}")


@pytest.mark.slow
def test_a_file_is_a_game_of_the_app(host: Host) -> None:
    host.write(NIM)
    with host.app() as client:
        page = until(client, "Let computers play")
        assert "The player who takes the last one wins." in page
        assert "def play(state, move):" in page  # the rules
        assert 'href="/?game=nim"' in client.get("/games").text
        room = begin(client, **ONE_HEAP)
        assert "Player 1 won" in text_of(play(client, room, 0, "1:1"))
        made = begin(client, game="nim", seat1="computer", **{"kind-2": "perfect"})
        play(client, made, 0, "4:4")


@pytest.mark.slow
def test_new_games_have_new_rules_and_old_ones_keep_theirs(host: Host) -> None:
    host.write(NIM)
    with host.app() as client:
        until(client, "Let computers play")
        old = begin(client, **ONE_HEAP)
        version = client.get("/own/list").text
        host.write(MISERE)
        while installed_game("nim")(heaps=1).position("1:1").outcome.winner == 0:  # type: ignore[call-arg, union-attr]
            client.get("/own/list")
            time.sleep(0.05)
        new = begin(client, **ONE_HEAP)
        assert client.get("/own/list").text != version
        assert "Player 2 won" in text_of(play(client, new, 0, "1:1"))
        cookies = client.cookies
    with host.app() as client:  # also after the app was started again
        until(client, "Let computers play")
        client.cookies = cookies
        assert "Player 1 won" in text_of(play(client, old, 0, "1:1"))
        again = client.post(f"{old}/rematch").headers["location"]
        assert "Player 2 won" in text_of(play(client, again, 0, "1:1"))  # by the new rules


@pytest.mark.slow
def test_a_fault_keeps_the_rules_from_before(host: Host) -> None:
    host.write(NIM)
    with host.app() as client:
        until(client, "Let computers play")
        host.write(NIM.replace("ONE, BITS, HEAP =", "ONE, BITS, HEAP ="[:-1]))
        page = until(client, "The rules from before stay in use")
        assert "nim.py, line" in page
        assert str(host.file) not in page
        assert "plyground explain" not in page, "the page itself explains it"
        assert "Python stops at the first line that it cannot read." in page
        play(client, begin(client, **ONE_HEAP), 0, "1:1")
        host.write(NIM + "\n")
        for _ in range(600):
            if "fault" not in client.get("/own/list").text:
                break
            time.sleep(0.1)
        else:
            raise AssertionError("the fault stays")


@pytest.mark.slow
def test_the_first_page_leads_to_a_fault_of_those_who_can_mend_it(host: Host) -> None:
    host.write(NIM.replace("ONE, BITS, HEAP =", "ONE, BITS, HEAP"))
    with host.app() as client:
        page = until(client, "The file has a fault")
        assert "has a fault" not in client.get("/").text, "somebody else's"
        here = TestClient(client.app, base_url="http://localhost", client=("127.0.0.1", 50000))
        first = here.get("/", headers={"accept": "text/html"}).text
        assert "nim.py has a fault" in text_of(first)
        assert 'href="/own#file-nim.py"' in first
        assert 'id="file-nim.py"' in client.get("/own").text
        assert "nim.py, line" in page
        version = first.partition('data-version="')[2][:16]
        asked = {"version": version}
        assert here.get("/suggested", params=asked).status_code == 204
        assert client.get("/suggested", params=asked).status_code == 200, "nothing to watch"
        host.write(NIM)
        until(client, "Let computers play")
        again = here.get("/suggested", params=asked).text
        assert "has a fault" not in again
        assert '<b id="own-faults"></b>' in again


def test_there_is_a_game_to_begin_with(host: Host) -> None:
    with host.app() as client:
        page = client.get("/own").text
        assert "A game to begin with (nim.py)" in page
        assert 'href="/learn/guides/own-game"' in page
        sent = client.get("/own/nim.py")
        assert sent.text == NIM
        assert 'filename="nim.py"' in sent.headers["content-disposition"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("while True:\n    pass\n", "The file could not be tried to the end"),
        ("import sys\nsys.exit(3)\n", "The file has a fault"),
        ("import os\nos._exit(9)\n", "exit code 9"),
        (NIM.replace('"nim", "Nim"', '"sim", "Nim"'), "calls its game sim, as another game is"),
        ("\0\1\2", "The file has a fault"),
        ("", "The file has a fault"),
    ],
    ids=["loop", "exit", "death", "taken", "binary", "empty"],
)
def test_files_that_cannot_be_played(
    host: Host, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    monkeypatch.setattr(game_files, "_TRIALS", (1, 6))
    host.write(text)
    with host.app() as client:
        assert "Let computers play" not in until(client, said)
        assert client.get("/").status_code == 200


@pytest.mark.slow
def test_the_rules_from_before_outlive_the_app(host: Host) -> None:
    host.write(NIM)
    with host.app() as client:
        until(client, "Let computers play")
    host.write("while True:\n    pass\n")
    with host.app() as client:
        until(client, "Let computers play", "Trying the file")
        assert "Player 1 won" in text_of(play(client, begin(client, **ONE_HEAP), 0, "1:1"))
        host.write(NIM.replace("ONE, BITS, HEAP =", "ONE, BITS, HEAP"))
        until(client, "The file has a fault. The rules from before stay in use")
        play(client, begin(client, **ONE_HEAP), 0, "1:1")
    host.write("")
    (host.data / "game-rules" / "in-use.json").write_text("[1]")
    with host.app() as client:
        assert "Let computers play" not in until(client, "The file has a fault:")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_trial_that_the_system_ended_is_repeated(host: Host, tmp_path: Path) -> None:
    """As one that the computer had no memory for; nobody calls the file faulty."""
    kill = (
        "import os, pathlib, signal\n"
        f"mark = pathlib.Path({str(tmp_path / 'mark')!r})\n"
        "if not mark.exists():\n    mark.touch()\n    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    host.write(NIM.replace("import numpy as np\n", f"import numpy as np\n{kill}"))
    with host.app() as client:
        assert "fault" not in until(client, "Let computers play")
    assert (tmp_path / "mark").exists()


@pytest.mark.slow
def test_one_file_is_tried_at_a_time(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once: list[int] = []
    fault = game_files.GameFiles._fault

    def counted(files: Any, file: Any, seconds: int) -> Any:
        at_once.append(1)
        assert sum(at_once) == 1
        try:
            return fault(files, file, seconds)
        finally:
            at_once.append(-1)

    monkeypatch.setattr(game_files.GameFiles, "_fault", counted)
    host.write("")
    (host.data / "games").mkdir(parents=True)
    for name in ("a", "b"):
        (host.data / "games" / f"{name}.py").write_text("")
    with host.app() as client:
        for _ in range(600):
            if client.get("/own").text.count("The file has a fault") == 3:
                break
            time.sleep(0.1)
    assert at_once == [1, -1] * 3


@pytest.mark.slow
def test_files_come_and_go_in_the_folder(host: Host) -> None:
    host.write("")
    with host.app() as client:
        until(client, "nim.py")
        folder = host.data / "games"  # made at the start
        (folder / "matches.py").write_text(NIM, "utf-8")
        until(client, "matches.py", "Let computers play")
        (folder / "matches.py").unlink()
        while "nim" in game_names():
            client.get("/own/list")
            time.sleep(0.05)
        assert "matches.py" not in client.get("/own").text


@pytest.mark.slow
def test_a_list_that_has_not_changed_is_not_sent_again(host: Host) -> None:
    host.write("")
    with host.app() as client:
        page = until(client, "The file has a fault")
        assert page
        version = client.get("/own/list").text.partition("version=")[2][:16]
        assert client.get(f"/own/list?version={version}").status_code == 204


def test_strangers_do_not_load_rules_by_their_lasting_names(host: Host) -> None:
    host.write("")
    with host.app() as client:
        for name in ("nim@0123456789ab", "../nim@0123456789ab", "nim@*", "/etc/passwd.py"):
            assert client.get("/", params={"game": name}).status_code == 422
            assert client.post("/rooms", data={"game": name}).status_code >= 400
