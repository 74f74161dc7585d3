"""The agent for Kaggle's ConnectX against those that come with it, in Kaggle's own environment.

Run `python benchmarks/kaggle.py [RIVAL ...] [--episodes N]` where `kaggle_environments` is
installed, as `make kaggle` does with a few and `make long` with all: 20 episodes against each,
`negamax` and `random` by default; the agent begins every other episode. Exit code 1 unless all are
won. It takes a few minutes, since the agent uses its time.
"""

from __future__ import annotations

import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from figures import Figures, options, run
from kaggle_environments import make

from plyground.cli.app import run as plyground

SIDE_BY_SIDE = 2  # episodes at once, one core each


def episode(agent: str, rival: str, begins: bool) -> tuple[bool, float, float]:
    """Whether the agent won, its slowest move, and the seconds left of its reserve."""
    environment = make("connectx")
    environment.run([agent, rival] if begins else [rival, agent])
    me = 0 if begins else 1
    last = environment.steps[-1][me]
    moves = [log[me]["duration"] for log in environment.logs if len(log) > me and log[me]]
    return last.reward == 1, max(moves), float(last.observation.remainingOverageTime)


def main() -> int:
    """Play the episodes."""
    parser = options(__doc__)
    parser.add_argument("rivals", nargs="*", metavar="RIVAL", default=["negamax", "random"])
    parser.add_argument("--episodes", type=int, default=20, metavar="N", help="against each rival")
    given = parser.parse_args()
    episodes: int = given.episodes
    figures = Figures(__file__, given)
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(SIDE_BY_SIDE) as processes:
        agent = str(Path(folder) / "submission.py")
        plyground(["agent", agent])
        for rival in given.rivals:
            begins = [number % 2 == 0 for number in range(episodes)]
            played = list(processes.map(episode, repeat(agent), repeat(rival), begins))
            won, slowest, spare = zip(*played, strict=True)
            group = f"Kaggle's ConnectX, {episodes} episodes against {rival}"
            figures.add(group, "won", sum(won), at_least=episodes)
            figures.add(group, "slowest move", round(max(slowest), 2), "s")
            figures.add(group, "least time left of the 60 s in reserve", round(min(spare)), "s")
    return figures.keep()


if __name__ == "__main__":
    run(main)
