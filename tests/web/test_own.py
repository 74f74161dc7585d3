"""Games from files: tried apart, taken when they change, and kept by games in progress."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from plyground.games.registry import game_names, installed_game
from plyground.players import confine
from plyground.web.app import create_app
from plyground.web.services import game_files
from plyground.web.settings import Settings
from tests import until as waiting
from tests.web.playing import HTML, begin, play, text_of, wait_for

uncompiled = pytest.mark.uncompiled

NIM = (Path(__file__).parents[2] / "examples" / "nim.py").read_text("utf-8")
MISERE = NIM.replace("rules.won(1 - player(state))", "rules.won(player(state))")
FAULTY = NIM.replace("ONE, BITS, HEAP =", "ONE, BITS, HEAP")
ONE_HEAP = {"game": "nim", "heaps": "1"}
PLAYED, FAULT = "Let computers play", "The file has a fault"


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
        client.headers.update(HTML)
        return client


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setattr(game_files, "_GLANCE", 0.05)
    assert NIM not in (MISERE, FAULTY)
    yield Host(tmp_path)
    assert "nim" not in game_names()  # given back as the app ended


@pytest.fixture
def quick(host: Host, monkeypatch: pytest.MonkeyPatch) -> Host:
    """A host whose trials only read the file: what comes after them is in question."""

    def within(command: Sequence[str], processor: int) -> list[str]:
        reads = "import sys; compile(open(sys.argv[1]).read(), sys.argv[1], 'exec')"
        return [sys.executable, "-S", "-c", reads, command[-1]]

    monkeypatch.setattr(game_files, "within", within)
    return host


def until(client: TestClient, *said: str) -> str:
    """The text of the page about files, as soon as it says something."""

    def page() -> str:
        text = text_of(client.get("/own").text)
        return text if all(each in text for each in said) else ""

    return waiting.until(page)


def one_heap(client: TestClient, winner: int = 1) -> None:
    """Play a game that begins now, to its end after one move."""
    room = begin(client, **ONE_HEAP)
    assert f"Player {winner} won" in text_of(play(client, room, 0, "1:1"))


@uncompiled
@pytest.mark.slow
def test_a_file_is_a_game_of_the_app(host: Host) -> None:
    host.write(NIM)
    with host.app() as client:
        page = until(client, PLAYED)
        assert "The player who takes the last one wins." in page
        assert "def play(state, move):" in page  # the rules
        assert 'href="/?game=nim"' in client.get("/games").text
        one_heap(client)
        room = begin(client, game="nim", seat1="computer", **{"kind-2": "perfect"})
        play(client, room, 0, "4:4")
        wait_for(client, room, 2)


@uncompiled
def test_new_games_have_new_rules_and_old_ones_keep_theirs(quick: Host) -> None:
    quick.write(NIM)
    with quick.app() as client:
        until(client, PLAYED)
        old = begin(client, **ONE_HEAP)
        version, before = client.get("/own/list").text, installed_game("nim")
        quick.write(MISERE)
        waiting.until(lambda: installed_game("nim") is not before)
        one_heap(client, winner=2)
        assert client.get("/own/list").text != version
        cookies = client.cookies
    with quick.app() as client:  # also after the app was started again
        until(client, PLAYED)
        client.cookies = cookies
        assert "Player 1 won" in text_of(play(client, old, 0, "1:1"))
        again = client.post(f"{old}/rematch").headers["location"]
        assert "Player 2 won" in text_of(play(client, again, 0, "1:1"))  # by the new rules


@uncompiled
@pytest.mark.slow
def test_a_fault_keeps_the_rules_from_before(quick: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    quick.write(NIM)
    with quick.app() as client:
        until(client, PLAYED)
        with monkeypatch.context() as patch:
            patch.setattr(game_files, "within", confine.within)
            quick.write(FAULTY)
            page = until(client, "The rules from before stay in use")
        assert "nim.py, line" in page
        assert str(quick.file) not in page
        assert "plyground explain" not in page, "the page itself explains it"
        assert "Python stops at the first line that it cannot read." in page
        one_heap(client)
        quick.write(NIM + "\n")
        waiting.until(lambda: "fault" not in client.get("/own/list").text)


@uncompiled
def test_the_first_page_leads_to_a_fault_of_those_who_can_mend_it(quick: Host) -> None:
    quick.write(FAULTY)
    with quick.app() as client:
        until(client, FAULT)
        assert "has a fault" not in client.get("/").text, "somebody else's"
        here = TestClient(client.app, base_url="http://localhost", client=("127.0.0.1", 50000))
        first = here.get("/", headers=HTML).text
        assert "nim.py has a fault" in text_of(first)
        assert 'href="/own#file-nim.py"' in first
        assert 'id="file-nim.py"' in client.get("/own").text
        version = first.partition('data-version="')[2][:16]
        asked = {"version": version}
        assert here.get("/suggested", params=asked).status_code == 204
        assert client.get("/suggested", params=asked).status_code == 200, "nothing to watch"
        quick.write(NIM)
        until(client, PLAYED)
        again = here.get("/suggested", params=asked).text
        assert "has a fault" not in again
        assert '<b id="own-faults"></b>' in again


def test_there_is_a_game_to_begin_with(quick: Host) -> None:
    with quick.app() as client:
        page = client.get("/own").text
        assert "A game to begin with (nim.py)" in page
        assert 'href="/learn/guides/own-game"' in page
        sent = client.get("/own/nim.py")
        assert sent.text == NIM
        assert 'filename="nim.py"' in sent.headers["content-disposition"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "trials", "said"),
    [
        ("while True:\n    pass\n", (1, 1), "Perhaps a loop in it does not end."),
        ("import sys\nsys.exit(3)\n", (60, 60), FAULT),
        ("import os\nos._exit(9)\n", (60, 60), "exit code 9"),
    ],
    ids=["loop", "exit", "death"],
)
def test_files_that_cannot_be_played(
    host: Host, monkeypatch: pytest.MonkeyPatch, text: str, trials: tuple[int, int], said: str
) -> None:
    monkeypatch.setattr(game_files, "_TRIALS", trials)
    host.write(text)
    with host.app() as client:
        assert PLAYED not in until(client, said)
        assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\0\1\2", FAULT),
        ("", FAULT),
        (NIM.replace('"nim", "Nim"', '"sim", "Nim"'), "calls its game sim, as another game is"),
    ],
    ids=["binary", "empty", "taken"],
)
def test_files_without_a_game_of_their_own(quick: Host, text: str, said: str) -> None:
    quick.write(text)
    with quick.app() as client:
        assert PLAYED not in until(client, said)


@uncompiled
def test_the_rules_from_before_outlive_the_app(
    quick: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick.write(NIM)
    with quick.app() as client:
        until(client, PLAYED)
    trials = game_files.within
    endless = [sys.executable, "-S", "-c", "import threading; threading.Event().wait()"]
    monkeypatch.setattr(game_files, "within", lambda *_given, **_more: endless)
    quick.write(FAULTY)
    with quick.app() as client:
        until(client, PLAYED, "Trying the file")
        one_heap(client)
        monkeypatch.setattr(game_files, "within", trials)
        quick.write(f"{FAULTY}\n")
        until(client, f"{FAULT}. The rules from before stay in use")
        one_heap(client)
    quick.write("")
    (quick.data / "game-rules" / "in-use.json").write_text("[1]")
    with quick.app() as client:
        assert PLAYED not in until(client, f"{FAULT}:")


@uncompiled
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_trial_that_the_system_ended_is_repeated(
    quick: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that the computer had no memory for; nobody calls the file faulty."""
    ends = ["import os, signal; os.kill(os.getpid(), signal.SIGKILL)", ""]
    tried = game_files.within

    def within(command: Sequence[str], processor: int) -> list[str]:
        return [*tried(command, processor)[:-2], ends.pop(0), command[-1]]

    monkeypatch.setattr(game_files, "within", within)
    quick.write(NIM)
    with quick.app() as client:
        assert "fault" not in until(client, PLAYED)
    assert ends == []


