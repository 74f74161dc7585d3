"""Draws the boards that the pages show: `python docs/drawing.py`.

A page shows a position as a picture in images/boards, titled with the command that draws it:

    ![Three cells are free](../images/boards/tictactoe-159378.svg "plyground show tictactoe 159378")

The site puts the drawing itself into the page, with the command below it: see hooks.py.
"""

from __future__ import annotations

import re
import shlex
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

from plyground.cli.app import run

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "images" / "boards"
_SHOWN = re.compile(r'!\[[^\]]+\]\([^ )]*images/boards/([\w@-]+\.svg) "plyground (show [^"]+)"\)')


def shown() -> set[tuple[str, str]]:
    """The name of each picture that a page shows, and the command that draws it."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return {
        (found[1], found[2])
        for page in pages
        for found in _SHOWN.finditer(page.read_text(encoding="utf-8"))
    }


def drawn(command: str) -> str:
    """What a command of Plyground draws."""
    output = StringIO()
    with redirect_stdout(output):
        code = run([*shlex.split(command), "--svg", "-"])
    assert code == 0, command
    return output.getvalue()


def main() -> None:
    """Draw all boards, and remove those that no page shows any more."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.glob("*.svg"):
        path.unlink()
    for name, command in shown():
        (FOLDER / name).write_text(drawn(command), encoding="utf-8")


if __name__ == "__main__":
    main()
