"""Questions about a recorded search, for a viewer who guesses each next step.

There are two. "value" asks for the value of a position, before it is evaluated and before it
returns the best of several values. "cut" asks whether the remaining moves of a position are left
out. It comes only where a window has just become smaller and is bounded on both sides, because
nothing can be cut off elsewhere, and never about minimax, which cuts nothing off.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from plyground.analysis.spoken import spoken
from plyground.analysis.trace import Node, Step, Trace, score_text
from plyground.search import WIN

CHOICES = 3
"""How many values a question offers."""


@dataclass(frozen=True)
class Question:
    """A question before a step; `choices[answer]` is right, `reason` says why."""

    kind: Literal["value", "cut"]
    text: str
    choices: tuple[str, ...]
    answer: int
    reason: str


def question(trace: Trace, number: int) -> Question | None:
    """The question before step `number`; None if there is none."""
    step = trace.steps[number]
    node = trace.nodes[step.node]
    if step.action == "evaluate":
        return _about_value(trace, step, node, spoken(trace, step))
    if step.action == "return" and len({trace.nodes[child].value for child in node.children}) > 1:
        return _about_value(trace, step, node, _why(trace, node))
    if step.action in ("enter", "cut") and number > 0:
        return _about_cut(trace, trace.steps[number - 1], step)
    return None


def _about_value(trace: Trace, step: Step, node: Node, reason: str) -> Question:
    assert step.value is not None
    offered = dict.fromkeys((step.value, *_plausible(trace, node, step.value)))
    choices = sorted(list(offered)[:CHOICES])
    return Question(
        "value",
        f"What will this position be worth to player {trace.player + 1}?",
        tuple(map(score_text, choices)),
        choices.index(step.value),
        reason,
    )


def _plausible(trace: Trace, node: Node, value: int) -> Iterator[int]:
    """Values that a viewer might expect, the most plausible first.

    The values of children or siblings come in a random order that is the same every time, so that
    the true value is not always the greatest or the middle one.
    """
    win = WIN - node.ply
    if node.end == "over":
        yield from (win, -win, 0)
    family = node.children
    if node.kind == "leaf" and node.parent is not None:
        family = trace.nodes[node.parent].children
    values = {trace.nodes[child].value for child in family}
    known = sorted(each for each in values if each is not None)
    random.Random(node.number).shuffle(known)
    yield from (*known, -value, 0, win - 1, 1 - win)


def _why(trace: Trace, node: Node) -> str:
    """Why a searched position has its value."""
    children = [trace.nodes[child] for child in node.children]
    worths = ", ".join(
        f"{child.move} {score_text(child.value)}" for child in children if child.value is not None
    )
    takes = "the most" if node.kind == "max" else "the least"
    value = score_text(node.value) if node.value is not None else ""
    return f"player {node.player + 1} ({node.kind}) takes {takes} of {worths}: {value}"


def _about_cut(trace: Trace, before: Step, step: Step) -> Question | None:
    if trace.algorithm == "minimax" or before.action not in ("raise", "lower"):
        return None
    if math.isinf(before.alpha) or math.isinf(before.beta):
        return None
    reason = spoken(trace, step)
    if step.action == "enter":
        reason = (
            f"nothing is cut off: alpha {score_text(before.alpha)} is less than "
            f"beta {score_text(before.beta)}, so {trace.nodes[step.node].move} may still matter"
        )
    answer = 0 if step.action == "cut" else 1
    return Question("cut", "Will the rest here be cut off?", ("yes", "no"), answer, reason)
