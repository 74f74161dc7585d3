"""Heuristics against each other, at equal depth, from random openings, each played from both sides.

Run `python benchmarks/heuristics.py [GAMES]`. Prints the share of the points that each row's
heuristic wins against each column's; a draw is half a point. The games' defaults are chosen by
this.
"""

from __future__ import annotations

import random

from figures import Figures, header, options

import plyground as pg

DUELS = (  # game, plies of the random opening, depths
    (pg.ConnectFour(), 4, (4, 5, 6)),
    (pg.Sim(), 3, (3, 4)),
    (pg.Sim(8), 4, (3, 4)),
    (pg.Sim(10), 4, (3,)),
)


def opening(game: pg.Game, plies: int, rng: random.Random) -> pg.Position:
    """A position after a number of random moves, none of which ended the game."""
    position = game.position()
    while position.ply < plies:
        position = game.position()
        while position.ply < plies and not position.over:
            position = position.play(rng.choice(position.moves))
        if position.over:
            position = game.position()
    return position


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


def main() -> None:
    """Print a table for each game."""
    parser = options(__doc__)
    parser.add_argument("games", nargs="?", type=int, default=200)
    given = parser.parse_args()
    figures, games = Figures(__file__, given), given.games
    print(header())
    for game, plies, depths in DUELS:
        names = list(game.heuristic_names)
        print(f"\n{game}, depths {', '.join(map(str, depths))}, {2 * games} games for each pair")
        print(" " * 20 + "".join(f"{name:>18}" for name in names))
        for row in names:
            shares = []
            for name in names:
                if row == name:
                    shares.append("")
                    continue
                points_of_row = share(game, plies, depths, [row, name], games)
                shares.append(f"{points_of_row:.1%}")
                group = f"{game}, share of the points at equal depth"
                figures.add(group, f"{row} against {name}", round(100 * points_of_row, 1), "%")
            print(f"{row:20}" + "".join(f"{each:>18}" for each in shares))
    figures.keep()


if __name__ == "__main__":
    main()
