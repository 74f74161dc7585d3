"""The modules of games: they come with the package, are kept on this computer, or are made.

Those of the standard games come with the package: see `shipped`.
"""

from __future__ import annotations

from collections.abc import Callable

from plyground.browser.engine import engine_source, rules_source
from plyground.browser.shipped import shipped_module
from plyground.games.connect4 import ConnectFour
from plyground.games.numerical import NumericalTicTacToe
from plyground.games.sim import Sim
from plyground.games.tictactoe import TicTacToe
from plyground.kernel import CompileError, compile_error
from plyground.kernel.compiler import COMPILES
from plyground.kernel.webassembly import kept_module, module_path
from plyground.position import CannotError, Game


def standard_games() -> tuple[Game, ...]:
    """The games whose modules come with the package: the sizes that the app offers, and those that
    the proofs are about.
    """
    offered = ConnectFour().face.sizes
    return (
        TicTacToe(),
        NumericalTicTacToe(),
        *(Sim(dots, 2) for dots in range(6, 11)),
        Sim(6, 3),
        Sim(7, 3),
        *(ConnectFour(columns, rows) for columns, rows in (*offered, (8, 5))),
    )


def engine_module(
    game: Game, on_compile: Callable[[str], None] | None = None, *, gives_way: bool = False
) -> bytes:
    """The WebAssembly module of a game, compressed by gzip: shipped, kept from before, or made now.

    `on_compile` is called with the name of each function that is about to be compiled. With
    `gives_way` that happens at a low priority. Raises CannotError if the game has no kernel
    `cells`, or if its kernels cannot run in a page.
    """
    if "cells" not in game.rules.kernels:
        raise CannotError(
            f"the rules of {game.title} have no kernel cells, so no page can show its board"
        )
    try:
        return shipped_module(game) or kept_module(
            engine_source, game, on_compile=on_compile, gives_way=gives_way
        )
    except CompileError as error:
        reason = compile_error(error)
        raise CannotError(f"{game.title} cannot be played in a page: {reason}") from None


def module_at_hand(game: Game) -> bytes | None:
    """The module of a game as `engine_module` gives it; None if it would have to be made, or if the
    game has none.
    """
    if "cells" not in game.rules.kernels:
        return None
    shipped = shipped_module(game)
    if shipped or not module_path(engine_source(game)).exists():
        return shipped
    return kept_module(engine_source, game)


def why_no_page(game: Game) -> str:
    """Why the kernels of a game cannot run in a page, in one line; empty if they can.

    It takes seconds, where the whole module takes a minute. With compilation off it is not tried.
    """
    try:
        if COMPILES and shipped_module(game) is None:
            kept_module(rules_source, game)
    except CompileError as error:
        return compile_error(error)
    return ""
