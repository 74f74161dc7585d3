"""What comes with a package for its games, so that a new computer plays at once: each game's
module, and its data for pages as JSON.

They lie in a folder `modules`, made by `browser.shipping`:

    STEM.wasm.gz   the module of a game
    STEM.json.gz   its data, see `browser.data.page_game`
    index.json     {"sources": a hash of the files that all of this was made of,
                    STEM: {"seal": of the module, see `browser.shipped`, "sha256": of the two files,
                           "entries": their numbers in the module, "made": with which versions}}

What an installed package has there was checked before it was packed, and is used as it is. A
checkout may have changed since: where its files are still those of the index, all is used. Where
one differs, a module is used if its seal fits, which `browser.shipped` can tell; and the data not
at all, because the words and the pictures in it depend on more than a seal covers.
"""

from __future__ import annotations

import functools
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from plyground.position.home import Shipped

MODULE, DATA = "wasm.gz", "json.gz"
INDEX = "index.json"
SOURCES = "sources"

_PACKAGE = Path(__file__).parent.parent
_OWN = "plyground."
_MADE_OF = (
    "analysis/**/*.py", "browser/**/*.py", "games/**/*.py", "kernel/**/*.py", "players/**/*.py",
    "position/**/*.py", "render/**/*.py", "search/**/*.py", "strengths/*.json", "books/*", "*.py",
)  # fmt: skip
"""The files of this package that a module or its data can depend on."""

Row = dict[str, Any]


class Packed(Protocol):
    """A game, as far as files about it go."""

    @property
    def stem(self) -> str:
        """The beginning of the names of files about it."""


look_closer: list[Callable[[Any], bool]] = []
"""Tells whether the seal of a game's module fits, in a checkout whose files have changed."""


def shipped_module(game: Packed) -> Shipped | None:
    """The module that comes with a game's package; None if there is none for its parameters, or if
    it was made of another text.
    """
    row = row_of(game)
    if row is None:
        return None
    if not trusted(type(game)) and not any(fits(game) for fits in look_closer):
        return None
    body = read_file(game, MODULE, row)
    return None if body is None else Shipped(body, row["entries"])


def modules_folder(kind: type) -> Path | None:
    """The folder with what comes with a game's package; None for a game in a file."""
    module = sys.modules[kind.__module__]
    if kind.__module__.startswith(_OWN):
        return _PACKAGE / "modules"
    if hasattr(module, "__game_file__") or module.__file__ is None:
        return None
    return Path(module.__file__).parent / "modules"


def row_of(game: Packed) -> Row | None:
    """What the index says of a game."""
    folder = modules_folder(type(game))
    row: Row | None = None if folder is None else read_index(folder).get(game.stem)
    return row


@functools.cache
def read_index(folder: Path) -> dict[str, Any]:
    """The index of a folder; empty without one."""
    try:
        found: dict[str, Any] = json.loads((folder / INDEX).read_text("utf-8"))
    except OSError:
        return {}
    return found


@functools.cache
def trusted(kind: type) -> bool:
    """Whether what comes with a game's package was made of the files that are here."""
    if kind.__module__.startswith(_OWN) and not (_PACKAGE.parents[1] / "pyproject.toml").exists():
        return True
    folder = modules_folder(kind)
    return folder is not None and read_index(folder).get(SOURCES) == sources_of(kind)


def sources_of(kind: type) -> str:
    """A hash (hex) of the files that the modules of a game's package can depend on: of this package
    and, for a game of another one, of its own. How lines end makes no difference.
    """
    own = sys.modules[kind.__module__].__file__
    if kind.__module__.startswith(_OWN) or own is None:
        return _package_sources()
    return hashlib.sha256(_package_sources().encode() + _text(Path(own))).hexdigest()


@functools.cache
def _package_sources() -> str:
    paths = {path for pattern in _MADE_OF for path in _PACKAGE.glob(pattern)}
    named = {path.relative_to(_PACKAGE).as_posix(): path for path in paths}
    digest = hashlib.sha256()
    for name in sorted(named):
        digest.update(f"{name}\0".encode() + hashlib.sha256(_text(named[name])).digest())
    return digest.hexdigest()


def _text(path: Path) -> bytes:
    return path.read_bytes().replace(b"\r\n", b"\n")


def read_file(game: Packed, ending: str, row: Row) -> bytes | None:
    """The content of a file; None if it is not there, or not what the index says."""
    folder = modules_folder(type(game))
    assert folder is not None
    try:
        content = (folder / f"{game.stem}.{ending}").read_bytes()
    except OSError:
        return None
    return content if hashlib.sha256(content).hexdigest() == row["sha256"][ending] else None
