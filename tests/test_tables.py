"""Solved tables: the naive twin on every position of small games, and files that do not lie."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import errors, rules, search
from plyground.kernel.compiler import COMPILES
from plyground.search import (
    Cancelled,
    Control,
    SolvedTable,
    TableError,
    TableProgress,
    Value,
    solve_tables,
)
from plyground.search.enumeration import digest
from plyground.search.tables import TooLargeError, layers, solve, table_path, tables_folder
from plyground.search.tables.files import FORMAT, read, stamp, write
from plyground.search.tables.sampling import forecast
from plyground.search.tables.sorted_keys import find
from plyground.search.tables.values import coding, every_result, many_player_value
from plyground.search.value import TIES
from tests.reference.common import Result, State
from tests.reference.solve import KINDS, Solver
from tests.reference.solve import chosen as chosen_end
from tests.until import until
from tests.values import FIGURES, Known, each_known
from tests.variants import Variant, numerical, random_playout, sim, tictactoe, uncompiled

NIM = Path(__file__).parent.parent / "examples" / "nim.py"

FEW = 20 if COMPILES else 15

GAME = pg.TicTacToe()
solved = partial(solve_tables, GAME)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for tables that several tests read."""
    return tmp_path_factory.mktemp("tables")


def every_position(variant: Variant) -> Iterator[tuple[pg.Position, State]]:
    """Each position that goes on, once, with the twin's board."""
    seen = {variant.twin.start()}
    todo = [(variant.game.position(), variant.twin.start())]
    while todo:
        position, board = todo.pop()
        if position.over:
            continue
        yield position, board
        for move in position.moves:
            child = variant.twin.play(board, move)
            if child not in seen:
                seen.add(child)
                todo.append((position.play(move), child))


def assert_as_the_twin_says(
    value: Value, twin: Solver, position: pg.Position, board: State
) -> None:
    players = range(position.game.players)
    if len(players) == 2:
        assert (value.verdict, value.plies) == twin.value(board), position
        assert (value.forced, value.ends) == ((), ())
        return
    assert value.forced == tuple(KINDS[twin.forced(board, p)] for p in players), position
    assert value.verdict == value.forced[position.turn]
    assert value.plies is None
    for ties in TIES:
        end, found = twin.maxn(board, ties), value.ends[TIES.index(ties)]
        assert found.draw == (end.kind == "draw"), position
        assert found.loser == (end.player if end.kind == "lost" else None), position


def assert_moves_belong_to(table: SolvedTable, position: pg.Position) -> None:
    """The moves are the legal ones, the best first, and the best one has the position's value."""
    moves, value = table.moves(position), table.value(position)
    assert sorted(move.code for move in moves) == sorted(position.codes)
    assert [position.game.move_texts[move.code] for move in moves] == [m.move for m in moves]
    assert (moves[0].value.verdict, moves[0].value.plies) == (value.verdict, value.plies)
    order = {"win": 0, "draw": 1, "loss": 2}
    for one, other in pairwise(moves):
        assert order[one.value.verdict] <= order[other.value.verdict]
        if one.value.verdict == other.value.verdict and one.value.plies is not None:
            quicker = one.value.plies - other.value.plies
            assert quicker <= 0 if one.value.verdict == "win" else quicker >= 0
        if (one.value.verdict, one.value.plies) == (other.value.verdict, other.value.plies):
            assert position.codes.index(one.code) < position.codes.index(other.code)


# The naive twin


@pytest.mark.slow
@pytest.mark.parametrize(
    "variant",
    [
        tictactoe(),
        *(
            pytest.param(sim(*size), marks=uncompiled)
            for size in ((3, 2), (3, 5), (4, 2), (4, 3), (4, 4))
        ),
    ],
    ids=str,
)
def test_every_position_is_worth_what_the_twin_says(variant: Variant, tmp_path: Path) -> None:
    table = solve_tables(variant.game, folder=tmp_path)
    twin = Solver(variant.twin)
    positions = list(every_position(variant))
    if not COMPILES:
        positions = random.Random(1).sample(positions, min(len(positions), 600))
    for position, board in positions:
        assert_as_the_twin_says(table.value(position), twin, position, board)
    for position, _ in positions[:60]:
        assert_moves_belong_to(table, position)


