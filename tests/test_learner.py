"""Learning and its searches against a naive twin, which keeps its n-tuples in dictionaries.

Compilation is off in one of the two runs of these tests, and both expect the same numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

import plyground as pg
from plyground.kernel import by_kind
from plyground.kernel.real import tanh
from plyground.search.learning import Learner
from plyground.search.learning import learner as learner_module
from plyground.search.learning.patterns import Design, watch
from plyground.search.learning.symmetries import symmetries
from plyground.search.learning.temporal import CERTAIN, RATES, fill_rates
from plyground.search.learning.weights import fingerprint

from .reference.chance import draws
from .reference.common import ReferenceGame, State
from .reference.connect4 import Connect4
from .reference.learning import NaiveLearner
from .reference.sim import Sim
from .reference.tictactoe import TicTacToe


class InReach(Connect4):
    """Says of each empty square whether a counter dropped now would lie there: it holds a 3."""

    def cells(self, state: State) -> dict[str, int]:
        held = super().cells(state)
        heights = [len(column) for column in state.split("/")]
        free = {f"{at},{high + 1}" for at, high in enumerate(heights, 1) if high < self.rows}
        return held | dict.fromkeys(free, 3)


class Case(NamedTuple):
    """A game with its twin, and patterns for it: of each image, where the sites go."""

    game: pg.Game
    twin: ReferenceGame
    turned: bool
    tuples: tuple[tuple[int, ...], ...]
    images: tuple[tuple[int, ...], ...]
    reach: bool = False


def dots(count: int, players: int, turned: bool) -> Case:
    """Sim, and its board with the dots counted backwards."""
    game = pg.Sim(count, players)
    pairs = [(edge.a, edge.b) for edge in game.board.sites]  # type: ignore[union-attr]
    backwards = tuple(pairs.index((count - 1 - b, count - 1 - a)) for a, b in pairs)
    tuples = (0, 1, 2, 4), (1, 3, 5), (0, 5), (2, 3, 4), (1, 2)
    return Case(game, Sim(count, players), turned, tuples, (tuple(range(len(pairs))), backwards))


LINES = (0, 1, 2, 4), (0, 4, 8), (1, 4, 7, 6), (3, 4, 5), (2, 5), (6, 7)
TURNS = tuple(range(9)), (2, 1, 0, 5, 4, 3, 8, 7, 6), (6, 3, 0, 7, 4, 1, 8, 5, 2)
COLUMNS = tuple(range(16)), tuple(4 * (3 - site // 4) + site % 4 for site in range(16))
SQUARES = (0, 1, 2, 3), (0, 4, 8, 12), (5, 6, 9, 10, 13), (1, 5, 4), (3, 7, 11)
CASES = [
    Case(pg.TicTacToe(), TicTacToe(), False, LINES, TURNS),
    Case(pg.TicTacToe(), TicTacToe(), True, LINES, TURNS),
    Case(pg.ConnectFour(4, 4), InReach(4, 4), False, SQUARES, COLUMNS, reach=True),
    dots(6, 3, turned=True),
    dots(6, 3, turned=False),
    dots(6, 2, turned=True),
]
BY_NAME = pytest.mark.parametrize(
    "case",
    [*CASES[:-1], pytest.param(CASES[-1], marks=pytest.mark.uncompiled)],
    ids=lambda case: f"{case.game.name}-{case.game.players}-{case.turned}",
)


def patterns(case: Case) -> Design:
    """The patterns of a case, as a file would have them."""
    before = tuple(
        site - 1 if case.reach and site % 4 else -1 for site in range(len(case.images[0]))
    )
    kinds = 1 + case.game.players + case.reach
    return Design(kinds, 3 * case.reach, before, case.turned, case.tuples, case.images)


def twins(case: Case, games: int) -> tuple[Learner, NaiveLearner]:
    """Both have learned from so many games."""
    made = patterns(case)
    learner = Learner(case.game, 5, patterns=made, trace=0.7, exploring=0.2, openings=0.5)
    learner.train(games)
    rates = np.empty(RATES)
    fill_rates(rates)
    places = [case.twin.place(site) for site in case.game.board.sites]
    slots = [[places[image[s]] for s in sites] for sites in case.tuples for image in case.images]
    tables = [number for number in range(len(case.tuples)) for _ in case.images]
    words = draws(5, 0, 0)
    naive = NaiveLearner(case.twin, slots, tables, words, tanh, rates.tolist(), case.turned)
    for game in range(1, games + 1):
        naive.play(2.8, 0.7, 200_000, 500_000, int(0.7 * case.game.max_plies))
        if game >= 10 * learner.pace().mean_every:
            naive.look(game)
    return learner, naive


@pytest.mark.slow
@BY_NAME
def test_the_weights_are_those_of_a_naive_learner(case: Case) -> None:
    learner, naive = twins(case, 12)
    expected = in_order(case, learner, naive.weights)
    assert np.count_nonzero(expected) > 40
    assert np.array_equal(learner.learned.weights, expected)
    assert not learner.learned.mean.any()  # so early
    assert learner.weights_to_play is learner.learned.weights


@pytest.mark.slow
@BY_NAME
def test_it_plays_by_the_means_of_a_naive_learner(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learner_module, "MEAN_EVERY", 1)
    learner, naive = twins(case, 14)
    assert np.array_equal(learner.learned.mean, in_order(case, learner, naive.means))
    assert learner.weights_to_play is learner.learned.mean
    assert not np.array_equal(learner.learned.mean, learner.learned.weights)


def in_order(
    case: Case, learner: Learner, numbers: Mapping[object, np.float32]
) -> npt.NDArray[np.float32]:
    """Numbers by entries as a learner has them."""
    made = learner.patterns
    expected = np.zeros(len(learner.learned.weights), np.float32)
    sizes = [learner.design.kinds ** len(each) for each in case.tuples]
    for entry, number in numbers.items():
        whose, table, output, held = entry  # type: ignore[misc, has-type]
        shown = sum(kind * learner.design.kinds**at for at, kind in enumerate(held))
        at = (sum(sizes[:table]) + shown) * made.outputs + output
        expected[at + (0 if case.turned else whose * made.span)] = number
    return expected


@pytest.mark.slow
@BY_NAME
@pytest.mark.parametrize("plies", [1, 2, 3])
def test_a_search_finds_what_a_naive_one_finds(case: Case, plies: int) -> None:
    """In positions of a random game, until it ends: a score, and one of the moves that have it."""
    learner, naive = twins(case, 12)
    chance, position, board = pg.Chance(plies), case.game.position(), case.twin.start()
    while not position.over:
        if len(position.codes) <= 6 or (not position.ply and len(position.codes) ** plies < 1000):
            best = learner.rater().choose(position, plies)[0]
            mover, moves = case.twin.player(board), case.twin.moves(board)
            scores = {
                move: naive.look_ahead(case.twin.play(board, move), plies - 1, 1)[mover]
                for move in moves
            }
            assert best.score == pytest.approx(max(scores.values()), abs=1e-9)
            assert scores[case.game.move_texts[best.code]] == pytest.approx(best.score, abs=1e-9)
            assert (best.certain is None) == (abs(best.score) < CERTAIN / 2)
        move = case.game.move_texts[chance.choice(position.codes)]
        position, board = position.play(move), case.twin.play(board, move)


def test_a_games_symmetries_are_found() -> None:
    """All of tic-tac-toe's, and the mirror image of Connect Four."""
    assert len(symmetries(pg.TicTacToe(), pg.Chance(1), 100)) == 8
    mirrored = symmetries(pg.ConnectFour(4, 4), pg.Chance(1), 100)
    assert [each.moves for each in mirrored] == [(0, 1, 2, 3), (3, 2, 1, 0)]
    assert mirrored[1].sites == COLUMNS[1]


