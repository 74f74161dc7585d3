"""Modules on disk: made once in a process of their own, kept, and never stale.

Making a module takes seconds to a minute, and Numba compiles one function at a time in a process;
so it happens in another process, which reports what it compiles. A module is kept under the
identity of its function and its rules (see `kernel.identity`), which covers all that they reach,
and under the versions of Numba and LLVM and the sources of `kernel`. A kept file carries a
checksum; one that is damaged counts as absent and is replaced.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import gzip
import hashlib
import os
import pickle
import subprocess
import sys
import tempfile
import uuid
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.folders import cache_folder
from plyground.kernel import cache
from plyground.kernel.compiler import COMPILES, CompileError, numba_imported
from plyground.kernel.identity import identity
from plyground.kernel.webassembly.text import SETTINGS

_CHECKSUM = 32  # bytes
_FAILED = "failed "  # what the process says before the reason
_GIVING_WAY = 15  # niceness, of 19


@dataclass(frozen=True)
class Source:
    """What a module is made of: see `emit`."""

    function: Callable[..., Any]
    rules: Any
    stack: int
    """The bytes of its stack."""

    @property
    def key(self) -> str:
        """The hash (hex) of all that decides the module."""
        digest = hashlib.sha256()
        parts = (
            identity(self.function), self.rules.identity, self.stack,
            cache.toolchain(), cache.sources(Path(__file__).parent),
        )  # fmt: skip
        digest.update(repr(parts).encode())
        return digest.hexdigest()


def kept_module(
    make: Callable[..., Source],
    *arguments: Any,
    on_compile: Callable[[str], None] | None = None,
    gives_way: bool = False,
) -> bytes:
    """The module of the source that `make` returns for these arguments, compressed by gzip.

    It is read if it was made before. Else another process makes it, and `on_compile` is called with
    the name of each function that is about to be compiled; with `gives_way` that process has a low
    priority. Raises CompileError if the source cannot run in a page. A module that cannot be kept
    is made all the same.
    """
    source = make(*arguments)
    path = module_path(source)
    kept = _read(path)
    if kept is None:
        # With compilation off, functions are others than those of the process that compiles.
        serialize = numba_imported("numba.core.serialize")
        key = source.key if COMPILES else None
        task = serialize.dumps((make, arguments, key))
        kept = _made(task, on_compile or (lambda _name: None), gives_way)
        _write(path, kept)
    return kept


def made_module(make: Callable[..., Source], *arguments: Any) -> bytes:
    """As `kept_module`, but made now in any case, and not kept. It also works with compilation off.

    Raises CompileError if the source cannot run in a page.
    """
    serialize = numba_imported("numba.core.serialize")
    return _made(serialize.dumps((make, arguments, None)), lambda _name: None, False)


def module_path(source: Source) -> Path:
    """Where the module of a source is kept."""
    return cache_folder() / "modules" / f"{source.rules.name}-{source.key[:40]}.wasm.gz"


def _read(path: Path) -> bytes | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    checksum, body = content[:_CHECKSUM], content[_CHECKSUM:]
    return body if hashlib.sha256(body).digest() == checksum else None


def _write(path: Path, body: bytes) -> None:
    temporary = path.with_name(f".{uuid.uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(hashlib.sha256(body).digest() + body)
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        warnings.warn(
            f"{path.parent} cannot be written ({error.strerror}), so the game's code for pages is "
            "made again each time",
            cache.CacheWarning,
            stacklevel=3,
        )


def _made(task: bytes, on_compile: Callable[[str], None], gives_way: bool) -> bytes:
    """The module that another process makes."""
    environment = {**os.environ, **SETTINGS, "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("NUMBA_DISABLE_JIT", None)
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "module"
        with subprocess.Popen(
            [sys.executable, "-m", "plyground.kernel.webassembly", str(result), str(gives_way)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            **_apart(gives_way),
        ) as process:
            atexit.register(process.kill)
            assert process.stdin is not None
            assert process.stdout is not None
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(task)
                process.stdin.close()
            for line in process.stdout:
                said = line.decode().rstrip("\r\n")
                if said.startswith(_FAILED):
                    raise CompileError(said.removeprefix(_FAILED))
                on_compile(said)
        atexit.unregister(process.kill)
        if process.returncode or not result.exists():
            raise CompileError("the process that makes it has ended")
        return result.read_bytes()


def _apart(gives_way: bool) -> dict[str, Any]:
    """How to start a process that does not hear Ctrl-C: the one that waits ends it."""
    if sys.platform != "win32":
        return {"process_group": 0}
    low = subprocess.BELOW_NORMAL_PRIORITY_CLASS if gives_way else 0
    return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | low}


def work(result: str, gives_way: bool) -> None:
    """The other process: read a task, say what is compiled, and write the module to `result`."""
    from plyground.kernel.webassembly.emitting import emit
    from plyground.kernel.webassembly.libraries import compile_to_text

    if gives_way and hasattr(os, "nice"):
        os.nice(_GIVING_WAY)
    say = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a user's file prints

    def tell(line: str) -> None:
        try:
            say.write(line.encode() + b"\n")
            say.flush()
        except BrokenPipeError:  # nobody waits for the module any more
            os._exit(1)

    cache.compile_listeners.append(tell)
    cache.keeping = False  # only the module is
    # Else Python looks for garbage a sixth of the time.
    gc.set_threshold(200_000, 50, 100)
    make, arguments, key = pickle.load(sys.stdin.buffer)
    source: Source = make(*arguments)
    tell(source.function.__name__)
    try:
        if key not in (None, source.key):  # it would be kept under the name of another one
            raise CompileError("its sources have changed since this program has started")
        compile_to_text()
        module = emit(source.function, source.rules, source.stack)
    except (CompileError, RuntimeError) as error:  # the second by LLVM
        tell(_FAILED + " ".join(str(error).split()))
    else:
        Path(result).write_bytes(gzip.compress(module, 9, mtime=0))
