"""Windows of the app: pywebview's where it is installed, else Chromium's or Edge's, else a tab.

Such a window is a separate process, which ends when the window is closed.
`python -m plyground.web.launch.window ADDRESS FOLDER` is that process for pywebview.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TITLE = "Plyground"
WIDTH, HEIGHT = 1180, 860

_SOON = 3.0  # seconds; a process that ends sooner has not shown a window until it was closed
_PATIENCE = 2.0  # seconds that a window has to close
_GLANCE = 0.1  # seconds between two checks of a process

_PROGRAMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
    "chrome",
)
_ON_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Chromium/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
_ON_MACOS = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)


@dataclass
class _Window:
    process: subprocess.Popen[bytes]
    way: int
    begun: float


class Windows:
    """The windows that this process has opened on the app."""

    def __init__(self, address: str, folder: Path, say: Callable[[str], None]) -> None:
        """`folder` is where the windows keep their data."""
        self._address = address
        self._say = say
        self._ways = list(_ways(address, folder))
        self._windows: list[_Window] = []
        self._wanted = threading.Event()
        self._stays = False
        self._explained = False

    def show(self) -> None:
        """Ask for a window, which opens at the next `look`. Call it from any thread."""
        self._wanted.set()

    def show_and_leave(self) -> None:
        """Open a window and leave it alone: another process runs its server."""
        self._stays = True
        self.show()
        until = time.monotonic() + _SOON
        self.look()
        while self._windows and time.monotonic() < until:
            time.sleep(_GLANCE)
            self.look()
        self._windows.clear()

    def look(self) -> bool:
        """Open the windows that were asked for. True if all open windows have been closed."""
        if self._wanted.is_set():
            self._wanted.clear()
            self._open(0)
        closed = False
        now = time.monotonic()
        for window in [each for each in self._windows if each.process.poll() is not None]:
            self._windows.remove(window)
            if now - window.begun >= _SOON:
                closed = True
            elif window.process.returncode:
                self._open(window.way + 1)
            elif not self._windows:  # a process that is not ours has taken it over
                self._stay()
        if not (self._explained or self._stays) and any(
            now - each.begun >= _SOON for each in self._windows
        ):
            self._explained = True
            self._say("To end it, close its window or press Ctrl-C here.")
        return closed and not self._windows and not self._stays

    def close(self) -> None:
        """Close the windows that are separate processes."""
        for window in self._windows:
            with suppress(OSError):
                window.process.terminate()
        for window in self._windows:
            try:
                window.process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                window.process.kill()
                window.process.wait()
        self._windows.clear()

    def _open(self, way: int) -> None:
        """Open a window, trying the ways from number `way` on."""
        for number in range(way, len(self._ways)):
            process = _started(self._ways[number])
            if process is not None:
                self._windows.append(_Window(process, number, time.monotonic()))
                return
        if has_display() and webbrowser.open(self._address):
            self._say("Your browser is opening it. If nothing appears, open this address there.")
        else:
            self._say("No window can be opened here: open this address in a browser.")
        self._stay()

    def _stay(self) -> None:
        if not self._stays:
            self._stays = True
            self._say("Press Ctrl-C here to end it.")


def has_display() -> bool:
    """Whether there is a screen for windows."""
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def browser() -> str | None:
    """A browser that can show a page in its own window."""
    for name in _PROGRAMS:
        found = shutil.which(name)
        if found is not None:
            return found
    places = usual_places(sys.platform, os.environ)
    return next((str(path) for path in places if path.is_file()), None)


def usual_places(platform: str, environment: Mapping[str, str]) -> Iterator[Path]:
    """Where browsers are that are not on the PATH."""
    if platform == "win32":
        for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
            if environment.get(name):
                yield from (Path(environment[name]) / place for place in _ON_WINDOWS)
    elif platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (folder / place for place in _ON_MACOS)


def _ways(address: str, folder: Path) -> Iterator[list[str]]:
    """The commands that show a separate window, the best first."""
    if not has_display():
        return
    if importlib.util.find_spec("webview") is not None:
        yield [
            sys.executable,
            "-m",
            "plyground.web.launch.window",
            address,
            str(folder / "webview"),
        ]
    program = browser()
    if program is not None:
        yield [
            program,
            f"--app={address}",
            f"--user-data-dir={_profile(program, folder)}",
            f"--window-size={WIDTH},{HEIGHT}",
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ]


def _profile(program: str, folder: Path) -> Path:
    """The folder of the browser's own profile. A browser from a snap cannot see hidden folders."""
    if program.startswith("/snap/"):
        return Path.home() / "snap" / Path(program).name / "common" / "plyground"
    return folder / "browser"


def _started(command: list[str]) -> subprocess.Popen[bytes] | None:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is meant for the app, which closes the window
        )
    except OSError:
        return None


def main(address: str, folder: str) -> None:
    """Show pywebview's window until it is closed."""
    webview: Any = importlib.import_module("webview")
    webview.settings["ALLOW_DOWNLOADS"] = True  # of games and worksheets; it refuses them at first
    webview.create_window(TITLE, address, width=WIDTH, height=HEIGHT)
    webview.start(private_mode=False, storage_path=folder)  # a cookie keeps the seats


if __name__ == "__main__":
    main(*sys.argv[1:])
