"""A host for a game's module under wasmtime: what a page's script does, in Python.

It lends the module its memory and asks its entries, as `browser/engine.js` does.
"""

import gzip
import struct
from collections.abc import Callable, Mapping, Sequence

import wasmtime

import plyground as pg
from plyground.browser.data import entry_of
from plyground.browser.engine import entries_of
from plyground.browser.modules import engine_module
from plyground.players.form import Option, options_of
from plyground.position.desk import ADDRESSES, ANSWER, ARGUMENT, DESK_WORDS, MEASURE
from plyground.search import Book, control
from plyground.search.answers import NONE

_SMALL = 2048  # words of each array that every call may need
_COUNTERS = 64
NO_LIMIT = 1 << 62


class Host:
    """One instance of a module, at one position."""

    def __init__(
        self,
        game: pg.Game,
        module: bytes | None = None,
        entries: Mapping[str, int] | None = None,
    ) -> None:
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
        self._entries = entries_of(game) if entries is None else entries
        self.pulses = 0
        self.on_pulse: Callable[[], None] = lambda: None
        self._solver = 0
        self.counted: tuple[int, ...] = ()
        self._free = self._desk + 8 * DESK_WORDS
        for name in ADDRESSES:
            self.lend(name, _SMALL)
        self._kept = self._free

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

    def choose(self, player: pg.Player, position: pg.Position, chance: pg.Chance) -> str:
        """The move of a player, as the page's script asks for it."""
        kind = type(player)
        options = [
            _numbered(self.game, option, getattr(player, option.field))
            for option in options_of(kind)
            if option.kind != "player"
        ]
        usual = self.game.default_depth, self.game.heuristic_number(self.game.default_heuristic)
        given = [position.ply, *usual, *options, *kind.given(self.game)]
        if kind.name == "perfect":
            given.append(self.solver())
        if kind.name == "rules":
            given += [self.game.move_code(move) for move in position.history]
        nodes = getattr(player, "nodes", None) or NO_LIMIT
        answers = self.work(entry_of(kind), given, position.state, nodes, chance)
        if answers[0] == NONE:
            inner = getattr(player, "inner", pg.Perfect())
            return self.choose(inner, position, chance)
        return self.game.move_texts[answers[0]]

    def solver(self, mebibytes: int = 64) -> int:
        """The words of the solver's table, which stays, and is empty when its size changes."""
        words = self.ask("solver_words", mebibytes)[0]
        if words != self._solver:
            self._solver = words
            self._free = self._kept
            self.lend("solver", words)
            self._kept = self._free
        return words

    def forget(self) -> None:
        """Empty the solver's table."""
        at = self.get(ADDRESSES.index("solver"))
        self._memory.write(self._store, bytes(8 * self._solver), at)

    def work(
        self,
        entry: str,
        given: Sequence[int],
        state: Sequence[int],
        nodes: int = NO_LIMIT,
        chance: pg.Chance | None = None,
        answers: int = 12,
    ) -> tuple[int, ...]:
        """The answers of an entry that needs room; `chance` goes on where it stops drawing."""
        self._free = self._kept
        self.lend("counters", _COUNTERS)
        self.fill("state", state)
        if chance is not None:
            self.fill("chance", chance.state.tolist())
        self.put(MEASURE, 1)
        room, table, results = self.ask(entry, *given, answers=3)
        self.put(MEASURE, 0)
        for name, count in (("room", room), ("table", table), ("results", results)):
            self.lend(name, count)
        counters = [0] * _COUNTERS
        counters[control.NODE_LIMIT] = nodes
        self.fill("counters", counters)
        found = self.ask(entry, *given, answers=answers)
        if chance is not None:
            chance.state[:] = self.array("chance", len(chance.state), unsigned=True)
        self.counted = self.array("counters", _COUNTERS)
        return found

    def lend(self, name: str, count: int) -> None:
        """Make room for an array, empty."""
        self._grow_to(self._free + 8 * count)
        self._memory.write(self._store, bytes(8 * count), self._free)
        self.put(ADDRESSES.index(name), self._free)
        self._free += 8 * count

    def open_book(self, book: Book) -> None:
        """Lend the module a book, and let it list its positions."""
        arrays = book.arrays
        words = len(arrays.keys) + len(arrays.firsts) + 1 + len(arrays.values) // 8 + 1
        self._free = self._kept
        self.lend("book", words)
        self._kept = self._free
        self.fill("book", [arrays.plies, *arrays.firsts.tolist()])
        at = self.get(ADDRESSES.index("book")) + 8 * (1 + len(arrays.firsts) + len(arrays.keys))
        self._memory.write(self._store, arrays.values.tobytes(), at)
        self.work("open_book", [0], [])


def _numbered(game: pg.Game, option: Option, value: object) -> int:
    """An option's value as a page writes it."""
    if value is None:
        return NONE
    if option.kind == "choice":
        return option.choices.index(str(value))
    if option.kind == "heuristic":
        return game.heuristic_number(str(value))
    if option.name == "seconds":
        return 1
    if isinstance(value, float):
        return int(struct.unpack("<q", struct.pack("<d", value))[0])
    return int(value)  # type: ignore[call-overload]
