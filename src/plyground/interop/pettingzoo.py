"""Any game as a PettingZoo environment, in which agents move in turn (AEC).

    from plyground.interop.pettingzoo import env

    environment = env("sim", vertices=6, players=3)

Actions are the codes of moves. `observing` explains what an agent sees; rewards come at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

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
from plyground.position import Game

LEAST = "1.25"
LEAST_GYMNASIUM = "1.1"  # whose spaces these are

require("pettingzoo", "pettingzoo", LEAST, "pettingzoo")
require("gymnasium", "gymnasium", LEAST_GYMNASIUM, "pettingzoo")

with importing("pettingzoo", "pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


def env(game: Game | str = "connect4", render_mode: str | None = None, **parameters: int) -> Any:
    """The environment of a game, in PettingZoo's usual wrappers: an illegal move loses.

    Raises PlygroundError for an unknown game, or parameters that it does not take.
    """
    environment: Any = raw_env(game, render_mode, **parameters)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(Table, AECEnv):  # noqa: N801 - what PettingZoo calls it
    """The bare environment of a game: an illegal move raises MoveError."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - each game has its own name in it
        "name": "plyground_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self, game: Game | str = "connect4", render_mode: str | None = None, **parameters: int
    ) -> None:
        super().__init__()
        self.lay(game, parameters, render_mode)
        self.metadata = {**self.metadata, "name": f"{self.game.name}_v0"}
        self.possible_agents = [f"player_{seat + 1}" for seat in range(self.game.players)]
        moves = self.game.max_moves
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (size(self.game),), np.int8),
                    "action_mask": spaces.Box(0, 1, (moves,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin again. Nothing is random, so the seed changes nothing."""
        self.position = self.game.position()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.turn]

    def observe(self, agent: str) -> Observation:
        return observed(self.position, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position = self.position.play_code(move_code(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards(self.position), strict=True))
        if self.position.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.position.turn]
        self._accumulate_rewards()
        self.show()
