"""What compiled functions are in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba.core.dispatcher import Dispatcher

from plyground.kernel import arrays, bits, chance, words

_TWINS: dict[Any, Callable[..., Any]] = {
    bits.popcount: bits.popcount_twin,
    bits.trailing_zeros: bits.trailing_zeros_twin,
    bits.lowest_bit: bits.lowest_bit_twin,
    bits.as_int: bits.as_int_twin,
    bits.mix64: bits.mix64_twin,
    bits.scramble: bits.scramble_twin,
    bits.float_bits: bits.float_bits_twin,
    bits.float_of_bits: bits.float_of_bits_twin,
    chance.draw: chance.draw_twin,
    arrays.local_array: arrays.local_array_twin,
    words.as_tuple: words.as_tuple_twin,
}

F = TypeVar("F")

_STANDS_FOR = "__stands_for__"


def in_python(function: Any) -> Any:
    """The Python function that a compiled one was made of, or that does the same; any other object
    as it is.
    """
    try:
        function = _TWINS.get(function, function)
    except TypeError:  # it has no hash
        return function
    function = stood_for(function)
    return function.py_func if isinstance(function, Dispatcher) else function


def stood_for(function: Any) -> Any:
    """The compiled function that another stands for; any other as it is."""
    return getattr(function, _STANDS_FOR, function)


def stands_for(function: F, other: Any) -> F:
    """Let a compiled function be in Python what another is, which it calls."""
    setattr(function, _STANDS_FOR, other)
    return function
