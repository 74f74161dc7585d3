"""What all benchmarks share: they say first where and when they ran, and can keep their figures.

With `--keep` a benchmark writes its figures to benchmarks/kept, a file for each benchmark, from
which `page.py` makes docs/benchmarks.md. A figure is known by its group and its name: if only
some are measured again, the others stay as they were, each with its own machine, date and commit.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

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
    """The figures of one run of a benchmark."""

    def __init__(self, script: str, given: argparse.Namespace, *, extra: str = "") -> None:
        """Of the file `script`, with its options; `extra` is what has to be typed after it."""
        self.name = Path(script).stem
        self.keeps: bool = given.keep
        self.command = f"python benchmarks/{self.name}.py {extra}".rstrip()
        self.found: list[Figure] = []
        self.machine, self.date, self.commit = machine(), today(), commit()

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
        """Take a figure; False if it misses its target."""
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
        return held is not False

    def keep(self) -> None:
        """Write the figures to the folder `kept`, if that was asked for."""
        if not self.keeps:
            return
        path = KEPT / f"{self.name}.json"
        before = read(path) if path.exists() else []
        new = {(each.group, each.name): each for each in self.found}
        merged = [new.pop((each.group, each.name), each) for each in before]
        write(path, [*merged, *new.values()])


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
