"""`Word`: a np.uint64 that notes where it is mixed with plain numbers; and kernels that use it.

Python and the compiler disagree about mixed numbers, and neither says where they were mixed.
"""

from __future__ import annotations

import builtins
import operator
import sys
from collections.abc import Callable, Iterator
from types import CellType, FunctionType, ModuleType
from typing import Any

import numpy as np

from plyground.kernel import in_python

_ALL = (1 << 64) - 1

mixed: dict[str, int] = {}
"""The line at which a function first mixed words with plain numbers, by file and function."""


class Word(int):
    """A word of 64 bits, as compiled code computes with it."""

    __array_ufunc__ = None  # NumPy's numbers leave it to this class to compute with them

    def __new__(cls, value: Any = 0) -> Word:
        return super().__new__(cls, int(value) & _ALL)

    def __repr__(self) -> str:
        return f"np.uint64({int(self)})"


def _operation(compute: Callable[[int, int], int], swapped: bool) -> Callable[[Any, Any], Any]:
    def method(self: Word, other: Any) -> Any:
        if not isinstance(other, int | np.integer):
            return NotImplemented
        if not isinstance(other, Word | np.uint64):
            code = sys._getframe(1).f_code
            mixed.setdefault(f"{code.co_filename}:{code.co_name}", sys._getframe(1).f_lineno)
        left, right = (int(other), int(self)) if swapped else (int(self), int(other))
        return Word(compute(left, right))

    return method


for _name, _compute in {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "and": operator.and_,
    "or": operator.or_, "xor": operator.xor, "floordiv": operator.floordiv, "mod": operator.mod,
    "lshift": lambda value, by: value << by if 0 <= by < 64 else 0,
    "rshift": lambda value, by: value >> by if 0 <= by < 64 else 0,
}.items():  # fmt: skip
    setattr(Word, f"__{_name}__", _operation(_compute, swapped=False))
    setattr(Word, f"__r{_name}__", _operation(_compute, swapped=True))
# Set here, as the loop above sets the other operations: each gives a word again, not an int.
Word.__invert__ = lambda self: Word(~int(self))  # type: ignore[method-assign]
Word.__neg__ = lambda self: Word(-int(self))  # type: ignore[method-assign]


def _range(*bounds: Any) -> Iterator[Any]:
    """A range of words is one of words, as in compiled code."""
    wrong = next((each for each in bounds if not isinstance(each, int | np.integer)), None)
    if wrong is not None:
        raise TypeError(f"range takes whole numbers, and {shown(wrong)} is not one")
    kind = Word if any(isinstance(bound, Word) for bound in bounds) else int
    return map(kind, range(*bounds))


_BUILTINS = {**vars(builtins), "range": _range}


class Uncompiled:
    """Makes what kernels reach run in plain Python, with words in place of np.uint64."""

    def __init__(self) -> None:
        self._done: dict[int, Any] = {}
        self._kept: list[Any] = []  # so that no other object gets the same id

    def __call__(self, value: Any) -> Any:
        """A value as kernels find it in Python."""
        value = in_python(value)
        if isinstance(value, np.uint64):
            return Word(value)
        if value is np.uint64:
            return Word
        if type(value) is tuple:
            return tuple(map(self, value))
        if isinstance(value, ModuleType):
            return _Module(value, self)
        if isinstance(value, FunctionType):
            if id(value) not in self._done:
                self._kept.append(value)
                self._function(value)
            return self._done[id(value)]
        return value

    def _function(self, function: FunctionType) -> None:
        cells = tuple(CellType() for _ in function.__code__.co_freevars)
        names = _Globals(function.__globals__, self)
        made = FunctionType(
            function.__code__, names, function.__name__, function.__defaults__, cells
        )
        self._done[id(function)] = made
        for cell, of_function in zip(cells, function.__closure__ or (), strict=True):
            try:
                cell.cell_contents = self(of_function.cell_contents)
            except ValueError:  # which has no value yet
                continue


class _Globals(dict[str, Any]):
    """The global names of a function, each made to run in Python when it is first used."""

    def __init__(self, names: dict[str, Any], uncompiled: Uncompiled) -> None:
        super().__init__(__builtins__=_BUILTINS, __name__=names.get("__name__"))
        self._names, self._uncompiled = names, uncompiled

    def __missing__(self, name: str) -> Any:
        self[name] = self._uncompiled(self._names[name])
        return self[name]


class _Module:
    """A module whose contents run in Python."""

    def __init__(self, module: ModuleType, uncompiled: Uncompiled) -> None:
        self._module, self._uncompiled = module, uncompiled

    def __getattr__(self, name: str) -> Any:
        return self._uncompiled(getattr(self._module, name))


def shown(value: Any) -> str:
    """A value in a message."""
    if value is None:
        return "nothing"
    if isinstance(value, Word | np.uint64):
        return f"np.uint64({int(value)})"
    said = repr(value)
    return said if len(said) <= 40 else f"{said[:37]}..."