@pytest.mark.parametrize(
    ("variant", "plies"),
    [
        pytest.param(sim(5, 2), 6, marks=uncompiled),
        pytest.param(numerical(), 4, marks=pytest.mark.compiled),
        pytest.param(sim(6, 2), 6, marks=pytest.mark.compiled),
        pytest.param(sim(6, 3), 5, marks=[pytest.mark.compiled, pytest.mark.slow]),
    ],
    ids=str,
)
def test_some_positions_are_worth_what_the_twin_says(
    variant: Variant, plies: int, shared: Path
) -> None:
    """Late ones: the twin has no time for more than `plies` of what is left."""
    table = solve_tables(variant.game, folder=shared)
    twin = Solver(variant.twin)
    least = variant.game.max_plies - plies
    checked = 0
    for seed in range(FEW * 2):
        line = [p for p in random_playout(variant.game, seed, long=True)[:-1] if p.ply >= least]
        for position in line[:1]:
            board = variant.twin.start()
            for move in position.history:
                board = variant.twin.play(board, move)
            assert_as_the_twin_says(table.value(position), twin, position, board)
            assert_moves_belong_to(table, position)
            checked += 1
    assert checked >= FEW // 2


# What is known


@each_known(GAME, pg.NumericalTicTacToe(), *map(pg.Sim, (3, 4, 5, 6)))
def test_known_values(known: Known, shared: Path) -> None:
    value = solve_tables(known.game, folder=shared).value(known.position)
    assert (value.verdict, value.plies) == (known.verdict, known.plies)


@pytest.mark.parametrize(
    "name",
    [
        "tictactoe",
        pytest.param("numerical", marks=pytest.mark.compiled),
        pytest.param("sim_6_vertices_2_players", marks=pytest.mark.compiled),
    ],
)
def test_known_counts(name: str, shared: Path) -> None:
    figures = FIGURES[name]
    game = pg.game(figures["game"], **figures["parameters"])
    table = solve_tables(game, folder=shared)
    ongoing, ended = sum(table.ongoing), sum(table.ended)
    assert ongoing + ended == figures.get("canonical", ongoing + ended)
    assert ongoing == figures.get("not_ended_canonical", ongoing)
    moves = sum(table.legal_moves)
    assert moves == figures.get("not_ended_canonical_moves", moves)
    assert table.size < 9 * ongoing + 8000
    if name != "numerical":  # which takes long to count
        counted = list(search.layers(game, canonical=True))
        assert list(table.ongoing) == [layer.ongoing for layer in counted]
        assert list(table.ended) == [layer.ended for layer in counted]
        assert list(table.legal_moves) == [layer.moves for layer in counted]


# Games that reach a position after several numbers of plies


@cache
def nim_value(heaps: tuple[int, ...]) -> tuple[str, int]:
    left = {
        tuple(sorted((*heaps[:h], heaps[h] - n, *heaps[h + 1 :])))
        for h in range(len(heaps))
        for n in range(1, heaps[h] + 1)
    }
    if not left:
        return "loss", 0
    values = [nim_value(each) for each in left]
    wins = [plies for kind, plies in values if kind == "loss"]
    return ("win", min(wins) + 1) if wins else ("loss", max(p for _, p in values) + 1)


@uncompiled
@pytest.mark.parametrize("heaps", [1, 3])
def test_nim(heaps: int, tmp_path: Path) -> None:
    """Also a position that is first met later than it is reached here."""
    game = rules.game_class(str(NIM))(heaps=heaps)
    table = solve_tables(game, folder=tmp_path)
    for seed in range(FEW):
        for position in random_playout(game, seed)[:-1]:
            left = tuple(sorted(position.state[0] >> 4 * h & 15 for h in range(heaps)))
            value = table.value(position)
            assert (value.verdict, value.plies) == nim_value(left)
            assert_moves_belong_to(table, position)
    counted = list(search.layers(game))
    assert list(table.ongoing) == [layer.ongoing for layer in counted]
    assert list(table.ended) == [layer.ended for layer in counted]


