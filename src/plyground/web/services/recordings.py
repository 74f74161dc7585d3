"""Recorded searches of the glass box, kept for a visitor and sent in parts.

The data of a node do not change while a browser steps through the search: a node has the numbers of
the steps at which its window changed and its value was found, and the browser shows what was known
at its own step.
"""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any

from plyground.analysis import (
    GREATEST_ESTIMATE,
    Node,
    Step,
    Trace,
    cost_of_old_program,
    question,
    score_text,
)
from plyground.analysis.plain_search import line_of, variables
from plyground.analysis.scenes import Scenes
from plyground.analysis.spoken import spoken
from plyground.position import Position
from plyground.position.face import capital
from plyground.web.boards import board_svg
from plyground.web.errors import NotFoundError

STEPS_MOST = 100_000
"""Steps of a recording: enough for all of tic-tac-toe by alpha-beta, 66,098. They take 2 s."""

PART = 200
"""Steps that are sent at once."""

EACH_MOST = 3
"""Recordings kept for each visitor."""

ALL_STEPS_MOST = 300_000
"""Steps kept for all visitors together, about 100 MB."""


@dataclass(frozen=True)
class Looked:
    """What a search is of. The same search has the same steps, whoever asks for it."""

    position: Position
    algorithm: str
    depth: int


class Recording:
    """A recorded search, ready to show."""

    def __init__(self, looked: Looked, trace: Trace) -> None:
        self.id = secrets.token_urlsafe(12)
        self.looked = looked
        self.trace = trace
        self.scenes = Scenes(trace)
        self._steps: dict[int, list[Step]] = defaultdict(list)
        for step in trace.steps:
            if step.action in ("raise", "lower", "cut"):
                self._steps[step.node].append(step)
        self.cuts = [step.number for step in trace.steps if step.action == "cut"]
        """The steps at which moves are cut off."""
        face = trace.position.game.face
        self._old_win = face.old_win if trace.algorithm == "shallow" else None

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.trace.steps) - 1

    def part(self, number: int) -> dict[str, Any]:
        """PART steps, counted in parts from 0, with the nodes that appear with them.

        These are the nodes entered by the steps, and those on the way to the first with all their
        children.
        """
        first = number * PART
        if not 0 <= first <= self.last:
            raise NotFoundError(f"this search has parts 0 to {self.last // PART}")
        steps = self.trace.steps[first : first + PART]
        needed = {step.node for step in steps if step.action == "enter"}
        for node in self._way(steps[0].node):
            needed.add(node.number)
            needed.update(node.children)
        return {
            "first": first,
            "steps": [self._step(step) for step in steps],
            "nodes": self._nodes(needed),
        }

    def children(self, number: int) -> dict[str, Any]:
        """The nodes one ply below a node."""
        return {"nodes": self._nodes(self._known(number).children)}

    def scene(self, number: int) -> dict[str, Any]:
        """Where the parts of the drawn tree are at a node, and the nodes themselves."""
        found = self.scenes.scene(self._known(number).number)
        scene = found.scene
        parts = zip(found.numbers, found.folded, scene.nodes, strict=True)
        return {
            "width": scene.width,
            "height": scene.height,
            "parts": [
                {"node": node, "folded": folded, **vars(part)} for node, folded, part in parts
            ],
            "cuts": [
                {"node": found.numbers[place], **vars(part)} for place, part in scene.cuts.items()
            ],
            "nodes": self._nodes(found.numbers),
        }

    def next_cut(self, number: int) -> int | None:
        """The first step after a step at which moves are cut off; None if there is none."""
        at = bisect_right(self.cuts, number)
        return self.cuts[at] if at < len(self.cuts) else None

    def board(self, number: int) -> str:
        """The board at a node."""
        return board_svg(self.trace.position_at(self._known(number).number).picture())

    def _known(self, number: int) -> Node:
        if not 0 <= number < len(self.trace.nodes):
            raise NotFoundError(f"this search has positions 0 to {len(self.trace.nodes) - 1}")
        return self.trace.nodes[number]

    def _way(self, number: int) -> Iterator[Node]:
        """From a node up to the root."""
        at: int | None = number
        while at is not None:
            node = self.trace.nodes[at]
            yield node
            at = node.parent

    def _step(self, step: Step) -> dict[str, Any]:
        asked = question(self.trace, step.number)
        newest = self.scenes.newest(step.number)
        return {
            "action": step.action,
            "node": step.node,
            "newest": newest,
            "scene": self.scenes.shown(newest),
            "said": _sentence(spoken(self.trace, step)),
            "crossed": _crossed(step),
            "line": line_of(self.trace, step),
            "variables": variables(self.trace, step),
            "question": None
            if asked is None
            else {
                "kind": asked.kind,
                "text": asked.text,
                "choices": [*asked.choices],
                "answer": asked.answer,
                "reason": _sentence(asked.reason),
            },
        }

    def _nodes(self, numbers: Iterable[int]) -> list[dict[str, Any]]:
        return [self._node(self.trace.nodes[number]) for number in sorted(numbers)]

    def _node(self, node: Node) -> dict[str, Any]:
        trace = self.trace
        windows = [(node.entered, node.alpha, node.beta)]
        cut = None
        for step in self._steps.get(node.number, ()):
            if step.action == "cut":
                cut = step.number
            else:
                windows.append((step.number, step.alpha, step.beta))
        searched = [trace.nodes[child].move for child in node.children]
        value = node.value
        return {
            "number": node.number,
            "parent": node.parent,
            "ply": node.ply,
            "path": trace.path(node.number),
            "move": node.move,
            "kind": node.kind,
            "player": node.player,
            "end": node.end,
            "reason": node.reason,
            "entered": node.entered,
            "left": node.left,
            "valued": node.entered + 1 if node.kind == "leaf" and node.left else node.left,
            "value": None if value is None else score_text(value),
            "tone": _tone(value),
            "bound": {"upper": "≤", "lower": "≥"}.get(node.bound or "", ""),
            "cost": None
            if self._old_win is None or value is None
            else f"{cost_of_old_program(value, self._old_win):g}",
            "windows": [
                (step, score_text(alpha), score_text(beta)) for step, alpha, beta in windows
            ],
            "children": node.children,
            "below": self.scenes.below[node.number],
            "cut": cut,
            "cut_moves": node.pruned,
            "unreached": node.unreached,
            "moves": (*searched, *node.pruned, *node.unreached),
        }


