"""Starting the app: its window, a second start, a network, and how it ends."""

import http.client
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from plyground.cli import exits
from plyground.web.app import create_app
from plyground.web.launch import addresses, instance, start, window
from plyground.web.launch.instance import Running
from plyground.web.launch.window import Windows
from plyground.web.proof import proof
from plyground.web.settings import Settings

posix = pytest.mark.skipif(sys.platform == "win32", reason="the browser is a script here")

BROWSER = """#!{python}
import pathlib, sys, time
folder = pathlib.Path(__file__).parent
with open(folder / "opened", "a") as file:
    file.write(" ".join(sys.argv[1:]) + "\\n")
while not (folder / "close").exists():
    time.sleep(0.02)
sys.exit({code})
"""


class Browser:
    """A program that does for a browser: it writes down what it is asked for."""

    def __init__(self, folder: Path, name: str = "chromium", code: int = 0) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.file = folder, folder / name
        self.file.write_text(BROWSER.format(python=sys.executable, code=code))
        self.file.chmod(0o755)

    @property
    def opened(self) -> list[str]:
        file = self.folder / "opened"
        return file.read_text().splitlines() if file.exists() else []

    def close(self) -> None:
        (self.folder / "close").touch()


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """The only browser of this machine."""
    found = Browser(tmp_path / "bin")
    monkeypatch.setenv("PATH", str(found.folder))
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.setattr(window.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(window, "_SOON", 0.0)
    return found


def wait_until(true: Callable[[], object]) -> None:
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def get(address: str, path: str, method: str = "GET") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    try:
        connection.request(method, path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def found(folder: Path) -> Running:
    """Who runs there; on a busy machine the answer may come too late for one look."""
    running = next(filter(None, (instance.find(folder) for _ in range(10))), None)
    assert running is not None
    return running


@contextmanager
def started(settings: Settings, shows: bool) -> Iterator[tuple[Running, list[start.Ending]]]:
    """The app, opened in another thread, and how it has ended when it has."""
    endings: list[start.Ending] = []

    def run() -> None:
        endings.append(start.open_app(settings, shows, lambda line: None))

    thread = threading.Thread(target=run)
    thread.start()
    wait_until(lambda: instance.find(settings.data) or not thread.is_alive())
    running = found(settings.data)
    yield running, endings
    thread.join(30)
    assert not thread.is_alive()


# A window, and a second start


@posix
def test_closing_the_window_ends_the_app(browser: Browser, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with started(Settings(data=data), True) as (running, endings):
        wait_until(lambda: browser.opened)
        assert f"--app={running.address}" in browser.opened[0]
        assert f"--user-data-dir={data / 'browser'}" in browser.opened[0]
        assert get(running.address, "/")[0] == 200
        browser.close()
    assert endings == [start.Ending(interrupted=False, clean=True)]
    assert not (data / "running.json").exists()


@posix
def test_a_second_start_has_the_first_open_a_window(browser: Browser, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    said: list[str] = []
    with started(settings, True) as (running, endings):
        wait_until(lambda: browser.opened)
        assert start.open_app(settings, True, said.append) == start.Ending()
        wait_until(lambda: len(browser.opened) == 2)
        assert start.open_app(settings, False, said.append) == start.Ending()
        assert said == [f"Plyground is already running at {running.address}"] * 2
        assert not endings
        browser.close()
    assert len(browser.opened) == 2


@pytest.mark.slow
def test_of_many_starts_at_once_one_runs(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "plyground", "--no-window", "--data", str(tmp_path)]
    processes = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        for _ in range(3)
    ]
    lines = [process.stdout.readline().strip() for process in processes if process.stdout]
    first = [process for process in processes if process.poll() is None]
    wait_until(lambda: sum(process.poll() is None for process in processes) == 1)
    (running,) = [process for process in first if process.poll() is None]
    running.send_signal(signal.SIGINT)
    for process in processes:
        process.communicate(timeout=30)
    assert len({line.rpartition("http")[2] for line in lines}) == 1
    assert sorted(line.partition(" is already running at")[1] for line in lines) == [
        "",
        *[" is already running at"] * 2,
    ]


def test_what_a_killed_one_left_behind_is_not_believed(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        address = addresses.address_of(closed)
    (tmp_path / "running.json").write_text(
        json.dumps({"address": address, "process": 1, "token": "x"})
    )
    assert instance.find(tmp_path) is None
    for nonsense in ("", "[]", "{", '{"address": 1, "process": [], "token": 0}', "\0"):
        (tmp_path / "running.json").write_text(nonsense)
        assert instance.find(tmp_path) is None
    with started(Settings(data=tmp_path), False) as (running, _):
        assert running.process == os.getpid()
        (tmp_path / "running.json").write_text("")
        assert instance.claim(tmp_path) is None  # the lock is what counts
        server = next(each for each in threading.enumerate() if each.name == "server")
        assert server._target is not None
        server._target.__self__.should_exit = True


def test_another_program_on_the_port_is_not_taken_for_it(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path))
    with TestClient(app, base_url="http://localhost") as client:
        said = client.get("/api/alive", params={"challenge": "abc"}).json()
        assert said["name"] == "Plyground"
        assert said["proof"] == proof(app.state.parts.token, "alive abc")
        assert said["proof"] != client.get("/api/alive?challenge=abd").json()["proof"]
        assert app.state.parts.token not in str(said)
        assert client.get("/api/alive", params={"challenge": "x" * 101}).status_code == 422


def test_only_who_knows_the_token_opens_windows(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path))
    shown: list[bool] = []
    good = proof(app.state.parts.token, "window")
    with TestClient(app, base_url="http://localhost") as client:
        alive = client.get("/api/alive?challenge=window").json()["proof"]
        assert client.post("/api/window").status_code == 422
        assert client.post(f"/api/window?proof={good}").status_code == 409
        app.state.parts.show_window = lambda: shown.append(True)
        for bad in ("", "x", "é", alive):
            assert client.post("/api/window", params={"proof": bad}).status_code == 403
        assert client.get(f"/api/window?proof={good}").status_code == 405
        assert not shown
        assert client.post(f"/api/window?proof={good}").status_code == 204
        assert shown == [True]


@posix
def test_what_tells_of_a_running_one_is_for_its_owner(tmp_path: Path) -> None:
    claim = instance.claim(tmp_path)
    assert claim is not None
    with closing(claim):
        claim.announce(Running("http://127.0.0.1:1/", 1, "token"))
        assert stat.S_IMODE((tmp_path / "running.json").stat().st_mode) == 0o600
        assert instance.claim(tmp_path) is None
    assert sorted(file.name for file in tmp_path.iterdir()) == ["running.lock"]
    again = instance.claim(tmp_path)
    assert again is not None
    again.close()


# Which window


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is said; pages opened in the default browser are said too."""
    lines: list[str] = []
    monkeypatch.setattr(window.webbrowser, "open", lambda url: lines.append(url) or True)
    return lines


@posix
def test_a_browser_that_cannot_open_a_window_gives_way_to_the_default_one(
    browser: Browser, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "_SOON", 60.0)
    Browser(browser.folder, code=1).close()
    windows = Windows("http://127.0.0.1:1/", tmp_path, said.append)
    windows.show()
    wait_until(lambda: windows.look() or len(said) == 3)
    assert said == [
        "http://127.0.0.1:1/",
        "Your browser is opening it. If nothing appears, open this address there.",
        "Press Ctrl-C here to end it.",
    ]
    assert not windows.look()


@posix
def test_a_window_that_another_browser_took_over_does_not_end_the_app(
    browser: Browser, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "_SOON", 60.0)
    browser.close()
    windows = Windows("http://127.0.0.1:1/", tmp_path, said.append)
    windows.show()
    wait_until(lambda: windows.look() or said)
    assert said == ["Press Ctrl-C here to end it."]


@posix
def test_ending_closes_the_windows(browser: Browser, said: list[str], tmp_path: Path) -> None:
    windows = Windows("http://127.0.0.1:1/", tmp_path, said.append)
    windows.show()
    windows.look()
    wait_until(lambda: browser.opened)
    windows.look()
    assert said == ["To end it, close its window or press Ctrl-C here."]
    (opened,) = windows._windows
    windows.close()
    assert opened.process.poll() is not None


def test_without_a_screen_the_address_is_all_there_is(
    browser: Browser, said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window, "has_display", lambda: False)
    windows = Windows("http://127.0.0.1:1/", tmp_path, said.append)
    windows.show()
    assert not windows.look()
    assert said[0] == "No window can be opened here: open this address in a browser."
    assert not browser.opened


def test_pywebview_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modules = tmp_path / "modules"
    modules.mkdir()
    (modules / "webview.py").write_text(
        "import json, pathlib\n"
        "seen = {}\n"
        "settings = {}\n"
        "def create_window(title, url, **size): seen.update(title=title, url=url)\n"
        "def start(**options):\n"
        "    path = pathlib.Path(__file__).with_name('seen.json')\n"
        "    path.write_text(json.dumps(seen | settings | options))\n"
    )
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(modules), *filter(None, sys.path)]))
    monkeypatch.setenv("DISPLAY", ":99")
    monkeypatch.syspath_prepend(modules)
    windows = Windows("http://127.0.0.1:1/", tmp_path, lambda line: None)
    windows.show()
    windows.look()
    (opened,) = windows._windows
    assert opened.process.wait(60) == 0
    assert json.loads((modules / "seen.json").read_text()) == {
        "title": "Plyground",
        "url": "http://127.0.0.1:1/",
        "ALLOW_DOWNLOADS": True,
        "private_mode": False,  # else every start would be another visitor
        "storage_path": str(tmp_path / "webview"),
    }


def test_browsers_are_looked_for_where_they_usually_are() -> None:
    environment = {"PROGRAMFILES": "/programs", "LOCALAPPDATA": "/local"}
    places = [path.as_posix() for path in window.usual_places("win32", environment)]
    assert "/programs/Microsoft/Edge/Application/msedge.exe" in places
    assert "/local/Google/Chrome/Application/chrome.exe" in places
    apps = [path.as_posix() for path in window.usual_places("darwin", {})]
    assert "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" in apps
    assert not list(window.usual_places("linux", environment))


# A network


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(addresses.AddressError, match=f"port {port} is taken: .* with --port"):
            addresses.listen("127.0.0.1", port, 8000)
        if port < 65_000:
            with addresses.listen("127.0.0.1", None, port) as next_one:
                assert next_one.getsockname()[1] > port


def test_a_port_that_the_system_keeps_to_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows refuses whole ranges of ports, as if others might use them."""
    listening = addresses._listening

    def refuses(host: str, port: int) -> socket.socket:
        if port < 8003:
            raise PermissionError(13, "Permission denied")
        return listening(host, 0)

    monkeypatch.setattr(addresses, "_listening", refuses)
    addresses.listen("127.0.0.1", None, 8000).close()
    with pytest.raises(addresses.AddressError, match="may not use port 8002"):
        addresses.listen("127.0.0.1", 8002, 8000)


@pytest.mark.parametrize(
    ("host", "port", "answer"),
    [
        ("203.0.113.9", 0, "this machine has no address '203.0.113.9'"),
        ("no such host", 0, "this machine has no address 'no such host'"),
        ("127.0.0.1", 70_000, "a port is 0 to 65535, and not 70000"),
    ],
)
def test_where_nobody_can_listen(host: str, port: int, answer: str) -> None:
    with pytest.raises(addresses.AddressError, match=answer):
        addresses.listen(host, port, 8000)


def test_the_names_that_are_answered() -> None:
    hosts = addresses.accepted_hosts("0.0.0.0", ["Games.example.org"])
    assert {"127.0.0.1", "localhost", "[::1]", "games.example.org"} <= set(hosts)
    assert socket.gethostname().lower() in hosts
    assert {addresses.in_url(each) for each in addresses.own_addresses()} <= set(hosts)
    assert "0.0.0.0" not in hosts
    assert "[fe80::1]" in addresses.accepted_hosts("fe80::1", ())
    for only_here in ("127.0.0.1", "::1", "localhost"):  # no link for others names another address
        hosts = addresses.accepted_hosts(only_here, ())
        assert not {addresses.in_url(each) for each in addresses.own_addresses()} & set(hosts)
    for bad in ("http://games.example.org", "a b", "", "games.example.org:80", "-a"):
        with pytest.raises(addresses.AddressError, match="--name takes a name"):
            addresses.accepted_hosts("0.0.0.0", [bad])


def test_the_address_at_which_a_request_arrives_is_answered(app: FastAPI) -> None:
    def status(host: str) -> int:
        with TestClient(app, base_url="http://192.168.7.7:8000") as client:  # where it arrives
            return client.get("/api/alive", headers={"host": host}).status_code

    assert status("192.168.7.7:8000") == 200
    assert status("192.168.7.8:8000") == 400
    assert status("evil.example") == 400
    assert status("[::ffff:192.168.7.7]:8000") == 400
    with TestClient(app, base_url="http://evil.example") as client:
        assert client.get("/api/alive").status_code == 400


def test_serving_tells_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.7.7", "2001:db8::7"])
    said: list[str] = []
    codes: list[list[str]] = []

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("Press Ctrl-C"):
            running = found(tmp_path)
            with pytest.raises(start.StartError, match=r"is already running .* at http://127"):
                start.serve(Settings(data=tmp_path), "0.0.0.0", 0, (), said.append)
            assert get(running.address, "/")[0] == 200
            assert not running.show_window()
            os.kill(os.getpid(), signal.SIGTERM)

    settings = Settings(data=tmp_path)
    ending = start.serve(settings, "0.0.0.0", 0, ("games.example.org",), say, codes.append)
    assert ending == start.Ending(interrupted=True, clean=True)
    port = urlsplit(said[0].split()[3]).port
    assert said == [
        f"Plyground is at http://127.0.0.1:{port}/ on this computer",
        f"and at http://192.168.7.7:{port}/ for others",
        "Press Ctrl-C here to end it.",
    ]
    assert codes == [addresses.qr_code(f"http://192.168.7.7:{port}/")]
    assert len({len(line) for line in codes[0]}) == 1


# How it ends


@pytest.mark.slow
def test_the_command_answers_and_ctrl_c_ends_it_with_an_open_stream(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "plyground", "--no-window", "--data", str(tmp_path)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    address = process.stdout.readline().split()[-1]
    assert get(address, "/")[0] == 200
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
    connection.request("GET", "/api/compiling?game=tictactoe&part=board")
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.readline() == b"retry: 1000\n"
    process.send_signal(signal.SIGINT)
    rest = answer.read()
    assert b"event: compiling" in rest
    connection.close()
    _, err = process.communicate(timeout=30)
    # By the way out, and not by force.
    assert (process.returncode, err) == (exits.INTERRUPTED, "plyground: ended by Ctrl-C\n")
    assert not (tmp_path / "running.json").exists()


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(start.StartError, match=r"cannot be used .* with --data"):
        start.open_app(Settings(data=file / "inside"), False, print)
    (tmp_path / "secret").mkdir()
    with pytest.raises(start.StartError, match=r"cannot be used .* with --data"):
        start.open_app(Settings(data=tmp_path), False, print)
    claim = instance.claim(tmp_path)  # was let go
    assert claim is not None
    claim.close()
