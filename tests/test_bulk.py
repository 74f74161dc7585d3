"""Many positions at once: samples as arrays, exact values of many, and tables to go through."""

import csv
import json
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import errors
from plyground.analysis import Analysis
from plyground.arena import UNSOLVED
from plyground.cli.app import run
from plyground.kernel import compile_listeners
from tests.games import SIM_3, SMALL_CONNECT4

GAME = pg.TicTacToe()
GAMES = [GAME, SMALL_CONNECT4, pg.Sim(6), SIM_3, pg.NumericalTicTacToe()]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_a_sample_is_positions_of_the_game(game: pg.Game) -> None:
    batch = pg.sample(game, 30, plies=range(2, 5), seed=1)
    assert len(batch) == len({*batch.moves}) == 30
    assert batch.cells.dtype == np.int8
    for at, position in enumerate(batch.positions):
        assert (position.ply, position.turn) == (batch.ply[at], batch.turn[at])
        assert position.cells == tuple(batch.cells[at])
        assert position.state == tuple(map(int, batch.states[at]))
        assert not position.over
    assert {*batch.ply.tolist()} <= {2, 3, 4}
    assert len({*map(tuple, batch.states.tolist())}) == 30
    again = pg.sample(game, 30, plies=range(2, 5), seed=1)
    assert again.moves == batch.moves
    assert pg.sample(game, 30, plies=range(2, 5), seed=2).moves != batch.moves


def test_what_cannot_be_sampled() -> None:
    with pytest.raises(errors.ParameterError, match="only 9 positions"):
        pg.sample(GAME, 10, plies=1)
    assert len(pg.sample(GAME, 10, plies=1, unique=False)) == 10
    with pytest.raises(errors.ParameterError, match="0 to 8 plies, and not 9"):
        pg.sample(GAME, 1, plies=9)


@pytest.mark.parametrize("game", GAMES[:3], ids=repr)
def test_values_of_many_are_those_of_each(game: pg.Game) -> None:
    batch = pg.sample(game, 20, plies=game.max_plies - 6, seed=1)
    seen: list[tuple[int, int]] = []
    values = batch.solve(on_progress=lambda done, of: seen.append((done, of)))
    assert values.dtype == np.int16
    assert values.tolist() == [pg.analyse(each).value.signed for each in batch.positions]
    assert seen == [(20, 20)]


def test_what_is_over_and_what_three_players_can_force() -> None:
    assert pg.solve_many(GAME, ["14253", "1", "123456789"[:0]]).tolist() == [-1000, 0, 0]
    start = SIM_3.position("0-1 2-3 4-5 0-2 1-3")
    value = pg.solve_tables(SIM_3).value(start)
    (found,) = pg.solve_many(SIM_3, [start])
    assert found == (UNSOLVED if value.signed is None else value.signed)


@pytest.mark.slow
def test_values_by_processes() -> None:
    batch = pg.sample(SMALL_CONNECT4, 200, plies=8, seed=1)
    assert (batch.solve(jobs=2) == batch.solve()).all()


def test_what_limits_leave_open_and_what_a_stop_does() -> None:
    start = [pg.ConnectFour().position("1")]
    (value,) = pg.solve_many(pg.ConnectFour(8, 7), ["1"], limits=pg.Limits(nodes=100))
    assert value == UNSOLVED
    control = pg.Control()
    control.stop()
    assert pg.solve_many(start[0].game, start, control=control).tolist() == [UNSOLVED]
    with pytest.raises(errors.ParameterError, match="is not a position of"):
        pg.solve_many(GAME, start)


def test_a_table_is_a_mapping() -> None:
    table = pg.solve_tables(GAME)
    assert len(table) == sum(table.ongoing) == len(list(table))
    assert all(table[position] == table.value(position) for position in table)
    start = GAME.position()
    assert next(iter(table)) == start
    assert GAME.position("9 5") in table  # equal to one that it yields
    assert table.get(GAME.position("14253")) is None
    assert pg.ConnectFour().position() not in table
    assert {table: 1}[table] == 1
    first, second = list(table.rows())[:2]
    assert first == {"moves": "", "player": 1, "value": "draw", "plies": 9}
    assert second["player"] == 2


def test_a_table_as_csv(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "all.csv"
    assert run(["solve", "tictactoe", "--csv", str(file)]) == 0
    with file.open(newline="") as opened:
        rows = list(csv.DictReader(opened))
    table = pg.solve_tables(GAME)
    assert len(rows) == len(table)
    assert all(
        table.value(GAME.position(row["moves"])) == pg.Value(row["value"], int(row["plies"]))  # type: ignore[arg-type]
        for row in rows
    )
    capsys.readouterr()
    assert run(["solve", "tictactoe", "--csv", "-"]) == 0
    assert capsys.readouterr().out == file.read_text()


def test_an_analysis_in_rows_and_back_from_data() -> None:
    position = GAME.position("15")
    found = pg.analyse(position)
    best = found.rows()[0]
    assert best == {"move": found.moves[0].move, "value": "draw", "plies": 7, "signed": 0}
    data: dict[str, Any] = json.loads(json.dumps(found.to_json()))
    assert Analysis.from_json(data, GAME) == found
    with pytest.raises(errors.ParameterError, match="and not of"):
        Analysis.from_json(data, SMALL_CONNECT4)


@pytest.mark.compiled
def test_who_warms_hears_what_is_compiled(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[str] = []

    def own(cells: Any, player: int) -> int:
        return 3 * player + 41

    with caplog.at_level(logging.INFO, "plyground"):
        pg.warm(GAME, pg.Minimax(depth=1, heuristic=own), "random", on_compile=heard.append)
    said = [record.message for record in caplog.records]
    assert said == [f"compiling, once: {name}" for name in heard]
    assert heard.append not in compile_listeners