class Recordings:
    """The recordings that are kept: the newest of each visitor, and not too many in all."""

    def __init__(self, each_most: int = EACH_MOST, all_steps_most: int = ALL_STEPS_MOST) -> None:
        self._each_most = each_most
        self._all_steps_most = all_steps_most
        self._kept: OrderedDict[tuple[str, str], Recording] = OrderedDict()  # the oldest first
        self._lock = Lock()

    def keep(self, visitor: str, looked: Looked, trace: Trace) -> Recording:
        """Keep a recording for a visitor; the least recently used ones make room for it."""
        recording = Recording(looked, trace)
        with self._lock:
            self._keep(visitor, recording)
        return recording

    def of(self, visitor: str, looked: Looked) -> Recording | None:
        """The recording of a search, from now on the visitor's too, if it is kept for anyone."""
        with self._lock:
            for each in self._kept.values():
                if each.looked == looked:
                    self._keep(visitor, each)
                    return each
        return None

    def _keep(self, visitor: str, recording: Recording) -> None:
        self._kept[visitor, recording.id] = recording
        self._kept.move_to_end((visitor, recording.id))
        own = [key for key in self._kept if key[0] == visitor]
        for key in own[: -self._each_most]:
            del self._kept[key]
        while self.steps > self._all_steps_most and len(self._kept) > 1:
            self._kept.popitem(last=False)

    def forget(self, visitor: str) -> None:
        """Drop all recordings of a visitor."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == visitor]:
                del self._kept[key]

    def find(self, visitor: str, name: str) -> Recording:
        """A visitor's recording by its id. Raises NotFoundError."""
        with self._lock:
            recording = self._kept.get((visitor, name))
            if recording is None:
                raise NotFoundError("this search is gone: press Show me again")
            self._kept.move_to_end((visitor, name))
            return recording

    @property
    def steps(self) -> int:
        """The steps that are kept, of all recordings, each counted once."""
        return sum(len(each.trace.steps) for each in {*self._kept.values()})


def _tone(value: int | None) -> str:
    if value is None or abs(value) <= GREATEST_ESTIMATE:
        return ""
    return "win" if value > 0 else "loss"


def _crossed(step: Step) -> str:
    """How alpha has reached beta, where that cuts moves off; empty at other steps."""
    if step.action != "cut":
        return ""
    return f"\N{GREEK SMALL LETTER ALPHA} {score_text(step.alpha)} ≥ β {score_text(step.beta)}."


def _sentence(text: str) -> str:
    return f"{capital(text)}."
