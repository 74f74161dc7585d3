"""What the heuristics of a game say of a position, after its end too."""

import plyground as pg
from plyground.position import calls


def estimate(position: pg.Position, player: int, name: str) -> int:
    """What the game's heuristic of that name says for a player."""
    game = position.game
    return calls.estimate(game.rules, position.state, player, game.heuristic_number(name))
