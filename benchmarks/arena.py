"""Statistics of the arena: are its errors what they claim to be?

    python benchmarks/arena.py tests --jobs 2      # wrong answers of simulated sequential tests
    python benchmarks/arena.py ratings --jobs 2    # how often 95 % intervals have the truth in them
    python benchmarks/arena.py fishtest FOLDER     # the same figures by fishtest's own program

`tests` simulates 1,000 tests at each hypothesis for each share of draws; the lower end of the 95 %
interval of wrong answers may be 5 % at most. `ratings` simulates 1,000 tournaments of 8 players
within +-200 Elo; 93 to 97 % of intervals have to hold the truth. FOLDER is the folder `server` of a
copy of github.com/official-stockfish/fishtest, whose program needs SciPy; 1,000 tables of counts
have to agree to 1e-6. Exits with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
from figures import header

from plyground.arena import Decision, Ratings, SequentialTest, difference, wilson
from plyground.arena.rating import ELO
from plyground.arena.statistics import log_likelihood_ratio, score_of

TIMES = 1000
DRAWS = (0.05, 0.40, 0.80)
RISK = 0.05
COVERED = (0.93, 0.97)
_PLAYERS = 8


def sequential_test(true: float, drawn: float, seed: int) -> tuple[float, int]:
    """What a test of 0 against 10 Elo accepts where `true` is right, and after how many pairs."""
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
                return accepted, sum(counts)


def tests(jobs: int) -> bool:
    """Print how often tests are wrong."""
    good = True
    with ProcessPoolExecutor(jobs) as pool:
        for drawn, true in itertools.product(DRAWS, (0.0, 10.0)):
            work = partial(sequential_test, true, drawn)
            found = list(pool.map(work, range(TIMES), chunksize=20))
            wrong = sum(accepted != true for accepted, _ in found)
            low, high = wilson(wrong, TIMES)
            good &= low <= RISK
            print(
                f"draws {100 * drawn:.0f} %, true {true:g} Elo: {100 * wrong / TIMES:.1f} % wrong "
                f"({100 * low:.1f} to {100 * high:.1f}), mean of "
                f"{sum(pairs for _, pairs in found) / TIMES:,.0f} pairs",
                flush=True,
            )
    return good


def tournament(seats: int, drawn: float, seed: int) -> tuple[int, int]:
    """How many intervals of differences have the truth in them, and how many there are."""
    chance = np.random.default_rng(seed)
    elo = chance.uniform(-200, 200, _PLAYERS)
    worth = chance.uniform(-40, 40, seats)
    names = [f"player {number}" for number in range(_PLAYERS)]
    groups = list(itertools.combinations(range(_PLAYERS), seats))
    decisions = []
    for block, at in enumerate(chance.permutation(560) % len(groups)):
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
    inside = sum(
        abs(ratings.elo[name] - (elo[number] - elo[0])) <= ratings.error(name)
        for number, name in enumerate(names[1:], 1)
    )
    return inside, _PLAYERS - 1


def ratings(jobs: int) -> bool:
    """Print how often the truth is within the errors."""
    good = True
    with ProcessPoolExecutor(jobs) as pool:
        for seats, drawn in ((2, 0.0), (2, 0.4), (2, 0.8), (4, 0.0)):
            work = partial(tournament, seats, drawn)
            found = list(pool.map(work, range(TIMES), chunksize=10))
            share = sum(inside for inside, _ in found) / sum(total for _, total in found)
            good &= COVERED[0] <= share <= COVERED[1]
            print(f"{seats} seats, draws {100 * drawn:.0f} %: {100 * share:.1f} % of intervals",
                  flush=True)  # fmt: skip
    return good


def fishtest(folder: str) -> bool:
    """Print the greatest difference from fishtest's figures."""
    sys.path.insert(0, folder)
    ratio = importlib.import_module("fishtest.stats.LLRcalc").LLR_logistic
    elo = importlib.import_module("fishtest.stats.stat_util").get_elo
    chance = random.Random(1)
    worst = 0.0
    for _ in range(TIMES):
        scale = 10 ** chance.uniform(0.5, 5)
        counts = [int(chance.random() ** 2 * scale) for _ in range(chance.choice((3, 5)))]
        counts[0] += 1
        elo0 = chance.uniform(-20, 10)
        elo1 = elo0 + chance.uniform(1, 20)
        found = difference(counts)
        ours = (log_likelihood_ratio(counts, elo0, elo1), found.elo, found.error, found.superiority)
        theirs = (ratio(elo0, elo1, counts), *elo(counts))
        for one, other in zip(ours, theirs, strict=True):
            worst = max(worst, abs(one - other) / max(1.0, abs(other)))
    print(f"{TIMES:,} tables: the greatest difference is {worst:.1e}")
    return worst <= 1e-6


def main() -> int:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("tests", "ratings", "fishtest"))
    parser.add_argument("folder", nargs="?", help="of fishtest's server")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    print(header())
    if given.what == "fishtest":
        if given.folder is None:
            parser.error("give the folder of fishtest's server")
        return int(not fishtest(given.folder))
    return int(not (tests if given.what == "tests" else ratings)(given.jobs))


if __name__ == "__main__":
    sys.exit(main())
