"""`Player`: something that chooses a move; and `Choice`, what it chose and why."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from plyground.position import Game, GameOverError, PlygroundError, Position
from plyground.search import Control, Value


class PlayerError(PlygroundError):
    """A player text that names no player, or a player that cannot play."""


class ForfeitError(PlygroundError):
    """A player gave no legal move in time, and so loses the match that it plays."""


@dataclass(frozen=True)
class Choice:
    """A move chosen, and what it rests on.

    `value` is what the move is worth to the player, itself counted; None where nothing was
    computed. An estimate of it is the view to a limited `depth`. `pv`, the principal variation, are
    the moves that the player expects, its own first. `nodes` are the positions visited, `leaves`
    those of them that were rated, `cutoffs` the positions left early, `table_hits` those answered
    by what was remembered.
    """

    move: str
    value: Value | None = None
    depth: int | None = None
    pv: tuple[str, ...] = ()
    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The choice as data for `json.dumps`."""
        return {
            "move": self.move,
            "value": self.value and self.value.to_json(),
            "depth": self.depth,
            "principal_variation": list(self.pv),
            "nodes": self.nodes,
            "leaves": self.leaves,
            "cutoffs": self.cutoffs,
            "table_hits": self.table_hits,
            "seconds": round(self.seconds, 6),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Choice:
        """The choice that such data stands for."""
        given = dict(data)
        value, line = given.pop("value"), given.pop("principal_variation")
        return cls(value=None if value is None else Value.from_json(value), pv=tuple(line), **given)


class Player(ABC):
    """Chooses moves. Players are values: equal if they would play alike, and have a text form."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The form in which command lines name this player, such as "minimax:depth=5"."""

    @abstractmethod
    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        """The move chosen and what is known of it; `choose` adds the nodes and the seconds."""

    def check(self, game: Game) -> None:  # noqa: B027 - most players can play every game
        """Raise PlayerError, saying what is accepted, if this player cannot play `game`."""

    @contextmanager
    def seated(self) -> Iterator[Player]:
        """The player for the length of one match; what it starts for that is ended after it."""
        yield self

    def choose(
        self,
        position: Position,
        *,
        rng: random.Random | None = None,
        control: Control | None = None,
    ) -> Choice:
        """Choose a move in `position`.

        `rng` decides where the player leaves it to chance; `control` lets another thread watch
        and stop it. Raises GameOverError after the end, Cancelled when stopped, PlayerError if
        this player cannot play the game, ForfeitError if it fails to give a legal move.
        """
        if position.over:
            raise GameOverError(f"the game is over ({position.outcome}): no move can follow")
        self.check(position.game)
        control = control or Control()
        begun = time.perf_counter()
        nodes = control.nodes
        choice = self._choose(position, rng or random.Random(), control)
        seconds = time.perf_counter() - begun
        return replace(choice, nodes=control.nodes - nodes, seconds=seconds)

    def __str__(self) -> str:
        return self.text
