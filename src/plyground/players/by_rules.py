"""The player that follows a recipe: a short list of rules that a person can learn by heart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from plyground.kernel import Rules, array_at, compiled, local_array
from plyground.kernel.chance import below
from plyground.players.compiled import CompiledPlayer
from plyground.players.form import PlayerError
from plyground.players.recipes import NO_MOVE, Recipe, recipe_of
from plyground.position import Game, Ints, full_title
from plyground.position.desk import ANSWER, CHANCE, MEASURE, OPTION, PLY, STATE, measured, state_at
from plyground.position.home import Entry
from plyground.search.answers import NONE, RULE, put_choice


@cache
def entry_for(recipe: Recipe) -> Entry:
    """The entry for the games of a recipe: which of the moves that are left, and the rule that
    decided.
    """
    leave = recipe.leave

    @compiled
    def by_rules(rules: Rules, desk: Ints) -> int:
        if desk[MEASURE]:
            return measured(desk, 0, 0, 0)
        place = (desk[PLY] + 1) % 2
        first = desk[OPTION + place] if place < desk[PLY] else NO_MOVE
        moves = local_array(rules.max_moves, np.int64)
        count, decided = leave(rules, state_at(rules, desk[STATE]), first, moves)
        put_choice(desk, moves[below(array_at(desk[CHANCE], np.uint64), count)], NONE)
        desk[ANSWER + RULE] = decided
        return 0

    return by_rules


@dataclass(frozen=True)
class ByRules(CompiledPlayer):
    """Whatever the rules of the game's recipe leave; all of these moves are equally likely.

    From the seat that the recipe is for it always wins. From the other seat it follows the same
    rules, without that promise.
    """

    name = "rules"
    label = "By rules"
    help = (
        "by a few rules that you can learn by heart, and it says which; it always wins as player 2 "
        "of Sim on 6 dots and as player 1 of numerical tic-tac-toe"
    )
    unseen = "follows a list of rules, without a search"
    remembers = True

    def check(self, game: Game) -> None:
        """Raise PlayerError if there is no recipe for the game."""
        self.recipe(game)

    def recipe(self, game: Game) -> Recipe:
        """The rules for a game. Raises PlayerError as `check` does."""
        found = recipe_of(game)
        if found is None:
            raise PlayerError(
                f"{self.name}: nobody has found such rules for {full_title(game)}: give Sim on 6 "
                "dots for 2 players, or numerical tic-tac-toe"
            )
        return found

    @classmethod
    def entry_in(cls, game: Game) -> Entry:
        return entry_for(cls().recipe(game))

    @staticmethod
    def spoken(game: Game, rule: int) -> str:
        return ByRules().recipe(game).spoken(rule) if rule else ""
