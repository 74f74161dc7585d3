"""`try_out`: a game's rules in plain Python for a moment, before they are compiled.

Machine code gives wrong answers, or none, where Python names a line. So the rules of a game are
played with here first, and what they give is looked at. What Python cannot run is left to the
compiler.
"""

from __future__ import annotations

import ast
import dis
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from plyground.kernel.plain import in_python
from plyground.position.faults import (
    GameFileError,
    fault_of,
    line_of_return,
    no_attribute,
    similar,
)
from plyground.position.outcome import DRAW, ONGOING, lost, won
from plyground.position.trial_words import Uncompiled, Word, mixed

_SECONDS = 0.3  # of this thread's time
_GAMES = 3
_STATED = {
    "max_plies": "how many plies the longest game has",
    "move_texts": "a text for each move",
    "move_hint": "what a move looks like, for messages",
    "board": "where things lie",
}
_REFUSED_CALLS = {
    **dict.fromkeys(("print", "input", "open"), "the rules are machine code, which has no {}"),
    **dict.fromkeys(
        ("list", "dict", "set", "sorted", "str"), "rules make do with numbers and tuples: no {}"
    ),
}
_ARRAYS = {"zeros", "ones", "empty", "full", "array", "arange", "zeros_like", "random"}
_REFUSED_STEPS = {
    "BUILD_LIST": "a list",
    "BUILD_MAP": "a dict",
    "BUILD_SET": "a set",
    "BUILD_STRING": "a text",
    "FORMAT_VALUE": "a text",
}


class _SkipError(Exception):
    """Python cannot run these rules."""


def require_stated(kind: type, names: dict[str, str], found: Any = None) -> None:
    """Raise GameFileError for what a game does not state, with what that is for."""
    lacks = [f"has no method {name}" for name in sorted(getattr(kind, "__abstractmethods__", ()))]
    lacks += [
        f"states no {name}: {meaning}"
        for name, meaning in names.items()
        if not hasattr(found or kind, name)
    ]
    if lacks:
        raise GameFileError(file_of(kind), line_of(kind), f"class {kind.__name__} {lacks[0]}")


def file_of(kind: type) -> Path:
    """The file of a game's class."""
    return Path(str(sys.modules[kind.__module__].__file__))


def line_of(kind: type) -> int | None:
    """The line where a class begins."""
    nodes = ast.walk(ast.parse(file_of(kind).read_bytes()))
    classes = (node for node in nodes if isinstance(node, ast.ClassDef))
    return next((each.lineno for each in classes if each.name == kind.__name__), None)


def require_rules(game: Any, own: Any, required: tuple[str, ...]) -> None:
    """Raise GameFileError if `own`, what the method kernels has returned, are no rules."""
    line = game.kernels.__func__.__code__.co_firstlineno
    file = file_of(type(game))
    if not hasattr(own, "items"):
        raise GameFileError(
            file, line, f"kernels returned {_shown(own)}: is `return rules.kernels(...)` missing?"
        )
    missing = [name for name in required if name not in own]
    if missing:
        raise GameFileError(file, line, f"rules.kernels is given no kernel named {missing[0]}")


def try_out(game: Any, own: dict[str, Callable[..., Any]]) -> None:
    """Play with the rules of a game. Raises GameFileError for what is wrong with them.

    `own` are the kernels that the game gives.
    """
    require_stated(type(game), _STATED, game)
    for kernel in own.values():
        _look_through(in_python(kernel), set())
    try:
        _Trial(game, own).run()
    except _SkipError:
        return


def mixed_numbers(own: dict[str, Callable[..., Any]], words: list[int]) -> GameFileError:
    """What is said of a kernel `play` whose new state has words that are no np.uint64."""
    code = in_python(own["play"]).__code__
    line = mixed.get(f"{code.co_filename}:{code.co_name}", line_of_return(code))
    which = ", ".join(map(str, words))
    return GameFileError(
        code.co_filename,
        line,
        f"play mixes np.uint64 and plain numbers in word {which} of the state: "
        "write np.uint64(1) for 1, and so on",
    )


def mixed_in(kernel: Callable[..., Any], words: str) -> GameFileError | None:
    """A fault at the line of a kernel that mixed np.uint64 and plain numbers, if one did so."""
    code = in_python(kernel).__code__
    line = mixed.get(f"{code.co_filename}:{code.co_name}")
    if line is None:
        return None
    return GameFileError(
        code.co_filename, line, f"{words}: np.uint64 and plain numbers are mixed here"
    )


