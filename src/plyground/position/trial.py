"""`try_out`: a game's rules in plain Python for a moment, before they are compiled.

Machine code gives wrong answers, or none, where Python names a line. So the rules of a game are
played with here first, and what they give is looked at. What Python cannot run is left to the
compiler.
"""

from __future__ import annotations

import builtins
import dis
import linecache
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from traceback import walk_tb
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

import numpy as np

from plyground.kernel import in_python
from plyground.position.faults import (
    GameFileError,
    fault_at,
    fault_in,
    fault_of,
    file_of,
    line_of_return,
    no_attribute,
    not_defined,
    similar,
)
from plyground.position.kernels import ARGUMENTS, REQUIRED, SITES_MOST
from plyground.position.outcome import DRAW, ONGOING, lost, won
from plyground.position.statements import require_statements
from plyground.position.trial_words import Uncompiled, Word, mixed, shown
from plyground.render.board import Picture
from plyground.render.svg import svg
from plyground.render.text import text

_SECONDS = 0.3  # of this thread's time
_GAMES = 3
_STEPS = 3_000_000  # that no call of a kernel takes
_REFUSED_CALLS = {"print", "input", "open", "list", "dict", "set", "sorted", "str"}
_ARRAYS = {"zeros", "ones", "empty", "full", "array", "arange", "zeros_like"}
_REFUSED_STEPS = {
    "BUILD_LIST": "a list",
    "LIST_APPEND": "a list",
    "BUILD_MAP": "a dict",
    "BUILD_SET": "a set",
    "BUILD_STRING": "a text made of parts",
    "FORMAT_VALUE": "a text made of parts",
    "FORMAT_SIMPLE": "a text made of parts",
    "LOAD_BUILD_CLASS": "a class",
    "PUSH_EXC_INFO": "try or with",
    "IMPORT_NAME": "an import",
    "STORE_GLOBAL": "a name outside that changes",
}
_KNOWN_VALUES = int | float | complex | str | bytes | np.generic | np.ndarray | None
RETURNED = {"moves": "count", "player": "0", "result": "rules.ONGOING", "play": "(word,)"}


class _SkipError(Exception):
    """Python cannot run these rules."""


class _EndlessError(Exception):
    """A kernel does not end."""


def require_rules(game: Any, own: Any) -> None:
    """Raise GameFileError if `own`, what the method kernels has returned, are no rules."""
    kind = type(game)
    if not hasattr(own, "items"):
        raise fault_at(kind, "kernels", "no-rules", value=shown(own))
    for name, kernel in own.items():
        expected = ARGUMENTS.get(name)
        hint = similar(name, ARGUMENTS)
        if expected is None and hint:
            raise fault_in(kernel, "unknown-kernel", name=name, hint=hint)
        code = in_python(kernel).__code__
        if expected is not None and code.co_argcount != len(expected):
            accepted = f"def {name}({', '.join(expected)})"
            raise fault_in(kernel, "kernel-arguments", kernel=name, accepted=accepted)
    for name in REQUIRED:
        if name not in own:
            raise fault_at(kind, "kernels", "missing-kernel", name=name)


def try_out(game: Any, own: dict[str, Callable[..., Any]]) -> None:
    """Play with the rules of a game. Raises GameFileError for what is wrong with them.

    `own` are the kernels that the game gives.
    """
    require_statements(game)
    for name, kernel in own.items():
        look_through(in_python(kernel), name, set())
    try:
        _Trial(game, own).run()
    except _SkipError:
        return


def mixed_numbers(own: dict[str, Callable[..., Any]], words: list[int]) -> GameFileError:
    """What is said of a kernel `play` whose new state has words that are no np.uint64."""
    code = in_python(own["play"]).__code__
    line = mixed.get(f"{code.co_filename}:{code.co_name}", line_of_return(code))
    several = "words" if len(words) > 1 else "word"
    where = f" in {several} {' and '.join(map(str, words))} of the state"
    return GameFileError(
        "mixed-numbers", code.co_filename, line, {"kernel": "play", "where": where}
    )


