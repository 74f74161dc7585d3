"""The naive games against known figures and boards made by hand: the twins must be right first."""

import tomllib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.reference.common import (
    ReferenceGame,
    Result,
    State,
    count_up_to_symmetry,
    divide,
    layers,
    perft,
)
from tests.reference.connect4 import Connect4
from tests.reference.numerical import Numerical
from tests.reference.sim import Sim
from tests.reference.tictactoe import TicTacToe

DATA = Path(__file__).parent / "data"
PERFT = {path.stem: tomllib.loads(path.read_text()) for path in DATA.glob("perft/*.toml")}
POSITIONS = tomllib.loads((DATA / "positions.toml").read_text())

GAMES: dict[str, Callable[..., ReferenceGame]] = {
    "tictactoe": TicTacToe,
    "numerical": Numerical,
    "sim": Sim,
    "connect4": Connect4,
}

# Walking every sequence is slow; counting position by position reaches a few plies further: so many
# layers, of which the last gives the figure of one more ply by its numbers of moves.
MOST_SEQUENCES = 60_000
LAYERS_COUNTED = {
    "tictactoe": 9,
    "numerical": 5,
    "sim_6_vertices_2_players": 6,
    "sim_6_vertices_3_players": 5,
    "connect4_7x6": 7,
    "connect4_8x8": 5,
    "connect4_9x7": 5,
    "connect4_10x6": 5,
    "connect4_12x9": 4,
}

ONGOING = Result("ongoing")
DRAW = Result("draw")


def game_of(table: dict[str, Any]) -> ReferenceGame:
    """Make the game that a table of figures is about."""
    return GAMES[table["game"]](**table["parameters"])


def after(game: ReferenceGame, moves: str) -> State:
    """Return the board after moves separated by spaces, each checked to be legal."""
    state = game.start()
    for text in moves.split():
        assert text in game.moves(state)
        state = game.play(state, text)
    return state


def result_after(game: ReferenceGame, moves: str) -> Result:
    """Return the state of the game after moves separated by spaces."""
    state = after(game, moves)
    result = game.result(state)
    assert (game.moves(state) == []) == (result.kind != "ongoing")
    return result


def random_game(game: ReferenceGame, seed: int) -> Iterator[State]:
    """Yield the boards of a game of random moves, the start and the end among them."""
    choice = Random(seed).choice
    state = game.start()
    yield state
    while moves := game.moves(state):
        state = game.play(state, choice(moves))
        yield state


def won(player: int, sites: str) -> Result:
    """Return a win decided by sites separated by spaces."""
    return Result("won", player, frozenset(sites.split()))


def lost(player: int, sites: str) -> Result:
    """Return a loss decided by sites separated by spaces."""
    return Result("lost", player, frozenset(sites.split()))


# Counts


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(PERFT))
def test_perft(name: str) -> None:
    game = game_of(PERFT[name])
    for depth, count in enumerate(PERFT[name]["counts"]):
        if count <= MOST_SEQUENCES:
            by_move = divide(game, game.start(), depth) if depth else {}
            assert perft(game, game.start(), depth) == count, by_move


@pytest.mark.parametrize("name", sorted(PERFT))
@pytest.mark.slow
def test_layers_count_the_sequences_of_perft(name: str) -> None:
    game = game_of(PERFT[name])
    counts = PERFT[name]["counts"]
    for depth, layer in enumerate(islice(layers(game), LAYERS_COUNTED[name])):
        assert layer.total() == counts[depth]
        one_more = sum(ways * len(game.moves(state)) for state, ways in layer.items())
        assert one_more == counts[depth + 1]


def test_divide_splits_perft_by_the_first_move() -> None:
    game = Connect4()
    assert divide(game, game.start(), 1) == dict.fromkeys("1234567", 1)
    assert sum(divide(game, game.start(), 4).values()) == 2401


def test_a_finished_game_is_not_continued() -> None:
    game = TicTacToe()
    finished = after(game, "1 4 2 5 3")
    assert perft(game, finished, 0) == 1
    assert perft(game, finished, 1) == 0


