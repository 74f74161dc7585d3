"""All games by name: the four of this package, and those that installed packages bring.

A package brings a game by an entry point in the group "plyground.games" whose value is the game's
class, as in `nim = "my_package.nim:Nim"`. Puzzles and books come with it in the folders `puzzles`
and `books` beside that module. A Python file is named by its path.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import isclass
from pathlib import Path

from plyground.games import BUILT_IN
from plyground.position import Game, ParameterError, UnknownGameError
from plyground.position.faults import fault_of
from plyground.position.loading import load_file
from plyground.position.trial import require_stated

ENTRY_POINTS = "plyground.games"
_STATED = {
    "name": "what is typed for the game",
    "title": "what people call it",
    "summary": "its rules in a sentence",
}


def game_names() -> list[str]:
    """The names of all games: the built-in ones, then those of installed packages."""
    return [*BUILT_IN, *_installed()]


def game(name: str, **values: int) -> Game:
    """The game called `name`, or in the Python file of that path, made with its parameters.

    Raises UnknownGameError if there is none, ParameterError for a value that it does not take.
    """
    found = game_class(name)
    known = [parameter.name for parameter in found.parameters]
    unknown = [value for value in values if value not in known]
    if unknown:
        raise ParameterError(f"{found.title} takes {', '.join(known)}, and not {unknown[0]!r}")
    return found(**values)


def game_class(name: str) -> type[Game]:
    """The class of the game called `name`, or in the Python file of that path.

    Raises UnknownGameError if there is none, or if what brings it does not load.
    """
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        found: object = getattr(importlib.import_module(module), attribute)
    elif name in _installed():
        try:
            found = _installed()[name].load()
        except (Exception, SystemExit) as error:  # whatever the package does while it loads
            raise UnknownGameError(f"the game {name} does not load: {_in_short(error)}") from error
    elif name.endswith(".py"):
        return _class_in_file(Path(name))
    else:
        raise UnknownGameError(
            f"there is no game {name!r}: give {', '.join(game_names())}, "
            "or the path of a Python file"
        )
    if not (isclass(found) and issubclass(found, Game)):
        raise UnknownGameError(f"the game {name} does not load: it is {found!r}, and not a game")
    return found


def installed_game(name: str) -> type[Game]:
    """The class of an installed game, for names that come from others: a file's path is none.

    Raises UnknownGameError.
    """
    if name not in BUILT_IN and name not in _installed():
        raise UnknownGameError(f"there is no game {name!r}: give {', '.join(game_names())}")
    return game_class(name)


def folder_of(found: type[Game], name: str) -> Path | None:
    """The folder called `name` that comes with a game; it need not exist.

    That of the built-in games is in this package, that of an installed game beside its module.
    None for other games, such as those of a file.
    """
    try:
        known = found is installed_game(found.name)
    except UnknownGameError:
        known = False
    file = sys.modules[found.__module__].__file__
    if not known or file is None:
        return None
    beside = Path(file).parent
    return (beside.parent if found.name in BUILT_IN else beside) / name


@cache
def _installed() -> dict[str, EntryPoint]:
    """Looked up once: it reads what every installed package says of itself."""
    points = entry_points(group=ENTRY_POINTS)
    return {point.name: point for point in points if point.name not in BUILT_IN}


def _class_in_file(path: Path) -> type[Game]:
    if not path.exists():
        raise UnknownGameError(f"{path} does not exist: give the path of a Python file with a game")
    try:
        module = load_file(path)
    except (Exception, SystemExit) as error:
        fault = fault_of(error, path.resolve()) if isinstance(error, Exception) else None
        told = fault or f"{path} does not load: {_in_short(error)}"
        raise UnknownGameError(str(told)) from error
    found = [
        value
        for value in vars(module).values()
        if isclass(value) and issubclass(value, Game) and value.__module__ == module.__name__
    ]
    if len(found) != 1:
        raise UnknownGameError(f"{path} has to define one game, and defines {len(found)}")
    require_stated(found[0], _STATED)
    return found[0]


def _in_short(error: BaseException) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{type(error).__name__}: {reason.splitlines()[0] if reason else 'no reason given'}"
