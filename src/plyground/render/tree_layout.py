"""Where the nodes of a drawn tree are: side by side as close as their subtrees allow."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Block:
    """A node, or a text below one, with its middle at `x`.

    `half` is half its width.
    """

    ply: int
    half: float
    node: int | None = None
    text: str = ""
    below: list[Block] = field(default_factory=list)
    x: float = 0.0


def place(blocks: list[Block], between: float) -> None:
    """Give every block its x: parents above the middle of their children, and nothing overlaps.

    Subtrees are pushed together as close as their outlines allow, `between` apart.
    """
    outlines: dict[int, list[tuple[float, float]]] = {}  # for each ply below: left and right
    shifts: dict[int, float] = {}  # from a parent to its child
    for block in sorted(blocks, key=lambda block: -block.ply):
        whole: list[tuple[float, float]] = []
        places: list[float] = []
        for child in block.below:
            outline = outlines.pop(id(child))
            apart = (right - left for (_, right), (left, _) in zip(whole, outline, strict=False))
            at = max(apart, default=-between) + between
            places.append(at)
            moved = [(left + at, right + at) for left, right in outline]
            joined = [(a[0], b[1]) for a, b in zip(whole, moved, strict=False)]
            whole = joined + whole[len(joined) :] + moved[len(joined) :]
        middle = (places[0] + places[-1]) / 2 if places else 0.0
        for child, at in zip(block.below, places, strict=True):
            shifts[id(child)] = at - middle
        shifted = [(left - middle, right - middle) for left, right in whole]
        outlines[id(block)] = [(-block.half, block.half), *shifted]
    for block in sorted(blocks, key=lambda block: block.ply):
        for child in block.below:
            child.x = block.x + shifts[id(child)]
