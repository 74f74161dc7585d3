"""The scripts and the common look of pages, which the package carries as files."""

from __future__ import annotations

import re
from pathlib import Path

_FOLDER = Path(__file__).parent

_BOARD = (
    "picture.js", "motion.js", "sound.js", "sheet.js", "bar.js", "choices.js", "dots.js",
    "board.js",
)  # fmt: skip
_PAGE = (
    "engine.js", *_BOARD, "words.js", "seats.js", "messages.js", "play.js", "course.js",
    "advice.js", "puzzles.js", "code.js", "passing.js", "page.js", "dialogs.js",
)  # fmt: skip

_DARK, _AUTO = (f':root[data-theme="{theme}"]' for theme in ("dark", "auto"))
_LIVE = ("engine.js", *_BOARD, "words.js", "live.js")

_IDLE = re.compile(
    r"""
    ^[ \t]* /\*\* (?:(?!\*/).)* \*/ [ \t]*\n   # a comment on lines of its own
    | ^[ \t]* // [^\n]*\n
    | /\*\*[ ]@ (?:(?!\*/).)* \*/ [ ]?         # the type of an expression
    | ^[ \t]+
    """,
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
"""What a script says to those who read it alone; no text of the scripts looks like this."""


def board_script() -> str:
    """The script that draws boards and takes moves, for a page of any kind.

    It defines `PlygroundPicture` and `PlygroundBoard`, and may run again in one page. It takes the
    data of `page.geometry`; board.d.ts says what else.
    """
    return script_of(*_BOARD)


def page_script(*, learned: bool = False) -> str:
    """The script of a whole page of a game, without the loader that starts it; with what it takes
    for a player that has `learned` the game.
    """
    return script_of(*_PAGE, *(["learned.js"] if learned else []))


def arcade_script() -> str:
    """The script of a document with several games, without the loader that starts it."""
    return script_of(*_PAGE, "arcade.js")


def live_script() -> str:
    """The script of a small board to play on, which defines `PlygroundLive`: see live.js."""
    return script_of(*_LIVE)


def script_of(*names: str) -> str:
    """Scripts of this folder as one, without comments and indents: pages carry them along."""
    return bare("\n".join(map(page_text, names)))


def bare(script: str) -> str:
    """A script without its comments and indents, which are a quarter of what is sent of it."""
    return _IDLE.sub("", script)


def look() -> str:
    """The common look of all pages. A page is dark if its root element has the attribute
    `data-theme="dark"`, or "auto" and the system is dark. With `data-palette="safe"` its colours
    are those that nearly everybody sees.
    """
    return "".join(map(with_automatic, map(page_text, ("look.css", "safe.css"))))


def with_automatic(style: str) -> str:
    """A style sheet that ends with its rule for a dark page, and with that for an "auto" one."""
    dark = style[style.index(_DARK) :].replace(_DARK, _AUTO)
    return f"{style}@media (prefers-color-scheme: dark) {{\n{dark}}}\n"


def page_text(name: str) -> str:
    """A file of this folder."""
    return (_FOLDER / name).read_text(encoding="utf-8")