class Ring(rules.Game):
    """Matches for three, who take one or two: all ways to end, and a player who moves twice."""

    name = "ring"
    title = "Ring"
    summary = "Take matches; how it ends depends on how many there were."
    parameters = (rules.Parameter("matches", 9, 1, 20, "matches"),)
    players = 3
    move_texts = ("1", "2")
    move_hint = "matches"
    board = rules.Board.grid(1, 1)
    matches: int

    def __init__(self, matches: int = 9) -> None:
        super().__init__(matches=matches)
        self.max_plies = matches

    def kernels(self) -> rules.Kernels:
        full = np.uint64(self.matches)

        def start() -> Any:
            return full, np.uint64(0)

        def player(state: Any) -> int:
            return rules.as_int(state[1] % np.uint64(3))

        def moves(state: Any, out: Any) -> int:
            out[0], out[1] = 0, 1
            return 2 if state[0] > np.uint64(1) else 1

        def play(state: Any, move: int) -> Any:
            again = state[0] == np.uint64(5)
            turn = state[1] if again else (state[1] + np.uint64(1)) % np.uint64(3)
            return state[0] - np.uint64(move + 1), turn

        def result(state: Any) -> int:
            if state[0] == 1 and player(state) == 1:
                return rules.DRAW
            if state[0] == 1 and player(state) == 2:
                return rules.lost(0)
            return rules.won(player(state)) if state[0] == 0 else rules.ONGOING

        return rules.kernels(start, player, moves, play, result)

    def marks(self, state: tuple[int, ...]) -> tuple[rules.Mark | None, ...]:
        return (rules.Mark(None, str(state[0])) if state[0] else None,)


def ends(position: pg.Position) -> list[pg.Position]:
    return [position.play(move) for move in position.moves]


def ring_standing(result: int, player: int) -> int:
    if result == rules.DRAW:
        return 0
    if result == rules.lost(0):
        return -1 if player == 0 else 1
    return 1 if result == rules.won(player) else -1


def ring_forced(position: pg.Position, player: int) -> int:
    if position.over:
        return ring_standing(position.result, player)
    choose = max if position.turn == player else min
    return choose(ring_forced(child, player) for child in ends(position))


def ring_maxn(position: pg.Position, step: int) -> int:
    if position.over:
        return position.result
    order = [(position.turn + step * n) % 3 for n in (1, 2)]
    return max(
        (ring_maxn(child, step) for child in ends(position)),
        key=lambda end: (
            ring_standing(end, position.turn),
            *(-ring_standing(end, other) for other in order),
        ),
    )


def result_of(outcome: pg.Outcome) -> int:
    if outcome.winner is not None:
        return rules.won(outcome.winner)
    return rules.DRAW if outcome.loser is None else rules.lost(outcome.loser)


@uncompiled
@pytest.mark.parametrize("matches", [2, 3, 6, 9, 12])
def test_a_game_for_three_with_winners_losers_and_draws(matches: int, tmp_path: Path) -> None:
    table = solve_tables(Ring(matches), folder=tmp_path)
    todo = [Ring(matches).position()]
    while todo:
        position = todo.pop()
        if position.over or position.ply > 4:
            continue
        value = table.value(position)
        assert value.forced == tuple(KINDS[ring_forced(position, p)] for p in range(3))
        assert {ties: result_of(value.ends[TIES.index(ties)]) for ties in TIES} == {
            "next": ring_maxn(position, 1),
            "previous": ring_maxn(position, -1),
        }
        assert_moves_belong_to(table, position)
        todo += ends(position)


class Lonely(Ring):
    """The same for one, who wins with the last match or draws."""

    name = "lonely"
    players = 1

    def kernels(self) -> rules.Kernels:
        given = dict(super().kernels())

        def result(state: Any) -> int:
            if state[0] == 1:
                return rules.DRAW
            return rules.won(0) if state[0] == 0 else rules.ONGOING

        def player(state: Any) -> int:
            return 0

        return {**given, **rules.kernels(result, player)}


