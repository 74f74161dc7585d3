"""A position as learning programs see it: an array of bits, and the legal moves.

The array has the same form for every game, and has all the information. For `players` players, a
board of `sites` and a state of `words`:

    turn    [players]         1 for the player to move
    marks   [players][sites]  1 where a mark of that player lies
    state   [words][64]       the bits of each word of the state, the lowest first

Players are counted from the viewer, in order of turn, so that every player sees its own marks
first.
"""

from __future__ import annotations

import operator
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from plyground.games.registry import game_class
from plyground.interop.pixels import pixels
from plyground.position import (
    Game,
    ParameterError,
    Position,
    UnknownGameError,
    UnreadableMoveError,
)

_WORD = 64


class Observation(TypedDict):
    """A player's view. `action_mask` is 1 for the codes of its legal moves."""

    observation: npt.NDArray[np.int8]  # [size]
    action_mask: npt.NDArray[np.int8]  # [max_moves]


def chosen_game(game: Game | str, parameters: dict[str, int]) -> Game:
    """A game, given as a game, or by its name or file and parameters. Raises PlygroundError."""
    if not isinstance(game, Game | str):
        raise UnknownGameError(f"give a game, its name or its file, and not {game!r}")
    found = type(game) if isinstance(game, Game) else game_class(game)
    taken = [] if isinstance(game, Game) else [each.name for each in found.parameters]
    for name in parameters:
        if name not in taken:
            raise ParameterError(
                f"{found.title} takes no {name} here; accepted: {', '.join(taken) or 'nothing'}"
            )
    return game if isinstance(game, Game) else found(**parameters)


def move_code(action: Any) -> int:
    """The code of an action, which may be an int of any kind. Raises UnreadableMoveError."""
    try:
        return operator.index(action)
    except TypeError:
        raise UnreadableMoveError(
            f"an action is an integer, the code of a move, and not {action!r}"
        ) from None


def size(game: Game) -> int:
    """The number of bits in an observation of the game."""
    words = len(game.position().state)
    return game.players * (1 + len(game.board.sites)) + words * _WORD


def observed(position: Position, viewer: int) -> Observation:
    """The view of a position by `viewer`, a player from 0; the mask is empty out of turn."""
    game = position.game
    players, sites = game.players, len(game.board.sites)
    array = np.zeros(size(game), np.int8)
    array[(position.turn - viewer) % players] = 1
    for site, mark in enumerate(position.marks):
        if mark is not None and mark.player is not None:
            array[players + (mark.player - viewer) % players * sites + site] = 1
    words = np.array(position.state, "<u8")
    array[players * (1 + sites) :] = np.unpackbits(words.view(np.uint8), bitorder="little")
    mask = np.zeros(game.max_moves, np.int8)
    if position.turn == viewer:
        mask[list(position.codes)] = 1
    return {"observation": array, "action_mask": mask}


def rewards(position: Position) -> list[float]:
    """Each player's reward at the end: 1 for a win, -1 for a loss, 0 for a draw.

    If the rules name a winner, all others lose; if they name a loser, all others win.
    """
    outcome = position.outcome
    seats = range(position.game.players)
    return [0.0 if outcome is None else float(outcome.standing(seat)) for seat in seats]


RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
"""How environments show the board: printed, as text, as the text of an SVG picture, or as pixels,
[height][width][red, green, blue].
"""


class Table:
    """The common part of environments: a game, its position, and the display of the board."""

    def lay(self, game: Game | str, parameters: dict[str, int], render_mode: str | None) -> None:
        """Set the game. Raises PlygroundError for an unknown game, ValueError for an unknown render
        mode.
        """
        self.game = chosen_game(game, parameters)
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"a render mode is {', '.join(RENDER_MODES)}, and not {render_mode!r}")
        self.render_mode = render_mode
        self.position = self.game.position()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show the board in the render mode; "human" prints it."""
        if self.render_mode == "human":
            print(self.position, flush=True)  # noqa: T201
        if self.render_mode == "svg":
            return self.position._repr_svg_()
        if self.render_mode == "rgb_array":
            return pixels(self.position.picture())
        return str(self.position) if self.render_mode == "ansi" else None

    def show(self) -> None:
        """Print the board after a move, in the mode for people."""
        if self.render_mode == "human":
            self.render()
