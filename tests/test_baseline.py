"""The re-created old programs: boards made by hand, and the figures that their authors reported.

Nobody changes them any more: how many positions a run visits, and who wins, shows that they are the
same.
"""

import math
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest
from benchmarks.baseline import Visited, old_connect4, old_sim, old_sim_red, old_tictactoe
from benchmarks.baseline.sim_board import Board, Edge, new_board
from benchmarks.baseline.sim_board import paint as paint_edge

pytestmark = pytest.mark.long


def sim_board(vertices: int, moves: str) -> Board:
    """Return a board of Sim after moves by two players in turn, such as `01 23`."""
    board = new_board(vertices)
    for ply, text in enumerate(moves.split()):
        paint_edge(board, edge(text), ply % 2)
    return board


def edge(text: str) -> Edge:
    return (int(text[0]), int(text[1]))


def coloured(vertices: int, *colours: str) -> Board:
    """Return a board of Sim with the edges that each colour has."""
    board = new_board(vertices)
    for colour, edges in enumerate(colours):
        for text in edges.split():
            paint_edge(board, edge(text), colour)
    return board


def connect4_board(*rows: str) -> old_connect4.Board:
    """Return a board of Connect Four from its rows, the top one first; empty ones may be left out.

    `r` is red, `y` yellow, `.` empty.
    """
    empty = ["......."] * (6 - len(rows))
    return [[".ry".index(cell) for cell in row] for row in reversed([*empty, *rows])]


def tictactoe_board(*rows: str) -> old_tictactoe.Board:
    """Return a board of tic-tac-toe from its rows, `.` for an empty cell."""
    return [list(row.replace(".", " ")) for row in rows]


# Sim: the first program


@pytest.mark.parametrize(
    ("board", "described", "coded"),
    [
        # Each of the four free edges makes one triple with two colours and the third edge free.
        (coloured(4, "01", "23"), 40, 0),
        # Only 0-2 completes a triangle.
        (coloured(4, "01 12"), -2, -2),
        # With three colours: 0-3 makes two mixed triples, 1-3 and 2-3 one each; the triple of the
        # two others' colours costs 1 each time that 1-2 stays free.
        (coloured(4, "", "01", "02"), 19 + 9 + 9, 0),
        # Another's triangle counts for each free edge; no game gets here.
        (coloured(4, "", "01 02 12"), 63, 3),
        (coloured(3, "01 12", "02"), 0, 0),
    ],
)
def test_mixed_triangles(board: Board, described: int, coded: int) -> None:
    assert old_sim.mixed_triangles(board, 0, "as described") == described
    assert old_sim.mixed_triangles(board, 0, "as coded") == coded


def test_old_sim_opens_with_two_dots_that_have_no_edge() -> None:
    visited = Visited()
    assert len(old_sim.candidates(new_board(6), 0, visited=visited)) == 15
    board = sim_board(6, "03")
    four_dots = list(combinations([1, 2, 4, 5], 2))
    assert old_sim.candidates(board, 1, visited=visited) == four_dots
    assert old_sim.candidates(sim_board(6, "03 24 23"), 1, visited=visited) == [(1, 5)]
    assert visited.positions == 0
    assert {old_sim.choose(board, 1, Random(seed)) for seed in range(50)} == set(four_dots)
    assert [old_sim.usual_depth(dots) for dots in range(6, 11)] == [4, 4, 3, 3, 3]


def test_old_sim_takes_the_first_move_that_does_not_lose_at_once_if_all_lose() -> None:
    board = sim_board(5, "13 23 01 04 12 14")  # 0-2 and 0-3 lose at once, 2-4 and 3-4 later
    assert old_sim.candidates(board, 0) == [(2, 4)]
    assert old_sim.candidates(coloured(4, "01 02 03"), 0) == [(1, 2)]  # all lose at once


# Sim: the second program


@pytest.mark.parametrize(
    ("mover", "plain", "variant"),
    [(old_sim_red.RED, -10 + 3, -10 + 3), (old_sim_red.BLUE, 4, 10 + 3)],
)
def test_safe_edges(mover: int, plain: int, variant: int) -> None:
    board = coloured(4, "01 12")
    assert old_sim_red.safe_edges(board, mover) == plain
    assert old_sim_red.safe_edges(board, mover, variant=True) == variant