@uncompiled
def test_a_game_for_one(tmp_path: Path) -> None:
    table = solve_tables(Lonely(9), folder=tmp_path)
    value = table.value(Lonely(9).position())
    assert (value.verdict, value.plies) == ("win", 5)  # 2 2 2 1 2, never to leave one
    last = table.moves(Lonely(9).position("2 2 2"))
    assert [(move.move, move.value.verdict, move.value.plies) for move in last] == [
        ("1", "win", 2),
        ("2", "draw", 1),
    ]


class Endless(Lonely):
    """A game that is none: it goes round in circles."""

    name = "endless"

    def kernels(self) -> rules.Kernels:
        def play(state: Any, move: int) -> Any:
            return (state[0] + np.uint64(1)) % np.uint64(7) + np.uint64(2), state[1]

        return {**super().kernels(), **rules.kernels(play)}


@uncompiled
def test_a_game_that_comes_round_again_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="a position leads back to itself"):
        solve_tables(Endless(9), folder=tmp_path)


class Over(Lonely):
    """A game that has ended before it begins."""

    name = "over"

    def kernels(self) -> rules.Kernels:
        def result(state: Any) -> int:
            return rules.DRAW

        return {**super().kernels(), **rules.kernels(result)}


@uncompiled
def test_a_game_that_is_over_at_once(tmp_path: Path) -> None:
    table = solve_tables(Over(3), folder=tmp_path)
    assert (table.ongoing, table.ended, table.legal_moves) == ((0,), (1,), (0,))
    with pytest.raises(errors.GameOverError):
        table.value(Over(3).position())


# Values as numbers


@pytest.mark.parametrize("players", [3, 4, 5])
def test_values_fit_into_two_bytes(players: int) -> None:
    results = every_result(players)
    how = coding(pg.Sim(10, players), results)
    assert how.dtype == np.uint16
    most = 3**players * len(results) ** len(TIES)
    assert many_player_value(1, how) == ((0,) * players, (results[0],) * len(TIES))
    assert many_player_value(most, how) == ((2,) * players, (results[-1],) * len(TIES))


def test_values_of_two_take_one_byte_where_games_are_short() -> None:
    assert coding(pg.Sim(10), every_result(2)).dtype == np.uint8
    assert coding(pg.ConnectFour(), every_result(2)).dtype == np.uint8


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_tie_break_takes_one_outcome_and_the_twin_agrees(players: int) -> None:
    """Every set of two outcomes; and no two outcomes are alike to anyone."""
    results = every_result(players)
    how = coding(pg.Sim(6, players), results)
    named = [("draw", None)]
    named += [(kind, p) for kind in ("won", "lost") for p in range(players)]
    twins = [Result(kind, player) for kind, player in named]
    for tie, ties in enumerate(TIES):
        for mover in range(players):
            ranks = how.ranks[tie, mover].tolist()
            assert sorted(ranks) == list(range(len(results)))
            for a in range(len(results)):
                for b in range(a):
                    better = a if ranks[a] > ranks[b] else b
                    assert chosen_end([twins[a], twins[b]], mover, players, ties) == twins[better]


# Sorted keys


def test_find_finds_every_row_and_no_other() -> None:
    rng = np.random.default_rng(1)
    for count in (0, 1, 2, 30, 500):
        rows = rng.integers(0, 1 << 63, (count, 2), np.uint64)
        order = sorted(range(count), key=lambda r: int(digest((rows[r, 0], rows[r, 1]))))
        keys = np.concatenate([rows[:3], rows[order], rows[:3]])
        first, last = min(3, count), min(3, count) + count
        keys.flags.writeable = False
        for place, row in enumerate(order[:100]):
            key = (rows[row, 0], rows[row, 1])
            assert find(keys, first, last, key) == first + place
        for _ in range(30):
            a, b = rng.integers(0, 1 << 63, 2, np.uint64)
            assert find(keys, first, last, (a, b)) == -1


def test_find_copes_with_digests_that_are_not_spread_evenly() -> None:
    words = [np.uint64(n) for n in range(3000)]
    low = sorted(words, key=lambda word: int(digest((word, word))))[:40]
    keys = np.array([[word, word] for word in low], np.uint64)
    keys.flags.writeable = False
    assert [find(keys, 0, 40, (word, word)) for word in low] == list(range(40))


