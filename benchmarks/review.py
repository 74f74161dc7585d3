"""Reviews: how long they take, and whether their grades are those of a solved table.

Run `python benchmarks/review.py`. First, games of Connect Four with the included book and two
threads, each with an empty table: random games, and strong ones after two random moves; then Sim on
6 dots and both tic-tac-toes. Compilation comes first and does not count. Last, random games of Sim
on 6 dots, for 2 and for 3 players, and of numerical tic-tac-toe: every grade, best move and
accuracy is recomputed from a solved table by the naive twin of the tests.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from figures import ROOT, Figures, digits, options, run
from playing import whole_game

sys.path.insert(0, str(ROOT))

from tests.reference.common import State
from tests.reference.review import Found, Grader
from tests.variants import Variant, numerical, sim

import plyground as pg
from plyground import search
from plyground.search import Solver, find_book, solve_tables


def strong_game(game: pg.Game, rng: random.Random) -> pg.Position:
    """A game of minimax against itself, after two random moves."""
    position = game.position()
    for _ in range(2):
        position = position.play(rng.choice(position.moves))
    player, chance = pg.Minimax(depth=7), pg.Chance(rng.getrandbits(32))
    while not position.over:
        position = position.play(player.choose(position, chance=chance).move)
    return position


Times = list[tuple[float, float]]  # seconds, and seconds of all processors together


def timed(game: pg.Game, games: list[pg.Position], solver: Solver | None) -> Times:
    """What a review of each game takes, with an empty table."""
    if game.players == 2:
        solver = solver or Solver(game, threads=1)
    pg.review(game.position(), solver=solver)  # compiles, and makes a table if one is needed
    pg.review(games[0], solver=solver)
    seconds = []
    for position in games:
        if solver is not None:
            solver.forget()
        begun, worked = time.perf_counter(), time.process_time()
        pg.review(position, solver=solver)
        seconds.append((time.perf_counter() - begun, time.process_time() - worked))
    return seconds


def note(figures: Figures, name: str, times: Times, allowed: float) -> None:
    """Take the longest and the median time, by the clock and of all processors."""
    for kind, seconds in zip(("", " by processors"), zip(*times, strict=True), strict=True):
        limit = allowed if kind else None  # the clock depends on what else goes on
        figures.add(f"Review, longest{kind}", name, digits(max(seconds), 2), "s", at_most=limit)
        figures.add(f"Review, median{kind}", name, digits(statistics.median(seconds), 2), "s")


def times(figures: Figures, count: int, threads: int, rng: random.Random) -> None:
    """Measure how long reviews take, for a number of games of each kind."""
    game = pg.ConnectFour()
    solver = Solver(game, threads=threads, book=find_book(game))
    kinds: dict[str, Callable[[], pg.Position]] = {
        "Connect Four, random": lambda: whole_game(game, rng),
        "Connect Four, random and long": lambda: whole_game(game, rng, long=True),
        "Connect Four, strong": lambda: strong_game(game, rng),
    }
    for name, make in kinds.items():
        games = [make() for _ in range(count)]
        note(figures, name, timed(game, games, solver), 20)
    for other in (pg.Sim(6), pg.Sim(6, 3), pg.TicTacToe(), pg.NumericalTicTacToe()):
        games = [whole_game(other, rng, long=True) for _ in range(count)]
        note(figures, repr(other), timed(other, games, None), 1)


def by_table(table: search.SolvedTable, reached: dict[State, pg.Position]) -> Callable[..., Found]:
    """The worth of a move for the naive twin: what the table says."""

    def worth(board: State, move: str) -> Found:
        position = reached[board]
        value = next(each.value for each in table.moves(position) if each.move == move)
        return value.verdict, value.plies or 0, value.standings or (0, 0)

    return worth


def differences(variant: Variant, games: list[pg.Position], folder: Path) -> Iterator[str]:
    """Where a review and the twin differ."""
    reached: dict[State, pg.Position] = {}
    grader = Grader(variant.twin, by_table(solve_tables(variant.game, folder=folder), reached))
    for position in games:
        review = pg.review(position)
        board = variant.twin.start()
        shares: dict[int, list[float]] = {}
        for move in review.moves:
            reached[board] = move.position
            right = grader.graded(board, move.move)
            if (move.grade, frozenset(move.best)) != (right.grade, right.best) or not move.exact:
                yield f"{position!r}, move {move.ply}: {move.grade}, and not {right.grade}"
            if right.share is not None:
                shares.setdefault(move.player, []).append(right.share)
            board = variant.twin.play(board, move.move)
        for each in review.accuracy:
            own = shares.get(each.player)
            percent = 100 * statistics.mean(own) if own else None
            if (percent is None) != (each.percent is None) or (
                percent is not None and abs(percent - (each.percent or 0)) > 1e-9
            ):
                yield f"{position!r}: accuracy {each.percent}, and not {percent}"


def main() -> int:
    """Take the figures."""
    parser = options(__doc__)
    parser.add_argument("--games", type=int, default=1000, help="of each game that is recomputed")
    parser.add_argument(
        "--timed", type=int, default=20, help="of each kind that is timed, 0 for none"
    )
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    figures = Figures(__file__, given)
    rng = random.Random(6)
    if given.timed:
        times(figures, given.timed, given.threads, rng)
    with tempfile.TemporaryDirectory() as folder:
        for variant in (sim(6, 2), sim(6, 3), numerical()):
            games = [
                whole_game(variant.game, rng, long=number % 3 > 0) for number in range(given.games)
            ]
            found = list(differences(variant, games, Path(folder)))
            group = f"Grades recomputed, differences in {given.games:,} games"
            figures.add(group, repr(variant.game), len(found), known=0)
            for line in found[:10]:
                print(f"    {line}")
    return figures.keep()


if __name__ == "__main__":
    run(main)
