"""Books: the values of all positions of a game's first plies, on disk.

A book of n plies knows every position that is reached by up to n plies and in which the game goes
on. Positions that are equal up to symmetry count as one. A file is

    "plyground book 1" and the end of the line
    a JSON object with the game's name, its parameters, the number of plies, and a SHA-256 of the
    rest, and the end of the line
    a signed byte for each position: its value in the scale of the exact solver (see `exact`),
    ply by ply, in the order of the positions' keys, compressed by zlib

The positions themselves are not kept: they are enumerated when the book is opened.

A book is built from its deepest positions, which are solved in the order of a walk through the
tree, so that neighbours share the solver's table. The others follow from them. What was solved is
kept in a file beside the book, and so the work goes on where it was interrupted.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.kernel import Rules, as_tuple, compiled
from plyground.position import ONGOING, Game, PlygroundError, Position, entries, standing
from plyground.position.entries import State, Words, words
from plyground.search.control import Control
from plyground.search.enumeration import states_of_layers
from plyground.search.exact import Solver

_MAGIC = b"plyground book 1\n"
_UNKNOWN = -128  # of a position that is not solved yet, or in which the game is over
_MOST_PLIES = 126  # of a game, whose values have to fit a byte

Key = tuple[int, ...]


class BookError(PlygroundError):
    """A book that cannot be read, or does not belong to the game."""


@dataclass(frozen=True)
class BookProgress:
    """How far the building of a book is."""

    solved: int
    total: int
    nodes: int  # visited since this run began
    seconds: float  # of the solver, since this run began


class Book:
    """The values of a game's first plies."""

    def __init__(self, game: Game, values: list[npt.NDArray[np.int8]]) -> None:
        """`values` [plies + 1][positions], in the order of `ordered_layers`."""
        self.game = game
        self.plies = len(values) - 1
        self._values = values
        self._keys = [keys for keys, _ in ordered_layers(game, self.plies)]

    def __len__(self) -> int:
        return sum(int((values != _UNKNOWN).sum()) for values in self._values)

    def value(self, position: Position) -> int | None:
        """The value of a position in the scale of the exact solver, None if it is not here."""
        if position.game != self.game or position.over or position.ply > self.plies:
            return None
        keys = self._keys[position.ply]
        key = _key_of(self.game, position.state)
        at = bisect_left(keys, key)
        if at == len(keys) or keys[at] != key:
            return None
        value = int(self._values[position.ply][at])
        return None if value == _UNKNOWN else value

    def save(self, path: Path) -> None:
        """Write the book; the file appears when it is complete."""
        data = zlib.compress(b"".join(values.tobytes() for values in self._values), 9)
        header = {**_stated(self.game, self.plies), "sha256": hashlib.sha256(data).hexdigest()}
        _replace(path, _MAGIC + json.dumps(header).encode() + b"\n" + data)

    @classmethod
    def open(cls, path: Path, game: Game) -> Book:
        """Read a book. Raises BookError for a file that is none, damaged, or of another game."""
        try:
            content = path.read_bytes()
        except OSError as error:
            raise BookError(f"{path} cannot be read: {error.strerror}") from None
        header, data = _parts(path, content)
        plies = header.get("plies")
        if not isinstance(plies, int) or {**_stated(game, plies)} != {
            key: value for key, value in header.items() if key != "sha256"
        }:
            raise BookError(f"{path} is a book of another game, and not of {game!r}")
        if hashlib.sha256(data).hexdigest() != header.get("sha256"):
            raise BookError(f"{path} is damaged: build it again")
        flat = np.frombuffer(zlib.decompress(data), np.int8)
        sizes = [len(keys) for keys, _ in ordered_layers(game, plies)]
        if len(flat) != sum(sizes):
            raise BookError(f"{path} is damaged: build it again")
        return cls(game, np.split(flat, np.cumsum(sizes)[:-1]))


