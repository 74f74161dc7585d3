"""`tree_scene`: where the parts of a tree are, as numbers and outlines, for a page that draws them.

Its shapes and places are those of `tree_svg`; colours and texts are the page's, because they change
while a search goes on. There is room below a node for its window as two lines, or for the number of
nodes that are folded away there. Below the moves cut off is room for alpha and beta, too.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground.render.tree import Tree, TreeNode, children, plies
from plyground.render.tree_layout import Block, place
from plyground.render.tree_svg import branch, crossing, house, pruned_text, width_of

_MARGIN = 14.0
_BOX = 28.0  # the height of a node's box
_WINDOW = 32.0  # the room for the window below a node
_GAP = 46.0  # between two plies, for the lines and the moves' texts
_LABEL = 20.0  # the end of a line, where the move's text is
_BETWEEN = 6.0  # between two nodes side by side
_NARROWEST = 44.0  # what a finger can hit
_SIZE = 13.0  # of letters
_SMALL = 12.0  # of those below a node
_WIDTH_OF_WINDOW = 70.0


@dataclass(frozen=True)
class ScenePart:
    """One node, or the moves cut off below one, with its middle at `x`, `y`.

    `shape` is drawn from there: the box of a node, or the two strokes across a line that was cut.
    `line` leads from the parent; it is empty at the root. `text` names the moves cut off.
    """

    x: float
    y: float
    half: float
    shape: str
    line: str
    text: str = ""


@dataclass(frozen=True)
class Scene:
    """A tree ready for a page: its `nodes` in their order, and its `cuts` by the nodes' places."""

    width: float
    height: float
    nodes: tuple[ScenePart, ...]
    cuts: dict[int, ScenePart]


def tree_scene(tree: Tree, *, windows: bool) -> Scene:
    """The places of a tree's parts; `windows` leaves room for alpha and beta below the nodes."""
    depths, below = plies(tree), children(tree)
    blocks = [
        Block(depths[number], _half(node, windows), node=number)
        for number, node in enumerate(tree.nodes)
    ]
    cuts: dict[int, Block] = {}
    for number, node in enumerate(tree.nodes):
        blocks[number].below = [blocks[child] for child in below[number]]
        if node.pruned:
            text = pruned_text(node)
            least = _WIDTH_OF_WINDOW if windows else _NARROWEST
            half = max(least, width_of(text, _SIZE) + 6) / 2
            cuts[number] = Block(depths[number] + 1, half, text=text)
            blocks[number].below.append(cuts[number])
    every = [*blocks, *cuts.values()]
    place(every, _BETWEEN)
    left = min(block.x - block.half for block in every)
    for block in every:
        block.x = round(block.x - left + _MARGIN, 1)
    rows = _Rows(_BOX + (_WINDOW if windows else 18.0))
    parts = [rows.node(block, tree.nodes[at]) for at, block in enumerate(blocks)]
    for number, node in enumerate(tree.nodes):
        if node.parent is not None:
            parts[number] = rows.joined(parts[number], parts[node.parent])
    return Scene(
        width=max(block.x + block.half for block in every) + _MARGIN,
        height=rows.top(max(block.ply for block in every) + 1) - _GAP + _MARGIN,
        nodes=tuple(parts),
        cuts={number: rows.cut(block, parts[number]) for number, block in cuts.items()},
    )


@dataclass(frozen=True)
class _Rows:
    """The plies one below the other; `high` is the height of a box with the room below it."""

    high: float

    def top(self, ply: int) -> float:
        return _MARGIN + ply * (self.high + _GAP)

    def node(self, block: Block, node: TreeNode) -> ScenePart:
        wide = _box_width(node)
        shape = house(node.kind, -wide / 2, -_BOX / 2, wide, _BOX)
        if node.kind == "leaf":
            shape = f"M{-wide / 2:g} {1 - _BOX / 2:g}h{wide:g}v{_BOX - 2:g}h{-wide:g}Z"
        return ScenePart(block.x, self.top(block.ply) + _BOX / 2, block.half, shape, "")

    def joined(self, part: ScenePart, parent: ScenePart) -> ScenePart:
        line = branch(self._foot(parent), (part.x, part.y - _BOX / 2 - _LABEL), _LABEL)
        return ScenePart(part.x, part.y, part.half, part.shape, line)

    def cut(self, block: Block, parent: ScenePart) -> ScenePart:
        """The line ends above the moves' text, and the strokes are just above its end."""
        foot, middle = self._foot(parent), self.top(block.ply) + _BOX / 2
        end = middle - _BOX / 2 - 10
        line = branch(foot, (block.x, end), 0)
        return ScenePart(
            block.x, middle, block.half, crossing(0, end - 8 - middle), line, block.text
        )

    def _foot(self, parent: ScenePart) -> tuple[float, float]:
        return parent.x, parent.y + _BOX / 2


def _half(node: TreeNode, windows: bool) -> float:
    """Half the width of a node with its texts."""
    window = _WIDTH_OF_WINDOW if windows and node.kind != "leaf" else 0.0
    if node.below:
        window = max(window, width_of(f"{node.below:,} below", _SMALL))
    return max(_box_width(node), window, _NARROWEST, width_of(node.move, _SIZE) + 8) / 2


def _box_width(node: TreeNode) -> float:
    sign = 0 if node.bound == "exact" else 2
    return round(max(36.0, 10 + width_of("0" * (len(node.value) + sign), _SIZE)), 1)
