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
import sys
from collections.abc import Callable
from pathlib import Path

from figures import Figures, header, options

import plyground as pg
from plyground.search import Solver

SETS = ("L3_R1", "L2_R1", "L1_R1", "L2_R2", "L1_R2", "L1_R3")
RUNS = 3

Result = tuple[int, int, float]  # score, positions visited, microseconds
Solve = Callable[[list[str]], list[Result]]


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


def main() -> int:
    """Print a table for each set."""
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
    print(f"{header()}, table of {given.table_mb} MiB")
    wrong = 0
    for name in given.sets.split(","):
        text = (given.folder / f"Test_{name}.txt").read_text()
        rows = [line.split() for line in text.splitlines() if line.strip()][: given.lines]
        lines, scores = [row[0] for row in rows], [int(row[1]) for row in rows]
        times: dict[str, list[float]] = {each: [] for each in solvers}
        nodes: dict[str, float] = {}
        errors = dict.fromkeys(solvers, 0)
        for _ in range(given.runs):
            for each, solve in solvers.items():
                results = solve(lines)
                times[each].append(statistics.mean(result[2] for result in results))
                nodes[each] = statistics.mean(result[1] for result in results)
                errors[each] = sum(
                    result[0] != right for result, right in zip(results, scores, strict=True)
                )
        ours_us = statistics.median(times["plyground"])
        wrong += errors["plyground"]
        print(f"\n{name}, {len(lines)} positions, mean of each run, median of {given.runs} runs")
        for each in solvers:
            us = statistics.median(times[each])
            right = len(lines) - errors[each]
            print(
                f"  {each:12} {right:4} right  {nodes[each]:13,.0f} positions  {us:13,.1f} µs"
                f"   {us / ours_us:6.2f}",
                flush=True,
            )
            group = f"Connect Four, {name} ({len(lines)} positions)"
            figures.add(f"{group}, mean time", each, round(us, 1), "µs")
            figures.add(f"{group}, mean positions visited", each, round(nodes[each]))
            figures.add(f"{group}, correct scores", each, right, known=len(lines))
    figures.keep()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
