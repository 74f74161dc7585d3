"""How well what was learned plays: its mistakes by plies of search, and its results.

    python benchmarks/learning.py train [--seconds 600] [--seed 1] [--states FOLDER] [GAME ...]
    python benchmarks/learning.py parts [--seconds 300] [--seed 1] [PART ...]
    python benchmarks/learning.py files STATE
    python benchmarks/learning.py sets FOLDER [STATE]
    python benchmarks/learning.py shipped [GAME ...]
    python benchmarks/learning.py perfect [--matches 100]

A mistake throws the result away: a win becomes a draw or a loss, a draw a loss. The positions come
from random games, and only those count in which some moves are mistakes. With 1 ply the learner
does not search: it plays the move with the best rating.

`train` counts the mistakes on the way, and moves a second; seconds are those of processor time that
learning took. It can keep the learner's state each time. `parts` trains Connect Four without one of
the things that learning is made of, to see what each is worth. `files` counts the mistakes of files
of several sizes, made from the state of a training of Connect Four. `sets` counts the mistakes in
the files `Test_L3_R1.txt` and so on of a folder, all positions, as AlphaZero.jl does. `shipped`
counts those of what comes with Plyground. `perfect` plays Connect Four against the player
`perfect`: from the empty board, then from openings that are won, beside alphabeta:depth=9. All but
`train` and `parts` depend on no clock.
"""

from __future__ import annotations

import argparse
import dataclasses
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from figures import Figures, header, options

import plyground as pg
from plyground.players import Learned
from plyground.position import standing
from plyground.render.board import Cell
from plyground.search.learning import Learner, Question, Rater, Weights, questions, shipped
from plyground.search.learning.patterns import Design, design
from plyground.search.learning.temporal import RATES, Floats, Pace
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
FIXED_STEP = 0.28  # without coherence, which begins with ten times as much and makes it smaller

# The most mistakes wanted, in percent, by game, seconds and plies.
WANTED = {
    ("connect4", 600, 1): 10.0,
    ("connect4", 600, 3): 6.0,
    ("connect4", 600, 5): 5.0,
    ("connect4", 3600, 1): 6.0,
    ("sim", 300, 1): 3.0,
    ("tictactoe", 60, 1): 0.0,
    ("numerical", 60, 1): 1.0,
    ("numerical", 60, 3): 0.0,
    ("tictactoe", 300, 1): 0.0,
    ("numerical", 300, 1): 1.0,
    ("numerical", 300, 3): 0.0,
}

# The public sets, and the share of mistakes that AlphaZero.jl publishes after a day with a graphics
# card: read from the plots of its tutorial.
SETS = {
    "L3_R1": ("End-Easy", 0.2),
    "L2_R1": ("Middle-Easy", 0.2),
    "L2_R2": ("Middle-Medium", 2.0),
    "L1_R1": ("Beginning-Easy", 0.2),
    "L1_R2": ("Beginning-Medium", 2.0),
    "L1_R3": ("Beginning-Hard", 7.0),
}


def count_mistakes(
    figures: Figures,
    group: str,
    rater: Rater,
    asked: tuple[Question, ...],
    wanted: dict[int, float],
) -> None:
    """Add the mistakes in percent, by plies, and print them."""
    line = []
    for plies in PLIES:
        percent = round(100 * rater.mistakes(asked, plies), 2)
        figures.add(group, f"{plies} plies", percent, "%", at_most=wanted.get(plies))
        line.append(f"{percent} % ({plies})")
    print(f"{group}, {len(asked)} positions: mistakes {', '.join(line)}", flush=True)


def train(figures: Figures, given: argparse.Namespace) -> None:
    """Train for so long, and examine after each of SECONDS on the way."""
    for name in given.names or GAMES:
        game = GAMES[name]
        asked = questions(game, given.positions, EXAM)
        learner = Learner(game, given.seed)
        learner.train(0)
        spent = 0.0
        for until in sorted({*(each for each in SECONDS if each < given.seconds), given.seconds}):
            spent = learn(learner, spent, until)
            group = f"{game.title}, learned in {until:g} s, seed {given.seed}"
            figures.add(group, "moves a second", round(learner.moves / spent))
            figures.add(group, "games", learner.games)
            wanted = {
                plies: most for (of, at, plies), most in WANTED.items() if (of, at) == (name, until)
            }
            count_mistakes(figures, group, learner.rater(), asked, wanted)
            figures.keep()
            if given.states:
                given.states.mkdir(parents=True, exist_ok=True)
                learner.save(given.states / f"{name}-{given.seed}-{until:g}.state", {})


