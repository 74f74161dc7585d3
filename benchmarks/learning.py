"""How well a learner plays after so many games: its mistakes, by plies of search, and its speed.

    python benchmarks/learning.py [--seconds 300] [--seed 1] [--positions 1000] [GAME ...]

A mistake throws the result away: a win becomes a draw or a loss, a draw a loss. The positions come
from random games, and only those count in which some moves are mistakes. The seconds are those of
processor time that learning took. With 1 ply the learner does not search: it plays the move with
the best rating.
"""

from __future__ import annotations

import argparse
import json
import time

import plyground as pg
from plyground.search.learning import Learner, questions

GAMES = {
    "tictactoe": pg.TicTacToe(),
    "numerical": pg.NumericalTicTacToe(),
    "sim": pg.Sim(6),
    "connect4": pg.ConnectFour(),
}
SECONDS = (1, 10, 60, 300, 600, 3600)
PLIES = (1, 3, 5, 7)


def measure(game: pg.Game, seconds: float, seed: int, count: int) -> list[dict[str, object]]:
    """Train for so long, and examine after each of SECONDS on the way."""
    asked = questions(game, count, 12345)
    learner = Learner(game, seed)
    learner.train(0)
    rater, rows, spent = learner.rater(), [], 0.0
    for until in sorted({*(each for each in SECONDS if each < seconds), seconds}):
        while spent < until:
            begun = time.process_time()
            learner.train(500)
            spent += time.process_time() - begun
        row = {
            "game": game.name,
            "seed": seed,
            "seconds": round(spent, 1),
            "games": learner.games,
            "moves a second": round(learner.moves / spent),
            "positions": len(asked),
            **{f"{n} plies": round(100 * rater.mistakes(asked, n), 2) for n in PLIES},
        }
        print(json.dumps(row), flush=True)
        rows.append(row)
    return rows


def main() -> None:
    """Measure the games that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[*GAMES], choices=[*GAMES], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=1000)
    given = parser.parse_args()
    for name in given.games:
        measure(GAMES[name], given.seconds, given.seed, given.positions)


if __name__ == "__main__":
    main()