def mixed_in(kernel: Callable[..., Any], name: str) -> GameFileError | None:
    """A fault at the line of a kernel that mixed np.uint64 and plain numbers, if one did so."""
    code = in_python(kernel).__code__
    line = mixed.get(f"{code.co_filename}:{code.co_name}")
    if line is None:
        return None
    return GameFileError("mixed-numbers", code.co_filename, line, {"kernel": name, "where": ""})


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
        self._drawn = False

    def run(self) -> None:
        until = time.thread_time() + _SECONDS
        mixed.clear()
        most = self._game.max_plies
        for _ in range(_GAMES):
            self._state = self._state_from("start", ())
            words = len(self._state)
            for ply in range(most + 1):
                codes = self._look()
                if not codes:
                    break
                if ply == most:
                    raise self._fault("result", "too-long", plies=ply)
                self._state = self._state_from("play", (self._state, self._rng.choice(codes)))
                if len(self._state) != words:
                    found = len(self._state)
                    raise self._fault("play", "state-length", found=found, words=words)
                if time.thread_time() > until:
                    return

    def _look(self) -> list[int]:
        """The legal moves, after all kernels were asked; none after the end."""
        state, players = self._state, range(self._game.players)
        player = self._whole("player", self._call("player", state))
        if player not in players:
            raise self._fault("player", "wrong-player", value=player, last=players[-1])
        result = self._call("result", state)
        if result is not None and (
            not _is_whole(result)
            or result not in {ONGOING, DRAW, *map(won, players), *map(lost, players)}
        ):
            raise self._fault("result", "wrong-result", value=shown(result), last=players[-1])
        result = self._whole("result", result)
        for name in ("key", "canonical"):
            if name in self._kernels:
                self._call(name, state)
        self._see()
        return self._moves() if result == ONGOING else []

    def _moves(self) -> list[int]:
        most = self._game.max_moves
        out = np.full(most, -1, np.int64)
        room = ("many-moves", {"most": most})
        count = self._whole("moves", self._call("moves", self._state, out, room=room))
        if not 0 < count <= most:
            raise self._fault("moves", "no-moves", value=count, most=most)
        codes: list[int] = out[:count].tolist()
        for code in codes:
            if not 0 <= code < most or codes.count(code) != 1:
                raise self._fault("moves", "wrong-code", value=code, last=most - 1)
        return codes

    def _see(self) -> None:
        """What lies on the board."""
        game = self._game
        kind, sites = type(game), len(game.board.sites)
        if "cells" in self._kernels:
            if sites > SITES_MOST:
                raise fault_at(kind, "board", "large-board", found=sites, most=SITES_MOST)
            out = np.zeros(sites, np.int64)
            self._call("cells", self._state, out, room=("many-cells", {"sites": sites}))
            looks = len(game.cell_marks) or game.players + 1
            for value in out.tolist():
                if not 0 <= value < looks:
                    raise self._fault("cells", "no-such-look", False, value=value, last=looks - 1)
            self._draw(tuple(game.looks[value] for value in out))
            return
        code = kind.marks.__code__
        if Path(code.co_filename) != self._file:
            raise fault_at(kind, "kernels", "no-cells")
        try:
            marks = game.marks(tuple(map(int, self._state)))
        except Exception as error:
            raise fault_of(error, self._file) or _SkipError from error
        found = f"{len(marks)} marks" if isinstance(marks, tuple | list) else shown(marks)
        if not isinstance(marks, tuple | list) or len(marks) != sites:
            values = {"value": found, "sites": sites}
            raise GameFileError("marks-count", self._file, line_of_return(code), values)
        self._draw(tuple(marks))

    def _draw(self, marks: tuple[Any, ...]) -> None:
        """Draw the first position that there is."""
        if self._drawn:
            return
        self._drawn = True
        game = self._game
        try:
            picture = Picture(game.board, marks, game.colours, game.symbols)
            text(picture)
            svg(picture)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise fault_at(type(game), "board", "no-picture", said=said) from error

    def _state_from(self, name: str, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """A state that a kernel returns."""
        found = self._call(name, *given)
        if found is None:
            raise self._fault(name, "missing-return", False, kernel=name, what="(word,)")
        if not isinstance(found, tuple):
            raise self._fault(name, "not-a-state", kernel=name, value=shown(found))
        for number, word in enumerate(found, 1):
            if not isinstance(word, Word | np.uint64):
                which = "divided" if isinstance(word, float) else "not-a-word"
                raise self._fault(name, which, kernel=name, number=number, value=shown(word))
        return tuple(map(Word, found))

    def _whole(self, name: str, found: Any) -> int:
        """A whole number that a kernel returns."""
        if found is None:
            raise self._fault(name, "missing-return", False, kernel=name, what=RETURNED[name])
        if not _is_whole(found):
            which = "divided" if isinstance(found, float) else "not-whole"
            which = "as-int" if isinstance(found, Word | np.uint64) else which
            raise self._fault(name, which, kernel=name, value=shown(found))
        return int(found)

    def _call(self, name: str, *given: Any, room: tuple[str, dict[str, Any]] | None = None) -> Any:
        """What a kernel returns. `room` is the fault of writing more than there is room for."""
        try:
            return within_reason(self._kernels[name], self._file, *given)
        except Exception as error:
            fault = fault_there(error, self._file, name)
            if fault is None:
                raise _SkipError from None
            if room and isinstance(error, IndexError) and "out of bounds" in str(error):
                fault = GameFileError(room[0], fault.file, fault.line, room[1])
            raise fault from error

    def _fault(
        self, kernel: str, name: str, returns: bool = True, /, **values: Any
    ) -> GameFileError:
        """A fault at what a kernel `returns`, or where it begins."""
        code = self._codes[kernel]
        line = line_of_return(code) if returns else code.co_firstlineno
        return GameFileError(name, code.co_filename, line, values)


class _Steps:
    """Counts the steps that kernels run, and ends those that go on for ever.

    Steps of bytecode, not lines: Python does not report a loop of one line again.
    """

    def __init__(self, file: Path) -> None:
        self._folder, self._steps, self._line = file.parent, 0, 0

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "call":
            theirs = Path(frame.f_code.co_filename).parent == self._folder
            frame.f_trace_opcodes = theirs
            return self if theirs else None
        self._steps += event == "opcode"
        if self._steps > _STEPS and (self._goes_back(frame, event) or self._steps > 2 * _STEPS):
            raise _EndlessError
        return self

    def _goes_back(self, frame: FrameType, event: str) -> bool:
        """Whether a loop begins again, at whose line the error is to be."""
        before, self._line = self._line, frame.f_lineno
        return event == "line" and frame.f_lineno < before


def within_reason(function: Callable[..., Any], file: Path, *given: Any) -> Any:
    """What a function of the author's file returns, unless it runs lines without end: that raises
    what `fault_there` knows.
    """
    before = sys.gettrace()
    sys.settrace(_Steps(file))
    try:
        return function(*given)
    finally:
        sys.settrace(before)


def fault_there(error: Exception, file: Path, kernel: str) -> GameFileError | None:
    """The fault that an error in a kernel is, if it comes from a line of the author's own."""
    fault = fault_of(error, file)
    if fault is None or not _raised_there(error, file):
        return None
    if isinstance(error, _EndlessError):
        return GameFileError("endless", fault.file, fault.line, {"kernel": kernel})
    return fault


def _raised_there(error: BaseException, file: Path) -> bool:
    """Whether an error comes from a line of the game's own, or from its words."""
    own = {str(file), __file__, str(Path(__file__).with_name("trial_words.py"))}
    files = [frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)]
    last = max(at for at, name in enumerate(files) if Path(name).parent == file.parent)
    return set(files[last + 1 :]) <= own | {str(Path(__file__).parent.parent / "__init__.py")}