def learn(learner: Learner, spent: float, until: float) -> float:
    """Learn until so many seconds of processor time are spent; how many were."""
    while spent < until:
        begun = time.process_time()
        learner.train(500)
        spent += time.process_time() - begun
    return spent


class Meanless(Learner):
    """Plays by its weights as they are."""

    @property
    def weights_to_play(self) -> Floats:
        """The latest weights."""
        return self.learned.weights


class Incoherent(Learner):
    """Takes steps of one size."""

    def pace(self) -> Pace:
        """The same without coherence."""
        return super().pace()._replace(rates=np.ones(RATES))


def without_reach(game: pg.Game, seed: int) -> Design:
    """Patterns in which empty cells are all alike."""
    known = design(game, seed)
    return dataclasses.replace(
        known, kinds=known.kinds - 1, reach=0, before=(-1,) * len(known.before)
    )


def along_lines(game: pg.Game, seed: int) -> Design:
    """Patterns that are two neighbouring lines of four each, instead of random walks."""
    known, chance = design(game, seed), pg.Chance(seed)
    place = {(each.x, each.y): site for site, each in enumerate(game.board.sites)
             if isinstance(each, Cell)}  # fmt: skip
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for _ in range(100 * len(known.tuples)):  # there may be fewer such pairs
        (x, y), (dx, dy) = chance.choice([*place]), chance.choice(ways)
        aside_x, aside_y = chance.choice([each for each in ways if each != (dx, dy)])
        cells = [
            (x + n * dx + m * aside_x, y + n * dy + m * aside_y) for m in (0, 1) for n in range(4)
        ]
        if all(cell in place for cell in cells):
            sites = tuple(place[cell] for cell in cells)
            least = min(tuple(sorted(image[site] for site in sites)) for image in known.images)
            found.setdefault(least, sites)
    return dataclasses.replace(known, tuples=tuple(found.values())[: len(known.tuples)])


PARTS: dict[str, Callable[[pg.Game, int], Learner]] = {
    "nothing": Learner,
    "mean": Meanless,
    "openings": lambda game, seed: Learner(game, seed, openings=0.0),
    "traces": lambda game, seed: Learner(game, seed, trace=0.0),
    "coherence": lambda game, seed: Incoherent(game, seed, step=FIXED_STEP),
    "symmetry": lambda game, seed: Learner(
        game, seed, patterns=design(game, seed).without_symmetry()
    ),
    "reach": lambda game, seed: Learner(game, seed, patterns=without_reach(game, seed)),
    "walks": lambda game, seed: Learner(game, seed, patterns=along_lines(game, seed)),
    "choice": lambda game, seed: Learner(game, seed, patterns=design(game, seed, walks=1)),
}
"""Learners without a part of what learning is made of."""


def parts(figures: Figures, given: argparse.Namespace) -> None:
    """Train without each part."""
    game = GAMES["connect4"]
    asked = questions(game, given.positions, EXAM)
    for part in given.names or PARTS:
        if part not in PARTS:
            raise SystemExit(f"no part: {part}; there are {', '.join(PARTS)}")
        learner = PARTS[part](game, given.seed)
        learner.train(0)
        learn(learner, 0.0, given.seconds)
        group = f"{game.title}, learned in {given.seconds:g} s without {part}, seed {given.seed}"
        figures.add(group, "games", learner.games)
        count_mistakes(figures, group, learner.rater(), asked, {})
        figures.keep()


def files(figures: Figures, given: argparse.Namespace) -> None:
    """Count the mistakes of files of several sizes."""
    game = GAMES["connect4"]
    asked = questions(game, given.positions, EXAM)
    learner, told = Learner.resume(given.state, game)
    count_mistakes(figures, f"{game.title}, all weights", learner.rater(), asked, {})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "connect4.weights"
        for most in SIZES:
            size = learner.weights(told).save(path, most)
            rater = Rater.of(Weights.load(path, game))
            name = "all of them in a file" if most == max(SIZES) else f"a file of {most // 1000} kB"
            figures.add(f"{game.title}, {name}", "bytes", size)
            count_mistakes(figures, f"{game.title}, {name}", rater, asked, {})


