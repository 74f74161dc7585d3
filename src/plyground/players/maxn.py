"""The player for games of more than two, where everybody looks after themselves."""

from __future__ import annotations

import random
from dataclasses import dataclass

from plyground.players import options
from plyground.players.form import option
from plyground.players.player import Choice, Player
from plyground.players.searchers import chosen_from
from plyground.position import Game, Position
from plyground.search import MAXN_TIES, Control, maxn

_TWO = 2


@dataclass(frozen=True)
class MaxN(Player):
    """The best move if all players think of nobody but themselves: max^n.

    `ties` says how ties are broken for the others, see `search.maxn`; the player's own equal moves
    are equally likely. Without a depth or a heuristic, the game's own.
    """

    name = "maxn"
    label = "max^n"
    help = "for 3 to 5 players: the best move if everybody looks after themselves"
    example = "maxn:depth=4"

    depth: int | None = options.depth()
    heuristic: str | None = options.heuristic()
    ties: str = option(
        "first",
        "choice",
        "Ties of others",
        "what others do who have equal moves: their first, the one worst for the player who asked, "
        "or the best",
        choices=MAXN_TIES,
    )

    def suits(self, game: Game) -> bool:
        return game.players > _TWO and super().suits(game)  # for two it is minimax

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        game = position.game
        heuristic = self.heuristic or game.default_heuristic
        result = maxn(position, self.depth or game.default_depth, heuristic, self.ties, control)
        return chosen_from(result, position, rng)
