"""The re-created old programs: boards made by hand, and the figures that their authors reported."""

import math
from itertools import combinations
from random import Random

import pytest
from benchmarks.baseline import Visited, old_connect4, old_sim, old_sim_red, old_tictactoe
from benchmarks.baseline.sim_board import Board, Edge, completes_triangle, free_edges, new_board
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


def quiet_sim_board(vertices: int, plies: int, rng: Random) -> Board:
    """Return a board of Sim after so many moves at random, none of which ended the game."""
    while True:
        board = new_board(vertices)
        for ply in range(plies):
            safe = [e for e in free_edges(board) if not completes_triangle(board, e, ply % 2)]
            if not safe:
                break
            paint_edge(board, rng.choice(safe), ply % 2)
        else:
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


def test_old_sim_searches_to_the_depth_that_the_number_of_dots_gives() -> None:
    assert [old_sim.usual_depth(dots) for dots in range(6, 11)] == [4, 4, 3, 3, 3]
    board = sim_board(6, "01 23 45 13 24 05 12")
    visited, expected = Visited(), Visited()
    assert old_sim.candidates(board, 1, visited=visited) == old_sim.candidates(
        board, 1, depth=4, visited=expected
    )
    assert visited == expected
    # No triangle can be completed by the first two plies after the start of this game.
    visited = Visited()
    old_sim.candidates(sim_board(6, "01 23 45"), 1, depth=2, visited=visited)
    assert visited.positions == 12 + 12 * 11


def test_old_sim_plays_the_last_move_without_a_search() -> None:
    visited = Visited()
    board = coloured(3, "01", "02")
    assert old_sim.candidates(board, 0, visited=visited) == [(1, 2)]
    assert visited.positions == 0


def test_old_sim_takes_the_first_move_that_does_not_lose_at_once_if_all_lose() -> None:
    board = sim_board(5, "13 23 01 04 12 14")  # 0-2 and 0-3 lose at once, 2-4 and 3-4 later
    assert old_sim.candidates(board, 0) == [(2, 4)]
    assert old_sim.candidates(coloured(4, "01 02 03"), 0) == [(1, 2)]  # all lose at once


def test_old_sim_takes_equal_moves_at_random_or_the_first() -> None:
    board = sim_board(6, "01 23 45")
    equal = old_sim.candidates(board, 1, depth=2)
    assert len(equal) > 1
    assert old_sim.candidates(board, 1, depth=2, ties="as coded") == equal[:1]
    assert {old_sim.choose(board, 1, Random(seed), depth=2) for seed in range(60)} == set(equal)


def test_old_sim_does_not_change_the_board() -> None:
    board = sim_board(6, "01 23 45 13")
    old_sim.candidates(board, 0, depth=2)
    assert board == sim_board(6, "01 23 45 13")


def test_old_sim_as_coded_avoids_its_own_triangles() -> None:
    # The edge 0-2 loses. After 0-3 or 1-3 both other edges would complete a triangle: -2 each.
    board = coloured(4, "01 12", "23")
    assert old_sim.candidates(board, 0, depth=1, heuristic="as coded") == [(0, 3), (1, 3)]


# Sim: the second program


@pytest.mark.parametrize(
    ("mover", "plain", "variant"),
    [(old_sim_red.RED, -10 + 3, -10 + 3), (old_sim_red.BLUE, 4, 10 + 3)],
)
def test_safe_edges(mover: int, plain: int, variant: int) -> None:
    board = coloured(4, "01 12")
    assert old_sim_red.safe_edges(board, mover) == plain
    assert old_sim_red.safe_edges(board, mover, variant=True) == variant


def test_an_edge_that_completes_triangles_of_both_is_not_safe() -> None:
    board = coloured(4, "02 12", "03 13")  # 0-1 and 2-3 are free
    assert old_sim_red.safe_edges(board, old_sim_red.RED, variant=True) == -10 + 1


@pytest.mark.parametrize("pruning", [False, True])
def test_red_plays_a_found_win_at_once(pruning: bool) -> None:
    board = sim_board(6, "34 05 23 12 02 35 01 25 15 24")
    edges = free_edges(board)
    scores = []
    counts = []
    for free in edges:
        visited = Visited()
        scores.append(
            old_sim_red.score_of(board, free, 4, 0, 0, -9999, 9999, False, False, visited)
        )
        counts.append(visited.positions)
    assert edges == [(0, 3), (0, 4), (1, 3), (1, 4), (4, 5)]
    assert scores == [-999, 1000, 1000, -997, 1000]
    visited = Visited()
    assert old_sim_red.choose(board, 4, pruning, visited=visited) == (0, 4)
    if pruning:
        assert visited.positions <= counts[0] + counts[1]
    else:
        assert visited.positions == counts[0] + counts[1]


