"""`affordable`: whether a search of a game to its end takes seconds rather than hours."""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, compiled, local_array
from plyground.kernel.chance import WORDS, below, seed_state
from plyground.position import ONGOING, Ints, Position, State, full_title
from plyground.position.desk import ANSWER, STATE, state_at
from plyground.position.home import lent_home
from plyground.search.control import LimitError, Limits

_AFFORDABLE = 2_000_000_000  # the most move sequences for a full search: some seconds
_PROBES = 20  # random games for the estimate


def affordable(position: Position) -> bool:
    """Whether a full search of the game from here takes seconds rather than hours.

    The estimate multiplies the numbers of moves at each ply of random games, and takes the greatest
    product. It depends on the position alone.
    """
    with lent_home(position.game.rules, "affordable", is_affordable) as home:
        home.fill("state", position.state)
        home.ask("affordable")
        return home.answers(1)[0] == 1


@compiled
def affordable_from(rules: Rules, state: State) -> bool:
    """`affordable` for compiled code: the same for a state."""
    chance = local_array(WORDS, np.uint64)
    seed_state(chance, np.uint64(0), 0, 0)
    out = local_array(rules.max_moves, np.int64)
    for _ in range(_PROBES):
        sequences = 1
        here = state
        plies = 0
        while rules.result(here) == ONGOING:
            plies += 1
            rules.check_ply(plies)
            count = rules.moves(here, out)
            sequences *= count
            if sequences > _AFFORDABLE:
                return False
            here = rules.play(here, out[below(chance, count)])
    return True


@compiled
def is_affordable(rules: Rules, desk: Ints) -> int:
    """Answer: 1 if a search to the end takes seconds rather than hours, else 0."""
    desk[ANSWER] = 1 if affordable_from(rules, state_at(rules, desk[STATE])) else 0
    return 0


def require_affordable(position: Position, limits: Limits) -> None:
    """Raise LimitError for a search that no limit ends and that may take hours."""
    if limits.depth is None and not limits.interrupts and not affordable(position):
        raise LimitError(
            f"a search of {full_title(position.game)} to its end can take hours: give limits, "
            f"such as Limits(depth={position.game.default_depth}) or Limits(seconds=1)"
        )
