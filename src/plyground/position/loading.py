"""Python files that hold a user's own game: found by their path, so that they can be pickled."""

from __future__ import annotations

import hashlib
import sys
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any


def load_file(path: Path) -> ModuleType:
    """The module in the file at `path`; one that is loaded already is not run again.

    Raises OSError if the file cannot be read, and whatever the file itself raises.
    """
    path = path.resolve()
    name = f"{path.stem}_{hashlib.sha256(str(path).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    # Compiled from the source every time: Python's own cache of bytecode takes a file that was
    # saved twice within a second, at the same size, for unchanged.
    code = compile(path.read_bytes(), str(path), "exec")
    module = ModuleType(name)
    vars(module).update(__file__=str(path), __game_file__=str(path))
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))  # a game may keep helpers in files beside its own
    try:
        exec(code, vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    finally:
        sys.path.remove(str(path.parent))
    return module


def find_class(module: str, qualname: str, file: str | None) -> Any:
    """The class that was defined as `qualname` in `module`, loaded from `file` if need be."""
    unknown = module not in sys.modules
    found = load_file(Path(file)) if file and unknown else import_module(module)
    return attrgetter(qualname)(found)
