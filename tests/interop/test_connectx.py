"""The agent for Kaggle's ConnectX, run as Kaggle runs it: the file's last function."""

import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import plyground as pg
from plyground.cli import exits
from plyground.cli.app import run
from plyground.interop.connectx import PROVEN, WIN, OutOfTime, Searcher
from tests.games import CONNECT4
from tests.variants import random_playout

SECONDS = 0.2  # for a move


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What Kaggle finds in the file: the last thing in it that can be called."""
    file = tmp_path_factory.mktemp("kaggle") / "submission.py"
    assert run(["agent", str(file)]) == exits.SUCCESS
    names: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    found = [value for value in names.values() if callable(value)][-1]
    assert found.__name__ == "agent"
    return found


def asked(agent: Any, position: pg.Position, seconds: float = SECONDS, spare: float = 60) -> str:
    """The agent's move in a position, from what Kaggle tells it."""
    game = position.game
    board = [0] * (game.columns * game.rows)
    for cell, mark in zip(game.board.sites, position.marks, strict=True):
        board[cell.y * game.columns + cell.x] = 0 if mark is None else 1 + mark.player
    observation = SimpleNamespace(
        board=board, mark=position.turn + 1, remainingOverageTime=spare, step=position.ply
    )
    configuration = SimpleNamespace(
        columns=game.columns, rows=game.rows, inarow=4, actTimeout=seconds
    )
    column = agent(observation, configuration)
    assert type(column) is int
    return game.move_texts[column]


def searcher(position: pg.Position) -> tuple[Searcher, int, int]:
    found = Searcher(position.game.columns, position.game.rows)
    return found, position.state[0], position.state[1] ^ position.state[0]


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ("", "4"),
        ("414141", "4"),  # completes
        ("41414", "4"),  # stops
        ("44546", "37"),  # either end of three
        ("443", "25"),  # before it is too late: two with both ends free
        ("112233", "4"),
    ],
)
def test_moves(agent: Any, moves: str, best: str) -> None:
    assert asked(agent, CONNECT4.position(moves)) in best


@pytest.mark.parametrize("moves", ["112233", "44444421"])
@pytest.mark.parametrize("spare", [0, 60])
def test_next_to_no_time(agent: Any, moves: str, spare: float) -> None:
    position = CONNECT4.position(moves)
    assert asked(agent, position, 1e-9, spare) in position.moves


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "seat"),
    [
        ((7, 6), 0),
        pytest.param((5, 4), 1, marks=pytest.mark.uncompiled),
        pytest.param((8, 7), 0, marks=pytest.mark.uncompiled),
        ((4, 4), 1),
    ],
    ids=str,
)
def test_whole_games(agent: Any, size: tuple[int, int], seat: int) -> None:
    """Against chance it never loses, on boards of other sizes too."""
    rng = random.Random(seat)
    position = pg.ConnectFour(*size).position()
    while not position.over:
        mine = position.turn == seat
        move = asked(agent, position, 0.02) if mine else rng.choice(position.moves)
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    assert outcome.loser != seat


@pytest.mark.parametrize("seed", range(3))
def test_threats(seed: int) -> None:
    """A threat is an empty cell that would complete a line, wherever it is."""
    for position in random_playout(CONNECT4, seed, long=True)[:-1]:
        found, mine, theirs = searcher(position)
        for counters in (mine, theirs):
            threats = found.threats(counters, mine | theirs)
            for cell in (1 << n for n in range(49)):
                empty = bool(found.board & cell) and not (mine | theirs) & cell
                assert bool(threats & cell) == (empty and has_four(counters | cell, cell))


def has_four(counters: int, cell: int) -> bool:
    """Whether four in a row of these counters, this cell among them, are there: bit by bit."""
    at = cell.bit_length() - 1
    for step in (1, 6, 7, 8):
        for first in range(at - 3 * step, at + 1, step):
            line = [first + n * step for n in range(4)]
            if line[0] >= 0 and all(counters >> n & 1 for n in line):
                return True
    return False


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(6))
def test_what_it_proves_is_true(seed: int) -> None:
    """Beside the exact solver: a proven score is the value, though not always the shortest win."""
    line = random_playout(CONNECT4, seed, long=True)
    position = line[-14] if len(line) > 20 else line[len(line) // 2]
    found, mine, theirs = searcher(position)
    found.deadline = float("inf")
    both = mine | theirs
    threats = found.threats(mine, both), found.threats(theirs, both)
    score = found.search(mine, both, *threats, 20, -WIN, WIN)
    value = pg.analyse(position).value
    assert value.exact
    assert (score > PROVEN, score < -PROVEN) == (value.verdict == "win", value.verdict == "loss")


def test_it_stops_when_the_time_is_over() -> None:
    found, mine, theirs = searcher(CONNECT4.position())
    with pytest.raises(OutOfTime):
        found.search(mine, mine | theirs, 0, 0, 30, -WIN, WIN)


def test_where_it_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agent", str(tmp_path / "none" / "submission.py")]) == exits.FAILURE
    assert "cannot be written" in capsys.readouterr().err
    assert run(["agent"]) == exits.USAGE


def test_it_is_printed_and_needs_nothing_but_python(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["agent", "-"]) == exits.SUCCESS
    text = capsys.readouterr().out
    assert text.startswith('"""A player for Kaggle\'s ConnectX')
    imported = [line for line in text.splitlines() if line.startswith(("import", "from"))]
    assert imported == [
        "from __future__ import annotations",
        "import time",
        "from typing import Any",
    ]


@pytest.mark.parametrize("line", [2, 3, 4, 5, 6])
def test_threats_are_cells_that_would_complete_a_line(line: int) -> None:
    """Against each line of the board, cell by cell."""
    columns, rows = 8, 7
    found, draw = Searcher(columns, rows, line), random.Random(line)
    cells = [(x, y) for x in range(columns) for y in range(rows)]
    lines = [
        [(x + i * dx, y + i * dy) for i in range(line)]
        for x, y in cells
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    ]
    bit = {(x, y): 1 << x * (rows + 1) + y for x, y in cells}
    for _ in range(50):
        mine = {cell for cell in cells if draw.random() < 0.5}
        theirs = {cell for cell in cells if cell not in mine and draw.random() < 0.3}
        expected = {
            missing
            for each in lines
            if set(each) <= bit.keys()
            for missing in each
            if missing not in mine | theirs and set(each) - {missing} <= mine
        }
        words = [sum(bit[cell] for cell in held) for held in (mine, mine | theirs)]
        assert found.threats(*words) == sum(bit[cell] for cell in expected)


@pytest.mark.parametrize("name", ["actTimeout", "timeout", "agentTimeout"])
@pytest.mark.parametrize("kind", [dict, SimpleNamespace])
def test_configurations_of_all_times(agent: Any, name: str, kind: Any) -> None:
    """Also without what is as usual, as keys or as attributes. Column 4 completes a line."""
    board = [0] * 35 + [1, 1, 1, 0, 2, 2, 0]
    assert agent(kind(board=board, mark=1), kind(**{name: 0.2})) == 3
