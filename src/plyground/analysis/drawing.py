"""`drawing`: a recorded search as plain data for the renderers of trees."""

from __future__ import annotations

from plyground.analysis.glassbox import Node, Trace
from plyground.analysis.words import about, cut_short, score_text, summary
from plyground.render.tree import Tree, TreeNode

_MOST_BOARDS = 60  # nodes of a tree whose boards are drawn


def drawing(trace: Trace) -> Tree:
    """The tree of a trace, ready to draw; a small one with the board at every node."""
    principal = frozenset(trace.principal)
    boards = len(trace.nodes) <= _MOST_BOARDS
    return Tree(
        nodes=tuple(_node(trace, node, node.number in principal, boards) for node in trace.nodes),
        colours=trace.position.game.colours,
        player=trace.player,
        title=about(trace),
        description=summary(trace),
        remark=cut_short(trace),
    )


def _node(trace: Trace, node: Node, principal: bool, board: bool) -> TreeNode:
    return TreeNode(
        parent=node.parent,
        move=node.move or "",
        kind=node.kind,
        player=node.player,
        value="" if node.value is None else score_text(node.value),
        bound=node.bound or "exact",
        alpha=score_text(node.alpha),
        beta=score_text(node.beta),
        over=node.end == "over",
        reason=node.reason,
        principal=principal,
        pruned=node.pruned,
        unreached=node.unreached,
        picture=trace.position_at(node.number).picture() if board else None,
    )
