"""Files that are checked before they are believed: solved tables, and what leads up to them.

    line 1    what it is and the version of this format
    line 2    the header as JSON, filled up with spaces so that the line ends at a multiple of 64
    arrays    one after the other, each filled up to a multiple of 8 bytes; the header has their
              types and shapes
    32 bytes  SHA-256 of all that

A file is written under a temporary name and then renamed, so that under its own name there is a
whole file or none. It says which game it is for, with its parameters and an identity of its rules:
a table of rules that have changed since is another game's. Whatever differs, it is refused.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import json
import math
import os
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.folders import cache_folder
from plyground.kernel import Rules
from plyground.kernel.identity import identity
from plyground.position import Array, CannotError, Game, file_stem

FORMAT = 1
"""The version of what is written."""

_BEGINNING = b"plyground tables "
_FIRST_LINE = _BEGINNING + f"{FORMAT}\n".encode()
_STALE = 24 * 3600.0  # seconds after which nobody still writes a temporary file
_HEADER_STEP = 64
_ARRAY_STEP = 8
_DIGEST = hashlib.sha256().digest_size
TABLE_KERNELS = ("start", "player", "moves", "play", "result", "key", "canonical")
"""The rules that the values of a table depend on."""
SEARCH_KERNELS = (*TABLE_KERNELS, "bounds", "candidates", "class_key")
"""And those that a search depends on."""

Header = dict[str, Any]
Arrays = list[Array]
OnPart = Callable[[], None]
"""Is called again and again while a file is read or written, and may raise to end that."""

_AT_ONCE = 1 << 23  # bytes that are read or written in one go


@dataclass(frozen=True)
class Streamed:
    """An array that is written piece by piece, and is never whole in memory."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    pieces: Callable[[], Iterator[Array]]

    @property
    def nbytes(self) -> int:
        """The bytes of the whole array."""
        return self.dtype.itemsize * math.prod(self.shape)


class TableError(CannotError):
    """A table that cannot be read, kept, or made."""


class TooLargeError(TableError):
    """A table of a game that has too many positions, or values, for the memory it may take."""

    seconds: float = 0.0
    """How long it took to find out, without compiling."""


def tables_folder() -> Path:
    """Where tables are kept unless told otherwise: with what can be made again."""
    return cache_folder() / "tables"


def stamp(game: Game, kernels: tuple[str, ...] = TABLE_KERNELS) -> Header:
    """What tells a game, with its parameters and its very rules, from every other."""
    rules = _identity(game.rules, kernels)
    return {"game": game.name, "parameters": dict(game.values), "rules": rules}


@functools.cache
def _identity(rules: Rules, kernels: tuple[str, ...]) -> str:
    what = [(name, identity(rules.kernels[name])) for name in kernels]
    return hashlib.sha256(repr((rules.constants, what)).encode()).hexdigest()


def table_path(game: Game, folder: Path) -> Path:
    """Where in `folder` the table of a game is kept."""
    return folder / f"{file_stem(game)}-{stamp(game)['rules'][:12]}.table"


def _nothing() -> None:
    """Let reading and writing go on."""


def write(
    path: Path,
    header: Header,
    arrays: Sequence[Array | Streamed],
    on_part: OnPart = _nothing,
) -> None:
    """Write a file whole or not at all. Raises TableError if there is no room for it."""
    told = {**header, "arrays": [[array.dtype.str, list(array.shape)] for array in arrays]}
    line = json.dumps(told).encode()
    line += b" " * (-(len(_FIRST_LINE) + len(line) + 1) % _HEADER_STEP) + b"\n"
    temporary = path.with_name(f".{uuid.uuid4().hex}")
    digest = hashlib.sha256()
    _temporaries.add(temporary)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _tidy(path.parent)
        with temporary.open("wb") as file:
            for part in (_FIRST_LINE, line, *_parts(arrays)):
                on_part()
                digest.update(part)
                file.write(part)
            file.write(digest.digest())
        os.replace(temporary, path)
    except OSError as error:
        size = sum(array.nbytes for array in arrays)
        raise TableError(
            f"{path.name} ({megabytes(size)}) cannot be kept in {path.parent}: {error.strerror}; "
            "what was kept before is intact"
        ) from error
    finally:
        _remove(temporary)
        _temporaries.discard(temporary)


