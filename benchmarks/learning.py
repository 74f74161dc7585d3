"""What a part of learning is worth: the mistakes that Connect Four makes without it.

    python benchmarks/learning.py [--seconds 300] [--seed 1] [PART ...]

A mistake throws the result away: a win becomes a draw or a loss, a draw a loss. The positions come
from random games, and only those count in which some moves are mistakes. With 1 ply the learner
does not search: it plays the move with the best rating. `nothing` trains with all parts; `mean`
plays by the latest weights, `openings` begins each game with the empty board, `traces` lets a
position learn from the next one alone. Seconds are those of processor time that learning took.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from figures import Figures, options, run

import plyground as pg
from plyground.search.learning import Learner, questions
from plyground.search.learning.temporal import Floats

PLIES = (1, 3, 5, 7)
EXAM = 12345


class Meanless(Learner):
    """Plays by its weights as they are."""

    @property
    def weights_to_play(self) -> Floats:
        """The latest weights."""
        return self.learned.weights


PARTS: dict[str, Callable[[pg.Game, int], Learner]] = {
    "nothing": Learner,
    "mean": Meanless,
    "openings": lambda game, seed: Learner(game, seed, openings=0.0),
    "traces": lambda game, seed: Learner(game, seed, trace=0.0),
}
"""Learners without a part of what learning is made of."""


def learn(learner: Learner, seconds: float) -> None:
    """Learn until so many seconds of processor time are spent."""
    learner.train(0)  # compiles
    spent = 0.0
    while spent < seconds:
        begun = time.process_time()
        learner.train(500)
        spent += time.process_time() - begun


def main() -> int:
    """Train without each part, and count mistakes in percent, by plies."""
    parser = options(__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], default=[], metavar="PART")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=1000)
    given = parser.parse_args()
    figures = Figures(__file__, given)
    game = pg.ConnectFour()
    asked = questions(game, given.positions, EXAM)
    for part in given.parts or PARTS:
        learner = PARTS[part](game, given.seed)
        learn(learner, given.seconds)
        less = "" if part == "nothing" else f" without {part}"
        group = f"{game.title}, learned in {given.seconds:g} s{less}, seed {given.seed}"
        figures.add(group, "games", learner.games)
        rater = learner.rater()
        for plies in PLIES:
            mistakes = round(100 * rater.mistakes(asked, plies), 2)
            figures.add(group, f"{plies} plies", mistakes, "%")
    return figures.keep()


if __name__ == "__main__":
    run(main)
