"""Positions as values: how they are made, compared, kept, shown, and what they refuse."""

import copy
import json
import pickle
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import plyground as pg
from plyground import errors, rules
from plyground.position import standing
from plyground.render.text import text

GAME = pg.TicTacToe()
WON = "12457"  # x has the left column


# What a position tells


def test_start() -> None:
    position = GAME.position()
    assert position == pg.Position.start(GAME)
    assert position.game == GAME
    assert (position.ply, position.turn, position.over, position.outcome) == (0, 0, False, None)
    assert position.moves == tuple("123456789")
    assert position.codes == tuple(range(9))
    assert (position.parent, position.last_code, position.last_move) == (None, None, None)
    assert position.history == ()
    assert position.line == [position]


def test_after_some_moves() -> None:
    """
    x . .
    . o .
    . . .
    """
    position = GAME.position("15")
    assert (position.ply, position.turn, position.result) == (2, 0, rules.ONGOING)
    assert position.moves == tuple("2346789")
    assert position.codes == (1, 2, 3, 5, 6, 7, 8)
    assert (position.last_code, position.last_move) == (4, "5")
    assert position.history == ("1", "5")
    assert position.line == [GAME.position(), GAME.position("1"), position]


def test_after_the_end() -> None:
    """
    x o .
    x o .
    x . .
    """
    position = GAME.position(WON)
    assert position.over
    assert position.moves == position.codes == ()
    assert position.turn == 1  # whose turn it would be
    assert position.result == rules.won(0)
    assert position.outcome == pg.Outcome(0, (1,), "three in a row", frozenset({0, 3, 6}))


def test_a_draw() -> None:
    """
    x o x
    x o o
    o x x
    """
    outcome = GAME.position("123587469").outcome
    assert outcome == pg.Outcome(reason="the board is full")
    assert outcome.draw


def test_playing_makes_a_new_position() -> None:
    before = GAME.position("1")
    after = before.play("5")
    assert before.history == ("1",)
    assert after.parent is before
    assert before.play_code(4) == after


def test_key_tells_positions_apart() -> None:
    assert GAME.position("159").key == GAME.position("951").key
    assert GAME.position("159").key != GAME.position("195").key
    assert all(isinstance(word, int) for word in pg.ConnectFour().position().key)


@pytest.mark.parametrize(
    ("game", "moves", "history"),
    [
        (pg.ConnectFour(), "4453", ("4", "4", "5", "3")),
        (pg.ConnectFour(), "4 4 5 3", ("4", "4", "5", "3")),
        (pg.ConnectFour(), "44, 53", ("4", "4", "5", "3")),
        (pg.ConnectFour(), "4,4\n5,3", ("4", "4", "5", "3")),
        (pg.ConnectFour(), ["4", "4", "5", "3"], ("4", "4", "5", "3")),
        (pg.ConnectFour(), ("44", "53"), ("4", "4", "5", "3")),
        (pg.ConnectFour(), "", ()),
        (pg.ConnectFour(), [], ()),
        (pg.Sim(), "0-1 2-3", ("0-1", "2-3")),
        (pg.Sim(), "0-1,3-2", ("0-1", "2-3")),
        (pg.Sim(), ["0-1", "2-3"], ("0-1", "2-3")),
        (pg.NumericalTicTacToe(), "7@2 2@1", ("7@2", "2@1")),
    ],
    ids=str,
)
def test_moves_in_one_word_or_several(
    game: rules.Game, moves: str | list[str], history: tuple[str, ...]
) -> None:
    assert game.position(moves).history == history


# Values


def test_equal_by_game_and_moves() -> None:
    position = GAME.position("159")
    assert position == GAME.position("1 5 9")
    assert hash(position) == hash(GAME.position("1 5 9"))
    assert position != GAME.position("951")  # the same board, but another game
    assert position != GAME.position("15")
    assert position != "159"
    assert pg.ConnectFour().position("4") != pg.ConnectFour(4, 4).position("4")
    assert len({position, GAME.position("159"), GAME.position("951")}) == 2


@pytest.mark.parametrize(
    "game", [GAME, pg.NumericalTicTacToe(), pg.Sim(6, 3), pg.ConnectFour(4, 4)]
)
def test_pickled_and_back(game: rules.Game) -> None:
    position = game.position(game.move_texts[:1])
    again = pickle.loads(pickle.dumps(position))
    assert again == position
    assert again.line == position.line
    assert pickle.loads(pickle.dumps(game)) == game


def test_copies_are_the_position_itself() -> None:
    position = GAME.position("15")
    assert copy.copy(position) is position
    assert copy.deepcopy([position])[0] is position


