"""Positions a second: Plyground, the old programs in plain Python, OpenSpiel and easyAI.

Run `python benchmarks/search.py`. OpenSpiel and easyAI are measured where they are installed (`pip
install open_spiel easyAI`). Each figure is the median of several measurements in one run. All
searches of a group get the same positions and the same depth, and moves in the order of the game.
What counts is each position that the search reaches by a move; the position searched does not.
"""

from __future__ import annotations

import importlib.util
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from figures import Figures, header, options

import plyground as pg
from plyground import search
from plyground.search import PLAIN

sys.path.insert(0, str(Path(__file__).parent))
from baseline import (
    Visited,
    old_connect4,
    old_numerical,
    old_sim_red,
    old_tictactoe,
    sim_board,
)

RUNS = 5
PATIENCE = 3.0  # seconds, roughly, for one run of a slow peer: it gets fewer positions

PRUNED = replace(PLAIN, pruning=True, ties_equal=False)
REMEMBERED = search.Settings(ties_equal=False)

Search = Callable[[pg.Position, int], int]  # a search of so many plies: the positions visited


def openings(game: pg.Game, plies: int, count: int) -> list[pg.Position]:
    """Positions after a number of random moves that did not end the game."""
    rng = random.Random(0)
    found: list[pg.Position] = []
    while len(found) < count:
        position = game.position()
        while position.ply < plies and not position.over:
            position = position.play(rng.choice(position.moves))
        if not position.over:
            found.append(position)
    return found


def ours(settings: search.Settings) -> Search:
    """Our search with these settings."""

    def search(position: pg.Position, depth: int) -> int:
        return pg.alphabeta(position, limits=pg.Limits(depth), settings=settings).nodes

    return search


def speed(search: Search, positions: list[pg.Position], depth: int) -> float:
    """Positions a second, over all `positions`; only as many as patience allows."""
    search(positions[0], 1)  # compiles
    begun = time.perf_counter()
    search(positions[0], depth)
    affordable = int(PATIENCE / RUNS / max(time.perf_counter() - begun, 1e-9))
    chosen = positions[: max(affordable, 1)]
    rates = []
    for _ in range(RUNS if affordable else 1):
        begun = time.perf_counter()
        nodes = sum(search(position, depth) for position in chosen)
        rates.append(nodes / (time.perf_counter() - begun))
    return statistics.median(rates)


# The old programs


def old_sim(pruning: bool) -> Search:
    """The second Sim program, red to move."""

    def search(position: pg.Position, depth: int) -> int:
        game = position.game
        assert isinstance(game, pg.Sim)
        board = sim_board.new_board(game.vertices)
        for ply, each in enumerate(position.line[1:]):
            colour = (position.ply - ply) % 2  # red is to move now
            sim_board.paint(board, game.edges[each.last_code or 0], colour)
        visited = Visited()
        old_sim_red.choose(board, depth, pruning, False, visited)
        return visited.positions

    return search


def old_four(pruning: bool) -> Search:
    """The old Connect Four program."""

    def search(position: pg.Position, depth: int) -> int:
        board = old_connect4.new_board()
        for ply, column in enumerate(position.history):
            old_connect4.drop(board, int(column) - 1, old_connect4.RED + ply % 2)
        visited = Visited()
        player = old_connect4.RED + position.ply % 2
        old_connect4.candidates(board, player, depth, pruning, visited)
        return visited.positions

    return search


def old_three(position: pg.Position, _depth: int) -> int:
    """The old tic-tac-toe program, which always searches to the end."""
    board = old_tictactoe.new_board()
    marks = (old_tictactoe.COMPUTER, old_tictactoe.HUMAN)
    for ply, cell in enumerate(position.history):
        row, column = divmod(int(cell) - 1, 3)
        board[row][column] = marks[(position.ply - ply) % 2]
    visited = Visited()
    old_tictactoe.search(board, visited=visited)
    return visited.positions


def old_numbers(position: pg.Position, depth: int) -> int:
    """The recursion of the old numerical tic-tac-toe program."""
    game = position.game
    assert isinstance(game, pg.NumericalTicTacToe)
    visited = Visited()
    old_numerical.minimax(list(game.numbers(position.state)), depth, visited)
    return visited.positions


# OpenSpiel and easyAI


def openspiel(name: str) -> Search | None:
    """OpenSpiel's alpha-beta, None where it is not installed."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(name)
    plain = minimax._alpha_beta
    counts: dict[str, int] = {}

    def counting(*arguments: Any, **named: Any) -> Any:
        counts["nodes"] += 1
        return plain(*arguments, **named)

    def once(position: pg.Position, depth: int) -> None:
        state = game.new_initial_state()
        for code in (each.last_code for each in position.line[1:]):
            state.apply_action(code)
        minimax.alpha_beta_search(
            game, state=state, value_function=lambda _state: 0, maximum_depth=depth
        )

    return counted(once, minimax, "_alpha_beta", counting, counts)


def easyai(name: str) -> Search | None:
    """easyAI's negamax, None where it is not installed."""
    if importlib.util.find_spec("easyAI") is None:
        return None
    module = importlib.import_module(f"easyAI.games.{name}")
    negamax = importlib.import_module("easyAI.AI.Negamax")
    from easyAI import Human_Player, Negamax

    plain = negamax.negamax
    counts: dict[str, int] = {}

    def counting(*arguments: Any, **named: Any) -> Any:
        counts["nodes"] += 1
        return plain(*arguments, **named)

    def once(position: pg.Position, depth: int) -> None:
        game = getattr(module, name)([Human_Player(), Human_Player()])
        connect = name == "ConnectFour"
        for move in position.history:
            game.play_move(int(move) - 1 if connect else int(move))
        Negamax(depth, lambda each: -100 if each.lose() else 0)(game)

    return counted(once, negamax, "negamax", counting, counts)


