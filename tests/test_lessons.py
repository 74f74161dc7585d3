"""Trainings that people watch: exams on the way, and players as they were then."""

import os
from pathlib import Path

import pytest

import plyground as pg
from plyground import errors
from plyground.arena import lessons
from plyground.arena.lessons import DEPTHS, Compared, Progress, attend, attend_politely, kept_as
from plyground.players import Learned

pytestmark = pytest.mark.compiled  # too slow without compilation

GAME = pg.TicTacToe()


def lesson(game: pg.Game, file: Path, seconds: float) -> list[Progress | Compared]:
    told: list[Progress | Compared] = []
    attend(game, file, seconds, 1, pg.Control(), told.append)
    return told


@pytest.mark.slow
def test_it_is_examined_and_kept_on_the_way(tmp_path: Path) -> None:
    file = tmp_path / "ada.weights"
    told = lesson(GAME, file, 1.2)
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
    early, late = (Learned(str(each)) for each in (kept_as(file, 1), file))
    assert kept_as(file, 1).name == "ada-1s.weights"
    for player in (early, late):
        assert player.choose(GAME.position("5")).move in "1379"


@pytest.mark.slow
def test_more_than_two_players_have_no_exam(tmp_path: Path) -> None:
    told = lesson(pg.Sim(4, 3), tmp_path / "sim.weights", 0.1)
    assert [each.right for each in told if isinstance(each, Progress)] == [None, None]
    assert not any(isinstance(each, Compared) for each in told)


@pytest.mark.slow
def test_what_it_has_learned_is_saved_on_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed loses little."""
    monkeypatch.setattr(lessons, "_SAVED", 0.1)
    file, there = tmp_path / "ada.weights", list[bool]()
    attend(GAME, file, 0.9, 1, pg.Control(), lambda _told: there.append(file.exists()))
    assert there[0] is False
    assert there[1] is True  # after 0.3 s


def test_it_ends_when_stopped_and_keeps_what_it_has(tmp_path: Path) -> None:
    file, control = tmp_path / "ada.weights", pg.Control()
    told: list[Progress | Compared] = []

    def tell(each: Progress | Compared) -> None:
        told.append(each)
        if len(told) == 2:
            control.stop()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "nice", lambda _by: 0, raising=False)  # of this process for good
        attend_politely(GAME, file, 60, 1, control, tell)
    assert len(told) == 2
    assert file.exists()


def test_a_comparison_ends_when_stopped(tmp_path: Path) -> None:
    """And tells nothing of the player whose moves it was looking at."""
    control = pg.Control()
    told: list[Progress | Compared] = []

    def tell(each: Progress | Compared) -> None:
        told.append(each)
        if isinstance(each, Compared):
            control.stop()

    attend(GAME, tmp_path / "ada.weights", 60, 1, control, tell)
    assert [each.player for each in told if isinstance(each, Compared)] == ["random"]
    assert (tmp_path / "ada.weights").exists()


def test_a_folder_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(errors.WeightsError, match="cannot be written"):
        lesson(GAME, tmp_path / "none" / "ada.weights", 0.1)
