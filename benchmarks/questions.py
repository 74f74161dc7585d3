"""Who wins, by questions: what two workers of a cluster gain over one, and two threads.

Run `python benchmarks/questions.py`; it needs the library distributed. Positions say what the
search itself loses by being spread; times need as many idle cores as there are workers.
"""

from __future__ import annotations

import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from figures import Figures, options, run

import plyground as pg
from plyground.arena.cluster import cluster_askers
from plyground.search import Solver
from plyground.search.asking import Askers, Question, solve_by_questions, threads

GAMES = {"Sim on 9 dots": pg.Sim(vertices=9), "Connect Four": pg.ConnectFour()}
MEMORY = 512  # MiB of each table
_EASY = 100  # positions of a question that only compiles


@contextmanager
def cluster(game: pg.Game, workers: int) -> Iterator[Askers]:
    """So many workers on this machine, with one thread each."""
    from distributed import LocalCluster

    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as here,
        cluster_askers(here.scheduler_address, game, MEMORY) as askers,
    ):
        yield askers


@contextmanager
def process(game: pg.Game, count: int) -> Iterator[Askers]:
    """So many threads of this process."""
    with threads(Solver(game, MEMORY), count) as askers:
        yield askers


def solved(game: pg.Game, askers: Askers) -> tuple[float, int]:
    """The seconds and the positions visited."""
    easy = Question(game.position(), 1, _EASY)
    for future in [askers.ask(easy) for _ in range(2 * askers.threads)]:
        future.result()
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        found = solve_by_questions(game, askers, Path(folder), winner_only=True)
        return time.perf_counter() - begun, found.nodes


def compare(name: str, game: pg.Game, figures: Figures) -> None:
    """The four ways, one after the other."""
    found, group = {}, f"The winner of {name}, by questions"
    for way, opened in (
        ("one thread", process(game, 1)),
        ("two threads", process(game, 2)),
        ("one worker", cluster(game, 1)),
        ("two workers", cluster(game, 2)),
    ):
        with opened as askers:
            found[way], nodes = solved(game, askers)
        figures.add(group, f"time of {way}", round(found[way], 1), "s")
        figures.add(group, f"positions of {way}", nodes)
    for what, one, two, least in (
        ("two workers over one", "one worker", "two workers", 1.7),
        ("two threads over one", "one thread", "two threads", None),
        ("two workers over two threads", "two threads", "two workers", None),
    ):
        times = round(found[one] / found[two], 2)
        figures.add(group, f"gain of {what}", times, "times", at_least=least)


def main() -> int:
    """Run the benchmark."""
    figures = Figures(__file__, options(__doc__).parse_args())
    warnings.simplefilter("ignore")  # the library's own
    for name, game in GAMES.items():
        compare(name, game, figures)
    return figures.keep()


if __name__ == "__main__":
    run(main)
