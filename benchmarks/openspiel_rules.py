"""Random games by our rules and by OpenSpiel's at once: every position must be the same.

Run `python benchmarks/openspiel_rules.py [GAMES]`, 10,000 by default, where OpenSpiel is
installed, as `make bridges` does. Exit code 1 if anything differs: legal moves, player to move, end
or result.
"""

from __future__ import annotations

import sys
import time

from figures import Figures, header, options

import plyground as pg
from plyground.interop.openspiel import cross_check

GAMES = 10_000


def main() -> int:
    """Compare and print; return the exit code."""
    parser = options(__doc__)
    parser.add_argument("games", nargs="?", type=int, default=GAMES)
    given = parser.parse_args()
    figures, rounds = Figures(__file__, given), given.games
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
        figures.add("Games that agree with OpenSpiel's rules", repr(game), rounds, at_least=GAMES)
    figures.keep()
    return 0


if __name__ == "__main__":
    sys.exit(main())