def read(
    path: Path, wanted: Mapping[str, Any], on_part: OnPart = _nothing
) -> tuple[Header, Arrays]:
    """The header and the arrays of a file, which stay on disk and are mapped into memory.

    Raises TableError if it is damaged, of another version, or its header is not as `wanted`; and
    FileNotFoundError if there is none.
    """
    if path.exists() and not path.is_file():  # reading a pipe would wait for its writer
        raise TableError(f"{path} cannot be read: it is no file")
    try:
        mapped: npt.NDArray[np.uint8] = np.asarray(np.memmap(path, np.uint8, "r"))
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:  # an empty file cannot be mapped
        raise TableError(f"{path} cannot be read: {error}") from error
    first = mapped[: len(_FIRST_LINE)].tobytes()
    if first != _FIRST_LINE:
        if first.startswith(_BEGINNING) and len(first) == len(_FIRST_LINE):
            raise TableError(f"{path} is a table of another version than {FORMAT}")
        raise TableError(f"{path} is no table")
    body = mapped[:-_DIGEST]
    digest = hashlib.sha256()
    for begin in range(0, len(body), _AT_ONCE):
        on_part()
        digest.update(body[begin : begin + _AT_ONCE].data)
    if digest.digest() != mapped[-_DIGEST:].tobytes():
        raise TableError(f"{path} is damaged")
    end = _end_of_line(body, len(_FIRST_LINE))
    header: Header = json.loads(body[len(_FIRST_LINE) : end].tobytes())
    for name, value in wanted.items():
        if header.get(name) != value:
            raise TableError(f"{path} is for {_named(header)}, and not for {_named(wanted)}")
    arrays: Arrays = []
    for kind, shape in header["arrays"]:
        dtype = np.dtype(kind)
        size = dtype.itemsize * int(np.prod(shape, dtype=np.int64))
        arrays.append(body[end : end + size].view(dtype).reshape(shape))
        end += size + -size % _ARRAY_STEP
    return header, arrays


def megabytes(size: float) -> str:
    """A number of bytes for people."""
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{size / unit:,.1f} {name}"
    return f"{size:.0f} bytes"


def _parts(arrays: Sequence[Array | Streamed]) -> Iterator[Any]:
    """The bytes of each array, without copying it whole, and what fills them up."""
    for array in arrays:
        for piece in array.pieces() if isinstance(array, Streamed) else (array,):
            data = np.ascontiguousarray(piece).reshape(-1).view(np.uint8)
            for begin in range(0, len(data), _AT_ONCE):
                yield data[begin : begin + _AT_ONCE].data
        yield bytes(-array.nbytes % _ARRAY_STEP)


def _end_of_line(body: npt.NDArray[np.uint8], begin: int) -> int:
    """Where the header's line ends: at a step, since it is filled up to one."""
    end = _HEADER_STEP
    while end <= begin or body[end - 1] != ord("\n"):
        end += _HEADER_STEP
    return end


def _named(header: Mapping[str, Any]) -> str:
    values = ", ".join(f"{name} {value}" for name, value in header.get("parameters", {}).items())
    game = f"{header.get('game')}" + (f" ({values})" if values else "")
    return f"{game}, rules {str(header.get('rules'))[:12]}"


_temporaries: set[Path] = set()  # that are being written


@atexit.register
def _leave_nothing() -> None:
    """Remove what threads are writing that nobody waits for any more."""
    for path in list(_temporaries):
        _remove(path)


def _tidy(folder: Path) -> None:
    """Remove temporary files of processes that were killed."""
    for path in folder.glob("." + "[0-9a-f]" * len(uuid.uuid4().hex)):
        with suppress(OSError):  # another process may have removed it
            if path.stat().st_mtime < time.time() - _STALE:
                path.unlink()


def _remove(path: Path) -> None:
    with suppress(OSError):  # what could not be written may not be removable either
        path.unlink(missing_ok=True)
