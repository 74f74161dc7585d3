"""Strong solutions: for each game the time, the memory, the value, and the positions by ply.

Run `python benchmarks/tables.py`, with names such as `sim-8-2` to choose some. Each game is
solved in a process of its own, which compiles first.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from contextlib import suppress

from figures import Figures, digits, options, run

import plyground as pg
from plyground import rules
from plyground.search import SolvedTable, Value, solve_tables
from plyground.search.value import TIES

# Seconds allowed, and what is known: positions up to symmetry (that go on, all), and the value.
Known = tuple[int, int | None, int | None, str | None]
GAMES: dict[str, Known] = {
    "tictactoe": (2, None, 765, "draw in 9"),
    "numerical": (2, None, 1_125_686, "win in 9"),
    "sim-3-2": (2, 3, None, "draw in 3"),
    "sim-4-2": (2, 17, None, "draw in 6"),
    "sim-5-2": (2, 135, None, "draw in 10"),
    "sim-6-2": (2, 2250, None, "loss in 15"),
    "sim-7-2": (30, None, None, None),
    "sim-8-2": (300, None, None, None),
    "sim-6-3": (0, None, None, None),
    "sim-6-4": (0, None, None, None),
    "sim-7-3": (0, None, None, None),
}


def in_words(value: Value) -> str:
    """A value on one line."""
    if value.plies is not None:
        return f"{value.verdict} in {value.plies}"
    forced = ", ".join(f"player {p}: {kind}" for p, kind in enumerate(value.forced, 1))
    ends = "; ".join(f"{ties}: {outcome}" for ties, outcome in zip(TIES, value.ends, strict=True))
    return f"{value.verdict}; each can force {forced}; max^n {ends}"


def peak() -> float:
    """The peak memory of this process in MB, including mapped files and Python itself."""
    if sys.platform == "win32":
        return float("nan")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1e6 if sys.platform == "darwin" else 1e3
    )


def solve(name: str, folder: str) -> tuple[SolvedTable, float]:
    """The table, and the seconds it took after compilation."""
    game_name, *values = name.split("-")
    game_class = rules.game_class(game_name)
    game = game_class(**{p.name: int(v) for p, v in zip(game_class.parameters, values)})  # noqa: B905
    compile_only = pg.Control()
    compile_only.stop()
    with suppress(pg.Cancelled):  # stopped at once, but only after everything is compiled
        solve_tables(game, folder=folder, control=compile_only)
    begun = time.perf_counter()
    table = solve_tables(game, folder=folder)
    return table, time.perf_counter() - begun


def one(name: str, figures: Figures) -> None:
    """Solve one game."""
    allowed, known_ongoing, known_positions, known_value = GAMES[name]
    with tempfile.TemporaryDirectory() as folder:
        table, seconds = solve(name, folder)
        most, game = peak(), repr(table.game)
        value = in_words(table.value(table.game.position()))
        ongoing, ended = sum(table.ongoing), sum(table.ended)
    figures.add("Whole games, value", game, value, known=known_value)
    figures.add("Whole games, time to solve", game, digits(seconds), "s", at_most=allowed or None)
    figures.add("Whole games, unfinished positions up to symmetry", game, ongoing,
                known=known_ongoing)  # fmt: skip
    figures.add("Whole games, positions up to symmetry", game, ongoing + ended,
                known=known_positions)  # fmt: skip
    figures.add("Whole games, peak memory", game, round(most), "MB",
                at_most=2000 if name == "sim-8-2" else None)  # fmt: skip


def main() -> int:
    """Solve the games named, or all."""
    parser = options(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(GAMES))
    given = parser.parse_args()
    names = given.names or list(GAMES)
    if len(names) == 1:
        figures = Figures(__file__, given)
        one(names[0], figures)
        return figures.keep()
    line = [sys.executable, __file__, *(["--keep"] if given.keep else [])]
    return max(subprocess.run([*line, name], check=False).returncode for name in names)


if __name__ == "__main__":
    run(main)
