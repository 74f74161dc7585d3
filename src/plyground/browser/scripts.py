"""The scripts of pages, which the package carries as files."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent

_BOARD = ("picture.js", "motion.js", "board.js")
_PAGE = (
    "engine.js", *_BOARD, "words.js", "seats.js", "messages.js", "play.js", "course.js",
    "advice.js", "page.js", "dialogs.js",
)  # fmt: skip

_LIVE = ("engine.js", *_BOARD, "words.js", "live.js")


def board_script() -> str:
    """The script that draws boards and takes moves, for a page of any kind.

    It defines `PlygroundPicture` and `PlygroundBoard`, and may run again in one page. It takes the
    data of `page.geometry`; board.d.ts says what else.
    """
    return "\n".join(map(page_text, _BOARD))


def page_script() -> str:
    """The script of a whole page of a game, without the loader that starts it."""
    return "\n".join(map(page_text, _PAGE))


def live_script() -> str:
    """The script of a small board to play on, which defines `PlygroundLive`: see live.js."""
    return "\n".join(map(page_text, _LIVE))


def page_text(name: str) -> str:
    """A file of this folder."""
    return (_FOLDER / name).read_text(encoding="utf-8")
