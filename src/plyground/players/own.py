"""Players that a user gives in place of an object: a function that chooses moves, or a text."""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import isroutine

from plyground.kernel import Chance
from plyground.players.form import PlayerError
from plyground.players.player import Choice, Player
from plyground.players.registry import parse_player
from plyground.position import Called, Game, Position
from plyground.search import Control

Chooses = Callable[[Position], str | Choice]
"""A function that chooses a move of a position: its text, or a `Choice` with the reasons."""


@dataclass(frozen=True)
class Written(Player):
    """The moves of a function."""

    name = "function"
    label = "A function of your own"
    help = "the moves of a function"
    unseen = "is a function, which tells only its move"

    chooses: Chooses = field(repr=False)
    own_name: str

    @property
    def text(self) -> str:
        return self.own_name

    def called(self, game: Game | None = None) -> Called:
        return Called(self.own_name, self.own_name)

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        chosen = self.chooses(position)
        if isinstance(chosen, Choice):
            return chosen
        if not isinstance(chosen, str):
            raise PlayerError(
                f"{self.own_name} returned {reprlib.repr(chosen)}: return a move, such as "
                f"{position.moves[0]!r}, or a Choice"
            )
        return Choice(str(chosen))


def player(choose: Player | str | Chooses, *, name: str = "") -> Player:
    """A player from a function (position) -> move, or from a text such as "minimax:depth=4".

    `name` is what a function is called in tables and records, by default its own name. Whoever
    takes players takes texts and functions too. For several processes the function has to be at the
    top of a module, because they import it.

    Raises PlayerError for anything else, and for a text that is no computer player.
    """
    if isinstance(choose, Player):
        return choose
    found = parse_player(choose) if isinstance(choose, str) else choose
    if isinstance(found, Player):
        return found
    if found is None:
        raise PlayerError("a human cannot play here: give a computer player for each seat")
    if not callable(found) or isinstance(found, type):
        raise PlayerError(
            "a player is an object such as pg.Minimax(depth=4), a text such as 'minimax:depth=4' "
            f"or a function of a position, and not {reprlib.repr(found)}"
        )
    return Written(found, name or (found.__name__ if isroutine(found) else type(found).__name__))