@pytest.mark.uncompiled
def test_a_grids_symmetries_are_tried_where_the_rules_do_not_say_what_is_equal() -> None:
    """Gomoku has all eight; in Hex, where X joins other sides than O, half a turn is left."""
    examples = Path(__file__).parents[1] / "examples"
    found = symmetries(pg.game(str(examples / "gomoku.py")), pg.Chance(1), 100)
    assert len({each.moves for each in found}) == 8
    assert all(each.moves == each.sites for each in found)
    found = symmetries(pg.game(str(examples / "hex.py"), size=3), pg.Chance(1), 100)
    assert [each.moves for each in found] == [
        (0, 1, 2, 3, 4, 5, 6, 7, 8),
        (8, 7, 6, 5, 4, 3, 2, 1, 0),
    ]
    found = symmetries(pg.game(str(examples / "nim.py")), pg.Chance(1), 100)
    assert len(found) == 1  # a move does not fill a place


def test_rules_have_a_fingerprint() -> None:
    """It is the same everywhere, compiled or not."""
    assert fingerprint(pg.TicTacToe()) == "9b454c6db2b57ee1"
    with by_kind():
        assert fingerprint(pg.TicTacToe()) == "9b454c6db2b57ee1"
        assert len({fingerprint(pg.Sim(*size)) for size in ((6, 2), (6, 3), (7, 2), (7, 3))}) == 4


def test_what_a_move_fills_is_found() -> None:
    """In Connect Four each cell waits for the one below it; elsewhere none waits."""
    watched = watch(pg.Sim(), pg.Chance(1))
    assert (watched.used, watched.before) == ([*range(15)], (-1,) * 15)
    watched = watch(CASES[2].game, pg.Chance(1))
    assert (watched.used, watched.before) == ([*range(16)], patterns(CASES[2]).before)
