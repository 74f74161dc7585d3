"""Game files whose fault shows in rare positions only: each ends in a sentence, and none crashes.

Every file is Nim with one line changed so that it is wrong where the heaps hold just these matches,
which the trial of the file does not come upon and a search does.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np
import pytest

import plyground as pg
from plyground.kernel import compiled
from plyground.kernel.identity import identity
from plyground.kernel.recursion import DEEPEST
from plyground.position.faults import GameFileError
from plyground.position.kernels import kernels
from plyground.position.loading import load_file

NIM = (Path(__file__).parent.parent / "examples" / "nim.py").read_text()
RARE = "state[0] == np.uint64(0x0201)"  # one match, and two in the third heap

SOMEWHERE = "in some position of the game {} asks for a place that an array or a tuple does not"
COUNT = "moves returns a number of moves that is not 1 to 16"
CODE = "moves counts a move that it did not write, or that is not 0 to 15"

LOOK = "        def result(state):\n            return "
MOVES = "            return count\n"
WRITE = "                    out[count] = heaps * h + n\n"
PLAY = "            h, n = np.uint64(move // heaps), np.uint64(move % heaps)\n"
CELLS = "        def cells(state, out):\n"
LAST = "        return rules.kernels(start, player, moves, play, result, cells"
CLASS = "\n\nclass Nim("


@dataclass(frozen=True)
class Rare:
    """A file: what is changed in Nim, and what has to be said."""

    name: str
    changes: tuple[tuple[str, str], ...]
    said: str
    command: str = "perft FILE 5"


def at_moves(name: str, code: str, said: str) -> Rare:
    """Code at the end of `moves`."""
    return Rare(name, ((MOVES, f"            if {RARE}:\n                {code}\n{MOVES}"),), said)


def at_play(name: str, code: str, around: str = "") -> Rare:
    """Code at the beginning of `play`, and code above the class."""
    changes = [(PLAY, f"            if {RARE}:\n                move += {code}\n{PLAY}")]
    if around:
        changes.append((CLASS, f"\n\n{around}{CLASS}"))
    return Rare(name, tuple(changes), SOMEWHERE.format("play"))


def more(name: str, kernel: str, body: str, said: str, command: str) -> Rare:
    """One more kernel."""
    return Rare(name, ((LAST, f"{body}\n{LAST}, {kernel}"),), said, command)


EVEN = "@rules.compiled\ndef even(n):\n    return 1 if n == 0 else 1 - even(n - 1)"
STAY = f"            if {RARE}:\n                return state[0], state[1] ^ ONE\n"
INSIDE = (
    "        def one(n):\n            return 0 if n == 0 else 1 + two(n - 1)\n\n"
    "        def two(n):\n            return 0 if n == 0 else 2 + one(n + 3)\n\n"
)
TABLE = "TABLE = np.arange(8)"
DECIDING = (
    "        def deciding(state, out):\n            for at in range({}):\n"
    "                out[at{}] = 0\n            return {}\n"
)

FILES = [
    # Writing
    at_moves("writes-one-more", "out[16] = 0", SOMEWHERE.format("moves")),
    at_moves("writes-far-away", "out[1_000_000] = 0", SOMEWHERE.format("moves")),
    at_moves("writes-before", "out[-1_000_000] = 0", SOMEWHERE.format("moves")),
    Rare(
        "writes-too-many",
        ((WRITE, f"                    for _ in range(20 if {RARE} else 1):\n"
                 "                        out[count] = heaps * h + n\n"
                 "                        count += 1\n                    count -= 1\n"),),
        SOMEWHERE.format("moves"),
    ),
    Rare(
        "cells-beyond",
        ((CELLS, f"{CELLS}            if {RARE}:\n                out[1_000_000] = 1\n"),),
        SOMEWHERE.format("cells"),
        "show FILE 2:2 3:1 4:4",
    ),
    more("deciding-beyond", "deciding", DECIDING.format(4, " + 100_000", 4),
         SOMEWHERE.format("deciding"), "play FILE random random"),
    # Counting
    at_moves("counts-nothing", "return 0", COUNT),
    at_moves("counts-below-nothing", "return -5", COUNT),
    at_moves("counts-one-more", "return count + 1", CODE),
    at_moves("counts-all", "return 16", CODE),
    at_moves("counts-beyond", "return 17", COUNT),
    at_moves("counts-millions", "return 1_000_000_000", COUNT),
    at_moves("codes-beyond", "out[0] = 16", CODE),
    at_moves("codes-below", "out[0] = -1", CODE),
    at_moves("codes-of-millions", "out[0] = 1_000_000_000", CODE),
    more("deciding-too-many", "deciding", DECIDING.format(1, "", 99),
         "deciding returns a number of places that is not 0 to 4", "play FILE random random"),
    # Looking into tuples and arrays, and dividing
    at_play("tuple-beyond", "TEN[move + 10]", "TEN = (0,) * 10"),
    at_play("tuple-before", "TEN[move - 100]", "TEN = (0,) * 10"),
    at_play("array-beyond", "TABLE[move + 1_000_000]", TABLE),
    at_play("array-before", "TABLE[move - 1_000_000]", TABLE),
    at_play("divides", "1 // (move - move)"),
    at_play("remainder", "7 % (move - move)"),
    # Calling itself
    at_play("module-recursion", "even(-1 - move)", EVEN),
    Rare(
        "recursion",
        ((PLAY, f"            if {RARE}:\n                move += deep(-1 - move)\n{PLAY}"),
         ("        def start", "        def deep(n):\n"
          "            return 0 if n == 0 else 1 + deep(n - 1)\n\n        def start")),
        SOMEWHERE.format("play"),
    ),
    Rare(
        "recursion-of-two",
        ((PLAY, f"            if {RARE}:\n                move += one(move + 7)\n{PLAY}"),
         ("        def start", f"{INSIDE}        def start")),
        SOMEWHERE.format("play"),
    ),
    # Answers that do not exist
    Rare("nobody", (("            return rules.as_int(state[1])\n",
                     f"            return 7 if {RARE} else rules.as_int(state[1])\n"),),
         "player returns a number that is not 0 to 1", "analyse FILE"),
    Rare("below-nobody", (("            return rules.as_int(state[1])\n",
                           f"            return -9 if {RARE} else rules.as_int(state[1])\n"),),
         "player returns a number that is not 0 to 1", "analyse FILE"),
    Rare("no-result", ((LOOK, f"{LOOK}77 if {RARE} else "),),
         "result returns what is none of rules.ONGOING, rules.DRAW, rules.won and rules.lost"),
    # Games that last too long
    Rare(
        "no-end",
        ((PLAY, STAY + PLAY),),
        "the game goes on after 10 plies, and max_plies is 10",
        "analyse FILE",
    ),
    Rare(
        "no-end-at-random",
        ((PLAY, STAY + PLAY),),
        "the game goes on after 10 plies, and max_plies is 10",
        "play FILE mcts:playouts=20000 random",
    ),
]  # fmt: skip
FAST = ("writes-far-away", "counts-one-more", "recursion", "no-end-at-random")


def ends(file: Path, command: str) -> subprocess.CompletedProcess[str]:
    """What a command says about a file, in a process of its own."""
    words = [str(file) if word == "FILE" else word for word in command.split()]
    return subprocess.run(
        [sys.executable, "-P", "-m", "plyground", *words],
        capture_output=True, text=True, check=False, timeout=500, stdin=subprocess.DEVNULL,
    )  # fmt: skip


SMALL = """
from plyground.kernel import compiled


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


