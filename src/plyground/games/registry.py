"""All games by name: the four of this package, and those of installed packages.

A package adds a game by an entry point in the group "plyground.games" whose value is the game's
class, for example `nim = "my_package.nim:Nim"`. The folders `puzzles` and `books` next to that
module hold its puzzles and books. The name of a game in a Python file is the file's path, until
`offer` gives it to all who ask for a game by name.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import re
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import isclass
from pathlib import Path

from plyground.games import BUILT_IN
from plyground.position import Game, ParameterError, UnknownGameError
from plyground.position.faults import GameFileError, fault_at, fault_of, similar
from plyground.position.loading import load_file, unload
from plyground.position.statements import require_class

ENTRY_POINTS = "plyground.games"

_LASTING = re.compile(r"\w+@[0-9a-f]{12}", re.ASCII)  # a name and a digest of the rules


def game_names() -> list[str]:
    """The names of all games: the built-in ones, those of installed packages, those on offer."""
    return [*BUILT_IN, *_installed(), *_offers.newest]


def game(name: str, **values: int) -> Game:
    """The game called `name`, or the game in the Python file of that path, with its parameters.

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

    Raises UnknownGameError if there is none, or if the package that brings it does not load, and
    GameFileError for what is wrong in the file.
    """
    if not isinstance(name, str):
        raise TypeError(f"a game's name is a text, such as 'connect4', and not {name!r}")
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        found: object = getattr(importlib.import_module(module), attribute)
    elif name in _installed():
        try:
            found = _installed()[name].load()
        except (Exception, SystemExit) as error:  # anything that the package does while it loads
            raise UnknownGameError(f"the game {name} does not load: {_in_short(error)}") from error
    elif name in _offers.newest:
        return _offers.newest[name]
    elif name.endswith(".py"):
        return _class_in_file(Path(name))
    else:
        raise _unknown(name, " or the path of a Python file")
    if not (isclass(found) and issubclass(found, Game)):
        raise UnknownGameError(f"the game {name} does not load: it is {found!r}, and not a game")
    return found


def installed_game(name: str) -> type[Game]:
    """The class of an installed game or of one on offer, for names from strangers: paths of files
    are not accepted.

    Raises UnknownGameError.
    """
    if name in game_names():
        return game_class(name)
    found = _offers.version(name)
    if found is None:
        raise _unknown(name)
    return found


def offer(path: Path, folder: Path) -> type[Game]:
    """Give the game in the file at `path` to all who ask for it by its name; return its class.

    Its rules are kept in `folder`, so that games that began with them can go on: see
    `lasting_name`. Raises UnknownGameError for a name that is taken and for a file that cannot be
    read, and GameFileError for what is wrong in it.
    """
    try:
        rules = path.read_bytes()
        copy = folder / f"{path.stem}-{hashlib.sha256(rules).hexdigest()[:12]}.py"
        folder.mkdir(parents=True, exist_ok=True)
        if not copy.exists():
            draft = copy.with_suffix(f".{os.getpid()}")
            draft.write_bytes(rules)
            draft.replace(copy)
    except OSError as error:
        raise UnknownGameError(f"{path} cannot be read or kept: {_in_short(error)}") from error
    return _offered(_class_of_copy(copy, path), copy, path)


def offer_again(path: Path, copy: Path) -> type[Game]:
    """Give a game as `offer` kept it in `copy`, whatever the file at `path` holds by now.

    Raises what `offer` raises.
    """
    return _offered(_class_in_file(copy), copy, path)


def _offered(found: type[Game], copy: Path, path: Path) -> type[Game]:
    if found.name in BUILT_IN or found.name in _installed():
        raise UnknownGameError(f"{path} calls its game {found.name}, as another game is called")
    _offers.keep(found, copy)
    return found


def kept_copy(found: type[Game]) -> str:
    """The name of the file in which `offer` kept the rules of this game."""
    return _offers.copies[found]


def withdraw(name: str) -> None:
    """Take back a game on offer. Games that began with its rules can go on."""
    _offers.newest.pop(name, None)


def lasting_name(game: Game) -> str:
    """A name by which `installed_game` finds these very rules, also in another process, once its
    `remember` was given the folder.
    """
    return _offers.names.get(type(game), game.name)


def remember(folder: Path) -> None:
    """Find versions of games on offer in this folder, where `offer` kept them."""
    _offers.folder = folder


def _class_of_copy(copy: Path, path: Path) -> type[Game]:
    """The class in the copy of the file at `path`, whose faults are named instead of the copy's."""
    try:
        return _class_in_file(copy)
    except (GameFileError, UnknownGameError) as error:
        copy.unlink(missing_ok=True)
        unload(path)
        _class_in_file(path)
        raise UnknownGameError(
            f"{path} needs files beside it, and the app takes games of one file: {_in_short(error)}"
        ) from error


class _Offers:
    """The games on offer: the newest by name, and all versions by their lasting names."""

    def __init__(self) -> None:
        self.newest: dict[str, type[Game]] = {}
        self.names: dict[type[Game], str] = {}
        self.copies: dict[type[Game], str] = {}
        self.folder: Path | None = None

    def keep(self, found: type[Game], copy: Path) -> None:
        self.newest[found.name] = found
        self.names[found] = f"{found.name}@{copy.stem[-12:]}"
        self.copies[found] = copy.name

    def version(self, name: str) -> type[Game] | None:
        """The class with this lasting name, loaded again if necessary."""
        for found, lasting in self.names.items():
            if lasting == name:
                return found
        if self.folder is None or not _LASTING.fullmatch(name):
            return None
        for copy in self.folder.glob(f"*-{name.partition('@')[2]}.py"):
            found = _class_in_file(copy)
            self.names[found] = name
            return found
        return None


_offers = _Offers()


def _unknown(name: str, more: str = "") -> UnknownGameError:
    """What to raise for a name of no game; `more` is what else is accepted."""
    games = f"{', '.join(game_names())}{more}"
    guess = similar(name, game_names())
    error = UnknownGameError(f"there is no game {name!r}{guess or f': give {games}'}")
    error.name = name
    return error


def folder_of(found: type[Game], name: str) -> Path | None:
    """The folder called `name` of a game; it need not exist.

    The folder for built-in games is in this package, the folder of an installed game next to its
    module. None for other games, such as those in a file.
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
    """Looked up once, because it reads the metadata of every installed package."""
    points = entry_points(group=ENTRY_POINTS)
    return {point.name: point for point in points if point.name not in BUILT_IN}


def _class_in_file(path: Path) -> type[Game]:
    if not path.exists():
        raise UnknownGameError(f"{path} does not exist: give the path of a Python file with a game")
    try:
        module = load_file(path)
    except (Exception, SystemExit) as error:
        fault = fault_of(error, path.resolve())
        if fault is not None:
            raise fault from error
        raise UnknownGameError(f"{path} does not load: {_in_short(error)}") from error
    found = [
        value
        for value in vars(module).values()
        if isclass(value) and issubclass(value, Game) and value.__module__ == module.__name__
    ]
    if not found:
        raise GameFileError("no-game", path, None)
    if len(found) > 1:
        names = ", ".join(each.__name__ for each in found)
        raise fault_at(found[1], "", "two-games", count=len(found), names=names)
    require_class(found[0])
    return found[0]


def _in_short(error: BaseException) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"{type(error).__name__}: {reason.splitlines()[0] if reason else 'no reason given'}"
