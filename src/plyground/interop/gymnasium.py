"""Any game as a Gymnasium environment: one agent against players from this package.

    import gymnasium
    import plyground.interop.gymnasium

    environment = gymnasium.make("plyground/connect4-v0", opponent="minimax:depth=3", seat=1)

Actions are the codes of moves. `observing` says what the agent sees; its reward comes at the end.
An illegal move loses the game, and `info` says why.
"""

from __future__ import annotations

import operator
from contextlib import ExitStack, suppress
from typing import Any, ClassVar

import numpy as np

from plyground.games.registry import game_names
from plyground.interop.library import importing, require
from plyground.interop.observing import (
    RENDER_MODES,
    Observation,
    Table,
    move_code,
    observed,
    rewards,
    size,
)
from plyground.kernel import Chance
from plyground.players import ForfeitError, Player, PlayerError, parse_player
from plyground.position import Game, GameOverError, MoveError

LEAST = "1.1"

require("gymnasium", "gymnasium", LEAST, "gymnasium")

with importing("gymnasium", "gymnasium"):
    import gymnasium
    from gymnasium import spaces

WON, LOST = 1.0, -1.0


class Duel(Table, gymnasium.Env):
    """A game in which the agent has one seat and the player `opponent` all other seats.

    `seat` counts from 0; without it, each game draws a seat at random. Copies, and unpickled
    environments, continue independently; an opponent that is a program starts again for them.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        game: Game | str = "connect4",
        opponent: Player | str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        **parameters: int,
    ) -> None:
        """Raises PlygroundError for an unknown game or player."""
        self.lay(game, parameters, render_mode)
        found = parse_player(opponent) if isinstance(opponent, str) else opponent
        if found is None:
            raise PlayerError("a human cannot play here: give a computer player")
        if not isinstance(found, Player):
            raise PlayerError(f"an opponent is a player or its text, and not {opponent!r}")
        found.check(self.game)
        self._opponent = found
        self._chosen_seat = None if seat is None else _seat(seat, self.game)
        self.action_space = spaces.Discrete(self.game.max_moves)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (size(self.game),), np.int8),
                "action_mask": spaces.Box(0, 1, (self.game.max_moves,), np.int8),
            }
        )
        self._at_table = ExitStack()
        self._seated: Player | None = None
        self._ended = "it has not begun"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and let the players before the agent move."""
        super().reset(seed=seed)
        self.close()
        self._chance = Chance(int(self.np_random.integers(1 << 32)))
        drawn = int(self.np_random.integers(self.game.players))
        self.seat = drawn if self._chosen_seat is None else self._chosen_seat
        self.position = self.game.position()
        self._ended = ""
        self._forfeit = ""
        self._let_others_move()
        self.show()
        return observed(self.position, self.seat), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the others answer.

        Raises GameOverError after the end, and UnreadableMoveError for an action that is not an
        integer. An illegal move ends the game, and so does an opponent without a legal move.
        """
        if self._ended:
            raise GameOverError(f"the game is over ({self._ended}): reset begins another")
        code, reward = move_code(action), 0.0
        if self._forfeit:  # an opponent's, before the agent had a move
            reward, self._ended = WON, self._forfeit
        elif code in self.position.codes:
            self.position = self.position.play_code(code)
            self._let_others_move()
            self._ended = self._ended or self._forfeit
            reward = WON if self._forfeit else rewards(self.position)[self.seat]
        else:
            reward = LOST
            self._forfeit = self._ended = f"the agent's move code {code} is not legal"
        self.show()
        over = bool(self._ended)
        return observed(self.position, self.seat), reward, over, False, self._info()

    def close(self) -> None:
        self._seated = None
        self._at_table.close()

    def __getstate__(self) -> dict[str, Any]:
        """Everything except the seated opponent, who may be a program: it sits down again."""
        return {**vars(self), "_at_table": None, "_seated": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._at_table = ExitStack()

    def _let_others_move(self) -> None:
        try:
            while not self.position.over and self.position.turn != self.seat:
                if self._seated is None:
                    self._seated = self._at_table.enter_context(self._opponent.seated())
                choice = self._seated.choose(self.position, chance=self._chance)
                self.position = self.position.play(choice.move)
        except (ForfeitError, MoveError) as error:
            self._forfeit = str(error)
        if self.position.over:
            self._ended = str(self.position.outcome)

    def _info(self) -> dict[str, Any]:
        """The moves so far, the agent's player, and the reason of a forfeit, if there was one."""
        info = {"moves": self.position.history, "seat": self.seat}
        return {**info, "forfeit": self._forfeit} if self._forfeit else info


def _seat(seat: int, game: Game) -> int:
    if not hasattr(seat, "__index__") or operator.index(seat) not in range(game.players):
        raise PlayerError(f"a seat is 0 to {game.players - 1}, or None, and not {seat!r}")
    return operator.index(seat)


for _name in game_names():
    # Gymnasium does not take every name that a package may give its game; skip the others.
    with suppress(gymnasium.error.Error):
        gymnasium.register(f"plyground/{_name}-v0", entry_point=Duel, kwargs={"game": _name})
