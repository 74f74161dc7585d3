"""Recorded searches as pages make them: recording.js in Chromium, in place of an eye."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import plyground as pg
from plyground.analysis import Trace, look_inside
from plyground.analysis.trace import Algorithm
from plyground.browser.scripts import joined
from plyground.web.pages.glassbox import listed, search_data

STEPS = 100_000

SHOWN = """(made) => ({
  steps: made.taken.map(({ alpha, beta, value, child, number }) => ({
    ...made.step(number), alpha: `${alpha}`, beta: `${beta}`, value, child: child?.number ?? null,
  })),
  nodes: made.found.map((_, number) => made.node(number)),
  about: made.about, summary: made.summary, cutShort: made.cutShort, principal: made.principal,
  stopped: made.stopped?.number ?? null,
  cuts: made.taken.map((_, number) => made.nextCut(number)),
  scenes: Object.fromEntries([...new Set(made.taken.map((_, number) => made.step(number).scene))]
    .slice(0, 12).map((each) => [each, made.scene(each)])),
})"""
"""All that a page may show of a recording, and the scenes of the first parts of its tree."""


@dataclass(frozen=True)
class Shown:
    """A search in Python, and what a page shows of the same."""

    trace: Trace
    page: dict[str, Any]

    @property
    def steps(self) -> list[dict[str, Any]]:
        """All steps."""
        steps: list[dict[str, Any]] = self.page["steps"]
        return steps

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """All nodes."""
        nodes: list[dict[str, Any]] = self.page["nodes"]
        return nodes


Look = Callable[..., Shown]


def bound(score: float) -> str:
    """A bound as a script writes it."""
    return str(score).replace("inf", "Infinity")


@pytest.fixture(scope="session")
def _recorder(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.evaluate(f"globalThis.recording = {joined('browser/recording.js')}; 0")
    yield page
    page.close()


@pytest.fixture
def look(_recorder: Page) -> Look:
    """Look inside a search of a position, by what the server says of it."""

    def looked(
        position: pg.Position,
        depth: int,
        algorithm: Algorithm = "alphabeta",
        most_steps: int = STEPS,
    ) -> Shown:
        trace = look_inside(
            position,
            depth=depth,
            algorithm=algorithm,
            heuristic=position.game.default_heuristic,
            most_steps=most_steps,
        )
        search = search_data(position, algorithm, trace.depth)
        search["inside"]["steps"] = most_steps
        made = "new recording.Recording(search, recording.rulesIn(listed))"
        shown = _recorder.evaluate(
            f"([search, listed]) => ({SHOWN})({made})", [search, listed(trace)]
        )
        return Shown(trace, shown)

    return looked
