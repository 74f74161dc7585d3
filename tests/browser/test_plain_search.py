"""The code that the glass box shows: its very lines run here, and take the steps that it shows."""

from __future__ import annotations

import math
import random
import sys
from types import FrameType
from typing import Any

import pytest

import plyground as pg
from plyground.analysis import Trace
from plyground.analysis.plain_search import FUNCTIONS, Search, listing
from plyground.analysis.trace import ALGORITHM_NAMES, Algorithm, score_text
from tests.browser.recordings import Look, Shown, _recorder, look
from tests.games import CONNECT4, NUMERICAL, SIM, TICTACTOE

__all__ = ["_recorder", "look"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

GAMES = (TICTACTOE, NUMERICAL, SIM, CONNECT4)
POSITIONS = 15  # of each game
Taken = tuple[int, tuple[str, ...], float | None, str]
"""A step: the index of its line, where in the tree, with what value, and the variable `move`."""
NODES = 120  # about as many as a search may have


def samples(game: pg.Game) -> list[tuple[pg.Position, int]]:
    """Random positions, and depths that keep the searches small."""
    rng = random.Random(game.name)
    found = []
    while len(found) < POSITIONS:
        position = game.position()
        for _ in range(rng.randrange(game.max_plies)):
            if position.over:
                break
            position = position.play(rng.choice(position.moves))
        deepest = math.log(NODES) / math.log(max(2, len(position.moves)))
        found.append((position, rng.randint(1, max(1, min(4, int(deepest))))))
    return found


def ran(trace: Trace) -> list[Taken]:
    """Run the shown lines, and look at each that takes a step."""
    shown = listing(trace.algorithm)
    function = FUNCTIONS[trace.algorithm]
    steps: list[Taken] = []
    marked = {index: name for name, index in shown.places.items()}

    def watch(frame: FrameType, event: str, given: Any) -> Any:
        if frame.f_code is not function.__code__:
            return None
        path = frame.f_locals["position"].history[len(trace.position.history) :]
        index = frame.f_lineno - shown.before
        name = marked.get(index, "")
        move = frame.f_locals.get("move", "")
        if event == "line" and name in ("enter", "raise", "lower", "cut max", "cut min"):
            bound = frame.f_locals.get("value") if name in ("raise", "lower") else None
            steps.append((index, path, bound, move))
        elif event == "return":
            if name == "evaluate":
                steps.append((index, path, given, move))
            steps.append((index, path, given, move))
        return watch

    search = Search(trace.position, trace.heuristic)
    window = () if trace.algorithm == "minimax" else (-math.inf, math.inf)
    before = sys.gettrace()
    sys.settrace(watch)
    try:
        function(search, trace.position, trace.depth, *window)
    finally:
        sys.settrace(before)
    return steps


def recorded(shown: Shown) -> list[Taken]:
    taken = []
    for step in shown.steps:
        value = None if step["action"] in ("enter", "cut") else step["value"]
        path = tuple(shown.nodes[step["node"]]["path"])
        taken.append((step["line"], path, value, step["variables"].get("move", "")))
    return taken


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_lines_shown_search_the_tree_shown(
    look: Look, game: pg.Game, algorithm: Algorithm
) -> None:
    for position, depth in samples(game):
        shown = look(position, depth, algorithm)
        assert ran(shown.trace) == recorded(shown)


def test_variables_are_what_the_search_knows(look: Look) -> None:
    shown = look(TICTACTOE.position("15264"), 3)
    assert shown.steps[0]["variables"] == {"depth": "3", "alpha": "−∞", "beta": "+∞"}
    for step, found in zip(shown.trace.steps, shown.steps, strict=True):
        known = found["variables"]
        node = shown.trace.nodes[step.node]
        assert known["depth"] == str(3 - node.ply)
        assert known["alpha"] == score_text(step.alpha)
        if step.action in ("raise", "lower"):
            assert step.child is not None
            assert step.value is not None
            assert known["move"] == shown.trace.nodes[step.child].move
            assert known["value"] == known["best"] == score_text(step.value)
        elif step.action == "return" and node.kind != "leaf":
            assert step.value is not None
            assert known["best"] == score_text(step.value)
