"""Perfect games: what the files say is true, and what is said of it follows."""

from __future__ import annotations

from itertools import starmap

import pytest

import plyground as pg
from plyground.analysis.perfect import (
    PerfectGame,
    PerfectMove,
    Worth,
    perfect_game,
    perfect_games,
    perfect_text,
    why_this_move,
)
from plyground.analysis.perfect_view import PerfectView
from plyground.analysis.perfecting import perfect_move, play_perfectly
from plyground.analysis.reasons import NAMES
from plyground.analysis.winning import why_it_wins
from plyground.games.registry import folder_of, game_class, game_names
from plyground.position import file_stem, standing
from plyground.search import Solver, Value, find_book
from plyground.search.value import VERDICTS
from tests.values import Known, each_known
from tests.variants import case

GAMES = [each.game for each in perfect_games()]
FOUR = pg.ConnectFour()
LAST = 12  # plies that the tests solve again

each_game = pytest.mark.parametrize("game", [case(game) for game in GAMES], ids=file_stem)


def found(game: pg.Game) -> PerfectGame:
    perfect = perfect_game(game)
    assert perfect is not None
    return perfect


def test_there_is_one_for_each_solved_game() -> None:
    sizes = (4, 4), (5, 4), (6, 5), (7, 6), (8, 5)
    assert {*GAMES} == {
        pg.TicTacToe(),
        pg.NumericalTicTacToe(),
        *map(pg.Sim, (6, 7, 8)),
        *starmap(pg.ConnectFour, sizes),
    }
    assert perfect_game(pg.ConnectFour(8, 7)) is None
    for game in GAMES:
        folder = folder_of(type(game), "perfect")
        assert folder is not None
        text = (folder / f"{file_stem(game)}.txt").read_text(encoding="utf-8")
        assert perfect_text(found(game)) == text


@each_known(*GAMES, starts=True)
def test_known_values(known: Known) -> None:
    moves = found(known.game).moves
    assert (moves[0].worths[0].value.verdict, len(moves)) == (known.verdict, known.plies)


@each_game
def test_the_values_agree_with_each_other_and_with_the_end(game: pg.Game) -> None:
    perfect = found(game)
    line = perfect.position.line
    assert perfect.position.over
    for position, move in zip(line, perfect.moves, strict=False):
        assert sorted(m for each in move.worths for m in each.moves) == sorted(position.moves)
        best = move.worths[0]
        assert move.move == best.moves[0] == min(best.moves, key=position.moves.index)
        assert list(move.worths) == sorted(move.worths, key=_goodness, reverse=True)
        left = len(perfect.moves) - position.ply
        assert best.value.plies in (left, None), "the game takes as long as it is said to"
        turn = position.turn
        assert VERDICTS[standing(perfect.position.result, turn)] == best.value.verdict
        if move.line:
            value = move.value_of(move.line[0])
            assert value.verdict == "loss" != best.value.verdict
            assert len(move.line) == value.plies
            end = game.position([*position.history, *move.line])
            assert end.over
            assert standing(end.result, turn) == -1


def _goodness(worth: Worth) -> tuple[int, int]:
    level = ("loss", "draw", "win").index(worth.value.verdict)
    return level, (worth.value.plies or 0) * (1 if level == 0 else -1)


@pytest.mark.compiled
@pytest.mark.parametrize("game", [pg.TicTacToe(), pg.Sim(6), pg.ConnectFour(4, 4)], ids=file_stem)
def test_a_game_is_played_again(game: pg.Game) -> None:
    assert play_perfectly(game, Solver(game, 8)) == found(game)


@pytest.mark.compiled
@pytest.mark.parametrize("game", [pg.ConnectFour(), pg.NumericalTicTacToe()], ids=file_stem)
def test_parts_of_a_long_game_are_solved_again(game: pg.Game) -> None:
    """The beginning where a book knows it, and the end."""
    solver, perfect = Solver(game, 32, book=find_book(game)), found(game)
    line, known = perfect.position.line, 6 if find_book(game) else 0
    assert line[-1].ply > LAST or not known
    for at in (*range(known), *range(max(known, line[-1].ply - LAST, 2), line[-1].ply)):
        move = perfect_move(line[at], solver)
        assert (move.move, move.worths) == (perfect.moves[at].move, perfect.moves[at].worths)


