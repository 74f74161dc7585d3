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
import logging
import os
import pickle
import shutil
import sys
import tempfile
import time
import uuid
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from plyground.folders import cache_folder
from plyground.kernel.compiler import numba_imported

_log = logging.getLogger("plyground")


def _tell_log(function: str) -> None:
    _log.info("compiling, once: %s", function)


# Called with a function's name each time one is about to be compiled because it is not on disk.
compile_listeners: list[Callable[[str], None]] = [_tell_log]

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
    kernel = Path(__file__).parent
    digest = hashlib.sha256(sources(kernel) + sources(kernel / "native"))
    versions = (sys.version, *map(version, ("numpy", "llvmlite", "numba")))
    digest.update(repr(versions).encode())
    return digest.hexdigest()


@functools.cache
def folder() -> Path:
    """Where this version of the package, on this Python and Numba, keeps its compiled code."""
    numba = numba_imported()
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


def path_of(name: str, key: str) -> Path:
    """The file of a function of this name with this key."""
    return folder() / f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:40]}.kernel"


def read(path: Path, key: str) -> tuple[Any, ...] | None:
    """What was kept at `path` under this key; None if there is nothing, or it is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    checksum, body = content[:32], content[32:]
    if hashlib.sha256(body).digest() != checksum:
        return None
    kept_key, reduced = pickle.loads(body)
    return tuple(reduced) if kept_key == key else None


def write(path: Path, key: str, reduced: tuple[Any, ...]) -> None:
    """Keep compiled code at `path` under its key."""
    from numba.core import serialize

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
