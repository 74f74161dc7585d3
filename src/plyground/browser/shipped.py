"""What comes with the package for the standard games, so that a new computer plays at once: each
game's module, and its data for pages as JSON.

They lie in a folder `modules`, made by `shipping`:

    STEM.wasm.gz   the module of a game
    STEM.json.gz   its data, see `page_game`
    index.json     {"sources": a hash of the files that all of this was made of,
                    STEM: {"seal": of the module, see `seal_of`, "sha256": of the two files,
                           "entries": their numbers in the module, "made": with which versions}}

What an installed package has there was checked before it was packed, and is used as it is. A
checkout may have changed since: where its files are still those of the index, all is used. Where
one differs, a module is used if its seal fits, and the data not at all, because the words and the
pictures in it depend on more than a seal covers.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from plyground.browser.desk import LAYOUT
from plyground.browser.engine import engine_source, entries_of
from plyground.games import BUILT_IN
from plyground.games.registry import folder_of
from plyground.kernel.seal import seal
from plyground.position import Game, file_stem

MODULE, DATA = "wasm.gz", "json.gz"
INDEX = "index.json"
SOURCES = "sources"

_FOLDER = "modules"
_PACKAGE = Path(__file__).parent.parent
_MADE_OF = (
    "analysis/**/*.py", "browser/**/*.py", "games/**/*.py", "kernel/**/*.py", "players/**/*.py",
    "position/**/*.py", "render/**/*.py", "search/**/*.py", "strengths/*.json", "books/*", "*.py",
)  # fmt: skip
"""The files of this package that a module or its data can depend on."""


def shipped_module(game: Game) -> bytes | None:
    """The module that comes with a game's package, compressed by gzip; None if there is none for
    its parameters, or if it was made of another text.
    """
    found = _row(game)
    if found is None or not (_trusted(type(game)) or _fits(game)):
        return None
    return _read(game, MODULE, found)


def shipped_data(game: Game) -> dict[str, Any] | None:
    """The data for pages (see `page_game`) that come with a game's package; None if there are none
    for its parameters, or if the files that they were made of have changed.
    """
    found = _row(game)
    if found is None or not _trusted(type(game)):
        return None
    body = _read(game, DATA, found)
    data: dict[str, Any] | None = None if body is None else json.loads(gzip.decompress(body))
    return data


def seal_of(game: Game) -> str:
    """The seal of a game's module: a hash of the text that it is made of (see `kernel.seal`)."""
    source = engine_source(game)
    rules = source.rules
    return seal(source.function, rules.kernels, rules.constants, source.stack, LAYOUT)


def write_shipped(
    folder: Path, game: Game, module: bytes, data: dict[str, Any], made: str
) -> dict[str, Any]:
    """Write what comes with a package for a game to a folder, and return its row of the index."""
    folder.mkdir(parents=True, exist_ok=True)
    bodies = {MODULE: module, DATA: gzip.compress(json.dumps(data).encode(), 9, mtime=0)}
    for ending, body in bodies.items():
        (folder / name_of(game, ending)).write_bytes(body)
    return {
        "seal": seal_of(game),
        "sha256": {ending: hashlib.sha256(body).hexdigest() for ending, body in bodies.items()},
        "entries": entries_of(game),
        "made": made,
    }


def write_index(folder: Path, rows: dict[str, dict[str, Any]], sources: str = "") -> None:
    """Write the index of a folder, a line for each game; `sources` once all of it is there."""
    lines = [f"{json.dumps(stem)}: {json.dumps(rows[stem])}" for stem in sorted(rows)]
    lines.append(f"{json.dumps(SOURCES)}: {json.dumps(sources)}")
    (folder / INDEX).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8", newline="\n")


@functools.cache
def read_index(folder: Path) -> dict[str, Any]:
    """The index of a folder; empty without one."""
    try:
        found: dict[str, Any] = json.loads((folder / INDEX).read_text("utf-8"))
    except OSError:
        return {}
    return found


def modules_folder(kind: type[Game]) -> Path | None:
    """The folder with what comes with a game's package; None for a game in a file."""
    return folder_of(kind, _FOLDER)


def name_of(game: Game, ending: str) -> str:
    """The name of a game's file there."""
    return f"{file_stem(game)}.{ending}"


def sources_of(kind: type[Game]) -> str:
    """A hash (hex) of the files that the modules of a game's package can depend on: of this package
    and, for a game of another one, of its own. How lines end makes no difference.
    """
    own = sys.modules[kind.__module__].__file__
    if kind.name in BUILT_IN or own is None:
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


def _row(game: Game) -> dict[str, Any] | None:
    folder = modules_folder(type(game))
    row: dict[str, Any] | None = None if folder is None else read_index(folder).get(file_stem(game))
    return row


@functools.cache
def _trusted(kind: type[Game]) -> bool:
    """Whether what comes with a game's package was made of the files that are here."""
    if kind.name in BUILT_IN and not (_PACKAGE.parents[1] / "pyproject.toml").exists():
        return True
    folder = modules_folder(kind)
    return folder is not None and read_index(folder).get(SOURCES) == sources_of(kind)


@functools.lru_cache(maxsize=256)
def _fits(game: Game) -> bool:
    """Whether a game's module was made of the text that is here. It takes up to a second."""
    row = _row(game)
    try:
        return row is not None and row["seal"] == seal_of(game)
    except TypeError:  # it has no seal
        return False


def _read(game: Game, ending: str, row: dict[str, Any]) -> bytes | None:
    """The content of a file; None if it is not there, or not what the index says."""
    folder = modules_folder(type(game))
    assert folder is not None
    try:
        content = (folder / name_of(game, ending)).read_bytes()
    except OSError:
        return None
    return content if hashlib.sha256(content).hexdigest() == row["sha256"][ending] else None