@pytest.mark.parametrize("pruning", [False, True])
def test_red_prefers_the_longer_loss_then_the_first(pruning: bool) -> None:
    board = sim_board(5, "13 23 01 04 12 14")  # 0-2 and 0-3 lose at once, 2-4 and 3-4 later
    assert free_edges(board) == [(0, 2), (0, 3), (2, 4), (3, 4)]
    assert old_sim_red.choose(board, 4, pruning) == (2, 4)


@pytest.mark.parametrize("variant", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_pruning_changes_no_move_of_red(depth: int, variant: bool) -> None:
    rng = Random(depth)
    plain, pruned = Visited(), Visited()
    for plies in (0, 2, 4, 6, 6, 8, 8, 10, 10, 10) if depth < 4 else (6, 8, 8, 10, 10):
        board = quiet_sim_board(6, plies, rng)
        move = old_sim_red.choose(board, depth, False, variant, plain)
        assert old_sim_red.choose(board, depth, True, variant, pruned) == move
    assert pruned.positions < plain.positions or depth == 1


def test_a_game_of_red_against_blue() -> None:
    game = old_sim_red.play_game(2, True, 6, Random(1))
    assert game == old_sim_red.play_game(2, True, 6, Random(1))
    board = new_board(6)
    player = game.first
    for played in game.edges[:-1]:
        assert not completes_triangle(board, played, player)
        paint_edge(board, played, player)
        player = 1 - player
    assert completes_triangle(board, game.edges[-1], player)
    assert game.winner == 1 - player
    assert {old_sim_red.play_game(1, True, 6, Random(s)).first for s in range(9)} == {0, 1}
    drawn = {old_sim_red.play_game(2, True, 4, Random(s)).winner for s in range(30)}
    assert None in drawn


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
    for run in runs:
        assert run.red_wins + run.blue_wins == run.games == 100
        assert run.seconds_per_game == run.seconds / 100
        assert run.visited > 1000


def test_pruning_visits_fewer_positions_and_wins_the_same_games() -> None:
    plain = old_sim_red.experiment(3, False, 5, seed=7)
    pruned = old_sim_red.experiment(3, True, 5, seed=7)
    assert pruned.red_wins == plain.red_wins
    assert pruned.visited * 4 < plain.visited


# Connect Four


def test_line_table_counts_the_fours_through_each_cell() -> None:
    for row in range(6):
        for column in range(7):
            fours = 0
            for up, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                for step in range(4):
                    board = old_connect4.new_board()
                    bottom, left = row - step * up, column - step * right
                    if bottom < 0 or not 0 <= left < 7:
                        continue
                    for i in range(4):
                        if bottom + i * up < 6 and 0 <= left + i * right < 7:
                            board[bottom + i * up][left + i * right] = old_connect4.RED
                    fours += old_connect4.has_won(board, old_connect4.RED)
            assert old_connect4.LINE_TABLE[row][column] == fours


def test_line_table_is_own_minus_the_opponents() -> None:
    board = connect4_board(
        "...y...",
        "..yrr..",
    )
    assert old_connect4.line_table(board, old_connect4.RED) == 7 + 5 - 5 - 10
    assert old_connect4.line_table(board, old_connect4.YELLOW) == 5 + 10 - 7 - 5


@pytest.mark.parametrize(("depth", "column"), [(1, 1), (2, 1), (3, 0)])
def test_a_win_is_worth_the_same_however_far_off(depth: int, column: int) -> None:
    board = connect4_board(
        "..yyy..",
        "..rrr..",
    )
    assert old_connect4.candidates(board, old_connect4.RED, depth) == [column]


@pytest.mark.parametrize("pruning", [False, True])
def test_any_column_if_all_moves_lose(pruning: bool) -> None:
    board = connect4_board(
        "..rr...",
        "r.yyy..",
    )
    red = old_connect4.RED
    assert old_connect4.candidates(board, red, 2, pruning) == list(range(7))
    assert len(old_connect4.candidates(board, red, 1, pruning)) == 1
    columns = {old_connect4.choose(board, red, 2, Random(s), pruning) for s in range(60)}
    assert columns == set(range(7))


def test_a_full_column_is_never_played() -> None:
    board = connect4_board(*["...y...", "...r..."] * 3)
    assert old_connect4.free_columns(board) == [0, 1, 2, 4, 5, 6]
    assert old_connect4.candidates(board, old_connect4.RED, 3) != [3]
    with pytest.raises(ValueError, match="full"):
        old_connect4.drop(board, 3, old_connect4.RED)


def test_alpha_beta_changes_no_move() -> None:
    rng = Random(0)
    plain, pruned = Visited(), Visited()
    for plies in [*range(0, 30, 2), *range(1, 30, 4)]:
        board = old_connect4.new_board()
        player = old_connect4.RED
        for _ in range(plies):
            old_connect4.drop(board, rng.choice(old_connect4.free_columns(board)), player)
            player = old_connect4.other(player)
        if old_connect4.has_won(board, 1) or old_connect4.has_won(board, 2):
            continue
        for depth in (1, 2, 3):
            columns = old_connect4.candidates(board, player, depth, False, plain)
            assert old_connect4.candidates(board, player, depth, True, pruned) == columns
    assert pruned.positions * 2 < plain.positions


@pytest.mark.parametrize(("depth", "column"), [(5, 4), (6, 3)])
def test_reply_to_an_opening_in_the_centre(depth: int, column: int) -> None:
    board = connect4_board("...r...")
    assert old_connect4.candidates(board, old_connect4.YELLOW, depth, True) == [column - 1]


def test_simulation_of_depth_5_against_3() -> None:
    # The rounds 2 to 5 are the same game: nobody plays at random in it. So two rounds say it all.
    simulation = old_connect4.simulate(5, 3, 2, Random(0), pruning=True)
    assert simulation.results == ["W", "D"]
    assert simulation.minimax_score == 1.5
    assert simulation.opponent_score == 0.5
    assert len(simulation.columns[1]) == 42


def test_simulation_against_random() -> None:
    visited = Visited()
    simulation = old_connect4.simulate(2, None, 5, Random(0), True, visited)
    assert simulation.results == ["W"] * 5
    assert (simulation.minimax_score, simulation.opponent_score) == (5, 0)
    assert visited.positions > 100


# Tic-tac-toe


def plain_cost(board: old_tictactoe.Board, depth: int) -> int:
    """Return the cost of a state by minimax without cut-offs."""
    if old_tictactoe.has_won(board, "o"):
        return 10 - depth
    if old_tictactoe.has_won(board, "x"):
        return depth - 10
    costs = []
    for row, column in old_tictactoe.free_cells(board):
        board[row][column] = "ox"[depth % 2]
        costs.append(plain_cost(board, depth + 1))
        board[row][column] = " "
    if not costs:
        return 0
    return max(costs) if depth % 2 == 0 else min(costs)


def shallow(board: old_tictactoe.Board, depth: int, bound: float, visited: Visited) -> float:
    """Return the cost of a state by recursion with shallow cut-offs; `bound` is the parent's."""
    if old_tictactoe.has_won(board, "o"):
        return 10 - depth
    if old_tictactoe.has_won(board, "x"):
        return depth - 10
    cells = old_tictactoe.free_cells(board)
    if not cells:
        return 0
    sign = 1 if depth % 2 == 0 else -1
    best = -sign * math.inf
    for row, column in cells:
        if sign * best >= sign * bound:
            break
        visited.positions += 1
        board[row][column] = "ox"[depth % 2]
        best = sign * max(sign * best, sign * shallow(board, depth + 1, best, visited))
        board[row][column] = " "
    return best


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


def test_tictactoe_walk_finds_what_minimax_finds() -> None:
    rng = Random(0)
    for plies in [1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8]:
        board = old_tictactoe.new_board()
        for ply in range(plies):
            row, column = rng.choice(old_tictactoe.free_cells(board))
            board[row][column] = "ox"[(plies - ply) % 2]
        if old_tictactoe.has_won(board, "o") or old_tictactoe.has_won(board, "x"):
            continue
        visited, expected = Visited(), Visited()
        root = old_tictactoe.search(board, visited=visited)
        assert root.cost == plain_cost(board, 0) == shallow(board, 0, math.inf, expected)
        assert visited == expected
        best = []
        for row, column in old_tictactoe.free_cells(board):
            board[row][column] = "o"
            if plain_cost(board, 1) == root.cost:
                best.append((row, column))
            board[row][column] = " "
        assert old_tictactoe.choose(board) == best[0]


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


def test_tictactoe_states_visited_from_the_start() -> None:
    # Cut-offs that are shallow leave more than alpha-beta would, and less than all 549,945.
    visited = Visited()
    assert old_tictactoe.choose(old_tictactoe.new_board(), visited) == (0, 0)
    assert visited.positions == 35_155
