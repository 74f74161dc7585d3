"""The app's own window: how long it takes from the icon to the first move.

    python benchmarks/window.py PROGRAM

PROGRAM is `plyground` in an environment that has pywebview with Qt (`pip install "pywebview[qt]"`),
whose windows can be watched from outside; without a screen, run this by `xvfb-run -a`. The app is
started six times with one folder of data, and the first time does not count: code is compiled then.
Each time a person makes a move as soon as the window shows a board. At most 2 s pass until that
move is on the board. Exits with 1 if the target is missed.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

import httpx2 as httpx
import websocket
from figures import Figures, header, options

WANTED = 2.0
"""Seconds."""

_TIMES = 6
_PATIENCE = 120.0  # seconds for a window and its board to appear
_GLANCE = 0.01  # seconds between two looks

_MIDDLE = """(() => {
  const site = document.querySelector("#board")?.shadowRoot?.querySelector('[data-site="3"]');
  const { x, y, width, height } = site?.getBoundingClientRect() ?? { width: 0 };
  return width ? { x: x + width / 2, y: y + height / 2 } : null;
})()"""
_PLAYED = """Boolean(document.querySelector("#board")?.shadowRoot?.querySelector(".ply-taken"))"""


class Window:
    """The page in a window of Qt, through Chromium's protocol for watching it."""

    def __init__(self, port: int, until: float) -> None:
        while time.perf_counter() < until:
            try:
                pages = httpx.get(f"http://127.0.0.1:{port}/json").json()
            except httpx.TransportError:
                pages = []
            if pages:
                address = pages[0]["webSocketDebuggerUrl"]
                self._socket = websocket.create_connection(address, suppress_origin=True)
                self._asked = 0
                self._until = until
                return
            time.sleep(_GLANCE)
        raise SystemExit("No window appeared: is pywebview with Qt there, and a screen?")

    def ask(self, method: str, **given: Any) -> dict[str, Any]:
        """What the page answers to a command."""
        self._asked += 1
        self._socket.send(json.dumps({"id": self._asked, "method": method, "params": given}))
        while True:
            answer: dict[str, Any] = json.loads(self._socket.recv())
            if answer.get("id") == self._asked:
                return answer

    def wait(self, expression: str) -> Any:
        """The value of an expression, as soon as it has one."""
        while time.perf_counter() < self._until:
            answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
            if value := answer.get("result", {}).get("result", {}).get("value"):
                return value
            time.sleep(_GLANCE)
        raise SystemExit(f"The window did not come so far: {expression}")

    def click(self, place: dict[str, float]) -> None:
        """Press and release the mouse."""
        for kind in ("mousePressed", "mouseReleased"):
            button = {"type": kind, "button": "left", "clickCount": 1}
            self.ask("Input.dispatchMouseEvent", **button, **place)


def first_move(program: str, home: str) -> float:
    """Seconds from the start of the program until a person's first move is on the board."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    watched = {
        "HOME": home,
        "QTWEBENGINE_REMOTE_DEBUGGING": str(port),
        "QTWEBENGINE_DISABLE_SANDBOX": "1",  # it does not run for root
        "PYWEBVIEW_GUI": "qt",
    }
    begun = time.perf_counter()
    app = subprocess.Popen(
        [program, "--data", home],
        env={**os.environ, **watched},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        window = Window(port, begun + _PATIENCE)
        window.click(window.wait(_MIDDLE))
        window.wait(_PLAYED)
        return time.perf_counter() - begun
    finally:
        app.terminate()
        app.wait()


def main() -> int:
    """Print what was measured."""
    parser = options(__doc__)
    parser.add_argument("program", help="plyground, where pywebview with Qt is installed")
    given = parser.parse_args()
    program = shutil.which(given.program) or given.program
    figures = Figures(__file__, given, extra="PROGRAM")
    print(header())
    with tempfile.TemporaryDirectory() as home:
        cold, *times = [first_move(program, home) for _ in range(_TIMES)]
    median = statistics.median(times)
    held = figures.add("the app's own window", "to the first move", round(median, 2), "s",
                       at_most=WANTED)  # fmt: skip
    print(f"from the icon to the first move: {cold:.1f} s the first time, then {median:.2f} s "
          f"(median of {len(times)})")  # fmt: skip
    figures.keep()
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
