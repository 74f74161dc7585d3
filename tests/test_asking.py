"""Why what was learned rates a position as it does."""

from __future__ import annotations

import pytest

import plyground as pg
from plyground import errors
from plyground.search.learning import Learner, questions
from plyground.search.learning.asking import as_expectation, reasons, worst

pytestmark = pytest.mark.compiled  # too slow without compilation


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        (pg.TicTacToe(), "5 1 9"),
        (pg.ConnectFour(4, 4), "1 2 2 3"),
        (pg.Sim(5, 3), "0-1 1-2"),
    ],
    ids=lambda each: each.name if isinstance(each, pg.Game) else each,
)
def test_the_parts_add_up_to_the_rating(game: pg.Game, moves: str) -> None:
    """That by which it chooses its moves, for the player who chooses."""
    learner = Learner(game, 3)
    learner.train(300)
    position = game.position(moves)
    for rated in learner.rater().choose(position):
        after = position.play_code(rated.code)
        if after.over:
            with pytest.raises(errors.CannotError, match="the game is over"):
                reasons(learner.weights({}), after, position.turn)
            continue
        found = reasons(learner.weights({}), after, position.turn)
        assert found.total == pytest.approx(rated.score, abs=1e-9)
        assert sum(part.adds for part in found.parts) == pytest.approx(rated.score, abs=1e-9)
        sizes = [abs(part.adds) for part in found.parts]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] > 0
        assert sum(part.slots for part in found.parts) == learner.patterns.slots
        assert found.chance == as_expectation(found.total)


def test_mirror_images_are_one_part() -> None:
    """On a symmetric board both add as much; on another only those that hold as much."""
    game = pg.ConnectFour(4, 4)
    learner = Learner(game, 3)
    learner.train(300)
    symmetric = reasons(learner.weights({}), game.position(), 0)
    other = reasons(learner.weights({}), game.position("1 1"), 0)
    assert len({part.sites for part in symmetric.parts}) == len(symmetric.parts)
    assert len(symmetric.parts) < len(other.parts)
    assert {part.times for part in symmetric.parts} == {2}
    assert sum(part.adds for part in symmetric.parts) == pytest.approx(symmetric.total, abs=1e-9)


def test_its_worst_mistakes_come_first() -> None:
    game = pg.TicTacToe()
    learner = Learner(game, 1)
    learner.train(5)
    asked = questions(game, 80, 4)
    found = worst(learner.rater(), asked)
    assert len(found) == round(80 * learner.rater().mistakes(asked))
    assert found[0].sure > found[-1].sure >= 0
    assert all(mistake.move not in mistake.best for mistake in found)
