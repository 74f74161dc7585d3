"""Statistics of the arena: are its errors what they claim to be?

    python benchmarks/arena.py tests --jobs 2      # wrong answers of simulated sequential tests
    python benchmarks/arena.py ratings --jobs 2    # how often 95 % intervals have the truth in them
    python benchmarks/arena.py fishtest FOLDER     # the same figures by fishtest's own program
    python benchmarks/arena.py ordo PROGRAM        # the same ratings by Ordo
    python benchmarks/arena.py choix               # and, where nothing is drawn, by choix
    python benchmarks/arena.py speed --jobs 2      # matches a minute, and what the books cost
    python benchmarks/arena.py decided --jobs 2    # how long a test of a small change takes
    python benchmarks/arena.py kills --jobs 2      # a tournament that is killed 100 times

`tests` simulates 1,000 tests at each hypothesis for each share of draws; the lower end of the 95 %
interval of wrong answers may be 5 % at most. `ratings` simulates 1,000 tournaments of 8 players
within +-200 Elo; 93 to 97 % of intervals have to hold the truth. FOLDER is the folder `server` of a
copy of github.com/official-stockfish/fishtest, whose program needs SciPy; 1,000 tables of counts
have to agree to 1e-6. `ordo` and `choix` rate a round robin of ten players: PROGRAM is Ordo, built
from github.com/michiguel/Ordo; choix is installed by pip. Their ratings have to agree within 1 Elo.

`speed` plays Connect Four with minimax of depth 3 in turn as a bare series and as a tournament with
its file: at least 30,000 matches a minute. `decided` tests a change of little more than 10 Elo,
which takes less than a minute. `kills` plays a tournament of 2,000 matches, and kills it, one of
its processes, or one of a Dask cluster (with `--cluster`) at random moments; the table has to be
that of an undisturbed one. Exits with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import csv
import importlib
import itertools
import math
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from figures import header

import plyground as pg
from plyground.arena import Decision, Ratings, SequentialTest, compare, difference, wilson
from plyground.arena.rating import ELO
from plyground.arena.statistics import log_likelihood_ratio, score_of
from plyground.arena.tournaments import Openings, Standings, Tournament

TIMES = 1000
DRAWS = (0.05, 0.40, 0.80)
RISK = 0.05
COVERED = (0.93, 0.97)
_PLAYERS = 8
SPEED = 12_000
MATCHES_A_MINUTE = 30_000
KILLS = 100
CHANGE = (97, 96)  # percent of good moves: somewhat more than 10 Elo
MANY = 40_000
DECIDED = 60.0  # seconds


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


def ten_players(game: pg.Game) -> Standings:
    """A round robin of ten players who are not far apart."""
    players = [f"mixed:{percent}" for percent in range(10, 100, 10)]
    return Tournament(game, [*players, "random"], rounds=50, seed=1).play()


def ordo(program: str) -> bool:
    """Print how far the ratings are from Ordo's, with an advantage of the seat in both."""
    standings = ten_players(pg.TicTacToe())
    with tempfile.TemporaryDirectory() as folder:
        games, table = Path(folder) / "games.pgn", Path(folder) / "table.csv"
        with games.open("w") as file:
            for each in standings.played:
                first, second = (standings.plan.names[player] for player in each.seating)
                result = ("0-1", "1/2-1/2", "1-0")[each.half_points(each.seating[0])]
                tags = {"White": first, "Black": second, "Result": result}
                lines = "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
                file.write(f"{lines}\n{result}\n\n")
        scale = f"{400 * math.log10(0.76 / 0.24):.6f}"  # Elo at an expectation of 76 %
        command = [program, "-q", "-p", str(games), "-c", str(table), "-a", "0", "-A", "random",
                   "-W", "-z", scale, "-N", "3"]  # fmt: skip
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        rows = list(csv.reader(table.open()))
    theirs = {row[1]: float(row[2]) for row in rows[1:]}
    return _apart("Ordo", standings.ratings, theirs)