def test_all_games_and_positions_of_tictactoe() -> None:
    game = TicTacToe()
    known = POSITIONS["tictactoe"]
    sequences = {state: ways for layer in layers(game) for state, ways in layer.items()}
    ended = [state for state in sequences if game.result(state).kind != "ongoing"]
    assert sum(sequences[state] for state in ended) == known["games"] == 255_168
    assert len(sequences) == known["reachable"] == 5_478
    assert count_up_to_symmetry(game, sequences) == known["canonical"] == 765


@pytest.mark.slow
@pytest.mark.parametrize(("vertices", "count"), [(3, 3), (4, 17), (5, 135)])
def test_positions_of_small_sim_that_are_not_ended(vertices: int, count: int) -> None:
    game = Sim(vertices)
    states = [state for layer in layers(game) for state in layer]
    not_ended = [state for state in states if game.result(state).kind == "ongoing"]
    known = POSITIONS[f"sim_{vertices}_vertices_2_players"]
    assert count_up_to_symmetry(game, not_ended) == known["not_ended_canonical"] == count


@pytest.mark.slow
def test_positions_of_connect4_by_plies() -> None:
    counted = [len(layer) for layer in islice(layers(Connect4()), 8)]
    assert counted == POSITIONS["connect4_7x6"]["positions_after"][:8]


# Tic-tac-toe


def test_tictactoe_row() -> None:
    """The first player has the top row.

    x x x
    o o .
    . . .
    """
    assert after(TicTacToe(), "1 4 2 5 3") == "xxxoo...."
    assert result_after(TicTacToe(), "1 4 2 5 3") == won(0, "1 2 3")


def test_tictactoe_column() -> None:
    """The first player has the left column.

    x o .
    x o .
    x . .
    """
    assert result_after(TicTacToe(), "1 2 4 5 7") == won(0, "1 4 7")


def test_tictactoe_diagonal() -> None:
    """The second player has a diagonal.

    x x o
    x o .
    o . .
    """
    assert result_after(TicTacToe(), "1 3 2 5 4 7") == won(1, "3 5 7")


def test_tictactoe_two_lines_with_the_last_move() -> None:
    """Square 9 completes a row and a column: a win, though the board is full.

    o o x
    o o x
    x x x
    """
    game = TicTacToe()
    assert game.result(after(game, "3 1 6 2 7 4 8 5")) == ONGOING
    assert result_after(game, "3 1 6 2 7 4 8 5 9") == won(0, "3 6 7 8 9")


def test_tictactoe_draw() -> None:
    """A full board without a line.

    x o x
    x o o
    o x x
    """
    assert result_after(TicTacToe(), "1 2 3 5 8 7 4 6 9") == DRAW


# Numerical tic-tac-toe


def test_numerical_moves() -> None:
    """Only own unused numbers, only free squares.

    . 7 .
    . 2 .
    . . .
    """
    game = Numerical()
    assert after(game, "7@2 2@5") == ".7..2...."
    expected = {f"{number}@{position}" for number in "1359" for position in "1346789"}
    assert set(game.moves(".7..2....")) == expected


def test_numerical_row_of_both_players() -> None:
    """The second player completes 7 + 2 + 6, though 7 is the first player's.

    7 2 6
    . 1 .
    . . .
    """
    assert result_after(Numerical(), "7@1 2@2 1@5 6@3") == won(1, "1 2 3")


def test_numerical_column() -> None:
    """The first player completes 4 + 2 + 9.

    4 . .
    2 . .
    9 3 1
    """
    assert result_after(Numerical(), "1@9 4@1 3@8 2@4 9@7") == won(0, "1 4 7")


def test_numerical_diagonal_of_one_player() -> None:
    """The first player completes 9 + 1 + 5.

    2 . 9
    . 1 .
    5 . 4
    """
    assert result_after(Numerical(), "9@3 2@1 1@5 4@9 5@7") == won(0, "3 5 7")


def test_numerical_two_lines_at_once() -> None:
    """5 completes 4 + 5 + 6 and 1 + 5 + 9.

    . 1 .
    4 5 6
    . 9 .
    """
    assert result_after(Numerical(), "1@2 4@4 9@8 6@6 5@5") == won(0, "2 4 5 6 8")


