"""What is said of a beginner's faults in the file of a game: the line, and words for it."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import plyground as pg
from plyground import rules
from plyground.cli import exits
from plyground.cli.app import run
from plyground.position import trial
from plyground.position.trial import try_out

EXAMPLES = Path(__file__).parent.parent / "examples"
NIM = (EXAMPLES / "nim.py").read_text()
COMMANDS = ["check FILE", "show FILE", "perft FILE 2", "play FILE random random"]

Command = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    def given(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        code = run(line.split())
        return (code, *capsys.readouterr())

    return given


def mutated(old: str, new: str) -> tuple[str, int]:
    """Nim's file with a change, and the line that it is in."""
    assert NIM.count(old) == 1, old
    return NIM.replace(old, new), NIM[: NIM.index(old)].count("\n") + 1


def line_with(text: str) -> int:
    return NIM[: NIM.index(text)].count("\n") + 1


CLASS = line_with("class Nim")
PLAYS = "        def play(state, move):\n"
RETURNS = "return state[0] - (n + ONE << BITS * h), state[1] ^ ONE"
ENDS = "return rules.won(1 - player(state)) if state[0] == 0 else rules.ONGOING"
CELLS = "            for h in range(heaps):\n                out[h] = "
MARKS = """
    def marks(self, state):
        return (rules.Mark(None, "|"),) * 3
"""

# What is changed, into what, how many lines below the change it shows, and what is said of it.
FAULTS: list[tuple[str, str, int | None, str]] = [
    ("return rules.as_int(state[1])", "return rules.as_int(stat[1])", 0,
     "stat is not defined: did you mean state?"),
    (ENDS, ENDS.replace("state[0]", "stat[0]"), 0, "stat is not defined: did you mean state?"),
    (ENDS, ENDS.replace("rules.ONGOING", "rules.ONGONG"), 0,
     "plyground.rules has no ONGONG: did you mean ONGOING?"),
    ("(None, *(rules.Mark(", "(None, *(rules.Mrk(", 0,
     "plyground.rules has no Mrk: did you mean Mark?"),
    ("rules.Board.grid(1, heaps", "rules.Board.gird(1, heaps", 0, "did you mean grid?"),
    ("            return count\n", "", -6,
     "moves returned nothing: is a return missing, such as `return count`?"),
    (RETURNS, "return 'x', state[1]", 0, "word 1 that play returned is 'x': write np.uint64(...)"),
    (RETURNS, "return state[0] - (n + ONE << BITS * h)", 0,
     "a state is a tuple of np.uint64, as in (word,)"),
    (RETURNS, RETURNS.removeprefix("return "), -2,
     "play returned nothing: a state is a tuple of np.uint64; is a return missing in play?"),
    (RETURNS, "return 7", 0, "play returned 7: a state is a tuple"),
    (RETURNS, "return (state[0] - (n + ONE << BITS * h),)", 0, "play returns 1 words, and start 2"),
    (RETURNS, "return state[0], state[1] ^ ONE", None,
     "the game goes on after 10 plies, and max_plies is 10"),
    (RETURNS, "return state[0] / 2, state[1] ^ ONE", 0, "word 1 that play returned is 8592.5"),
    ("return full, np.uint64(0)", "return full, 0", 0,
     "word 2 that start returned is 0: write np.uint64(...)"),
    ("return full, np.uint64(0)", "return None", -1,
     "start returned nothing: a state is a tuple of np.uint64"),
    ("return rules.as_int(state[1])", "return state[1]", 0,
     "player returned np.uint64(0): rules.as_int(...) makes it a plain number"),
    ("return rules.as_int(state[1])", "return rules.as_int(state[1]) + 1", 0,
     "player returned 2, and the players are 0 to 1"),
    ("return rules.as_int(state[1])", "return rules.as_int(state[2])", 0,
     "tuple index out of range: places are counted from 0"),
    (ENDS, "return True", 0,
     "result returned True, which is no whole number: give rules.ONGOING, rules.DRAW"),
    (ENDS, "return None", -1, "result returned nothing: is a return missing"),
    (ENDS, "return rules.won(2 - player(state)) if state[0] == 0 else rules.ONGOING", 0,
     "players are 0 to 1"),
    (ENDS, "return rules.ONGOING", None,
     "moves returned 0, while result says that the game goes on"),
    ("count += 1", "count += 1 // (n - 2)", 0, "a division by zero"),
    ("out[count] = heaps * h + n", "out[count + 20] = heaps * h + n", 0,
     "there are more moves than move_texts, of which there are 16"),
    ("out[count] = heaps * h + n", "out[count] = heaps * h + n + 9", None,
     "codes are from 0 to 15, each at most once"),
    ("out[count] = heaps * h + n", "out[count] = heaps * h", None,
     "codes are from 0 to 15, each at most once"),
    (PLAYS, f"{PLAYS}            print(move)\n", 1,
     "play: the rules are machine code, which has no print"),
    (PLAYS, f"{PLAYS}            seen = [move]\n", 1,
     "play makes a list: rules make do with numbers and tuples"),
    (PLAYS, f"{PLAYS}            seen = np.zeros(3)\n", 1,
     "play uses np.zeros: rules make no arrays"),
    (PLAYS, f"{PLAYS}            text = f'{{move}}'\n", 1, "play makes a text"),
    (PLAYS, f"{PLAYS}            move = move + later\n            later = 1\n", 1, "later"),
    (CELLS, f"{CELLS}9 + ", -1, "and cell_marks says how the numbers 0 to 4 look"),
    (CELLS, CELLS.replace("out[h]", "out[h + 1]"), 1,
     "cells writes more than the 4 places of the board"),
    ("self.max_plies = heaps", "self.max_ply = heaps", CLASS,
     "class Nim states no max_plies: how many plies the longest game has"),
    ("self.move_texts = tuple", "self.texts = tuple", CLASS,
     "class Nim states no move_texts: a text for each move"),
    ("self.move_hint = ", "self.hint = ", CLASS, "class Nim states no move_hint"),
    ('name, title = "nim", "Nim"', 'name = "nim"', CLASS,
     "class Nim states no title: what people call it"),
    ("    def kernels(self):", "    def kernel(self):", CLASS, "class Nim has no method kernels"),
    ("return rules.kernels(start, player, moves, play, result, cells)",
     "rules.kernels(start, player, moves, play, result, cells)", line_with("def kernels"),
     "kernels returned nothing: is `return rules.kernels(...)` missing?"),
    ("rules.kernels(start, player, moves, play, result, cells)",
     "rules.kernels(start, player, moves, play, cells)", line_with("def kernels"),
     "rules.kernels is given no kernel named result"),
    ("    def kernels(self):", "    def kernels(self)", 0,
     "Python cannot read this line: expected ':'"),
    ("            count = 0\n", "          count = 0\n", 1, "the indentation is wrong"),
    ("import numpy as np\n", "import numpi as np\n", 0,
     "there is no module numpi: is it misspelt, or not installed?"),
    ("class Nim(rules.Game)", "class Nim(rules.Gane)", 0,
     "plyground.rules has no Gane: did you mean Game?"),
    ("rules.Parameter(\"heaps\", 4, 1, 9,", "rules.Parameter(\"heaps\", 4, 1,", 0,
     "missing 1 required positional argument"),
    (", cells)\n", f")\n{MARKS}", line_with(", cells)\n") + 3,
     "marks returned 3 marks, and the board has 4 places"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "below", "words"), FAULTS, ids=[f"{new[:40]!r}" for _, new, *_ in FAULTS]
)
def test_a_fault_is_told_with_its_line(
    command: Command, tmp_path: Path, old: str, new: str, below: int | None, words: str
) -> None:
    """In the same words by every command. `below` is None where no single line is to blame."""
    text, line = mutated(old, new)
    file = tmp_path / "nim.py"
    file.write_text(text)
    told = set()
    for each in COMMANDS:
        code, out, errors = command(each.replace("FILE", str(file)))
        assert out == ""
        assert code in (exits.FAILURE, exits.USAGE)
        assert "Traceback" not in errors
        told.add(errors)
    [said] = told
    assert said.startswith("plyground: nim.py, line ")
    assert words in said
    assert said.count("\n") == 1
    if below is not None:
        line = below if below >= CLASS else line + below
        assert said.startswith(f"plyground: nim.py, line {line}: ")


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (RETURNS, "return state[0] - (n + 1 << 4 * h), state[1] ^ ONE", "play mixes np.uint64 and"),
        (RETURNS, "return state[0] - (n + ONE << BITS * h), state[1] ^ 1", "play mixes np.uint64"),
    ],
)
def test_mixed_numbers(command: Command, tmp_path: Path, old: str, new: str, words: str) -> None:
    text, line = mutated(old, new)
    file = tmp_path / "nim.py"
    file.write_text(text)
    for each in COMMANDS:
        code, _, errors = command(each.replace("FILE", str(file)))
        assert code == exits.FAILURE
        assert errors.splitlines()[-1].startswith(f"plyground: nim.py, line {line}: {words}")


