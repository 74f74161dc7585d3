"""How well what was learned plays: its mistakes by plies of search, and its results.

    python benchmarks/learning.py train [--seconds 600] [--seed 1] [--positions 1000] [GAME ...]
    python benchmarks/learning.py files STATE [--positions 1000]
    python benchmarks/learning.py shipped [--positions 1000] [GAME ...]
    python benchmarks/learning.py perfect [--matches 100]

A mistake throws the result away: a win becomes a draw or a loss, a draw a loss. The positions come
from random games, and only those count in which some moves are mistakes. With 1 ply the learner
does not search: it plays the move with the best rating.

`train` counts the mistakes on the way, and moves a second; seconds are those of processor time that
learning took. `files` counts those of files of several sizes, made from the state of a training of
Connect Four. `shipped` counts those of what comes with Plyground. `perfect` plays Connect Four
against the player `perfect`: from the empty board, then from openings that are won, beside
alphabeta:depth=9. All but `train` depend on no clock.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

import plyground as pg
from plyground.players import Learned
from plyground.position import standing
from plyground.search.learning import Learner, Question, Rater, Weights, questions, shipped
from plyground.search.learning.weights import FILE_MOST

GAMES = {
    "tictactoe": pg.TicTacToe(),
    "numerical": pg.NumericalTicTacToe(),
    "sim": pg.Sim(6),
    "connect4": pg.ConnectFour(),
}
SECONDS = (1, 10, 60, 300, 600, 3600)
PLIES = (1, 3, 5, 7)
SIZES = (10**9, FILE_MOST, 250_000, 140_000)
EXAM = 12345
OPENING_PLIES = 8


def mistakes(rater: Rater, asked: tuple[Question, ...]) -> dict[str, float]:
    """The mistakes in percent, by plies."""
    return {f"{n} plies": round(100 * rater.mistakes(asked, n), 2) for n in PLIES}


def train(names: list[str], seconds: float, seed: int, count: int) -> None:
    """Train for so long, and examine after each of SECONDS on the way."""
    for name in names:
        game = GAMES[name]
        asked = questions(game, count, EXAM)
        learner = Learner(game, seed)
        learner.train(0)
        rater, spent = learner.rater(), 0.0
        for until in sorted({*(each for each in SECONDS if each < seconds), seconds}):
            while spent < until:
                begun = time.process_time()
                learner.train(500)
                spent += time.process_time() - begun
            row = {"game": name, "seed": seed, "seconds": round(spent, 1), "games": learner.games}
            row |= {"moves a second": round(learner.moves / spent), "positions": len(asked)}
            print(json.dumps(row | mistakes(rater, asked)), flush=True)


def files(state: Path, count: int) -> None:
    """Count the mistakes of files of several sizes."""
    game = GAMES["connect4"]
    asked = questions(game, count, EXAM)
    learner, told = Learner.resume(state, game)
    print(json.dumps({"bytes": "all", **mistakes(learner.rater(), asked)}), flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "connect4.weights"
        for most in SIZES:
            size = learner.weights(told).save(path, most)
            rater = Rater.of(Weights.load(path, game))
            print(json.dumps({"bytes": size, **mistakes(rater, asked)}), flush=True)


def of_shipped(names: list[str], count: int) -> None:
    """Count the mistakes of what comes with the games."""
    for name in names:
        path = shipped(GAMES[name])
        assert path is not None
        asked = questions(GAMES[name], count, EXAM)
        rater = Rater.of(Weights.load(path, GAMES[name]))
        row = {"game": name, "bytes": path.stat().st_size, "positions": len(asked)}
        print(json.dumps(row | mistakes(rater, asked)), flush=True)


def against_perfect(matches: int) -> None:
    """Play from the empty board, and as the side that has won in openings."""
    game = GAMES["connect4"]
    openings = won(game, matches)
    for player in (*(Learned(plies=n) for n in PLIES[:3]), pg.AlphaBeta(9)):
        wins = [sum(wins_from(start, player, match) for match, start in enumerate(starts))
                for starts in ([game.position()] * matches, openings)]  # fmt: skip
        row = {"player": player.text, "matches": matches}
        print(json.dumps(row | {"from the empty board": wins[0], "from openings": wins[1]}))


def won(game: pg.Game, count: int) -> list[pg.Position]:
    """Openings of 1 to 8 random plies in which the player to move wins."""
    chance, found = pg.Chance(EXAM), dict[str, pg.Position]()
    while len(found) < count:
        position = game.position()
        for _ in range(1 + chance.below(OPENING_PLIES)):
            if not position.over:
                position = position.play(chance.choice(position.moves))
        if not position.over and pg.analyse(position).value.verdict == "win":
            found.setdefault(" ".join(position.history), position)
    return [*found.values()]


def wins_from(start: pg.Position, player: pg.Player, match: int) -> bool:
    """Whether a player who is to move beats `perfect`."""
    position, mine, other = start, start.turn, pg.Perfect()
    while not position.over:
        mover = player if position.turn == mine else other
        position = position.play(mover.choose(position, chance=pg.Chance(match)).move)
    return standing(position.result, mine) > 0


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser()
    parts = parser.add_subparsers(dest="part", required=True)
    for part in ("train", "shipped"):
        added = parts.add_parser(part)
        added.add_argument("games", nargs="*", default=[*GAMES], choices=[*GAMES], metavar="GAME")
        added.add_argument("--positions", type=int, default=1000)
    parts.choices["train"].add_argument("--seconds", type=float, default=600)
    parts.choices["train"].add_argument("--seed", type=int, default=1)
    added = parts.add_parser("files")
    added.add_argument("state", type=Path)
    added.add_argument("--positions", type=int, default=1000)
    parts.add_parser("perfect").add_argument("--matches", type=int, default=100)
    given = parser.parse_args()
    match given.part:
        case "train":
            train(given.games, given.seconds, given.seed, given.positions)
        case "files":
            files(given.state, given.positions)
        case "shipped":
            of_shipped(given.games, given.positions)
        case "perfect":
            against_perfect(given.matches)


if __name__ == "__main__":
    main()
