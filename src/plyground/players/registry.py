"""The kinds of players, in the order in which people see them: the one list that names them all.

A package brings a kind of its own by an entry point in the group "plyground.players" whose value is
the player's class, as in `greedy = "my_package.greedy:Greedy"`.
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib.metadata import entry_points
from inspect import isabstract, isclass

from plyground.players.chance import Mixed, Random
from plyground.players.external import External
from plyground.players.humanlike import HumanLike
from plyground.players.old import OldConnect4, OldSim, OldSimRed, OldTicTacToe
from plyground.players.perfect import Perfect
from plyground.players.player import Player
from plyground.players.searchers import MCTS, AlphaBeta, FullSearch, MaxN, Minimax
from plyground.position import HUMAN

ENTRY_POINTS = "plyground.players"

BUILT_IN: tuple[type[Player], ...] = (
    Minimax,
    AlphaBeta,
    MaxN,
    MCTS,
    Perfect,
    FullSearch,
    Mixed,
    HumanLike,
    Random,
    OldConnect4,
    OldSim,
    OldSimRed,
    OldTicTacToe,
)


@cache
def kinds() -> tuple[type[Player], ...]:
    """The classes of all players that a text can name: the built-in ones, then installed ones."""
    found = [*BUILT_IN]
    for point in entry_points(group=ENTRY_POINTS):
        try:
            kind = point.load()
        except (Exception, SystemExit) as error:  # whatever the package does while it loads
            warnings.warn(f"the player {point.name} does not load: {error}", stacklevel=2)
            continue
        taken = {HUMAN, External.name, *(each.name for each in found)}
        if isclass(kind) and issubclass(kind, Player) and not isabstract(kind):
            if kind.name not in taken:
                found.append(kind)
        else:
            warnings.warn(f"the player {point.name} does not load: {kind!r} is none", stacklevel=2)
    return tuple(found)


def kind_called(name: str) -> type[Player] | None:
    """The class of the players whose text begins with a name; None if there is none."""
    return next((each for each in kinds() if each.name == name), None)
