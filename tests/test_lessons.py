"""Trainings that people watch: exams on the way, and players as they were then."""

import os
from functools import cache
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

import plyground as pg
from plyground import errors
from plyground.arena import lessons
from plyground.arena.lessons import DEPTHS, Compared, Progress, attend, attend_politely, kept_as
from plyground.arena.training import exam_of
from plyground.search.learning import Rater, Weights, learner
from plyground.search.learning.patterns import design
from tests.games import SIM_3

pytestmark = pytest.mark.compiled  # too slow without compilation

GAME = pg.TicTacToe()

drawn = cache(design)
exam = cache(lambda game: exam_of(game, pg.Control())[:100])


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at the clock is four hundredths of a second; patterns and exams are made once."""
    looks = count()
    clock = SimpleNamespace(perf_counter=lambda: next(looks) / 25)
    monkeypatch.setattr(lessons, "time", clock)
    monkeypatch.setattr(lessons, "exam_of", lambda game, _control: exam(game))
    monkeypatch.setattr(learner, "design", drawn)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ada.weights"


def lesson(file: Path, seconds: float) -> list[Progress | Compared]:
    told: list[Progress | Compared] = []
    attend(GAME, file, seconds, 1, pg.Control(), told.append)
    return told


@pytest.mark.slow
def test_it_is_examined_and_kept_on_the_way(file: Path) -> None:
    told = lesson(file, 1.2)
    curve = [each for each in told if isinstance(each, Progress)]
    assert len(curve) == 4
    for each, at_least in zip(curve, (0, 0.3, 1, 1.2), strict=True):
        assert each.seconds >= at_least
    assert curve[0].games == 0 < curve[1].games < curve[3].games
    rights = [each.right for each in curve]
    assert None not in rights
    assert rights[0] < 0.7 < rights[2]  # type: ignore[operator]
    marks = {each.player: each.right for each in told if isinstance(each, Compared)}
    assert list(marks) == ["random", *(f"minimax:depth={depth}" for depth in DEPTHS)]
    assert marks["random"] < marks["minimax:depth=3"] < marks["minimax:depth=7"] <= 1
    assert GAME.position(curve[-1].sample).over
    assert kept_as(file, 1).name == "ada-1s.weights"
    for kept, right in ((kept_as(file, 1), rights[2]), (file, rights[3])):
        mistakes = Rater.of(Weights.load(kept, GAME)).mistakes(exam(GAME))
        assert 1 - mistakes == pytest.approx(right, abs=0.1)


@pytest.mark.slow
def test_without_known_values_there_is_no_exam(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for more than two players."""
    monkeypatch.setattr("plyground.search.learning.exam.kept_table", lambda _game: None)
    assert exam_of(SIM_3, pg.Control()) == ()
    monkeypatch.setattr(lessons, "exam_of", lambda _game, _control: ())
    told = lesson(file, 1.2)
    assert [each.right for each in told if isinstance(each, Progress)] == [None] * 4
    assert not any(isinstance(each, Compared) for each in told)


@pytest.mark.slow
def test_what_it_has_learned_is_saved_on_the_way(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed loses little."""
    monkeypatch.setattr(lessons, "_SAVED", 0.1)
    there = list[bool]()
    attend(GAME, file, 0.9, 1, pg.Control(), lambda _told: there.append(file.exists()))
    assert there[0] is False
    assert there[1] is True  # after 0.3 s


def test_it_ends_when_stopped_and_keeps_what_it_has(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    control, told = pg.Control(), list[Progress | Compared]()

    def tell(each: Progress | Compared) -> None:
        told.append(each)
        if len(told) == 2:
            control.stop()

    monkeypatch.setattr(os, "nice", lambda _by: 0, raising=False)  # of this process for good
    attend_politely(GAME, file, 60, 1, control, tell)
    assert len(told) == 2
    assert file.exists()


def test_a_comparison_ends_when_stopped(file: Path) -> None:
    """And tells nothing of the player whose moves it was looking at."""
    control, told = pg.Control(), list[str]()

    def tell(each: Progress | Compared) -> None:
        if isinstance(each, Compared):
            told.append(each.player)
            control.stop()

    attend(GAME, file, 60, 1, control, tell)
    assert told == ["random"]
    assert file.exists()


def test_a_folder_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(errors.WeightsError, match="cannot be written"):
        lesson(tmp_path / "none" / "ada.weights", 0.1)
