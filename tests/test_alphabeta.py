"""Minimax: scores against a plain minimax on the naive twins, known values, and stopping."""

import threading
import tomllib
from pathlib import Path

import pytest

import plyground as pg
from plyground.search import WIN, root_moves
from tests.reference.common import ReferenceGame, State
from tests.variants import Variant, every_variant, numerical, playout, sim, tictactoe, uncompiled

KNOWN = tomllib.loads((Path(__file__).parent / "data" / "positions.toml").read_text())
TO_THE_END = 99
MOST_SEQUENCES = 400  # that the twin is to look at


def twin_score(
    game: ReferenceGame, board: State, me: int, depth: int, distance: bool, ply: int = 1
) -> int:
    """The score for `me` of a board that is `ply` plies from the root."""
    result = game.result(board)
    if result.kind == "draw":
        return 0
    if result.kind != "ongoing":
        good = (result.player == me) == (result.kind == "won")
        return (1 if good else -1) * (WIN - (ply if distance else 0))
    if depth == 0:
        return 0
    scores = [
        twin_score(game, game.play(board, move), me, depth - 1, distance, ply + 1)
        for move in game.moves(board)
    ]
    return max(scores) if game.player(board) == me else min(scores)


def check_scores(variant: Variant, position: pg.Position, board: State, depth: int) -> None:
    game = variant.twin
    for distance in (True, False):
        found = {
            variant.game.move_texts[move.code]: move.score
            for move in root_moves(position, depth, distance=distance)
        }
        assert found == {
            move: twin_score(game, game.play(board, move), game.player(board), depth - 1, distance)
            for move in game.moves(board)
        }


@every_variant
def test_scores_are_those_of_the_twin(variant: Variant) -> None:
    """Every few plies of a long game, as deep as the twin has the patience."""
    for position, board in list(playout(variant, list(range(56)), long=True))[:-1:4]:
        depths = [depth for depth in (1, 2, 3, 4) if len(position.codes) ** depth <= MOST_SEQUENCES]
        check_scores(variant, position, board, max(depths))


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        (tictactoe(), "15"),
        (tictactoe(), "12"),
        (numerical(), "5@5 2@1 7@3 4@9"),
        (sim(6, 2), "0-1 1-2 2-3 3-4 4-5 0-5 0-2 1-3 2-4 3-5"),
        (sim(6, 3), "0-1 1-2 2-3 3-4 4-5 0-5 0-2 1-3 2-4 3-5"),
    ],
    ids=str,
)
def test_scores_to_the_end_of_the_game(variant: Variant, moves: str) -> None:
    board = variant.twin.start()
    for move in moves.split() if " " in moves else moves:
        board = variant.twin.play(board, move)
    position = variant.game.position(moves)
    check_scores(variant, position, board, TO_THE_END)
    assert root_moves(position) == root_moves(position, TO_THE_END)


def test_quick_wins_and_slow_losses() -> None:
    """
    x x .
    o o .
    . . .
    """
    position = pg.TicTacToe().position("1425")
    scores = {pg.TicTacToe().move_texts[move.code]: move.score for move in root_moves(position)}
    assert scores["3"] == WIN - 1
    assert scores["7"] == -(WIN - 2)
    flat = {pg.TicTacToe().move_texts[m.code]: m.score for m in root_moves(position, None, False)}
    assert (flat["3"], flat["7"]) == (WIN, -WIN)


def test_depth_counts_the_move_itself() -> None:
    """
    x x .    3 wins: one ply shows it. That 6 would let o win takes two plies to see.
    o o .
    . . .
    """
    position = pg.TicTacToe().position("1425")
    assert [move.score for move in root_moves(position, 1)] == [WIN - 1, 0, 0, 0, 0]
    assert [move.score for move in root_moves(position, 2)][2:] == [-(WIN - 2)] * 3


def test_moves_come_in_the_order_of_the_position() -> None:
    position = pg.Sim().position("0-1")
    assert tuple(move.code for move in root_moves(position, 1)) == position.codes
    assert root_moves(pg.TicTacToe().position("12457")) == []


def test_nodes_are_counted() -> None:
    """At depth 2 from the start: each of nine moves, and each of eight answers."""
    control = pg.Control()
    moves = root_moves(pg.TicTacToe().position(), 2, control=control)
    assert [move.nodes for move in moves] == [9] * 9
    assert control.nodes == 81


@pytest.mark.parametrize(
    ("game", "depth", "distance", "nodes"),
    [
        (pg.TicTacToe(), None, True, 269_173),
        (pg.TicTacToe(), None, False, 94_977),
        (pg.Sim(6, 3), 4, True, 35_715),
        (pg.ConnectFour(), 5, True, 19_607),
    ],
    ids=str,
)
def test_signature(game: pg.Game, depth: int | None, distance: bool, nodes: int) -> None:
    """What a fixed search visits. A change of it is to be meant, and told in the commit."""
    control = pg.Control()
    root_moves(game.position(), depth, distance, control)
    assert control.nodes == nodes


# Known values


def value(game: pg.Game, moves: str = "") -> int:
    """The game's value for the player to move: 1, 0 or -1."""
    best = max(move.score for move in root_moves(game.position(moves), distance=False))
    return best // WIN


def test_tictactoe_is_a_draw() -> None:
    assert KNOWN["tictactoe"]["value"] == "draw"
    assert value(pg.TicTacToe()) == 0


@pytest.mark.compiled
def test_numerical_tictactoe_is_a_win() -> None:
    assert KNOWN["numerical"]["value"] == "win"
    assert value(pg.NumericalTicTacToe()) == 1


@uncompiled
@pytest.mark.parametrize("vertices", [3, 4])
def test_small_sim_is_a_draw(vertices: int) -> None:
    assert KNOWN[f"sim_{vertices}_vertices_2_players"]["value"] == "draw"
    assert value(pg.Sim(vertices)) == 0


@uncompiled
def test_sim_on_5_vertices_is_a_draw() -> None:
    """All first moves are alike; every answer is one of 0-2 and 2-3; the third moves are solved."""
    assert KNOWN["sim_5_vertices_2_players"]["value"] == "draw"
    game = pg.Sim(5)
    answers = [value(game, "0-1 0-2"), value(game, "0-1 2-3")]
    assert min(answers) == 0


# Stopping


def test_a_long_search_is_stopped_from_another_thread() -> None:
    control = pg.Control()
    threading.Timer(0.1, control.stop).start()
    with pytest.raises(pg.Cancelled):
        root_moves(pg.Sim(10, 5).position(), control=control)
    assert control.nodes > 0


def test_a_search_that_is_stopped_before_it_begins() -> None:
    control = pg.Control()
    control.stop()
    with pytest.raises(pg.Cancelled):
        root_moves(pg.Sim(10, 5).position(), control=control)
    with pytest.raises(pg.Cancelled):
        control.check()


def test_nodes_can_be_read_while_a_search_runs() -> None:
    control = pg.Control()
    seen: list[int] = []

    def watch() -> None:
        while not seen:
            if control.nodes:
                seen.append(control.nodes)
        control.stop()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    with pytest.raises(pg.Cancelled):
        root_moves(pg.Sim(10, 5).position(), control=control)
    watcher.join()
    assert 0 < seen[0] <= control.nodes
