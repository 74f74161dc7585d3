"""What comes with the package for pages of the standard games, and the seals of it all: see
`position.shipped` for the folder where it lies.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

from plyground.browser.engine import engine_source, entries_of
from plyground.kernel.seal import seal
from plyground.position import Game, file_stem
from plyground.position.desk import LAYOUT
from plyground.position.shipped import (
    DATA,
    INDEX,
    MODULE,
    SOURCES,
    look_closer,
    read_file,
    row_of,
    trusted,
)


def shipped_module(game: Game) -> bytes | None:
    """The module that comes with a game's package, compressed by gzip; None if there is none for
    its parameters, or if it was made of another text.
    """
    found = game.rules.shipped()
    module: bytes | None = None if found is None else found.module
    return module


def shipped_data(game: Game) -> dict[str, Any] | None:
    """The data for pages (see `page_game`) that come with a game's package; None if there are none
    for its parameters, or if the files that they were made of have changed.
    """
    found = row_of(game)
    if found is None or not trusted(type(game)):
        return None
    body = read_file(game, DATA, found)
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


def name_of(game: Game, ending: str) -> str:
    """The name of a game's file there."""
    return f"{file_stem(game)}.{ending}"


@functools.lru_cache(maxsize=256)
def fits(game: Game) -> bool:
    """Whether a game's module was made of the text that is here. It takes up to a second."""
    row = row_of(game)
    try:
        return row is not None and row["seal"] == seal_of(game)
    except TypeError:  # it has no seal
        return False


look_closer.append(fits)
