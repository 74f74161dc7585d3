"""Connect Four on other boards, solved from the start, and how two threads compare with one.

Run `python benchmarks/boards.py [COLUMNSxROWS ...]`, all known boards without an argument; exit
code 1 if a value is not as known. `--threads N` sets the number of threads. `--gain` measures on
the 7 x 6 board what two threads gain over one, compared with two processes side by side.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from figures import Figures, header, options

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


def boards(sizes: list[tuple[int, int]], megabytes: int, threads: int, figures: Figures) -> int:
    """Solve each board and compare; return how many are wrong."""
    wrong = 0
    alone = "" if threads == 1 else f", {threads} threads"
    for size in sizes:
        winner, end, nodes, seconds = solved(pg.ConnectFour(*size), megabytes, threads)
        known = KNOWN.get(size)
        says = "" if known is None else "as known" if known == (winner, end) else f"not {known}"
        wrong += says.startswith("not")
        who = in_words(winner, end)
        print(f"  {size[0]} x {size[1]}  {who:28} {nodes:15,} positions {seconds:8.2f} s  {says}",
              flush=True)  # fmt: skip
        board = f"{size[0]} x {size[1]}"
        figures.add(f"Connect Four, time to solve{alone}", board, float(f"{seconds:.3g}"), "s",
                    at_most=SECONDS)  # fmt: skip
        figures.add(f"Connect Four, positions visited{alone}", board, nodes)
        figures.add("Connect Four, value", board, who, known=known and in_words(*known))
    return wrong


def once(megabytes: int, threads: int) -> list[str]:
    """The command line that solves 7 x 6 once and prints the seconds."""
    code = (
        "import sys; sys.path.insert(0, 'benchmarks'); import boards, plyground as pg; "
        f"print(boards.solved(pg.ConnectFour(), {megabytes}, {threads})[3])"
    )
    return [sys.executable, "-c", code]


def gain(megabytes: int, figures: Figures) -> None:
    """What two threads gain, and what two processes do."""
    alone, side_by_side, together = [], [], []
    for _ in range(RUNS):
        alone.append(float(subprocess.check_output(once(megabytes, 1))))
        pair = [subprocess.Popen(once(megabytes, 1), stdout=subprocess.PIPE) for _ in range(2)]
        side_by_side.append(statistics.mean(float(each.communicate()[0]) for each in pair))
        together.append(float(subprocess.check_output(once(megabytes, 2))))
    one, two, both = map(statistics.median, (alone, side_by_side, together))
    print(f"7 x 6, medians of {RUNS}: one thread {one:.1f} s, two threads {both:.1f} s")
    print(f"  two processes side by side gain {2 * one / two:.2f}, two threads {one / both:.2f}")
    print(f"  that is {one / both / (2 * one / two):.2f} of it, target 0.8")
    group = "Connect Four 7 x 6, two threads"
    figures.add(group, "time with one thread", round(one, 1), "s")
    figures.add(group, "time with two threads", round(both, 1), "s")
    figures.add(group, "gain of two processes side by side", round(2 * one / two, 2), "times")
    figures.add(group, "gain of two threads", round(one / both, 2), "times")
    share = round(one / both / (2 * one / two), 2)
    figures.add(group, "gain of threads as a share of the gain of processes", share, at_least=0.8)


def main() -> int:
    """Run the benchmark."""
    parser = options(__doc__)
    parser.add_argument("sizes", nargs="*", metavar="COLUMNSxROWS")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--table-mb", type=int, default=128)
    parser.add_argument("--gain", action="store_true")
    given = parser.parse_args()
    figures = Figures(__file__, given, extra="--gain" if given.gain else "")
    print(f"{header()}, {given.threads} thread(s), table of {given.table_mb} MiB")
    if given.gain:
        gain(given.table_mb, figures)
        figures.keep()
        return 0
    sizes = [(int(c), int(r)) for c, _, r in (each.partition("x") for each in given.sizes)]
    wrong = boards(sizes or list(KNOWN), given.table_mb, given.threads, figures)
    figures.keep()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