def _parts(path: Path, content: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the compressed values of a file."""
    magic, header, data = (content.split(b"\n", 2) + [b"", b""])[:3]
    try:
        stated = json.loads(header)
    except ValueError:
        stated = None
    if magic + b"\n" != _MAGIC or not isinstance(stated, dict):
        raise BookError(f"{path} is no book, or one of another version")
    return stated, data


def _stated(game: Game, plies: int) -> dict[str, Any]:
    return {"game": game.name, "parameters": dict(game.values), "plies": plies}


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all. Raises BookError if it cannot be written."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(content)
        beside.replace(path)
    except OSError as error:
        raise BookError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


@compiled
def _write_key(rules: Rules, state: Words, out: npt.NDArray[np.uint64]) -> int:
    """Write the key of the canonical form of a state; return how many words it has."""
    key = as_tuple(rules.key(rules.canonical(state)))
    for i in range(len(key)):
        out[i] = key[i]
    return len(key)


@compiled
def _write_keys(
    rules: Rules, state: Words, states: npt.NDArray[np.uint64], out: npt.NDArray[np.uint64]
) -> int:
    """Write the keys of all `states` [n, words]; `state` gives the number of words."""
    count = 0
    for number in range(len(states)):
        for i in range(len(state)):
            state = state[1:] + (states[number, i],)
        count = _write_key(rules, state, out[number])
    return count


_KEY_WORDS_AT_MOST = 8


def _key_of(game: Game, state: State) -> Key:
    out = np.empty(_KEY_WORDS_AT_MOST, np.uint64)
    count = _write_key(game.rules, words(state), out)
    return tuple(out[:count].tolist())


def ordered_layers(game: Game, plies: int) -> list[tuple[list[Key], npt.NDArray[np.uint64]]]:
    """For each ply the keys of its positions in order, and their states [positions, words]."""
    found = []
    for states in states_of_layers(game, plies, canonical=True):
        out = np.empty((len(states), _KEY_WORDS_AT_MOST), np.uint64)
        like = words(tuple(states[0].tolist()))
        count = _write_keys(game.rules, like, states, out)
        order = np.lexsort(out[:, :count].T[::-1])
        keys = [tuple(key) for key in out[order, :count].tolist()]
        found.append((keys, states[order]))
    return found


class BookBuilder:
    """Builds a book, and keeps what it has solved in a file beside it."""

    def __init__(self, path: Path, solver: Solver, plies: int) -> None:
        """Take up what an earlier run of the same book left at `path` with ".part" added."""
        game = solver.game
        if game.max_plies > _MOST_PLIES:
            raise BookError(f"games of more than {_MOST_PLIES} plies have no books")
        if plies < 1:
            raise BookError(f"a book has 1 ply or more, and not {plies}")
        self.path = path
        self.solver = solver
        self.plies = plies
        self._part = path.with_name(path.name + ".part")
        self._layers = ordered_layers(game, plies)
        self._values = [np.full(len(keys), _UNKNOWN, np.int8) for keys, _ in self._layers]
        self._order = list(self._walk())
        if self._part.exists():
            self._take_up()

    @property
    def left(self) -> int:
        """How many positions are still to be solved."""
        return sum(self._values[-1][at] == _UNKNOWN for at, _ in self._order)

    def build(
        self,
        control: Control | None = None,
        on_solved: Callable[[BookProgress], None] | None = None,
        save_every: int = 50,
    ) -> Book:
        """Solve what is left and write the book. When told to stop, what is solved is kept."""
        control = control or Control()
        total, left, nodes, seconds = len(self._order), self.left, 0, 0.0
        try:
            for at, position in self._order:
                if self._values[-1][at] != _UNKNOWN:
                    continue
                solution = self.solver.solve(position, control=control)
                self._values[-1][at] = solution.low
                nodes += solution.nodes
                seconds += solution.seconds
                left -= 1
                if left % save_every == 0:
                    self._keep()
                if on_solved:
                    on_solved(BookProgress(total - left, total, nodes, seconds))
        finally:
            self._keep()
        self._fill_in()
        book = Book(self.solver.game, self._values)
        book.save(self.path)
        self._part.unlink(missing_ok=True)
        return book

    def _walk(self) -> Iterator[tuple[int, Position]]:
        """The deepest positions that go on, depth first, each with its place in its layer."""
        seen: set[tuple[int, Key]] = set()
        keys = self._layers[-1][0]

        def visit(position: Position) -> Iterator[tuple[int, Position]]:
            key = _key_of(position.game, position.state)
            if position.over or (position.ply, key) in seen:
                return
            seen.add((position.ply, key))
            if position.ply == self.plies:
                yield bisect_left(keys, key), position
                return
            for code in position.codes:
                yield from visit(position.play_code(code))

        yield from visit(self.solver.game.position())

    def _fill_in(self) -> None:
        """The values of the other plies, from the deepest to the first."""
        for ply in range(self.plies - 1, -1, -1):
            below = dict(zip(self._layers[ply + 1][0], self._values[ply + 1].tolist(), strict=True))
            for at, state in enumerate(self._layers[ply][1]):
                value = _best_value(self.solver.game, tuple(state.tolist()), below)
                self._values[ply][at] = _UNKNOWN if value is None else value

    def _keep(self) -> None:
        stated = {**_stated(self.solver.game, self.plies), "sha256": ""}
        data = zlib.compress(self._values[-1].tobytes())
        stated["sha256"] = hashlib.sha256(data).hexdigest()
        _replace(self._part, _MAGIC + json.dumps(stated).encode() + b"\n" + data)

    def _take_up(self) -> None:
        header, data = _parts(self._part, self._part.read_bytes())
        digest = header.pop("sha256", None)
        if header != _stated(self.solver.game, self.plies):
            raise BookError(f"{self._part} is of another book: remove it first")
        if hashlib.sha256(data).hexdigest() != digest:
            raise BookError(f"{self._part} is damaged: remove it first")
        self._values[-1] = np.frombuffer(zlib.decompress(data), np.int8).copy()


def _best_value(game: Game, state: State, below: dict[Key, int]) -> int | None:
    """The value of a state by those of the next ply; None if the game is over."""
    rules = game.rules
    mover, result, codes = entries.look(rules, state)
    if result != ONGOING:
        return None
    values = []
    for code in codes:
        child = entries.play(rules, state, code)
        player, result, _ = entries.look(rules, child)
        if result != ONGOING:
            value = (game.max_plies + 1) * standing(result, mover)
        else:
            value = below[_key_of(game, child)]
            value = value if player == mover else -value
        values.append(value - (value > 0) + (value < 0))
    return max(values)
