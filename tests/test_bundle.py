"""The archive for a class: made, unpacked, and started without a network."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = "{}.{}".format(*sys.version_info)

pytestmark = [
    pytest.mark.bundle,
    pytest.mark.skipif(sys.platform != "linux", reason="starts the archive's part for Linux"),
]


MODULES = """
from plyground.browser.modules import standard_games
from plyground.browser.shipped import shipped_module
print(*(len(shipped_module(game) or b"") for game in standard_games()))
"""
"""Prints the bytes of the modules that came with the package."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an archive for this Python."""
    folder = tmp_path_factory.mktemp("class")
    site = folder / "site"
    site.mkdir()
    (site / "index.html").write_text("<p>all there is to read</p>")
    subprocess.run(
        [sys.executable, "bundle/make.py", "--platform", "linux", "--python", PYTHON,
         "--site", site, "--output", folder],
        cwd=ROOT, check=True,
    )  # fmt: skip
    (archive,) = folder.glob("*.zip")
    with zipfile.ZipFile(archive) as packed:
        packed.extractall(folder)
    return folder / archive.name.removesuffix("-class.zip")


def started(unpacked: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What the script for Linux does with a home of its own, this Python and no network."""
    tools = home / "bin"
    tools.mkdir(parents=True, exist_ok=True)
    if not (tools / f"python{PYTHON}").exists():
        (tools / f"python{PYTHON}").symlink_to(getattr(sys, "_base_executable", sys.executable))
    return offline(home, f"{tools}:/usr/bin:/bin", "sh", unpacked / "start-linux.sh", *arguments)


def offline(
    home: Path, path: str, *command: str | Path, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """What a command does without a network."""
    nowhere = "http://127.0.0.1:9"  # for machines that do not let us take the network away
    away = ["unshare", "-rn"] if _may_unshare() else []
    return subprocess.run(
        [*away, *command],
        cwd=cwd,
        env={
            "HOME": str(home),
            "PATH": path,
            "http_proxy": nowhere,
            "https_proxy": nowhere,
            "PIP_INDEX_URL": nowhere,
        },
        input="",
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )


def _may_unshare() -> bool:
    return shutil.which("unshare") is not None and not subprocess.call(
        ["unshare", "-rn", "true"], stderr=subprocess.DEVNULL
    )


def test_a_folder_that_was_passed_on_starts_without_a_network(
    unpacked: Path, tmp_path: Path
) -> None:
    first = started(unpacked, tmp_path, "games")
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("Setting up Plyground in ")
    assert "connect4" in first.stdout
    second = started(unpacked, tmp_path, "perft", "tictactoe", "3")
    assert (second.returncode, second.stdout) == (0, "504\n")
    missing = started(unpacked, tmp_path, "serve", "--port", "no")
    assert missing.returncode == 2, "exit codes are those of the command"
    made = next((tmp_path / ".plyground").iterdir())
    works = subprocess.run(
        [made / "bin" / "python", "-c", "import plyground.web.app, wasmtime"], check=False
    )
    assert works.returncode == 0, "the app came along, and wasmtime for this system"
    sizes = [
        int(size)
        for size in subprocess.run(
            [made / "bin" / "python", "-c", MODULES], check=True, capture_output=True, text=True
        ).stdout.split()
    ]
    assert all(sizes), "each standard game has its module for pages"
    assert sum(sizes) <= 3_000_000


def test_a_game_of_ones_own_is_installed_without_a_network(unpacked: Path, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "own-game.md").read_text()
    (written,) = re.findall(r'```toml title="pyproject.toml"\n(.*?)```', page, re.DOTALL)
    folder = tmp_path / "my-games"
    folder.mkdir()
    (folder / "pyproject.toml").write_text(written)
    shutil.copy(ROOT / "examples" / "nim.py", folder)
    assert started(unpacked, tmp_path, "games").returncode == 0
    tools = next((tmp_path / ".plyground").iterdir()) / "bin"
    path = f"{tools}:/usr/bin:/bin"  # as after activate
    said = (ROOT / "docs" / "passing-on.md").read_text()
    (command,) = re.findall(r"^pip install .*$", said, re.MULTILINE)
    words = command.replace("FOLDER", str(unpacked)).split()
    installed = offline(tmp_path, path, *words, cwd=folder)
    assert installed.returncode == 0, installed.stderr
    games = offline(tmp_path, path, "plyground", "games", cwd=tmp_path)
    assert "\nnim\n" in games.stdout


def test_it_says_what_to_read(unpacked: Path) -> None:
    assert (unpacked / "site" / "index.html").is_file()
    text = (unpacked / "READ ME.txt").read_text()
    assert f"It needs Python {PYTHON}, from python.org." in text
    named = re.findall(r"[\w/.-]+\.(?:sh|bat|command|html)", text)
    assert {"start-linux.sh", "site/index.html", "site/passing-on.html"} <= set(named)
    others = {each for each in named if not each.startswith("site/")}
    assert others == {"start-linux.sh", "pages/index.html"}
    leading = (unpacked / "pages" / "index.html").read_text()
    pages = set(re.findall(r'href="([^"#]*)"', leading))
    assert "connect4-8-5.html" in pages
    there = {path.name for path in (unpacked / "pages").iterdir()}
    assert there >= pages | {"index.html", "play.html", "tictactoe.html", "connect4-7-6.html"}
    assert not (unpacked / "start-windows.bat").exists()
    assert (unpacked / "examples" / "nim.py").is_file()
    assert os.access(ROOT / "bundle" / "start" / "start-linux.sh", os.X_OK)


def test_a_python_that_the_archive_is_not_for_is_reported(unpacked: Path, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    shutil.copytree(unpacked, folder, ignore=shutil.ignore_patterns("wheels"))
    (folder / "PYTHONS").write_text("3.99\n")
    refused = subprocess.run(
        [sys.executable, folder / "start.py"], check=False, capture_output=True, text=True
    )
    assert refused.returncode == 1
    assert refused.stderr.startswith(
        f"plyground: this is Python {PYTHON}, and the folder is made for Python 3.99"
    )


def test_another_python_that_the_archive_is_for_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    shutil.copytree(ROOT / "bundle" / "start", folder)
    (folder / "VERSION").write_text("1.0\n")
    (folder / "PYTHONS").write_text("3.99 3.98\n")
    tools = tmp_path / "bin"
    tools.mkdir()
    for name, lines in (
        ("python3.99", "exit 127"),  # as a shim whose Python is gone
        ("python3.98", 'test "$1" = -c || echo 3.98 runs "$@"'),
        ("python3", f'exec {sys.executable} "$@"'),
    ):
        (tools / name).write_text(f"#!/bin/sh\n{lines}\n")
        (tools / name).chmod(0o755)
    for command in ("sh", folder / "start-linux.sh"), ("python3", folder / "start.py"):
        done = offline(tmp_path, f"{tools}:/usr/bin:/bin", *command, "games")
        assert done.stdout == f"3.98 runs {folder / 'start.py'} games\n", done.stderr


def test_wheels_that_are_missing_are_reported(unpacked: Path, tmp_path: Path) -> None:
    folder = tmp_path / "class"
    shutil.copytree(unpacked, folder, ignore=shutil.ignore_patterns("numba*"))
    refused = started(folder, tmp_path / "home", "games")
    assert refused.returncode == 1
    assert "it cannot be installed from" in refused.stderr
    assert "numba" in refused.stderr
    assert "Traceback" not in refused.stderr
