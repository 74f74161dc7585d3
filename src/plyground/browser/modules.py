"""The modules of games: they come with the package, are kept on this computer, or are made.

Those of the standard games in their usual sizes are made with the wheel, so that on a new computer
a page can play at once. Such a module belongs to the sources it was made from: where any of them
differs, as in a checkout, it is not used.

    python -m plyground.browser.modules FOLDER

makes them.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from plyground.browser.engine import engine_source, rules_source
from plyground.games.connect4 import ConnectFour
from plyground.games.numerical import NumericalTicTacToe
from plyground.games.registry import folder_of
from plyground.games.sim import Sim
from plyground.games.tictactoe import TicTacToe
from plyground.kernel import CompileError, compile_error
from plyground.kernel.compiler import COMPILES
from plyground.kernel.webassembly import kept_module, module_path
from plyground.position import CannotError, Game, file_stem

_FOLDER = "modules"
_PARTS = ("kernel", "position", "games", "search", "players", "browser")
"""The parts of the package that decide what a module does."""

_CHECKSUM = 32  # bytes


def standard_games() -> tuple[Game, ...]:
    """The games whose modules come with the package."""
    return (
        TicTacToe(),
        NumericalTicTacToe(),
        Sim(6, 2),
        Sim(6, 3),
        Sim(7, 2),
        Sim(8, 2),
        ConnectFour(7, 6),
        ConnectFour(8, 5),
        ConnectFour(4, 4),
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


def shipped_module(game: Game) -> bytes | None:
    """The module that comes with a game's package, compressed by gzip; None if there is none for
    its parameters, or if it was made from other sources.
    """
    folder = folder_of(type(game), _FOLDER)
    if folder is None:
        return None
    try:
        content = (folder / _name(game)).read_bytes()
    except OSError:
        return None
    made_from, body = content[:_CHECKSUM], content[_CHECKSUM:]
    return body if made_from == _seal(_sources(type(game)), body) else None


def write_modules(folder: Path) -> None:
    """Write the modules of the standard games to a folder, two at a time."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(game: Game) -> None:
        body = engine_module(game)
        (folder / _name(game)).write_bytes(_seal(_sources(type(game)), body) + body)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, standard_games()))


def _name(game: Game) -> str:
    return f"{file_stem(game)}.wasm.gz"


def _seal(sources: bytes, body: bytes) -> bytes:
    return hashlib.sha256(sources + body).digest()


@functools.cache
def _sources(kind: type[Game]) -> bytes:
    """A hash of the sources that decide the module of a game."""
    package = Path(__file__).parent.parent
    paths = [path for part in _PARTS for path in sorted((package / part).rglob("*.py"))]
    own = sys.modules[kind.__module__].__file__
    assert own is not None
    digest = hashlib.sha256()
    for path in (*paths, Path(own)):
        digest.update(path.name.encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()


if __name__ == "__main__":
    write_modules(Path(sys.argv[1]))
