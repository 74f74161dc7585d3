"""Signatures: what fixed searches count and find, compared with a file.

Any change of the search shows in these counts. Where it is meant, write the file again, and name
the change in the commit message:

    pytest tests/test_signature.py --update-golden
"""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import plyground as pg
from plyground import search
from plyground.kernel.compiler import COMPILES
from plyground.search import PLAIN, Limits, Settings, alphabeta, maxn

FILE = Path(__file__).parent / "data" / "signature.toml"
SLOW = 8_000  # positions that take too long without compilation

HEADER = """\
# What fixed searches count and find: the name of each run is in tests/test_signature.py.
# A change of these numbers is deliberate and named in the commit message that makes it.
"""

Run = Callable[[], search.SearchResult]


def run(game: pg.Game, moves: str, depth: int | None, settings: Settings) -> Run:
    return lambda: alphabeta(game.position(moves), limits=Limits(depth), settings=settings)


HEXAGON = "0-1 1-2 2-3 3-4 4-5 0-5"
PRUNED = Settings(order="generated", table=False)

RUNS: dict[str, Run] = {
    "tictactoe, to the end, plain": run(pg.TicTacToe(), "", None, PLAIN),
    "tictactoe, to the end, pruned": run(pg.TicTacToe(), "", None, PRUNED),
    "tictactoe, to the end": run(pg.TicTacToe(), "", None, Settings()),
    "tictactoe, to the end, first best, reversed": run(
        pg.TicTacToe(), "", None, Settings(order="reversed", ties_equal=False)
    ),
    "tictactoe, to the end, deepening": run(pg.TicTacToe(), "5", None, Settings(deepening=True)),
    "numerical, to the end, wins alike": run(
        pg.NumericalTicTacToe(),
        "5@5 2@1",
        None,
        Settings(quick_wins=False, slow_losses=False, ties_equal=False),
    ),
    "numerical, depth 4, shuffled": run(
        pg.NumericalTicTacToe(), "5@5", 4, Settings(order="shuffled")
    ),
    "sim, depth 3, plain, safe edges": run(
        pg.Sim(), "0-1 2-3", 3, replace(PLAIN, heuristic="safe-edges")
    ),
    "sim, depth 6, mixed triangles": run(
        pg.Sim(), HEXAGON, 6, Settings(heuristic="mixed-triangles")
    ),
    "sim, depth 7, deepening, margin": run(
        pg.Sim(), "0-1", 7, Settings(deepening=True, heuristic="margin")
    ),
    "sim for 3, depth 5, unsafe for others": run(
        pg.Sim(6, 3), HEXAGON, 5, Settings(heuristic="unsafe-for-others")
    ),
    "sim for 5 on 10, depth 3, mixed triangles": run(
        pg.Sim(10, 5), "0-1 2-3 4-5 6-7 1-2", 3, Settings(heuristic="mixed-triangles")
    ),
    "connect4, depth 4, plain, line table": run(
        pg.ConnectFour(), "44", 4, replace(PLAIN, heuristic="line-table")
    ),
    "connect4, depth 8, threats": run(pg.ConnectFour(), "", 8, Settings(heuristic="threats")),
    "connect4, depth 8, deepening, open lines": run(
        pg.ConnectFour(), "4453", 8, Settings(deepening=True, heuristic="open-lines")
    ),
    "connect4 on 4 x 4, to the end": run(pg.ConnectFour(4, 4), "", None, Settings()),
    "connect4, 3000 positions": lambda: alphabeta(
        pg.ConnectFour().position("4"),
        limits=Limits(nodes=3000),
        settings=Settings(heuristic="threats"),
    ),
    "max^n, sim for 3, depth 4, margin": lambda: maxn(
        pg.Sim(6, 3).position(HEXAGON), limits=Limits(depth=4), heuristic="margin"
    ),
    "max^n, sim for 5 on 10, depth 2, spite": lambda: maxn(
        pg.Sim(10, 5).position("0-1"),
        limits=Limits(depth=2),
        heuristic="mixed-triangles",
        ties="spite",
    ),
    "max^n, sim for 3, to the end, kind": lambda: maxn(
        pg.Sim(6, 3).position(HEXAGON + " 0-2 1-3 2-4 3-5"), limits=Limits(depth=15), ties="kind"
    ),
}


def signature(result: search.SearchResult) -> dict[str, int]:
    return {
        "nodes": result.nodes,
        "leaves": result.leaves,
        "cutoffs": result.cutoffs,
        "hits": result.table_hits,
        "score": result.score,
        "depth": result.depth,
    }


def read() -> dict[str, dict[str, int]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", RUNS)
def test_signature(name: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        pytest.skip("written again")
    if not COMPILES and read()[name]["nodes"] > SLOW:
        pytest.skip("needs speed")
    assert signature(RUNS[name]()) == read()[name]


def test_every_signature_is_checked(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        lines = [HEADER]
        for name, search in RUNS.items():
            counts = signature(search())
            lines.append(f'["{name}"]\n' + "".join(f"{k} = {v}\n" for k, v in counts.items()))
        FILE.write_text("\n".join(lines), encoding="utf-8", newline="\n")
    assert list(read()) == list(RUNS)
