"""The searches of the glass box as a pupil writes them, and which line takes which step.

The glass box shows these functions beside its tree and lights the line of each step. Comments such
as `#: cut` name the steps of a line; they are left out where the code is shown. A position has its
`moves`, `play(move)` and `turn`; `search` has the player `me`, who maximises, and `worth`.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from plyground.analysis.trace import Algorithm
from plyground.position import Position, standing
from plyground.search import WIN

INFINITY = math.inf


class Search:
    """What a search has to know besides the position."""

    def __init__(self, root: Position, heuristic: str) -> None:
        self.me = root.turn
        """The player who maximises."""
        self._root, self._heuristic = root, heuristic

    def worth(self, position: Position) -> float:
        """What a position is worth to `me`: who has won and how soon, or else an estimate."""
        if position.over:
            plies = position.ply - self._root.ply
            return standing(position.result, self.me) * (WIN - plies)
        return position.estimate(self._heuristic, self.me)


def minimax(search: Search, position: Position, depth: int) -> float:
    """The value of a position, `depth` plies deep."""
    if position.over or depth == 0:  #: enter
        return search.worth(position)  #: evaluate
    if position.turn == search.me:
        best = -INFINITY
        for move in position.moves:
            child = position.play(move)
            value = minimax(search, child, depth - 1)
            if value > best:
                best = value  #: raise
        return best  #: return max
    best = INFINITY
    for move in position.moves:
        child = position.play(move)
        value = minimax(search, child, depth - 1)
        if value < best:
            best = value  #: lower
    return best  #: return min


def alphabeta(search: Search, position: Position, depth: int, alpha: float, beta: float) -> float:
    """The value of a position, as far as it is between alpha and beta."""
    if position.over or depth == 0:  #: enter
        return search.worth(position)  #: evaluate
    if position.turn == search.me:
        best = -INFINITY
        for move in position.moves:
            if alpha >= beta:
                break  #: cut max
            child = position.play(move)
            value = alphabeta(search, child, depth - 1, alpha, beta)
            best = max(best, value)
            if value > alpha:
                alpha = value  #: raise
        return best  #: return max
    best = INFINITY
    for move in position.moves:
        if alpha >= beta:
            break  #: cut min
        child = position.play(move)
        value = alphabeta(search, child, depth - 1, alpha, beta)
        best = min(best, value)
        if value < beta:
            beta = value  #: lower
    return best  #: return min


def shallow(search: Search, position: Position, depth: int, alpha: float, beta: float) -> float:
    """As alphabeta, but a child knows the bound of its parent alone."""
    if position.over or depth == 0:  #: enter
        return search.worth(position)  #: evaluate
    if position.turn == search.me:
        best = -INFINITY
        for move in position.moves:
            if alpha >= beta:
                break  #: cut max
            child = position.play(move)
            value = shallow(search, child, depth - 1, alpha, INFINITY)
            best = max(best, value)
            if value > alpha:
                alpha = value  #: raise
        return best  #: return max
    best = INFINITY
    for move in position.moves:
        if alpha >= beta:
            break  #: cut min
        child = position.play(move)
        value = shallow(search, child, depth - 1, -INFINITY, beta)
        best = min(best, value)
        if value < beta:
            beta = value  #: lower
    return best  #: return min


FUNCTIONS: dict[Algorithm, Callable[..., float]] = {
    "minimax": minimax,
    "alphabeta": alphabeta,
    "shallow": shallow,
}

_STEPS = re.compile(r" +#: (?P<step>[a-z ]+)$")


@dataclass(frozen=True)
class Listing:
    """The lines of a search, and where in them each step is taken."""

    lines: tuple[str, ...]
    before: int
    """The lines of this file before the second of these, which follows the docstring, less one."""
    places: dict[str, int]
    """The index of the line of a step: "enter", "evaluate", "raise", "cut max", "return min" ..."""


@cache
def listing(algorithm: Algorithm) -> Listing:
    """An algorithm as code, without its docstring."""
    source, first = inspect.getsourcelines(FUNCTIONS[algorithm])
    body = next(at for at, line in enumerate(source) if line.startswith('    """')) + 1
    names = list(inspect.signature(FUNCTIONS[algorithm]).parameters)
    lines, places = [f"def {algorithm}({', '.join(names)}):"], {}
    for at, line in enumerate(source[body:], 1):
        text = line.rstrip("\n")
        found = _STEPS.search(text)
        if found:
            places[found["step"]] = at
            text = text[: found.start()]
        level = len(text) - len(text.lstrip())
        lines.append(text[level // 2 :])  # two spaces a level: there is not much room
    return Listing(tuple(lines), first + body - 1, places)
