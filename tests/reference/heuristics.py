"""Naive heuristics, each counted off the board as it is described.

`board` is a state of the naive game, `player` the one that a position is rated for.
"""

import functools
from collections.abc import Callable
from itertools import combinations

from .common import State
from .connect4 import COUNTERS, Connect4
from .sim import FREE, Sim, name

Colours = dict[str, str]
"""The edges of Sim, each with its player's number or FREE."""


def colours(game: Sim, board: State) -> Colours:
    """Return what colour each edge has."""
    return dict(zip(game.edges, board, strict=True))


@functools.cache
def triples(vertices: int) -> list[list[str]]:
    """Return the edges between every three vertices."""
    return [[name(a, b), name(a, c), name(b, c)] for a, b, c in combinations(range(vertices), 3)]


def completes(game: Sim, colour: Colours, edge: str, player: int) -> bool:
    """Tell whether a free edge makes a triangle of a player who takes it."""
    return any(
        all(each == edge or colour[each] == str(player) for each in triple)
        for triple in triples(game.vertices)
        if edge in triple
    )


def mixed_triangles(game: Sim, board: State, player: int, mixed_count: bool = True) -> int:
    """For every free edge, as if the player took it, rate all triples of the board."""
    total = 0
    for edge, owner in colours(game, board).items():
        if owner != FREE:
            continue
        taken = colours(game, board) | {edge: str(player)}
        for triple in triples(game.vertices):
            owners = sorted(taken[each] for each in triple)  # FREE comes first
            if owners[0] == owners[2] != FREE:
                total += -2 if owners[0] == str(player) else 1
            elif mixed_count and owners[0] == FREE != owners[1] != owners[2]:
                total += 10 if str(player) in owners else -1
    return total


def own_triangles(game: Sim, board: State, player: int) -> int:
    """Rate the same, except the mixed triples."""
    return mixed_triangles(game, board, player, mixed_count=False)


def safe_edges(game: Sim, board: State, player: int, variant: bool = False) -> int:
    """Rate every free edge for the player to move; the others have the opposite."""
    mover = game.player(board)
    colour = colours(game, board)
    total = 0
    for edge in [edge for edge, owner in colour.items() if owner == FREE]:
        others = [other for other in range(game.players) if other != mover]
        if completes(game, colour, edge, mover):
            total -= 10
        elif variant and any(completes(game, colour, edge, other) for other in others):
            total += 10
        else:
            total += 1
    return total if mover == player else -total


def unsafe_for_others(game: Sim, board: State, player: int) -> int:
    """Rate the same, but +10 for an edge that completes another's triangle."""
    return safe_edges(game, board, player, variant=True)


def margin(game: Sim, board: State, player: int) -> int:
    """Sum over all others how many more of the free edges are safe for the player."""
    colour = colours(game, board)
    safe = [
        sum(
            owner == FREE and not completes(game, colour, edge, each)
            for edge, owner in colour.items()
        )
        for each in range(game.players)
    ]
    return sum(safe[player] - each for each in safe)


Square = tuple[int, int]


def counters(game: Connect4, board: State) -> dict[Square, str]:
    """Return the counter, or `.`, on each square."""
    return {
        (c, r): counter
        for c, column in enumerate(board.split("/"), 1)
        for r, counter in enumerate(column.ljust(game.rows, "."), 1)
    }


def lines_through(game: Connect4, square: Square) -> int:
    """Return how many fours can pass through a square."""
    return sum(square in four for four in game.fours)


def line_table(game: Connect4, board: State, player: int) -> int:
    """Sum the worth of the player's squares minus the worth of the opponent's."""
    own = COUNTERS[player]
    return sum(
        lines_through(game, square) if counter == own else -lines_through(game, square)
        for square, counter in counters(game, board).items()
        if counter != "."
    )


def open_lines(game: Connect4, board: State, player: int) -> int:
    """Count a four once for each counter in it, if all of these have one colour."""
    on = counters(game, board)
    total = 0
    for four in game.fours:
        inside = [on[square] for square in four if on[square] != "."]
        if len(set(inside)) == 1:
            total += len(inside) if inside[0] == COUNTERS[player] else -len(inside)
    return total


def threats(game: Connect4, board: State, player: int) -> int:
    """Add 40 to open lines for each empty square that completes a four and is well placed.

    A threat is well placed in an odd row for the first player and in an even one for the second,
    if no threat of the other side lies below it.
    """
    on = counters(game, board)

    def found(side: int) -> list[Square]:
        return [
            square
            for square, counter in on.items()
            if counter == "."
            and any(
                all(each == square or on[each] == COUNTERS[side] for each in four)
                for four in game.fours
                if square in four
            )
        ]

    def worth(side: int) -> int:
        total = 0
        for c, r in found(side):
            blocked = any(column == c and row < r for column, row in found(1 - side))
            total += 40 if r % 2 == 1 - side and not blocked else 0
        return total

    return open_lines(game, board, player) + worth(player) - worth(1 - player)


Heuristic = Callable[..., int]

SIM: dict[str, Heuristic] = {
    "mixed-triangles": mixed_triangles,
    "own-triangles": own_triangles,
    "safe-edges": safe_edges,
    "unsafe-for-others": unsafe_for_others,
    "margin": margin,
}

CONNECT4: dict[str, Heuristic] = {
    "line-table": line_table,
    "open-lines": open_lines,
    "threats": threats,
}
