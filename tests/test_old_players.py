"""The old programs' players against the same programs in plain Python, move for move."""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from benchmarks.baseline import (
    Visited,
    old_connect4,
    old_sim,
    old_sim_red,
    old_tictactoe,
    sim_board,
)

import plyground as pg
from plyground import errors, players
from plyground.kernel import borrowed
from plyground.players.old_choices import lone_pairs
from plyground.position import as_words
from tests.reference.old_programs import Line, Red, numerical_best
from tests.variants import random_playout, uncompiled

Chosen = tuple[pg.Position, str]  # where a player moved, and how

SEEDS = 8  # so many times a player is asked where it leaves the move to chance


def sim_position(position: pg.Position) -> sim_board.Board:
    """The board of a Sim position with two players, colours 0 and 1."""
    game = position.game
    assert isinstance(game, pg.Sim)
    board = sim_board.new_board(game.vertices)
    for ply, each in enumerate(position.line[1:]):
        assert each.last_code is not None
        sim_board.paint(board, game.edges[each.last_code], ply % 2)
    return board


def four_position(position: pg.Position) -> old_connect4.Board:
    """The board of a Connect Four position, red first."""
    board = old_connect4.new_board()
    for ply, column in enumerate(position.history):
        old_connect4.drop(board, int(column) - 1, old_connect4.RED + ply % 2)
    return board


def chosen(player: pg.Player, position: pg.Position) -> set[str]:
    return {player.choose(position, chance=pg.Chance(seed)).move for seed in range(SEEDS)}


@pytest.mark.compiled
@pytest.mark.parametrize("version", ["described", "coded"])
@pytest.mark.parametrize("seed", range(6))
def test_old_sim(version: str, seed: int) -> None:
    player = players.OldSim(2, version)
    version_words = "as described" if version == "described" else "as coded"
    for position in random_playout(pg.Sim(), seed, long=True)[:-1]:
        board, visited = sim_position(position), Visited()
        expected = old_sim.candidates(
            board, position.turn, 2, version_words, version_words, visited
        )
        moves = {f"{a}-{b}" for a, b in expected}
        found = chosen(player, position)
        assert found <= moves
        assert len(moves) > 1 or found == moves
        assert player.choose(position).nodes == visited.positions


@pytest.mark.slow
@pytest.mark.parametrize(
    "vertices",
    [pytest.param(3, marks=uncompiled), 6, pytest.param(10, marks=uncompiled)],
)
def test_the_opening_of_old_sim_on_other_boards(vertices: int) -> None:
    """It joins two dots without an edge, as long as there are two; all such moves are possible."""
    game = pg.Sim(vertices)
    for seed in range(3):
        for position in random_playout(game, seed)[:-1]:
            joined = {dot for move in position.history for dot in move.split("-")}
            expected = [move for move in position.moves if not joined & {*move.split("-")}]
            out = np.full(game.max_moves, -1, np.int64)
            count = lone_pairs(game.rules, as_words(position.state), borrowed(out))
            assert [game.move_texts[code] for code in out[:count]] == expected


@pytest.mark.compiled
@pytest.mark.parametrize(("pruning", "variant"), [(True, False), (False, False), (True, True)])
@pytest.mark.parametrize("seed", range(2))
def test_old_sim_red(pruning: bool, variant: bool, seed: int) -> None:
    player = players.OldSimRed(3, pruning, variant)
    for position in random_playout(pg.Sim(), seed, long=True)[:-1]:
        board, visited = sim_position(position), Visited()
        if position.turn == 1:  # red is whoever is to move
            board = [[1 - colour if colour >= 0 else colour for colour in row] for row in board]
        a, b = old_sim_red.choose(board, 3, pruning, variant, visited)
        choice = player.choose(position)
        assert choice.move == f"{a}-{b}"
        assert choice.nodes == visited.positions


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(2))
def test_old_connect4(seed: int) -> None:
    player = players.OldConnect4(3)
    for position in random_playout(pg.ConnectFour(), seed, long=True)[:-1]:
        visited = Visited()
        expected = old_connect4.candidates(
            four_position(position), old_connect4.RED + position.turn, 3, visited=visited
        )
        assert player.choose(position).nodes == visited.positions
        moves = {str(column + 1) for column in expected}
        found = chosen(player, position)
        assert found <= moves
        assert len(moves) > 1 or found == moves


@pytest.mark.compiled
def test_old_connect4_visits_what_it_visited() -> None:
    """Deeper than that program could look, it prunes."""
    empty = pg.ConnectFour().position()
    assert players.OldConnect4(5).choose(empty).nodes == 7 + 7**2 + 7**3 + 7**4 + 7**5
    assert players.OldConnect4(8).choose(empty).nodes < 7**7


@cache
def plain_cell(history: tuple[str, ...]) -> str:
    """The cell that the plain tic-tac-toe computer takes."""
    board = old_tictactoe.new_board()
    marks = (old_tictactoe.HUMAN, old_tictactoe.COMPUTER)
    for ply, cell in enumerate(history):
        row, column = divmod(int(cell) - 1, 3)
        board[row][column] = marks[(len(history) - ply) % 2 == 0]
    row, column = old_tictactoe.choose(board)
    return str(3 * row + column + 1)