@pytest.mark.parametrize(
    ("depth", "pruning", "fewest", "most"),
    # The author's lowest and highest of three runs, and three games more either way: his range is
    # no wider than chance makes it.
    [(1, False, 88, 96), (1, True, 89, 93), (3, True, 95, 97)],
)
def test_red_wins_as_often_as_its_author_reports(
    depth: int, pruning: bool, fewest: int, most: int
) -> None:
    runs = [old_sim_red.experiment(depth, pruning, 100, seed) for seed in range(3)]
    mean = sum(run.red_wins for run in runs) / 3
    assert fewest - 3 <= mean <= most + 3
    assert all(run.red_wins + run.blue_wins == run.games == 100 for run in runs)


# Connect Four


@pytest.mark.parametrize(("depth", "column"), [(1, 1), (2, 1), (3, 0)])
def test_a_win_is_worth_the_same_however_far_off(depth: int, column: int) -> None:
    board = connect4_board(
        "..yyy..",
        "..rrr..",
    )
    assert old_connect4.candidates(board, old_connect4.RED, depth) == [column]


# Tic-tac-toe


@pytest.mark.parametrize(
    ("board", "cell"),
    [
        (tictactoe_board("oo.", "xx.", "..."), (0, 2)),  # wins now rather than later
        (tictactoe_board("o..", ".xx", "..."), (1, 0)),  # must stop x
        (tictactoe_board("...", ".x.", "..."), (0, 0)),
        (tictactoe_board("x..", "...", "..."), (1, 1)),  # anything else loses
        (tictactoe_board("xox", "xoo", "o.x"), (2, 1)),
    ],
)
def test_tictactoe_replies(board: old_tictactoe.Board, cell: old_tictactoe.Cell) -> None:
    assert old_tictactoe.choose(board) == cell


def test_tictactoe_walk_step_by_step() -> None:
    #  x . x
    #  . o o   o is to move and wins with 1,2 or 2,1 (row, column); after 3,1 x wins with 1,2
    #  . o x
    board = tictactoe_board("x.x", ".oo", ".ox")
    trace: list[old_tictactoe.Step] = []
    root = old_tictactoe.search(board, trace)
    inf = math.inf
    assert [(step.kind, step.state.move, step.alpha, step.beta) for step in trace] == [
        ("down", None, -inf, inf),
        ("down", (0, 1), -inf, inf),
        ("end", (0, 1), -inf, inf),  # 10 - 1
        ("down", (1, 0), 9, inf),  # inherits alpha
        ("end", (1, 0), 9, inf),
        ("down", (2, 0), 9, inf),
        ("down", (0, 1), -inf, inf),  # inherits beta, while alpha is reset
        ("end", (0, 1), -inf, inf),  # 2 - 10
        ("cut", (2, 0), 9, -8),
        ("done", None, 9, inf),
    ]
    last = root.children[2]
    assert (last.cost, last.depth, last.remaining, last.parent) == (-8, 1, [(1, 0)], root)
    assert [child.cost for child in root.children] == [9, 9, -8]
    assert root.cost == 9
    assert old_tictactoe.choose(board) == (0, 1)
    assert board == tictactoe_board("x.x", ".oo", ".ox")


# Signatures


def of_sim() -> int:
    visited = Visited()
    old_sim.candidates(sim_board(6, "01 23 45 13 24"), 1, 3, visited=visited)
    return visited.positions


def of_connect4(pruning: bool) -> int:
    visited = Visited()
    simulation = old_connect4.simulate(2, None, 5, Random(0), pruning, visited)
    assert simulation.results == ["W"] * 5
    return visited.positions


def of_tictactoe() -> int:
    visited = Visited()
    assert old_tictactoe.choose(old_tictactoe.new_board(), visited) == (0, 0)
    return visited.positions


@pytest.mark.parametrize(
    ("visited", "positions"),
    [
        (of_sim, 675),
        (lambda: old_sim_red.experiment(3, False, 5, seed=7).visited, 24_651),
        (lambda: old_sim_red.experiment(3, True, 5, seed=7).visited, 4_765),
        (lambda: of_connect4(False), 1_352),
        (lambda: of_connect4(True), 909),
        (of_tictactoe, 35_155),
    ],
)
def test_positions_visited(visited: Callable[[], int], positions: int) -> None:
    assert visited() == positions
