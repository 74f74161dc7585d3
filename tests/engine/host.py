"""A host for a game's module under wasmtime: what a page's script does, in Python.

It lends the module its memory and asks its entries, as `page/engine.js` does.
"""

import gzip
import struct
from collections.abc import Callable, Sequence

import wasmtime

import plyground as pg
from plyground.page.desk import ADDRESSES, ANSWER, ARGUMENT, DESK_WORDS
from plyground.page.engine import entries_of
from plyground.page.modules import engine_module

_SMALL = 2048  # words of each array that every call may need


class Host:
    """One instance of a module, at one position."""

    def __init__(self, game: pg.Game, module: bytes | None = None) -> None:
        self.game = game
        code = gzip.decompress(engine_module(game)) if module is None else module
        self._store = wasmtime.Store(wasmtime.Engine())
        compiled = wasmtime.Module(self._store.engine, code)
        self.imports = [(each.module, each.name) for each in compiled.imports]
        kind = wasmtime.FuncType([], [])
        given = [wasmtime.Func(self._store, kind, self._pulse) for _ in self.imports]
        exports = wasmtime.Instance(self._store, compiled, given).exports(self._store)
        self._serve, self._memory = exports["serve"], exports["memory"]
        self._desk: int = exports["heap"].value(self._store)
        self._entries = entries_of(game)
        self.pulses = 0
        self.on_pulse: Callable[[], None] = lambda: None
        free = self._desk + 8 * DESK_WORDS
        for name in ADDRESSES:
            self.put(ADDRESSES.index(name), free)
            free += 8 * _SMALL
        self._grow_to(free)

    def _pulse(self) -> None:
        self.pulses += 1
        self.on_pulse()

    def _grow_to(self, end: int) -> None:
        missing = end - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // 65536))

    def put(self, word: int, value: int) -> None:
        """Write a word of the desk."""
        self._memory.write(self._store, struct.pack("<q", value), self._desk + 8 * word)

    def get(self, word: int) -> int:
        """A word of the desk."""
        at = self._desk + 8 * word
        return int(struct.unpack("<q", self._memory.read(self._store, at, at + 8))[0])

    def array(self, name: str, count: int, unsigned: bool = False) -> tuple[int, ...]:
        """The first words of an array."""
        at = self.get(ADDRESSES.index(name))
        words = self._memory.read(self._store, at, at + 8 * count)
        return struct.unpack(f"<{count}{'Q' if unsigned else 'q'}", words)

    def fill(self, name: str, words: Sequence[int]) -> None:
        """Write the first words of an array; negative ones are signed."""
        at = self.get(ADDRESSES.index(name))
        data = b"".join((word % (1 << 64)).to_bytes(8, "little") for word in words)
        self._memory.write(self._store, data, at)

    def ask(self, entry: str, *arguments: int, answers: int = 1) -> tuple[int, ...]:
        """The answers of an entry."""
        for place, argument in enumerate(arguments):
            self.put(ARGUMENT + place, argument)
        status = self._serve(self._store, self._entries[entry], self._desk)
        assert status == 0, f"{entry} ended with {status}"
        return tuple(self.get(ANSWER + place) for place in range(answers))
