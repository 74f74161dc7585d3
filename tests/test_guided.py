"""Tree search guided by what was learned: against a naive twin, proofs, limits, and the player.

Compilation is off in one of the two runs of these tests, and both expect the same numbers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground as pg
from plyground import errors
from plyground.kernel.compiler import COMPILES
from plyground.kernel.real import exp
from plyground.players import Learned
from plyground.players.form import strength_of
from plyground.search import Cancelled, Control
from plyground.search.control import CANCELLED, RUNNING, STOP
from plyground.search.learning import Rater, Weights, guided, questions, shipped
from plyground.search.learning.guided import EXPLORATION, TEMPERATURE
from plyground.search.mcts import CAPACITY
from tests.reference.guided import WIN, NaiveGuided
from tests.stopping import stop_at_work
from tests.test_learner import CASES, Case, twins

GAME = pg.TicTacToe()
WINNABLE = GAME.position("1425")  # 3 wins at once
LOST = GAME.position("127")
SEARCHED = pg.Limits(playouts=100)


@pytest.fixture(scope="module")
def rater() -> Rater:
    """What comes with tic-tac-toe."""
    path = shipped(GAME)
    assert path is not None
    return Rater.of(Weights.load(path, GAME))


@pytest.mark.slow
@pytest.mark.parametrize("capacity", [CAPACITY, 60], ids=["large", "full"])
@pytest.mark.parametrize(
    "case",
    [
        CASES[0],
        pytest.param(CASES[2], marks=pytest.mark.uncompiled),
        *CASES[3:5],
    ],
    ids=lambda case: str(case.game),
)
def test_a_search_is_that_of_a_naive_one(case: Case, capacity: int) -> None:
    """In positions of a random game, until it ends; also when the tree is soon full."""
    learner, naive = twins(case, 12)
    chance, position, board = pg.Chance(1), case.game.position(), case.twin.start()
    while not position.over:
        if position.ply % (len(case.game.board.sites) // 3) == 0:
            found = guided(position, learner.rater(), limits=SEARCHED, capacity=capacity)
            twin = NaiveGuided(naive, board, EXPLORATION, TEMPERATURE, exp, capacity)
            assert found.playouts == twin.run(100)
            assert (found.tree, found.proof) == (twin.made, twin.root.proof)
            for move, child in zip(found.moves, twin.root.after.values(), strict=True):
                assert (move.visits, move.proof) == (child.visits, child.proof)
                assert move.mean == child.points / WIN / max(1, child.visits)
        text = case.game.move_texts[chance.choice(position.codes)]
        position, board = position.play(text), case.twin.play(board, text)


@pytest.mark.slow
def test_its_choices_keep_the_result(rater: Rater) -> None:
    for each in questions(GAME, 40 if COMPILES else 5, 8):
        found = guided(each.position, rater, limits=SEARCHED)
        assert found.best.code in each.best
        assert found.pv[0] == found.best.code


def test_a_search_ends_with_a_proof(rater: Rater) -> None:
    won = guided(WINNABLE, rater, limits=SEARCHED)
    assert (won.proof, won.playouts, won.pv) == (1, 0, (2,))
    lost = guided(LOST, rater, limits=pg.Limits(playouts=5000))
    assert lost.proof == -1
    assert lost.playouts < 5000


def test_an_estimate_is_an_expectation(rater: Rater) -> None:
    found = guided(GAME, rater, limits=pg.Limits(playouts=20))
    assert (found.playouts, found.proof) == (20, None)
    assert sum(move.visits for move in found.moves) == 20
    assert found.value is not None
    assert found.value.expectation == pytest.approx(0.5, abs=0.1)


# Limits


def test_limits(rater: Rater) -> None:
    with pytest.raises(errors.LimitError, match="needs a limit: playouts, seconds, or both"):
        guided(GAME, rater)
    with pytest.raises(errors.LimitError, match="by playouts or seconds only"):
        guided(GAME, rater, limits=pg.Limits(depth=3, playouts=3))
    with pytest.raises(errors.GameOverError):
        guided(GAME.position("14253"), rater, limits=SEARCHED)


def test_time_ends_a_search_with_an_answer(rater: Rater) -> None:
    control = Control()
    found = guided(GAME, rater, limits=pg.Limits(seconds=0.05), control=control)
    assert found.playouts > 0
    assert control.counters[STOP] == RUNNING


def test_a_search_that_is_told_to_finish_takes_the_best_by_its_ratings(rater: Rater) -> None:
    control = Control()
    control.finish()
    position = GAME.position("1")
    found = guided(position, rater, limits=SEARCHED, control=control)
    assert found.playouts == 1
    assert found.best.code == rater.choose(position)[0].code


def test_a_search_is_stopped(rater: Rater) -> None:
    control = Control()
    control.stop()
    with pytest.raises(Cancelled):
        guided(GAME, rater, limits=SEARCHED, control=control)


@pytest.mark.slow
@pytest.mark.compiled
def test_a_search_is_stopped_from_another_thread() -> None:
    control = Control()
    stop_at_work(control)
    with pytest.raises(Cancelled):
        Learned(playouts=10**9).choose(pg.ConnectFour(), control=control)
    assert control.counters[STOP] == CANCELLED


# The player


def test_the_player() -> None:
    player = pg.parse_player("learned:playouts=50")
    assert player == Learned(playouts=50)
    assert player.text == "learned:playouts=50"
    assert player.called().full == "Learned, 50 playouts"
    assert player.limits == pg.Limits(playouts=50)
    choice = player.choose(GAME.position("1"))
    assert (choice.move, choice.pv[0], choice.leaves, choice.depth) == ("5", "5", 50, None)
    assert choice.value is not None
    assert choice.value.expectation is not None
    assert player.choose(WINNABLE).value == pg.Value("win")
    strength = strength_of(player)
    assert strength is not None
    assert strength.name == "playouts"


def test_it_takes_a_file(rater: Rater, tmp_path: Path) -> None:
    path = tmp_path / "ttt.weights"
    shipped_path = shipped(GAME)
    assert shipped_path is not None
    path.write_bytes(shipped_path.read_bytes())
    player = pg.parse_player(f"learned:{path},playouts=50", programs=True)
    assert player is not None
    best = guided(GAME.position("1"), rater, limits=pg.Limits(playouts=50)).best.code
    assert player.choose(GAME.position("1")).move == GAME.move_texts[best]


def test_plies_and_playouts_exclude_each_other() -> None:
    with pytest.raises(errors.PlayerError) as error:
        pg.parse_player("learned:plies=3,playouts=50")
    assert str(error.value) == (
        "learned: it searches by plies or by playouts, and not by both: give one of them"
    )
    assert Learned(plies=3).limited(pg.Limits(playouts=9)) == Learned(playouts=9)
    assert Learned(plies=3).limited(pg.Limits(depth=2)) == Learned(plies=3)