def test_one_file_is_tried_at_a_time(quick: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    at_once: list[int] = []
    fault: Callable[..., Any] = game_files.GameFiles._fault

    def counted(*given: Any) -> Any:
        at_once.append(1)
        assert sum(at_once) == 1
        try:
            return fault(*given)
        finally:
            at_once.append(-1)

    monkeypatch.setattr(game_files.GameFiles, "_fault", counted)
    quick.write("")
    (quick.data / "games").mkdir(parents=True)
    for name in ("a", "b"):
        (quick.data / "games" / f"{name}.py").write_text("")
    with quick.app() as client:
        waiting.until(lambda: client.get("/own").text.count(FAULT) == 3)
    assert at_once == [1, -1] * 3


@uncompiled
def test_files_come_and_go_in_the_folder(quick: Host) -> None:
    quick.write("")
    with quick.app() as client:
        until(client, "nim.py")
        file = quick.data / "games" / "matches.py"  # the folder is made at the start
        file.write_text(NIM, "utf-8")
        until(client, "matches.py", PLAYED)
        file.unlink()
        waiting.until(lambda: "nim" not in game_names())
        assert "matches.py" not in client.get("/own").text


def test_a_list_that_has_not_changed_is_not_sent_again(quick: Host) -> None:
    quick.write("")
    with quick.app() as client:
        until(client, FAULT)
        version = client.get("/own/list").text.partition("version=")[2][:16]
        assert client.get(f"/own/list?version={version}").status_code == 204


@pytest.mark.parametrize("name", ["nim@0123456789ab", "../nim@0123456789ab", "nim@*", "/x.py"])
def test_strangers_do_not_load_rules_by_their_lasting_names(quick: Host, name: str) -> None:
    with quick.app() as client:
        assert client.get("/", params={"game": name}).status_code == 422
        assert client.post("/rooms", data={"game": name}).status_code >= 400
