"""What a run of the tests costs is counted, and no test sleeps but where it waits for something."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SLEEPERS = {"sleep", "wait_for_timeout"}
COUNTED = """
from pathlib import Path
from tests import counting

counting.GATES = Path(__file__).parent / "gates.toml"

def pytest_addoption(parser):
    parser.addoption("--gate")

def pytest_configure(config):
    config.pluginmanager.register(counting.Counting(config))
"""
TRIED = """
import multiprocessing, subprocess, sys, time
import numba, numpy, pytest

def test_that_compiles():
    assert numba.njit(lambda number: number + 1)(1) == 2

@pytest.mark.parametrize("number", [1, 2])
def test_that_starts_a_process(number):
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    time.sleep(0.01)

def test_that_starts_another_quietly():
    process = multiprocessing.get_context("spawn").Process(target=print)
    process.start()
    process.join()

@pytest.mark.xfail(reason="a fault")
def test_that_fails():
    assert False
"""


def sleeps(file: Path) -> list[str]:
    """Where a file sleeps, as "file:line"."""
    found: list[str] = []
    text = file.read_text("utf-8")
    if not any(name in text for name in SLEEPERS):
        return found
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in SLEEPERS:
                found.append(f"{file.relative_to(TESTS)}:{node.lineno}")
    return found


def test_one_helper_sleeps() -> None:
    """Whoever sleeps for a while believes that by then something has happened; `until` looks."""
    files = [file for file in TESTS.rglob("*.py") if file.parent.parent != TESTS / "data"]
    assert [each for file in files if file.name != "until.py" for each in sleeps(file)] == []
    assert sleeps(TESTS / "until.py")


@pytest.mark.parametrize(
    ("workers", "started", "code", "said"),
    [
        ("0", 9, 0, "passed"),
        pytest.param("2", 1, 1, "and gates.toml allows 1 in all", marks=pytest.mark.slow),
    ],
)
def test_a_run_is_counted(tmp_path: Path, workers: str, started: int, code: int, said: str) -> None:
    (tmp_path / "conftest.py").write_text(COUNTED)
    (tmp_path / "test_it.py").write_text(TRIED)
    (tmp_path / "gates.toml").write_text(f"[all]\ncompiled = 1\nstarted = {started}\n")
    places = filter(None, [str(TESTS.parent), os.environ.get("PYTHONPATH")])
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "xdist", "-n", workers, "--gate", "all",
         "-p", "no:cacheprovider"],
        cwd=tmp_path,
        env={
            **os.environ, "PYTHONPATH": os.pathsep.join(places), "NUMBA_DISABLE_JIT": "0",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # which takes longer than the rest
        },
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert run.returncode == code, run.stdout
    assert "functions compiled: 1 (no game 1)" in run.stdout
    program = Path(sys.executable).name
    assert re.search(rf"processes started: .*{program} 2\b", run.stdout)
    assert f"{program} by multiprocessing 1" in run.stdout
    assert "sleeps: 2 (test_it.py 2), 0 s" in run.stdout
    assert "tests of known faults that wait: 1" in run.stdout
    assert said in run.stdout
