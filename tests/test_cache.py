"""Compiled code on disk: whatever happens to it, no process ever runs wrong code.

Each test starts processes of its own on a cache folder of its own.
"""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import plyground

pytestmark = pytest.mark.compiled

TRIFLES = """
import sys
import numba
before = numba.config.CACHE_DIR
from plyground.kernel import compiled, compile_listeners
made = []
compile_listeners.append(made.append)

def adding(constant):
    @compiled
    def add(number):
        return number + constant
    return add

functions = [adding(int(constant)) for constant in sys.argv[1:]]
print(*(add(1) for add in functions), len(made))
print(*(next(iter(add.dispatcher.overloads.values())).fndesc.mangled_name for add in functions))
assert numba.config.CACHE_DIR == before
"""


NATIVELY = "from plyground.kernel import always_natively\nalways_natively()\n"


def start(script: str, cache: Path, *arguments: str, cwd: Path | None = None) -> subprocess.Popen:
    places = os.pathsep.join(filter(None, (".", os.environ.get("PYTHONPATH"))))
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": places}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # Python's own cache looks only at the second
    environment["COVERAGE_PROCESS_CONFIG"] = ""  # what it does is compile, most of it in a copy
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", NATIVELY + script, *arguments],
        env=environment,
        cwd=cwd,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def finish(process: subprocess.Popen) -> list[str]:
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.splitlines()


def run(script: str, cache: Path, *arguments: str, cwd: Path | None = None) -> list[str]:
    return finish(start(script, cache, *arguments, cwd=cwd))


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[list[str]]]:
    """A cache that was empty, and what three processes said that began on it at once."""
    cache = tmp_path_factory.mktemp("cache")
    processes = [start(TRIFLES, cache, *constants) for constants in ("012", "789", "012")]
    return cache, [finish(process) for process in processes]


@pytest.mark.slow
def test_processes_that_begin_at_once_on_an_empty_cache(
    said: tuple[Path, list[list[str]]],
) -> None:
    """Two closures of one name, compiled in two processes, must not share a symbol either."""
    cache, lines = said
    values = [line.split()[:-1] for line, _ in lines]
    assert values == [["1", "2", "3"], ["8", "9", "10"], ["1", "2", "3"]]
    symbols: dict[str, set[str]] = {}  # a process may name one as the second of its name
    for line, names in lines:
        for value, name in zip(line.split(), names.split(), strict=False):
            symbols.setdefault(value, set()).add(name)
    assert sum(map(len, symbols.values())) == len(set().union(*symbols.values()))
    assert len(list((cache / "plyground" / "kernels").glob("*/*.kernel"))) == 6


KERNEL = """
import numpy as np
from plyground import rules
from {helper} import limit, more

SIZE = {size}


def make():
    captured = {captured}
    array = np.array({array}, dtype=np.int64)

    @rules.compiled
    def kernel(number):
        return number + limit() + captured + array[1] + more() + SIZE

    return kernel
"""

HELPER = """
from plyground import rules
from {deeper} import LEAST
from numba import types
from numba.extending import intrinsic


@rules.compiled
def limit():
    return LEAST + {addend}


@intrinsic
def more(_typing):
    def generate(context, builder, signature, arguments):
        return context.get_constant(types.int64, {generated})

    return types.int64(), generate
"""

ANSWERS = """
import importlib, sys
from plyground.kernel import compile_listeners
made = []
compile_listeners.append(made.append)
print(*(importlib.import_module(f"kernel_{name}").make()(0) for name in sys.argv[1:]), len(made))
"""

EDITS = {
    "size": (2, 5),
    "captured": (4, 7),
    "array": ((5, 8), 11),
    "addend": (6, 9),
    "generated": (7, 10),
    "least": (9, 9),
}
"""What is edited, each below a kernel of its own; and the answer of that kernel from then on."""


@pytest.mark.slow
def test_an_edit_anywhere_that_a_kernel_reaches_gives_new_code(tmp_path: Path) -> None:
    def answers(edited: bool) -> str:
        for name, (value, _) in EDITS.items():
            here: dict[str, object] = {
                "size": 0, "captured": 0, "array": (5, 0), "addend": 0, "generated": 0, "least": 3,
                "helper": f"helper_{name}", "deeper": f"deeper_{name}",
            }  # fmt: skip
            if edited:
                here[name] = value
            for kind, text in {
                "kernel": KERNEL, "helper": HELPER, "deeper": "LEAST = {least}\n"
            }.items():  # fmt: skip
                (tmp_path / f"{kind}_{name}.py").write_text(text.format(**here))
        (said,) = run(ANSWERS, tmp_path / "cache", *EDITS, cwd=tmp_path)
        return said

    assert answers(edited=False).split()[:-1] == ["3"] * 6
    assert answers(edited=True).split()[:-1] == [str(answer) for _, answer in EDITS.values()]
    assert answers(edited=False) == "3 3 3 3 3 3 0", "nothing is compiled again"


