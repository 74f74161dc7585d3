"""What every benchmark prints first: the machine, the date and the versions."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path


def header() -> str:
    """One line that says where and when figures were taken."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parent,
    ).stdout.strip()
    today = datetime.datetime.now(datetime.UTC).date()
    return (
        f"{today}, {os.cpu_count()} cores, {_processor()}, Python {platform.python_version()}, "
        f"Numba {version('numba')}, commit {commit or 'unknown'}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