@pytest.mark.compiled
def test_a_function_that_calls_itself_without_end_raises(small: ModuleType) -> None:
    assert small.down(DEEPEST - 1) == DEEPEST - 1 + DEEPEST // 2
    moves = kernels(small.made())["moves"]
    assert [moves(n, 0) for n in (0, 1, 8, 9)] == [2, 1, 2, 1]
    for deep in (DEEPEST + 1, -1):
        with pytest.raises(RecursionError):
            small.down(deep)
        with pytest.raises(RecursionError):
            moves(deep, 0)


@pytest.mark.slow
def test_people_cannot_outlast_a_game_either(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM.replace(PLAY, STAY + PLAY))
    position = pg.game(str(file)).position("2:2 3:1 4:4 1:1 1:1 1:1 1:1 1:1 1:1")
    assert position.ply == position.game.max_plies - 1
    with pytest.raises(GameFileError, match="the game goes on after 10 plies"):
        position.play("1:1")


def test_there_are_thirty() -> None:
    assert len({each.name for each in FILES}) == len(FILES) == 30
    assert set(FAST) < {each.name for each in FILES}


@pytest.mark.compiled
@pytest.mark.parametrize(
    "rare",
    [
        pytest.param(each, marks=pytest.mark.slow if each.name in FAST else pytest.mark.long)
        for each in FILES
    ],
    ids=lambda rare: rare.name,
)
def test_a_rare_fault_ends_in_a_sentence(rare: Rare, tmp_path: Path) -> None:
    text = NIM
    for old, new in rare.changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = tmp_path / "nim.py"
    file.write_text(text)
    done = ends(file, rare.command)
    assert done.returncode == 1, done
    last = done.stderr.splitlines()[-1]
    assert last.startswith("plyground: nim.py, line ")
    assert rare.said in last
    assert "(help: plyground explain " in last