def test_numerical_two_numbers_with_sum_15_are_no_line() -> None:
    """9 + 6 is 15, but the row is not filled.

    9 6 .
    . . .
    . . .
    """
    assert result_after(Numerical(), "9@1 6@2") == ONGOING


def test_numerical_draw() -> None:
    """A full board; its lines come to 12, 14, 19, 12, 14, 19, 12 and 8.

    3 7 2
    4 1 9
    5 6 8
    """
    assert result_after(Numerical(), "7@2 2@3 1@5 4@4 5@7 8@9 9@6 6@8 3@1") == DRAW


# Connect Four


def test_connect4_counters_pile_up() -> None:
    """The board that the naive game draws in its own docstring.

    . . . o . . .
    . . o x x . .
    1 2 3 4 5 6 7
    """
    assert after(Connect4(), "4 4 5 3") == "//o/xo/x//"


def test_connect4_row_of_seven() -> None:
    """The first player closes the gap at the bottom of column 4; all seven squares count.

    o o o . o o o
    x x x x x x x
    """
    sites = "1,1 2,1 3,1 4,1 5,1 6,1 7,1"
    assert result_after(Connect4(), "1 1 2 2 3 3 5 5 6 6 7 7 4") == won(0, sites)


def test_connect4_column() -> None:
    """The second player has four above one another.

    . o . . . . .
    x o . . . . .
    x o . . . . .
    x o x . . . .
    """
    assert result_after(Connect4(), "1 2 1 2 1 2 3 2") == won(1, "2,1 2,2 2,3 2,4")


def test_connect4_rising_diagonal() -> None:
    """The first player has a diagonal from the bottom left.

    . . . x . . .
    . . x x . . .
    o x o o . . .
    x o o x . . .
    """
    assert result_after(Connect4(), "1 2 2 3 4 3 3 4 4 1 4") == won(0, "1,1 2,2 3,3 4,4")


def test_connect4_falling_diagonal() -> None:
    """The first player has a diagonal to the bottom right.

    x . . . . . .
    x x . . . . .
    o o x o . . .
    x o o x . . .
    """
    assert result_after(Connect4(), "4 3 3 2 1 2 2 1 1 4 1") == won(0, "1,4 2,3 3,2 4,1")


def test_connect4_two_lines_at_once() -> None:
    """The last counter, at the top of column 4, completes a column and a diagonal.

    . . . x . . .
    . . x x . . .
    . x o x . . o
    x o o x . o o
    """
    sites = "4,1 4,2 4,3 4,4 1,1 2,2 3,3"
    assert result_after(Connect4(), "1 2 2 3 4 3 3 7 4 7 4 6 4") == won(0, sites)


def test_connect4_full_column() -> None:
    """Column 1 takes no more counters.

    o . . . . . .
    x . . . . . .
    o . . . . . .
    x . . . . . .
    o . . . . . .
    x . . . . . .
    """
    game = Connect4()
    assert game.moves(after(game, "1 1 1 1 1 1")) == ["2", "3", "4", "5", "6", "7"]


def test_connect4_draw() -> None:
    """A full board of two rows.

    x o x o
    x o x o
    """
    assert result_after(Connect4(columns=4, rows=2), "1 2 3 4 1 2 3 4") == DRAW


def test_connect4_names_of_many_columns() -> None:
    """The first player has the four columns on the right of a wide board.

    . . . . . . . . o o o .
    . . . . . . . . x x x x
    1 2 3 4 5 6 7 8 9 a b c
    """
    game = Connect4(columns=12)
    assert game.moves(game.start()) == list("123456789abc")
    assert result_after(game, "9 9 a a b b c") == won(0, "9,1 10,1 11,1 12,1")


# Sim


def test_sim_triangle() -> None:
    """The first player completes a triangle and loses.

    player 1: 0-1 0-2 1-2
    player 2: 3-4 3-5
    """
    game = Sim()
    assert result_after(game, "0-1 3-4 0-2 3-5") == ONGOING
    assert result_after(game, "0-1 3-4 0-2 3-5 1-2") == lost(0, "0-1 0-2 1-2")


