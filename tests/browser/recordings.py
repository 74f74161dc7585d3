"""Recorded searches as pages make them: recording.js in Chromium, in place of an eye."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import plyground as pg
from plyground.analysis import Trace, look_inside, score_text
from plyground.analysis.trace import ALGORITHM_NAMES, Algorithm, about, cut_short, summary
from plyground.browser.scripts import joined
from plyground.web.pages.glassbox import listed, search_data
from tests.browser.documents import engine_document
from tests.games import NUMERICAL, SIM_3, SMALL_CONNECT4
from tests.reference.spoken import spoken
from tests.variants import label

STEPS = 100_000
GAMES = (pg.TicTacToe(), NUMERICAL, pg.Sim(6, 2), SIM_3, SMALL_CONNECT4)

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


def signed(text: str) -> str:
    """A score as a page writes it."""
    return text.replace("-", "\N{MINUS SIGN}").replace("inf", "\N{INFINITY}")


def sentence(text: str) -> str:
    """A text as a sentence."""
    return f"{text[:1].upper()}{text[1:]}."


def samples(game: pg.Game, count: int) -> Iterator[tuple[pg.Position, int, Algorithm, int]]:
    """Positions, depths, algorithms, and how many steps there may be."""
    rng = random.Random(label(game))
    for number in range(count):
        position = game.position()
        for _ in range(rng.randrange(game.max_plies)):
            if position.over:
                break
            position = position.play(rng.choice(position.moves))
        algorithm = [*ALGORITHM_NAMES][number % 3]
        depth = rng.randint(1, 3 if len(position.moves) < 12 else 2)
        yield position, depth, algorithm, rng.choice((41, 900, 900))


def way_to(trace: Trace, number: int) -> list[int]:
    """A node, and those above it."""
    above = trace.nodes[number].parent
    return [number, *([] if above is None else way_to(trace, above))]


def below(trace: Trace) -> Counter[int]:
    """How many nodes are below each."""
    return Counter(above for node in trace.nodes for above in way_to(trace, node.number)[1:])


def steps_are_those_of_python(shown: Shown) -> None:
    """Each step, in the same words."""
    trace = shown.trace
    fields = ("action", "node", "value", "child")
    newest = -1
    for step, found in zip(trace.steps, shown.steps, strict=True):
        newest += step.action == "enter"
        assert tuple(found[each] for each in fields) == tuple(getattr(step, x) for x in fields)
        assert (found["alpha"], found["beta"]) == (bound(step.alpha), bound(step.beta))
        assert found["said"] == sentence(spoken(trace, step))
        alpha, beta = signed(score_text(step.alpha)), signed(score_text(step.beta))
        crossed = f"\N{GREEK SMALL LETTER ALPHA} {alpha} ≥ β {beta}."
        assert found["crossed"] == (crossed if step.action == "cut" else "")
        assert found["newest"] == newest
    said = (shown.page[each] for each in ("about", "summary", "cutShort", "principal", "stopped"))
    assert [*said] == [
        about(trace),
        summary(trace),
        cut_short(trace),
        [*trace.principal],
        trace.stopped_at,
    ]


def nodes_are_those_of_python(shown: Shown) -> None:
    """Each node of the tree."""
    trace, counts = shown.trace, below(shown.trace)
    same = ("number", "parent", "ply", "move", "kind", "player", "end", "reason", "entered", "left")
    for node, found in zip(trace.nodes, shown.nodes, strict=True):
        steps = [step for step in trace.steps if step.node == node.number]
        assert {key: found[key] for key in same} == {key: getattr(node, key) for key in same}
        assert found["value"] == (None if node.value is None else signed(score_text(node.value)))
        assert found["bound"] == {"upper": "≤", "lower": "≥"}.get(node.bound or "", "")
        assert found["children"] == list(node.children)
        assert found["cutMoves"] == list(node.pruned)
        assert found["unreached"] == list(node.unreached)
        assert found["path"] == list(trace.path(node.number))
        legal = trace.position_at(node.number).moves if node.kind != "leaf" else ()
        assert found["moves"] == list(legal)
        assert found["below"] == counts[node.number]
        assert found["windows"] == [
            [step.number, signed(score_text(step.alpha)), signed(score_text(step.beta))]
            for step in steps
            if step.action in ("enter", "raise", "lower")
        ]
        cuts = [step.number for step in steps if step.action == "cut"]
        assert found["cut"] == (cuts[0] if cuts else None)
        if node.value is not None:
            assert trace.steps[found["valued"]].value == node.value


_LOOKED = f"""
const looked = async (search, moves) => {{
  await opened;
  const position = moves.reduce((at, move) => own.play(at, move), own.start());
  const {{ Recording, rulesOf }} = recording;
  return ({SHOWN})(new Recording(search, rulesOf(own, position, search.inside)));
}};
"""


def recording_document(game: pg.Game) -> str:
    """A page with a game's engine and what records its searches."""
    return engine_document(game, ("engine", "recording"), _LOOKED)


def searches_are_those_of_python(evaluate: Callable[[str], Any], game: pg.Game, count: int) -> None:
    """So many searches of a page that `recording_document` is."""
    for position, depth, algorithm, most in samples(game, count):
        trace = look_inside(
            position,
            depth=depth,
            algorithm=algorithm,
            heuristic=game.default_heuristic,
            most_steps=most,
        )
        search = search_data(position, algorithm, trace.depth)
        search["inside"]["steps"] = most
        codes = [game.move_code(move) for move in position.history]
        shown = Shown(trace, evaluate(f"looked({json.dumps(search)}, {json.dumps(codes)})"))
        steps_are_those_of_python(shown)
        nodes_are_those_of_python(shown)
