"""How long players and series take: large Sim boards, an experiment, a series, and stopping.

Run `python benchmarks/players.py`; exit code 1 if one misses its target. Everything is compiled
before the clock starts. The two commands are run twice instead, and the second run counts.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from figures import Figures, header, options

import plyground as pg

OPENINGS = 21
STOPS = 30

MOVES = "Sim, median of a move over random openings"
STOPPED = f"Stopping a search from another thread, the longest of {STOPS}"
COMMANDS = "Commands with 2 jobs, start included"


class Times(Figures):
    """Figures that are times, printed at once."""

    missed = False

    def show(self, group: str, what: str, seconds: float, wanted: float, more: str = "") -> None:
        """Print a time next to its target."""
        held = self.add(group, what, float(f"{seconds:.2g}"), "s", at_most=wanted)
        self.missed = self.missed or not held
        print(f"  {what:58} {seconds:9.4f} s, target {wanted:g} {more}{'' if held else '  MISSED'}")


def openings(game: pg.Game, seed: int) -> pg.Position:
    """A position after some random moves, at most a fifth of the board."""
    rng = random.Random(seed)
    while True:
        position = game.position()
        for _ in range(rng.randrange(game.max_plies // 5)):
            if not position.over:
                position = position.play(rng.choice(position.moves))
        if not position.over:
            return position


def median_move(game: pg.Game, player: pg.Player) -> float:
    """The median time of a move over random openings."""
    player.choose(game.position(), chance=pg.Chance(0))
    return statistics.median(
        player.choose(openings(game, seed), chance=pg.Chance(seed)).seconds
        for seed in range(OPENINGS)
    )


def large_boards(times: Times) -> None:
    """Sim on 8 to 10 dots."""
    print(f"\n{MOVES}")
    for vertices in (8, 9, 10):
        for depth, wanted in ((4, 0.2), (6, 2.0)):
            seconds = median_move(pg.Sim(vertices), pg.AlphaBeta(depth=depth))
            what = f"{vertices} dots, 2 players, alphabeta:depth={depth}"
            times.show(MOVES, what, seconds, wanted)
    for player in (pg.MaxN(depth=4), pg.AlphaBeta(depth=4)):
        seconds = median_move(pg.Sim(10, 5), player)
        times.show(MOVES, f"10 dots, 5 players, {player.text}", seconds, 1.0)


def command(*arguments: str) -> float:
    """The seconds of a second run of a command."""
    line = [sys.executable, "-m", "plyground", *arguments]
    for _ in range(2):
        begun = time.perf_counter()
        subprocess.run(line, check=True, capture_output=True)
        seconds = time.perf_counter() - begun
    return seconds


def commands(times: Times) -> None:
    """Series, with the start of the program and of its processes."""
    print(f"\n{COMMANDS}")
    seconds = command("experiment", "depth-pruning", "--jobs", "2")
    times.show(COMMANDS, "experiment depth-pruning: seven rows of 100 games", seconds, 20.0)
    series = ("simulate", "connect4", "minimax:depth=5", "random", "--rounds", "1000")
    times.show(COMMANDS, " ".join(series), command(*series, "--jobs", "2"), 10.0)


def stopped(player: pg.Player, position: pg.Position) -> tuple[list[float], float]:
    """The seconds from stop to end, several times, and the longest gap in this thread meanwhile.

    This thread wakes every millisecond, as an interface would to serve its events.
    """
    delays, worst = [], 0.0
    for _ in range(STOPS):
        control, ended = pg.Control(), [0.0]
        thread = threading.Thread(target=until_stopped, args=(player, position, control, ended))
        thread.start()
        begun = last = time.perf_counter()
        while last - begun < 0.05:
            time.sleep(0.001)
            now = time.perf_counter()
            worst = max(worst, now - last)
            last = now
        asked = time.perf_counter()
        control.stop()
        thread.join()
        delays.append(ended[0] - asked)
    return delays, worst


def until_stopped(
    player: pg.Player, position: pg.Position, control: pg.Control, ended: list[float]
) -> None:
    """Think until told to stop, and note when that was."""
    try:
        player.choose(position, chance=pg.Chance(0), control=control)
    except pg.Cancelled:
        ended[0] = time.perf_counter()


def stopping(times: Times) -> None:
    """How soon a search ends, and whether the interpreter stays alive meanwhile."""
    print(f"\n{STOPPED}")
    thinkers: list[tuple[Callable[[], pg.Game], pg.Player]] = [
        (pg.ConnectFour, pg.Minimax(depth=30)),
        (pg.ConnectFour, pg.AlphaBeta(depth=40)),
        (pg.ConnectFour, pg.MCTS(playouts=10**8)),
        (lambda: pg.Sim(10, 5), pg.MaxN(depth=30)),
    ]
    for make, player in thinkers:
        position = make().position()
        control = pg.Control()
        control.stop()
        until_stopped(player, position, control, [0.0])  # compiles
        delays, gap = stopped(player, position)
        more = f"(longest gap in the other thread {gap * 1e3:.1f} ms)"
        times.show(STOPPED, player.text, max(delays), 0.05, more)


def main() -> int:
    """Print everything."""
    times = Times(__file__, options(__doc__).parse_args())
    print(header())
    large_boards(times)
    stopping(times)
    commands(times)
    times.keep()
    return int(times.missed)


if __name__ == "__main__":
    sys.exit(main())
