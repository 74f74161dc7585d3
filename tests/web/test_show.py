"""`plyground serve --page`: one page, or a folder of pages, for the browsers of a network."""

import http.client
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from plyground.cli import exits
from plyground.web.launch import addresses
from plyground.web.launch.serving import Ending, StartError
from plyground.web.launch.show import read_pages, show
from tests.terminals import Output

PAGE = '<!doctype html><meta name="generator" content="Plyground"><p>{}'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "other.txt").write_text("nobody's business")
    path = tmp_path / "nim.html"
    path.write_text(PAGE.format("Nim"))
    return path


def asked(
    address: str, path: str, method: str = "GET", host: str | None = None
) -> tuple[int, str, dict[str, str]]:
    """Status, text and headers of an answer."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    try:
        connection.request(method, path, headers={"Host": host} if host else {})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), dict(answer.getheaders())
    finally:
        connection.close()


def test_only_the_page_is_shown(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.7.7"])
    said: list[str] = []
    codes: list[list[str]] = []

    def say(line: str) -> None:
        said.append(line)
        if not line.startswith("Press Ctrl-C"):
            return
        address = said[0].split()[3]
        status, text, headers = asked(address, "/")
        assert (status, text) == (200, PAGE.format("Nim"))
        assert headers["content-type"] == "text/html; charset=utf-8"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert "script-src" not in headers["content-security-policy"], "the page's own is stricter"
        for path in ("/nim.html", "/other.txt", "/../other.txt", "/%2e%2e/other.txt", "//"):
            assert asked(address, path)[0] == 404
        assert asked(address, "/", "HEAD")[:2] == (200, "")
        assert asked(address, "/", "POST")[0] == 405
        assert asked(address, "/", host="evil.example")[0] == 400
        os.kill(os.getpid(), signal.SIGTERM)

    ending = show(file, "0.0.0.0", 0, (), say, codes.append)
    assert ending == Ending(interrupted=True, clean=True)
    port = urlsplit(said[0].split()[3]).port
    assert said == [
        f"nim.html is at http://127.0.0.1:{port}/ on this computer",
        f"and at http://192.168.7.7:{port}/ for others",
        "Press Ctrl-C here to end it.",
    ]
    assert codes == [addresses.qr_code(f"http://192.168.7.7:{port}/")]


def test_a_folder_of_pages(file: Path) -> None:
    folder = file.parent
    with pytest.raises(StartError, match=r"is not a folder of pages: give a page that"):
        read_pages(folder)
    (folder / "index.html").write_text(PAGE.format("Games"))
    (folder / "private.html").write_text("<p>not written by Plyground")
    pages = read_pages(folder)
    assert set(pages) == {"/", "/index.html", "/nim.html"}
    assert pages["/"] == PAGE.format("Games").encode()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("other.txt", "other.txt is not a page of a game: give a page that `plyground page` wrote"),
        ("none.html", "none.html cannot be read (No such file or directory): give a page"),
        (".", "is not a folder of pages: give a page that `plyground page` wrote"),
        ("nim.html --data .", "--data, --database, --heuristic and --game are for the app"),
    ],
)
def test_what_is_not_a_page(
    file: Path, monkeypatch: pytest.MonkeyPatch, output: Output, line: str, reason: str
) -> None:
    monkeypatch.chdir(file.parent)
    code, _, errors = output(f"serve --page {line}")
    assert code == exits.USAGE
    assert reason in errors
    assert "Traceback" not in errors


@pytest.mark.slow
def test_ctrl_c_ends_the_command(file: Path) -> None:
    """It keeps nothing, not even a folder for it."""
    home = file.parent / "home"
    process = subprocess.Popen(
        [sys.executable, "-m", "plyground", "serve", "--host", "127.0.0.1", "--page", file],
        env={**os.environ, "XDG_DATA_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    address = process.stdout.readline().split()[3]
    assert asked(address, "/")[:2] == (200, PAGE.format("Nim"))
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert (process.returncode, errors) == (exits.INTERRUPTED, "plyground: ended by Ctrl-C\n")
    assert not home.exists()
