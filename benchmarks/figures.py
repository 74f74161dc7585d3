"""What all benchmarks share: they say where and when they run, and print and keep figures.

With `--keep` a benchmark writes its figures to benchmarks/kept, a file for each benchmark, from
which `page.py` makes docs/benchmarks.md. A figure is known by its group and its name: if only
some are measured again, the others stay as they were, each with its own machine, date and commit.
The exit code is 1 if a figure misses its target.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from plyground.kernel import always_natively

ROOT = Path(__file__).parent.parent
KEPT = Path(__file__).parent / "kept"

_NOT_MEASURED = ("benchmarks/kept", "docs")  # what may have changed since the commit


@dataclass(frozen=True)
class Figure:
    """One measured figure. `held` is None where there is no target."""

    group: str
    name: str
    value: float | str
    unit: str
    wanted: str
    held: bool | None
    command: str
    machine: str
    date: str
    commit: str


class Figures:
    """The figures of one run of a benchmark, each printed when it is taken."""

    def __init__(self, script: str, given: argparse.Namespace, *, extra: str = "") -> None:
        """Of the file `script`, with its options; `extra` is what has to be typed after it."""
        self.name = Path(script).stem
        self.keeps: bool = given.keep
        self.command = f"python benchmarks/{self.name}.py {extra}".rstrip()
        self.found: list[Figure] = []
        self.machine, self.date, self.commit = machine(), today(), commit()
        print(header(), flush=True)

    def add(
        self,
        group: str,
        name: str,
        value: float | str,
        unit: str = "",
        *,
        at_most: float | None = None,
        at_least: float | None = None,
        known: float | str | None = None,
    ) -> bool:
        """Take a figure and print it; False if it misses its target."""
        held, wanted = None, ""
        if known is not None:
            held, wanted = value == known, "as expected"
        elif at_most is not None:
            held, wanted = float(value) <= at_most, f"at most {at_most:,g}"
        elif at_least is not None:
            held, wanted = float(value) >= at_least, f"at least {at_least:,g}"
        figure = Figure(
            group, name, value, unit, wanted, held,
            self.command, self.machine, self.date, self.commit,
        )  # fmt: skip
        self.found.append(figure)
        target = f" ({wanted}{'' if held else ': MISSED'})" if wanted else ""
        print(f"  {group}: {name} {in_words(value)} {unit}".rstrip() + target, flush=True)
        return held is not False

    def keep(self) -> int:
        """Write the figures to the folder `kept`, if that was asked for; the exit code."""
        if self.keeps:
            path = KEPT / f"{self.name}.json"
            before = read(path) if path.exists() else []
            new = {(each.group, each.name): each for each in self.found}
            merged = [new.pop((each.group, each.name), each) for each in before]
            write(path, [*merged, *new.values()])
        return int(any(each.held is False for each in self.found))


def read(path: Path) -> list[Figure]:
    """The figures of a file."""
    return [Figure(**each) for each in json.loads(path.read_text(encoding="utf-8"))]


def write(path: Path, figures: Iterable[Figure]) -> None:
    """Write figures to a file, a line for each."""
    lines = [json.dumps(asdict(each), ensure_ascii=False) for each in figures]
    path.parent.mkdir(exist_ok=True)
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


def options(description: str | None) -> argparse.ArgumentParser:
    """The options that all benchmarks have; a benchmark may add its own."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--keep", action="store_true", help="keep the figures for docs/benchmarks.md"
    )
    return parser


def run(main: Callable[[], int]) -> None:
    """Run a benchmark, all of it in native code, and exit."""
    always_natively()
    sys.exit(main())


def in_words(value: float | str) -> str:
    """A figure as people read it."""
    return value if isinstance(value, str) else f"{value:,}"


def in_turn(measures: dict[str, Callable[[], float]], times: int) -> dict[str, float]:
    """The medians of measurements that are taken one after the other, so many times.

    Whatever else the machine does meanwhile slows all of them.
    """
    taken: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(times):
        for name, measure in measures.items():
            taken[name].append(measure())
    return {name: statistics.median(each) for name, each in taken.items()}


def digits(value: float, count: int = 3) -> float:
    """A figure to so many digits."""
    return float(f"{value:.{count}g}")


def header() -> str:
    """One line that says where and when figures were taken."""
    return f"{today()}, {machine()}, commit {commit()}"


def today() -> str:
    """The date, the same everywhere."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def machine() -> str:
    """The processor and what runs on it."""
    return (
        f"{os.cpu_count()} cores, {_processor()}, Python {platform.python_version()}, "
        f"Numba {version('numba')}"
    )


def commit() -> str:
    """The commit that is measured, with a + if files were changed since."""
    without = [f":(exclude){folder}" for folder in _NOT_MEASURED]
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", *without)
    return (_git("rev-parse", "--short", "HEAD") or "unknown") + ("+" if changed else "")


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments], capture_output=True, text=True, check=False, cwd=ROOT
    )
    return done.stdout.strip()


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