def test_why_a_move_is_the_one_to_make() -> None:
    win, draw, loss = (lambda n: Value("win", n)), Value("draw"), (lambda n: Value("loss", n))

    def said(*worths: tuple[Value, str], game: pg.Game = FOUR) -> str:
        given = tuple(Worth(value, tuple(moves.split())) for value, moves in worths)
        return why_this_move(PerfectMove(given[0].moves[0], given), game.face.wording)

    assert said((win(41), "4"), (draw, "3 5"), (loss(42), "2 6"), (loss(40), "1 7")) == (
        "Only column 4 wins, in 21 moves. Columns 3 and 5 draw; "
        "the others lose, the soonest in 20 moves."
    )
    assert said((win(1), "4"), (loss(2), "1")) == (
        "Only column 4 wins at once. Column 1 loses in 1 move."
    )
    assert said((win(8), "1 2 3"), (loss(7), "4"), (loss(1), "5 6")) == (
        "Columns 1, 2 and 3 win in 4 moves; this is the first. "
        "The others lose, some of them at once."
    )
    assert said((win(3), "2"), (win(5), "1"), (win(9), "3"), (draw, "4")) == (
        "Column 2 wins in 2 moves. Columns 1 and 3 would also win, but take 3 to 5 moves. "
        "Column 4 draws."
    )
    assert said((win(3), "1 2"), (draw, "3 4")) == (
        "Columns 1 and 2 win in 2 moves; this is the first. The others draw."
    )
    assert said((draw, "5"), (loss(6), "1 2"), game=pg.TicTacToe()) == (
        "Only cell 5 holds the draw. The others lose in 3 moves."
    )
    assert said((draw, "1 2 3 4 5 6"), (loss(2), "7"), game=pg.TicTacToe()) == (
        "Six moves hold the draw; this is the first. Cell 7 loses in 1 move."
    )
    assert said((draw, "1 2"), game=pg.TicTacToe()) == "Both moves draw; this is the first."
    assert said((loss(2), "0-1"), game=pg.Sim()) == (
        "There is no other move: edge 0-1 loses in 1 move."
    )
    assert said((loss(9), "0-1"), (loss(3), "0-2"), (loss(1), "0-3"), game=pg.Sim()) == (
        "Every move loses. Edge 0-1 holds out longest, for 5 moves. "
        "The others lose in 1 to 2 moves."
    )
    assert said((loss(4), "1 2"), (loss(2), "3")) == (
        "Every move loses. Columns 1 and 2 hold out longest, for 2 moves; this is the first. "
        "Column 3 loses in 1 move."
    )


def test_a_step_shows_what_was_played_why_and_what_the_others_were_worth() -> None:
    view = PerfectView(found(pg.TicTacToe()))
    assert view.summary == "With best play it is a draw: neither x nor o can force a win."
    start, second, fourth = (view.step(at) for at in (0, 2, 4))
    assert start.words == (f"The start. {view.summary}",)
    assert second.words[:2] == (
        "Move 2: o plays cell 5.",
        "Only cell 5 holds the draw. The others lose in 3 moves.",
    )
    assert second.svg.count("−3") == 7
    assert fourth.words[2:] == (
        "This stops x from winning with cell 3.",
        "Cell 4 would have let a line through: cell 3 completes it.",
    )
    [line] = fourth.lines
    assert (line.heading, line.at, line.moves) == ("What cell 4 allows", 3, ("4", "3"))
    other = view.step(3, "4 3")
    assert other.words[0] == "Not played: 4 3, in place of move 4."
    assert other.words[1] == "X wins: three in a row."
    assert view.step(99).words[-1] == "Draw: the board is full."


def test_a_win_is_explained_by_the_rules_where_they_show_it() -> None:
    """In numerical tic-tac-toe the answers of one player are never moves of the other."""
    perfect = found(pg.NumericalTicTacToe())
    position, move = perfect.position.line[6], perfect.moves[6].move
    assert why_it_wins(position, move) in PerfectView(perfect).step(7).words[2]


def test_the_words_for_a_poor_move_go_with_would_have() -> None:
    """What a player did is said of what a move would have done."""
    from plyground.analysis import perfect_view, reasons

    assert set(perfect_view._TELLING) <= set(NAMES)
    for name in perfect_view._TELLING:
        texts = [game_class(each).remarks.get(name, "") for each in game_names()]
        for text in filter(None, [reasons._WORDS[name], *texts]):
            assert text.split()[0] in {"let", "left", "made", "moved", "missed"}, text
