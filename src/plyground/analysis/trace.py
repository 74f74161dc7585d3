"""`Trace`: a recorded search as data, as a tree to draw, and in words.

`glassbox` records it and explains the algorithms and their steps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from plyground.position import HEURISTIC_MOST, Position
from plyground.render.tree import Kind, Tree, TreeNode
from plyground.render.tree import text as tree_text
from plyground.render.tree_svg import tree_svg
from plyground.search import WIN, plies_text, value_of_score, value_text

Algorithm = Literal["minimax", "alphabeta", "shallow"]
Order = Literal["generated", "reversed"]
Action = Literal["enter", "evaluate", "raise", "lower", "cut", "return"]
Bound = Literal["exact", "upper", "lower"]

GREATEST_ESTIMATE = HEURISTIC_MOST
"""The greatest estimate that a heuristic may return; its negative is the least."""

ALGORITHM_NAMES: dict[Algorithm, str] = {
    "minimax": "minimax",
    "alphabeta": "alpha-beta",
    "shallow": "alpha-beta with shallow cut-offs",
}

_MOST_BOARDS = 60  # the most nodes of a tree that is drawn with boards


@dataclass(frozen=True)
class Node:
    """A visited position. Nodes are numbered from 0 in the order of their entry.

    `alpha` and `beta` are the window on entry. `value`, `best` and `left` are None in a node that
    was unfinished when the recording was cut short.
    """

    number: int
    parent: int | None
    ply: int
    """Plies from the root."""
    move: str | None
    """The text of the move that led here; None at the root."""
    kind: Kind
    player: int
    """The player to move, from 0; after the end, the one whose turn it would be."""
    alpha: float
    beta: float
    value: int | None
    best: int | None
    """The first child whose value is the node's."""
    end: Literal["", "over", "depth"]
    """Why a leaf is a leaf: the game has ended, or the depth is used up."""
    reason: str
    """The same in words; empty for other nodes."""
    children: tuple[int, ...]
    pruned: tuple[str, ...]
    """The moves that were cut off."""
    unreached: tuple[str, ...]
    """The moves that the search did not reach because the recording was cut short."""
    entered: int
    """The number of the step that entered the node."""
    left: int | None
    """The number of the step that returned its value."""

    @property
    def bound(self) -> Bound | None:
        """What the value says about the true value; None without a value."""
        if self.value is None:
            return None
        if self.kind == "leaf" or self.alpha < self.value < self.beta:
            return "exact"
        return "upper" if self.value <= self.alpha else "lower"


@dataclass(frozen=True)
class Step:
    """One step at a node; `alpha` and `beta` are the node's just after it."""

    number: int
    action: Action
    node: int
    alpha: float
    beta: float
    value: int | None = None
    """The value given (evaluate, return), or the new bound (raise, lower)."""
    child: int | None = None
    """The child whose value is the new bound (raise, lower)."""
    moves: tuple[str, ...] = ()
    """The moves left out (cut)."""


