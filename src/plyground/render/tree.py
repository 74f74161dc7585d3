"""Search trees as data, and as text: `text` and `spans`; tree_svg draws them.

A tree is a list of nodes in the order of their visits: a node comes before its children, and
everything below it before its next sibling. It is drawn as far down as it stays readable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from plyground.render.board import Picture

MOST_LINES = 400
"""A tree with more nodes is shown as text without its lower plies."""

Kind = Literal["max", "min", "leaf"]
Tone = Literal["", "principal", "cut", "quiet"]


@dataclass(frozen=True)
class TreeNode:
    """One node, ready to draw. All scores are texts; `value` is empty where there is none.

    `player` is the player to move, from 0. `bound` says whether the true value is `value`, at most
    `value` ("upper") or at least `value` ("lower"). `pruned` are the moves that were cut off,
    `unreached` those that the search did not reach. `below` counts the hidden nodes below.
    """

    parent: int | None
    move: str
    kind: Kind
    player: int
    value: str
    bound: Literal["exact", "upper", "lower"]
    alpha: str
    beta: str
    over: bool = False
    reason: str = ""
    principal: bool = False
    pruned: tuple[str, ...] = ()
    unreached: tuple[str, ...] = ()
    below: int = 0
    picture: Picture | None = None


@dataclass(frozen=True)
class Tree:
    """A tree, ready to draw, for the player who maximises.

    `colours` are CSS colours, one for each player. `remark` is empty, or says in a sentence why the
    tree is incomplete. `title` and `description` are shown, and screen readers read them.
    """

    nodes: tuple[TreeNode, ...]
    colours: tuple[str, ...]
    player: int
    title: str = ""
    description: str = ""
    remark: str = ""


@dataclass(frozen=True)
class TreeSpan:
    """A piece of a line: of the principal variation, of the moves that were cut off, or of a
    remark.
    """

    text: str
    tone: Tone = ""


def text(tree: Tree, most: int = MOST_LINES) -> str:
    """The tree as plain text, without a line end after the last line."""
    return "\n".join("".join(span.text for span in line) for line in spans(tree, most))


def spans(tree: Tree, most: int = MOST_LINES) -> list[list[TreeSpan]]:
    """The lines of the tree as text, each as its spans.

    A tree with more than `most` nodes shows its upper plies only, and a line that says so.
    """
    tree = shown(tree, most)
    lines = [[TreeSpan(tree.title)], [TreeSpan(tree.description)]]
    if tree.remark:
        lines.append([TreeSpan(tree.remark)])
    lines += [[TreeSpan("* marks the principal variation.", "quiet")], []]
    lines += _lines(tree)
    return lines


def plies(tree: Tree) -> list[int]:
    """How far below the root each node is."""
    found: list[int] = []
    for node in tree.nodes:
        found.append(0 if node.parent is None else found[node.parent] + 1)
    return found


def children(tree: Tree) -> list[list[int]]:
    """The numbers of each node's children."""
    found: list[list[int]] = [[] for _ in tree.nodes]
    for number, node in enumerate(tree.nodes):
        if node.parent is not None:
            found[node.parent].append(number)
    return found


def shown(tree: Tree, most: int) -> Tree:
    """The tree without its lower plies, so that at most `most` nodes are left; the root's children
    always stay. A node counts the children it lost, and the remark mentions them.
    """
    if len(tree.nodes) <= most:
        return tree
    depths = plies(tree)
    counts = Counter(depths)
    deepest = 1
    while sum(counts[ply] for ply in range(deepest + 2)) <= most:
        deepest += 1
    kept: list[int] = []
    below: Counter[int] = Counter()
    for number, ply in enumerate(depths):
        if ply <= deepest:
            kept.append(number)
        else:  # everything below a node comes before the next one
            below[kept[-1]] += 1
    places: dict[int | None, int] = {number: place for place, number in enumerate(kept)}
    nodes = [
        replace(node, parent=places.get(node.parent), below=below[number])
        for number, node in enumerate(tree.nodes)
        if number in places
    ]
    shown_plies = (
        "This is its first ply" if deepest == 1 else f"These are its first {deepest} plies"
    )
    cut = (
        f"The tree is too large to show in full. {shown_plies}: "
        f"{len(nodes) - 1:,} of the {len(tree.nodes) - 1:,} positions visited."
    )
    return replace(tree, nodes=tuple(nodes), remark=f"{cut} {tree.remark}".strip())


# Lines


def _lines(tree: Tree) -> Iterator[list[TreeSpan]]:
    """A line for each node, and one for each group of moves that were not searched."""
    below = children(tree)
    waiting: list[tuple[int | list[TreeSpan], str, str]] = [(0, "", "")]
    while waiting:
        what, before, follow = waiting.pop()
        branch = [TreeSpan(before, "quiet")] if before else []
        if not isinstance(what, int):
            yield branch + what
            continue
        node = tree.nodes[what]
        yield branch + _node(node)
        inside: list[int | list[TreeSpan]] = [*below[what], *_missing(node)]
        for place, each in enumerate(reversed(inside)):
            corner, rest = ("└── ", "    ") if place == 0 else ("├── ", "│   ")
            waiting.append((each, follow + corner, follow + rest))


def _node(node: TreeNode) -> list[TreeSpan]:
    sign = {"exact": "", "upper": "<= ", "lower": ">= "}[node.bound]
    value = f"{sign}{node.value}" if node.value else "not finished"
    kind = "" if node.kind == "leaf" else node.kind
    said = " ".join(filter(None, (f"{node.move}:" if node.move else "", kind, value)))
    note = node.reason or f"{node.alpha}..{node.beta}"
    tone: Tone = "principal" if node.principal else ""
    return [
        TreeSpan(f"{'* ' if node.principal else ''}{said}", tone),
        TreeSpan(f"  {note}", "quiet"),
    ]


def _missing(node: TreeNode) -> Iterator[list[TreeSpan]]:
    if node.below:
        yield [TreeSpan(f"... {node.below:,} more below", "quiet")]
    if node.pruned:
        yield [TreeSpan(f"cut off: {' '.join(node.pruned)}", "cut")]
    if node.unreached:
        yield [TreeSpan(f"not reached: {' '.join(node.unreached)}", "quiet")]
