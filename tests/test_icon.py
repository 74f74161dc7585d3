"""The icon on the desktop: the file of each system, as far as it can be tried on one."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from plyground import desktop
from plyground.cli import exits
from plyground.web.app import create_app
from plyground.web.settings import Settings
from tests.terminals import Output

ODD = '/a b/it\'s "10 %" of $HOME/`x`\\y/python'
WHERE = [sys.executable, ODD]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home whose desktop has a name of its own."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    monkeypatch.delenv("XDG_DESKTOP_DIR", raising=False)
    (tmp_path / ".config").mkdir()
    (tmp_path / ".config" / "user-dirs.dirs").write_text('XDG_DESKTOP_DIR="$HOME/Schreib tisch"\n')
    (tmp_path / "Schreib tisch").mkdir()
    return tmp_path


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at Linux's desktop")


def visitor(home: Path, own: bool = True) -> TestClient:
    """Someone in a browser on this computer."""
    app = create_app(Settings(data=home / "data", own=own))
    return TestClient(app, base_url="http://localhost")


def entry(text: str) -> dict[str, str]:
    """The values of a desktop entry, as freedesktop.org's specification reads them."""
    first, *lines = text.splitlines()
    assert first == "[Desktop Entry]"
    values = dict(line.split("=", 1) for line in lines)
    return {name: value.replace("\\\\", "\\") for name, value in values.items()}


def command(line: str) -> list[str]:
    """The words of Exec: its quotes, and then its codes."""
    found = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', line)
    words = [re.sub(r"\\(.)", r"\1", quoted) or plain for quoted, plain in found]
    assert not re.findall(r"(?<!%)(?:%%)*%(?!%)", line)
    return [word.replace("%%", "%") for word in words]


@on_linux
@pytest.mark.parametrize("python", WHERE)
def test_it_is_an_entry_on_the_desktop_of_linux(
    home: Path, python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", python)
    path = desktop.put_icon()
    assert path == home / "Schreib tisch" / "plyground.desktop"
    assert path.stat().st_mode & 0o111 == 0o111
    values = entry(path.read_text(encoding="utf-8"))
    assert command(values["Exec"]) == [python, "-m", "plyground"]
    assert Path(values["Icon"]).read_text(encoding="utf-8").startswith("<svg")
    assert (values["Type"], values["Terminal"]) == ("Application", "true")


@on_linux
def test_what_it_starts_is_plyground(home: Path) -> None:
    values = entry(desktop.put_icon().read_text(encoding="utf-8"))
    asked = [*command(values["Exec"]), "games"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, cwd=home)
    assert "connect4" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="runs a script of sh")
@pytest.mark.parametrize("folder", ["plain", 'it\'s $HOME "10 %"'])
def test_it_is_a_script_on_macos(
    tmp_path: Path, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / folder / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr(sys, "platform", "darwin")
    path = desktop.put_icon(tmp_path)
    assert path.name == "Plyground.command"
    done = subprocess.run([path], capture_output=True, text=True, check=True)
    assert done.stdout == "-m plyground\n"
    assert shlex.split(path.read_text().splitlines()[1])[1] == str(python)


def test_it_is_a_batch_file_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says; it was not run."""
    monkeypatch.setattr(sys, "executable", r"C:\Users\Zoë 100%\python.exe")
    monkeypatch.setattr(sys, "platform", "win32")
    path = desktop.put_icon(tmp_path)
    assert path.name == "Plyground.bat"
    lines = path.read_bytes().decode().split("\r\n")
    assert lines[1] == "chcp 65001 >nul"
    assert lines[2] == r'"C:\Users\Zoë 100%%\python.exe" -m plyground'
    assert b"\n" not in path.read_bytes().replace(b"\r\n", b"")


@on_linux
def test_the_command_says_where_it_is(home: Path, output: Output) -> None:
    path = home / "Schreib tisch" / "plyground.desktop"
    for _ in range(2):  # again is fine
        assert output("icon") == (
            exits.SUCCESS,
            f"{path} starts Plyground by a double click.\n",
            "",
        )
    assert output(f"icon {home}")[0] == exits.SUCCESS
    assert (home / "plyground.desktop").read_bytes() == path.read_bytes()


@on_linux
def test_without_a_desktop_it_asks_for_a_folder(home: Path, output: Output) -> None:
    (home / "Schreib tisch").rmdir()
    code, printed, errors = output("icon")
    assert (code, printed) == (exits.FAILURE, "")
    assert f"there is no desktop folder {home / 'Schreib tisch'}" in errors
    assert "plyground icon ." in errors


@on_linux
def test_the_app_puts_it_there_for_the_person_at_the_computer(home: Path) -> None:
    with visitor(home) as person:
        assert "Put Plyground on my desktop" in person.get("/help").text
        said = person.post("/help/icon").text
    path = home / "Schreib tisch" / "plyground.desktop"
    assert path.exists()
    assert f"{path} starts Plyground" in said


@on_linux
def test_the_app_says_why_it_cannot(home: Path) -> None:
    (home / "Schreib tisch").rmdir()
    with visitor(home) as person:
        assert (
            "It cannot be put there: No such file or directory." in person.post("/help/icon").text
        )


@on_linux
def test_no_visitor_of_a_server_can_put_it_there(home: Path) -> None:
    with visitor(home, own=False) as person:
        assert "my desktop" not in person.get("/help").text
        assert person.post("/help/icon").status_code == 404
    assert list((home / "Schreib tisch").iterdir()) == []