def choix() -> bool:
    """Print how far the ratings are from choix's, where nothing is drawn.

    choix knows no seats: each match counts once more with its seats exchanged, so that they are
    worth nothing.
    """
    found = importlib.import_module("choix")
    standings = ten_players(pg.Sim(6))
    names = list(standings.plan.names)
    wins, both = [], []
    for number, each in enumerate(standings.played):
        outcome, (first, second) = each.match.outcome, each.seating
        wins.append((first, second) if outcome.winner == 0 else (second, first))
        for seats in ((0, 1), (1, 0)):
            shares = [float(seat == outcome.winner) for seat in seats]
            players = [names[each.seating[seat]] for seat in seats]
            both.append(Decision("sim", tuple(players), tuple(shares), False, number))
    strengths = ELO * found.ilsr_pairwise(len(names), wins, alpha=0)
    theirs = dict(zip(names, strengths - strengths[names.index("random")], strict=True))
    return _apart("choix", Ratings(both), theirs)


def _apart(whose: str, ratings: Ratings | None, theirs: dict[str, float]) -> bool:
    assert ratings is not None
    ours = ratings.elo
    most = max(abs(ours[name] - theirs[name]) for name in ours)
    print(f"{len(ours)} players from {min(ours.values()):.0f} to {max(ours.values()):.0f} Elo: "
          f"at most {most:.2f} Elo from {whose}")  # fmt: skip
    return most <= 1


def speed(jobs: int) -> bool:
    """Print matches a minute of a bare series and of a tournament, in turn."""
    game, player = pg.ConnectFour(), pg.Minimax(3)
    ratios, rates = [], []
    for _ in range(3):
        begun = time.perf_counter()
        pg.simulate(game, [player] * 2, rounds=SPEED, seed=1, jobs=jobs)
        bare = time.perf_counter() - begun
        with tempfile.TemporaryDirectory() as folder:
            tournament = Tournament(
                game, {f"player {number}": player for number in range(4)}, rounds=SPEED // 12,
                openings=Openings(plies=0), seed=1, results=Path(folder) / "results",
            )  # fmt: skip
            begun = time.perf_counter()
            tournament.play(jobs)
            kept = time.perf_counter() - begun
        ratios.append(kept / bare)
        rates.append(60 * tournament.played / kept)
        print(f"{SPEED:,} matches: bare {60 * SPEED / bare:,.0f} a minute, with all books "
              f"{rates[-1]:,.0f}: {100 * (ratios[-1] - 1):+.0f} % time", flush=True)  # fmt: skip
    print(f"medians: {statistics.median(rates):,.0f} a minute, "
          f"{100 * (statistics.median(ratios) - 1):+.0f} % time")  # fmt: skip
    return statistics.median(rates) >= MATCHES_A_MINUTE


def decided(jobs: int) -> bool:
    """Print how long a test takes to see a small change, and how large it is by many matches."""
    game = pg.ConnectFour()
    new, old = (pg.parse_player(f"mixed:{percent}(minimax:depth=3)") for percent in CHANGE)
    assert new is not None
    assert old is not None
    series = pg.simulate(game, [new, old], rounds=MANY, seed=1, jobs=jobs)
    tally = series.tallies[0]
    seen = difference((tally.losses, tally.draws, tally.wins))
    print(f"{new} against {old}: {seen.elo:+.1f} +- {seen.error:.1f} Elo by {MANY:,} matches")
    taken = []
    for seed in range(5):
        begun = time.perf_counter()
        found = compare(game, new, old, test=SequentialTest(0, 10), seed=seed, jobs=jobs)
        taken.append(time.perf_counter() - begun)
        print(f"seed {seed}: accepted {found.accepted:g} Elo after {found.pairs:,} pairs, "
              f"{taken[-1]:.1f} s", flush=True)  # fmt: skip
    print(f"median {statistics.median(taken):.1f} s")
    return statistics.median(taken) < DECIDED


def disturbed(results: str, jobs: int, cluster: str | None) -> None:
    """Play the tournament that is killed, and write its table beside it when it has ended."""
    tournament = Tournament(
        pg.ConnectFour(columns=5, rows=4),
        ["minimax:depth=3", "minimax:depth=2", "mixed:50", "mcts:playouts=50", "random"],
        rounds=100, seed=7, results=results,
    )  # fmt: skip
    table = without_times(tournament.play(jobs, cluster))
    Path(results).with_suffix(".table").write_text(table, "utf-8")


