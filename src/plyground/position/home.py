"""A home: where the entries of a game answer outside a page, at once and without Numba if possible.

A module is what a page runs: the kernels of a game and the algorithms bound to them, as WebAssembly
(see `kernel.webassembly`). Here wasmtime runs it. There is one way in,

    with home_of(rules).lent() as home:
        status = home.ask("look")

and `desk` draws the words that go in and come out. An instance of a module belongs to one thread at
a time, and is lent to it; instances are kept for the next who asks. What a search needs lies in the
memory of its instance, as arrays that `lend` empties.

Where no module answers, native code does, or Python: `lent_home` lends either, and both are asked
in the same way.
"""

from __future__ import annotations

import atexit
import ctypes
import gzip
import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4
from weakref import ref

import numpy as np

from plyground.folders import cache_folder
from plyground.kernel import Rules, is_interpreted, is_native
from plyground.position.desk import (
    ADDRESSES,
    ANSWER,
    ARGUMENT,
    COUNTERS_ROOM,
    DESK_WORDS,
    HURRY,
    MEASURE,
    WHOLE,
)
from plyground.refusals import PlygroundError

if TYPE_CHECKING:
    import numpy.typing as npt

    Words = npt.NDArray[np.int64]

Entry = Callable[[Any, Any], int]
"""A compiled function (rules, desk) -> status."""

SMALL = 2048
"""The words of each array that every entry may need."""

_PLACES = {name: place for place, name in enumerate(ADDRESSES)}

_PAGE = 1 << 16  # bytes by which a memory grows
_KEPT = 2  # instances that wait for the next who asks, of all modules: each takes some megabytes
_KEPT_MOST = 1 << 24  # bytes of memory of an instance that is kept
_ENDING = "cwasm"

_ENTRY, _NEXT, _STATUS = 12, 13, 14  # words of the desk that no entry reads
# wasmtime looks at the types of all that a call from Python gives and returns, which takes longer
# than most entries. So the numbers of two entries, the second one asked if the first is fine, and
# the status go through the desk.
_CALLER = f"""(module
  (import "" "serve" (func $serve (param i32 i32) (result i32)))
  (import "" "memory" (memory 1))
  (import "" "heap" (global $desk i32))
  (func (export "call") (local $status i32) (local $next i32)
    (local.set $next (i32.load offset={8 * _NEXT} (global.get $desk)))
    (local.set $status
      (call $serve (i32.load offset={8 * _ENTRY} (global.get $desk)) (global.get $desk)))
    (if (i32.and (i32.eqz (local.get $status)) (i32.ge_s (local.get $next) (i32.const 0)))
      (then (local.set $status (call $serve (local.get $next) (global.get $desk)))))
    (i64.store offset={8 * _STATUS} (global.get $desk)
      (i64.extend_i32_u (local.get $status)))))"""


class Shipped(NamedTuple):
    """A module as it comes: compressed by gzip, and the numbers of its entries by name."""

    module: bytes
    entries: Mapping[str, int]


class HomeError(PlygroundError):
    """A module has trapped: it is broken, or its stack is too small."""


