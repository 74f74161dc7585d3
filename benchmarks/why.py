"""*Why?*: how much of what opponents say of their moves is so, and how often it says what matters.

Run `python benchmarks/why.py [POSITIONS]`. Each level of each game chooses in so many positions of
random games, 300 by default. Every sentence is checked by the naive twin of the tests. Of the moves
that give a result away, it counts those whose sentences name the move that punishes them, or the
one that would have won; of the moves that win at once, stop a win, or are the only ones that do not
lose at once, those that say so, and not only how far the player looked.
"""

from __future__ import annotations

import sys

from figures import ROOT, Figures, options, run

sys.path.insert(0, str(ROOT))

from tests.reference.merits import standing
from tests.reference.why import Checker, exact, own_scores, positions

import plyground as pg
from plyground.analysis.why import account_of, truth_of
from plyground.players import Choice

GAMES = (pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.ConnectFour())
POSITIONS = 300
PUNISHED, REASONED = 0.95, 0.75

_NAMED = ("overlooked", "reply", "win left", "punished", "unseen", "all lose", "loses")
_GENERAL = ("looked", "liked", "win?", "draw?", "loss?")


def matters(position: pg.Position, choice: Choice) -> bool:
    """Whether a move wins at once, stops a win, or is the only one that does not lose at once."""
    child = position.play(choice.move)
    if child.over or len(position.moves) == 1:
        return standing(child, position.turn) > 0

    checker = Checker(position, choice, None, exact)
    others = [move for move in position.moves if move != choice.move]
    if checker.loses_at_once(choice.move):
        return False
    letting = [set(found) for move in others if (found := checker.replies_to(move))]
    blocks = len(letting) > 1 and bool(set.intersection(*letting))
    return blocks or all(map(checker.loses_at_once, others))


def measured(figures: Figures, game: pg.Game, count: int) -> bool:
    """The figures of a game."""
    said, false, thrown, named, telling, reasoned = (0,) * 6
    for level in range(1, len(game.levels) + 1):
        player = pg.parse_player(f"level:{level}")
        assert player is not None
        for seed, position in enumerate(positions(game, count, f"{game.name} {level}")):
            choice = player.choose(position, chance=pg.Chance(seed))
            truth = truth_of(position, choice)
            sentences = account_of(position, choice, truth)
            seen = own_scores(position, level, seed) if choice.manner == "overlooks" else None
            wrong = Checker(position, choice, seen, exact).untrue(sentences)
            said, false = said + len(sentences), false + len(wrong)
            if truth is not None and truth.reply:
                thrown += 1
                named += any(each.name.startswith(_NAMED) for each in sentences)
            if matters(position, choice):
                telling += 1
                reasoned += not sentences[0].name.startswith(_GENERAL)
    group = f"Why, {game.title}"
    return all(
        [
            figures.add(group, "sentences that are not so", false, f"of {said:,}", known=0),
            figures.add(
                group, f"of {thrown:,} moves that give a result away, those that name why",
                round(named / max(thrown, 1), 3), at_least=PUNISHED,
            ),
            figures.add(
                group, f"of {telling:,} winning, blocking and only moves, those that say so",
                round(reasoned / max(telling, 1), 3), at_least=REASONED,
            ),
        ]
    )  # fmt: skip


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
