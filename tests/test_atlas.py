"""The atlas: its rows are true as far as plain programs and the literature can tell, its pages are
made from them, and whatever disagrees stops the making.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

import plyground as pg
from plyground.analysis.atlas import (
    Row,
    atlas,
    best_play,
    groups,
    moves_text,
    proof_text,
)
from plyground.analysis.atlas_view import AtlasView
from plyground.analysis.perfect import perfect_games
from plyground.analysis.reviewed import player_name
from plyground.position import file_stem
from plyground.search import Solver, solve_tables
from plyground.search.value import VERDICTS
from tests.reference import numerical
from tests.reference.common import ReferenceGame
from tests.reference.connect4 import Connect4
from tests.reference.numerical import Numerical
from tests.reference.search import standing
from tests.reference.sim import Sim
from tests.reference.solve import Solver as Naive
from tests.reference.tictactoe import TicTacToe
from tests.terminals import Output

ROOT = Path(__file__).parent.parent
ROWS = {row.name: row for row in atlas()}
SUMS = "examples/sums.py"

# Who wins, 0 for a draw, and the ply on which best play ends, by columns and rows: as others have
# solved these boards.
CONNECT_FOUR = {
    (4, 4): (0, 16), (5, 4): (0, 20), (6, 4): (2, 24), (7, 4): (0, 28), (8, 4): (2, 32),
    (9, 4): (2, 36), (4, 5): (0, 20), (5, 5): (0, 25), (6, 5): (0, 30), (7, 5): (0, 35),
    (8, 5): (1, 39), (4, 6): (0, 24), (5, 6): (0, 30), (6, 6): (2, 36), (7, 6): (1, 41),
    (4, 7): (0, 28), (5, 7): (0, 35), (6, 7): (1, 41), (4, 8): (0, 32), (5, 8): (0, 40),
    (4, 9): (0, 36),
}  # fmt: skip
SIM = {3: (0, 3), 4: (0, 6), 5: (0, 10), 6: (2, 15)}
SIM_UNFINISHED = {3: 3, 4: 17, 5: 135, 6: 2250}
POSITIONS = {"tictactoe": 5_478, "connect4-4-4": 161_029}

NAIVE = ["tictactoe", "sim-3-2", "sim-4-2", "sim-3-3", "sim-4-3", "sim-3-4"]


def twin(row: Row) -> ReferenceGame:
    """The game of a row in plain Python."""
    match row.game:
        case "tictactoe":
            return TicTacToe()
        case "sim":
            return Sim(**row.values)
        case "connect4":
            return Connect4(**row.values)
    return Numerical()


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The program that makes the rows and the pages."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    import atlas as module

    yield module
    for name in ("atlas", "figures"):
        sys.modules.pop(name)


def test_the_pages_are_of_the_rows(bench: ModuleType) -> None:
    pages = bench.pages()
    for path, text in pages.items():
        assert path.read_text(encoding="utf-8") == text, path.name
    assert {path for path in pages if path.suffix == ".txt"} == {*bench.SEQUENCES.glob("*.txt")}


def test_the_sequences_have_no_gaps(bench: ModuleType) -> None:
    for each in bench.sequences():
        lines = [line.split() for line in each.text.splitlines() if not line.startswith("#")]
        places = [int(place) for place, _ in lines]
        assert places == list(range(places[0], places[0] + len(places)))
        assert {(int(place), int(value)) for place, value in lines} <= {*each.terms}


def test_the_rows_of_all_sums_are_there_and_agree(bench: ModuleType) -> None:
    sums = [row.values["target"] for row in atlas() if row.game == SUMS]
    assert sums == list(range(6, 25))
    assert bench.disagreements() == []


def test_every_row_is_of_a_game_that_the_atlas_names(bench: ModuleType) -> None:
    assert ROWS.keys() <= bench.entries().keys()
    for row in atlas():
        assert Row.from_json(json.loads(json.dumps(row.to_json()))) == row
    for each in perfect_games():
        assert file_stem(each.game) in bench.entries()


@pytest.mark.parametrize("name", ROWS)
def test_what_others_have_found(name: str) -> None:
    row = ROWS[name]
    known = None
    if row.game == "connect4":
        size = row.values["columns"], row.values["rows"]
        known = CONNECT_FOUR[size] if sum(size) <= 13 else None
    elif row.game == "sim" and not row.several:
        known = SIM.get(row.values["vertices"])
        if row.values["vertices"] in SIM_UNFINISHED:
            assert sum(row.ongoing) == SIM_UNFINISHED[row.values["vertices"]]
    elif name in ("numerical", "sums-15"):
        known = 1, 9
        assert sum(row.ongoing) + sum(row.ended) == 1_125_686
    elif name == "tictactoe":
        known = 0, 9
    assert known in (None, (row.winner, row.plies))
    assert name not in POSITIONS or sum(row.raw) == POSITIONS[name]


@pytest.mark.parametrize("name", [name for name in NAIVE if name in ROWS])
def test_small_games_solved_again_in_plain_python(name: str) -> None:
    row = ROWS[name]
    naive = Naive(twin(row))
    start = naive.game.start()
    if row.several:
        players = range(row.values["players"])
        assert list(row.value.forced) == [VERDICTS[naive.forced(start, each)] for each in players]
        losers = [naive.maxn(start, ties).player for ties in ("next", "previous")]
        assert [outcome.loser for outcome in row.value.ends] == losers
    else:
        verdict, plies = naive.value(start)
        assert (row.value.verdict, row.plies) == (verdict, plies)


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.line])
def test_a_game_of_best_play_ends_as_its_row_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = ROWS[name]
    monkeypatch.setattr(numerical, "TARGET", row.values.get("target", 15))
    game = twin(row)
    board = game.start()
    for move in row.line:
        assert move in game.moves(board)
        board = game.play(board, move)
    result = game.result(board)
    assert result.kind != "ongoing"
    assert len(row.line) == row.plies
    if row.several:
        assert result.player == row.value.ends[0].loser
    else:
        assert VERDICTS[standing(result, 0)] == row.value.verdict


def test_a_row_is_proved_as_its_programs_say() -> None:
    for row in atlas():
        programs = [run.program for run in row.runs]
        if row.proved == "twice":
            assert programs == ["table", "solver"]
            assert row.checked.how == "positions"
        elif row.name == "sim-9-2":
            assert proof_text(row).endswith("nothing else was checked.")
        elif row.several:
            assert (programs, row.checked.how) == (["table"], "late")
        else:
            assert (programs, row.checked.how) == (["solver", "reordered"], "lines")
            assert row.runs[0].positions != row.runs[1].positions


@pytest.mark.slow
@pytest.mark.uncompiled
@pytest.mark.parametrize("target", [6, 15, 24])
def test_the_game_of_any_sum_follows_its_rules(
    target: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without compilation: random games, beside rules in plain Python."""
    monkeypatch.setattr(numerical, "TARGET", target)
    game, plain = pg.game(str(ROOT / SUMS), target=target), Numerical()
    chance = random.Random(target)
    for _ in range(20):
        position, board = game.position(), plain.start()
        while not position.over:
            assert sorted(position.moves) == sorted(plain.moves(board))
            move = chance.choice(position.moves)
            position, board = position.play(move), plain.play(board, move)
        result = plain.result(board)
        assert result.kind != "ongoing"
        assert position.outcome is not None
        assert position.outcome.winner == result.player


