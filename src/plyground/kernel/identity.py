"""What a compiled function *is*: a hash of everything that can change its machine code.

A function's own source says little about it: it also reaches helpers in other files, constants
captured by closures, and globals. `identity` follows all of them, transitively, and hashes what
it finds, so that two functions with equal identities compile to equal code, in any process. The
disk cache is keyed by it (see `cache`), and a game's compiled type is named by it (see `rules`).

What cannot be described exactly is refused with a TypeError: an identity that leaves something
out would let a stale cache entry give wrong answers silently.
"""

from __future__ import annotations

import dis
import enum
import hashlib
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from plyground.kernel.compiler import Compiled, Intrinsic

# Packages whose versions are part of the cache folder's name (see `cache`): their objects are
# identified by name alone.
LIBRARIES = frozenset({"builtins", "llvmlite", "math", "numba", "numpy", "operator"})


def identity(function: Callable[..., Any], options: str = "") -> str:
    """The hash (hex) of all that `function`, compiled or plain, reaches.

    `options` stands for how it is compiled, other than usual. Raises TypeError if it reaches a
    value that cannot be described exactly.
    """
    digest = hashlib.sha256(options.encode())
    for part in _Description().of(function):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()


class _Description:
    """One walk over what a function reaches; yields text that two equal functions share."""

    def __init__(self) -> None:
        self._seen: dict[int, int] = {}  # id of a function -> order in which it was met

    def of(self, value: Any) -> Iterator[str]:
        """The parts that describe `value`."""
        if isinstance(value, Compiled):
            yield "compiled, checked" if value.checked else "compiled"
            yield from self._function(value.py_func)
        elif isinstance(value, Intrinsic):
            yield f"intrinsic {_name(value)}"  # whose instructions `cache.toolchain` covers
        elif hasattr(value, "_defn"):  # an intrinsic of Numba's, in another package
            yield "intrinsic"
            yield from self._function(value._defn)
        elif _in_library(value):
            yield f"library {_name(value)}"
        elif isinstance(value, types.FunctionType):
            yield from self._function(value)
        elif isinstance(value, types.CodeType):
            yield from self._code(value)
        elif isinstance(value, enum.Enum):
            yield f"enum {_name(type(value))} {value.name}"
            yield from self.of(value.value)
        elif isinstance(value, np.generic | np.ndarray):
            array = np.asarray(value)
            content = hashlib.sha256(array.tobytes()).hexdigest()
            yield f"array {array.dtype.str} {array.shape} {content}"
        elif isinstance(value, tuple | list):
            yield f"{_name(type(value))} {len(value)} {getattr(value, '_fields', '')}"
            for item in value:
                yield from self.of(item)
        elif isinstance(value, frozenset):
            yield f"frozenset {sorted(map(repr, value))}"
        elif isinstance(value, enum.EnumType):
            yield f"enum {_name(value)}"
            yield from self.of(tuple(value.__members__.values()))
        elif isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            yield f"namedtuple {_name(value)} {value._fields}"
        elif isinstance(value, np.dtype) or type(value).__module__.startswith("numba."):
            yield f"type {value}"
        elif value is None or isinstance(value, bool | int | float | complex | str | bytes):
            yield f"{type(value).__name__} {value!r}"
        elif isinstance(value, type) and hasattr(value, "__kernel_identity__"):
            yield f"class {_name(value)}"  # its instances describe themselves
        elif hasattr(value, "__kernel_identity__"):
            yield f"identity {value.__kernel_identity__}"
        else:
            raise TypeError(
                f"compiled code reaches {value!r}, which has no exact description: use numbers, "
                "text, tuples, arrays, and functions that are compiled themselves"
            )

    def _function(self, function: types.FunctionType) -> Iterator[str]:
        if id(function) in self._seen:
            yield f"met {self._seen[id(function)]}"
            return
        self._seen[id(function)] = len(self._seen)
        yield f"function {function.__module__}.{function.__name__}"  # code refers to its module
        yield from self._code(function.__code__)
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).items()):
            yield from self.of(default)
        cells = {}
        free = function.__code__.co_freevars
        for name, cell in zip(free, function.__closure__ or (), strict=True):
            try:
                cells[name] = cell.cell_contents
            except ValueError:  # not assigned yet, as when a function describes itself too early
                raise TypeError(f"{function.__name__} uses {name} before it is defined") from None
        for reached in _reached(function.__code__, function.__globals__, cells):
            yield from self.of(reached)

    def _code(self, code: types.CodeType) -> Iterator[str]:
        yield (
            f"code {code.co_code.hex()} {code.co_exceptiontable.hex()} {code.co_flags} "
            f"{code.co_argcount} {code.co_posonlyargcount} {code.co_kwonlyargcount} "
            f"{code.co_names} {code.co_varnames} {code.co_freevars} {code.co_cellvars}"
        )
        for constant in code.co_consts:
            yield from self.of(constant)


def _reached(
    code: types.CodeType, variables: dict[str, Any], cells: dict[str, Any]
) -> Iterator[Any]:
    """The values of the globals and closure variables that `code` loads, in order.

    A module is followed through the attributes taken from it (`bits.popcount`), since the module
    itself says nothing about which of its values matter.
    """
    steps = [step for step in dis.get_instructions(code) if step.opname != "EXTENDED_ARG"]
    builtins = variables.get("__builtins__", {})
    if isinstance(builtins, types.ModuleType):
        builtins = vars(builtins)
    for place, step in enumerate(steps):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            value = variables.get(step.argval, builtins.get(step.argval))
            known = step.argval in variables or step.argval in builtins
        elif step.argval in cells and step.opname.startswith("LOAD_"):
            value, known = cells[step.argval], True
        else:
            continue
        if not known:
            raise TypeError(f"{code.co_name} uses {step.argval}, which is not defined")
        names = [step.argval]
        for following in steps[place + 1 :]:
            if not isinstance(value, types.ModuleType):
                break
            if following.opname not in ("LOAD_ATTR", "LOAD_METHOD"):
                raise TypeError(f"{code.co_name} uses the module {step.argval} as a value")
            names.append(following.argval)
            value = getattr(value, following.argval)
        yield ".".join(names)
        yield value
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _reached(constant, variables, cells)


def _in_library(value: Any) -> bool:
    module = getattr(value, "__module__", None)
    if isinstance(value, np.ufunc):
        return True
    if not isinstance(module, str) or not (callable(value) or isinstance(value, type)):
        return False
    return module.partition(".")[0] in LIBRARIES


def _name(value: Any) -> str:
    module = getattr(value, "__module__", "")
    return f"{module}.{getattr(value, '__qualname__', getattr(value, '__name__', repr(value)))}"
