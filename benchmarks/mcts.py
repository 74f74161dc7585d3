"""Monte Carlo tree search in Connect Four 7 x 6: strength against chance, and time per move.

Run `python benchmarks/mcts.py`; exit code 1 if it wins fewer than 99 of 100, or takes too long.
"""

from __future__ import annotations

import statistics
import sys
import time

from figures import Figures, header, options

import plyground as pg

GAMES = 100
WON_AT_LEAST = 99
PLAYOUTS = 1_000
TIMED_PLAYOUTS = 10_000
SECONDS_AT_MOST = 0.1


def against_chance() -> tuple[int, list[float]]:
    """How many of the games it wins, moving first in every other, and the seconds of each move."""
    won = 0
    seconds = []
    sampler = pg.MCTS(PLAYOUTS)
    for seed in range(GAMES):
        chance = pg.Chance(seed)
        position = pg.ConnectFour().position()
        while not position.over:
            player = sampler if position.turn == seed % 2 else pg.Random()
            choice = player.choose(position, chance=chance)
            if player is sampler:
                seconds.append(choice.seconds)
            position = position.play(choice.move)
        outcome = position.outcome
        won += outcome is not None and outcome.winner == seed % 2
    return won, seconds


def timed() -> tuple[list[float], list[int]]:
    """The seconds and the positions of each move of ten games of the player against itself."""
    seconds, nodes = [], []
    player = pg.MCTS(TIMED_PLAYOUTS)
    for seed in range(10):
        chance = pg.Chance(seed)
        position = pg.ConnectFour().position()
        while not position.over:
            choice = player.choose(position, chance=chance)
            if choice.leaves == TIMED_PLAYOUTS:  # where nothing was proven before
                seconds.append(choice.seconds)
                nodes.append(choice.nodes)
            position = position.play(choice.move)
    return seconds, nodes


def main() -> int:
    """Print the figures and compare them with their targets."""
    figures = Figures(__file__, options(__doc__).parse_args())
    print(header())
    begun = time.perf_counter()
    pg.MCTS(1).choose(pg.ConnectFour().position())
    print(f"prepared in {time.perf_counter() - begun:.2f} s")
    won, seconds = against_chance()
    print(
        f"{PLAYOUTS} playouts a move against random: {won} of {GAMES} won; "
        f"median {statistics.median(seconds) * 1000:.2f} ms a move"
    )
    seconds, nodes = timed()
    print(
        f"{TIMED_PLAYOUTS} playouts, {len(seconds)} moves: median "
        f"{statistics.median(seconds) * 1000:.1f} ms, most {max(seconds) * 1000:.1f} ms; "
        f"{sum(nodes) / sum(seconds) / 1e6:.0f} million positions a second"
    )
    group = "Monte Carlo tree search, Connect Four"
    held = figures.add(
        group,
        f"games won of {GAMES} against random, {PLAYOUTS:,} playouts",
        won,
        at_least=WON_AT_LEAST,
    )
    longest = round(1e3 * max(seconds), 1)
    held &= figures.add(
        group, f"longest move of {TIMED_PLAYOUTS:,} playouts", longest, "ms",
        at_most=1e3 * SECONDS_AT_MOST,
    )  # fmt: skip
    median = round(1e3 * statistics.median(seconds), 1)
    figures.add(group, f"median move of {TIMED_PLAYOUTS:,} playouts", median, "ms")
    figures.keep()
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
