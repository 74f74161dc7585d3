"""`tree_svg`: a search tree as a self-contained SVG.

A max node is a house with its roof on top, a min node one upside down, both in the colour of the
player to move. A leaf is a plain box, with a dark border where the game is over. Below a node is
the window that it began with; on the line above it is the move that leads there; between them is
its board, if it has one. Thick lines are the principal variation; dashed lines with two strokes
across are moves that were cut off. Elements have classes:

    ply-row                   everything on one ply
    ply-node                  a node, with its number as data-node; also ply-max, ply-min or
                              ply-leaf, and ply-principal
    ply-branch                the line from a node to its parent; also ply-principal
    ply-pruned                moves that were cut off below a node
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from plyground.render.colours import INK, LARGE_TEXT, readable
from plyground.render.elements import (
    MEDIUM,
    PANEL,
    QUIET,
    decimal,
    document,
    escaped,
    panel,
    tag,
    words,
)
from plyground.render.svg import inset
from plyground.render.tree import Kind, Tree, TreeNode, children, plies, shown
from plyground.render.tree_layout import Block, place

MOST_NODES = 200
"""A tree with more nodes is drawn without its lower plies."""

_LONGEST = 16  # characters of moves cut off; of more, only the number of moves is shown

_MARGIN = 24.0
_BOARD = 66.0  # the side of the boards at the nodes
_BOX = 28.0  # the height of a node's box
_ROOF = 9.0
_WINDOW = 19.0  # the room for the window below a node
_GAP = 66.0  # between two plies, for the lines and the moves' texts
_STRIPE = 20.0  # above the boxes or boards of a ply: where its background begins
_BETWEEN = 14.0  # between two nodes side by side
_LABELS = 84.0  # the room for the plies' labels
_SIZE = 13.0  # of letters in boxes and of moves
_SMALL = 11.0
_LINE = 17.0  # between two lines of text

_LINES = "#8793a5"
_CUT = "#a3adbb"  # lines to what was cut off
_FAINT = "#667080"  # texts there
_CUTTER = "#b3382c"
_SHADE = "#eef2f8"  # every other ply


def tree_svg(tree: Tree, *, most: int = MOST_NODES) -> str:
    """The tree as SVG 1.1; only its upper plies if it has more than `most` nodes."""
    tree = shown(tree, most)
    return _Drawing(tree).svg()


class _Drawing:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.board = _BOARD if any(node.picture for node in tree.nodes) else 0.0
        self.blocks = self._blocks()
        place(self.blocks, _BETWEEN)
        shift = _MARGIN + _LABELS - min(block.x - block.half for block in self.blocks)
        for block in self.blocks:
            block.x += shift
        words = [tree.title, *self._remarks()]
        needed = [_MARGIN + width_of(line, _SIZE) for line in words]
        right = max(block.x + block.half for block in self.blocks)
        self.width = max(right, *needed, 640.0) + _MARGIN
        self.head = _MARGIN + _LINE * (len(words) + 0.5) + _STRIPE
        self.step = self.board + _BOX + _WINDOW + _GAP
        rows = 1 + max(block.ply for block in self.blocks)
        self.foot = self.head + rows * self.step - _GAP + 28.0
        self.legend, used = _flowed(self._legend(), self.width - 2 * _MARGIN)
        self.height = self.foot + used + _MARGIN - 6

    def svg(self) -> str:
        tree = self.tree
        description = " ".join(filter(None, (tree.description, tree.remark)))
        view = (0.0, 0.0, self.width, self.height)
        body = "".join(self._layers())
        return document(tree.title or "Tree", description, body, view, self.width, self.height)

    def _layers(self) -> Iterator[str]:
        """From back to front."""
        yield panel(self.width, self.height, "ply-panel", rx=14)
        yield words(self.tree.title, _MARGIN, _MARGIN + 12, "start", 15, INK, 600)
        for number, line in enumerate(self._remarks(), 1):
            low = _MARGIN + 14 + number * _LINE
            yield words(line, _MARGIN, low, "start", _SIZE, QUIET, MEDIUM)
        yield from self._rows()
        branches = [(block, each) for block in self.blocks for each in block.below]
        for parent, child in sorted(branches, key=lambda pair: self._principal(pair[1])):
            yield self._branch(parent, child)
        for block in self.blocks:
            if block.node is not None:
                yield self._node(block, block.node)
        for item, x, y in self.legend:
            yield tag(
                "g",
                item.sign,
                words(item.text, item.room, 4, "start", 12, QUIET, MEDIUM),
                transform=f"translate({decimal(_MARGIN + x)} {decimal(self.foot + y)})",
            )

    def _remarks(self) -> list[str]:
        return [line for line in (self.tree.description, self.tree.remark) if line]

    # What there is, and where

    def _blocks(self) -> list[Block]:
        """The root first, each block before those below it."""
        depths, numbers = plies(self.tree), children(self.tree)
        blocks = [
            Block(depths[number], self._half(node), node=number)
            for number, node in enumerate(self.tree.nodes)
        ]
        extra: list[Block] = []
        for number, node in enumerate(self.tree.nodes):
            block = blocks[number]
            block.below = [blocks[child] for child in numbers[number]]
            if node.pruned:
                text = pruned_text(node)
                below = Block(depths[number] + 1, width_of(text, _SIZE) / 2 + 2, text=text)
                block.below.append(below)
                extra.append(below)
        return blocks + extra

    def _half(self, node: TreeNode) -> float:
        """Half the width of a node with its board and texts."""
        window = 0.0 if node.kind == "leaf" else width_of(_window(node), _SMALL)
        widths = (_box_width(node), window, width_of(node.move, _SIZE) + 8, self.board)
        return max(widths) / 2

    def _top(self, ply: int) -> float:
        return self.head + ply * self.step

    def _principal(self, block: Block) -> bool:
        return block.node is not None and self.tree.nodes[block.node].principal

    # Drawing

    def _rows(self) -> Iterator[str]:
        """A stripe for each ply, with the player to move there."""
        deepest = max(block.ply for block in self.blocks)
        kinds: dict[int, TreeNode] = {}
        for block in self.blocks:
            if block.node is not None and self.tree.nodes[block.node].kind != "leaf":
                kinds.setdefault(block.ply, self.tree.nodes[block.node])
        for ply in range(deepest + 1):
            top = self._top(ply)
            inside = []
            if ply % 2 == 0:
                inside.append(
                    tag(
                        "rect",
                        x=1.5,
                        y=top - _STRIPE,
                        width=self.width - 3,
                        height=self.step - _GAP + 2 * _STRIPE - 8,
                        fill=_SHADE,
                    )
                )
            middle = top + (self.board + _BOX) / 2
            if ply in kinds:
                node = kinds[ply]
                mover = f"player {node.player + 1}"
                inside += [
                    words(node.kind, _MARGIN, middle, "start", 15, INK, 600),
                    words(mover, _MARGIN, middle + 16, "start", 12, QUIET, MEDIUM),
                ]
            yield tag("g", *inside, class_="ply-row")

    def _branch(self, parent: Block, child: Block) -> str:
        foot = self._top(parent.ply) + self.board + _BOX + _WINDOW - 1
        head = self._top(child.ply) - 1
        end = head - 22
        pruned = child.node is None
        principal = self._principal(child)
        line = tag(
            "path",
            d=branch((parent.x, foot), (child.x, end), 0 if pruned else 22),
            fill="none",
            stroke=_CUT if pruned else INK if principal else _LINES,
            stroke_width=3.5 if principal else 1.4,
            stroke_dasharray="4 4" if pruned else None,
        )
        if pruned:
            text = words(child.text, child.x, head - 6, "middle", _SIZE, _FAINT, MEDIUM)
            return tag("g", line, strokes(child.x, end - 8), text, class_="ply-pruned")
        assert child.node is not None
        move = self.tree.nodes[child.node].move
        width = width_of(move, _SIZE) + 8
        label = [
            tag(
                "rect",
                x=child.x - width / 2,
                y=head - 22,
                width=width,
                height=17,
                rx=8,
                fill=_SHADE if child.ply % 2 == 0 else PANEL,
            ),
            words(move, child.x, head - 9, "middle", _SIZE, INK, 700 if principal else MEDIUM),
        ]
        return tag("g", line, *label, class_=_classes("ply-branch", principal))

    def _node(self, block: Block, number: int) -> str:
        node = self.tree.nodes[number]
        top = self._top(block.ply)
        inside = []
        if node.picture is not None:
            side = self.board - 4
            inside.append(inset(node.picture, block.x - side / 2, top, side))
        top += self.board
        width = _box_width(node)
        inside.append(_shape(node, block.x - width / 2, top, width, self.tree.colours))
        sign = {"exact": "", "upper": "≤ ", "lower": "≥ "}[node.bound]
        value = sign + node.value if node.value else "?"
        drop = {"max": 2.0, "min": -2.0, "leaf": 0.0}[node.kind]
        middle = top + _BOX / 2 + 4.6 + drop
        inside.append(words(value, block.x, middle, "middle", _SIZE, INK, 700))
        if node.kind != "leaf":
            low = top + _BOX + 13
            inside.append(words(_window(node), block.x, low, "middle", _SMALL, QUIET, MEDIUM))
        if node.below:
            more = f"{node.below:,} more below"
            low = top + _BOX + _WINDOW + 12
            inside.append(words(more, block.x, low, "middle", _SMALL, QUIET, MEDIUM))
        hint = f"{node.move or 'the root'}: {node.reason or _window(node)}"
        return tag(
            "g",
            tag("title", escaped(hint)),
            *inside,
            class_=_classes(f"ply-node ply-{node.kind}", node.principal),
            data_node=number,
        )

    # The legend

    def _legend(self) -> Iterator[_Item]:
        nodes = self.tree.nodes
        samples = {
            ("max", False): "max: wants the most",
            ("min", False): "min: wants the least",
            ("leaf", True): "the game is over",
            ("leaf", False): "the depth is used up",
        }
        for looks, meaning in samples.items():
            example = next((node for node in nodes if (node.kind, node.over) == looks), None)
            if example is not None:
                yield self._sample(example, meaning)
        if any(node.kind != "leaf" for node in nodes):
            sign = words("−∞ .. +∞", 0, 4, "start", _SMALL, QUIET, MEDIUM)
            yield _Item(sign, 58, "the window on entry, alpha .. beta")
        if any(node.bound != "exact" for node in nodes):
            sign = words("≤ ≥", 0, 4, "start", _SIZE, INK, 700)
            yield _Item(sign, 30, "at most, at least: a bound")
        if any(node.principal for node in nodes):
            sign = tag("path", d="M0 0H38", stroke=INK, stroke_width=3.5)
            yield _Item(sign, 46, "best play")
        if any(node.pruned for node in nodes):
            line = tag("path", d="M0 0H38", stroke=_CUT, stroke_width=1.4, stroke_dasharray="4 4")
            cut = tag("g", strokes(0, 0), transform="translate(19 0) rotate(-90)")
            yield _Item(line + cut, 46, "cut off, not looked at")

    def _sample(self, node: TreeNode, meaning: str) -> _Item:
        """An entry for nodes of the same kind."""
        plain = TreeNode(None, "", node.kind, node.player, "0", "exact", "", "", over=node.over)
        return _Item(_shape(plain, 0, -_BOX / 2, 38, self.tree.colours), 46, meaning)


@dataclass(frozen=True)
class _Item:
    """An entry of the legend: a symbol, where the text after it begins, and that text."""

    sign: str
    room: float
    text: str


def _flowed(items: Iterable[_Item], width: float) -> tuple[list[tuple[_Item, float, float]], float]:
    """The places of the items, on as many lines as they need, and the total height."""
    placed, x, y = [], 0.0, 0.0
    for item in items:
        length = item.room + width_of(item.text, 12)
        if x > 0 and x + length > width:
            x, y = 0.0, y + 38.0
        placed.append((item, x, y))
        x += length + 26
    return placed, y + _BOX / 2


# Parts


def _shape(node: TreeNode, x: float, y: float, width: float, colours: tuple[str, ...]) -> str:
    """The box of a node, its upper left corner at x, y."""
    unfinished = None if node.value else "3 3"
    if node.kind == "leaf":
        return tag(
            "rect",
            x=x,
            y=y + 1,
            width=width,
            height=_BOX - 2,
            rx=4,
            fill="#ffffff",
            stroke=INK if node.over or node.principal else _LINES,
            stroke_width=3 if node.principal else 2 if node.over else 1.2,
            stroke_dasharray=unfinished,
        )
    outline = house(node.kind, x, y, width, _BOX)
    colour = colours[node.player]
    style: dict[str, str | float | None] = {"d": outline, "stroke_linejoin": "round"}
    return tag("path", **style, fill="#ffffff") + tag(
        "path",
        **style,
        fill=colour,
        fill_opacity=0.2,
        stroke=readable(colour, 0.0, LARGE_TEXT),
        stroke_width=3.5 if node.principal else 1.6,
        stroke_dasharray=unfinished,
    )


def house(kind: Kind, x: float, y: float, width: float, height: float) -> str:
    """The outline of a max node, a house, or of a min node, one upside down, as a path."""
    left, right, top, low = (decimal(side) for side in (x, x + width, y, y + height))
    middle, eaves, gutter = (decimal(at) for at in (x + width / 2, y + _ROOF, y + height - _ROOF))
    if kind == "max":
        return f"M{left} {eaves}L{middle} {top}L{right} {eaves}V{low}H{left}Z"
    return f"M{left} {top}H{right}V{gutter}L{middle} {low}L{left} {gutter}Z"


def strokes(x: float, y: float) -> str:
    """Two short strokes across an upright line."""
    return tag("path", d=crossing(x, y), stroke=_CUTTER, stroke_width=1.8, stroke_linecap="round")


def crossing(x: float, y: float) -> str:
    """The same as a path."""
    return "".join(f"M{decimal(x - 6)} {decimal(at + 3)}l12 -6" for at in (y - 2.5, y + 2.5))


def branch(foot: tuple[float, float], head: tuple[float, float], straight: float) -> str:
    """A line from the foot of a node down to a head, and `straight` farther down, as a path."""
    bend = (foot[1] + head[1]) / 2
    curve = f"M{_point(*foot)}C{_point(foot[0], bend)} {_point(head[0], bend)} {_point(*head)}"
    return f"{curve}V{decimal(head[1] + straight)}" if straight else curve


def pruned_text(node: TreeNode) -> str:
    """The text below the line of moves that were cut off."""
    joined = " ".join(node.pruned)
    return joined if len(joined) <= _LONGEST else f"{len(node.pruned)} moves"


def _box_width(node: TreeNode) -> float:
    sign = 0 if node.bound == "exact" else 2
    return max(40.0, 18 + width_of("0" * (len(node.value) + sign), _SIZE))


def _window(node: TreeNode) -> str:
    return f"{node.alpha} .. {node.beta}"


def _classes(name: str, principal: bool) -> str:
    return f"{name} ply-principal" if principal else name


def _point(x: float, y: float) -> str:
    return f"{decimal(x)} {decimal(y)}"


def width_of(text: str, size: float) -> float:
    """About how wide a text is."""
    return 0.58 * size * len(text)
