"""Train the four standard games, and write what comes with them.

    python benchmarks/learned.py [--minutes 10] [--states FOLDER] [GAME ...]

The files lie in src/plyground/learned. FOLDER has the states: with them the same command goes on
from there. It prints each training as JSON.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import plyground as pg
from plyground.arena.training import state_path
from plyground.position import file_stem
from plyground.search.learning import Learner

GAMES = {
    "tictactoe": pg.TicTacToe(),
    "numerical": pg.NumericalTicTacToe(),
    "sim": pg.Sim(6),
    "connect4": pg.ConnectFour(),
}
SHIPPED = Path(__file__).parents[1] / "src" / "plyground" / "learned"
SEED = 1


def main() -> None:
    """Train the games that are named."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=[*GAMES], choices=[*GAMES], metavar="GAME")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--states", type=Path, default=Path("build"))
    given = parser.parse_args()
    given.states.mkdir(parents=True, exist_ok=True)
    for name in given.games:
        game = GAMES[name]
        file = given.states / f"{file_stem(game)}.weights"
        training = pg.train(game, file, seconds=60 * given.minutes, seed=SEED)
        learner, told = Learner.resume(state_path(file), game)
        size = learner.weights(told).save(SHIPPED / file.name)
        print(json.dumps({"bytes": size, **training.to_json(), "file": file.name}), flush=True)


if __name__ == "__main__":
    main()
