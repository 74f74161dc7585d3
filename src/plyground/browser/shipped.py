"""What comes with the package for pages of the standard games, so that on a new computer a page can
play at once: each game's module, and its data as JSON, both made with the wheel.

They belong to the sources they were made from: where any of these differs, as in a checkout, they
are not used.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from plyground.games.registry import folder_of
from plyground.position import Game, file_stem

_FOLDER = "modules"
_MODULE, _DATA = "wasm.gz", "json.gz"
_SEAL = 32  # bytes


def shipped_module(game: Game) -> bytes | None:
    """The module that comes with a game's package, compressed by gzip; None if there is none for
    its parameters, or if it was made from other sources.
    """
    return _read(game, _MODULE)


def shipped_data(game: Game) -> dict[str, Any] | None:
    """The data for pages (see `page_game`) that come with a game's package; None as above."""
    body = _read(game, _DATA)
    data: dict[str, Any] | None = None if body is None else json.loads(gzip.decompress(body))
    return data


def write_shipped(folder: Path, game: Game, module: bytes, data: dict[str, Any]) -> None:
    """Write what comes with the package for a game to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = gzip.compress(json.dumps(data).encode(), 9, mtime=0)
    for ending, body in ((_MODULE, module), (_DATA, packed)):
        (folder / _name(game, ending)).write_bytes(_seal(type(game), body) + body)


def _read(game: Game, ending: str) -> bytes | None:
    folder = folder_of(type(game), _FOLDER)
    if folder is None:
        return None
    try:
        content = (folder / _name(game, ending)).read_bytes()
    except OSError:
        return None
    seal, body = content[:_SEAL], content[_SEAL:]
    return body if seal == _seal(type(game), body) else None


def _name(game: Game, ending: str) -> str:
    return f"{file_stem(game)}.{ending}"


def _seal(kind: type[Game], body: bytes) -> bytes:
    return hashlib.sha256(_sources(kind) + body).digest()


@functools.cache
def _sources(kind: type[Game]) -> bytes:
    """A hash of the sources of this package and of the game's own."""
    own = sys.modules[kind.__module__].__file__
    assert own is not None
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    strengths = (package / "strengths").glob("*.json")  # what pages know of them
    for path in (*sorted(package.rglob("*.py")), *sorted(strengths), Path(own)):
        digest.update(path.name.encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()
