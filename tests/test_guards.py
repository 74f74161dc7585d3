"""Game files whose fault shows in rare positions only: each ends in a sentence, and none crashes.

Every file is Nim with a change that makes it wrong where the heaps hold just these matches, which
the trial of the file does not come upon and a search does: see data/rare_faults.md.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np
import pytest

import plyground as pg
from plyground.kernel import compiled, in_plain_python, natively
from plyground.kernel.identity import identity
from plyground.kernel.recursion import DEEPEST
from plyground.position.faults import GameFileError
from plyground.position.kernels import kernels
from plyground.position.loading import load_file
from tests.wrong_files import blocks, sections, wrong

RARE = sections("rare_faults.md")
FAST = {"writes-far-away"}


SMALL = """
from plyground.kernel import compiled, in_plain_python


@compiled
def write(out, at):
    out[at] = 1


@compiled
def down(n, done=0):
    if n == 0:
        return done
    return down(n - 1, done + 1) + (n & 1)


def made(big=7):
    def even(n):
        return 1 if n == 0 else odd(n - 1)

    def odd(n):
        return 0 if n == 0 else even(n - 1)

    def moves(state, out):
        return even(state) + (big & 1)

    return moves
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """A file as of a game, with functions that can go wrong."""
    file = tmp_path_factory.mktemp("guards") / "small.py"
    file.write_text(SMALL)
    return load_file(file)


@pytest.mark.compiled
def test_compiled_code_of_a_file_looks_where_it_writes(small: ModuleType) -> None:
    out = np.zeros(4, np.int64)
    small.write(out, 3)
    assert out.tolist() == [0, 0, 0, 1]
    for at in (4, -5, 1 << 40):
        with pytest.raises(IndexError):
            small.write(out, at)


@pytest.mark.compiled
def test_such_code_is_another_code_than_without_checks(small: ModuleType) -> None:
    function = small.write.py_func
    assert identity(function) != identity(function, "checked")
    trusted = FunctionType(function.__code__, {"__name__": small.__name__})
    assert identity(compiled(trusted)) != identity(small.write)


@in_plain_python()
def test_in_python_too_a_function_may_call_itself(small: ModuleType) -> None:
    assert small.down(100) == 150
    moves = kernels(small.made())["moves"]
    assert [moves(n, 0) for n in (0, 1, 8, 9)] == [2, 1, 2, 1]
    with pytest.raises(RecursionError):
        small.down(-1)


@pytest.mark.compiled
@natively()
def test_a_function_that_calls_itself_without_end_raises(small: ModuleType) -> None:
    assert small.down(DEEPEST - 1) == DEEPEST - 1 + DEEPEST // 2
    moves = kernels(small.made())["moves"]
    assert [moves(n, 0) for n in (0, 1, 8, 9)] == [2, 1, 2, 1]
    for deep in (DEEPEST + 1, -1):
        with pytest.raises(RecursionError):
            small.down(deep)
        with pytest.raises(RecursionError):
            moves(deep, 0)


@in_plain_python()
def test_people_cannot_outlast_a_game_either(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(wrong(RARE["no-end"]))
    position = pg.game(str(file)).position("2:2 3:1 4:4 1:1 1:1 1:1 1:1 1:1 1:1")
    assert position.ply == position.game.max_plies - 1
    with pytest.raises(GameFileError, match="the game goes on after 10 plies"):
        position.play("1:1")


def test_there_are_thirty() -> None:
    assert len(RARE) == 30
    assert RARE.keys() > FAST


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in FAST else pytest.mark.long)
        for name in RARE
    ],
)
def test_a_rare_fault_ends_in_a_sentence(name: str, tmp_path: Path) -> None:
    section = RARE[name]
    (tmp_path / "nim.py").write_text(wrong(section))
    (said,) = blocks(section, "text")
    (command,) = blocks(section, "sh") or ["plyground perft FILE 5"]
    done = subprocess.run(
        [sys.executable, "-P", "-m", *command.replace("FILE", "nim.py").split()],
        cwd=tmp_path, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 1, done
    last = done.stderr.splitlines()[-1]
    assert last.startswith("plyground: nim.py, line ")
    assert said.strip() in last
    assert "(help: plyground explain " in last