# How many there will be


def test_the_forecast_counts_no_position_twice() -> None:
    """As many positions at each of 10 plies, once all different and once always the same."""
    rng = np.random.default_rng(1)

    def different(seen: Any, legal: Any, games: int) -> None:
        seen[:10] = rng.integers(0, 500, (10, games)) + 1000 * np.arange(10)[:, None]
        legal[:10] = 3

    def same(seen: Any, legal: Any, games: int) -> None:
        seen[:10] = rng.integers(0, 500, (10, games))
        legal[:10] = 3

    assert sum(forecast(20, different).sizes) == pytest.approx(5000, rel=0.15)
    assert forecast(20, different).legal == [3] * 10
    assert sum(forecast(20, same).sizes) == pytest.approx(500, rel=0.05)


# Files


def test_a_table_is_read_and_not_made_again(tmp_path: Path) -> None:
    made = solved(folder=tmp_path)
    reports: list[TableProgress] = []
    found = solved(folder=tmp_path, on_progress=reports.append)
    assert not reports
    assert found.path == made.path == table_path(GAME, tmp_path)
    assert (found.ongoing, found.ended) == (made.ongoing, made.ended)
    assert [path.name for path in tmp_path.iterdir()] == [made.path.name]
    assert "TicTacToe()" in repr(found)


def test_tables_have_a_folder_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert tables_folder() == tmp_path / "plyground" / "tables"
    assert solve_tables(GAME).path.parent == tables_folder()


@pytest.mark.parametrize("threads", [2, 3])
def test_tables_are_the_same_with_any_number_of_threads(threads: int, tmp_path: Path) -> None:
    one = solved(folder=tmp_path / "one", threads=1).path.read_bytes()
    assert solved(folder=tmp_path / "more", threads=threads).path.read_bytes() == one


@pytest.mark.long
def test_any_damaged_byte_is_noticed(tmp_path: Path) -> None:
    path = solved(folder=tmp_path).path
    whole = path.read_bytes()
    for place in range(0, len(whole), 1 if COMPILES else 7):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        with pytest.raises(TableError, match=r"is damaged|is not a table|another version"):
            SolvedTable.open(path, GAME)
    for length in [*range(120), *range(120, len(whole), 97), len(whole) - 1]:
        path.write_bytes(whole[:length])
        with pytest.raises(TableError, match=r"is damaged|is not a table|is empty"):
            SolvedTable.open(path, GAME)
    path.write_bytes(whole + b"\0")
    with pytest.raises(TableError, match="is damaged"):
        SolvedTable.open(path, GAME)
    assert solved(folder=tmp_path).path.read_bytes() == whole  # made again


def test_foreign_files_are_refused_and_replaced(tmp_path: Path) -> None:
    path = solved(folder=tmp_path).path
    whole = path.read_bytes()
    with pytest.raises(TableError, match=r"is for tictactoe, .* not for sim \(vertices 6, .*2\)"):
        SolvedTable.open(path, pg.Sim())
    with pytest.raises(TableError, match="does not exist"):
        SolvedTable.open(tmp_path / "none", GAME)
    with pytest.raises(TableError, match="cannot be read"):
        SolvedTable.open(tmp_path, GAME)
    other = whole.replace(b"tables %d\n" % FORMAT, b"tables %d\n" % (FORMAT + 1), 1)
    for content in (other, b"", b"something else\n" * 100):
        path.write_bytes(content)
        with pytest.raises(TableError):
            SolvedTable.open(path, GAME)
        assert solved(folder=tmp_path).path.read_bytes() == whole
    header, arrays = read(path, {})
    write(path, {**header, "rules": "0" * 64}, arrays)  # by rules that were others
    with pytest.raises(TableError, match="rules 000000000000, and not for tictactoe"):
        SolvedTable.open(path, GAME)
    write(path, {**header, "kind": "values"}, arrays)
    with pytest.raises(TableError, match="and not"):
        SolvedTable.open(path, GAME)


