"""`Scenes`: what of a recorded search is drawn at once, however large its tree is.

A scene is the whole tree if that is small. Otherwise it is the part where the search is: the way
down to a node whose whole subtree is small, that subtree, and beside the way the other children,
folded. It stays the same while the search is in that subtree.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass, replace
from operator import attrgetter

from plyground.analysis.trace import Trace, drawing
from plyground.render.tree_scene import Scene, tree_scene

MOST = 30
"""The most nodes of a subtree that is drawn whole."""


@dataclass(frozen=True)
class TraceScene:
    """A part of a trace: the numbers of its nodes, how many are folded below each, and where
    everything is. `cuts` of the scene go by the nodes' places in `numbers`.
    """

    numbers: tuple[int, ...]
    folded: tuple[int, ...]
    scene: Scene


class Scenes:
    """The scenes of a trace."""

    def __init__(self, trace: Trace, most: int = MOST) -> None:
        self.trace, self._most = trace, most
        self.below = _below(trace)
        """How many nodes there are below each node."""

    def newest(self, step: int) -> int:
        """The node entered last when a step has been taken."""
        return bisect_right(self.trace.nodes, step, key=attrgetter("entered")) - 1

    def shown(self, number: int) -> int:
        """The node whose subtree is drawn whole in the scene of a node: above it, or the first one
        below it that the search comes to.
        """
        node = self.trace.nodes[number]
        while self.below[node.number] >= self._most and node.children:
            node = self.trace.nodes[node.children[0]]
        while node.parent is not None and self.below[node.parent] < self._most:
            node = self.trace.nodes[node.parent]
        return node.number

    def scene(self, number: int) -> TraceScene:
        """The scene of a node."""
        whole = self.shown(number)
        last = whole + self.below[whole]
        way = {0}
        beside = {0}
        at = self.trace.nodes[whole].parent
        while at is not None:
            way.add(at)
            beside.update(self.trace.nodes[at].children)
            at = self.trace.nodes[at].parent
        numbers = tuple(sorted(beside | {*range(whole, last + 1)}))
        folded = tuple(
            0 if each in way or whole <= each <= last else self.below[each] for each in numbers
        )
        return TraceScene(numbers, folded, self._laid_out(numbers, folded))

    def _laid_out(self, numbers: tuple[int, ...], folded: tuple[int, ...]) -> Scene:
        tree = drawing(self.trace, numbers)
        nodes = tuple(
            replace(node, below=hidden, pruned=() if hidden else node.pruned)
            for node, hidden in zip(tree.nodes, folded, strict=True)
        )
        windows = self.trace.algorithm != "minimax"
        return tree_scene(replace(tree, nodes=nodes), windows=windows)


def _below(trace: Trace) -> array[int]:
    below = array("l", [0]) * len(trace.nodes)
    for node in reversed(trace.nodes):
        if node.parent is not None:
            below[node.parent] += 1 + below[node.number]
    return below
