"""Reasons: how often a rule that a person can use explains the best move, and whether it is so.

Run `python benchmarks/merits.py [POSITIONS]`. Of each game it takes so many positions of games of
its levels, 1,000 by default, and asks why the best move is best, with the exact values. It counts
those that have a reason; "wins by force" alone is none. In Connect Four it takes won endings apart:
those with 20 empty cells or fewer. Every reason is checked by the naive twin of the tests, every
claim on a value by the solver.
"""

from __future__ import annotations

import sys

from figures import ROOT, Figures, options, run

sys.path.insert(0, str(ROOT))

from tests.reference.merits import Merits, positions_of_levels
from tests.reference.why import exact

import plyground as pg
from plyground.analysis.analyse import analyse
from plyground.analysis.merits import merits_of
from plyground.search import Limits

GAMES = (pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.ConnectFour())
POSITIONS = 1000
EXPLAINED, EXPLAINED_ENDINGS = 0.4, 0.7
ENDING = 20  # empty cells
SECONDS = 20.0


def measured(figures: Figures, game: pg.Game, count: int) -> None:
    """The figures of a game."""
    said, false, explained, unknown, endings, won = (0,) * 6
    for position in positions_of_levels(game, count, f"{game.name} reasons"):
        found = analyse(position, limits=Limits(seconds=SECONDS))
        best = found.moves[0]
        if best.value.verdict == "unknown":
            unknown += 1
        keeping = sum(each.value.verdict == best.value.verdict for each in found.moves)
        sentences = merits_of(position, best.move, best.value, keeping)
        wrong = Merits(position, best.move, exact).untrue(sentences)
        said, false = said + len(sentences), false + len(wrong)
        has = any(each.name != "forced" for each in sentences)
        explained += has
        if best.value.verdict == "win" and game.max_plies - position.ply <= ENDING:
            endings, won = endings + 1, won + has
    group = f"Reasons, {game.title}"
    figures.add(group, "reasons that are not so", false, f"of {said:,}", known=0)
    figures.add(
        group, f"of {count:,} positions, those whose best move has a reason",
        round(explained / count, 3), at_least=EXPLAINED,
    )  # fmt: skip
    if game.name == "connect4":
        figures.add(
            group, f"of {endings:,} won endings, those whose best move has a reason",
            round(won / max(endings, 1), 3), at_least=EXPLAINED_ENDINGS,
        )  # fmt: skip
        figures.add(group, f"positions not solved in {SECONDS:.0f} s", unknown)


def main() -> int:
    """Measure all games; the exit code."""
    parser = options(__doc__)
    parser.add_argument("positions", nargs="?", type=int, default=POSITIONS)
    given = parser.parse_args()
    figures = Figures(__file__, given)
    for game in GAMES:
        measured(figures, game, given.positions)
    return figures.keep()


if __name__ == "__main__":
    run(main)
