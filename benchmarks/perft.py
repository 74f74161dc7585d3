"""Perft of Connect Four and a C++ program of the same algorithm, in alternating runs.

Run `python benchmarks/perft.py`; needs g++. Prints the medians and the ratio of the speeds.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from figures import Figures, header, options

import plyground as pg

DEPTH = 10
KNOWN = 268_031_646
RUNS = 5


def main() -> int:
    """Print the figures; exit code 1 if a count is wrong."""
    figures = Figures(__file__, options(__doc__).parse_args())
    compiler = shutil.which("g++")
    if compiler is None:
        print("g++ is needed to build the program to compare with")
        return 1
    print(header())
    game = pg.ConnectFour()
    pg.perft(game, 2)  # compiles
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "perft"
        source = Path(__file__).with_suffix(".cpp")
        subprocess.run([compiler, "-O3", "-o", program, source], check=True)
        for _ in range(RUNS):
            begun = time.perf_counter()
            count = pg.perft(game, DEPTH)
            ours.append(time.perf_counter() - begun)
            line = subprocess.run(
                [program, str(DEPTH)], check=True, capture_output=True, text=True
            ).stdout.split()
            theirs.append(float(line[1]))
            if not count == int(line[0]) == KNOWN:
                print(f"WRONG: {count} and {line[0]}, known {KNOWN}")
                return 1
    print(f"perft connect4 {DEPTH} = {KNOWN:,}, median of {RUNS} alternating runs")
    for name, seconds in (("plyground", ours), ("C++ -O3", theirs)):
        median = statistics.median(seconds)
        print(f"{name:10} {median:.3f} s {KNOWN / median / 1e6:6.0f} million a second")
        rate = round(KNOWN / median / 1e6)
        figures.add(f"perft of Connect Four, {DEPTH} plies", name, rate, "million a second")
    ratio = round(statistics.median(theirs) / statistics.median(ours), 2)
    print(f"ratio of the speeds {ratio}")
    figures.add(f"perft of Connect Four, {DEPTH} plies", "ratio", ratio, at_least=0.8)
    figures.keep()
    return 0


if __name__ == "__main__":
    sys.exit(main())
