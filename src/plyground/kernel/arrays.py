"""Arrays for compiled functions that are called often, at no cost for each call.

`local_array(size, dtype)` is scratch room in the stack frame of a compiled function, without an
allocation: an uninitialised array of `size` items, which must be a constant (a
number, a captured one, or one of the rules', such as `rules.max_moves`). Every call of the
function has its own. It must not outlive that call: never return it, and give it only to functions
that do not keep it.

`borrowed(array)` stands for an array of NumPy as an argument, and `array_at(lent, dtype)` in the
compiled function is that array; compiled code may lend as well. An array itself would be seven
arguments, pushed and popped in each call of a recursion. The lender keeps the array alive
meanwhile; its length is not known to the borrower, and as everywhere in compiled code no index is
checked. An address among the words of a desk (see `position.desk`) is such a loan too.

`prefetch(array, index)` asks the processor to bring an item near, for a look that comes soon: from
a large table that saves most of the time that the look would take.

`load_word(array, index)` and `store_word(array, index, word)` read and write an item that another
thread may write or read at the same time: once, and whole.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.kernel.compiler import intrinsic, is_interpreted

_Anything = ctypes.c_byte * (1 << 40)  # what lies at an address, whose length nobody knows


@intrinsic
def load_word(array: npt.NDArray[np.uint64], index: int) -> np.uint64:
    """An item that another thread may write."""
    word: np.uint64 = array[index]
    return word


@intrinsic
def store_word(array: npt.NDArray[np.uint64], index: int, word: np.uint64) -> None:
    """Write an item that another thread may read."""
    array[index] = word


@intrinsic
def prefetch(_array: npt.NDArray[Any], _index: int) -> None:
    """Nothing in Python is slow enough to be brought near."""


@intrinsic
def local_array(size: int, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """An uninitialised array of `size` items."""
    return np.empty(size, dtype)


@intrinsic
def array_at(lent: Any, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """The array that was lent, or the one at an address."""
    if isinstance(lent, np.ndarray):
        return lent.view(dtype)
    anything: Any = _Anything.from_address(int(lent))
    array: npt.NDArray[Any] = np.frombuffer(anything, dtype)
    return array


@intrinsic
def borrowed(array: npt.NDArray[Any]) -> Any:
    """What stands for a contiguous `array` among the arguments of a compiled function."""
    assert array.flags.c_contiguous
    return array if is_interpreted() else array.__array_interface__["data"][0]
