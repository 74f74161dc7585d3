"""Saved games: how fast records are written and read, and that they are read back equal.

Run `python benchmarks/records.py [COUNT]`: writes records (10,000 by default) of random games of
all kinds, with comments and nested variations, to a file, reads it, and compares. Exit code 1 if
one differs or has a fault. `fuzz_records.py` looks for input that breaks the reader.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path

from figures import Figures, header, options

sys.path.insert(0, str(Path(__file__).parent.parent))  # for records made by the tests

from tests.records import record

import plyground as pg

GAMES = (
    pg.TicTacToe(),
    pg.NumericalTicTacToe(),
    pg.Sim(6, 2),
    pg.Sim(6, 3),
    pg.Sim(10, 5),
    pg.ConnectFour(),
    pg.ConnectFour(5, 4),
)


def main() -> int:
    """Write, read and compare."""
    parser = options(__doc__)
    parser.add_argument("count", nargs="?", type=int, default=10_000)
    given = parser.parse_args()
    figures, count = Figures(__file__, given), given.count
    print(header())
    rng = random.Random(1)
    records = [record(GAMES[number % len(GAMES)], rng) for number in range(count)]
    plies = sum(each.plies for each in records)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.txt"
        begun = time.perf_counter()
        pg.write_records(records, path)
        written = time.perf_counter() - begun
        size = path.stat().st_size / 1e6
        begun = time.perf_counter()
        readings = list(pg.read_records(path))
        read = time.perf_counter() - begun
    print(f"{count:,} records, {plies:,} plies, {size:.1f} MB")
    for what, seconds in (("written", written), ("read", read)):
        print(f"  {what:8} {seconds:6.2f} s  {count / seconds:8,.0f} records a second")
        figures.add("Saved games", what, round(count / seconds), "a second")
    wrong = sum(
        found.record != each or bool(found.faults)
        for found, each in zip(readings, records, strict=False)
    )
    wrong += abs(len(readings) - count)
    print(f"  {count - wrong:,} of {count:,} are read back equal and without a fault")
    right = count - wrong
    what = f"read back equal and without a fault, of {count:,}"
    figures.add("Saved games", what, right, known=count)
    figures.keep()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
