"""Signatures: what fixed searches count and find, compared with a file.

Any change of the search shows in these counts. Where it is meant, write the file again, and name
the change in the commit message:

    pytest tests/test_signature.py --update-golden
"""

import tomllib
from dataclasses import dataclass, replace
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


@dataclass(frozen=True)
class Run:
    """A fixed search: alpha-beta by these settings, or max^n where they are ties."""

    game: pg.Game
    moves: str
    limits: Limits
    settings: Settings
    ties: str = ""

    def __call__(self) -> search.SearchResult:
        position = self.game.position(self.moves)
        if not self.ties:
            return alphabeta(position, limits=self.limits, settings=self.settings)
        heuristic = self.settings.heuristic
        return maxn(position, limits=self.limits, heuristic=heuristic, ties=self.ties)


def run(game: pg.Game, moves: str, depth: int | None, settings: Settings) -> Run:
    return Run(game, moves, Limits(depth), settings)


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
    "connect4, depth 4, plain, line table": run(
        pg.ConnectFour(), "44", 4, replace(PLAIN, heuristic="line-table")
    ),
    "connect4, depth 8, threats": run(pg.ConnectFour(), "", 8, Settings(heuristic="threats")),
    "connect4, depth 8, deepening, open lines": run(
        pg.ConnectFour(), "4453", 8, Settings(deepening=True, heuristic="open-lines")
    ),
    "connect4 on 4 x 4, to the end": run(pg.ConnectFour(4, 4), "", None, Settings()),
    "connect4, 3000 positions": Run(
        pg.ConnectFour(), "4", Limits(nodes=3000), Settings(heuristic="threats")
    ),
    "max^n, sim for 3, depth 4, margin": Run(
        pg.Sim(6, 3), HEXAGON, Limits(4), Settings(heuristic="margin"), "first"
    ),
    "max^n, sim for 3, depth 3, spite": Run(
        pg.Sim(6, 3), "0-1", Limits(3), Settings(heuristic="mixed-triangles"), "spite"
    ),
    "max^n, sim for 3, to the end, kind": Run(
        pg.Sim(6, 3), HEXAGON + " 0-2 1-3 2-4 3-5", Limits(15), Settings(), "kind"
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