@dataclass(frozen=True)
class Trace:
    """A recorded search: its tree as `nodes`, and its `steps` in order.

    A trace that was cut short (`truncated`) is a true record up to its last step, at the node
    `stopped_at`.
    """

    position: Position
    depth: int
    """The most plies searched, including the first move."""
    algorithm: Algorithm
    order: Order
    heuristic: str
    """The heuristic's name."""
    most_steps: int
    nodes: tuple[Node, ...]
    steps: tuple[Step, ...]
    stopped_at: int | None

    @property
    def root(self) -> Node:
        """The node of the position searched."""
        return self.nodes[0]

    @property
    def player(self) -> int:
        """The player who maximises, from 0."""
        return self.position.turn

    @property
    def value(self) -> int | None:
        """The value of the position searched; None if the recording was cut short."""
        return self.root.value

    @property
    def truncated(self) -> bool:
        """Whether the recording was cut short at `most_steps`."""
        return self.stopped_at is not None

    @property
    def visited(self) -> int:
        """The number of positions visited, as in all counts without the one that is searched."""
        return len(self.nodes) - 1

    @property
    def principal(self) -> tuple[int, ...]:
        """The nodes of the principal variation, the root first; none if it has no value."""
        found: list[int] = []
        at = 0 if self.value is not None else None
        while at is not None:
            found.append(at)
            at = self.nodes[at].best
        return tuple(found)

    @property
    def principal_variation(self) -> tuple[str, ...]:
        """The moves of best play as far as the search sees; none if the root has no value."""
        moves = (self.nodes[number].move for number in self.principal)
        return tuple(move for move in moves if move is not None)

    def path(self, number: int) -> tuple[str, ...]:
        """The moves that lead from the root to a node."""
        node = self.nodes[number]
        if node.parent is None or node.move is None:
            return ()
        return (*self.path(node.parent), node.move)

    def position_at(self, number: int) -> Position:
        """The position of a node."""
        position = self.position
        for move in self.path(number):
            position = position.play(move)
        return position

    def to_json(self) -> dict[str, Any]:
        """The trace as data for `json.dumps`.

        Infinite bounds become null: alpha null is minus infinity, beta null plus infinity. The
        fields of a node and of a step are those of `Node` (with its `bound`) and `Step`; nodes and
        steps are in the order of their numbers. Players are numbered from 0. The rest is

            format                 "plyground-tree-1"
            game                   {"name", "title", "parameters": {name: number}, "players"}
            moves                  [text, ...] that lead to the position searched
            player                 who maximises
            depth, algorithm, order, heuristic, most_steps
            win                    a win n plies from the root scores `win` - n, a loss n - `win`
            value                  of the position searched, or null
            principal_variation    [text, ...]
            visited                positions, the one searched not counted
            truncated, stopped_at  whether the recording was cut short, and at which node or null
        """
        game = self.position.game
        return {
            "format": "plyground-tree-1",
            "game": {**game.to_json(), "players": game.players},
            "moves": list(self.position.history),
            "player": self.player,
            "depth": self.depth,
            "algorithm": self.algorithm,
            "order": self.order,
            "heuristic": self.heuristic,
            "most_steps": self.most_steps,
            "win": WIN,
            "value": self.value,
            "principal_variation": list(self.principal_variation),
            "visited": self.visited,
            "truncated": self.truncated,
            "stopped_at": self.stopped_at,
            "nodes": [{**_plain(node), "bound": node.bound} for node in self.nodes],
            "steps": [_plain(step) for step in self.steps],
        }

    def __str__(self) -> str:
        return tree_text(drawing(self))

    def _repr_svg_(self) -> str:
        return tree_svg(drawing(self))


def score_text(score: float) -> str:
    """A score or a bound: "win in 3" (plies from the root), "+5", "0", "−∞", as printers write."""
    if math.isinf(score):
        return "+∞" if score > 0 else "−∞"
    text = value_text(value_of_score(int(score)), brief=True)
    return text.replace("-", "−")


def about(trace: Trace) -> str:
    """The position and the search, in words."""
    game, moves = trace.position.game, trace.position.history
    after = f"after {' '.join(moves)}" if moves else "at the start"
    order = ", moves from last to first" if trace.order == "reversed" else ""
    return (
        f"{game.title} {after}: {ALGORITHM_NAMES[trace.algorithm]}, "
        f"{plies_text(trace.depth)} deep{order}"
    )


def called(trace: Trace, player: int) -> str:
    """A player's name in the game, else a number."""
    names = trace.position.game.player_names
    return names[player] if names else f"player {player + 1}"


