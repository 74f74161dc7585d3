"""What becomes of a compiled function as WebAssembly: helpers, errors, the stack, strange code."""

import gzip
from pathlib import Path

import numpy as np
import pytest
import wasmtime

import plyground as pg
from plyground.kernel import CacheWarning, CompileError, Rules, array_at, compiled, local_array
from plyground.kernel.webassembly import Source, keeping, kept_module, module_path
from plyground.kernel.webassembly.emitting import emit

pytestmark = pytest.mark.compiled

STACK = 1 << 16


def serving(function) -> Source:
    """What a module of a function (int) -> int is made of."""

    @compiled
    def serve(_rules: Rules, _which: int, address: int) -> int:
        words = array_at(address, np.int64)
        words[1] = function(words[0])
        return 0

    return Source(serve, pg.TicTacToe().rules, STACK)


def run(function, argument: int) -> int:
    """What a function (int) -> int of native code returns as WebAssembly."""
    source = serving(function)
    return result(emit(source.function, source.rules, source.stack), argument)


def result(module: bytes, argument: int) -> int:
    """What the function of a module returns."""
    store = wasmtime.Store()
    code = wasmtime.Module(store.engine, module)
    assert not code.imports
    exports = wasmtime.Instance(store, code, []).exports(store)
    memory, heap = exports["memory"], exports["heap"].value(store)
    memory.grow(store, 1)
    memory.write(store, argument.to_bytes(8, "little", signed=True), heap)
    status = exports["serve"](store, 0, heap)
    if status:
        raise ArithmeticError(status)
    return int.from_bytes(memory.read(store, heap + 8, heap + 16), "little", signed=True)


def test_a_sum_needs_long_products() -> None:
    @compiled
    def total(last: int) -> int:
        found = 0
        for i in range(last):
            found += i * i
        return found

    for last in (0, 1, 2, 1000, 3_000_000):
        assert run(total, last) == total(last)


def test_a_cube() -> None:
    @compiled
    def cubes(n: int) -> int:
        return int(float(n) ** 3) + n**3

    for n in (-5, 0, 2, 99):
        assert run(cubes, n) == 2 * n**3


def test_an_error_is_a_status() -> None:
    @compiled
    def checked(n: int) -> int:
        if n > 3:
            raise ValueError("too many")
        return 10 // n

    assert run(checked, 2) == 5
    for wrong in (0, 4):
        with pytest.raises(ArithmeticError):
            run(checked, wrong)


def test_tables_are_kept() -> None:
    table = np.arange(1000, dtype=np.int64) ** 2

    @compiled
    def square(n: int) -> int:
        return table[n]

    assert run(square, 999) == 998_001


@compiled
def _deep(n: int) -> int:
    room = local_array(64, np.int64)
    for i in range(64):
        room[i] = n + i
    below = _deep(n - 1) if n > 0 else 0
    return below + room[n & 63] - n  # the room is needed after the call


def test_a_stack_that_overflows_stops() -> None:
    assert run(_deep, 50) == _deep(50)
    with pytest.raises(wasmtime.Trap, match="out of bounds"):
        run(_deep, 200)


def _made_of(n: int) -> int:
    return len(np.zeros(n))


def test_what_makes_objects_is_refused() -> None:
    with pytest.raises(
        CompileError, match=r"a list, an array or a text .*line \d+ of test_translation"
    ):
        run(compiled(_made_of), 3)


def test_what_does_not_compile_is_refused() -> None:
    @compiled
    def wrong(n: int) -> int:
        return n.upper()

    with pytest.raises(CompileError, match="upper"):
        run(wrong, 3)


# Kept modules


def source() -> Source:
    @compiled
    def serve(_rules: Rules, which: int, address: int) -> int:
        array_at(address, np.int64)[0] = which + 1
        return 0

    return Source(serve, pg.TicTacToe().rules, STACK)


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all: a module is made in another process."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def folder(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(keeping, "cache_folder", lambda: kept)
    return kept


@compiled
def _whole(n: int) -> int:
    return int(1.1**n * 1e15) + int(2.0**n) + 3**n


@compiled
def _powers(n: int) -> int:
    return _whole(n) + int((0.1 * n * n) ** 0.5 * 1e15)


def powers() -> Source:
    return serving(_powers)


@pytest.mark.slow
def test_whole_powers_and_roots_are_equal_in_every_bit(folder: Path) -> None:
    """The largest are not multiplied out: they stop the program."""
    module = gzip.decompress(kept_module(powers))
    for n in (-20, -1, 0, 1, 7, 30):
        assert result(module, n) == _powers(n)
    with pytest.raises(wasmtime.Trap, match="unreachable"):
        result(module, 1 << 17)


@compiled
def fraction(n: int) -> int:
    return int((0.1 * n) ** 1.5) + _whole(n)


@compiled
def _doubled(n: int) -> int:
    return int(2.0 ** (0.1 * n)) + _whole(n)


@pytest.mark.slow
@pytest.mark.parametrize("function", [pytest.param(fraction, marks=pytest.mark.long), _doubled])
def test_other_powers_are_refused(folder: Path, function) -> None:
    """LLVM calls exp2 for the second. test_page_command asks a page about the first."""
    line = function.py_func.__code__.co_firstlineno
    place = rf"\({function.py_func.__name__}, line {line} of test_translation.py\)"
    with pytest.raises(CompileError, match=f"a power that can be a fraction; .*{place}"):
        kept_module(serving, function)


@pytest.mark.slow
def test_a_module_is_made_once(folder: Path) -> None:
    """Also: its source has the same key in the process that makes it, which would refuse it."""
    names: list[str] = []
    first = kept_module(powers)
    assert [module_path(powers())] == list((folder / "modules").iterdir())
    assert kept_module(powers, on_compile=names.append) == first
    assert not names
    module_path(powers()).write_bytes(b"x" + module_path(powers()).read_bytes())
    assert kept_module(powers, on_compile=names.append) == first  # a damaged one is made again
    assert names


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "modules").write_text("in the way")
    monkeypatch.setattr(keeping, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(keeping, "_made", lambda *_given: b"a module")
    with pytest.warns(CacheWarning, match="made again"):
        assert kept_module(source) == b"a module"


def test_another_stack_is_another_module() -> None:
    one = source()
    other = Source(one.function, one.rules, 2 * STACK)
    assert one.key != other.key