def test_sim_two_triangles_at_once() -> None:
    """0-1 closes a triangle with vertex 2 and one with vertex 3; both are shown.

    player 1: 0-2 1-2 0-3 1-3 0-1
    player 2: 2-4 3-5 4-5 0-4
    """
    moves = "0-2 2-4 1-2 3-5 0-3 4-5 1-3 0-4 0-1"
    assert result_after(Sim(), moves) == lost(0, "0-1 0-2 1-2 0-3 1-3")


def test_sim_mixed_triangle_is_a_draw() -> None:
    """On three vertices the one triangle gets two colours.

    player 1: 0-1 1-2
    player 2: 0-2
    """
    game = Sim(vertices=3)
    assert after(game, "0-1 0-2 1-2") == "010"
    assert result_after(game, "0-1 0-2 1-2") == DRAW


def test_sim_third_of_three_players_loses() -> None:
    """The game ends at the first triangle, whoever's it is.

    player 1: 0-3 1-4 2-5
    player 2: 0-4 1-5 2-3
    player 3: 0-1 0-2 1-2
    """
    moves = "0-3 0-4 0-1 1-4 1-5 0-2 2-5 2-3 1-2"
    assert result_after(Sim(players=3), moves) == lost(2, "0-1 0-2 1-2")


def test_sim_draw_of_five_players() -> None:
    """Five players on six vertices, each with three edges that do not meet.

    player 1: 0-5 1-4 2-3
    player 2: 1-5 0-2 3-4
    player 3: 2-5 1-3 0-4
    player 4: 3-5 2-4 0-1
    player 5: 4-5 0-3 1-2
    """
    moves = "0-5 1-5 2-5 3-5 4-5  1-4 0-2 1-3 2-4 0-3  2-3 3-4 0-4 0-1 1-2"
    assert result_after(Sim(players=5), moves) == DRAW


# Parameters and symmetries


@pytest.mark.parametrize(("vertices", "players"), [(2, 2), (11, 2), (6, 1), (6, 6)])
def test_sim_refuses_other_sizes(vertices: int, players: int) -> None:
    with pytest.raises(ValueError, match="no Sim"):
        Sim(vertices, players)


@pytest.mark.parametrize(("columns", "rows"), [(0, 6), (13, 6), (7, 0)])
def test_connect4_refuses_other_sizes(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="no board"):
        Connect4(columns, rows)


def test_squares_have_eight_images() -> None:
    """A board without symmetry of its own, and what its images look like.

    x o .    . . x    . . .    . . .    . o x    . . .    x . .    . . .
    . . .    . . o    . . .    o . .    . . .    . . .    o . .    . . o
    . . .    . . .    . o x    x . .    . . .    x o .    . . .    . . x
    """
    expected = [
        "xo.......",
        "..x..o...",
        ".......ox",
        "...o..x..",
        ".ox......",
        "......xo.",
        "x..o.....",
        ".....o..x",
    ]
    assert TicTacToe().symmetric("xo.......") == expected
    numbers = [image.replace("x", "1").replace("o", "2") for image in expected]
    assert Numerical().symmetric("12.......") == numbers


def test_connect4_has_a_mirror_image() -> None:
    """A board and its mirror image.

    o . . . . . .    . . . . . . o
    x x . . . . .    . . . . . x x
    """
    assert Connect4().symmetric("xo/x/////") == ["xo/x/////", "/////x/xo"]


def test_sim_images_are_the_relabellings() -> None:
    game = Sim()
    images = list(game.symmetric(after(game, "0-1")))
    assert len(images) == 720
    assert set(images) == {after(game, edge) for edge in game.edges}
    path = after(game, "0-1 1-2")
    assert len(set(game.symmetric(path))) == 6 * 5 * 4


@pytest.mark.parametrize(
    "game", [TicTacToe(), Numerical(), Connect4(5, 4), Sim(4), Sim(4, players=3)]
)
def test_images_have_the_same_state_and_have_the_same_images(game: ReferenceGame) -> None:
    for seed in range(10):
        for state in random_game(game, seed):
            images = set(game.symmetric(state))
            assert state in images
            for image in images:
                assert game.result(image).kind == game.result(state).kind
                assert game.result(image).player == game.result(state).player
                assert len(game.moves(image)) == len(game.moves(state))
                assert set(game.symmetric(image)) == images
