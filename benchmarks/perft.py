"""Perft: all known counts, and Connect Four in turn with a C++ program of the same algorithm.

Run `python benchmarks/perft.py`; it needs g++. The counts are those of tests/data/perft, as deep as
they are known there. Times are those of the processor.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import time
import tomllib
from pathlib import Path

from figures import ROOT, Figures, in_turn, options, run

import plyground as pg

DEPTH = 10
COUNT = 268_031_646
RUNS = 5


def counts(figures: Figures) -> None:
    """Count move sequences of all games with known counts."""
    for path in sorted((ROOT / "tests" / "data" / "perft").glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        game, depth = pg.game(table["game"], **table["parameters"]), len(table["counts"]) - 1
        found = pg.perft(game, depth)
        figures.add("perft", f"{game!r}, {depth} plies", found, known=table["counts"][depth])


def speed(figures: Figures, compiler: str) -> None:
    """Compare the speeds."""
    game = pg.ConnectFour()
    pg.perft(game, 2)  # compiles
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "perft"
        source = Path(__file__).with_suffix(".cpp")
        subprocess.run([compiler, "-O3", "-o", program, source], check=True)

        def ours() -> float:
            begun = time.process_time()
            assert pg.perft(game, DEPTH) == COUNT
            return time.process_time() - begun

        def theirs() -> float:
            out = subprocess.check_output([program, str(DEPTH)], text=True)
            count, seconds = out.split()[:2]
            assert int(count) == COUNT
            return float(seconds)

        seconds = in_turn({"plyground": ours, "C++ -O3": theirs}, RUNS)
    group = f"perft of Connect Four, {DEPTH} plies"
    for name, each in seconds.items():
        figures.add(group, name, round(COUNT / each / 1e6), "million a second")
    ratio = round(seconds["C++ -O3"] / seconds["plyground"], 2)
    figures.add(group, "ratio", ratio, at_least=0.8)


def main() -> int:
    """Count, then compare."""
    given = options(__doc__).parse_args()
    compiler = shutil.which("g++")
    if compiler is None:
        raise SystemExit("g++ is needed to build the program to compare with")
    figures = Figures(__file__, given)
    counts(figures)
    speed(figures, compiler)
    return figures.keep()


if __name__ == "__main__":
    run(main)
