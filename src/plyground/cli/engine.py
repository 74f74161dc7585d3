"""`plyground uci`: the engine, with the player that the command line names."""

from __future__ import annotations

from plyground.cli.output import say
from plyground.interop.uci import Engine
from plyground.players import PlayerError, parse_player
from plyground.position import Game


def engine(game: Game, named: str | None) -> Engine:
    """An engine for a game. Raises PlayerError unless the player named can play it.

    The user typed the text, so it may name a file or a program, as in other commands.
    """
    if named is None:
        return Engine(game, say)
    player = parse_player(named, programs=True)
    if player is None:
        raise PlayerError("a human cannot play here: give a computer player")
    player.check(game)
    return Engine(game, say, player)
