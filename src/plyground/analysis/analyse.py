"""`analyse`: the exact values of a position and of all its moves, and best play to the end."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.position import Game, Position, position_of, require_ongoing
from plyground.search import (
    SOLVABLE,
    Control,
    Inquiry,
    Limits,
    MoveValue,
    Solver,
    SolverError,
    Value,
    shared_solver,
    shared_table,
    value_of_bounds,
)
from plyground.search.questions import limits_together, sort_moves


@dataclass(frozen=True)
class Analysis:
    """The values of a position and its moves, for the player to move.

    `moves` are all legal moves, the best first and those of unknown value last. The principal
    variation is best play from here to the end of the game. It is shorter, or empty, if a limit
    came first, or if a book knew all moves and ends earlier. `nodes` counts the positions visited.
    """

    position: Position
    value: Value
    moves: tuple[MoveValue, ...]
    principal_variation: tuple[str, ...]
    nodes: int
    seconds: float

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that are certainly as good as any."""
        if not self.value.exact:
            return ()
        best = self.value.verdict, self.value.plies
        return tuple(
            each.move
            for each in self.moves
            if each.value.exact and (each.value.verdict, each.value.plies) == best
        )

    def rows(self) -> list[dict[str, Any]]:
        """The moves as plain data: "move", "value", "plies", and "signed": see `Value.signed`."""
        return [
            {
                "move": each.move,
                "value": each.value.verdict,
                "plies": each.value.plies,
                "signed": each.value.signed,
            }
            for each in self.moves
        ]

    @classmethod
    def from_json(cls, data: Mapping[str, Any], game: Game) -> Analysis:
        """The analysis of a position of `game` from data of `to_json`.

        Raises MoveError if its moves are none, ParameterError if the data is of another game.
        """
        stated = {"game": data["game"], "moves": data["position"]}
        return cls(
            position=Position.from_json(stated, game),
            value=Value.from_json(data),
            moves=tuple(
                MoveValue(each["move"], Value.from_json(each), game.move_code(each["move"]))
                for each in data["moves"]
            ),
            principal_variation=tuple(data["principal_variation"]),
            nodes=data["nodes"],
            seconds=data["seconds"],
        )

    def to_json(self) -> dict[str, Any]:
        """The analysis as data for `json.dumps`."""
        return {
            "game": self.position.game.to_json(),
            "position": list(self.position.history),
            **self.value.to_json(),
            "moves": [{"move": each.move, **each.value.to_json()} for each in self.moves],
            "principal_variation": list(self.principal_variation),
            "nodes": self.nodes,
            "seconds": self.seconds,
        }


def analyse(
    position: Position | Game,
    *,
    solver: Solver | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Analysis:
    """The values of a position and of all its moves, and best play to the end of the game.

    Without a solver, the shared solver answers; a solver is quicker near positions that it has
    solved. `limits` may be seconds and nodes; beyond them, values are unknown. Games for one
    player, or for more than two, have no solver: the table of all positions answers. If there is no
    table yet, it is made, without limits. With more than two players the line follows max^n.

    Raises GameOverError after the end, SolverError for a solver of another game, LimitError for a
    limit of depth, TableError if a table has no room, Cancelled when `control` says stop.
    """
    position = position_of(position)
    require_ongoing(position, "there is nothing to analyse")
    if position.game.players != SOLVABLE:
        return _by_table(position, control)
    if solver is None:
        with shared_solver(position.game, control) as shared:
            return analyse(position, solver=shared, limits=limits, control=control)
    if solver.game != position.game:
        raise SolverError(f"a solver of {solver.game.title} of other parameters, or another game")
    inquiry = Inquiry(solver, limits, control)
    begun = time.perf_counter()
    known = inquiry.bounds(position, leaving=True)
    found = [(code, *each) for code, each in inquiry.bounds_of_moves(position, known).items()]
    codes, lows, highs = np.array(found, np.int64).T.copy()
    sort_moves(codes, lows, highs, len(found))
    low, high = map(int, limits_together(*known, lows, highs, len(found)))
    texts = position.game.move_texts
    found = list(zip(codes.tolist(), lows.tolist(), highs.tolist(), strict=True))
    moves = [
        MoveValue(texts[code], value_of_bounds(position, *limits), code) for code, *limits in found
    ]
    line: tuple[str, ...] = ()
    if low == high:
        first = next((code for code, *limits in found if limits == [low, high]), None)
        line = inquiry.line(position, low, first, searched=not inquiry.is_in_book(position))
    value = value_of_bounds(position, low, high)
    seconds = time.perf_counter() - begun
    return Analysis(position, value, tuple(moves), line, inquiry.nodes, seconds)


def _by_table(position: Position, control: Control | None) -> Analysis:
    """An analysis by the table of all positions."""
    table = shared_table(position.game, control)
    value = table.value(position)  # compiling does not count
    begun = time.perf_counter()
    moves, line = table.moves(position), table.line(position)
    return Analysis(position, value, moves, line, 0, time.perf_counter() - begun)
