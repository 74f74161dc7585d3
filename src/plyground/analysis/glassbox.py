"""The glass box: a search in plain Python that records every step for later inspection.

`look_inside` runs it on a position and returns a `Trace`: the tree of the positions visited, and
the steps in their order. A node's steps are

    enter      the search reaches a node, with the window that it has there
    evaluate   a leaf gets its value: the game has ended, or the depth is used up
    raise      a child was worth more than alpha: alpha is raised to it
    lower      a child was worth less than beta: beta is lowered to it
    cut        alpha has reached beta: the remaining moves are left out
    return     the node has its value and the search goes back to the parent

Scores are for the player to move at the root, who maximises (`max` nodes); all others minimise
(`min` nodes). A win n plies from the root scores WIN - n and a loss n - WIN; where the depth is
used up, the heuristic gives the score. A heuristic's scores are at most GREATEST_ESTIMATE in size,
so that they never look like a win.

There are three algorithms. They differ only in the window that a child begins with.

    minimax     always -inf..+inf, so nothing is ever cut off
    alphabeta   its parent's current alpha and beta
    shallow     its parent's own bound, which is alpha at a max node and beta at a min node; the
                other is reset. So only the parent's bound cuts a node off, never one farther up:
                this is the search of the old tic-tac-toe program

Values are fail-soft: a node has the value of its best searched child, even outside its window. So a
value at or below the alpha that the node began with is an upper bound of the true value, a value at
or above its beta is a lower bound, and any other is exact.
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, field, replace
from typing import TypeVar, get_args

from plyground.analysis.trace import (
    GREATEST_ESTIMATE,
    Action,
    Algorithm,
    Node,
    Order,
    Step,
    Trace,
)
from plyground.position import (
    NO_HEURISTIC,
    Game,
    Heuristic,
    PlygroundError,
    Position,
    position_of,
    rated_by,
    standing,
)
from plyground.position.own_heuristic import heuristic_text
from plyground.render.tree import Kind
from plyground.search import WIN

MOST_STEPS = 20_000
"""How many steps are recorded by default."""

USED_UP = "the depth is used up"

_Choice = TypeVar("_Choice", bound=str)


class AnalysisError(PlygroundError):
    """The options of an analysis are not supported."""


def cost_of_old_program(score: float, win: int) -> float:
    """A score as the old programs count: a win n plies from the root is `win` - n."""
    if abs(score) <= GREATEST_ESTIMATE or math.isinf(score):
        return score
    return score - math.copysign(WIN - win, score)


def look_inside(
    position: Position | Game,
    *,
    depth: int | None = None,
    algorithm: str = "alphabeta",
    heuristic: Heuristic = NO_HEURISTIC,
    order: str = "generated",
    most_steps: int = MOST_STEPS,
) -> Trace:
    """Search `position`, `depth` plies deep (None: to the end of the game), and record every step.

    `heuristic` is the name of one of the game's heuristics, a Python file or a function (cells,
    player), as for players. `order` "reversed" searches the moves from last to first. After
    `most_steps` steps the search stops where it is. Raises AnalysisError for an unsupported option,
    ParameterError if the game lacks the heuristic.
    """
    position = position_of(position)
    rated_by(position.game, heuristic)
    if depth is not None and operator.index(depth) < 1:
        raise AnalysisError(f"a depth is 1 ply or more, and not {depth}")
    if operator.index(most_steps) < 1:
        raise AnalysisError(f"at least 1 step is recorded, and not {most_steps}")
    plies = position.game.max_plies
    asked = Trace(
        position=position,
        depth=plies if depth is None else min(depth, plies),
        algorithm=algorithm_named(algorithm),
        order=_one_of("order", order, get_args(Order)),
        heuristic=heuristic_text(heuristic),
        most_steps=most_steps,
        nodes=(),
        steps=(),
        stopped_at=None,
    )
    return _Recorder(asked, heuristic).trace()


def algorithm_named(name: str) -> Algorithm:
    """An algorithm by its name. Raises AnalysisError."""
    return _one_of("algorithm", name, get_args(Algorithm))


def _one_of(what: str, given: str, accepted: tuple[_Choice, ...]) -> _Choice:
    for each in accepted:
        if each == given:
            return each
    raise AnalysisError(f"there is no {what} {given!r}: give {', '.join(accepted)}")


class _Full(Exception):
    """There is no room for another step."""


@dataclass(eq=False)
class _Open:
    """A node that is being searched; `codes` are its moves in the order of the search.

    `value` is the best value of a child so far, `best` is that child.
    """

    number: int
    parent: _Open | None
    position: Position
    ply: int
    kind: Kind
    codes: tuple[int, ...]
    window: tuple[float, float]
    alpha: float
    beta: float
    entered: int
    value: int | None = None
    best: int | None = None
    children: list[int] = field(default_factory=list)
    cut: bool = False
    left: int | None = None

    def remaining(self) -> tuple[int, ...]:
        """The moves not searched yet."""
        return self.codes[len(self.children) :]


class _Recorder:
    """One search. There is no recursion: one node is current, and a step goes down or up."""

    def __init__(self, asked: Trace, heuristic: Heuristic) -> None:
        self.asked, self.heuristic = asked, heuristic
        self.nodes: list[_Open] = []
        self.steps: list[Step] = []

    def trace(self) -> Trace:
        """Search, and return the options with the recording."""
        stopped_at = self._search()
        nodes = tuple(map(self._finished, self.nodes))
        return replace(self.asked, nodes=nodes, steps=tuple(self.steps), stopped_at=stopped_at)

    def _search(self) -> int | None:
        """Walk down and up the tree; the node where the room ran out, or None."""
        current: _Open | None = self._enter(None, self.asked.position, (-math.inf, math.inf))
        try:
            while current is not None:
                current = self._advance(current)
        except _Full:
            return next(node.number for node in reversed(self.nodes) if node.left is None)
        return None

    def _advance(self, node: _Open) -> _Open | None:
        """Take the next step at a node, and return the node that is current then."""
        if node.kind == "leaf":
            value = self._evaluate(node.position, node.ply)
            self._record("evaluate", node, value=value)
            node.value = value
        elif node.remaining() and node.alpha < node.beta:
            child = node.position.play_code(node.codes[len(node.children)])
            return self._enter(node, child, self._window(node))
        elif node.remaining():
            self._record("cut", node, moves=self._texts(node.remaining()))
            node.cut = True
        self._record("return", node, value=node.value)
        node.left = len(self.steps) - 1
        if node.parent is not None:
            self._back_up(node, node.parent)
        return node.parent

    def _enter(
        self, parent: _Open | None, position: Position, window: tuple[float, float]
    ) -> _Open:
        ply = parent.ply + 1 if parent is not None else 0
        kind: Kind = "max" if position.turn == self.asked.player else "min"
        codes = position.codes if self.asked.order == "generated" else position.codes[::-1]
        if position.over or ply == self.asked.depth:
            kind, codes = "leaf", ()
        number = len(self.nodes)
        node = _Open(
            number, parent, position, ply, kind, codes, window, *window, entered=len(self.steps)
        )
        self._record("enter", node)
        self.nodes.append(node)
        if parent is not None:
            parent.children.append(number)
        return node

    def _window(self, parent: _Open) -> tuple[float, float]:
        """The window of a child of `parent` at first: the only difference of the algorithms."""
        keeps_alpha = self.asked.algorithm == "alphabeta" or (
            self.asked.algorithm == "shallow" and parent.kind == "max"
        )
        keeps_beta = self.asked.algorithm == "alphabeta" or (
            self.asked.algorithm == "shallow" and parent.kind == "min"
        )
        return parent.alpha if keeps_alpha else -math.inf, parent.beta if keeps_beta else math.inf

    def _evaluate(self, position: Position, ply: int) -> int:
        """The value of a leaf."""
        if position.over:
            return int(standing(position.result, self.asked.player)) * (WIN - ply)
        return position.estimate(self.heuristic, self.asked.player)

    def _back_up(self, child: _Open, node: _Open) -> None:
        """Pass the value of a finished child to its node."""
        value = child.value
        assert value is not None
        sign = 1 if node.kind == "max" else -1
        if node.value is None or sign * value > sign * node.value:
            node.value, node.best = value, child.number
        if node.kind == "max" and value > node.alpha:
            node.alpha = value
            self._record("raise", node, value=value, child=child.number)
        elif node.kind == "min" and value < node.beta:
            node.beta = value
            self._record("lower", node, value=value, child=child.number)

    def _record(
        self,
        action: Action,
        node: _Open,
        value: int | None = None,
        child: int | None = None,
        moves: tuple[str, ...] = (),
    ) -> None:
        number = len(self.steps)
        if number == self.asked.most_steps:
            raise _Full
        step = Step(number, action, node.number, node.alpha, node.beta, value, child, moves)
        self.steps.append(step)

    def _texts(self, codes: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.asked.position.game.move_texts[code] for code in codes)

    def _finished(self, node: _Open) -> Node:
        rest = self._texts(node.remaining())
        done = node.left is not None
        over = node.position.over
        reason = str(node.position.outcome) if over else USED_UP
        leaf = node.kind == "leaf"
        return Node(
            number=node.number,
            parent=node.parent.number if node.parent is not None else None,
            ply=node.ply,
            move=node.position.last_move if node.parent is not None else None,
            kind=node.kind,
            player=node.position.turn,
            alpha=node.window[0],
            beta=node.window[1],
            value=node.value if done else None,
            best=node.best if done else None,
            end=("over" if over else "depth") if leaf else "",
            reason=reason if leaf else "",
            children=tuple(node.children),
            pruned=rest if node.cut else (),
            unreached=() if node.cut else rest,
            entered=node.entered,
            left=node.left,
        )
