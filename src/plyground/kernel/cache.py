"""Compiled code on disk: kept across processes, and never another function's or an older one's.

Numba's own cache looks only at the file of the function itself and numbers its data files without
a lock, so an edited helper, or two processes that start at once, can make it serve wrong code. A
wrong kernel gives wrong answers silently, so compiled code is kept here under stricter rules:

- The folder's name hashes what an identity leaves out: the sources of `kernel`, which extend the
  compiler, Python's, NumPy's and Numba's versions, and Numba's settings. An edit elsewhere keeps
  what it does not reach.
- One file holds one compiled function. Its name is a hash of the full key: what the function is
  (see `identity`), the types of its arguments (a game's is named by its rules, see `rules`), and
  the processor. There is no index, so there is no index to get out of step with the files.
- A file is written under a temporary name and then renamed. It repeats its full key and carries
  a checksum; one that is damaged, or not what was asked for, counts as absent and is replaced.
- The signature of what was loaded is compared with the one asked for.
- The names of compiled symbols contain the identity. Numba's carry only a counter of the process
  that compiled them, and the linker takes two symbols of one name for one function.

A folder that cannot be written is reported once, by a CacheWarning; every process then
compiles its code again.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
import types
import uuid
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import serialize, sigutils
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.types import BaseTuple, Type

from plyground.folders import cache_folder
from plyground.kernel.identity import identity
from plyground.kernel.rules import RulesType

# Called with a function's name each time one is about to be compiled because it is not on disk.
compile_listeners: list[Callable[[str], None]] = []

keeping = True
"""Whether this process keeps compiled code, and reads what is kept."""

# Settings of Numba that say where, when or how loudly it works, but not what code it makes.
_SETTINGS_WITHOUT_EFFECT = ("CACHE", "COLOR", "CUDA", "DUMP", "NUM_THREADS", "PROFILER", "TRACE")

_KEEP_UNUSED_DAYS = 30


class CacheWarning(UserWarning):
    """Compiled code cannot be kept on disk."""


def sources(package: Path) -> bytes:
    """A hash of the Python files in a folder."""
    digest = hashlib.sha256()
    for path in sorted(package.glob("*.py")):
        digest.update(f"{path.name}\0".encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.digest()


@functools.cache
def toolchain() -> str:
    """A hash of what turns functions into code: this package's part of the compiler, and the
    versions of the rest.
    """
    digest = hashlib.sha256(sources(Path(__file__).parent))
    versions = (sys.version, np.__version__, llvmlite.__version__, numba.__version__)
    digest.update(repr(versions).encode())
    return digest.hexdigest()


@functools.cache
def folder() -> Path:
    """Where this version of the package, on this Python and Numba, keeps its compiled code."""
    settings = [
        (name, str(getattr(numba.config, name)))
        for name in sorted(dir(numba.config))
        if name.isupper() and not any(part in name for part in _SETTINGS_WITHOUT_EFFECT)
    ]
    digest = hashlib.sha256(repr((toolchain(), settings)).encode())
    return cache_folder() / "kernels" / digest.hexdigest()[:24]


def size() -> tuple[int, int]:
    """How many compiled functions are kept, of all versions, and their bytes."""
    files = [path for path in (cache_folder() / "kernels").glob("*/*") if path.is_file()]
    return len(files), sum(path.stat().st_size for path in files)


def clear() -> None:
    """Remove the compiled code of all versions. Raises OSError if it cannot be removed."""
    kept = cache_folder() / "kernels"
    if kept.exists():
        shutil.rmtree(kept)


@functools.cache
def writable() -> bool:
    """Whether compiled code can be kept; the first call warns if not, and tidies up if so."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder()):
            pass
        os.utime(folder())
    except OSError as error:
        warnings.warn(
            f"{folder()} cannot be written ({error.strerror}); "
            "compiled code is not kept, so every start compiles it again",
            CacheWarning,
            stacklevel=2,
        )
        return False
    for other in folder().parent.iterdir():
        with contextlib.suppress(OSError):  # another process may be removing it as well
            if other.stat().st_mtime < time.time() - _KEEP_UNUSED_DAYS * 24 * 3600:
                shutil.rmtree(other, ignore_errors=True)
    return True


