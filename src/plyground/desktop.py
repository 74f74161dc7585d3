"""A way to start the app on the desktop: a file that the system opens by a double click.

    Linux    plyground.desktop   an entry as freedesktop.org describes it
    Windows  Plyground.bat       a batch file
    macOS    Plyground.command   a script, which opens in Terminal

Each starts the Python that runs now, by its path, in a terminal: closing that ends the app.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from platformdirs import user_desktop_path

_ICON = Path(__file__).parent / "web" / "static" / "icon.svg"
_RUNS = 0o755


def desktop_folder() -> Path:
    """The folder that is the desktop of this user. It may not exist."""
    return user_desktop_path()


def put_icon(folder: Path | None = None) -> Path:
    """Write the file to a folder, in place of an older one; without a folder to the desktop.

    Raises OSError if it cannot be written.
    """
    name, text = _starter(sys.executable)
    path = (folder or desktop_folder()) / name
    path.write_bytes(text.encode())
    path.chmod(_RUNS)
    return path


def _starter(python: str) -> tuple[str, str]:
    """The name and the text of this system's file."""
    if sys.platform == "win32":
        command = f'"{python.replace("%", "%%")}" -m plyground'
        lines = ["@echo off", "chcp 65001 >nul", command, "if errorlevel 1 pause", ""]
        return "Plyground.bat", "\r\n".join(lines)
    if sys.platform == "darwin":
        return "Plyground.command", f"#!/bin/sh\nexec {shlex.quote(python)} -m plyground\n"
    entry = {
        "Type": "Application",
        "Name": "Plyground",
        "Comment": "Play small games, and see how a computer thinks",
        "Exec": f"{_quoted(python)} -m plyground",
        "Icon": _escaped(str(_ICON)),
        "Terminal": "true",
        "Categories": "Game;BoardGame;Education;",
    }
    lines = ["[Desktop Entry]", *(f"{name}={value}" for name, value in entry.items()), ""]
    return "plyground.desktop", "\n".join(lines)


def _quoted(argument: str) -> str:
    """An argument of Exec: quoted, and then escaped as every value is."""
    quoted = argument.replace("\\", "\\\\")
    for sign in '"`$':
        quoted = quoted.replace(sign, f"\\{sign}")
    return _escaped(f'"{quoted}"').replace("%", "%%")


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\")
