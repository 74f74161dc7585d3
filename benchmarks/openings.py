"""How long an answer takes in the opening of Connect Four, with the book that is included.

Positions that the book knows are looked up. Then positions of 9 to 12 plies are solved, with a
table that is emptied before each: some reached by random legal play, some by near-best
play: the best moves of the book, then those of a search of 8 plies, with one move in five random.

Run `python benchmarks/openings.py`; `--random N` and `--near-best N` set how many.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence

from figures import Figures, options, run
from playing import opening

import plyground as pg
from plyground.search import Book, Solver, shipped_book

GAME = pg.ConnectFour()
PLIES = range(9, 13)
LOOKED_UP = 500
CHANCE = 0.2  # that a move of near-best play is left to chance
DEPTH = 8

Limits = tuple[float | None, float | None, float | None]  # milliseconds: the median, 99 %, all
KNOWN_WITHIN: Limits = (None, None, 10)
SOLVED_WITHIN: Limits = (300, 5000, None)


def near_best_position(plies: int, rng: random.Random, book: Book) -> pg.Position:
    """A position after a number of plies, most of them best."""
    position = GAME.position()
    while position.ply < plies:
        if rng.random() < CHANCE:
            code = rng.choice(position.codes)
        elif position.ply < book.plies:
            code = best_of(position, rng, book)
        else:
            chance = pg.Chance(rng.getrandbits(32))
            move = pg.AlphaBeta(DEPTH, heuristic="threats").choose(position, chance=chance).move
            code = GAME.move_code(move)
        position = position.play_code(code)
        if position.over:
            position = GAME.position()
    return position


def best_of(position: pg.Position, rng: random.Random, book: Book) -> int:
    """A best move by the book."""
    worth = {}
    for code in position.codes:
        value = book.value(position.play_code(code))
        worth[code] = GAME.max_plies + 1 if value is None else -value  # a win is in no book
    most = max(worth.values())
    return rng.choice([code for code, value in worth.items() if value == most])


def times(positions: Sequence[pg.Position], ask: Callable[[pg.Position], object]) -> list[float]:
    """The seconds that each question takes, in ascending order."""
    found = []
    for position in positions:
        begun = time.perf_counter()
        ask(position)
        found.append(time.perf_counter() - begun)
    return sorted(found)


def keep(figures: Figures, what: str, seconds: list[float], limits: Limits) -> None:
    """Take the figures of a group, in milliseconds."""
    cut = statistics.quantiles(seconds, n=100, method="inclusive")
    names = ("median", "99 %", "longest")
    for name, taken, limit in zip(names, (cut[49], cut[98], seconds[-1]), limits, strict=True):
        figures.add(f"Connect Four with its book: {what}", name, round(1e3 * taken, 2), "ms",
                    at_most=limit)  # fmt: skip


def main() -> int:
    """Take the figures of each group."""
    parser = options(__doc__)
    parser.add_argument("--random", type=int, default=1000)
    parser.add_argument("--near-best", type=int, default=200)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--table-mb", type=int, default=128)
    given = parser.parse_args()
    figures = Figures(__file__, given)
    book = shipped_book(GAME)
    assert book is not None
    solver, rng = Solver(GAME, given.table_mb, given.threads, book), random.Random(11)
    solver.prepare()

    def solve(position: pg.Position) -> None:
        assert solver.solve(position).exact

    def solve_anew(position: pg.Position) -> float:
        solver.forget()
        return solver.solve(position).seconds

    def analyse(position: pg.Position) -> None:
        assert pg.analyse(position, solver=solver).value.exact

    known = [opening(GAME, rng.randint(0, book.plies), rng) for _ in range(LOOKED_UP)]
    solve(known[0])  # loads what it needs
    analyse(known[0])
    keep(figures, f"score, up to {book.plies} plies", times(known, solve), KNOWN_WITHIN)
    known = [opening(GAME, rng.randint(0, book.plies - 1), rng) for _ in range(LOOKED_UP)]
    what = f"analyse, up to {book.plies - 1} plies"
    keep(figures, what, times(known, analyse), KNOWN_WITHIN)
    groups = {
        "score, 9 to 12 plies of random play": [
            opening(GAME, rng.choice(PLIES), rng) for _ in range(given.random)
        ],
        "score, 9 to 12 plies of near-best play": [
            near_best_position(rng.choice(PLIES), rng, book) for _ in range(given.near_best)
        ],
    }
    both = []
    for what, positions in groups.items():
        seconds = sorted(map(solve_anew, positions))
        keep(figures, what, seconds, SOLVED_WITHIN)
        both += seconds
    keep(figures, "score, 9 to 12 plies, both together", sorted(both), SOLVED_WITHIN)
    return figures.keep()


if __name__ == "__main__":
    run(main)