@pytest.mark.compiled
def test_what_only_the_compiler_refuses(command: Command, tmp_path: Path) -> None:
    text, line = mutated(PLAYS, f"{PLAYS}            move = move + 0 * move.bit_length()\n")
    file = tmp_path / "nim.py"
    file.write_text(text)
    code, _, errors = command(f"check {file}")
    assert code == exits.FAILURE
    assert f"plyground: nim.py, line {line + 1}: this does not compile: " in errors


@pytest.mark.compiled
@pytest.mark.parametrize("game", [str(EXAMPLES / "nim.py"), "tictactoe", "sim --vertices 4"])
def test_a_game_without_a_fault(command: Command, game: str) -> None:
    code, out, _ = command(f"check {game} --games 3")
    assert code == exits.SUCCESS
    assert out.splitlines()[0].endswith(
        " keeps what a game promises. 3 games were played at random."
    )


@pytest.mark.parametrize(
    "game",
    [
        pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(5), pg.Sim(6, 3), pg.ConnectFour(5, 4),
        *(rules.game_class(str(file))() for file in sorted(EXAMPLES.glob("*.py"))),
    ],
    ids=repr,
)  # fmt: skip
def test_rules_without_a_fault_are_played_with(
    game: rules.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Python, to the end; and nothing is said of them."""
    monkeypatch.setattr(trial, "_SECONDS", 60)
    asked = []
    plain = trial._Trial._look

    def look(self: trial._Trial) -> list[int]:
        asked.append(plain(self))
        return asked[-1]

    monkeypatch.setattr(trial._Trial, "_look", look)
    try_out(game, dict(game.kernels()))
    assert asked.count([]) == 3  # games, each to its end
    assert not trial.mixed
