"""What all tests share: settings of hypothesis, and the option that rewrites the golden files."""

import gc
import io
import multiprocessing
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from multiprocessing.context import BaseContext
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from numba.core import event

from plyground.arena import parallel
from plyground.cli import exits
from plyground.cli.app import run
from plyground.kernel import compiler, natively
from plyground.kernel.cache import folder
from plyground.kernel.compiler import COMPILES
from plyground.kernel.webassembly.text import SETTINGS
from tests.counting import Counting, Outermost
from tests.terminals import Output, Play, Screen, cut

# No deadline, and no matter how long examples take: the first may compile, and the machine may be
# busy. Always the same examples: a test that fails says something about the last change.
settings.register_profile(
    "plyground",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("plyground")

# Where compiled code is kept is decided once, and before a test changes the environment.
folder()

# What exercises each compiled function. Coverage runs it with compilation off too, and so sees the
# lines of these functions.
ENGINE = {
    "test_alphabeta",
    "test_bits",
    "test_book",
    "test_chance",
    "test_enumeration",
    "test_exact",
    "test_games",
    "test_golden",
    "test_guided",
    "test_heuristics",
    "test_kernel_words",
    "test_learner",
    "test_maxn",
    "test_mcts",
    "test_old_players",
    "test_position",
    "test_questions",
    "test_real",
    "test_recipes",
    "test_shuffling",
    "test_tables",
    "test_translation",
}

# A look for garbage goes through what the compiler keeps, half a million objects. As often as by
# default that takes a fifth of the time.
gc.set_threshold(50_000, 20, 50)

# A shell starts what runs in the background deaf to Ctrl-C, and children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Unmeasured(Outermost):
    """Takes coverage's eyes off the compiler, which runs hardly a line of ours, and slowly so."""

    def begin(self) -> None:
        self.thread.trace = sys.gettrace()
        sys.settrace(None)

    def end(self) -> None:
        sys.settrace(self.thread.trace)


MEASURES = sys.gettrace() is not None
"""Whether coverage looks on, which takes twice the time."""

if COMPILES and MEASURES:
    event.register("numba:compile", Unmeasured())
    # The process that makes the module of a page does little except compile.
    SETTINGS["COVERAGE_PROCESS_CONFIG"] = ""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="write tests/golden and the signatures again and compare nothing",
    )
    parser.addoption("--gate", help="the table of tests/gates.toml that this run must keep to")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Counting(config))


def _may_be_uncompiled(file: Path) -> bool:
    text = file.read_text("utf-8")
    return "uncompiled" in text or "tests.variants" in text


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only what is run uncompiled is wanted, leave aside what has none of it: to read all
    files takes longer than many tests.
    """
    if not config.option.markexpr.startswith("uncompiled"):
        return None
    folder = collection_path.is_dir()
    files = collection_path.rglob("test_*.py") if folder else [collection_path]
    return None if any(map(_may_be_uncompiled, files)) else True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the engine's tests; skip those for the other way to run, compiled or not."""
    other = "uncompiled" if COMPILES else "compiled"
    for item in items:
        if item.path.stem in ENGINE:
            item.add_marker(pytest.mark.engine)
        marks = {mark.name for mark in item.iter_markers()}
        never = "uncompiled" in marks and not (
            _may_be_uncompiled(item.path) and "homes" not in marks
        )
        never |= "browser" in marks and "browser" not in item.path.parts
        assert not never, f"{item.nodeid} would never run"
        if item.get_closest_marker(other):
            item.add_marker(pytest.mark.skip(reason=f"is run {other}"))


@contextmanager
def unmeasured() -> Iterator[None]:
    """Without coverage in this thread, and in those that it starts."""
    trace, of_threads = sys.gettrace(), threading.gettrace()
    threading.settrace(None)  # type: ignore[arg-type]
    sys.settrace(None)
    try:
        yield
    finally:
        threading.settrace(of_threads)  # type: ignore[arg-type]
        sys.settrace(trace)


@cache
def forking(_method: str = "") -> BaseContext:
    """Starts processes in little time, from one that has imported what they need."""
    if MEASURES or "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["numba", "plyground.arena", "tests.web.store_processes"])
    return context


@pytest.fixture(scope="session")
def processes() -> BaseContext:
    """Starts processes so."""
    return forking()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Run a test of compiled functions in native code; forget that a command has asked for native
    code, which is for all that its process does later; start workers from one process; and measure
    what coverage learns from.

    That is no test that it sees again with compilation off, or of the naive twins; and no process
    that a slow test starts, which mostly compiles.
    """
    seen_again = (
        COMPILES and item.get_closest_marker("engine") and not item.get_closest_marker("compiled")
    )
    with ExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(compiler, "_everywhere", compiler._everywhere)
        patch.setattr(parallel, "get_context", forking)
        if item.get_closest_marker("engine") and not item.get_closest_marker("ready"):
            stack.enter_context(natively())
        if MEASURES and item.get_closest_marker("slow"):
            patch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
        if MEASURES and (seen_again or item.path.stem == "test_reference"):
            stack.enter_context(unmeasured())
        return (yield)


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Output:
    """Run a command, which reads the lines that are typed."""

    def command(line: str, *typed: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in typed)))
        capsys.readouterr()
        code = run(line.split())
        captured = capsys.readouterr()
        lines = [line for line in captured.err.splitlines() if not line.startswith("Preparing")]
        return code, captured.out, "\n".join(lines)

    return command


@pytest.fixture
def play(
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> Play:
    """Run a command, type the given lines, and return what was printed, cut at each prompt.

    It goes through pipes, in this process; where a test asks for it, also in a pseudo-terminal.
    """

    def through_pipes(command: str, *typed: str) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in typed)))
        capsys.readouterr()
        assert run(command.split()) == exits.SUCCESS
        return cut(capsys.readouterr().out)

    def in_a_terminal(command: str, *typed: str) -> list[str]:
        screen = Screen(command)
        for each in typed:
            if screen.prompt():
                screen.type(each)
        if screen.prompt():
            screen.child.sendeof()
        assert screen.end() == exits.SUCCESS
        return cut(screen.text())

    return in_a_terminal if getattr(request, "param", "") == "terminal" else through_pipes
