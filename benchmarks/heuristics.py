"""Heuristics against each other, at equal depth, from random openings played from both sides.

Run `python benchmarks/heuristics.py [GAMES]`. Prints what share of the points each row's heuristic
takes from each column's; half a point for a draw. The games' defaults are chosen by this.
"""

from __future__ import annotations

import random
import sys

from machine import header

import plyground as pg

DUELS = (  # game, plies of the random opening, depths
    (pg.ConnectFour(), 4, (4, 5, 6)),
    (pg.Sim(), 3, (3, 4)),
    (pg.Sim(8), 4, (3, 4)),
    (pg.Sim(10), 4, (3,)),
)


def opening(game: pg.Game, plies: int, rng: random.Random) -> pg.Position:
    """A position after so many random moves, none of which ended the game."""
    position = game.position()
    while position.ply < plies:
        position = game.position()
        while position.ply < plies and not position.over:
            position = position.play(rng.choice(position.moves))
        if position.over:
            position = game.position()
    return position


def points(position: pg.Position, players: list[pg.Player], rng: random.Random) -> float:
    """What the first of two players gets, who sits at the first seat."""
    while not position.over:
        position = position.play(players[position.turn].choose(position, rng).move)
    outcome = position.outcome
    assert outcome is not None
    return 0.5 if outcome.draw else float(outcome.winner == 0)


def share(
    game: pg.Game, plies: int, depths: tuple[int, ...], names: list[str], games: int
) -> float:
    """What share of the points the first named heuristic takes from the second."""
    rng, total = random.Random(1), 0.0
    for number in range(games):
        depth = depths[number % len(depths)]
        first, second = (pg.AlphaBeta(depth, heuristic=name) for name in names)
        start = opening(game, plies, rng)
        total += points(start, [first, second], rng) + 1 - points(start, [second, first], rng)
    return total / games / 2


def main() -> None:
    """Print a table for each game."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(header())
    for game, plies, depths in DUELS:
        names = list(game.heuristic_names)
        print(f"\n{game}, depths {', '.join(map(str, depths))}, {2 * games} games for each pair")
        print(" " * 20 + "".join(f"{name:>18}" for name in names))
        for row in names:
            shares = [
                "" if row == name else f"{share(game, plies, depths, [row, name], games):.1%}"
                for name in names
            ]
            print(f"{row:20}" + "".join(f"{each:>18}" for each in shares))


if __name__ == "__main__":
    main()