ESTIMATE = """
import numpy as np
import plyground
from plyground.games.connect4_heuristics import heuristics
from plyground.kernel import compile_listeners

compiled = []
compile_listeners.append(compiled.append)
first, both = np.uint64(1), np.uint64(1 | 1 << 5)
print(heuristics(4, 4)["line-table"]((first, both), 0), len(compiled), plyground.__file__)
"""


@pytest.mark.slow
def test_an_edit_of_the_package_compiles_what_it_reaches_and_nothing_else(tmp_path: Path) -> None:
    """The fours through the first cell of the bottom row, 3, minus those through the next, 2."""
    package = tmp_path / "plyground"
    shutil.copytree(Path(plyground.__file__).parent, package)

    def answer() -> tuple[int, int]:
        (line,) = run(ESTIMATE, tmp_path / "cache", cwd=tmp_path)
        value, count, file = line.split(maxsplit=2)
        assert Path(file).parent == package
        return int(value), int(count)

    def edit(name: str, old: str, new: str) -> None:
        text = (package / name).read_text("utf-8")
        assert text.count(old) == 1
        (package / name).write_text(text.replace(old, new), "utf-8")

    value, count = answer()
    assert value == 1
    assert count > 0

    # Whatever is outside the kernels, and above them in their files: nothing is compiled again.
    for file in package.rglob("*.py"):
        if file.parent not in (package / "kernel", package / "kernel" / "native"):
            file.write_text(f"# Edited.\n{file.read_text('utf-8')}", "utf-8")
    assert answer() == (1, 0)

    score = "        return score\n\n    @compiled\n    def in_open_lines"
    edit("games/connect4_heuristics.py", score, score.replace("score", "score + 100"))
    value, reached = answer()
    assert value == 101
    assert 0 < reached < count
    edit("games/connect4_heuristics.py", score.replace("score", "score + 100"), score)

    edit(
        "kernel/native/bits.py",
        "builder.ctpop(arguments[0])",
        "builder.shl(builder.ctpop(arguments[0]), builder.ctpop(arguments[0]).type(1))",
    )
    assert answer() == (2, count)


@pytest.mark.slow
def test_damaged_and_foreign_files_are_compiled_again(
    said: tuple[Path, list[list[str]]], tmp_path: Path
) -> None:
    """And no others: these are of several processes."""
    cache = shutil.copytree(said[0], tmp_path / "cache")

    def answered() -> str:
        return run(TRIFLES, cache, *"789012")[0]

    files = sorted(cache.rglob("*.kernel"))
    first, second, _, fourth, *_ = [file.read_bytes() for file in files]
    damaged = first[: len(first) // 2], second[:-1] + bytes([second[-1] ^ 1]), fourth, b""
    for file, content in zip(files, damaged, strict=False):
        file.write_bytes(content)
    assert answered() == "8 9 10 1 2 3 4"
    assert answered() == "8 9 10 1 2 3 0"


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_said_once_and_does_no_harm(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    script = "import warnings\nwarnings.simplefilter('always')\n" + TRIFLES
    out, err = start(script, blocked, *"0123").communicate()
    assert out.startswith("1 2 3 4 4\n")
    assert err.count("cannot be written") == 1
    assert "CacheWarning" in err


@pytest.mark.long
def test_a_game_is_unpickled_in_a_fresh_process_on_an_empty_cache(tmp_path: Path) -> None:
    script = """
    import multiprocessing
    import plyground as pg

    def count(game):
        return pg.perft(game, 4)

    if __name__ == "__main__":
        games = [pg.Sim(vertices=5), pg.TicTacToe()]
        with multiprocessing.get_context("spawn").Pool(2) as pool:
            print(pool.map(count, games))
    """
    file = tmp_path / "spawned.py"
    file.write_text(textwrap.dedent(script))
    process = subprocess.run(
        [sys.executable, str(file)],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.stdout.strip() == str([10 * 9 * 8 * 7, 9 * 8 * 7 * 6]), process.stderr
