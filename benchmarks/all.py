"""Runs the benchmarks one after the other, keeps their figures, and makes docs/benchmarks.md.

`make bench` runs it, after setting up what the other programs need. It takes about an hour, during
which the machine should do nothing else. Exit code 1 if a target is missed.
"""

from __future__ import annotations

import subprocess
import sys
import time

from figures import ROOT, header

OPENSPIEL, KAGGLE = (
    str(ROOT / f".venv-{name}" / "bin" / "python") for name in ("openspiel", "kaggle")
)

# Each command line, with the Python that has the libraries it needs.
LINES = (
    (sys.executable, "perft.py"),
    (OPENSPIEL, "search.py"),
    (sys.executable, "levels.py"),
    (sys.executable, "arena.py"),
    (sys.executable, "heuristics.py"),
    (sys.executable, "solver_checks.py"),
    (sys.executable, "boards.py"),
    (sys.executable, "boards.py", "--gain"),
    (sys.executable, "openings.py"),
    (sys.executable, "tables.py"),
    (sys.executable, "endings.py"),
    (sys.executable, "by_heart.py"),
    (sys.executable, "review.py"),
    (sys.executable, "puzzles.py"),
    (sys.executable, "first_minute.py"),
    (sys.executable, "pupils.py"),
    (sys.executable, "owners.py"),
    (OPENSPIEL, "openspiel_rules.py"),
    (KAGGLE, "kaggle.py"),
    (sys.executable, "page.py"),
)


def main() -> int:
    """Run them all."""
    print(header(), flush=True)
    failed = []
    for python, script, *more in LINES:
        name = " ".join((script, *more))
        print(f"\n== {name}", flush=True)
        begun = time.perf_counter()
        keep = [] if script == "page.py" else ["--keep"]
        done = subprocess.run(
            [python, str(ROOT / "benchmarks" / script), *more, *keep], check=False, cwd=ROOT
        )
        print(f"== {name}: {time.perf_counter() - begun:.0f} s", flush=True)
        if done.returncode:
            failed.append(name)
    if failed:
        print(f"\nMissed a target, or ended with an error: {', '.join(failed)}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
