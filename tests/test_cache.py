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
from tests.reference.common import perft
from tests.reference.connect4 import Connect4

pytestmark = pytest.mark.compiled

COUNT = """
import sys
import plyground as pg
from plyground.kernel import compile_listeners
compiled = []
compile_listeners.append(compiled.append)
for size in sys.argv[1:]:
    columns, rows = map(int, size.split("x"))
    print(size, pg.perft(pg.ConnectFour(columns, rows), 5))
print("compiled", len(compiled))
"""

TRIFLES = """
from plyground.kernel import compiled, compile_listeners
made = []
compile_listeners.append(made.append)

def adding(constant):
    @compiled
    def add(number):
        return number + constant
    return add

print(*(adding(constant)(1) for constant in range(4)), len(made))
"""


NATIVELY = "from plyground.kernel import always_natively\nalways_natively()\n"


def start(script: str, cache: Path, *arguments: str, cwd: Path | None = None) -> subprocess.Popen:
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": "."}
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


@pytest.mark.slow
def test_four_processes_with_two_games_on_an_empty_cache(tmp_path: Path) -> None:
    games = [Connect4(4, 4), Connect4(7, 6)]
    wanted = [f"{game.columns}x{game.rows} {perft(game, game.start(), 5)}" for game in games]
    names = [each.split()[0] for each in wanted]
    processes = [start(COUNT, tmp_path, name) for name in names * 2]
    assert [finish(process)[0] for process in processes] == wanted * 2
    assert run(COUNT, tmp_path, *names[::-1]) == [*wanted[::-1], "compiled 0"]


GAME = """
import numpy as np
from plyground import rules
from helper import limit, more

SIZE = {size}


class Count(rules.Game):
    '''Count to a limit: a move adds one or two.'''

    name = title = summary = "count"
    max_plies = 99
    move_texts = ("1", "2")
    move_hint = "1 or 2"
    board = rules.Board.grid(1, 1)

    def kernels(self):
        captured = {captured}
        array = np.array({array}, dtype=np.int64)

        @rules.compiled
        def start():
            return (np.uint64(0),)

        @rules.compiled
        def player(state):
            return 0

        @rules.compiled
        def moves(state, out):
            out[0] = 0
            out[1] = 1
            return 2

        @rules.compiled
        def play(state, move):
            return (state[0] + np.uint64(move + 1),)

        @rules.compiled
        def result(state):
            end = rules.as_int(state[0]) >= limit() + captured + array[1] + more() + SIZE
            return rules.won(0) if end else rules.ONGOING

        return dict(start=start, player=player, moves=moves, play=play, result=result)

    def marks(self, state):
        return (None,)
"""

HELPER = """
from plyground import rules
from deeper import LEAST
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

PLAY = """
from game import Count
position = Count().position()
while not position.over:
    position = position.play("1")
print(position.ply)
"""


@pytest.mark.slow
def test_an_edit_anywhere_that_a_kernel_reaches_gives_new_code(tmp_path: Path) -> None:
    def answer(
        size: int = 0,
        captured: int = 0,
        array: tuple[int, int] = (5, 0),
        addend: int = 0,
        generated: int = 0,
        least: int = 3,
    ) -> int:
        game = GAME.format(size=size, captured=captured, array=array)
        (tmp_path / "game.py").write_text(game)
        (tmp_path / "helper.py").write_text(HELPER.format(addend=addend, generated=generated))
        (tmp_path / "deeper.py").write_text(f"LEAST = {least}\n")
        return int(run(PLAY, tmp_path / "cache", cwd=tmp_path)[0])

    assert answer() == 3
    assert answer(size=2) == 5
    assert answer(captured=4) == 7
    assert answer(array=(5, 8)) == 11
    assert answer(addend=6) == 9
    assert answer(generated=7) == 10
    assert answer(least=9) == 9
    assert answer() == 3


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
    shutil.copytree(
        Path(plyground.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )

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
    assert answer() == (1, 0)

    edit(
        "kernel/native/bits.py",
        "builder.ctpop(arguments[0])",
        "builder.shl(builder.ctpop(arguments[0]), builder.ctpop(arguments[0]).type(1))",
    )
    assert answer() == (2, count)


@pytest.mark.slow
def test_damaged_and_foreign_files_are_compiled_again(tmp_path: Path) -> None:
    assert run(TRIFLES, tmp_path) == ["1 2 3 4 4"]
    assert run(TRIFLES, tmp_path) == ["1 2 3 4 0"]
    files = sorted(tmp_path.rglob("*.kernel"))
    first, second, _, fourth = [file.read_bytes() for file in files]
    damaged = first[: len(first) // 2], second[:-1] + bytes([second[-1] ^ 1]), fourth, b""
    for file, content in zip(files, damaged, strict=True):
        file.write_bytes(content)
    assert run(TRIFLES, tmp_path) == ["1 2 3 4 4"]
    assert run(TRIFLES, tmp_path) == ["1 2 3 4 0"]


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_said_once_and_does_no_harm(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    script = "import warnings\nwarnings.simplefilter('always')\n" + TRIFLES
    out, err = start(script, blocked).communicate()
    assert out == "1 2 3 4 4\n"
    assert err.count("cannot be written") == 1
    assert "CacheWarning" in err


@pytest.mark.slow
def test_numba_keeps_its_own_settings(tmp_path: Path) -> None:
    before = "import numba\nbefore = numba.config.CACHE_DIR\n"
    run(f"{before}{TRIFLES}\nassert numba.config.CACHE_DIR == before", tmp_path)
    assert list((tmp_path / "plyground" / "kernels").glob("*/*.kernel"))


@pytest.mark.slow
def test_symbols_carry_the_identity(tmp_path: Path) -> None:
    """Two closures of one name, compiled in two processes, must not share a symbol."""
    script = """
    import sys
    from plyground.kernel import compiled

    def make(constant):
        @compiled
        def f(x):
            return x + constant
        return f

    f = make(int(sys.argv[1]))
    f(1)
    print(next(iter(f.dispatcher.overloads.values())).fndesc.mangled_name)
    """
    one, two = (run(textwrap.dedent(script), tmp_path, n)[0] for n in ("1", "2"))
    assert one != two


@pytest.mark.slow
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
