"""Searches find and count the same in both homes: the signatures, and the exact solver."""

import random

import pytest

import plyground as pg
from plyground.position.desk import RESULTS
from plyground.search import SOLVABLE, Limits, Solver, control, shipped_book
from plyground.search.alphabeta import ORDERS, switches_of
from plyground.search.answers import VALUE_WORDS
from plyground.search.maxn import TIES
from plyground.search.results import EQUAL, FIRST
from tests.engine.conftest import host_of
from tests.engine.games import every_game, marked
from tests.engine.host import Host
from tests.test_signature import RUNS, Run, read
from tests.variants import random_playout

pytestmark = pytest.mark.compiled

TO_THE_END = 16  # plies, where solving takes little time in any game
POSITIONS = 12

SIGNATURES = [pytest.param(name, marks=marked(run.game)) for name, run in RUNS.items()]


def by_host(run: Run) -> dict[str, int]:
    """The signature of a run in the other home."""
    game, host = run.game, host_of(run.game)
    position, settings = game.position(run.moves), run.settings
    heuristic = game.heuristic_number(settings.heuristic)
    depth = run.limits.depth or game.max_plies
    if run.ties:
        given = [position.ply, 0, 0, depth, heuristic, TIES.index(run.ties)]
        answers = host.work("maxn", given, position.state, chance=pg.Chance(0))
        # The value of a choice: a verdict and plies, or a score.
        depth, score = answers[1 + VALUE_WORDS], answers[VALUE_WORDS]
        if answers[VALUE_WORDS - 1] == 0:
            score = {0: -1, 1: 0, 2: 1}[answers[1]] * (1_000_000 - answers[2])
    else:
        given = [
            position.ply, 0, 0, depth, heuristic, ORDERS.index(settings.order),
            switches_of(settings), EQUAL if settings.ties_equal else FIRST,
            int(settings.deepening or run.limits.interrupts),
        ]  # fmt: skip
        nodes = run.limits.nodes or 1 << 62
        score, depth, *_ = host.work("search_position", given, position.state, nodes)
    counted = host.counted
    return {
        "nodes": counted[control.NODES],
        "leaves": counted[control.LEAVES],
        "cutoffs": counted[control.CUTOFFS],
        "hits": counted[control.TABLE_HITS],
        "score": score,
        "depth": depth,
    }


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures_are_the_same(name: str) -> None:
    assert by_host(RUNS[name]) == read()[name]


def late_positions(game: pg.Game) -> list[pg.Position]:
    """Positions of random games, not far from the end."""
    found = []
    for seed in range(POSITIONS):
        line = [each for each in random_playout(game, seed, long=True) if not each.over]
        first = max(0, len(line) - TO_THE_END)
        found.append(random.Random(seed).choice(line[first:]))
    return found


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("memory", [1, 64])
def test_the_solver_finds_and_counts_the_same(game: pg.Game, host: Host, memory: int) -> None:
    if game.players != SOLVABLE:
        pytest.skip("is for two players")
    solver = Solver(game, memory)
    words = host.solver(memory)
    for position in late_positions(game):
        solver.forget()
        solver.grow()  # as pages do not begin with a small table
        host.forget()
        expected = solver.solve(position)
        answers = host.work("solve_position", [position.ply, words], position.state)
        limits = answers[VALUE_WORDS : VALUE_WORDS + 2]
        assert limits == (expected.low, expected.high)
        if shipped_book(game) is None:
            assert host.counted[control.NODES] == expected.nodes
        limited = solver.solve(position, limits=Limits(nodes=50))
        assert limited.low <= expected.low <= limited.high


@pytest.mark.slow
@every_game
def test_the_values_of_all_moves_are_the_same(game: pg.Game, host: Host) -> None:
    if game.players != SOLVABLE:
        pytest.skip("is for two players")
    solver = Solver(game, 64, book=shipped_book(game))
    words = host.solver()
    for position in late_positions(game):
        solver.forget()
        solver.grow()  # as pages do not begin with a small table
        host.forget()
        analysis = pg.analyse(position, solver=solver)
        answers = host.work("values", [position.ply, words], position.state, answers=10)
        count, plies = answers[VALUE_WORDS : VALUE_WORDS + 2]
        rows = host.array("results", count * (1 + VALUE_WORDS))
        step = 1 + VALUE_WORDS
        codes = [rows[at * step] for at in range(count)]
        assert [game.move_texts[code] for code in codes] == [each.move for each in analysis.moves]
        words_of = {0: "loss", 1: "draw", 2: "win", 3: "unknown"}
        for at, move in enumerate(analysis.moves):
            verdict, its_plies = rows[at * step + 1 : at * step + 3]
            assert words_of[verdict] == move.value.verdict
            assert its_plies == (-1 if move.value.plies is None else move.value.plies)
        line = tuple(game.move_texts[code] for code in host.array("moves", plies))
        assert line == analysis.principal_variation
        assert host.get(RESULTS) > 0
