"""Files that are checked before they are trusted: solved tables, and the steps towards them.

    line 1    the kind of file and the version of this format
    line 2    the header as JSON, filled up with spaces so that the line ends at a multiple of 64
    arrays    one after the other, each filled up to a multiple of 8 bytes; the header has their
              types and shapes
    32 bytes  SHA-256 of everything before

A file is written under a temporary name and then renamed, so that its own name has a whole file or
none. It states its game, with parameters and an identity of the rules. If anything differs, the
rules for example, the file is refused.
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
"""The version of the files written."""

_BEGINNING = b"plyground tables "
_FIRST_LINE = _BEGINNING + f"{FORMAT}\n".encode()
_STALE = 24 * 3600.0  # seconds after which a temporary file is surely abandoned
_HEADER_STEP = 64
_ARRAY_STEP = 8
_DIGEST = hashlib.sha256().digest_size
TABLE_KERNELS = ("start", "player", "moves", "play", "result", "key", "canonical")
"""The rules that the values of a table depend on."""
SEARCH_KERNELS = (*TABLE_KERNELS, "bounds", "candidates", "class_key")
"""The rules that a search depends on."""

Header = dict[str, Any]
Arrays = list[Array]
OnPart = Callable[[], None]
"""Called repeatedly while a file is read or written; it may raise an error to end that."""

_AT_ONCE = 1 << 23  # bytes to read or write at a time


@dataclass(frozen=True)
class Streamed:
    """An array that is written piece by piece and is never whole in memory."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    pieces: Callable[[], Iterator[Array]]

    @property
    def nbytes(self) -> int:
        """The bytes of the whole array."""
        return self.dtype.itemsize * math.prod(self.shape)


class TableError(CannotError):
    """A table cannot be read, kept or made."""


class TooLargeError(TableError):
    """A table's game has too many positions, or values, for the memory allowed."""

    seconds: float = 0.0
    """How long it took to find that out, without compiling."""


def tables_folder() -> Path:
    """The default folder of tables: with other data that can be made again."""
    return cache_folder() / "tables"


def stamp(game: Game, kernels: tuple[str, ...] = TABLE_KERNELS) -> Header:
    """The header that identifies a game, with its parameters and its exact rules."""
    rules = _identity(game.rules, kernels)
    return {"game": game.name, "parameters": dict(game.values), "rules": rules}


@functools.cache
def _identity(rules: Rules, kernels: tuple[str, ...]) -> str:
    what = [(name, identity(rules.kernels[name])) for name in kernels]
    return hashlib.sha256(repr((rules.constants, what)).encode()).hexdigest()


def table_path(game: Game, folder: Path) -> Path:
    """The path of a game's table in `folder`."""
    return folder / f"{file_stem(game)}-{stamp(game)['rules'][:12]}.table"


def _nothing() -> None:
    """Let reading and writing continue."""


def write(
    path: Path,
    header: Header,
    arrays: Sequence[Array | Streamed],
    on_part: OnPart = _nothing,
) -> None:
    """Write a file whole or not at all. Raises TableError if there is no room for it."""
    heading = {**header, "arrays": [[array.dtype.str, list(array.shape)] for array in arrays]}
    line = json.dumps(heading).encode()
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

    Raises TableError if the file is damaged, of another version, or its header is not `wanted`; and
    FileNotFoundError if there is no file.
    """
    if path.exists() and not path.is_file():  # reading a pipe would wait for its writer
        raise TableError(f"{path} cannot be read: it is not a file")
    try:
        mapped: npt.NDArray[np.uint8] = np.asarray(np.memmap(path, np.uint8, "r"))
    except FileNotFoundError:
        raise
    except ValueError as error:
        raise TableError(f"{path} is empty") from error
    except OSError as error:
        raise TableError(f"{path} cannot be read: {error.strerror}") from error
    first = mapped[: len(_FIRST_LINE)].tobytes()
    if first != _FIRST_LINE:
        if first.startswith(_BEGINNING) and len(first) == len(_FIRST_LINE):
            raise TableError(f"{path} is a table of another version than {FORMAT}")
        raise TableError(f"{path} is not a table")
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
    """A number of bytes, in words."""
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            return f"{size / unit:,.1f} {name}"
    return f"{size:.0f} bytes"


def _parts(arrays: Sequence[Array | Streamed]) -> Iterator[Any]:
    """The bytes of each array, without copying it whole, and its padding."""
    for array in arrays:
        for piece in array.pieces() if isinstance(array, Streamed) else (array,):
            data = np.ascontiguousarray(piece).reshape(-1).view(np.uint8)
            for begin in range(0, len(data), _AT_ONCE):
                yield data[begin : begin + _AT_ONCE].data
        yield bytes(-array.nbytes % _ARRAY_STEP)


def _end_of_line(body: npt.NDArray[np.uint8], begin: int) -> int:
    """Where the header's line ends: at a multiple of the step that it is padded to."""
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
    """Remove files that abandoned threads are still writing."""
    for path in list(_temporaries):
        _remove(path)


def _tidy(folder: Path) -> None:
    """Remove temporary files of processes that were killed."""
    for path in folder.glob("." + "[0-9a-f]" * len(uuid.uuid4().hex)):
        with suppress(OSError):  # another process may have removed it
            if path.stat().st_mtime < time.time() - _STALE:
                path.unlink()


def _remove(path: Path) -> None:
    with suppress(OSError):  # a file that could not be written may not be removable either
        path.unlink(missing_ok=True)
