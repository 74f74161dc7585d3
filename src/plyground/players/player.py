"""`Player`: something that chooses a move; and `Choice`, what it chose and why."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass

from plyground.position import GameOverError, PlygroundError, Position
from plyground.search import Control


class PlayerError(PlygroundError):
    """A player text that names no player, or a player that cannot play."""


@dataclass(frozen=True)
class Choice:
    """A move chosen, and what it rests on.

    `score` is None where nothing was computed; `nodes` are the positions visited. `exact` says
    that the score is the game's true value and not the view to a limited depth.
    """

    move: str
    score: int | None
    nodes: int
    seconds: float
    exact: bool = False


class Player(ABC):
    """Chooses moves. Players are values: equal if they would play alike, and have a text form."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The form in which command lines name this player, such as "minimax:depth=5"."""

    @abstractmethod
    def _choose(
        self, position: Position, rng: random.Random, control: Control
    ) -> tuple[int, int | None, bool]:
        """The code of the move chosen, its score if any, and whether that is exact."""

    def choose(
        self,
        position: Position,
        rng: random.Random | None = None,
        control: Control | None = None,
    ) -> Choice:
        """Choose a move in `position`.

        `rng` decides where the player leaves it to chance; `control` lets another thread watch
        and stop it. Raises GameOverError after the end, Cancelled when stopped.
        """
        if position.over:
            raise GameOverError(f"the game is over ({position.outcome}): no move can follow")
        control = control or Control()
        begun = time.perf_counter()
        nodes = control.nodes
        code, score, exact = self._choose(position, rng or random.Random(), control)
        seconds = time.perf_counter() - begun
        move = position.game.move_texts[code]
        return Choice(move, score, control.nodes - nodes, seconds, exact)

    def __str__(self) -> str:
        return self.text
