"""The recipe by which the second player wins Sim on 6 dots.

Vocabulary: a and b are the dots that an edge joins. The view has a word for each dot and player,
from `_MINE` and from `_THEIRS` on, with a bit for each dot that an edge of the player leads to.
"""

from __future__ import annotations

import numpy as np

from plyground.games.sim import Sim, edges_of
from plyground.kernel import as_int, compiled, popcount
from plyground.players.recipes.recipe import Recipe, Rule
from plyground.position import Game, Ints, State

DOTS = 6
_EDGES = np.array(edges_of(DOTS), np.int64)
_MINE, _THEIRS = 0, DOTS
_ONE = np.uint64(1)


@compiled
def _see(state: State, _first: int, view: Ints) -> None:
    for dot in range(2 * DOTS):
        view[dot] = 0
    for e in range(len(_EDGES)):
        a, b = _EDGES[e, 0], _EDGES[e, 1]
        mine = as_int(state[0] >> np.uint64(e) & _ONE)
        theirs = as_int(state[1] >> np.uint64(e) & _ONE)
        view[_MINE + a] |= mine << b
        view[_MINE + b] |= mine << a
        view[_THEIRS + a] |= theirs << b
        view[_THEIRS + b] |= theirs << a


@compiled
def _joined(view: Ints, whose: int, a: int, b: int) -> int:
    """1 if an edge of a player joins two dots, else 0."""
    joined: int = view[whose + a] >> b & 1
    return joined


@compiled
def _closes(view: Ints, whose: int, a: int, b: int) -> int:
    """1 if an edge completes a triangle of a player, else 0."""
    return 1 if view[whose + a] & view[whose + b] else 0


@compiled
def _edges_at(view: Ints, whose: int, dot: int) -> int:
    return popcount(np.uint64(view[whose + dot]))


@compiled
def _no_triangle(view: Ints, move: int) -> int:
    return 1 - _closes(view, _MINE, _EDGES[move, 0], _EDGES[move, 1])


@compiled
def _spoils(view: Ints, a: int, b: int, c: int) -> int:
    """1 if my edge between a and b makes that between b and c dangerous for me, else 0."""
    free = not _joined(view, _MINE, b, c) and not _joined(view, _THEIRS, b, c)
    return 1 if free and _joined(view, _MINE, a, c) and not _closes(view, _MINE, b, c) else 0


@compiled
def _cheapest(view: Ints, move: int) -> int:
    a, b = _EDGES[move, 0], _EDGES[move, 1]
    price = _closes(view, _THEIRS, a, b)
    for c in range(DOTS):
        if c not in (a, b):
            price += _spoils(view, a, b, c) + _spoils(view, b, a, c)
    return -price


@compiled
def _fourth_side(view: Ints, move: int) -> int:
    a, b = _EDGES[move, 0], _EDGES[move, 1]
    for c in range(DOTS):
        if _joined(view, _THEIRS, a, c) and _closes(view, _THEIRS, b, c):
            return 1
    return 0


@compiled
def _new_dot(view: Ints, move: int) -> int:
    a, b = _EDGES[move, 0], _EDGES[move, 1]
    return 1 if view[_MINE + a] == 0 or view[_MINE + b] == 0 else 0


@compiled
def _busy_ends(view: Ints, move: int) -> int:
    found = 0
    for end in range(2):
        dot = _EDGES[move, end]
        found += 2 * _edges_at(view, _MINE, dot) + _edges_at(view, _THEIRS, dot)
    return found


def _suits(game: Game) -> bool:
    return isinstance(game, Sim) and game.players == 2 and game.vertices == DOTS


RECIPE = Recipe(
    seat=1,
    terms=(
        "A free edge is one that nobody has drawn. It is dangerous for a player if it would "
        "complete a triangle of that player's colour.",
        "The price of an edge is 1 for each other free edge that becomes dangerous for you by it "
        "and was not before, and 1 more if the edge itself is dangerous for the opponent.",
        "An edge is a fourth side if it closes a figure of four sides whose other three are the "
        "opponent's: these lead, one after the other, from one of its ends through two other dots "
        "to the other end.",
    ),
    rules=(
        Rule("No triangle", "Never complete a triangle of your colour.", _no_triangle),
        Rule("Lowest price", "Take an edge with the lowest price.", _cheapest),
        Rule("Fourth side", "Draw a fourth side.", _fourth_side),
        Rule(
            "New dot",
            "Take an edge with at least one end at a dot that none of your edges touches.",
            _new_dot,
        ),
        Rule(
            "Busy ends",
            "Before you move, add up the edges drawn at its two ends, the opponent's as 1 and "
            "yours as 2, and take the edge with the most.",
            _busy_ends,
        ),
    ),
    see=_see,
    suits=_suits,
)
