"""Connect Four on other boards, solved from the start, and how two threads compare with one.

Run `python benchmarks/boards.py [COLUMNSxROWS ...]`, all known boards without an argument.
`--threads N` sets the number of threads. `--gain` measures on the 7 x 6 board what two threads gain
over one, compared with two processes side by side.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from functools import partial

from figures import ROOT, Figures, digits, in_turn, options, run

import plyground as pg
from plyground.search import Solver

# The player who wins, 0 for a draw, and the ply on which the game ends, as solved by John Tromp,
# James D. Allen, Victor Allis and others.
KNOWN = {
    (4, 4): (0, 16), (5, 4): (0, 20), (6, 4): (2, 24), (7, 4): (0, 28), (4, 5): (0, 20),
    (5, 5): (0, 25), (6, 5): (0, 30), (7, 5): (0, 35), (4, 6): (0, 24), (5, 6): (0, 30),
    (8, 4): (2, 32), (6, 6): (2, 36), (7, 6): (1, 41), (8, 5): (1, 39),
}  # fmt: skip

RUNS = 5
SECONDS = 300  # allowed for each board


def solved(game: pg.ConnectFour, megabytes: int, threads: int) -> tuple[int, int, int, float]:
    """Who wins, the last ply, the positions visited and the seconds."""
    solver = Solver(game, megabytes, threads)
    solver.solve(game.position("1212"), limits=pg.Limits(nodes=1000))  # compiles
    solver.grow()
    solver.forget()  # touches all memory of the table, which the system clears at the first touch
    begun = time.perf_counter()
    solution = solver.solve(game.position())
    seconds = time.perf_counter() - begun
    value = solution.low
    end = game.max_plies if value == 0 else solution.most - abs(value)
    return (0 if value == 0 else 1 if value > 0 else 2), end, solution.nodes, seconds


def in_words(winner: int, end: int) -> str:
    """Who wins, and when."""
    return f"player {winner} wins with move {end}" if winner else "a draw"


def boards(sizes: list[tuple[int, int]], megabytes: int, threads: int, figures: Figures) -> None:
    """Solve each board and compare."""
    alone = "" if threads == 1 else f", {threads} threads"
    for size in sizes:
        winner, end, nodes, seconds = solved(pg.ConnectFour(*size), megabytes, threads)
        known, board = KNOWN.get(size), f"{size[0]} x {size[1]}"
        figures.add("Connect Four, value", board, in_words(winner, end),
                    known=known and in_words(*known))  # fmt: skip
        figures.add(f"Connect Four, positions visited{alone}", board, nodes)
        figures.add(f"Connect Four, time to solve{alone}", board, digits(seconds), "s",
                    at_most=SECONDS)  # fmt: skip


def gain(megabytes: int, figures: Figures) -> None:
    """What two threads gain, and what two processes do."""

    def side_by_side(threads: int, processes: int) -> float:
        code = (
            "import sys; sys.path.insert(0, 'benchmarks'); import boards, plyground as pg; "
            "from plyground.kernel import always_natively; always_natively(); "
            f"print(boards.solved(pg.ConnectFour(), {megabytes}, {threads})[3])"
        )
        started = [
            subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT)
            for _ in range(processes)
        ]
        return statistics.mean(float(each.communicate()[0]) for each in started)

    ways = {"one": (1, 1), "pair": (1, 2), "threads": (2, 1)}
    seconds = in_turn({name: partial(side_by_side, *way) for name, way in ways.items()}, RUNS)
    group = "Connect Four 7 x 6, two threads"
    processes = 2 * seconds["one"] / seconds["pair"]
    threads = seconds["one"] / seconds["threads"]
    figures.add(group, "time with one thread", round(seconds["one"], 1), "s")
    figures.add(group, "time with two threads", round(seconds["threads"], 1), "s")
    figures.add(group, "gain of two processes side by side", round(processes, 2), "times")
    figures.add(group, "gain of two threads", round(threads, 2), "times")
    figures.add(group, "gain of threads as a share of the gain of processes",
                round(threads / processes, 2), at_least=0.8)  # fmt: skip


def main() -> int:
    """Run the benchmark."""
    parser = options(__doc__)
    parser.add_argument("sizes", nargs="*", metavar="COLUMNSxROWS")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table-mb", type=int, default=128)
    parser.add_argument("--gain", action="store_true")
    given = parser.parse_args()
    figures = Figures(__file__, given, extra="--gain" if given.gain else "")
    if given.gain:
        gain(given.table_mb, figures)
    else:
        sizes = [(int(c), int(r)) for c, _, r in (each.partition("x") for each in given.sizes)]
        boards(sizes or list(KNOWN), given.table_mb, given.threads, figures)
    return figures.keep()


if __name__ == "__main__":
    run(main)