class _Trial:
    """Some games at random, played in Python."""

    def __init__(self, game: Any, own: dict[str, Callable[..., Any]]) -> None:
        self._game = game
        self._file = file_of(type(game))
        self._codes: dict[str, CodeType] = {
            name: in_python(kernel).__code__ for name, kernel in own.items()
        }
        uncompiled = Uncompiled()
        self._kernels = {name: uncompiled(kernel) for name, kernel in own.items()}
        self._state: tuple[Any, ...] = ()
        self._rng = random.Random(1)

    def run(self) -> None:
        until = time.thread_time() + _SECONDS
        mixed.clear()
        for _ in range(_GAMES):
            self._state = self._state_from("start", ())
            words = len(self._state)
            for ply in range(self._game.max_plies + 1):
                codes = self._look()
                if not codes:
                    break
                self._require(
                    ply < self._game.max_plies, "result",
                    f"the game goes on after {ply} plies, and max_plies is {ply}",
                )  # fmt: skip
                self._state = self._state_from("play", (self._state, self._rng.choice(codes)))
                self._require(
                    len(self._state) == words, "play",
                    f"play returns {len(self._state)} words, and start {words}",
                )  # fmt: skip
                if time.thread_time() > until:
                    return

    def _look(self) -> list[int]:
        """The legal moves, after all kernels were asked; none after the end."""
        game, state = self._game, self._state
        player = self._whole("player", self._call("player", state))
        self._require(
            0 <= player < game.players, "player",
            f"player returned {player}, and the players are 0 to {game.players - 1}",
        )  # fmt: skip
        result = self._whole("result", self._call("result", state))
        players = range(game.players)
        self._require(
            result in {ONGOING, DRAW, *map(won, players), *map(lost, players)}, "result",
            f"result returned {result}: give rules.ONGOING, rules.DRAW, rules.won(player) or "
            f"rules.lost(player), where players are 0 to {game.players - 1}",
        )  # fmt: skip
        for name in ("key", "canonical"):
            if name in self._kernels:
                self._call(name, state)
        self._see()
        return self._moves() if result == ONGOING else []

    def _moves(self) -> list[int]:
        most = self._game.max_moves
        out = np.full(most, -1, np.int64)
        room = f"there are more moves than move_texts, of which there are {most}"
        count = self._whole("moves", self._call("moves", self._state, out, room=room))
        self._require(
            0 < count <= most, "moves",
            f"moves returned {count}, while result says that the game goes on: "
            f"return how many moves were written, 1 to {most}",
        )  # fmt: skip
        codes: list[int] = out[:count].tolist()
        for code in codes:
            self._require(
                0 <= code < most and codes.count(code) == 1, "moves",
                f"moves wrote {code}: codes are from 0 to {most - 1}, each at most once",
            )  # fmt: skip
        return codes

    def _see(self) -> None:
        """What lies on the board."""
        game = self._game
        sites = len(game.board.sites)
        if "cells" in self._kernels:
            out = np.zeros(sites, np.int64)
            room = f"cells writes more than the {sites} places of the board"
            self._call("cells", self._state, out, room=room)
            looks = len(game.cell_marks) or game.players + 1
            strange = next((each for each in out.tolist() if not 0 <= each < looks), None)
            self._require(
                strange is None, "cells",
                f"cells wrote {strange}, and cell_marks says how the numbers 0 to {looks - 1} look",
                returns=False,
            )  # fmt: skip
            return
        code = type(game).marks.__code__
        if Path(code.co_filename) != self._file:
            return
        try:
            marks = game.marks(tuple(map(int, self._state)))
        except Exception as error:
            raise fault_of(error, self._file) or _SkipError from error
        found = len(marks) if isinstance(marks, tuple | list) else None
        if found != sites:
            raise GameFileError(
                self._file, line_of_return(code),
                f"marks returned {_shown(marks) if found is None else f'{found} marks'}, and the "
                f"board has {sites} places",
            )  # fmt: skip

    def _state_from(self, name: str, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """A state that a kernel returns."""
        found = self._call(name, *given)
        hint = f"; is a return missing in {name}?" if found is None else ", as in (word,)"
        self._require(
            isinstance(found, tuple), name,
            f"{name} returned {_shown(found)}: a state is a tuple of np.uint64{hint}",
            returns=found is not None,
        )  # fmt: skip
        for number, word in enumerate(found, 1):
            self._require(
                isinstance(word, Word | np.uint64), name,
                f"word {number} that {name} returned is {_shown(word)}: write np.uint64(...)",
            )  # fmt: skip
        return tuple(map(Word, found))

    def _whole(self, name: str, found: Any) -> int:
        """A whole number that a kernel returns."""
        self._require(
            found is not None, name,
            f"{name} returned nothing: is a return missing, such as `return count`?", returns=False,
        )  # fmt: skip
        self._require(
            not isinstance(found, Word | np.uint64), name,
            f"{name} returned {_shown(found)}: rules.as_int(...) makes it a plain number",
        )  # fmt: skip
        self._require(
            isinstance(found, int | np.integer) and not isinstance(found, bool), name,
            f"{name} returned {_shown(found)}, which is no whole number"
            + (": give rules.ONGOING, rules.DRAW, rules.won(player) or rules.lost(player)"
               if name == "result" else ""),
        )  # fmt: skip
        return int(found)

    def _call(self, name: str, *given: Any, room: str = "") -> Any:
        """What a kernel returns. `room` is said where it writes more than there is room for."""
        try:
            return self._kernels[name](*given)
        except Exception as error:
            fault = fault_of(error, self._file)
            if fault is None or not _raised_there(error, self._file):
                raise _SkipError from None
            if room and isinstance(error, IndexError) and "out of bounds" in str(error):
                fault = GameFileError(fault.file, fault.line, room)
            raise fault from error

    def _require(self, kept: bool, name: str, words: str, returns: bool = True) -> None:
        """Raise GameFileError, at what a kernel `returns` or where it begins, if it is not so."""
        code = self._codes[name]
        if not kept:
            line = line_of_return(code) if returns else code.co_firstlineno
            raise GameFileError(code.co_filename, line, words)


def _raised_there(error: BaseException, file: Path) -> bool:
    """Whether an error comes from a line of the game's own, or from its words."""
    own = {str(file), str(Path(__file__).with_name("trial_words.py"))}
    files = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
    last = max(at for at, name in enumerate(files) if Path(name).parent == file.parent)
    return set(files[last + 1 :]) <= own | {str(Path(__file__).parent.parent / "__init__.py")}


def _look_through(function: Any, seen: set[CodeType]) -> None:
    """Raise GameFileError for what compiled rules cannot use, in a kernel and what it calls."""
    if not isinstance(function, FunctionType) or function.__code__ in seen:
        return
    if function.__module__.partition(".")[0] == "plyground":
        return
    seen.add(function.__code__)
    names = function.__globals__
    builtins = names.get("__builtins__", {})
    builtins = vars(builtins) if isinstance(builtins, ModuleType) else builtins
    module: ModuleType | None = None
    for code, step in _steps(function.__code__):
        line = step.positions.lineno if step.positions else None
        what = step.argval
        words = ""
        if step.opname in _REFUSED_STEPS:
            made = _REFUSED_STEPS[step.opname]
            words = f"{function.__name__} makes {made}: rules make do with numbers and tuples"
        elif step.opname == "LOAD_GLOBAL":
            value = names.get(what, builtins.get(what))
            module = value if isinstance(value, ModuleType) else None
            if what not in names and what not in builtins:
                words = f"{what} is not defined{similar(what, [*names, *code.co_varnames])}"
            elif what in _REFUSED_CALLS and what not in names:
                words = f"{function.__name__}: {_REFUSED_CALLS[what].format(what)}"
            else:
                _look_through(in_python(value), seen)
                continue
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and module is not None:
            if not hasattr(module, what):
                words = no_attribute(module, what)
            elif module is np and what in _ARRAYS:
                words = (
                    f"{function.__name__} uses np.{what}: rules make no arrays, "
                    "and do with numbers and tuples"
                )
        module = None
        if words:
            raise GameFileError(code.co_filename, line, words)
    for cell in function.__closure__ or ():
        try:
            _look_through(in_python(cell.cell_contents), seen)
        except ValueError:  # it has no value yet
            continue


def _steps(code: CodeType) -> Iterator[tuple[CodeType, dis.Instruction]]:
    """The steps of a function, and of the functions within it."""
    for step in dis.get_instructions(code):
        yield code, step
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _steps(constant)


def _shown(value: Any) -> str:
    """A value in a message."""
    if value is None:
        return "nothing"
    if isinstance(value, Word | np.uint64):
        return f"np.uint64({int(value)})"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
