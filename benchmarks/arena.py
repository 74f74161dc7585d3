"""Statistics of the arena: are its errors what they claim to be?

Run `python benchmarks/arena.py [TIMES]`, which simulates 1,000 of each by default. First tests of 0
against 10 Elo, at each hypothesis and for each share of draws: the lower end of the 95 % interval
of wrong answers may be 5 % at most. Then ratings of players within +-200 Elo, in 20 blocks or more
and with a first seat that is worth something: 93 to 97 % of the 95 % intervals have to hold the
truth, which is what the expected points would give. `--ratings` leaves out the tests.
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
CASES = (
    *((2, 2, 200.0, drawn, blocks) for drawn in DRAWS for blocks in (20, 50, 200)),
    *((3, 3, 200.0, drawn, blocks) for drawn in (0.05, 0.4) for blocks in (20, 200)),
    *((8, 2, 100.0, drawn, 560) for drawn in DRAWS),
    (8, 4, 100.0, 0.0, 560),
)
"""Players, seats, Elo that the first seat is worth, the share of draws, and blocks."""


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


def covered(players: int, seats: int, first: float, drawn: float, blocks: int, seed: int) -> float:
    """The share of intervals of differences to the first player that have the truth in them."""
    chance = np.random.default_rng(seed)
    elo = chance.uniform(-200, 200, players)
    worth = np.array([first, *[0.0] * (seats - 1)])
    groups = list(itertools.combinations(range(players), seats))
    played: list[Decision] = []
    expected: list[Decision] = []
    for block, at in enumerate(chance.permutation(blocks) % len(groups)):
        for turn in range(seats):
            order = [*groups[at][turn:], *groups[at][:turn]]
            odds = np.exp((elo[order] + worth) / ELO)
            wins = (1 - drawn) * odds / odds.sum()
            seat = chance.choice(seats + 1, p=[*wins, drawn])
            result = np.eye(seats)[seat] if seat < seats else np.full(seats, 1 / seats)
            for found, shares in ((played, result), (expected, wins + drawn / seats)):
                names, each = tuple(map(str, order)), tuple(map(float, shares))
                found.append(Decision("game", names, each, False, block))
    ratings, true = Ratings(played, anchor="0"), Ratings(expected, anchor="0").elo
    others = [name for name in ratings.players if name != "0"]
    held = [abs(ratings.elo[name] - true[name]) <= ratings.error(name) for name in others]
    return sum(held) / len(held)


def main() -> int:
    """Simulate tests, then ratings."""
    parser = options(__doc__)
    parser.add_argument("times", nargs="?", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ratings", action="store_true")
    given = parser.parse_args()
    figures, seeds = Figures(__file__, given), range(given.times)
    tests = () if given.ratings else itertools.product(DRAWS, (0.0, 10.0))
    with ProcessPoolExecutor(given.jobs) as pool:
        for drawn, true in tests:
            wrong = sum(pool.map(partial(is_wrong, true, drawn), seeds, chunksize=20))
            low, _ = wilson(wrong, given.times)
            what = f"{100 * drawn:.0f} % drawn, {true:g} Elo true"
            group, percent = "Wrong answers of tests", f"{100 * wrong / given.times:.1f} %"
            figures.add(group, what, percent)
            figures.add(f"{group}, low end of the interval", what, round(100 * low, 1), "%",
                        at_most=RISK)  # fmt: skip
        for players, seats, first, drawn, blocks in CASES:
            case = partial(covered, players, seats, first, drawn, blocks)
            share = 100 * sum(pool.map(case, seeds, chunksize=10)) / given.times
            group = f"Intervals with the truth, {players} players, {seats} seats"
            what = f"first seat +{first:.0f} Elo, {100 * drawn:.0f} % drawn, {blocks} blocks"
            figures.add(group, what, round(share, 1), "%")
            figures.add(f"{group}, off 95 %", what, round(abs(share - COVERED), 1), "%",
                        at_most=OFF)  # fmt: skip
    return figures.keep()


if __name__ == "__main__":
    run(main)
