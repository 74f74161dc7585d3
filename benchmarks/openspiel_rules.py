"""Random games by our rules and by OpenSpiel's at once: every position has to be the same.

Run `python benchmarks/openspiel_rules.py [GAMES]`, 10,000 unless said, where OpenSpiel is
installed, as `make bridges` does. Exit code 1 if anything differs: legal moves, player to move, end
or result.
"""

from __future__ import annotations

import sys
import time

from machine import header

import plyground as pg
from plyground.interop.openspiel import cross_check

GAMES = 10_000


def main(rounds: int) -> int:
    """Compare and print; the exit code."""
    print(header())
    for game in (pg.TicTacToe(), pg.ConnectFour(), pg.ConnectFour(8, 7)):
        begun = time.perf_counter()
        try:
            positions = cross_check(game, rounds)
        except pg.PlygroundError as error:
            print(f"{game!r}: {error}")
            return 1
        seconds = time.perf_counter() - begun
        print(f"{game!r}: {rounds:,} games, {positions:,} positions agree ({seconds:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