def without_times(standings: Standings) -> str:
    """All that a table says, apart from times and from counts of positions: some players remember
    what they have proved in earlier matches of a process.
    """
    return repr((
        [replace(line, seconds=0.0, nodes=0) for line in standings.table],
        standings.crosstable,
        standings.ratings and standings.ratings.table,
        [(each.seating, each.match.moves, str(each.match.outcome)) for each in standings.played],
    ))  # fmt: skip


def kills(jobs: int, cluster: str | None) -> bool:
    """Print whether a tournament that is killed again and again ends with the same table."""
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results"
        whole = Path(folder) / "whole"
        _disturbing(whole, jobs, None).wait()
        expected = whole.with_suffix(".table").read_bytes()
        killed: Counter[str] = Counter()
        found, lost, seen = b"", 0, 0
        process = _disturbing(path, jobs, cluster)
        while True:
            # Some matches are played first: most of its time would be the start of processes.
            until = seen + chance.randrange(1, 150)
            while process.poll() is None and _lines(path) < until:
                time.sleep(0.01)
            lost += _lines(path) < seen
            seen = _lines(path)
            if process.poll() is not None:
                if process.returncode == 0:
                    found = path.with_suffix(".table").read_bytes()
                    if found != expected or sum(killed.values()) >= KILLS:
                        break
                    path.unlink()  # not enough yet: once more from the beginning
                    seen = 0
                process = _disturbing(path, jobs, cluster)
            elif sum(killed.values()) < KILLS:
                victims = _children(process.pid)
                whom = chance.choice(["the tournament", "a worker"])
                if whom == "the tournament" or victims:
                    victim = process.pid if whom == "the tournament" else chance.choice(victims)
                    os.kill(victim, signal.SIGKILL)
                    killed[whom] += 1
            else:
                time.sleep(0.1)
        same = "the same" if found == expected else "ANOTHER"
        print(f"killed {dict(killed)}; the table is {same}, {len(expected):,} bytes; "
              f"{lost} times something was lost")  # fmt: skip
        if found != expected:
            at = next(
                at
                for at, (one, other) in enumerate(zip(expected, found, strict=False))
                if one != other
            )
            print(
                expected[max(0, at - 300) : at + 100], found[max(0, at - 300) : at + 100], sep="\n"
            )
        return found == expected and not lost


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def _disturbing(path: Path, jobs: int, cluster: str | None) -> subprocess.Popen[bytes]:
    command = [sys.executable, __file__, "disturbed", str(path), "--jobs", str(jobs)]
    return subprocess.Popen(
        command + (["--cluster", cluster] if cluster else []),
        stderr=subprocess.DEVNULL,  # a tracker of resources mourns the dead
    )


def _children(process: int) -> list[int]:
    """The processes that play matches for another one, on Linux."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state = (folder / "stat").read_text().rpartition(")")[2].split()
                words = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if int(state[1]) == process and b"spawn_main" in words:
                found.append(int(folder.name))
    return found


def main() -> int:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "what",
        choices=(
            "tests", "ratings", "fishtest", "ordo", "choix", "speed", "decided", "kills",
            "disturbed",
        ),
    )  # fmt: skip
    parser.add_argument("path", nargs="?", help="of another's program")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--cluster", help="the address of a Dask scheduler")
    given = parser.parse_args()
    if given.what == "disturbed":
        disturbed(given.path, given.jobs, given.cluster)
        return 0
    print(header())
    if given.what in ("fishtest", "ordo"):
        if given.path is None:
            parser.error("give the path of the other program")
        return int(not {"fishtest": fishtest, "ordo": ordo}[given.what](given.path))
    if given.what == "choix":
        return int(not choix())
    if given.what == "kills":
        return int(not kills(given.jobs, given.cluster))
    return int(
        not {"tests": tests, "ratings": ratings, "speed": speed, "decided": decided}[given.what](
            given.jobs
        )
    )


if __name__ == "__main__":
    sys.exit(main())
