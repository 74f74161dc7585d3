"""What the heuristics of a game say of a position: one compiled entry that tests share."""

import plyground as pg
from plyground.kernel import Rules, compiled
from plyground.position import State
from plyground.position.calls import as_words


@compiled
def _estimate(rules: Rules, state: State, player: int, which: int) -> int:
    return rules.heuristic(state, player, which)


def estimate(position: pg.Position, player: int, name: str) -> int:
    """What the game's heuristic of that name says for a player."""
    game = position.game
    return int(_estimate(game.rules, as_words(position.state), player, game.heuristic_number(name)))
