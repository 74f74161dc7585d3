"""Compiled questions to the exact solver: the same questions and answers as `Inquiry` asks."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import rules
from plyground.kernel.compiler import COMPILES
from plyground.position import as_words
from plyground.search import Book, BookBuilder, Bounds, Control, Inquiry, Limits, Solver
from plyground.search.book_arrays import NO_BOOK, BookArrays
from plyground.search.exact import Lent, later, nearer, passed_on
from plyground.search.questions import (
    NO,
    NO_MOVE,
    OPEN,
    YES,
    answer,
    best_moves,
    is_in_book,
    limits_before,
    line,
    sort_moves,
    value_of_each_move,
    window_after,
)
from tests.test_exact import GameWithExtraTurns
from tests.variants import random_playout, uncompiled

GAMES = [
    pg.TicTacToe(),
    pg.ConnectFour(4, 4),
    *(
        pytest.param(game, marks=uncompiled)
        for game in (pg.ConnectFour(), pg.Sim(), pg.NumericalTicTacToe(), GameWithExtraTurns())
    ),
]
NODES = (None, 1, 7, 60, 500, 4_000)


def asked(game: rules.Game) -> Iterator[tuple[pg.Position, int | None]]:
    """Positions, each with a limit of the positions that its questions may cost."""
    for seed in range(30 if COMPILES else 6):
        played = [each for each in random_playout(game, seed, long=True) if not each.over]
        late = len(played) - 1 - seed % (14 if COMPILES else 6)
        yield played[max(0, late)], NODES[seed % len(NODES)]


def lent_by(solver: Solver, book: Book | None, control: Control) -> tuple[Lent, BookArrays]:
    """What one thread works with, for compiled questions; `control` limits and counts them."""
    solver.grow()
    arrays = NO_BOOK if book is None else book.arrays
    return Lent(control.counters, solver._table, np.zeros(1, np.uint64), solver._bits), arrays


class Both:
    """A solver that compiled code asks, and another that `Inquiry` asks."""

    def __init__(self, position: pg.Position, nodes: int | None, book: Book | None = None) -> None:
        game, limits = position.game, Limits(nodes=nodes)
        self.position, self.limits, self.control = position, limits, Control()
        self.of = game.rules, as_words(position.state), position.ply
        self.lent = lent_by(Solver(game, 1), book, self.control)
        asked = Solver(game, 1, book=book)
        asked.grow()  # as compiled questions do not begin with a small table
        self.inquiry = Inquiry(asked, limits)
        self.room = [np.full(game.max_plies + game.max_moves, -9, np.int64) for _ in range(4)]

    def line(self, value: int, first: int, searched: bool = True) -> tuple[str, ...]:
        count = line(*self.of, value, first, searched, *self.lent, self.room[3])
        texts = self.position.game.move_texts
        return tuple(texts[code] for code in self.room[3][:count].tolist())


def best_by_inquiry(inquiry: Inquiry, position: pg.Position) -> tuple[list[int], Bounds]:
    known = inquiry.bounds(position)
    best = []
    for code in position.codes if known.exact else ():
        kept = inquiry.is_worth(position, code, known.low)
        if kept is None:
            return [], known
        if kept:
            best.append(code)
    return best, known


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_best_moves_and_best_play(game: rules.Game) -> None:
    """Found by the same questions: as many positions are visited, whatever the limit."""
    some = 0
    for position, nodes in asked(game):
        both = Both(position, nodes)
        best, known = best_by_inquiry(both.inquiry, position)
        with both.control.limited(both.limits):
            count, low, high = best_moves(*both.of, *both.lent, both.room[0])
            assert (low, high) == known
            assert both.room[0][:count].tolist() == best
            assert both.control.nodes == both.inquiry.nodes
            for first in (best[-1], None) if best else ():
                expected = both.inquiry.line(position, known.low, first)
                assert both.line(low, NO_MOVE if first is None else first) == expected
                assert both.control.nodes == both.inquiry.nodes
                some += 1
    assert some > 3


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_values_of_all_moves(game: rules.Game) -> None:
    for position, nodes in asked(game):
        both = Both(position, nodes)
        codes, lows, highs, _ = both.room
        with both.control.limited(both.limits):
            count, *limits = value_of_each_move(*both.of, *both.lent, codes, lows, highs)
        known = both.inquiry.bounds(position, leaving=True)
        found = both.inquiry.bounds_of_moves(position, known)
        assert both.control.nodes == both.inquiry.nodes
        moves = zip(codes.tolist(), lows.tolist(), highs.tolist(), strict=True)
        assert {code: (low, high) for code, low, high in list(moves)[:count]} == found
        analysis = pg.analyse(position, solver=Solver(game, 1), limits=both.limits)
        assert [each.code for each in analysis.moves] == codes[:count].tolist()
        assert limits[0] == max(known.low, *(low for low, _ in found.values()))
        assert limits[1] == min(known.high, max(high for _, high in found.values()))
        assert analysis.value.exact == (limits[0] == limits[1])


@pytest.mark.slow
def test_with_a_book(tmp_path: Any) -> None:
    """What it knows is not searched; a line can end where it does."""
    game = pg.ConnectFour(4, 4)
    book = BookBuilder(tmp_path / "a.book", Solver(game, 1), 3).build()
    for moves in ("", "1", "12", "121", "1212"):
        position = game.position(moves)
        both = Both(position, None, book)
        best, known = best_by_inquiry(both.inquiry, position)
        count, low, high = best_moves(*both.of, *both.lent, both.room[0])
        assert (both.room[0][:count].tolist(), (low, high)) == (best, known)
        assert (both.control.nodes == 0) == (position.ply < book.plies)
        assert is_in_book(*both.of, both.lent[1]) == both.inquiry.is_in_book(position)
        by_book = both.line(low, NO_MOVE, searched=False)
        assert by_book == both.inquiry.line(position, low, searched=False)
        assert len(by_book) == max(0, book.plies - position.ply)
        assert both.line(low, NO_MOVE) == both.inquiry.line(position, low)
        assert both.control.nodes == both.inquiry.nodes


@pytest.mark.slow
def test_when_told_to_stop() -> None:
    both = Both(pg.TicTacToe().position(), None)
    both.control.stop()
    assert best_moves(*both.of, *both.lent, both.room[0])[0] == 0
    count, *limits = value_of_each_move(*both.of, *both.lent, *both.room[:3])
    assert (count, *limits) == (9, -9, 9)  # no win comes before the first move
    assert both.line(0, NO_MOVE) == ()


def test_values_a_ply_later_and_earlier() -> None:
    """Wins come nearer, losses too; what is asked of the opponent is the opposite."""
    after = [
        value for value in range(-10, 11) if abs(value) != 1
    ]  # which no game is long enough for
    for value in range(-9, 10):
        assert nearer(later(value), 1) == value
        for same in (False, True):
            x = passed_on(value, same)
            for each in after:
                worth = nearer(each if same else -each, 1) >= value
                assert answer(each, each, x, same) == (YES if worth else NO)
    assert answer(-10, 10, 3, True) == OPEN
    assert window_after(10, True, 10) == window_after(9, True, 10) == (-10, 10)
    assert window_after(3, False, 10) == (-4, 10)
    assert limits_before(-4, 6, False, 3) == (-5, 3)
    assert limits_before(-4, 6, True, 9) == (-3, 5)


def test_moves_in_order() -> None:
    """Exact wins first, what may be anything last, equal moves as they were."""
    moves = [(0, -9, 9), (1, -3, -3), (2, 0, 0), (3, 2, 5), (4, 0, 0), (5, 0, 4), (6, 2, 9)]
    codes, lows, highs = np.array(moves, np.int64).T.copy()
    sort_moves(codes, lows, highs, len(moves))
    assert codes.tolist() == [6, 3, 2, 4, 1, 5, 0]