@pytest.mark.parametrize(
    ("game", "moves"), [(GAME, WON), (pg.Sim(6, 3), "0-1 3-2"), (pg.ConnectFour(), "")]
)
def test_repr_gives_the_position(game: rules.Game, moves: str) -> None:
    position = game.position(moves)
    names = {"TicTacToe": pg.TicTacToe, "Sim": pg.Sim, "ConnectFour": pg.ConnectFour}
    assert eval(repr(position), names) == position


# Pictures and words


def test_a_position_as_data_and_back() -> None:
    position = pg.Sim(6, 3).position("0-1 2-3")
    data = json.loads(json.dumps(position.to_json()))
    assert data["game"] == {
        "name": "sim",
        "title": "Sim",
        "parameters": {"vertices": 6, "players": 3},
    }
    assert (data["moves"], data["turn"], data["over"]) == (["0-1", "2-3"], 3, False)
    assert data["legal"] == list(position.moves)
    assert pg.Position.from_json(data, position.game) == position
    assert pg.game(data["game"]["name"], **data["game"]["parameters"]) == position.game
    assert pg.Position.from_json({"moves": ["0-1", "2-3"]}, position.game) == position
    with pytest.raises(errors.ParameterError, match="this is a position of"):
        pg.Position.from_json(data, pg.Sim())
    won = pg.TicTacToe().position("14253").to_json()
    assert (won["turn"], won["over"], won["outcome"]["winner"]) == (None, True, 1)


def test_legal_moves_by_their_texts() -> None:
    position = pg.TicTacToe().position("15")
    assert [move for move in "0123456789x" if position.is_legal(move)] == list(position.moves)
    assert not any(pg.TicTacToe().position("14253").is_legal(move) for move in "123456789")


def test_picture() -> None:
    """
    x . .
    . o .
    . . .
    """
    picture = GAME.position("15").picture()
    x, o = rules.Mark(0, "x"), rules.Mark(1, "o")
    assert picture.marks == (x, None, None, None, o, None, None, None, None)
    assert picture.board == GAME.board
    assert picture.colours == GAME.colours
    assert picture.symbols == ("x", "o")
    assert picture.last == {4}
    assert picture.deciding == frozenset()
    assert picture.title == "Tic-tac-toe"
    assert picture.description == GAME.position("15").describe()


def test_picture_of_the_start_and_of_the_end() -> None:
    assert GAME.position().picture().last == frozenset()
    assert GAME.position(WON).picture().deciding == {0, 3, 6}


def test_picture_in_other_colours() -> None:
    assert GAME.position().picture(("red", "blue")).colours == ("red", "blue")


@pytest.mark.parametrize(
    ("game", "moves", "words"),
    [
        (GAME, "", "No moves yet. Player 1 to move."),
        (GAME, "1", "Moves so far: 1. Player 2 to move."),
        (GAME, WON, "Moves so far: 1 2 4 5 7. Player 1 wins: three in a row."),
        (
            GAME,
            "123587469",
            "Moves so far: 1 2 3 5 8 7 4 6 9. Draw: the board is full.",
        ),
        (
            pg.Sim(6, 3),
            "0-3 0-4 0-1 1-4 1-5 0-2 2-5 2-3 1-2",
            "Moves so far: 0-3 0-4 0-1 1-4 1-5 0-2 2-5 2-3 1-2. "
            "Player 3 loses: a triangle in their own colour.",
        ),
    ],
    ids=str,
)
def test_describe(game: rules.Game, moves: str, words: str) -> None:
    assert game.position(moves).describe() == words


