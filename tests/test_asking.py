"""Why what was learned rates a position as it does."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

import plyground as pg
from plyground import errors
from plyground.cli import exits
from plyground.search.learning import Learner, learner, questions
from plyground.search.learning.asking import as_expectation, reasons, worst
from plyground.search.learning.patterns import design
from tests.terminals import Output

pytestmark = pytest.mark.compiled  # too slow without compilation

drawn = cache(design)


@pytest.fixture(autouse=True)
def once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patterns are the same each time, and take most of the time."""
    monkeypatch.setattr(learner, "design", drawn)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "moves"),
    [
        (pg.TicTacToe(), "5 1 9"),
        (pg.ConnectFour(4, 4), "1 2 2 3"),
        (pg.Sim(6, 3), "0-1 1-2"),
    ],
    ids=lambda each: each.name if isinstance(each, pg.Game) else each,
)
def test_the_parts_add_up_to_the_rating(game: pg.Game, moves: str) -> None:
    """That by which it chooses its moves, for the player who chooses."""
    taught = Learner(game, 3)
    taught.train(300)
    position = game.position(moves)
    for rated in taught.rater().choose(position):
        after = position.play_code(rated.code)
        if after.over:
            with pytest.raises(errors.CannotError, match="the game is over"):
                reasons(taught.weights({}), after, position.turn)
            continue
        found = reasons(taught.weights({}), after, position.turn)
        assert found.total == pytest.approx(rated.score, abs=1e-9)
        assert sum(part.adds for part in found.parts) == pytest.approx(rated.score, abs=1e-9)
        sizes = [abs(part.adds) for part in found.parts]
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] > 0
        assert sum(part.slots for part in found.parts) == taught.patterns.slots
        assert found.chance == as_expectation(found.total)


@pytest.mark.slow
def test_mirror_images_are_one_part() -> None:
    """On a symmetric board both add as much; on another only those that hold as much."""
    game = pg.ConnectFour(4, 4)
    taught = Learner(game, 3)
    taught.train(300)
    symmetric = reasons(taught.weights({}), game.position(), 0)
    other = reasons(taught.weights({}), game.position("1 1"), 0)
    assert len({part.sites for part in symmetric.parts}) == len(symmetric.parts)
    assert len(symmetric.parts) < len(other.parts)
    lowest = {2, 4, 8, 12}  # the empty cells on which a disc can come to lie
    for part in other.parts:
        assert set(part.reach) == lowest.intersection(part.sites)
    tictactoe = Learner(pg.TicTacToe(), 3)
    tictactoe.train(10)
    assert not any(
        part.reach for part in reasons(tictactoe.weights({}), pg.TicTacToe().position(), 0).parts
    )
    assert {part.times for part in symmetric.parts} == {2}
    assert sum(part.adds for part in symmetric.parts) == pytest.approx(symmetric.total, abs=1e-9)


@pytest.mark.slow
def test_its_worst_mistakes_come_first() -> None:
    game = pg.TicTacToe()
    taught = Learner(game, 3)
    taught.train(5)
    asked = questions(game, 30, 4)
    found = worst(taught.rater(), asked)
    assert len(found) == round(30 * taught.rater().mistakes(asked))
    assert found[0].sure > found[-1].sure >= 0
    assert all(mistake.move not in mistake.best for mistake in found)


@pytest.mark.slow
def test_a_terminal_can_ask(output: Output, tmp_path: Path) -> None:
    code, out, _ = output("learned tictactoe 5")
    assert code == exits.SUCCESS
    assert "It prefers 1: 50 %. The solver says that it draws." in out
    found = json.loads(output("learned tictactoe 5 --json")[1])
    assert found["moves"][0]["move"] == "1"
    assert {each["exact"] for each in found["moves"]} == {"draws", "loses"}
    total = sum(each["adds"] for each in found["patterns"]) + found["rest"]
    assert total == pytest.approx(found["total"], abs=1e-3)
    assert output("learned connect4 4")[1].count("[") >= 8  # cells of a pattern
    assert "every move loses" in output("learned tictactoe 1 2 4")[1]
    taught, file = Learner(pg.TicTacToe(), 3), tmp_path / "new.weights"
    taught.train(3)
    taught.weights({}).save(file)
    code, out, _ = output(f"learned tictactoe --file {file} --mistakes")
    assert code == exits.SUCCESS
    assert "of 200 positions of random games" in out
    wrong = json.loads(output(f"learned tictactoe --file {file} --mistakes --json")[1])
    assert wrong[0]["sure"] >= wrong[-1]["sure"]
    assert all(each["chose"] not in each["best"] for each in wrong)
    said = output(f"learned tictactoe --file {file} {' '.join(wrong[0]['moves'])}")[1]
    assert "That is a mistake: it " in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tictactoe 1 5 2 6 3", "the game is over: Player 1 wins"),
        ("tictactoe 11", "taken"),
        ("sim --vertices 7", "nothing that was learned comes with"),
        ("tictactoe --file none.weights", "none.weights cannot be read"),
    ],
)
def test_what_cannot_be_asked(output: Output, line: str, said: str) -> None:
    code, out, err = output(f"learned {line}")
    assert code != exits.SUCCESS
    assert not out
    assert said in err
