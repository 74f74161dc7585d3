"""Strong solutions: for each game the time, the memory, the value, and the positions by ply.

Run `python benchmarks/tables.py`, with names such as `sim-8-2` to choose some. Each game is
solved in a process of its own, which compiles first. Exits with 1 if a known figure differs.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from contextlib import suppress

from figures import Figures, header, options

import plyground as pg
from plyground import rules
from plyground.search import SolvedTable, TableProgress, Value, solve_tables
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


def solve(name: str, folder: str) -> tuple[SolvedTable, float, float | None]:
    """The table, the seconds it took after compilation, and their first forecast."""
    game_name, *values = name.split("-")
    game_class = rules.game_class(game_name)
    game = game_class(**{p.name: int(v) for p, v in zip(game_class.parameters, values)})  # noqa: B905
    compile_only = pg.Control()
    compile_only.stop()
    with suppress(pg.Cancelled):  # stopped at once, but only after everything is compiled
        solve_tables(game, folder=folder, control=compile_only)
    reports: list[TableProgress] = []
    begun = time.perf_counter()
    table = solve_tables(game, folder=folder, on_progress=reports.append)
    seconds = time.perf_counter() - begun
    first = next((each for each in reports if each.seconds > 1), None)
    expected = None if first is None else first.seconds + first.seconds_left
    return table, seconds, expected


def one(name: str, figures: Figures) -> int:
    """Solve one game and print the result; 1 if something is wrong."""
    allowed, ongoing, every, known_value = GAMES[name]
    with tempfile.TemporaryDirectory() as folder:
        table, seconds, expected = solve(name, folder)
        most = peak()
        begun = time.perf_counter()
        SolvedTable.open(table.path, table.game)
        opening = time.perf_counter() - begun
        value = in_words(table.value(table.game.position()))
        going_on, ended = sum(table.ongoing), sum(table.ended)
        wrong = ongoing not in (None, going_on) or every not in (None, going_on + ended)
        wrong = wrong or known_value not in (None, value)
        within = f", allowed {allowed} s" if allowed else ""
        guess = f", forecast after 1 s: {expected:.0f} s" if expected else ""
        print(f"\n{'WRONG ' if wrong else ''}{name}: {value}")
        print(f"  {seconds:.2f} s{within}{guess}; peak {most:.0f} MB")
        print(f"  table {table.size / 1e6:.1f} MB, opened and checked in {opening * 1e3:.0f} ms")
        print(f"  {going_on:,} canonical ongoing, {ended:,} canonical ended")
        print(f"  {sum(table.legal_moves):,} legal moves in the ongoing")
        print(f"  ongoing by ply {list(table.ongoing)}")
        print(f"  ended by ply   {list(table.ended)}", flush=True)
        game = repr(table.game)
        figures.add("Whole games, value", game, value, known=known_value)
        figures.add("Whole games, time to solve", game, float(f"{seconds:.3g}"), "s",
                    at_most=allowed or None)  # fmt: skip
        figures.add("Whole games, unfinished positions up to symmetry", game, going_on,
                    known=ongoing)  # fmt: skip
        figures.add("Whole games, peak memory", game, round(most), "MB",
                    at_most=2000 if name == "sim-8-2" else None)  # fmt: skip
    return int(wrong)


def main() -> int:
    """Solve the games named, or all."""
    parser = options(__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(GAMES))
    given = parser.parse_args()
    names = given.names or list(GAMES)
    if len(names) == 1:
        figures = Figures(__file__, given)
        wrong = one(names[0], figures)
        figures.keep()
        return wrong
    print(header())
    line = [sys.executable, __file__, *(["--keep"] if given.keep else [])]
    return max(subprocess.run([*line, name], check=False).returncode for name in names)


if __name__ == "__main__":
    sys.exit(main())
