"""Random games by our rules and by OpenSpiel's at once: every position must be the same.

Run `python benchmarks/openspiel_rules.py [GAMES]`, 10,000 by default, where OpenSpiel is
installed, as `make bridges` does. It ends with an error where anything differs: legal moves, player
to move, end or result.
"""

from __future__ import annotations

from figures import Figures, options, run

import plyground as pg
from plyground.interop.openspiel import cross_check

GAMES = 10_000


def main() -> int:
    """Compare three boards."""
    parser = options(__doc__)
    parser.add_argument("games", nargs="?", type=int, default=GAMES)
    given = parser.parse_args()
    figures = Figures(__file__, given)
    for game in (pg.TicTacToe(), pg.ConnectFour(), pg.ConnectFour(8, 7)):
        cross_check(game, given.games)
        figures.add("Games that agree with OpenSpiel's rules", repr(game), given.games)
    return figures.keep()


if __name__ == "__main__":
    run(main)
