"""`GameFileError`: what is wrong in the file of a user's own game, with its line, in plain words.

Errors of Python and of the compiler name places inside this package, or use words that only experts
know. Here they become a sentence about the line that the author of the game wrote.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import linecache
import re
import sys
import traceback
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from pkgutil import iter_modules
from types import CodeType, FrameType, ModuleType, TracebackType
from typing import Any

from plyground.kernel import CompileError, compile_error, in_python
from plyground.kernel.trees import syntax_tree
from plyground.position.errors import CannotError, RulesError
from plyground.position.fault_table import FAULTS

_PACKAGE = Path(__file__).parent.parent
_PLACE = re.compile(r'File "(.+?)", line (\d+)')  # as Numba writes a place
_IMPORTS = {
    "np": "import numpy as np",
    "rules": "from plyground import rules",
    "pg": "import plyground as pg",
}
_HELP = re.compile(r" \(help: plyground explain ([\w-]+)\)$", re.MULTILINE)
_NO_SUCH_USE = re.compile(r"No implementation of function .+?>>> ([^\n]+)", re.DOTALL)


class GameFileError(RulesError, CannotError):
    """A fault in the file of a game: its name in `FAULTS`, where it is, and the sentence's values.

    `line` is None where no single line is to blame.
    """

    def __init__(
        self, name: str, file: str | Path, line: int | None, values: dict[str, Any] | None = None
    ) -> None:
        super().__init__(name, file, line, values)
        self.name, self.file, self.line, self.values = name, Path(file), line, values or {}

    @property
    def words(self) -> str:
        """What is wrong, without the place."""
        return FAULTS[self.name].format(**self.values)

    def __str__(self) -> str:
        place = self.file.name if self.line is None else f"{self.file.name}, line {self.line}"
        return f"{place}: {self.words} (help: plyground explain {self.name})"


def without_help(said: str) -> tuple[str, str]:
    """What a command said without the hint at the help, and the fault's name, if it has one."""
    names = _HELP.findall(said)
    return _HELP.sub("", said), names[-1] if names else ""


def fault_in(kernel: Callable[..., Any], name: str, /, **values: Any) -> GameFileError:
    """A fault of a kernel, or of a method: at the line where it begins."""
    code = in_python(kernel).__code__
    return GameFileError(name, code.co_filename, code.co_firstlineno, values)


def fault_at(kind: type, statement: str, name: str, /, **values: Any) -> GameFileError:
    """A fault of what a class states: at the line that states it, or else where the class is."""
    return GameFileError(name, file_of(kind), line_of(kind, statement), values)


def file_of(kind: type) -> Path:
    """The file of a game's class."""
    return Path(str(getattr(sys.modules[kind.__module__], "__file__", kind.__module__)))