def counted(
    once: Callable[[pg.Position, int], None],
    module: Any,
    name: str,
    counting: Callable[..., Any],
    counts: dict[str, int],
) -> Search:
    """Another program's search, whose positions are counted in separate runs that are not timed."""
    plain = getattr(module, name)
    known: dict[tuple[pg.Position, int], int] = {}

    def search(position: pg.Position, depth: int) -> int:
        if (position, depth) not in known:
            counts["nodes"] = -1  # the position searched does not count
            setattr(module, name, counting)
            once(position, depth)
            setattr(module, name, plain)
            known[position, depth] = counts["nodes"]
        once(position, depth)
        return known[position, depth]

    return search


def group(
    figures: Figures,
    title: str,
    positions: list[pg.Position],
    depth: int,
    heuristic: str,
    peers: dict[str, Any],
) -> None:
    """Print the speeds of our three searches and of the peers, with the ratios."""
    print(f"\n{title}, depth {depth}")
    speeds = {
        name: speed(ours(replace(settings, heuristic=heuristic)), positions, depth)
        for name, settings in (
            ("minimax", PLAIN), ("alpha-beta", PRUNED), ("alpha-beta with table", REMEMBERED)
        )
    }  # fmt: skip
    for name, rate in speeds.items():
        print(f"  {name:36} {rate / 1e6:9.2f} million a second")
        figures.add(f"{title}, depth {depth}", name, millions(rate), "million a second")
    for name, (peer, beside, wanted) in peers.items():
        if peer is None:
            print(f"  {name:36} not installed")
            continue
        rate = speed(peer, positions, depth)
        ratio = speeds[beside] / rate
        target = f", wanted {wanted}" if wanted else ""
        print(f"  {name:36} {rate / 1e6:9.4f}     {beside} is {ratio:,.0f} times as fast{target}")
        figures.add(f"{title}, depth {depth}", name, millions(rate), "million a second")
        figures.add(f"{title}, times as fast", f"depth {depth}, {beside} against {name}",
                    round(ratio), "times", at_least=wanted or None)  # fmt: skip


def millions(rate: float) -> float:
    """Millions, to three digits."""
    return float(f"{rate / 1e6:.3g}")


def main() -> None:
    """Print everything."""
    figures = Figures(__file__, options(__doc__).parse_args())
    print(header())
    group(
        figures, "tic-tac-toe, all 9 first moves", openings(pg.TicTacToe(), 1, 9), 9, "none",
        {
            "old program, its cut-offs": (old_three, "alpha-beta", 0),
            "OpenSpiel alpha-beta": (openspiel("tic_tac_toe"), "alpha-beta", 50),
            "easyAI negamax": (easyai("TicTacToe"), "alpha-beta", 100),
        },
    )  # fmt: skip
    group(
        figures, "numerical tic-tac-toe, after 2 plies",
        openings(pg.NumericalTicTacToe(), 2, 20), 4, "none",
        {"old program, no memory": (old_numbers, "minimax", 0)},
    )  # fmt: skip
    for vertices in (6, 8, 10):
        positions = openings(pg.Sim(vertices), 2, 20)
        for depth in (3, 5):
            peers = {"old program, pruning": (old_sim(True), "alpha-beta", 500 * (depth == 5))}
            if depth == 3:
                peers["old program, no pruning"] = (old_sim(False), "minimax", 0)
            group(
                figures,
                f"Sim on {vertices} dots, after 2 plies",
                positions,
                depth,
                "safe-edges",
                peers,
            )
    positions = openings(pg.ConnectFour(), 2, 20)
    for depth in (5, 7):
        peers = {
            "old program, no pruning": (old_four(False), "minimax", 500 * (depth == 7)),
            "old program, pruning": (old_four(True), "alpha-beta", 500 * (depth == 7)),
        }
        group(figures, "Connect Four, after 2 plies", positions, depth, "line-table", peers)
    group(
        figures, "Connect Four without a heuristic, after 2 plies", positions, 8, "none",
        {
            "OpenSpiel alpha-beta": (openspiel("connect_four"), "alpha-beta", 50),
            "easyAI negamax": (easyai("ConnectFour"), "alpha-beta", 100),
        },
    )  # fmt: skip
    figures.keep()


if __name__ == "__main__":
    main()
