"""The scripts of pages, which the package carries as files."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent


def board_script() -> str:
    """The script that draws boards and takes moves, for a page of any kind.

    It defines `PlygroundPicture` and `PlygroundBoard`, and may run again in one page. It takes the
    data of `page.geometry`; board.d.ts says what else.
    """
    names = ("picture.js", "motion.js", "board.js")
    return "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in names)