def look_through(function: Any, kernel: str, seen: set[CodeType]) -> None:
    """Raise GameFileError for what compiled rules cannot use, in a kernel and what it calls."""
    if not isinstance(function, FunctionType) or function.__code__ in seen:
        return
    if function.__module__.partition(".")[0] in ("plyground", "numpy", "numba"):
        return
    seen.add(function.__code__)
    names, free = function.__globals__, _captured(function)
    known = {**vars(builtins), **names, **free}
    module: ModuleType | None = None
    for code, step, line in _steps(function.__code__):
        what, owner, module = step.argval, module, None
        fault: tuple[str, dict[str, Any]] | None = None
        if step.opname in _REFUSED_STEPS:
            fault = "only-numbers", {"kernel": kernel, "what": _REFUSED_STEPS[step.opname]}
        elif step.opname == "LOAD_GLOBAL" or (step.opname == "LOAD_DEREF" and what in free):
            value = known.get(what)
            module = value if isinstance(value, ModuleType) else None
            fault = _refused(kernel, what, value, known, code, line)
            if fault is None:
                look_through(in_python(value), kernel, seen)
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and owner is not None:
            if not hasattr(owner, what):
                fault = "no-attribute", no_attribute(owner, what)
            elif owner is random or (owner is np and what == "random"):
                fault = "no-chance", {"kernel": kernel, "what": f"{owner.__name__}.{what}"}
            elif owner is np and what in _ARRAYS:
                fault = "only-numbers", {"kernel": kernel, "what": f"np.{what}"}
        if fault:
            raise GameFileError(fault[0], code.co_filename, line, fault[1])


def _captured(function: FunctionType) -> dict[str, Any]:
    """The values that a function has from the functions around it."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # it has no value yet
            continue
    return found


def _refused(
    kernel: str, name: str, value: Any, known: dict[str, Any], code: CodeType, line: int | None
) -> tuple[str, dict[str, Any]] | None:
    """What is said of a name around a kernel that it cannot use; None if it can."""
    if name not in known:
        return "not-defined", not_defined(name, [*known, *code.co_varnames], code.co_filename)
    if name in _REFUSED_CALLS and value is getattr(builtins, name):
        return "only-numbers", {"kernel": kernel, "what": name}
    module = getattr(value, "__module__", None)
    if isinstance(value, list | dict | set) or (
        not callable(value)
        and not isinstance(value, _KNOWN_VALUES | tuple | ModuleType)
        and module not in ("numpy", "numba")
    ):
        hint = ""
        if name == "self":
            used = re.search(r"\bself\.(\w+)", linecache.getline(code.co_filename, line or 0))
            what = used[1] if used else "heaps"
            hint = f"; write {what} = self.{what} above def {kernel}, and use {what}"
        values = {"kernel": kernel, "name": name, "value": shown(value), "hint": hint}
        return "outside-value", values
    return None


def _steps(code: CodeType) -> Iterator[tuple[CodeType, dis.Instruction, int | None]]:
    """The steps of a function and of the functions within it, each with its line."""
    steps = list(dis.get_instructions(code))
    lines: list[int | None] = []
    for step in reversed(steps):  # what Python adds belongs to the step that follows
        own = step.positions.lineno if step.positions else None
        lines.append(own or (lines[-1] if lines else None))
    yield from ((code, step, line) for step, line in zip(steps, reversed(lines), strict=True))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _steps(constant)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool | Word | np.uint64)
