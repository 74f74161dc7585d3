"""Statistics of the arena: are its errors what they claim to be?

Run `python benchmarks/arena.py [TIMES]`, which simulates 1,000 of each by default. First tests of 0
against 10 Elo, at each hypothesis and for each share of draws: the lower end of the 95 % interval
of wrong answers may be 5 % at most. Then tournaments of 8 players within +-200 Elo: 93 to 97 % of
the 95 % intervals have to hold the truth.
"""

from __future__ import annotations

import itertools
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
from figures import Figures, options, run

from plyground.arena import Decision, Ratings, SequentialTest, wilson
from plyground.arena.rating import ELO
from plyground.arena.statistics import score_of

DRAWS = (0.05, 0.40, 0.80)
RISK = 5.0  # percent of wrong answers
COVERED, OFF = 95.0, 2.0  # percent of intervals, and how many more or less are well
PLAYERS = 8
BLOCKS = 560  # matches of the same players in all seats


def is_wrong(true: float, drawn: float, seed: int) -> bool:
    """Whether a test of 0 against 10 Elo accepts the other one where `true` is right."""
    test = SequentialTest(0, 10)
    chance = np.random.default_rng(seed)
    score = score_of(true)
    one = np.array([1 - score - drawn / 2, drawn, score - drawn / 2])  # lost, drawn, won
    pairs = np.convolve(one, one)
    counts = [0] * len(pairs)
    while True:
        for points in chance.choice(len(pairs), size=500, p=pairs):
            counts[points] += 1
            accepted = test.accepted(counts)
            if accepted is not None:
                return accepted != true


def covered(seats: int, drawn: float, seed: int) -> int:
    """How many intervals of differences to the first player have the truth in them."""
    chance = np.random.default_rng(seed)
    elo = chance.uniform(-200, 200, PLAYERS)
    worth = chance.uniform(-40, 40, seats)
    names = [f"player {number}" for number in range(PLAYERS)]
    groups = list(itertools.combinations(range(PLAYERS), seats))
    decisions = []
    for block, at in enumerate(chance.permutation(BLOCKS) % len(groups)):
        for turn in range(seats):
            order = [*groups[at][turn:], *groups[at][:turn]]
            odds = np.exp((elo[order] + worth) / ELO)
            shares = odds / odds.sum()
            if chance.random() < drawn * 2 * shares.min():
                result: tuple[float, ...] = (0.5, 0.5)
            else:
                kept = (shares - drawn * shares.min() if seats == 2 else shares).clip(0)
                winner = chance.choice(seats, p=kept / kept.sum())
                result = tuple(float(seat == winner) for seat in range(seats))
            players = tuple(names[player] for player in order)
            decisions.append(Decision("game", players, result, False, block))
    ratings = Ratings(decisions, anchor=names[0], seed=seed)
    return sum(
        abs(ratings.elo[name] - (elo[number] - elo[0])) <= ratings.error(name)
        for number, name in enumerate(names[1:], 1)
    )


def main() -> int:
    """Simulate tests, then tournaments."""
    parser = options(__doc__)
    parser.add_argument("times", nargs="?", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    figures, seeds = Figures(__file__, given), range(given.times)
    with ProcessPoolExecutor(given.jobs) as pool:
        for drawn, true in itertools.product(DRAWS, (0.0, 10.0)):
            wrong = sum(pool.map(partial(is_wrong, true, drawn), seeds, chunksize=20))
            low, _ = wilson(wrong, given.times)
            what = f"{100 * drawn:.0f} % drawn, {true:g} Elo true"
            group, percent = "Wrong answers of tests", f"{100 * wrong / given.times:.1f} %"
            figures.add(group, what, percent)
            figures.add(f"{group}, low end of the interval", what, round(100 * low, 1), "%",
                        at_most=RISK)  # fmt: skip
        for seats, drawn in ((2, 0.0), (2, 0.4), (2, 0.8), (4, 0.0)):
            inside = sum(pool.map(partial(covered, seats, drawn), seeds, chunksize=10))
            share = 100 * inside / given.times / (PLAYERS - 1)
            group, what = "Intervals with the truth", f"{seats} seats, {100 * drawn:.0f} % drawn"
            figures.add(group, what, round(share, 1), "%")
            figures.add(f"{group}, off 95 %", what, round(abs(share - COVERED), 1), "%",
                        at_most=OFF)  # fmt: skip
    return figures.keep()


if __name__ == "__main__":
    run(main)
