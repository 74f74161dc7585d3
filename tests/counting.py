"""What a run of the tests costs, and how much it may cost: counts, and never seconds.

Each process counts the functions that it compiles, by game; the processes that it starts, by
program; and its sleeps, by file; and it says where its processor seconds went. The first process
adds all this up. With `--gate NAME` the run fails if it has more than the table NAME of
tests/gates.toml allows: a change may lower these numbers, or it says why they rise.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import sys
import threading
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from numba.core import event, types

GATES = Path(__file__).parent / "gates.toml"
STARTS = {"subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty"}

QUIET: tuple[Any, ...] = (
    multiprocessing.context.SpawnProcess,
    *([multiprocessing.context.ForkServerProcess] if sys.platform != "win32" else []),
)
"""Processes of `multiprocessing` that no event tells of."""

Counts = dict[str, dict[str, float]]


class Outermost(event.Listener):
    """Listens to Numba, which compiles functions within one: `begin` and `end` are of that one."""

    def __init__(self) -> None:
        self.thread = threading.local()

    def on_start(self, event: event.Event) -> None:
        depth = getattr(self.thread, "depth", 0)
        if not depth:
            self.begin()
        self.thread.depth = depth + 1

    def on_end(self, event: event.Event) -> None:
        self.thread.depth -= 1
        if not self.thread.depth:
            self.end()

    def begin(self) -> None:
        raise NotImplementedError

    def end(self) -> None:
        raise NotImplementedError


class Compiling(Outermost):
    """Counts what Numba compiles."""

    def __init__(self, counts: Counts) -> None:
        super().__init__()
        self.counts = counts

    def on_start(self, event: event.Event) -> None:
        super().on_start(event)
        first = (*event.data["args"], types.none)[0]
        self.counts["compiled"][getattr(first, "type_name", "no game")] += 1

    def begin(self) -> None:
        self.thread.began = time.thread_time()

    def end(self) -> None:
        self.counts["seconds"]["compiling"] += time.thread_time() - self.thread.began


class Counting:
    """A plugin of pytest that counts in this process, and adds what its workers have counted."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.counts: Counts = defaultdict(lambda: defaultdict(float))
        self.workers: list[Counts] = []
        self.gate: str = config.getoption("--gate") or ""
        gates = tomllib.loads(GATES.read_text("utf-8"))
        if self.gate and self.gate not in gates:
            raise pytest.UsageError(f"--gate is one of {', '.join(gates)}, and not {self.gate}")
        self.limits: dict[str, int] = gates.get(self.gate, {})
        chosen = config.args_source is config.ArgsSource.ARGS
        self.all_read = not (chosen or config.option.markexpr.startswith("uncompiled"))
        event.register("numba:compile", Compiling(self.counts))
        sys.addaudithook(self.hear)
        for context in QUIET:
            context.start = self.counted(context.start)
        self.without_count, time.sleep = time.sleep, self.slept

    def hear(self, name: str, given: tuple[Any, ...]) -> None:
        if name in STARTS:
            program = given[0] if name == "subprocess.Popen" else sys.executable
            self.counts["started"][Path(os.fsdecode(program)).name] += 1

    def counted(self, start: Callable[[Any], None]) -> Callable[[Any], None]:
        def begin(process: Any) -> None:
            self.counts["started"][f"{Path(sys.executable).name} by multiprocessing"] += 1
            start(process)

        return begin

    def slept(self, seconds: float, /) -> None:
        self.counts["slept"][Path(sys._getframe(1).f_code.co_filename).name] += 1
        self.counts["seconds"]["sleeping"] += seconds
        self.without_count(seconds)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Count the known faults before a part of the tests is chosen."""
        for item in items:
            if item.get_closest_marker("xfail"):
                self.counts["waiting"][item.nodeid] = 1

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.workers.append(getattr(node, "workeroutput", {}).get("counts", {}))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = self.counts["seconds"]
        seconds["own"] = time.process_time()
        seconds["of processes"] = children.ru_utime + children.ru_stime
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["counts"] = {
                kind: dict(counted) for kind, counted in self.counts.items()
            }
        elif self.workers:
            self.counts.clear()
            for counts in self.workers:
                for kind, counted in counts.items():
                    for name, count in counted.items():
                        self.counts[kind][name] += count
        if self.too_many():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def too_many(self) -> list[str]:
        """What there is more of than the gate allows, in words."""
        seen = {kind: sum(self.counts[kind].values()) for kind in self.limits}
        return [
            f"{kind} {seen[kind]:.0f}, and {GATES.name} allows {most} in {self.gate}"
            for kind, most in self.limits.items()
            if seen[kind] > most
        ]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if hasattr(self.config, "workeroutput"):
            return
        write = terminalreporter.write_line
        terminalreporter.section("what this run cost")
        seconds = self.counts["seconds"]
        seconds["the rest"] = seconds.pop("own", 0) - seconds["compiling"]
        write(self.line("processor seconds", {**seconds, "sleeping": 0}))
        write(self.line("functions compiled", self.counts["compiled"]))
        write(self.line("processes started", self.counts["started"]))
        write(self.line("sleeps", self.counts["slept"]) + f", {seconds['sleeping']:.0f} s")
        if self.all_read:
            write(f"tests of known faults that wait: {len(self.counts['waiting'])}")
        for each in self.too_many():
            write(f"too many: {each}", red=True)

    @staticmethod
    def line(title: str, counted: dict[str, float]) -> str:
        """The sum, and its largest parts."""
        parts = sorted(counted.items(), key=lambda part: -part[1])
        named = ", ".join(f"{name} {count:.0f}" for name, count in parts[:12] if count)
        return f"{title}: {sum(counted.values()):.0f}" + f" ({named})" * bool(named)
