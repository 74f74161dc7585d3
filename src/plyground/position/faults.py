"""`GameFileError`: what is wrong in the file of somebody's own game, with its line, in plain words.

Errors of Python and of the compiler name places inside this package, or in nobody's words. Here
they become a sentence about the line that the author of the game wrote.
"""

from __future__ import annotations

import difflib
import re
import sys
import traceback
from collections.abc import Collection, Iterable
from pathlib import Path
from types import CodeType, FrameType, ModuleType, TracebackType

from plyground.position.errors import CannotError, RulesError

_PACKAGE = Path(__file__).parent.parent
_PLACE = re.compile(r'File "(.+?)", line (\d+)')  # as Numba tells one


class GameFileError(RulesError, CannotError):
    """A fault in the file of a game, and where it is."""

    def __init__(self, file: str | Path, line: int | None, words: str) -> None:
        self.file, self.line, self.words = Path(file), line, words
        place = self.file.name if line is None else f"{self.file.name}, line {line}"
        super().__init__(f"{place}: {words}")


def fault_of(error: BaseException, file: str | Path | None = None) -> GameFileError | None:
    """An error in the words of the game's author, if a line of theirs has led to it.

    Their files are `file`, or those of all games loaded from files, and what lies beside them.
    """
    if isinstance(error, GameFileError):
        return error
    folders = {Path(each).parent for each in ([file] if file else game_files())}
    if isinstance(error, SyntaxError) and error.filename is not None:
        if _is_theirs(error.filename, folders):
            return GameFileError(error.filename, error.lineno, words_of(error))
        return None
    for each in _causes(error):
        place = _last_place(each.__traceback__, folders)
        if place is not None:
            frame, line = place
            return GameFileError(frame.f_code.co_filename, line, words_of(each, frame))
    for name, line in reversed(_PLACE.findall(str(error))):
        path = Path(name).resolve()
        if _is_theirs(path, folders):
            return GameFileError(path, int(line), f"this does not compile: {_first_line(error)}")
    return None


def game_files() -> list[str]:
    """The files of games that were loaded, see `loading`."""
    found = (getattr(module, "__game_file__", None) for module in list(sys.modules.values()))
    return [file for file in found if isinstance(file, str)]


def words_of(error: BaseException, frame: FrameType | None = None) -> str:
    """What is wrong, for somebody who has not seen many errors. `frame` is where it was raised."""
    said = _first_line(error)
    words = said if said and isinstance(error, ValueError | TypeError) else _named(error)
    match error:
        case IndentationError():
            words = f"the indentation is wrong: {error.msg}"
        case SyntaxError():
            words = f"Python cannot read this line: {error.msg}"
        case ModuleNotFoundError():
            words = f"there is no module {error.name}: is it misspelt, or not installed?"
        case UnboundLocalError():
            words = f"{said}: give it a value first"
        case NameError():
            known = [*frame.f_locals, *frame.f_globals] if frame else []
            words = f"{error.name} is not defined{similar(error.name or '', known)}"
        case AttributeError() if isinstance(error.obj, ModuleType):
            words = no_attribute(error.obj, error.name or "")
        case AttributeError() if error.obj is not None and error.name:
            words = f"{said}{similar(error.name, dir(error.obj))}"
        case ZeroDivisionError():
            words = "a division by zero"
        case IndexError():
            words = f"{said}: places are counted from 0"
        case TypeError() if "abstract" in said:
            words = f"the class lacks a method: {said}"
    return words


def no_attribute(module: ModuleType, name: str) -> str:
    """What is said of a name that a module does not have."""
    return f"{module.__name__} has no {name}{similar(name, dir(module))}"


def similar(name: str, known: Iterable[str]) -> str:
    """A question about the name that is most like one that is not known, if there is any."""
    close = difflib.get_close_matches(name, known, 1)
    return f": did you mean {close[0]}?" if close else ""


def line_of_return(code: CodeType) -> int:
    """The line of a function's only `return`, or else that where it begins."""
    import dis

    lines = {
        step.positions.lineno
        for step in dis.get_instructions(code)
        if step.opname in ("RETURN_VALUE", "RETURN_CONST") and step.positions
    }
    [line] = lines if len(lines) == 1 else [None]
    return line or code.co_firstlineno


def _last_place(
    trace: TracebackType | None, folders: Collection[Path]
) -> tuple[FrameType, int] | None:
    """The innermost frame of theirs in a traceback, and the line that it was at."""
    places = traceback.walk_tb(trace)
    theirs = [each for each in places if _is_theirs(each[0].f_code.co_filename, folders)]
    return theirs[-1] if theirs else None


def _is_theirs(file: str | Path, folders: Collection[Path]) -> bool:
    path = Path(file)
    return path.parent in folders and _PACKAGE not in path.parents


def _causes(error: BaseException) -> Iterable[BaseException]:
    """An error and those that led to it."""
    each: BaseException | None = error
    while each is not None:
        yield each
        each = each.__cause__ or each.__context__


def _named(error: BaseException) -> str:
    said = _first_line(error)
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", str(error)).splitlines()]
    return next((line for line in lines if line and not line.startswith("Failed in")), "")
