"""The recipe by which the second player wins Sim on 6 dots.

Vocabulary: a and b are the dots that an edge joins; mine and theirs say for each dot to which dots
a player's edges lead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plyground.games.sim import Sim, edges_of
from plyground.players.recipes.recipe import Recipe, Rule
from plyground.position import Game, Position

DOTS = 6
_EDGES = edges_of(DOTS)

Joined = tuple[frozenset[int], ...]
"""For each dot the dots to which it is joined in one colour."""


@dataclass(frozen=True)
class View:
    """The board as the player to move sees it."""

    mine: Joined
    theirs: Joined

    def free(self) -> Iterator[tuple[int, int]]:
        """The edges that nobody has drawn."""
        for a, b in _EDGES:
            if b not in self.mine[a] and b not in self.theirs[a]:
                yield a, b


def _view(position: Position) -> View:
    mine, theirs = (_joined(word) for word in position.state)
    return View(mine, theirs)


def _joined(colour: int) -> Joined:
    """Where the edges of a colour lead; `colour` has a bit for each edge."""
    drawn = [edge for number, edge in enumerate(_EDGES) if colour >> number & 1]
    return tuple(frozenset(sum(edge) - dot for edge in drawn if dot in edge) for dot in range(DOTS))


def _closes(colour: Joined, a: int, b: int) -> bool:
    """Whether an edge completes a triangle of a colour."""
    return bool(colour[a] & colour[b])


def _no_triangle(view: View, move: int) -> int:
    return not _closes(view.mine, *_EDGES[move])


def _cheapest(view: View, move: int) -> int:
    a, b = _EDGES[move]
    with_it = list(view.mine)
    with_it[a] |= {b}
    with_it[b] |= {a}
    after = tuple(with_it)
    spoilt = sum(
        _closes(after, *edge) and not _closes(view.mine, *edge)
        for edge in view.free()
        if edge != (a, b)
    )
    return -spoilt - _closes(view.theirs, a, b)


def _fourth_side(view: View, move: int) -> int:
    a, b = _EDGES[move]
    return any(view.theirs[c] & view.theirs[b] for c in view.theirs[a])


def _new_dot(view: View, move: int) -> int:
    return any(not view.mine[dot] for dot in _EDGES[move])


def _busy_ends(view: View, move: int) -> int:
    return sum(2 * len(view.mine[dot]) + len(view.theirs[dot]) for dot in _EDGES[move])


def _suits(game: Game) -> bool:
    return isinstance(game, Sim) and game.players == 2 and game.vertices == DOTS


RECIPE = Recipe(
    seat=1,
    terms=(
        "A free edge is one that nobody has drawn. It is dangerous for a player if it would "
        "complete a triangle of that player's colour.",
        "The price of an edge is 1 for each other free edge that becomes dangerous for you by it "
        "and was not before, and 1 more if the edge itself is dangerous for the opponent.",
        "An edge is a fourth side if three of the opponent's edges, one after the other, lead from "
        "one of its ends through two other dots to the other end.",
    ),
    rules=(
        Rule("No triangle", "Never complete a triangle of your colour.", _no_triangle),
        Rule("Lowest price", "Take an edge with the lowest price.", _cheapest),
        Rule("Fourth side", "Draw a fourth side.", _fourth_side),
        Rule(
            "New dot",
            "Take an edge with an end at a dot that none of your edges touches: one such end is as "
            "good as two.",
            _new_dot,
        ),
        Rule(
            "Busy ends",
            "Add up the edges drawn at its two ends, the opponent's as 1 and yours as 2, and take "
            "the edge with the most.",
            _busy_ends,
        ),
    ),
    view=_view,
    suits=_suits,
)
