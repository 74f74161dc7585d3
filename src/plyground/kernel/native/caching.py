"""The disk cache of one compiled function, in the form that Numba asks for: see `kernel.cache`."""

from __future__ import annotations

import warnings
from typing import Any

from numba.core import sigutils
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.types import BaseTuple, Type

from plyground.kernel import cache
from plyground.kernel.compiler import Compiled
from plyground.kernel.identity import identity
from plyground.kernel.native.rules import RulesType


class KernelCache(_Cache):
    """What Numba's dispatcher asks for compiled code, and gives it to keep."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self._function = compiled.py_func
        self._qualname = compiled.py_func.__qualname__

    @property
    def cache_path(self) -> str:
        return str(cache.folder())

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
        if cache.keeping:
            target_context.refresh()
            arguments, _ = sigutils.normalize_signature(signature)
            key = self._key(arguments, target_context)
            kept = cache.read(cache.path_of(self._function.__name__, key), key)
            if kept is not None:
                result = CompileResult._rebuild(target_context, *kept)
                if result.signature.args == tuple(arguments):
                    return result
        for listener in cache.compile_listeners:
            listener(self._function.__name__)
        return None

    def save_overload(self, signature: Any, result: CompileResult) -> None:
        """Keep what was compiled for `signature`."""
        if not cache.keeping:
            return
        arguments, _ = sigutils.normalize_signature(signature)
        if result.library.has_dynamic_globals:
            warnings.warn(
                f"{self._function.__name__} refers to memory of this process (a large global "
                "array?), so its compiled code cannot be kept",
                cache.CacheWarning,
                stacklevel=2,
            )
        elif cache.writable():
            key = self._key(arguments, result.target_context)
            cache.write(cache.path_of(self._function.__name__, key), key, result._reduce())

    def _key(self, arguments: tuple[Type, ...], target_context: Any) -> str:
        what = identity(self._compiled)
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
