"""Positions a second: Plyground, OpenSpiel and easyAI.

Run `python benchmarks/search.py`. OpenSpiel and easyAI are measured where they are installed, as
`make bench` does. Each figure is the median of several measurements in one run. All searches of a
group get the same positions and the same depth, and moves in the order of the game.
Times are those of the processor. What counts is each position that the search reaches by a move;
the position searched does not.
"""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from figures import Figures, digits, in_turn, options, run
from playing import opening

import plyground as pg
from plyground import search
from plyground.search import PLAIN

RUNS = 5
PATIENCE = 3.0  # seconds, roughly, for all runs of a slow peer: it gets fewer positions

OURS = {
    "minimax": PLAIN,
    "alpha-beta": replace(PLAIN, pruning=True, ties_equal=False),
    "alpha-beta with table": search.Settings(ties_equal=False),
}

Search = Callable[[pg.Position, int], int]  # a search of so many plies: the positions visited


def ours(settings: search.Settings) -> Search:
    """Our search with these settings."""

    def search(position: pg.Position, depth: int) -> int:
        return pg.alphabeta(position, limits=pg.Limits(depth), settings=settings).nodes

    return search


def measure(search: Search, positions: list[pg.Position], depth: int) -> Callable[[], float]:
    """A measurement of positions a second, over as many of `positions` as patience allows."""
    search(positions[0], 1)  # compiles
    begun = time.process_time()
    search(positions[0], depth)
    affordable = int(PATIENCE / RUNS / max(time.process_time() - begun, 1e-9))
    chosen = positions[: max(affordable, 1)]
    for position in chosen:
        search(position, depth)  # counts

    def rate() -> float:
        begun = time.process_time()
        nodes = sum(search(position, depth) for position in chosen)
        return nodes / (time.process_time() - begun)

    return rate


def openspiel(name: str) -> Search | None:
    """OpenSpiel's alpha-beta, None where it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(name)

    def once(position: pg.Position, depth: int) -> None:
        state = game.new_initial_state()
        for code in (each.last_code for each in position.line[1:]):
            state.apply_action(code)
        minimax.alpha_beta_search(
            game, state=state, value_function=lambda _state: 0, maximum_depth=depth
        )

    return counted(once, minimax, "_alpha_beta")


def easyai(name: str) -> Search | None:
    """easyAI's negamax, None where it is not installed."""
    if importlib.util.find_spec("easyAI") is None:
        return None
    module = importlib.import_module(f"easyAI.games.{name}")
    from easyAI import Human_Player, Negamax

    def once(position: pg.Position, depth: int) -> None:
        game = getattr(module, name)([Human_Player(), Human_Player()])
        connect = name == "ConnectFour"
        for move in position.history:
            game.play_move(int(move) - 1 if connect else int(move))
        Negamax(depth, lambda each: -100 if each.lose() else 0)(game)

    return counted(once, importlib.import_module("easyAI.AI.Negamax"), "negamax")


def counted(once: Callable[[pg.Position, int], None], module: Any, name: str) -> Search:
    """Another program's search by a function that calls itself, the one called `name` in `module`.

    Its positions are counted in separate runs, which are not timed.
    """
    plain = getattr(module, name)
    known: dict[tuple[pg.Position, int], int] = {}

    def count(position: pg.Position, depth: int) -> int:
        calls = 0

        def counting(*arguments: Any, **named: Any) -> Any:
            nonlocal calls
            calls += 1
            return plain(*arguments, **named)

        setattr(module, name, counting)
        once(position, depth)
        setattr(module, name, plain)
        return calls - 1  # the position searched does not count

    def search(position: pg.Position, depth: int) -> int:
        if (position, depth) not in known:
            known[position, depth] = count(position, depth)
        once(position, depth)
        return known[position, depth]

    return search


def group(
    figures: Figures,
    title: str,
    positions: list[pg.Position],
    depth: int,
    peers: dict[str, tuple[Search | None, float]],
) -> None:
    """Take the speeds of our searches and of the peers, and compare alpha-beta with theirs."""
    searches = {
        name: ours(replace(settings, heuristic="none")) for name, settings in OURS.items()
    } | {name: peer for name, (peer, _) in peers.items() if peer}
    measures = {name: measure(each, positions, depth) for name, each in searches.items()}
    rates = in_turn(measures, RUNS)
    for name, rate in rates.items():
        figures.add(f"{title}, depth {depth}", name, digits(rate / 1e6), "million a second")
    for name, (_, wanted) in peers.items():
        if name in rates:
            times = round(rates["alpha-beta"] / rates[name])
            what = f"depth {depth}, alpha-beta against {name}"
            figures.add(f"{title}, times as fast", what, times, "times", at_least=wanted)


def main() -> int:
    """Measure two games."""
    figures = Figures(__file__, options(__doc__).parse_args())
    chance = random.Random(0)
    group(
        figures, "tic-tac-toe, all 9 first moves",
        [opening(pg.TicTacToe(), 1, chance) for _ in range(9)], 9,
        {
            "OpenSpiel alpha-beta": (openspiel("tic_tac_toe"), 50),
            "easyAI negamax": (easyai("TicTacToe"), 100),
        },
    )  # fmt: skip
    chance = random.Random(0)
    group(
        figures, "Connect Four without a heuristic, after 2 plies",
        [opening(pg.ConnectFour(), 2, chance) for _ in range(20)], 8,
        {
            "OpenSpiel alpha-beta": (openspiel("connect_four"), 50),
            "easyAI negamax": (easyai("ConnectFour"), 100),
        },
    )  # fmt: skip
    return figures.keep()


if __name__ == "__main__":
    run(main)