def line_of(kind: type, statement: str = "") -> int | None:
    """The line where a class gives something of that name a value or begins a method so called;
    else where the class begins.
    """
    try:
        tree = syntax_tree(file_of(kind).read_bytes())
    except OSError:  # there is no file, as in a notebook
        return None
    classes = (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    found = next((each for each in classes if each.name == kind.__name__), None)
    if found is None:
        return None
    for node in ast.walk(found):
        if isinstance(node, ast.Assign | ast.AnnAssign) and statement in _given_values(node):
            return node.lineno
        if isinstance(node, ast.FunctionDef) and node.name == statement:
            return node.lineno
    return found.lineno


def _given_values(node: ast.Assign | ast.AnnAssign) -> set[str]:
    """The names in a class, or of attributes, that a statement gives values."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [part for target in targets for part in ast.walk(target)]
    return {
        part.id if isinstance(part, ast.Name) else part.attr
        for part in names
        if isinstance(part, ast.Name | ast.Attribute)
    }


def fault_of(error: BaseException, file: str | Path | None = None) -> GameFileError | None:
    """An error in words for the game's author, if one of the author's lines led to it.

    The author's files are `file`, or those of all games loaded from files, and the files next to
    them.
    """
    if isinstance(error, GameFileError):
        return error
    folders = {Path(each).parent for each in ([file] if file else game_files())}
    if isinstance(error, SyntaxError) and error.filename is not None:
        if _is_theirs(error.filename, folders):
            return GameFileError(*_syntax(error))
        return None
    for each in _causes(error):
        place = _last_place(each.__traceback__, folders)
        if place is not None:
            frame, line = place
            name, values = _named(each, frame)
            return GameFileError(name, frame.f_code.co_filename, line, values)
    for name, line in reversed(_PLACE.findall(str(error))):
        path = Path(name).resolve()
        if _is_theirs(path, folders):
            return GameFileError("not-compiled", path, int(line), {"reason": _refused_by(error)})
    return None


def unexpected(error: BaseException, file: str | Path) -> GameFileError:
    """What is said of an error that no line of the game's own has led to."""
    if isinstance(error, CompileError):
        return GameFileError("not-compiled", file, None, {"reason": compile_error(error)})
    said = f"{type(error).__name__}: {' '.join(str(error).split())}"
    return GameFileError("unexpected", file, None, {"said": said})


def game_files() -> list[str]:
    """The files of games that were loaded, see `loading`."""
    found = (getattr(module, "__game_file__", None) for module in list(sys.modules.values()))
    return [file for file in found if isinstance(file, str)]


def _syntax(error: SyntaxError) -> tuple[str, str, int | None, dict[str, Any]]:
    name = "indentation" if isinstance(error, IndentationError) else "syntax"
    return name, str(error.filename), error.lineno or 1, {"reason": error.msg}


def _named(error: BaseException, frame: FrameType) -> tuple[str, dict[str, Any]]:
    """The fault that an error of Python is, and the values of its sentence.

    `frame` is where it was raised.
    """
    said, kind = _first_line(error), type(error).__name__
    plain = said and isinstance(error, ValueError | TypeError)
    fault: tuple[str, dict[str, Any]]
    fault = "python-error", {"said": said if plain else f"{kind}: {said}".removesuffix(": ")}
    match error:
        case SystemExit():
            fault = "stops-python", {}
        case ModuleNotFoundError():
            fault = "no-module", {"module": error.name}
        case ImportError() if error.name in sys.modules and said.startswith("cannot import name"):
            fault = "no-attribute", no_attribute(sys.modules[error.name], _quoted(said))
        case NameError() if isinstance(error, UnboundLocalError) or not error.name:
            fault = "no-value-yet", {"name": _quoted(said)}
        case NameError():
            known = [*frame.f_locals, *frame.f_globals]
            fault = "not-defined", not_defined(str(error.name), known, frame.f_code.co_filename)
        case AttributeError() if error.name in getattr(error.obj, "__dict__", {}):
            fault = "changed-game", {"name": error.name}
        case AttributeError() if type(error.obj).__name__ == "ndarray" and error.name in dir(list):
            fault = "no-list", {"name": error.name}
        case AttributeError() if error.name and error.obj is not None:
            fault = "no-attribute", no_attribute(error.obj, error.name)
        case TypeError() if said.startswith("'tuple' object does not support item"):
            fault = "changed-tuple", {}
        case ZeroDivisionError():
            fault = "division-by-zero", {}
        case IndexError():
            fault = "no-such-place", {"said": said}
        case AssertionError() if not said:
            fault = "python-error", {"said": "an assert fails here"}
        case RecursionError():
            fault = "endless", {"kernel": frame.f_code.co_name}
    return fault


def not_defined(name: str, known: Iterable[str], file: str) -> dict[str, str]:
    """The values of the sentence about a name that nothing has given a value, in a file."""
    names, attributes = _names_in(file)
    if hasattr(sys.modules.get("plyground.rules"), name):
        hint = f": write rules.{name}"
    elif name in _IMPORTS:
        hint = f": write {_IMPORTS[name]} at the top of the file"
    elif name in attributes:
        hint = f": write {name} = self.{name} first"
    else:
        hint = similar(name, [*names - {name}, *known])
    return {"name": name, "hint": hint}


def _names_in(file: str) -> tuple[set[str], set[str]]:
    """The names that a file gives values, and those that it gives attributes of `self`."""
    names, attributes = set(), set()
    with contextlib.suppress(SyntaxError):
        for node in ast.walk(syntax_tree("".join(linecache.getlines(file)))):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
            elif isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "self":
                attributes.add(node.attr)
    return names, attributes


def no_attribute(owner: object, name: str) -> dict[str, str]:
    """The values of the sentence about a name that a module, a class or a value does not have."""
    kind = owner if isinstance(owner, type) else type(owner)
    title = owner.__name__ if isinstance(owner, ModuleType) else kind.__name__
    inside = [each.name for each in iter_modules(getattr(owner, "__path__", []))]
    return {"owner": title, "name": name, "hint": similar(name, [*dir(owner), *inside])}


def _quoted(said: str) -> str:
    """What Python's words name first in quotes."""
    found = re.search(r"'(.+?)'", said)
    return found[1] if found else said


def similar(name: str, known: Iterable[str]) -> str:
    """A question that offers the known name most like `name`, if any is like it."""
    close = difflib.get_close_matches(name, known, 1)
    return f": did you mean {close[0]}?" if close else ""


def line_of_return(code: CodeType) -> int:
    """The line of a function's only `return`, or else the line where the function begins."""
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
    """The innermost frame of the author's code in a traceback, and its line."""
    places = traceback.walk_tb(trace)
    theirs = [each for each in places if _is_theirs(each[0].f_code.co_filename, folders)]
    return theirs[-1] if theirs else None


def _is_theirs(file: str | Path, folders: Collection[Path]) -> bool:
    path = Path(file)
    return path.parent in folders and _PACKAGE not in path.parents


def _causes(error: BaseException) -> Iterable[BaseException]:
    """An error and the errors that led to it."""
    each: BaseException | None = error
    while each is not None:
        yield each
        each = each.__cause__ or each.__context__


def _refused_by(error: BaseException) -> str:
    """What the compiler has against a line."""
    used = _NO_SUCH_USE.search(str(error))
    return f"machine code has no {used[1]}" if used else _first_line(error)


def _first_line(error: BaseException) -> str:
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", str(error)).splitlines()]
    return next((line for line in lines if line and not line.startswith("Failed in")), "")
