"""The computer players of the four old programs, with exactly the same moves.

Where their descriptions leave something open, replaying their known games decided it: see the same
programs in plain Python in `benchmarks/baseline`, where each file explains its reading at its top.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import numpy as np

from plyground.games.connect4 import ConnectFour
from plyground.games.sim import Sim
from plyground.games.tictactoe import TicTacToe
from plyground.kernel import Chance, borrowed, lightly
from plyground.players import form
from plyground.players.old_choices import any_that_loses, first_that_lasts, lone_pairs
from plyground.players.player import Choice, Player
from plyground.players.searchers import chosen_from
from plyground.position import Game, Position, as_words
from plyground.render.colours import DEFAULT, RED_YELLOW
from plyground.search import PLAIN, Control, Limits, SearchResult, Settings, alphabeta

VERSIONS = ("described", "coded")
"""The first Sim program as described, and as coded."""

_FLAT = replace(PLAIN, quick_wins=False, slow_losses=False)


class _OldPlayer(Player):
    """A computer player for one game, for two players only."""

    search = "alpha-beta"
    game: ClassVar[type[Game]]

    def check(self, game: Game) -> None:
        if not isinstance(game, self.game) or game.players != 2:
            raise form.PlayerError(f"{self.name} plays {self.game.title} for 2 players only")


@dataclass(frozen=True)
class OldSim(_OldPlayer):
    """The first Sim program: minimax with "mixed triangles", and its own opening.

    While two or more dots have no edge it joins two of them at random. Of equal moves it takes a
    random one (as coded: the first); if all lose, the first that does not lose at once. Without a
    depth it looks 4 plies ahead on up to 7 dots, and 3 plies on more.
    """

    name = "old-sim"
    label = "First Sim program (old)"
    help = "what the computer of the first Sim program played, move for move"
    example = "old-sim:depth=4"
    presets = (
        form.Preset("old-sim-coded", "First Sim program, as coded (old)", {"version": "coded"}),
    )
    heuristics = ("mixed-triangles", "own-triangles")
    game = Sim

    depth: int | None = form.depth()
    version: Literal["described", "coded"] = form.option(
        "described",
        "choice",
        "Version",
        "the rules as its description has them, or as its code does",
        choices=VERSIONS,
        said="as {}",
    )

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        opening = _lone_pairs(position)
        if opening:
            return Choice(chance.choice(opening))
        if len(position.codes) == 1:
            return Choice(position.moves[0])
        described = self.version == "described"
        settings = replace(
            _FLAT,
            heuristic=self.heuristics[VERSIONS.index(self.version)],
            ties_equal=described,
        )
        depth = self.depth or position.game.default_depth
        result = alphabeta(position, limits=Limits(depth), settings=settings, control=control)
        return chosen_from(_revised(result, position, first_that_lasts), position, chance)


def _lone_pairs(position: Position) -> list[str]:
    """The moves that join two dots without an edge."""
    game = position.game
    out = np.empty(game.max_moves, np.int64)
    with lightly():
        count = lone_pairs(game.rules, as_words(position.state), borrowed(out))
    return [game.move_texts[code] for code in out[:count]]


def _revised(result: SearchResult, position: Position, revise: Callable[..., int]) -> SearchResult:
    """The result with the best moves that a function of `old_choices` makes of its own."""
    game, count = position.game, len(result.best)
    out = np.empty(game.max_moves, np.int64)
    out[:count] = result.best
    with lightly():
        count = revise(game.rules, as_words(position.state), result.score, count, borrowed(out))
    return replace(result, best=tuple(out[:count].tolist()))


@dataclass(frozen=True)
class OldSimRed(_OldPlayer):
    """The second Sim program: alpha-beta with "safe edges", which plays a found win at once.

    It prefers the longer loss, then the first move found. With `variant` an edge that completes the
    opponent's triangle counts as good.
    """

    name = "old-sim-red"
    label = "Second Sim program, red (old)"
    help = "what red of the second Sim program played, move for move"
    example = "old-sim-red:depth=5"
    colours = (RED_YELLOW[0], DEFAULT[0])
    presets = (
        form.Preset(
            "old-sim-red-plain", "Second Sim program, no pruning (old)", {"pruning": False}
        ),
    )
    heuristics = ("safe-edges", "unsafe-for-others")
    game = Sim

    depth: int = form.depth(5)
    pruning: bool = form.option(True, "switch", "Pruning", "whether it prunes")
    variant: bool = form.option(False, "switch", "Variant", "the second form of its heuristic")

    uses_chance = False

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        settings = replace(
            PLAIN,
            pruning=self.pruning,
            heuristic=self.heuristics[self.variant],
            ties_equal=False,
            quick_wins=False,
            stop_at_win=True,
        )
        result = alphabeta(position, limits=Limits(self.depth), settings=settings, control=control)
        return chosen_from(result, position, chance)


@dataclass(frozen=True)
class OldConnect4(_OldPlayer):
    """Connect 4 with Minimax: "line table", the leftmost of equal columns.

    When all columns lose it takes a random one.
    """

    name = "old-connect4"
    label = "Connect 4 with Minimax (old)"
    help = "what the computer of “Connect 4 with Minimax” played, move for move"
    example = "old-connect4:depth=5"
    before = "Minimax"
    heuristics = ("line-table",)
    game = ConnectFour

    depth: int = form.depth(5)

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        settings = replace(_FLAT, pruning=True, heuristic=self.heuristics[0], ties_equal=False)
        result = alphabeta(position, limits=Limits(self.depth), settings=settings, control=control)
        return chosen_from(_revised(result, position, any_that_loses), position, chance)


@dataclass(frozen=True)
class OldTicTacToe(_OldPlayer):
    """The old tic-tac-toe computer: the whole tree, quick wins first, the first of equal cells."""

    name = "old-tictactoe"
    label = "Tic-tac-toe computer (old)"
    help = "what the computer of the old tic-tac-toe program played, move for move"
    game = TicTacToe

    uses_chance = False

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        settings = Settings(order="generated", table=False, ties_equal=False)
        limits = Limits(position.game.max_plies)
        return chosen_from(
            alphabeta(position, limits=limits, settings=settings, control=control), position, chance
        )