def of_sets(figures: Figures, given: argparse.Namespace) -> None:
    """Count the mistakes in public sets, of all positions there."""
    game = GAMES["connect4"]
    path = shipped(game)
    assert path is not None
    if given.state is None:
        rater, known = Rater.of(Weights.load(path, game)), "what is shipped"
    else:
        learner, _ = Learner.resume(given.state, game)
        rater, known = learner.rater(), given.state.stem
    for name, (title, theirs) in SETS.items():
        text = (given.folder / f"Test_{name}.txt").read_text()
        rows = [line.split() for line in text.splitlines() if line.strip()]
        group = f"{title} ({name}), mistakes of {known}"
        wrong = dict.fromkeys(PLIES, 0)
        for moves, score in rows:
            position = game.position(list(moves))
            kept = (int(score) > 0) - (int(score) < 0)
            after: dict[int, bool] = {}
            for plies in PLIES:
                code = rater.choose(position, plies)[0].code
                if code not in after:
                    after[code] = worth(position, code) == kept
                wrong[plies] += not after[code]
        for plies, count in wrong.items():
            figures.add(group, f"{plies} plies", round(100 * count / len(rows), 1), "%")
        figures.add(group, "AlphaZero.jl, published", theirs, "%")
        shares = ", ".join(f"{100 * each / len(rows):.1f} % ({n})" for n, each in wrong.items())
        print(f"{group}, {len(rows)} positions: {shares}; AlphaZero.jl {theirs} %", flush=True)


def worth(position: pg.Position, code: int) -> int:
    """What a move is worth for the player who makes it: 1 for a win, 0, -1."""
    after = position.play_code(code)
    if after.over:
        return standing(after.result, position.turn)
    return {"win": -1, "draw": 0, "loss": 1}[pg.analyse(after).value.verdict]


def of_shipped(figures: Figures, given: argparse.Namespace) -> None:
    """Count the mistakes of what comes with the games."""
    for name in given.names or GAMES:
        game, path = GAMES[name], shipped(GAMES[name])
        assert path is not None
        asked = questions(game, given.positions, EXAM)
        rater = Rater.of(Weights.load(path, game))
        figures.add(f"{game.title}, shipped", "bytes", path.stat().st_size)
        count_mistakes(figures, f"{game.title}, shipped", rater, asked, {})


def against_perfect(figures: Figures, given: argparse.Namespace) -> None:
    """Play from the empty board, and as the side that has won in openings."""
    game = GAMES["connect4"]
    starts = {
        "the empty board": [game.position()] * given.matches,
        f"won openings of 1 to {OPENING_PLIES} plies": won(game, given.matches),
    }
    for player in (*(Learned(plies=n) for n in PLIES[:3]), pg.AlphaBeta(9)):
        for name, positions in starts.items():
            wins = sum(wins_from(start, player, match) for match, start in enumerate(positions))
            wanted = 100.0 if name == "the empty board" and player == Learned(plies=5) else None
            share = round(100 * wins / given.matches, 1)
            figures.add(f"{game.title}, wins against perfect from {name}", player.text, share, "%",
                        at_least=wanted)  # fmt: skip
            print(f"{player.text} from {name}: won {wins} of {given.matches}", flush=True)


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


WORK = {
    "train": train,
    "parts": parts,
    "files": files,
    "sets": of_sets,
    "shipped": of_shipped,
    "perfect": against_perfect,
}


def main() -> None:
    """Read the command line."""
    parser = options(__doc__)
    found = parser.add_subparsers(dest="part", required=True)
    commands = {name: found.add_parser(name) for name in WORK}
    for name, known in (("train", [*GAMES]), ("shipped", [*GAMES]), ("parts", [*PARTS])):
        commands[name].add_argument("names", nargs="*", metavar="NAME", help=", ".join(known))
    for name in ("train", "parts", "shipped", "files"):
        commands[name].add_argument("--positions", type=int, default=1000)
    for name, seconds in (("train", 600), ("parts", 300)):
        commands[name].add_argument("--seconds", type=float, default=seconds)
        commands[name].add_argument("--seed", type=int, default=1)
    commands["train"].add_argument("--states", type=Path)
    commands["sets"].add_argument("folder", type=Path)
    commands["files"].add_argument("state", type=Path)
    commands["sets"].add_argument("state", type=Path, nargs="?")
    commands["perfect"].add_argument("--matches", type=int, default=100)
    given = parser.parse_args()
    figures = Figures(__file__, given, extra=given.part)
    print(header())
    WORK[given.part](figures, given)
    figures.keep()


if __name__ == "__main__":
    main()
