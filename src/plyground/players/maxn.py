"""The player for games of more than two, where everybody looks after themselves."""

from __future__ import annotations

import random
from dataclasses import dataclass

from plyground.players.player import Choice, Player
from plyground.players.searchers import check_choice, check_heuristic, chosen_from, limits_of
from plyground.players.spelling import spelled
from plyground.position import Game, Position
from plyground.search import MAXN_TIES, Control, maxn


@dataclass(frozen=True)
class MaxN(Player):
    """The best move if all players think of nobody but themselves: max^n.

    `ties` says how ties are broken for the others, see `search.maxn`; the player's own equal moves
    are equally likely. Without a depth or a heuristic, the game's own.
    """

    depth: int | None = None
    heuristic: str | None = None
    ties: str = "first"

    def __post_init__(self) -> None:
        limits_of("maxn", self.depth, None, None)
        check_choice("maxn", "ties", self.ties, MAXN_TIES)

    @property
    def text(self) -> str:
        return spelled("maxn", self)

    def check(self, game: Game) -> None:
        check_heuristic(self.heuristic, game)

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        game = position.game
        heuristic = self.heuristic or game.default_heuristic
        result = maxn(position, self.depth or game.default_depth, heuristic, self.ties, control)
        return chosen_from(result, position, rng)
