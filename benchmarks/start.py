"""How long commands take to start: `--help`, and each command on an empty and a filled cache.

Run `python benchmarks/start.py`. It uses a separate cache in a temporary folder.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

from figures import Figures, header, options

HELP_RUNS = 9
COMMANDS = (
    "perft tictactoe 5",
    "perft numerical 4",
    "perft sim 5",
    "perft sim 5 --vertices 10 --players 5",
    "perft connect4 8",
    "show connect4 4453",
    "play tictactoe full random --seed 1",
    "play numerical mixed:60 random --seed 1",
    "play sim minimax random --seed 1",
    "play connect4 minimax minimax --seed 1",
    "games",
    "info",
)
HEAVY = ("numba", "numpy", "fastapi", "starlette", "uvicorn", "jinja2")


def run(command: str, cache: str) -> tuple[float, str]:
    """The seconds that a command takes, and what it says on standard error."""
    begun = time.perf_counter()
    process = subprocess.run(
        [sys.executable, "-m", "plyground", *command.split()],
        env={**os.environ, "XDG_CACHE_HOME": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return time.perf_counter() - begun, process.stderr


def main() -> int:
    """Print the figures; exit code 1 if `--help` imports what it must not, or a second start
    compiles."""
    figures = Figures(__file__, options(__doc__).parse_args())
    print(header())
    failures = 0
    with tempfile.TemporaryDirectory() as cache:
        seconds = [run("--help", cache)[0] for _ in range(HELP_RUNS)]
        probe = (
            "import sys; from plyground.cli.app import run; run(['--help']);"
            f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
        )
        imported = subprocess.run(
            [sys.executable, "-c", probe], capture_output=True, text=True, check=True
        ).stderr.strip()
        failures += imported != "[]"
        print(f"--help: median {statistics.median(seconds):.3f} s; imports of {HEAVY}: {imported}")
        median = round(statistics.median(seconds), 3)
        figures.add("Commands, start to end", "--help, median", median, "s", at_most=0.3)
        heavy = "none" if imported == "[]" else imported
        figures.add("Commands, start to end", "--help, heavy imports", heavy, known="none")
        print(f"{'command':44} {'cold':>7} {'again':>7}")
        for command in COMMANDS:
            cold, said = run(command, cache)
            warm, said_again = run(command, cache)
            failures += "Preparing" in said_again
            announced = "announced" if "Preparing" in said else ""
            print(f"{command:44} {cold:5.2f} s {warm:5.2f} s {announced}")
            figures.add("Commands, first use", command, round(cold, 2), "s", at_most=20)
            figures.add("Commands, second use", command, round(warm, 2), "s")
    figures.keep()
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