@uncompiled
def test_tables_of_changed_rules_and_other_parameters_are_different_files(tmp_path: Path) -> None:
    class Changed(Lonely):
        def kernels(self) -> rules.Kernels:
            def moves(state: Any, out: Any) -> int:
                out[0] = 0
                return 1

            return {**super().kernels(), **rules.kernels(moves)}

    games = [Lonely(9), Lonely(8), Changed(9), Ring(9)]
    assert len({table_path(game, tmp_path) for game in games}) == len(games)
    assert len({stamp(game)["rules"] for game in games}) == len(games)
    assert stamp(Lonely(9)) == stamp(Lonely(9))


def test_positions_that_a_table_has_no_answer_for(tmp_path: Path) -> None:
    table = solved(folder=tmp_path)
    over = GAME.position("14253")
    for ask in (table.value, table.moves):
        with pytest.raises(errors.GameOverError, match="Player 1 wins"):
            ask(over)
        with pytest.raises(errors.ParameterError, match="this is a table of Tic-tac-toe"):
            ask(pg.NumericalTicTacToe().position())


# Interrupted work


def stopped_at(stage: str, ply: int, folder: Path) -> Path:
    """Work that was cancelled while it was at that layer; returns where it is kept."""
    control = Control()

    def stop(progress: TableProgress) -> None:
        if (progress.stage, progress.ply) == (stage, ply):
            control.stop()

    with pytest.raises(Cancelled):
        solved(folder=folder, control=control, on_progress=stop)
    return table_path(GAME, folder).with_suffix(".work")


def test_cancelled_work_goes_on_from_the_last_finished_layer(tmp_path: Path) -> None:
    work = stopped_at("positions", 6, tmp_path)
    assert sorted(path.name for path in work.iterdir()) == [f"positions-00{n}" for n in range(8)]
    stopped_at("values", 4, tmp_path)
    assert {path.name for path in work.glob("values*")} == {f"values-00{n}" for n in range(4, 9)}
    reports: list[TableProgress] = []
    solved(folder=tmp_path, on_progress=reports.append)
    assert [(each.stage, each.ply) for each in reports] == [("values", n) for n in (3, 2, 1, 0)]


@pytest.mark.parametrize("damage", [b"", b"plyground tables 1\n", None], ids=str)
@pytest.mark.slow
def test_damaged_layers_are_made_again(damage: bytes | None, tmp_path: Path) -> None:
    """Those after them too: they were made from what is gone."""
    work = stopped_at("values", 4, tmp_path)
    for path in (work / "positions-005", work / "values-006"):
        content = path.read_bytes()
        path.write_bytes(content[:-50] + bytes(50) if damage is None else damage)
    reports: list[TableProgress] = []
    table = solved(folder=tmp_path, on_progress=reports.append)
    assert ("positions", 4) in {(each.stage, each.ply) for each in reports}
    assert ("values", 6) in {(each.stage, each.ply) for each in reports}
    whole = solved(folder=tmp_path / "whole").path
    assert table.path.read_bytes() == whole.read_bytes()


def test_work_that_another_finishes_meanwhile(tmp_path: Path) -> None:
    """The other has tidied up, so that layers are gone."""
    other = solved(folder=tmp_path / "other").path
    path = table_path(GAME, tmp_path)

    def finish(progress: TableProgress) -> None:
        if (progress.stage, progress.ply) == ("positions", 3):
            shutil.copy(other, path)
            shutil.rmtree(path.with_suffix(".work"))

    assert solved(folder=tmp_path, on_progress=finish).path.read_bytes() == other.read_bytes()


def test_time_that_is_over_is_a_stop(tmp_path: Path) -> None:
    """Control.deadline ends searches with what they have; half a table is none."""
    control = Control()
    with control.deadline(1e-4):
        until(lambda: control.enough)
        with pytest.raises(Cancelled):
            solved(folder=tmp_path, control=control)
    assert solved(folder=tmp_path, control=control).ongoing[:2] == (1, 3)


