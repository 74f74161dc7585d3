"""The exact solver on Connect Four's public test sets, and other solvers.

Run `python benchmarks/solver.py FOLDER` with the folder of the files `Test_L3_R1.txt` and so on.
Each line has the moves played and the score for the player to move: the number of counters that the
winner has left after the fastest win. One thread; the table is emptied before each line,
outside the measured time.

`--peer "NAME=COMMAND"`, any number of times, measures another solver too: a program that reads such
lines and writes for each, with an empty table, the moves, the score, the positions
visited and the microseconds, separated by spaces. All are run in turn, three times, and the median
of the means is printed. Exit code 1 if a score is wrong.
"""

from __future__ import annotations

import shlex
import statistics
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

from figures import Figures, in_turn, options, run

import plyground as pg
from plyground.search import Solver

SETS = ("L3_R1", "L2_R1", "L1_R1", "L2_R2", "L1_R2", "L1_R3")
RUNS = 3

Result = tuple[int, int, float]  # score, positions visited, microseconds
Solve = Callable[[list[str]], list[Result]]


def read_set(folder: Path, name: str, most: int) -> list[tuple[str, int]]:
    """The first lines of a set: moves, and the score."""
    rows = [line.split() for line in (folder / f"Test_{name}.txt").read_text().splitlines()]
    return [(row[0], int(row[1])) for row in rows if row][:most]


def ours(megabytes: int) -> Solve:
    """Our solver."""
    game = pg.ConnectFour()
    solver = Solver(game, megabytes)
    solver.solve(game.position("44444"), limits=pg.Limits(nodes=1000))  # compiles

    def solve(lines: list[str]) -> list[Result]:
        results = []
        for moves in lines:
            position = game.position(moves)
            solver.forget()
            solution = solver.solve(position)
            score = game.exact_score(solution.low, position.ply)
            results.append((score, solution.nodes, solution.seconds * 1e6))
        return results

    return solve


def peer(command: str) -> Solve:
    """Another solver."""

    def solve(lines: list[str]) -> list[Result]:
        done = subprocess.run(
            shlex.split(command), input="\n".join(lines) + "\n", text=True, check=True,
            stdout=subprocess.PIPE,
        )  # fmt: skip
        rows = [line.split() for line in done.stdout.splitlines()]
        return [(int(row[1]), int(row[2]), float(row[3])) for row in rows]

    return solve


def compare(
    figures: Figures, name: str, rows: list[tuple[str, int]], solvers: dict[str, Solve], runs: int
) -> None:
    """Let all solvers solve a set."""
    lines = [moves for moves, _ in rows]
    found: dict[str, list[Result]] = {}

    def mean_time(each: str) -> float:
        found[each] = solvers[each](lines)
        return statistics.mean(result[2] for result in found[each])

    times = in_turn({each: partial(mean_time, each) for each in solvers}, runs)
    group = f"Connect Four, {name} ({len(lines)} positions)"
    for each, us in times.items():
        figures.add(f"{group}, mean time", each, round(us, 1), "µs")
    for each, results in found.items():
        nodes = statistics.mean(result[1] for result in results)
        figures.add(f"{group}, mean positions visited", each, round(nodes))
    for each, results in found.items():
        right = sum(result[0] == score for result, (_, score) in zip(results, rows, strict=True))
        figures.add(f"{group}, correct scores", each, right, known=len(lines))


def main() -> int:
    """Compare on each set."""
    parser = options(__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--lines", type=int, default=10**6, help="of each set, from its start")
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--table-mb", type=int, default=64)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    given = parser.parse_args()
    figures = Figures(__file__, given, extra="FOLDER")
    solvers = {"plyground": ours(given.table_mb)}
    for each in given.peer:
        name, _, command = each.partition("=")
        solvers[name] = peer(command)
    for name in given.sets.split(","):
        compare(figures, name, read_set(given.folder, name, given.lines), solvers, given.runs)
    return figures.keep()


if __name__ == "__main__":
    run(main)