class Instance:
    """A module with a memory of its own."""

    def __init__(self, module: Module) -> None:
        import wasmtime

        _made.append(ref(self, _made.remove))
        self._store = wasmtime.Store(_engine())
        kind, itself = wasmtime.FuncType([], []), ref(self)
        # wasmtime holds on to what it may call: were that this instance, it would stay for good.
        given = [
            wasmtime.Func(self._store, kind, partial(_pulse, itself)) for _ in module.code.imports
        ]
        exports = wasmtime.Instance(self._store, module.code, given).exports(self._store)
        self._memory: Any = exports["memory"]
        self._entries = module.entries
        heap: Any = exports["heap"]
        needed = [exports["serve"], self._memory, heap]
        caller = wasmtime.Instance(self._store, _caller(), needed).exports(self._store)
        self._call: Any = caller["call"]
        self._desk: int = heap.value(self._store)
        self._at = self._desk >> 3  # the word at which the desk begins
        self._free = self._desk + 8 * DESK_WORDS
        self._used = 0  # from this byte on, the memory is as new: 0
        self._counters: Words | None = None
        self._watched: Words | None = None  # of a Control, by which others stop and watch
        self.words: Words = np.empty(0, np.int64)
        """All its memory."""
        self._look_at_memory()
        for name in ADDRESSES:
            self.lend(name, SMALL)
        self._kept = self._free

    @property
    def bytes(self) -> int:
        """The size of its memory."""
        return 8 * len(self.words)

    def _look_at_memory(self) -> None:
        start = self._memory.data_ptr(self._store)
        length = self._memory.data_len(self._store)
        self.words = np.ctypeslib.as_array(start, (length,)).view(np.int64)

    def lend(self, name: str, count: int, *, empty: bool = True, keep: bool = False) -> None:
        """Make room for an array of `count` words, and write its address to the desk.

        What is to be kept stays from question to question.
        """
        end = self._free + 8 * count
        missing = end - self.bytes
        if missing > 0:
            self._memory.grow(self._store, -(-missing // _PAGE))
            self._look_at_memory()
        at = self._free >> 3
        if empty:
            self.words[at : min(at + count, max(at, self._used >> 3))] = 0
        self._used = max(self._used, end)
        self.words[self._at + _PLACES[name]] = self._free
        self._free = end
        if keep:
            self._kept = end

    def array(self, name: str, count: int, dtype: type[np.generic] = np.int64) -> Any:
        """The first `count` items of an array, as they are until the next question."""
        at = int(self.words[self._at + _PLACES[name]]) >> 3
        width = np.dtype(dtype).itemsize
        return self.words[at : at + -(-count * width // 8)].view(dtype)[:count]

    def fill(self, name: str, words: Sequence[int]) -> None:
        """Write the first words of an array."""
        self.array(name, len(words), np.uint64)[:] = words

    def answers(self, count: int) -> list[int]:
        """The first words of the last answer."""
        start = self._at + ANSWER
        found: list[int] = self.words[start : start + count].tolist()
        return found

    def ask(self, entry: str, *arguments: int, then: str | None = None) -> int:
        """Ask an entry, and another one on what it leaves; the status. Raises HomeError if the
        module has trapped.
        """
        self.words[self._at + _ENTRY] = self._entries[entry]
        self.words[self._at + _NEXT] = -1 if then is None else self._entries[then]
        for place, argument in enumerate(arguments, self._at + ARGUMENT):
            self.words[place] = argument
        try:
            self._call(self._store)
        except Exception as error:
            raise HomeError(f"{entry} has ended: {error}") from None
        if self.bytes != self._memory.data_len(self._store):
            self._look_at_memory()
        return int(self.words[self._at + _STATUS])

    def work(
        self,
        entry: str,
        arguments: Sequence[int],
        state: Sequence[int],
        counters: Words | None = None,
        chance: npt.NDArray[np.uint64] | None = None,
        limited: AbstractContextManager[object] | None = None,
        *,
        hurry: bool = False,
        whole: bool = False,
    ) -> int:
        """Ask an entry that needs room, from a state; its status.

        `counters` are those of a Control: they count on, and another thread stops the work by them.
        `chance` is the state of a generator, which goes on where the entry stops drawing. A time
        that is `limited` begins when all is ready, compiled too. In a `hurry` a search deepens. A
        player that is to answer as a `whole` says what it thinks of every move.
        """
        self._free = self._kept
        self.words[self._at + HURRY] = hurry
        self.words[self._at + WHOLE] = whole
        self.fill("state", state)
        if chance is not None:
            self.fill("chance", chance.tolist())
        self.words[self._at + MEASURE] = 1
        self.ask(entry, *arguments)
        self.words[self._at + MEASURE] = 0
        room, table, results = self.answers(3)
        if room:
            self.lend("room", room, empty=False)
        if table:
            self.lend("table", table)
        if results:
            self.lend("results", results)
        with limited or nullcontext(), self._counted(counters):
            status = self.ask(entry, *arguments)
        if chance is not None:
            chance[:] = self.array("chance", len(chance), np.uint64)
        return status

    @contextmanager
    def _counted(self, counters: Words | None) -> Iterator[None]:
        """Let an entry count by the counters of a Control, if there is one."""
        self.lend("counters", COUNTERS_ROOM)
        if counters is None:
            yield
            return
        inner = self.array("counters", len(counters))
        inner[:] = counters
        self._counters, self._watched = inner, counters
        try:
            yield
        finally:
            self._counters = self._watched = None
            counters[1:6] = self.array("counters", 6)[1:]

    def pulse(self) -> None:
        """Called in the midst of long work: show its counts, and pass on a stop."""
        if self._counters is not None and self._watched is not None:
            self._counters[0] = self._watched[0]
            self._watched[1:6] = self._counters[1:6]


def _pulse(of: ref[Instance]) -> None:
    instance = of()
    if instance is not None:
        instance.pulse()


class Native(Instance):
    """The same entries as functions that Python calls, in arrays of its own."""

    def __init__(self, rules: Rules, entries: Mapping[str, Entry]) -> None:
        self.rules, self.functions = rules, dict(entries)
        self._codes: dict[Entry, Entry] = {}  # the native code of functions
        self._at = self._free = self._kept = 0
        self.words = np.zeros(DESK_WORDS, np.int64)
        self._arrays: dict[str, Any] = {}
        for name in ADDRESSES:
            self.lend(name, SMALL)

    @property
    def bytes(self) -> int:
        """The size of its arrays."""
        return int(sum(array.nbytes for array in self._arrays.values()))

    def lend(self, name: str, count: int, *, empty: bool = True, keep: bool = False) -> None:
        """Make room for an array of `count` words; it stays until the next one of this name."""
        self.use(name, (np.zeros if empty else np.empty)(count + 1, np.int64))

    def use(self, name: str, array: Any) -> None:
        """Let an array be one that others have too."""
        self._arrays[name] = array
        self.words[_PLACES[name]] = array.__array_interface__["data"][0]

    def array(self, name: str, count: int, dtype: type[np.generic] = np.int64) -> Any:
        """The first `count` items of an array."""
        width = np.dtype(dtype).itemsize
        return self._arrays[name][: -(-count * width // 8)].view(dtype)[:count]

    def ask(self, entry: str, *arguments: int, then: str | None = None) -> int:
        """Ask an entry, and another one on what it leaves; the status."""
        self.words[ARGUMENT : ARGUMENT + len(arguments)] = arguments
        function = self.functions[entry]
        if not is_interpreted():
            function = self._codes.get(function) or self._code(function)
        status = int(function(self.rules, self.words))
        return status if status or then is None else self.ask(then)

    def _code(self, function: Any) -> Entry:
        code: Entry = function.code(self.rules, self.words)
        self._codes[function] = code
        return code

    @contextmanager
    def _counted(self, counters: Words | None) -> Iterator[None]:
        self.use("counters", np.zeros(COUNTERS_ROOM, np.int64) if counters is None else counters)
        yield


class Module:
    """A module, compiled for this computer by its first question."""

    def __init__(self, shipped: Shipped) -> None:
        self.entries = shipped.entries
        self._module = shipped.module
        self._lock = threading.Lock()
        self._code: Any = None

    @property
    def code(self) -> Any:
        """Its code for this computer."""
        with self._lock:
            if self._code is None:
                self._code = _compiled(self._module)
        return self._code

    def has(self, entry: str) -> bool:
        """Whether there is such an entry."""
        return entry in self.entries

    @contextmanager
    def lent(self) -> Iterator[Instance]:
        """An instance for one thread, which gives it back."""
        with _waiting_lock:
            at = next((at for at, (module, _) in enumerate(_waiting) if module is self), None)
            instance = None if at is None else _waiting.pop(at)[1]
        instance = instance or Instance(self)
        yield instance  # after an error it is not used again
        if instance.bytes <= _KEPT_MOST:
            with _waiting_lock:
                _waiting.insert(0, (self, instance))
                del _waiting[_KEPT:]

    def own(self) -> Instance:
        """An instance for one who keeps it."""
        return Instance(self)


_made: list[ref[Any]] = []  # what of wasmtime is there

_waiting: list[tuple[Module, Instance]] = []  # the last used first
_waiting_lock = threading.Lock()

_lock = threading.Lock()
_engine_lock = threading.Lock()
_modules: dict[Rules, Module | None] = {}


def home_of(rules: Rules, entry: str = "look") -> Module | None:
    """The module that answers for a game; None where native code or Python does.

    That is: where a thread asks for it, for games without a module, and where the module lacks the
    entry.
    """
    if is_native() or is_interpreted():
        return None
    if rules not in _modules:
        with _lock:
            if rules not in _modules:
                _modules[rules] = _found(rules)
    module = _modules[rules]
    return module if module is not None and module.has(entry) else None


@contextmanager
def lent_home(rules: Rules, name: str, entry: Entry) -> Iterator[Instance]:
    """Who answers an entry for one thread: the game's module, or else the function that it is."""
    home = home_of(rules, name)
    if home is not None:
        with home.lent() as instance:
            yield instance
        return
    native: Native | None = _native.__dict__.pop("last", None)
    if native is None or native.rules is not rules:
        native = Native(rules, {})
    native.functions[name] = entry
    yield native
    if native.bytes <= _KEPT_MOST:
        _native.last = native


_native = threading.local()  # the one that this thread has used last


def _found(rules: Rules) -> Module | None:
    shipped = rules.shipped() if runs_here() else None
    return None if shipped is None else Module(shipped)


@cache
def runs_here() -> bool:
    """Whether modules run on this system: wasmtime has a library for the usual ones."""
    try:
        import wasmtime  # noqa: F401
    except (ImportError, OSError, RuntimeError):  # none, or another system's
        return False
    return True


def _engine() -> Any:
    """The one engine: what one has compiled does not run in another."""
    with _engine_lock:  # two threads that ask a cache at once are given two
        return _made_engine()


@cache
def _made_engine() -> Any:
    import wasmtime

    config = wasmtime.Config()
    config.parallel_compilation = False  # by threads, which a process that is forked does not have
    engine = wasmtime.Engine(config)
    _made.append(ref(engine, _made.remove))
    return engine


@cache
def _caller() -> Any:
    import wasmtime

    return _compiled(gzip.compress(wasmtime.wat2wasm(_CALLER), mtime=0))


@atexit.register
def _leave_to_the_system() -> None:
    """Let nothing of wasmtime end before the process does: it is freed by functions of Python that
    may be gone by then, and another thread may be at work in it.
    """
    for each in _made:
        if (living := each()) is not None:
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(living))


def _compiled(module: bytes) -> Any:
    """A module as code for this computer: kept from before, or compiled now."""
    import wasmtime

    digest = hashlib.sha256(f"{version('wasmtime')} ".encode() + module).hexdigest()
    path = cache_folder() / "homes" / f"{digest[:40]}.{_ENDING}"
    code = None
    with suppress(OSError, wasmtime.WasmtimeError):
        content = path.read_bytes()
        body = content[32:]
        if hashlib.sha256(body).digest() == content[:32]:
            code = wasmtime.Module.deserialize(_engine(), body)
    if code is None:
        code = wasmtime.Module(_engine(), gzip.decompress(module))
        _keep(path, bytes(code.serialize()))
        _give_back()
    _made.append(ref(code, _made.remove))
    return code


def _give_back() -> None:
    """Give the memory that compiling took back to the system: glibc keeps some 10 MB of it."""
    with suppress(AttributeError, OSError, TypeError):  # another library, another system
        ctypes.CDLL(None).malloc_trim(0)


def _keep(path: Path, body: bytes) -> None:
    beside = path.with_name(f".{uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(hashlib.sha256(body).digest() + body)
        beside.replace(path)
    except OSError:  # then it is compiled again next time, in a tenth of a second
        with suppress(OSError):
            beside.unlink()