def capital(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def ending(trace: Trace, node: Node) -> str:
    """Why the game is over at a node, within a sentence, with the names of the players."""
    said = node.reason[:1].lower() + node.reason[1:]
    for player in range(trace.position.game.players):
        said = said.replace(f"player {player + 1}", called(trace, player))
    return said


def summary(trace: Trace) -> str:
    """The result of the search, in words."""
    visited = f"{trace.visited:,} position{'' if trace.visited == 1 else 's'} visited."
    best = " ".join(trace.principal_variation)
    if trace.root.end == "over":
        said = capital(ending(trace, trace.root))
        return f"The game is over, there is nothing to search. {said}."
    found = "The search did not finish."
    if trace.value is not None:
        play = f" Best play: {best}." if best else ""
        found = f"Value: {score_text(trace.value)}.{play}"
    return f"{capital(called(trace, trace.player))} maximises. {found} {visited}"


def cut_short(trace: Trace) -> str:
    """Where and when the recording was cut short; empty if it was not."""
    if trace.stopped_at is None:
        return ""
    where = " ".join(trace.path(trace.stopped_at))
    place = f"at {where}" if where else "at the root"
    return (
        f"Cut short after {trace.most_steps:,} step{'' if trace.most_steps == 1 else 's'}, "
        f"{place}: what is not finished has no value."
    )


def in_words(trace: Trace, step: Step) -> str:
    """A step as a sentence without its full stop; scores are for the player who maximises.

    Plain minimax has a window too, and no use for it: its words leave the window out.
    """
    node = trace.nodes[step.node]
    at = node.move or "the root"
    me, other = called(trace, trace.player), called(trace, node.player)
    value = score_text(step.value) if step.value is not None else ""
    move = trace.nodes[step.child].move if step.child is not None else None
    plain = trace.algorithm == "minimax"
    reason = ending(trace, node) if node.end == "over" else node.reason
    match step.action:
        case "enter":
            said = f"enter {at}" + _entered(trace, step, node)
        case "raise" if plain:
            said = f"{at}: with {move}, {me} gets at least {value}"
        case "lower" if plain:
            said = f"{at}: with {move}, {other} holds {me} to at most {value}"
        case "evaluate":
            said = f"evaluate {at}: {value} ({reason})"
        case "raise":
            said = f"raise alpha of {at} to {value}: with {move}, {me} gets at least that"
        case "lower":
            said = f"lower beta of {at} to {value}: with {move}, {other} holds {me} to at most that"
        case "cut":
            said = _cut(trace, step, node, at)
        case "return":
            done = node.parent is None
            said = f"the root is worth {value}: done" if done else f"return from {at} with {value}"
    return said


def _entered(trace: Trace, step: Step, node: Node) -> str:
    said = []
    if node.end != "over":
        who = "max" if node.player == trace.player else "min"
        said.append(f"{called(trace, node.player)} to move ({who})")
    if trace.algorithm != "minimax":
        said.append(f"window {score_text(step.alpha)}..{score_text(step.beta)}")
    return ": " * bool(said) + ", ".join(said)


def _cut(trace: Trace, step: Step, node: Node, at: str) -> str:
    me, two = called(trace, trace.player), trace.position.game.players == 2
    others = called(trace, 1 - trace.player) if two else "the others"
    alpha, beta = score_text(step.alpha), score_text(step.beta)
    if node.kind == "max":
        why = f"{me} gets at least {alpha} here, and {others} can hold {me} to {beta} elsewhere"
    else:
        why = f"{me} gets at most {beta} here, and can have {alpha} elsewhere"
    spared = " ".join(step.moves)
    spared = f"moves {spared} need" if len(step.moves) > 1 else f"move {spared} needs"
    return f"cut off at {at}: {spared} no search, because {why}"


def drawing(trace: Trace) -> Tree:
    """The tree of a trace, ready to draw; a small one with the board at every node."""
    principal = frozenset(trace.principal)
    boards = len(trace.nodes) <= _MOST_BOARDS
    return Tree(
        nodes=tuple(_node(trace, each, each.number in principal, boards) for each in trace.nodes),
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


def _plain(item: Node | Step) -> dict[str, Any]:
    """A node or step, with tuples as lists and infinity as None."""
    infinite = (math.inf, -math.inf)
    return {
        name: list(value) if isinstance(value, tuple) else None if value in infinite else value
        for name, value in vars(item).items()
    }
