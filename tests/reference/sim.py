"""Naive Sim, the pencil game of triangles.

The edges of n vertices are taken in the order 0-1, 0-2, ..., 1-2, 1-3, ...; a state has one
character for each: the 0-based number of the player who drew it, or `.` if it is free. With four
vertices, after the moves 0-1, 2-3 and 0-2:

    edges  0-1 0-2 0-3 1-2 1-3 2-3
    state   0   0   .   .   .   1      written `00...1`
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

from .common import ReferenceGame, Result, State, Symmetry

FREE = "."
RELABELLINGS = 30  # of more than 6 vertices, drawn at random


def name(first: int, second: int) -> str:
    """Return the text of the edge between two vertices, given in either order."""
    return f"{min(first, second)}-{max(first, second)}"


class Sim(ReferenceGame):
    """A player who completes a triangle of their own colour loses; a full board without is a draw.

    With more than two players the game ends at the first such triangle too: its owner loses, the
    others do not.
    """

    def __init__(self, vertices: int = 6, players: int = 2) -> None:
        if not 3 <= vertices <= 10 or not 2 <= players <= 5:
            raise ValueError(f"no Sim on {vertices} vertices for {players} players")
        self.vertices = vertices
        self.players = players
        self.edges = [name(a, b) for a, b in combinations(range(vertices), 2)]
        self.triangles = [
            {name(a, b), name(a, c), name(b, c)} for a, b, c in combinations(range(vertices), 3)
        ]

    def start(self) -> State:
        return FREE * len(self.edges)

    def player(self, state: State) -> int:
        return (len(self.edges) - state.count(FREE)) % self.players

    def moves(self, state: State) -> list[str]:
        if self.result(state).kind != "ongoing":
            return []
        owners = zip(self.edges, state, strict=True)
        return [edge for edge, owner in owners if owner == FREE]

    def play(self, state: State, text: str) -> State:
        owners = list(state)
        index = self.edges.index(text)
        assert owners[index] == FREE
        owners[index] = str(self.player(state))
        return "".join(owners)

    def result(self, state: State) -> Result:
        for player in range(self.players):
            owners = zip(self.edges, state, strict=True)
            own = {edge for edge, owner in owners if owner == str(player)}
            sites = {edge for triangle in self.triangles if triangle <= own for edge in triangle}
            if sites:
                return Result("lost", player, frozenset(sites))
        return Result("ongoing" if FREE in state else "draw")

    def place(self, site: Any) -> str:
        return name(site.a, site.b)

    def symmetries(self, rng: Random) -> list[Symmetry]:
        vertices = range(self.vertices)
        relabellings: Iterable[Sequence[int]] = permutations(vertices)
        if self.vertices > 6:
            relabellings = [rng.sample(vertices, self.vertices) for _ in range(RELABELLINGS)]
        pairs = list(combinations(vertices, 2))
        return [{name(a, b): name(new[a], new[b]) for a, b in pairs} for new in relabellings]

    def cells(self, state: State) -> dict[str, int]:
        owners = zip(self.edges, state, strict=True)
        return {edge: 0 if owner == FREE else 1 + int(owner) for edge, owner in owners}

    def symmetric(self, state: State) -> Iterator[State]:
        """Yield the images under all relabellings of the vertices: n! of them, for small n."""
        owner = dict(zip(self.edges, state, strict=True))
        for new in permutations(range(self.vertices)):
            yield "".join(
                owner[name(new[a], new[b])] for a, b in combinations(range(self.vertices), 2)
            )
