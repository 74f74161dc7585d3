"""The player that follows a recipe: a short list of rules that a person can learn by heart."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.kernel import Chance
from plyground.players.form import PlayerError
from plyground.players.player import Choice, Player
from plyground.players.recipes import Recipe, recipe_of
from plyground.position import Game, Position, full_title
from plyground.search import Control


@dataclass(frozen=True)
class ByRules(Player):
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

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        recipe = self.recipe(position.game)
        found = recipe.follow(position)
        rule = "" if found.decided is None else recipe.spoken(found.decided)
        return Choice(chance.choice(found.moves), rule=rule)
