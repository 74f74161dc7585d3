"""Make what comes with the package for the standard games, two at a time:

    python -m plyground.browser.shipping                        what no longer fits
    python -m plyground.browser.shipping --check                say what no longer fits
    python -m plyground.browser.shipping --compare 2 --by TEXT  make two again, and compare bytes

A module whose seal fits stays as it is, also where other versions of Numba and LLVM would write
other bytes; its data for pages are always made again. The games to compare are chosen by a text,
such as the name of a commit, so that in time all have their turn. `--all` takes all games, in place
of those that do not fit or of a number.

With NUMBA_DISABLE_JIT=1 this is quicker: nothing is compiled for this computer.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path

from plyground.browser.data import made_game
from plyground.browser.engine import engine_source
from plyground.browser.modules import standard_games
from plyground.browser.shipped import (
    name_of,
    seal_of,
    write_index,
    write_shipped,
)
from plyground.kernel.webassembly import made_module
from plyground.position import Game, file_stem
from plyground.position.shipped import (
    DATA,
    INDEX,
    MODULE,
    SOURCES,
    modules_folder,
    read_index,
    sources_of,
)

_AGAIN = "run `make modules`"


def made_with() -> str:
    """The versions that decide the bytes of a module, apart from its text."""
    python = f"Python {sys.version_info.major}.{sys.version_info.minor}"
    return ", ".join(
        [python, *(f"{name} {version(name)}" for name in ("llvmlite", "numba", "numpy"))]
    )


def faults(games: Iterable[Game], folder: Path) -> dict[Game, str]:
    """What is wrong with the modules of games in a folder."""
    rows = read_index(folder)

    def fault(game: Game) -> str:
        row = rows.get(file_stem(game))
        if row is None:
            return "is not there"
        for ending, sum_ in row["sha256"].items():
            path = folder / name_of(game, ending)
            if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != sum_:
                return f"has another {ending} than {INDEX} says"
        return "" if row["seal"] == seal_of(game) else "was made of another text"

    return {game: found for game in games if (found := fault(game))}


def write_all(games: tuple[Game, ...], folder: Path, again: bool = False) -> None:
    """Write the modules of games that do not fit, or `again` all; the data of all; and the index,
    after each game, so that work that was stopped goes on. What else lies in the folder is removed.
    """
    wrong = faults(games, folder)
    rows = {
        stem: row
        for game in games
        if (row := read_index(folder).get(stem := file_stem(game))) is not None
    }
    writing = threading.Lock()

    def write(game: Game) -> None:
        if again or game in wrong:
            _say(f"{file_stem(game)} ...")
            module, made = made_module(engine_source, game), made_with()
        else:
            module = (folder / name_of(game, MODULE)).read_bytes()
            made = rows[file_stem(game)]["made"]
        row = write_shipped(folder, game, module, made_game(game), made)
        with writing:
            rows[file_stem(game)] = row
            write_index(folder, rows)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, games))
    write_index(folder, rows, sources_of(type(games[0])))
    read_index.cache_clear()
    named = {name_of(game, ending) for game in games for ending in (MODULE, DATA)}
    for path in folder.glob("*.gz"):
        if path.name not in named:
            path.unlink()


def check(games: tuple[Game, ...], folder: Path) -> list[str]:
    """What does not fit, a line each."""
    said = [f"{file_stem(game)} {fault}: {_AGAIN}" for game, fault in faults(games, folder).items()]
    if not said and read_index(folder).get(SOURCES) != sources_of(type(games[0])):
        said.append(f"{INDEX} was written for other files: {_AGAIN}")
    return said


def compare(games: Iterable[Game], folder: Path) -> list[str]:
    """What differs, a line each, if the modules and the data of games are made again."""
    rows = read_index(folder)

    def difference(game: Game) -> str:
        stem = file_stem(game)
        made = rows[stem]["made"]
        if made != made_with():
            _say(f"{stem} was made with {made}, and here is {made_with()}: only its seal counts")
        elif _unpacked(folder, game, MODULE) != gzip.decompress(made_module(engine_source, game)):
            return f"the module of {stem} differs from what is made here: {_AGAIN}"
        if json.loads(_unpacked(folder, game, DATA)) != json.loads(json.dumps(made_game(game))):
            return f"the data of {stem} differ from what is made here: {_AGAIN}"
        return ""

    with ThreadPoolExecutor(2) as pool:
        return [found for found in pool.map(difference, games) if found]


def _unpacked(folder: Path, game: Game, ending: str) -> bytes:
    return gzip.decompress((folder / name_of(game, ending)).read_bytes())


def chosen(games: tuple[Game, ...], count: int, text: str) -> list[Game]:
    """So many of the games, by a hash of a text and their names."""

    def place(game: Game) -> bytes:
        return hashlib.sha256(f"{text} {file_stem(game)}".encode()).digest()

    return sorted(games, key=place)[:count]


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def main(arguments: list[str] | None = None) -> int:
    """What the command line asks for; 1 if something does not fit."""
    parser = argparse.ArgumentParser(description="The modules of the standard games.")
    parser.add_argument("--check", action="store_true", help="say what no longer fits")
    parser.add_argument("--compare", type=int, metavar="N", help="make N again and compare")
    parser.add_argument(
        "--by", default="", metavar="TEXT", help="what chooses the games to compare"
    )
    parser.add_argument("--all", action="store_true", help="all games, also those that fit")
    given = parser.parse_args(arguments)
    games = standard_games()
    folder = modules_folder(type(games[0]))
    assert folder is not None
    said: list[str] = []
    if given.check or given.compare is not None:
        said = check(games, folder)
    if given.compare is not None and not said:
        count = len(games) if given.all else given.compare
        said = compare(chosen(games, count, given.by), folder)
    if not (given.check or given.compare is not None):
        write_all(games, folder, again=given.all)
    for line in said:
        _say(line)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