def test_drawn_as_text_and_as_svg() -> None:
    position = GAME.position("15")
    assert str(position) == text(position.picture())
    assert "x" in str(position)
    assert ElementTree.fromstring(position._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"


# Refusals


TAKEN = "Cell 5 is taken: legal are 1, 2, 3, 4, 6, 7, 8, 9"
NOT_LEGAL = "is not among the legal (0, 1, 2, 3, 5, 6, 7, 8)"
OVER = "the game is over (Player 1 wins: three in a row): no move can follow"


@pytest.mark.parametrize(
    ("position", "move", "error", "message"),
    [
        (
            GAME.position("5"),
            "centre",
            errors.UnreadableMoveError,
            "'centre' is not a move of Tic-tac-toe: give a cell, 1 to 9, row by row",
        ),
        (GAME.position("5"), "5", pg.IllegalMoveError, TAKEN),
        (GAME.position("5"), 4, pg.IllegalMoveError, f"move code 4 {NOT_LEGAL}"),
        (GAME.position("5"), -1, pg.IllegalMoveError, f"move code -1 {NOT_LEGAL}"),
        (GAME.position(WON), "9", errors.GameOverError, OVER),
        (GAME.position(WON), "1", errors.GameOverError, OVER),
        (GAME.position(WON), 8, errors.GameOverError, OVER),
        (
            pg.Sim().position("0-1"),
            "0-1",
            pg.IllegalMoveError,
            "Dots 0 and 1 are already joined: legal are "
            "0-2, 0-3, 0-4, 0-5, 1-2, 1-3, 1-4, 1-5, 2-3, 2-4, 2-5, 3-4 and 2 more",
        ),
    ],
)
def test_refused_moves_change_nothing(
    position: pg.Position, move: str | int, error: type[pg.MoveError], message: str
) -> None:
    before = (position.history, position.state, position.moves, str(position))
    with pytest.raises(pg.MoveError) as raised:
        position.play(move) if isinstance(move, str) else position.play_code(move)
    assert type(raised.value) is error
    assert str(raised.value) == message
    assert (position.history, position.state, position.moves, str(position)) == before


def test_a_game_that_is_refused_names_the_move() -> None:
    with pytest.raises(errors.UnreadableMoveError, match="'0-12-3' is not a move of Sim"):
        pg.Sim().position("0-12-3")
    with pytest.raises(pg.IllegalMoveError, match="Cell 1 is taken"):
        GAME.position("121")
    with pytest.raises(errors.GameOverError, match="the game is over"):
        GAME.position(WON + "9")


def test_all_errors_are_of_one_kind() -> None:
    for error in (errors.UnreadableMoveError, pg.IllegalMoveError, errors.GameOverError):
        assert issubclass(error, pg.MoveError)
    for error in (pg.MoveError, errors.ParameterError, errors.UnknownGameError):
        assert issubclass(error, pg.PlygroundError)
    assert issubclass(pg.PlygroundError, ValueError)


# Outcomes


@pytest.mark.parametrize(
    ("result", "standings"),
    [
        (rules.DRAW, (0, 0, 0)),
        (rules.won(0), (1, -1, -1)),
        (rules.won(2), (-1, -1, 1)),
        (rules.lost(0), (-1, 1, 1)),
        (rules.lost(2), (1, 1, -1)),
    ],
)
def test_standing(result: int, standings: tuple[int, ...]) -> None:
    assert tuple(standing(result, player) for player in range(3)) == standings


def test_result_codes_are_distinct() -> None:
    codes = [rules.ONGOING, rules.DRAW]
    codes += [code(player) for player in range(5) for code in (rules.won, rules.lost)]
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize(
    ("result", "players", "outcome", "words"),
    [
        (rules.DRAW, 2, (None, None), "Draw: why"),
        (rules.won(0), 2, (0, 1), "Player 1 wins: why"),
        (rules.won(1), 2, (1, 0), "Player 2 wins: why"),
        (rules.won(2), 3, (2, None), "Player 3 wins: why"),
        (rules.lost(0), 2, (1, 0), "Player 1 loses: why"),
        (rules.lost(1), 2, (0, 1), "Player 2 loses: why"),
        (rules.lost(4), 5, (None, 4), "Player 5 loses: why"),
    ],
)
def test_outcome_of_a_result(
    result: int, players: int, outcome: tuple[int | None, int | None], words: str
) -> None:
    sites = frozenset({1})
    made = pg.Outcome.from_result(result, players, "why", sites)
    assert (made.winner, made.loser, made.sites) == (*outcome, sites)
    assert made.draw == (result == rules.DRAW)
    assert str(made) == words


def test_moves_that_are_no_texts() -> None:
    with pytest.raises(errors.UnreadableMoveError, match="a move is a text such as '1'"):
        GAME.position().play(4)  # type: ignore[arg-type]
    with pytest.raises(errors.UnreadableMoveError, match="4 is not a text: give a column, 1 to 7"):
        pg.ConnectFour().position([4, 4])  # type: ignore[list-item]


def test_a_game_cannot_be_changed() -> None:
    game = pg.ConnectFour()
    with pytest.raises(AttributeError, match="make another ConnectFour"):
        game.columns = 5
    with pytest.raises(TypeError):
        game.values["columns"] = 5  # type: ignore[index]
    assert pg.ConnectFour(columns=np.int64(7)) == game
    assert type(pg.ConnectFour(columns=np.int64(7)).columns) is int


def test_nothing_of_a_position_can_be_set() -> None:
    position: Any = pg.TicTacToe().position()
    for name in ("ply", "anything"):
        with pytest.raises(AttributeError, match=name):
            setattr(position, name, 1)
    after = position.play_code(np.int64(4))
    assert type(after.last_code) is int
