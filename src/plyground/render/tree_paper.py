"""`tree_paper`: a tree to fill in on paper, and the same tree filled in, as SVG.

Its shapes are those of `tree_svg`: a max node is a house, a min node one upside down, a leaf a box.
All is black on white, and the boxes are large enough to write in. What was not looked at is grey
in the answers, and the branch that leads there has two strokes across.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plyground.render.board import Picture
from plyground.render.elements import MEDIUM, decimal, document, tag, words
from plyground.render.svg import inset
from plyground.render.tree import Kind
from plyground.render.tree_layout import Block, place
from plyground.render.tree_svg import house, strokes

_PAGE = 182.0  # millimetres between the margins of a page
_MILLIMETRES = 0.25  # of paper for a unit
_WITH_BOARDS = 0.28  # the same for a tree with boards, which has a page to itself
_MARGIN = 4.0
_LABELS = 74.0  # the room for the plies' labels
_BOARD = 66.0  # the side of the boards at the nodes
_BOX = 36.0  # the height of a box
_WIDE, _NARROW = 60.0, 34.0  # widths of boxes: to write in, and of leaves whose value is printed
_GAP = 34.0  # between two plies, for the lines and the moves' texts
_BETWEEN = 5.0  # between two nodes side by side
_SIZE = 14.0  # of letters

_BLACK = "#000000"
_GREY = "#999999"


@dataclass(frozen=True)
class PaperNode:
    """One node: `value` is its answer, which is printed on the exercise too if it is `given`.

    `best` nodes are the moves to choose at the top. A node is `skipped` if the search never looks
    at it.
    """

    parent: int | None
    move: str
    kind: Kind
    value: str
    given: bool = False
    best: bool = False
    skipped: bool = False
    picture: Picture | None = None


@dataclass(frozen=True)
class PaperTree:
    """A tree, the root first and every node before those below it.

    `movers` says for each ply that has max or min nodes who is to move there.
    """

    nodes: tuple[PaperNode, ...]
    movers: tuple[str, ...]
    title: str


def tree_paper(tree: PaperTree, *, answers: bool) -> str:
    """The tree as SVG 1.1, with its answers or without."""
    return _Paper(tree, answers).svg()


def fits_on_paper(tree: PaperTree) -> bool:
    """Whether the tree has room on a page, with boxes large enough to write in."""
    paper = _Paper(tree, answers=True)
    return paper.scale * paper.width <= _PAGE


class _Paper:
    def __init__(self, tree: PaperTree, answers: bool) -> None:
        self.tree, self.answers = tree, answers
        self.board = _BOARD if any(node.picture for node in tree.nodes) else 0.0
        self.scale = _WITH_BOARDS if self.board else _MILLIMETRES
        self.blocks: list[Block] = []
        for number, node in enumerate(tree.nodes):
            above = None if node.parent is None else self.blocks[node.parent]
            half = max(self._wide(node), self.board) / 2
            block = Block(0 if above is None else above.ply + 1, half, node=number)
            if above is not None:
                above.below.append(block)
            self.blocks.append(block)
        place(self.blocks, _BETWEEN)
        left = min(block.x - block.half for block in self.blocks)
        for block in self.blocks:
            block.x += _MARGIN + _LABELS - left
        self.width = max(block.x + block.half for block in self.blocks) + _MARGIN
        self.step = self.board + _BOX + _GAP
        rows = 1 + max(block.ply for block in self.blocks)
        self.height = 2 * _MARGIN + rows * self.step - _GAP

    def svg(self) -> str:
        view = (0.0, 0.0, self.width, self.height)
        body = "".join(self._parts())
        state = (
            "The answers are filled in." if self.answers else "The values have yet to be filled in."
        )
        drawn = document(self.tree.title, state, body, view, self.width, self.height)
        sides = f"width:{decimal(self.scale * self.width)}mm;height:auto"
        return drawn.replace("<svg ", f'<svg style="{sides}" ', 1)

    def _parts(self) -> Iterator[str]:
        """From back to front."""
        for ply, mover in enumerate(self.tree.movers):
            middle = self._top(ply) + self.board + _BOX / 2
            first = next(b for b in self.blocks if b.ply == ply and self._kind(b) != "leaf")
            kind = self._kind(first).upper()
            yield words(kind, _MARGIN, middle - 2, "start", _SIZE, _BLACK, 800)
            yield words(mover, _MARGIN, middle + 14, "start", _SIZE, _BLACK, MEDIUM)
        for block in self.blocks:
            for child in block.below:
                yield self._branch(block, child)
        for block in self.blocks:
            yield from self._node(block)

    def _kind(self, block: Block) -> Kind:
        assert block.node is not None
        return self.tree.nodes[block.node].kind

    def _top(self, ply: int) -> float:
        return _MARGIN + ply * self.step

    def _wide(self, node: PaperNode) -> float:
        return _NARROW if node.given else _WIDE

    def _branch(self, parent: Block, child: Block) -> str:
        assert parent.node is not None
        assert child.node is not None
        above, node = self.tree.nodes[parent.node], self.tree.nodes[child.node]
        foot, head = self._top(parent.ply) + self.board + _BOX, self._top(child.ply)
        skipped = self.answers and node.skipped
        line = tag(
            "path",
            d=f"M{decimal(parent.x)} {decimal(foot)}L{decimal(child.x)} {decimal(head - 18)}"
            f"V{decimal(head)}",
            fill="none",
            stroke=_GREY if skipped else _BLACK,
            stroke_width=4 if self.answers and node.best else 1.3,
        )
        at = parent.x + 0.7 * (child.x - parent.x), foot + 0.7 * (head - 18 - foot)
        cut = strokes(*at) if skipped and not above.skipped else ""
        ground = tag("circle", cx=child.x, cy=head - 12, r=8.5, fill="#ffffff")
        move = words(node.move, child.x, head - 7, "middle", _SIZE, _BLACK, 600)
        return line + ground + move + cut

    def _node(self, block: Block) -> Iterator[str]:
        assert block.node is not None
        node, top = self.tree.nodes[block.node], self._top(block.ply)
        if node.picture is not None:
            yield inset(node.picture, block.x - self.board / 2, top, self.board - 3)
        top += self.board
        wide = self._wide(node)
        colour = _GREY if self.answers and node.skipped else _BLACK
        left = block.x - wide / 2
        if node.kind == "leaf":
            outline = (
                f"M{decimal(left)} {decimal(top)}h{decimal(wide)}v{decimal(_BOX)}H{decimal(left)}Z"
            )
        else:
            outline = house(node.kind, left, top, wide, _BOX)
        yield tag("path", d=outline, fill="#ffffff", stroke=colour, stroke_width=1.6)
        if node.given or self.answers:
            drop = {"max": 3.0, "min": -3.0, "leaf": 0.0}[node.kind]
            weight = 500 if node.given else 800
            middle = top + _BOX / 2 + 5 + drop
            yield words(node.value, block.x, middle, "middle", _SIZE, colour, weight)
