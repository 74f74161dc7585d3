"""A tournament played by hand, a move at a time, is the same as one played at once."""

from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground.arena import Openings, Run, Table, Tournament
from plyground.arena.run import Sitting, by_hand
from plyground.search import Cancelled, Control
from tests.computers import stopped

PLAYERS = ("random", "minimax:depth=1", "minimax:depth=3", "mcts:playouts=50")


def cup(results: Path | None = None, kind: str = "round robin", **others: Any) -> Run:
    settings: dict[str, Any] = {"openings": Openings(plies=2), "rounds": 2, "seed": 5} | others
    return Tournament(pg.TicTacToe(), PLAYERS, kind=kind, results=results, **settings)


def matches(standings: Table) -> list[tuple[str, ...]]:
    return [each.match.moves for each in standings.played]


def played_by_hand(tournament: Run, tables: int = 3, most: int = 1000) -> int:
    """Play at several tables, a move at each in turn; how many matches were played."""
    done = 0
    with by_hand(tournament) as hall:
        at: list[Sitting] = []
        while done < most:
            while len(at) < tables and (found := hall.seat()) is not None:
                at.append(found)
            if not at:
                break
            sitting = at.pop(0)
            sitting.course.step(Control())
            if sitting.course.over:
                hall.keep(sitting)
                done += 1
            else:
                at.append(sitting)
    return done


@pytest.mark.parametrize("kind", ["round robin", "swiss", "knockout"])
def test_tables_side_by_side_change_nothing(kind: str) -> None:
    at_once, at_tables = cup(kind=kind), cup(kind=kind)
    at_once.play()
    played_by_hand(at_tables)
    assert at_tables.complete
    assert matches(at_tables.table) == matches(at_once.table)
    assert at_tables.table.ranking[0].name == at_once.table.ranking[0].name


def test_what_was_played_by_hand_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "cup.results.jsonl"
    assert played_by_hand(cup(file), most=5) == 5
    again = cup(file)
    assert played_by_hand(again) == again.expected - 5
    assert matches(again.table) == matches(cup().play())


def test_a_later_round_whose_match_ended_first_is_reviewed(tmp_path: Path) -> None:
    file = tmp_path / "cup.results.jsonl"
    with by_hand(cup(file)) as hall:
        sittings = [hall.seat() for _ in range(cup().expected)]
        last = sittings[-1]
        assert last is not None
        assert last.meeting.round > 0
        while not last.course.over:
            last.course.step(Control())
        kept = hall.keep(last)
    assert cup(file).review().played == (kept,)


def test_a_move_that_was_stopped_is_made_later() -> None:
    """Its chance is as it was, so that the match is the same."""
    halted, undisturbed = cup(), cup()
    with by_hand(halted) as hall, by_hand(undisturbed) as calm:
        while (sitting := hall.seat()) is not None:
            same = calm.seat()
            assert same is not None
            while not sitting.course.over:
                with pytest.raises(Cancelled):
                    sitting.course.step(stopped())
                sitting.course.step(Control())
                same.course.step(Control())
            assert hall.keep(sitting).match == calm.keep(same).match


def test_the_search_for_openings_can_be_stopped() -> None:
    plan = cup(openings=Openings(plies=2, balanced=True)).plan
    with pytest.raises(Cancelled):
        _ = Run(plan, control=stopped()).expected