def test_progress(tmp_path: Path) -> None:
    reports: list[TableProgress] = []
    table = solved(folder=tmp_path, on_progress=reports.append)
    assert [each.stage for each in reports] == ["positions"] * 9 + ["values"] * 9
    assert [each.ply for each in reports] == [*range(9), *range(8, -1, -1)]
    for each in reports:
        assert each.done == each.total == table.ongoing[each.ply]
        assert each.seconds >= 0
        assert each.seconds_left >= 0
    assert reports[8].legal_moves == reports[-1].legal_moves == sum(table.legal_moves)
    assert reports[-1].seconds_left == 0
    assert reports[-1].found == sum(table.ongoing)


# No room


def test_too_little_memory_is_reported_before_anything_is_begun(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError) as error:
        solved(folder=tmp_path, memory=5000)
    assert "which need at least about" in str(error.value)
    assert "may take 5.0 kB" in str(error.value)
    assert "positions fit" in str(error.value)
    assert not list(tmp_path.rglob("*"))
    solved(folder=tmp_path, memory=None)


def test_memory_that_turns_out_too_little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The forecast was wrong: what is finished by then is kept."""
    monkeypatch.setattr(solve, "forecast", lambda plies, play: solve.Forecast([1.0], [9.0]))
    with pytest.raises(TableError, match=r"at least .* positions, which need at least"):
        solved(folder=tmp_path, memory=5000)
    assert (table_path(GAME, tmp_path).with_suffix(".work") / "positions-003").exists()
    solved(folder=tmp_path)


def test_memory_that_runs_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(self: Any) -> Any:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(layers.RowSet, "sorted", none_left)
        with pytest.raises(TableError, match="not enough memory for a table of Tic-tac-toe"):
            solved(folder=tmp_path)
    solved(folder=tmp_path)


def test_a_disk_with_little_room_is_reported_before_anything_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    with pytest.raises(TableError, match=r"needs about .* kB on disk .* has 1\.0 kB left"):
        solved(folder=tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no limits of resources")
def test_a_disk_that_is_full_loses_nothing(tmp_path: Path) -> None:
    import resource

    earlier = tmp_path / "another.table"
    earlier.write_bytes(kept := b"another")
    solved(folder=tmp_path / "compiled")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, limits[1]))
    try:
        with pytest.raises(TableError, match=r"cannot be kept in .*: File too large; what was"):
            solved(folder=tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    work = table_path(GAME, tmp_path).with_suffix(".work")
    names = sorted(path.name for path in work.iterdir())
    assert names == [f"positions-00{n}" for n in range(len(names))]  # whole layers, nothing else
    assert names
    assert earlier.read_bytes() == kept
    solved(folder=tmp_path)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    with pytest.raises(TableError, match="cannot be written"):
        solved(folder=file)
    assert file.read_text() == "no folder"


@pytest.mark.parametrize(
    "options", [{"threads": 0}, {"threads": -1}, {"seconds": 0}, {"seconds": -1.0}]
)
def test_threads_and_times_that_are_none(options: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(pg.PlygroundError, match=r"1 thread or more|a time is more than 0"):
        solved(folder=tmp_path, **options)
    assert list(tmp_path.iterdir()) == []


def test_temporary_files_of_the_day_before_are_removed(tmp_path: Path) -> None:
    old, new, other = (tmp_path / f".{name * 32}" for name in "abx")
    for file in (old, new, other):
        file.write_text("")
    os.utime(old, (0, 0))
    os.utime(other, (0, 0))
    write(tmp_path / "file", {}, [])
    assert sorted(each.name for each in tmp_path.iterdir()) == [new.name, other.name, "file"]


ENDED = """
import sys, threading
from pathlib import Path
from plyground.search.tables import files

def parts(arrays):
    begun.set()
    yield bytes(1)
    threading.Event().wait()

begun = threading.Event()
files._parts = parts
file = Path(sys.argv[1]) / "file"
threading.Thread(target=files.write, args=(file, {}, []), daemon=True).start()
begun.wait()
assert len(list(file.parent.iterdir())) == 1
"""


def test_a_process_that_ends_leaves_no_temporary_file(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", ENDED, str(tmp_path)], check=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_not_a_table_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(TableError, match="pipe cannot be read: it is not a file"):
        SolvedTable.open(tmp_path / "pipe", GAME)
