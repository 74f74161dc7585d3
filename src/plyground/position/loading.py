"""Python files with a user's own game or heuristic, found by their path: pickling needs that."""

from __future__ import annotations

import hashlib
import sys
from importlib import import_module
from importlib.util import decode_source
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

from plyground.position.faults import GameFileError


def _name_of(path: Path) -> str:
    return f"{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"


def unload(path: Path) -> None:
    """Forget the file at `path`, so that it is run again when it is loaded."""
    sys.modules.pop(_name_of(path.resolve()), None)


def load_file(path: Path) -> ModuleType:
    """The module in the file at `path`; a module that is already loaded does not run again.

    Raises OSError if the file cannot be read, GameFileError if it is not text, and any error that
    the file itself raises.
    """
    path = path.resolve()
    name = _name_of(path)
    if name in sys.modules:
        return sys.modules[name]
    # Compiled from the source every time: Python's own cache of bytecode takes a file that was
    # saved twice within a second, at the same size, for unchanged.
    source = path.read_bytes()
    _require_text(source, path)
    code = compile(source, str(path), "exec")
    module = ModuleType(name)
    vars(module).update(__file__=str(path), __game_file__=str(path))
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))  # a game may keep helpers in files next to its own
    try:
        exec(code, vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.path.remove(str(path.parent))
    return module


def _require_text(source: bytes, path: Path) -> None:
    """Raise GameFileError for what no encoding that the file may declare makes a text."""
    wrong = source.find(b"\0")
    try:
        try:
            decode_source(source)
        except SyntaxError:  # the first lines are not text, or declare an encoding that is none
            source.decode()
    except UnicodeDecodeError as error:
        wrong = error.start
    if wrong >= 0:
        raise GameFileError("not-text", path, source.count(b"\n", 0, wrong) + 1)


def find_class(module: str, qualname: str, file: str | None) -> Any:
    """The class `qualname` of `module`, loaded from `file` if necessary."""
    unknown = module not in sys.modules
    found = load_file(Path(file)) if file and unknown else import_module(module)
    return attrgetter(qualname)(found)
