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
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from plyground.cli import exits
from plyground.web.launch import addresses, instance, start, window
from plyground.web.launch.instance import Running
from plyground.web.launch.window import Windows
from plyground.web.proof import proof
from plyground.web.settings import Settings
from tests.until import until
from tests.web.test_show import asked

posix = pytest.mark.skipif(sys.platform == "win32", reason="the browser is a script here")

BROWSER = """#!{python}
import pathlib, sys
sys.path.insert(0, {root!r})
from tests.until import until
folder = pathlib.Path(__file__).parent
with open(folder / "opened", "a") as file:
    file.write(" ".join(sys.argv[1:]) + "\\n")
until((folder / "close").exists)
sys.exit({code})
"""


class Browser:
    """A program that does for a browser: it writes down what it is asked for."""

    def __init__(self, folder: Path, name: str = "chromium", code: int = 0) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self.file = folder, folder / name
        root = str(Path(__file__).parents[2])
        self.file.write_text(BROWSER.format(python=sys.executable, root=root, code=code))
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


def found(folder: Path) -> Running:
    """Who runs there, as soon as someone does."""
    running = until(lambda: instance.find(folder))
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
    yield found(settings.data), endings
    thread.join()


# A window, and a second start


@posix
def test_closing_the_window_ends_the_app(browser: Browser, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with started(Settings(data=data), True) as (running, endings):
        until(lambda: browser.opened)
        assert f"--app={running.address}" in browser.opened[0]
        assert f"--user-data-dir={data / 'browser'}" in browser.opened[0]
        assert asked(running.address, "/")[0] == 200
        browser.close()
    assert endings == [start.Ending(interrupted=False, clean=True)]
    assert not (data / "running.json").exists()


@posix
def test_a_second_start_has_the_first_open_a_window(browser: Browser, tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    said: list[str] = []
    with started(settings, True) as (running, endings):
        until(lambda: browser.opened)
        assert start.open_app(settings, True, said.append) == start.Ending()
        until(lambda: len(browser.opened) == 2)
        assert start.open_app(settings, False, said.append) == start.Ending()
        assert said == [f"Plyground is already running at {running.address}"] * 2
        assert not endings
        browser.close()
    assert len(browser.opened) == 2


def end_server() -> None:
    """End the app of this process, as if by itself."""
    server = next(each for each in threading.enumerate() if each.name == "server")
    server._target.__self__.should_exit = True  # type: ignore[attr-defined]


def test_of_two_starts_at_once_one_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "_STARTING", 600.0)
    said: list[str] = []
    settings = Settings(data=tmp_path)
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(start.open_app, settings, False, said.append) for _ in range(2)]
        (other,) = wait(asked, return_when=FIRST_COMPLETED).done
        assert other.result() == start.Ending()
        address = found(tmp_path).address
        until(lambda: len(said) == 3)
        end_server()
    assert {*said} == {
        f"Plyground is at {address}",
        "Press Ctrl-C here to end it.",
        f"Plyground is already running at {address}",
    }


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
        end_server()


def test_another_program_on_the_port_is_not_taken_for_it(app: FastAPI, client: TestClient) -> None:
    said = client.get("/api/alive", params={"challenge": "abc"}).json()
    assert said["name"] == "Plyground"
    assert said["proof"] == proof(app.state.parts.token, "alive abc")
    assert said["proof"] != client.get("/api/alive?challenge=abd").json()["proof"]
    assert app.state.parts.token not in str(said)
    assert client.get("/api/alive", params={"challenge": "x" * 101}).status_code == 422


def test_only_who_knows_the_token_opens_windows(app: FastAPI, client: TestClient) -> None:
    shown: list[bool] = []
    good = proof(app.state.parts.token, "window")
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
@pytest.mark.parametrize(
    ("code", "told"),
    [
        (0, ["Press Ctrl-C here to end it."]),  # another browser took the window over
        (
            1,
            [
                "http://127.0.0.1:1/",
                "Your browser is opening it. If nothing appears, open this address there.",
                "Press Ctrl-C here to end it.",
            ],
        ),
    ],
)
def test_a_browser_that_ends_soon_does_not_end_the_app(
    browser: Browser,
    said: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: int,
    told: list[str],
) -> None:
    """One that cannot open a window gives way to the default one."""
    monkeypatch.setattr(window, "_SOON", 600.0)
    Browser(browser.folder, code=code).close()
    windows = Windows("http://127.0.0.1:1/", tmp_path, said.append)
    windows.show()
    until(lambda: windows.look() or len(said) == len(told))
    assert said == told
    assert not windows.look()


@posix
def test_ending_closes_the_windows(browser: Browser, said: list[str], tmp_path: Path) -> None:
    windows = Windows("http://127.0.0.1:1/", tmp_path, said.append)
    windows.show()
    windows.look()
    until(lambda: browser.opened)
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
    assert opened.process.wait() == 0
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


@pytest.mark.parametrize(
    ("arrives", "host", "status"),
    [
        ("192.168.7.7:8000", "192.168.7.7:8000", 200),
        ("192.168.7.7:8000", "192.168.7.8:8000", 400),
        ("192.168.7.7:8000", "evil.example", 400),
        ("192.168.7.7:8000", "[::ffff:192.168.7.7]:8000", 400),
        ("evil.example", "evil.example", 400),
    ],
)
def test_the_address_at_which_a_request_arrives_is_answered(
    reader: TestClient, arrives: str, host: str, status: int
) -> None:
    answer = reader.get(f"http://{arrives}/api/alive", headers={"host": host})
    assert answer.status_code == status


@pytest.mark.parametrize("path", ["", "/games"])
def test_serving_tells_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.7.7", "2001:db8::7"])
    said: list[str] = []
    codes: list[list[str]] = []

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("Press Ctrl-C"):
            running = found(tmp_path)
            with pytest.raises(start.StartError, match=r"is already running .* at http://127"):
                start.serve(Settings(data=tmp_path), "0.0.0.0", 0, (), said.append)
            assert asked(running.address, f"{path}/")[0] == 200
            assert asked(running.address, "*", "OPTIONS")[0] == 404, "as programs ask for no page"
            assert not running.show_window()
            os.kill(os.getpid(), signal.SIGTERM)

    settings = Settings(data=tmp_path, path=path)
    ending = start.serve(settings, "0.0.0.0", 0, ("games.example.org",), say, codes.append)
    assert ending == start.Ending(interrupted=True, clean=True)
    port = urlsplit(said[0].split()[3]).port
    assert said == [
        f"Plyground is at http://127.0.0.1:{port}{path}/ on this computer",
        f"and at http://192.168.7.7:{port}{path}/ for others",
        "Press Ctrl-C here to end it.",
    ]
    assert codes == [addresses.qr_code(f"http://192.168.7.7:{port}{path}/")]
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
    assert asked(address, "/")[0] == 200
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    connection.request("GET", "/api/compiling?game=tictactoe&part=board")
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.readline() == b"retry: 1000\n"
    process.send_signal(signal.SIGINT)
    rest = answer.read()
    assert b"event: compiling" in rest
    connection.close()
    _, err = process.communicate()
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
