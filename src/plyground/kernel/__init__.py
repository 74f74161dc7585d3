"""The only place that touches Numba: the decorator, the disk cache, the rules type, bit tricks."""

from plyground.kernel.arrays import (
    array_at,
    borrowed,
    load_word,
    local_array,
    prefetch,
    store_word,
)
from plyground.kernel.bits import (
    as_int,
    float_bits,
    float_of_bits,
    lowest_bit,
    mix64,
    popcount,
    scramble,
    trailing_zeros,
    write_bits,
)
from plyground.kernel.cache import CacheWarning, compile_listeners
from plyground.kernel.chance import GENERATOR, Chance
from plyground.kernel.clock import nanoseconds, pulse
from plyground.kernel.compiler import (
    COMPILES,
    CompileError,
    always_natively,
    by_kind,
    compile_error,
    compiled,
    in_plain_python,
    in_python,
    is_interpreted,
    is_native,
    lightly,
    natively,
)
from plyground.kernel.rules import Rules
from plyground.kernel.wide import Wide, Word, halves, wide
from plyground.kernel.words import as_tuple

__all__ = [
    "COMPILES",
    "GENERATOR",
    "CacheWarning",
    "Chance",
    "CompileError",
    "Rules",
    "Wide",
    "Word",
    "always_natively",
    "array_at",
    "as_int",
    "as_tuple",
    "borrowed",
    "by_kind",
    "compile_error",
    "compile_listeners",
    "compiled",
    "float_bits",
    "float_of_bits",
    "halves",
    "in_plain_python",
    "in_python",
    "is_interpreted",
    "is_native",
    "lightly",
    "load_word",
    "local_array",
    "lowest_bit",
    "mix64",
    "nanoseconds",
    "natively",
    "popcount",
    "prefetch",
    "pulse",
    "scramble",
    "store_word",
    "trailing_zeros",
    "wide",
    "write_bits",
]
