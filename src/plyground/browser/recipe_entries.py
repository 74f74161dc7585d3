"""The entries of the engine for the player that follows a recipe: one for each recipe.

After the usual arguments come the codes of all moves played. The answer is a choice, and then the
number of the rule that decided, 0 for none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from plyground.kernel import Rules, array_at, compiled, local_array
from plyground.kernel.chance import below
from plyground.players.recipes import NO_MOVE, Recipe
from plyground.position import Ints
from plyground.position.desk import ANSWER, CHANCE, MEASURE, OPTION, PLY, STATE, measured, state_at
from plyground.search.answers import CHOICE_WORDS, NONE, put_choice


def entry_for(recipe: Recipe) -> Callable[[Any, Any], int]:
    """The entry for the games of a recipe."""
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
        desk[ANSWER + CHOICE_WORDS] = decided
        return 0

    return by_rules
