"""Recipes: short lists of rules by which a person wins a game, one file for each game.

Each file has the words of a rule and the compiled function that means the same side by side.
"""

from plyground.players.recipes import numerical, sim
from plyground.players.recipes.recipe import NO_MOVE, Followed, Recipe, Rule
from plyground.position import Game

__all__ = ["NO_MOVE", "RECIPES", "Followed", "Recipe", "Rule", "recipe_of"]

RECIPES = (sim.RECIPE, numerical.RECIPE)


def recipe_of(game: Game) -> Recipe | None:
    """The recipe for a game; None if there is none."""
    return next((each for each in RECIPES if each.suits(game)), None)