class KernelCache(_Cache):
    """The disk cache of one compiled function, in the form that Numba's dispatcher asks for."""

    def __init__(self, function: types.FunctionType, options: str = "") -> None:
        """`options` stands for how the function is compiled, other than usual."""
        self._function = function
        self._options = options
        self._qualname = function.__qualname__

    @property
    def cache_path(self) -> str:
        return str(folder())

    def enable(self) -> None:
        """Numba's interface; this cache is always on."""

    def disable(self) -> None:
        """Numba's interface; this cache is always on."""

    def flush(self) -> None:
        """Numba's interface; a key names its code exactly, so nothing ever needs flushing."""

    def load_overload(self, signature: Any, target_context: Any) -> CompileResult | None:
        """The compiled function for `signature` if it is kept on disk, else None.

        Numba calls this just before it compiles, so it is also where the symbols get their name.
        """
        if keeping:
            target_context.refresh()
            arguments, _ = sigutils.normalize_signature(signature)
            key = self._key(arguments, target_context)
            kept = _read(_path(self._function.__name__, key), key)
            if kept is not None:
                result = CompileResult._rebuild(target_context, *kept)
                if result.signature.args == tuple(arguments):
                    return result
        for listener in compile_listeners:
            listener(self._function.__name__)
        return None

    def save_overload(self, signature: Any, result: CompileResult) -> None:
        """Keep what was compiled for `signature`."""
        if not keeping:
            return
        arguments, _ = sigutils.normalize_signature(signature)
        if result.library.has_dynamic_globals:
            warnings.warn(
                f"{self._function.__name__} refers to memory of this process (a large global "
                "array?), so its compiled code cannot be kept",
                CacheWarning,
                stacklevel=2,
            )
        elif writable():
            key = self._key(arguments, result.target_context)
            _write(_path(self._function.__name__, key), key, result._reduce())

    def _key(self, arguments: tuple[Type, ...], target_context: Any) -> str:
        what = identity(self._function, self._options)
        outer, _, name = self._qualname.rpartition(".")
        self._function.__qualname__ = f"{outer}.{what[:32]}.{name}"
        for argument in arguments:
            _check_rules(argument)
        return repr((self._qualname, what, arguments, target_context.codegen().magic_tuple()))


def _check_rules(argument: Type) -> None:
    """Refuse rules whose kernels have changed since they were named (a global has a new value)."""
    if isinstance(argument, RulesType):
        argument.rules.check_unchanged()
    elif isinstance(argument, BaseTuple):
        for part in argument:
            _check_rules(part)


def _path(name: str, key: str) -> Path:
    return folder() / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:40]}.kernel"


def _read(path: Path, key: str) -> tuple[Any, ...] | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    checksum, body = content[:32], content[32:]
    if hashlib.sha256(body).digest() != checksum:
        return None
    kept_key, reduced = pickle.loads(body)
    return tuple(reduced) if kept_key == key else None


def _write(path: Path, key: str, reduced: tuple[Any, ...]) -> None:
    body = serialize.dumps((key, reduced))
    temporary = path.with_name(f".{uuid.uuid4().hex}")
    try:
        temporary.write_bytes(hashlib.sha256(body).digest() + body)
        os.replace(temporary, path)
    except OSError as error:  # a full disk, or a file that another process holds open on Windows
        temporary.unlink(missing_ok=True)
        _warn_once(f"compiled code cannot be kept in {path.parent}: {error.strerror}")


@functools.cache
def _warn_once(message: str) -> None:
    warnings.warn(message, CacheWarning, stacklevel=3)