# Making rows


@pytest.mark.slow
def test_a_small_row_is_made_again(bench: ModuleType) -> None:
    made, kept = bench.row("tictactoe"), ROWS["tictactoe"]
    times = dict.fromkeys(("machine", "date", "commit"), "")
    runs = [tuple(replace(run, seconds=0.0) for run in row.runs) for row in (made, kept)]
    assert runs[0] == runs[1]
    assert replace(made, runs=(), **times) == replace(kept, runs=(), **times)


@pytest.mark.slow
def test_a_false_claim_stops_the_making(bench: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SAMPLES", 100)
    game = pg.TicTacToe()
    solver = Solver(game, 1)
    assert bench.try_proof(game, solver, 0).solved == 100
    for claim in (1, -1):
        with pytest.raises(bench.DisagreementError):
            bench.try_proof(game, solver, claim)


def test_rows_that_contradict_each_other_stop_the_making(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = replace(ROWS["numerical"], name="sums-15")
    monkeypatch.setattr(bench, "atlas", lambda: (ROWS["numerical"], own))
    assert bench.disagreements() == []
    other = replace(own, plies=8)
    monkeypatch.setattr(bench, "atlas", lambda: (ROWS["numerical"], other))
    with pytest.raises(bench.DisagreementError, match="plies of numerical and sums-15"):
        bench.write_pages()


def test_kinds_of_a_table(tmp_path: Path) -> None:
    table = solve_tables(pg.TicTacToe(), folder=tmp_path)
    assert table.kinds() == ROWS["tictactoe"].kinds


# The command


def test_the_command_prints_every_row(output: Output) -> None:
    code, out, _ = output("atlas --json")
    assert code == 0
    assert [Row.from_json(each) for each in json.loads(out)] == list(atlas())
    code, out, _ = output("atlas")
    assert code == 0
    for group in groups():
        assert group.title in out
        for row in group.rows:
            assert best_play(row) in out
    assert max(map(len, out.splitlines())) <= 80


def test_the_command_prints_one_game_with_its_proofs(output: Output) -> None:
    code, out, _ = output("atlas tictactoe")
    row = ROWS["tictactoe"]
    assert code == 0
    assert "Connect Four" not in out
    for text in (proof_text(row), moves_text(row), "plyground solve tictactoe"):
        assert text in out
    code, _, err = output("atlas chess")
    assert code == 2
    assert "the atlas has no game 'chess': give connect4" in err


def test_a_game_for_more_players_says_first_who_loses() -> None:
    view = AtlasView(ROWS["sim-6-3"])
    assert view.position.outcome is not None
    loser = view.position.outcome.loser
    assert loser is not None
    assert f"{player_name(view.game, loser)} loses after 11 moves" in view.summary
    assert "nobody loses after 3 moves" in AtlasView(ROWS["sim-3-3"]).summary
