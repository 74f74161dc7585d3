"""Heuristics against each other, at equal depth, from random openings, each played from both sides.

Run `python benchmarks/heuristics.py [GAMES]`. The figures are the share of the points that one wins
against another; a draw is half a point. The games' defaults are chosen by this.
"""

from __future__ import annotations

import random
from itertools import permutations

from figures import Figures, options, run
from playing import opening

import plyground as pg

DUELS = (  # game, plies of the random opening, depths
    (pg.ConnectFour(), 4, (4, 5, 6)),
    (pg.Sim(), 3, (3, 4)),
    (pg.Sim(8), 4, (3, 4)),
    (pg.Sim(10), 4, (3,)),
)


def points(position: pg.Position, players: list[pg.Player], chance: pg.Chance) -> float:
    """The points of the player at the first seat."""
    while not position.over:
        position = position.play(players[position.turn].choose(position, chance=chance).move)
    outcome = position.outcome
    assert outcome is not None
    return 0.5 if outcome.draw else float(outcome.winner == 0)


def share(
    game: pg.Game, plies: int, depths: tuple[int, ...], names: list[str], games: int
) -> float:
    """The share of the points that the first heuristic wins against the second."""
    rng, chance, total = random.Random(1), pg.Chance(1), 0.0
    for number in range(games):
        depth = depths[number % len(depths)]
        first, second = (pg.AlphaBeta(depth, heuristic=name) for name in names)
        start = opening(game, plies, rng)
        total += points(start, [first, second], chance)
        total += 1 - points(start, [second, first], chance)
    return total / games / 2


def main() -> int:
    """Let each heuristic of each game meet each."""
    parser = options(__doc__)
    parser.add_argument("games", nargs="?", type=int, default=200)
    given = parser.parse_args()
    figures = Figures(__file__, given)
    for game, plies, depths in DUELS:
        for row, column in permutations(game.heuristic_names, 2):
            won = share(game, plies, depths, [row, column], given.games)
            group = f"{game}, share of the points at equal depth"
            figures.add(group, f"{row} against {column}", round(100 * won, 1), "%")
    return figures.keep()


if __name__ == "__main__":
    run(main)
