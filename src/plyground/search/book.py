"""Books: the values of all positions of a game's first plies, on disk.

A book of n plies knows every position of an ongoing game after up to n plies. Positions that are
equal up to symmetry count as one. A file is

    "plyground book 1" and the end of the line
    a JSON object with the game's name, its parameters, the number of plies, how many positions each
    ply has (older books lack that), and a SHA-256 of the rest, and the end of the line
    a signed byte for each position: its value in the scale of the exact solver (see `exact`),
    ply by ply, in the order of the positions' keys, compressed by zlib

The positions themselves are not kept: whoever looks one up lists them first, the game's module
where there is one.

Some books come with their games. Users can build others, which are kept with the tables.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import os
import threading
import warnings
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.folders import cache_folder
from plyground.games.registry import folder_of
from plyground.position import CannotError, Game, Ints, Position, as_words, file_stem, full_title
from plyground.position.home import Instance, home_of
from plyground.search.book_arrays import NO_BOOK, UNKNOWN, BookArrays, known, listed
from plyground.search.tables.files import stamp
from plyground.sums import sealed, unsealed

_MAGIC = b"plyground book 1\n"


class BookError(CannotError):
    """A book cannot be read, made or kept, or it is for another game."""


class BookWarning(UserWarning):
    """A book cannot be used."""


class Book:
    """The values of a game's first plies."""

    def __init__(self, game: Game, arrays: BookArrays) -> None:
        self.game = game
        self.plies = arrays.plies
        self.values = arrays.values
        self.counts: tuple[int, ...] = tuple(np.diff(arrays.firsts).tolist())
        """How many positions each ply has, if that is known without listing them."""
        self._arrays: BookArrays | None = arrays
        self._lock = threading.Lock()
        self._instance: Instance | None = None

    @property
    def arrays(self) -> BookArrays:
        """The book for compiled code. Raises BookError unless it has a value for each position."""
        with self._lock:
            if self._arrays is None:
                found, _ = listed(self.game, self.plies)
                if len(self.values) != len(found.values):
                    raise BookError(f"the book of {full_title(self.game)} is damaged")
                self._arrays = found._replace(values=self.values)
            return self._arrays

    @functools.cached_property
    def laid(self) -> Ints:
        """The book as entries take it: how many plies, and its arrays, one after the other."""
        plies, firsts, keys, values = self.arrays
        padded = np.zeros(-(-len(values) // 8) * 8, np.int8)
        padded[: len(values)] = values
        return np.concatenate([[plies], firsts, keys.view(np.int64), padded.view(np.int64)])

    def __len__(self) -> int:
        return int((self.values != UNKNOWN).sum())

    def lend(self, instance: Instance) -> None:
        """Let an instance of the game's module have the book."""
        firsts = [0, *itertools.accumulate(self.counts)]
        at = 1 + len(firsts) + firsts[-1] * len(self.game.position().key)
        words = at + len(self.values) // 8 + 1
        instance.lend("book", words, keep=True)
        instance.fill("book", [self.plies, *firsts])
        values = instance.array("book", words)[at:]
        values.view(np.int8)[: len(self.values)] = self.values
        instance.work("open_book", [0], [])

    def value(self, position: Position) -> int | None:
        """The value of a position in the scale of the exact solver, None if the book lacks it."""
        if position.game != self.game or position.over or position.ply > self.plies:
            return None
        home = home_of(self.game.rules, "in_book") if self.counts else None
        if home is not None:
            with self._lock:
                if self._instance is None:
                    self._instance = home.own()
                    self.lend(self._instance)
                return asked_in_book(self._instance, position)
        value = known(self.game.rules, as_words(position.state), position.ply, self.arrays)
        return None if value == UNKNOWN else int(value)

    def save(self, path: Path) -> None:
        """Write the book; the file appears when it is complete."""
        write_values(path, self.game, self.plies, self.values, self.counts)

    @classmethod
    def open(cls, path: Path, game: Game) -> Book:
        """Read a book. Raises BookError for a file that is not a book, is damaged, or is for
        another game.
        """
        plies, values, counts = read_whole(path, game)
        book = cls(game, NO_BOOK)
        book.plies, book.values, book.counts, book._arrays = plies, values, counts, None
        if not counts:
            counts = tuple(np.diff(listed(game, plies)[0].firsts).tolist())
        if len(values) != sum(counts) or len(counts) != plies + 1:
            raise BookError(f"{path} is damaged: build it again")
        return book


def asked_in_book(instance: Instance, position: Position) -> int | None:
    """The value of a position in the book that an instance has; None if the book lacks it."""
    instance.fill("state", position.state)
    instance.ask("in_book", position.ply)
    value = instance.answers(1)[0]
    return None if value == UNKNOWN else value


def shipped_book(game: Game) -> Book | None:
    """The book that comes with the game's package, if there is one for its parameters.

    A damaged book is not used; a BookWarning says so.
    """
    path = _shipped_path(game)
    return None if path is None else _usable(path, game)


def find_book(game: Game) -> Book | None:
    """The deepest book for the game: built here, or shipped with the game.

    A damaged book is not used; a BookWarning says so.
    """
    books = (_usable(built_book_path(game), game), shipped_book(game))
    return max((book for book in books if book), key=lambda book: book.plies, default=None)


def _usable(path: Path, game: Game) -> Book | None:
    """The book at `path`, opened again only when the file changes."""
    try:
        return _open(path, game, path.stat().st_mtime_ns)
    except OSError:  # there is none
        return None
    except BookError as error:
        warnings.warn(f"{error}; until then it is not used", BookWarning, stacklevel=3)
        return None


def start_value(game: Game) -> tuple[int, int] | None:
    """The value of the start in the game's book, in the scale of the exact solver, and the plies of
    the book; None without a book. Quicker than opening a book, which lists its positions.
    """
    for path in (built_book_path(game), _shipped_path(game)):
        plies, values = _read_or_none(path, game)
        if plies >= 0 and values[0] != UNKNOWN:
            return int(values[0]), plies
    return None


def book_plies(game: Game, *, shipped: bool = False) -> int:
    """The plies of the game's deepest book, or of the one that comes with its package; -1 without a
    book. Quicker than opening it.
    """
    paths = [_shipped_path(game)] if shipped else [built_book_path(game), _shipped_path(game)]
    return max(_read_or_none(path, game)[0] for path in paths)


def _read_or_none(path: Path | None, game: Game) -> tuple[int, npt.NDArray[np.int8]]:
    """As `read_values`; -1 plies without a book that can be used."""
    if path is not None and path.exists():
        with suppress(BookError):
            return read_values(path, game)
    return -1, NO_BOOK.values


def _shipped_path(game: Game) -> Path | None:
    folder = folder_of(type(game), "books")
    return None if folder is None else folder / f"{file_stem(game)}.book"


def built_book_path(game: Game) -> Path:
    """The path of a book that is built here; a game whose rules change gets another path."""
    rules = str(stamp(game)["rules"])
    return cache_folder() / "books" / f"{file_stem(game)}-{rules[:12]}.book"


@functools.lru_cache(maxsize=4)
def _open(path: Path, game: Game, _changed: int) -> Book:
    return Book.open(path, game)


_NAMES = "game", "parameters", "plies", "sha256", "counts"  # of the header


def write_values(
    path: Path,
    game: Game,
    plies: int,
    values: npt.NDArray[np.int8],
    counts: tuple[int, ...] = (),
) -> None:
    """Write a file whole or not at all. Raises BookError if it cannot be written."""
    data = zlib.compress(values.tobytes(), 9)
    header = {**_stated(game), "plies": plies, "sha256": hashlib.sha256(data).hexdigest()}
    if counts:
        header["counts"] = list(counts)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(_MAGIC + sealed(header).encode() + b"\n" + data)
        beside.replace(path)
    except OSError as error:
        raise BookError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def read_values(path: Path, game: Game) -> tuple[int, npt.NDArray[np.int8]]:
    """The plies and the values of a file. Raises as `read_whole` does."""
    plies, values, _ = read_whole(path, game)
    return plies, values


def read_whole(path: Path, game: Game) -> tuple[int, npt.NDArray[np.int8], tuple[int, ...]]:
    """The plies and the values of a file, and how many positions each ply has, if it says so.

    Raises BookError for a file that is not a book, is damaged, or is for another game.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BookError(f"{path} cannot be read: {error.strerror}") from None
    magic, line, data = (content.split(b"\n", 2) + [b"", b""])[:3]
    try:
        header = unsealed(line, _NAMES)
    except ValueError:
        header = {}
    if magic + b"\n" != _MAGIC or not header:
        raise BookError(f"{path} is not a book, or a book of another version")
    plies, checksum = header.pop("plies", None), header.pop("sha256", None)
    counts = tuple(header.pop("counts", ()))
    if header != _stated(game) or not isinstance(plies, int):
        raise BookError(f"{path} is a book for another game, not for {full_title(game)}")
    if hashlib.sha256(data).hexdigest() != checksum:
        raise BookError(f"{path} is damaged: build it again")
    return plies, np.frombuffer(zlib.decompress(data), np.int8), counts


def _stated(game: Game) -> dict[str, Any]:
    return {"game": game.name, "parameters": dict(game.values)}
