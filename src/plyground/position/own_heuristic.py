"""A user's own heuristic: one function, in a Python file or given as such, bound to the rules of a
game.

    def corners(cells, player):     what lies on each site of the board, as the kernel `cells` of
                                    the game writes it: numbers, 0 for nothing
    def corners(state, player):     the words of the state, as the game's own kernels take them

It returns a whole number: the higher, the better for `player`, no matter whose turn it is. In a
file the names of its helpers begin with an underscore, and `game = "tictactoe"` says that only that
game takes it.

A text names such a heuristic by the path of its file, or by the name of its function after a call
of `offer`.
"""

from __future__ import annotations

import inspect
import random
import reprlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from plyground.kernel import CompileError, Rules, compile_error, compiled, in_python, local_array
from plyground.position import calls
from plyground.position.aliases import PlainState
from plyground.position.errors import ParameterError, RulesError
from plyground.position.faults import GameFileError, fault_in, fault_of, line_of_return
from plyground.position.guards import guarded_heuristic
from plyground.position.kernels import HEURISTIC_MOST, with_heuristic
from plyground.position.loading import load_file, unload
from plyground.position.trial import fault_there, look_through, within_reason
from plyground.position.trial_words import Uncompiled, Word, shown

SUFFIX = ".py"

Heuristic = str | Path | Callable[[Any, int], int]
"""A heuristic as users give it: the name of one of the game's, a Python file, or a function."""

_FORMS = (["cells", "player"], ["state", "player"])
_GAMES = 3  # random games that try it out
_TRIED = 200  # the most positions

_loaded: dict[Path, tuple[bytes, OwnHeuristic]] = {}  # with the text that it was loaded from
_offered: dict[str, OwnHeuristic] = {}
_functions: WeakKeyDictionary[FunctionType, OwnHeuristic] = WeakKeyDictionary()


@dataclass(frozen=True)
class OwnHeuristic:
    """The heuristic in a file; `game` is the name of the only game that it is for, or empty."""

    file: Path
    function: Callable[..., Any]
    game: str

    @property
    def name(self) -> str:
        """The function's name."""
        return str(self.function.__name__)

    @property
    def on_cells(self) -> bool:
        """Whether it takes the sites of the board, and not the words of the state."""
        return next(iter(inspect.signature(in_python(self.function)).parameters)) == "cells"


def offer(path: Path) -> OwnHeuristic:
    """Make a file's heuristic available by its function's name in every text, and return it.

    Call this only for files that the user of this computer named: everybody may use an offered
    heuristic.
    """
    found = load(path)
    _offered[found.name] = found
    return found


def offered() -> list[OwnHeuristic]:
    """The heuristics offered, as they were at that time."""
    return list(_offered.values())


def named(given: Heuristic) -> OwnHeuristic | None:
    """The user's own heuristic, if one is given; see `load` and `require_heuristic`."""
    require_heuristic(given)
    if isinstance(given, FunctionType):
        if given not in _functions:
            _functions[given] = _compiled_alone(given)
        return _functions[given]
    text = str(given)
    if text in _offered:
        return load(_offered[text].file)
    return load(Path(text)) if text.endswith(SUFFIX) else None


def require_heuristic(given: Heuristic) -> None:
    """Raise ParameterError for what no game could take."""
    if isinstance(given, str | Path):
        return
    forms = " or ".join(f"({', '.join(form)})" for form in _FORMS)
    if not isinstance(given, FunctionType):
        raise ParameterError(
            f"a heuristic is a name, a {SUFFIX} file or a function {forms}, and not "
            f"{reprlib.repr(given)}"
        )
    takes = list(inspect.signature(given).parameters)
    if takes not in _FORMS:
        raise ParameterError(
            f"a function that is a heuristic takes {forms}: {given.__name__} takes "
            f"({', '.join(takes)})"
        )


def heuristic_text(given: Heuristic) -> str:
    """What a heuristic is called in texts."""
    return given.__name__ if isinstance(given, FunctionType) else str(given)


def _compiled_alone(function: FunctionType) -> OwnHeuristic:
    """A function with its global names as they are now: what its module does with them later
    changes nothing, and its module keeps its own.
    """
    names = dict(function.__globals__)

    def alone(each: FunctionType) -> Any:
        plain = FunctionType(
            each.__code__, names, each.__name__, each.__defaults__, each.__closure__
        )
        plain.__module__ = each.__module__ or "__main__"  # none where code is run as a text
        return compiled(plain)

    for name, each in list(names.items()):
        if isinstance(each, FunctionType) and each.__module__ == function.__module__:
            names[name] = alone(each)
        elif isinstance(each, list):
            names[name] = _frozen(each)
    return OwnHeuristic(Path(function.__code__.co_filename), alone(function), "")


def load(path: Path) -> OwnHeuristic:
    """The heuristic in a file, loaded again if the file has changed.

    Raises ParameterError if there is no such file, GameFileError for an error in it.
    """
    path = path.absolute()
    try:
        text = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ParameterError(
            f"the heuristic {path.name} cannot be read ({reason}): give the path of a Python file"
        ) from None
    if path not in _loaded or _loaded[path][0] != text:
        _loaded[path] = text, _found_in(path)
    return _loaded[path][1]