@pytest.mark.parametrize("seed", range(4))
def test_old_tictactoe(seed: int) -> None:
    for position in random_playout(pg.TicTacToe(), seed, long=True)[2:-1]:
        assert players.OldTicTacToe().choose(position).move == plain_cell(position.history)


@pytest.mark.compiled
def test_the_old_numerical_computer_takes_any_win_quick_or_slow() -> None:
    """Also by a table, which it looks the results up in."""
    position = pg.game("numerical").position("3@4 6@5 7@2 2@9")
    wins = {each.move for each in pg.analyse(position).moves if each.value.verdict == "win"}
    assert len(wins) > 1
    table = pg.solve_tables(position.game)
    for inner in (pg.FullSearch(False), pg.FullSearch(False, table)):
        player = players.Mixed(100, inner)
        assert str(player) == "mixed:100(full:near=off)"
        assert {player.choose(position, chance=pg.Chance(seed)).move for seed in range(60)} == wins


# Whole games

MANY = pytest.mark.parametrize("games", [2, pytest.param(200, marks=pytest.mark.long)])


def played(player: pg.Player, game: pg.Game, games: int, plies: int = 0) -> Iterator[Chosen]:
    """The choices of a player in whole games against chance, in which it begins every second one.

    The first `plies` are of chance too. With the choices come the positions.
    """
    for number in range(games):
        chance, position = pg.Chance(number), game.position()
        while not position.over:
            if position.ply >= plies and position.turn == number % 2:
                choice = player.choose(position, chance=chance)
                yield position, choice.move
                position = position.play(choice.move)
            else:
                position = position.play(pg.Random().choose(position, chance=chance).move)


@MANY
@pytest.mark.compiled
@pytest.mark.parametrize("version", ["described", "coded"])
def test_whole_games_of_old_sim(version: str, games: int) -> None:
    words = "as described" if version == "described" else "as coded"
    for position, move in played(players.OldSim(2, version), pg.Sim(), games):
        moves = old_sim.candidates(
            sim_position(position), position.turn, 2, words, words, Visited()
        )
        assert move in {f"{a}-{b}" for a, b in moves}


@MANY
@pytest.mark.compiled
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_whole_games_of_old_sim_red(depth: int, games: int) -> None:
    """As coded: the first of equal moves depends on the game so far."""
    coded, described = players.OldSimRed(depth, version="coded"), players.OldSimRed(depth)
    differ, red = 0, Red(depth)
    for position, move in played(coded, pg.Sim(), games):
        if position.ply < 2:
            red = Red(depth)
        for ply in range(max(position.ply - 2, 0), position.ply):
            if ply % 2 != position.turn:
                red.draw(line_of(position.history[ply]), 1)
        a, b = red.choose()
        assert move == f"{a}-{b}"
        red.draw((a, b), 0)
        differ += described.choose(position).move != move
    assert games < 200 or (differ > 0) == (depth > 1)


def line_of(move: str) -> Line:
    a, b = map(int, move.split("-"))
    return a, b


@MANY
@pytest.mark.compiled
def test_whole_games_of_old_connect4(games: int) -> None:
    for position, move in played(players.OldConnect4(3), pg.ConnectFour(), games):
        columns = old_connect4.candidates(
            four_position(position), old_connect4.RED + position.turn, 3, pruning=True
        )
        assert int(move) - 1 in columns


@MANY
@pytest.mark.compiled
def test_whole_games_of_old_tictactoe(games: int) -> None:
    for position, move in played(players.OldTicTacToe(), pg.TicTacToe(), games):
        assert move == plain_cell(position.history)


@MANY
@pytest.mark.compiled
def test_whole_games_of_the_old_numerical_computer(games: int) -> None:
    game = pg.NumericalTicTacToe()
    player = players.Mixed(100, pg.FullSearch(near=False))
    for position, move in played(player, game, games, plies=3):
        assert move in numerical_best(game.numbers(position.state))


@pytest.mark.compiled
def test_the_figures_of_the_old_connect_four() -> None:
    """Depth 5 against 3, five rounds: W D D D D; and the replies to an opening in the centre."""
    results = []
    for number in range(5):
        depths = (5, 3) if number == 0 else (3, 5)
        position = pg.ConnectFour().position()
        while not position.over:
            position = position.play(
                players.OldConnect4(depths[position.turn]).choose(position).move
            )
        assert position.outcome is not None
        winner = position.outcome.winner
        results.append("D" if winner is None else "W" if depths[winner] == 5 else "L")
    assert "".join(results) == "WDDDD"
    centre = pg.ConnectFour().position("4")
    assert players.OldConnect4(5).choose(centre).move == "4"
    assert players.OldConnect4(6).choose(centre).move == "3"


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("old-sim", pg.Sim(6, 3)),
        ("old-sim-red", pg.TicTacToe()),
        ("old-connect4:depth=3", pg.TicTacToe()),
        ("old-tictactoe", pg.Sim()),
    ],
    ids=str,
)
def test_other_games_are_refused(text: str, game: pg.Game) -> None:
    player = pg.parse_player(text)
    assert player is not None
    with pytest.raises(errors.PlayerError, match="for 2 players only"):
        player.choose(game.position())