def _found_in(path: Path) -> OwnHeuristic:
    unload(path)
    try:
        names = vars(load_file(path))
    except (Exception, SystemExit) as error:
        fault = fault_of(error, path.resolve())
        raise fault or RulesError(f"{path.name} does not load: {error}") from error
    own = {
        name: function
        for name, function in names.items()
        if isinstance(in_python(function), FunctionType)
        and in_python(function).__module__ == names["__name__"]
    }
    # Compiled code calls compiled functions only, and finds no lists among its global names.
    names.update({name: compiled(function) for name, function in own.items()})
    names.update({name: _frozen(each) for name, each in names.items() if isinstance(each, list)})
    public = [name for name in own if not name.startswith("_")]
    if len(public) != 1:
        raise GameFileError("one-heuristic", path, None, {"count": len(public)})
    function = in_python(own[public[0]])
    takes = list(inspect.signature(function).parameters)
    if takes not in _FORMS:
        accepted = " or ".join(f"def {public[0]}({', '.join(form)})" for form in _FORMS)
        raise fault_in(function, "kernel-arguments", kernel=public[0], accepted=accepted)
    game = names.get("game", "")
    return OwnHeuristic(path, names[public[0]], game if isinstance(game, str) else "")


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def bound(own: OwnHeuristic, game: Any, number: int) -> Rules:
    """The rules of a game with this heuristic added under this number.

    Raises ParameterError if it is not for this game, GameFileError for an error in its file.
    """
    rules: Rules = game.rules
    file = own.file.name
    if own.game not in ("", game.name):
        raise ParameterError(f"{file} is for the game {own.game}, and not for {game.title}")
    if own.on_cells and "cells" not in rules.kernels:
        raise ParameterError(
            f"{file}: the rules of {game.title} have no kernel cells: let {own.name} take "
            "(state, player)"
        )
    look_through(in_python(own.function), own.name, set())
    sites = len(game.board.sites)
    _try_out(own, rules, sites)
    kernel = _of_words(own.function)
    if own.on_cells:
        kernel = _of_cells(own.function, rules.kernels["cells"], sites)
    kernel = guarded_heuristic(own.name, kernel, own.function)
    given = {
        **rules.kernels,
        "heuristic": with_heuristic(rules.kernels["heuristic"], number, kernel),
    }
    found = Rules(rules.name, rules.parameters, given, rules.constants)
    try:
        calls.estimate(found, calls.start(rules), 0, number)
    except CompileError as error:
        fault = fault_of(error, own.file.resolve())
        raise fault or RulesError(f"{file} does not compile: {compile_error(error)}") from None
    return found


def _of_cells(own: Callable[..., Any], cells: Callable[..., Any], sites: int) -> Callable[..., Any]:
    @compiled
    def heuristic(state: Any, player: int) -> Any:
        board = local_array(sites, np.int64)
        for site in range(sites):
            board[site] = 0
        cells(state, board)
        return np.int64(own(board, player))

    return heuristic


def _of_words(own: Callable[..., Any]) -> Callable[..., Any]:
    @compiled
    def heuristic(state: Any, player: int) -> Any:
        return np.int64(own(state, player))

    return heuristic


def _try_out(own: OwnHeuristic, rules: Rules, sites: int) -> None:
    """Call it in plain Python in positions of random games: there an error names its line."""
    function, file = Uncompiled()(own.function), own.file.resolve()
    rng = random.Random(1)
    left = _TRIED
    for _ in range(_GAMES):
        state = calls.start(rules)
        codes = calls.look(rules, state)[2]
        while codes and left:
            for player in range(rules.players):
                given: Any = tuple(map(Word, state))
                if own.on_cells:
                    given = np.array(_cells(rules, state, sites), object)  # of Python's numbers
                try:
                    said = within_reason(function, file, given, player)
                except Exception as error:
                    fault = fault_there(error, file, own.name)
                    if fault is None:
                        return  # leave code that Python cannot run to the compiler
                    raise fault from error
                _require_rating(own, said)
            left -= 1
            state, (_, _, codes) = calls.after(rules, state, rng.choice(codes))


def _cells(rules: Rules, state: PlainState, sites: int) -> tuple[int, ...]:
    return calls.cells(rules, state, sites, np.iinfo(np.int64).max)


def _require_rating(own: OwnHeuristic, said: Any) -> None:
    """Raise GameFileError for a value that is not a rating."""
    code = in_python(own.function).__code__
    if said is None:
        raise fault_in(own.function, "missing-return", kernel=own.name, what="score")
    fault = ""
    values: dict[str, Any] = {"kernel": own.name, "value": shown(said)}
    if isinstance(said, Word | np.uint64):
        fault = "as-int"
    elif not isinstance(said, int | np.integer) or isinstance(said, bool):
        fault = "not-whole"
    elif abs(int(said)) > HEURISTIC_MOST:
        fault = "heuristic-range"
        values |= {"name": own.name, "least": -HEURISTIC_MOST, "most": HEURISTIC_MOST}
    if fault:
        raise GameFileError(fault, own.file, line_of_return(code), values)
