"""A shuffled order of moves that is the same everywhere, and the one it has always been.

It is that of Python's `random.Random(0).sample(range(count), count)`: the Mersenne Twister
(Matsumoto and Nishimura, 1998), seeded by the list [0], draws what is taken out of a pool. Numbers
of 32 bits are kept in signed ones of 64, which hold their products.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel import array_at, compiled, local_array
from plyground.position import Ints

_WORDS, _FAR = 624, 397
_ALL = (1 << 32) - 1
_TOP = 1 << 31


@compiled
def shuffle(count: int, place: int, lent_out: Any) -> None:
    """Write the numbers below `count`, shuffled, to out[place:]; `out` is an array of np.int64."""
    out = array_at(lent_out, np.int64)
    words = local_array(_WORDS, np.int64)
    _seed(words)
    for i in range(count):
        out[place + i] = i
    # The pool lies in front, and what was taken out behind it, the last first.
    at, bits = _WORDS, 32
    for left in range(count, 0, -1):
        while left < 1 << (bits - 1):
            bits -= 1
        drawn = left
        while drawn >= left:
            if at == _WORDS:
                _twist(words)
                at = 0
            drawn = _tempered(words[at]) >> (32 - bits)
            at += 1
        taken = out[place + drawn]
        out[place + drawn] = out[place + left - 1]
        out[place + left - 1] = taken
    for i in range(count // 2):
        first, last = place + i, place + count - 1 - i
        out[first], out[last] = out[last], out[first]


@compiled
def _seed(words: Ints) -> None:
    """The state of the generator after the seed 0."""
    words[0] = 19650218
    for i in range(1, _WORDS):
        words[i] = (1812433253 * (words[i - 1] ^ words[i - 1] >> 30) + i) & _ALL
    for step in range(_WORDS):
        i = 1 + step % (_WORDS - 1)
        words[i] = (words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * 1664525) & _ALL
        if i == _WORDS - 1:
            words[0] = words[i]
    for step in range(1, _WORDS):
        i = 1 + step % (_WORDS - 1)
        words[i] = ((words[i] ^ (words[i - 1] ^ words[i - 1] >> 30) * 1566083941) - i) & _ALL
        if i == _WORDS - 1:
            words[0] = words[i]
    words[0] = _TOP


@compiled
def _twist(words: Ints) -> None:
    """The next words of the generator."""
    for i in range(_WORDS):
        joined = (words[i] & _TOP) | (words[(i + 1) % _WORDS] & (_TOP - 1))
        far = words[(i + _FAR) % _WORDS]
        words[i] = far ^ joined >> 1 ^ (joined & 1) * 0x9908B0DF


@compiled
def _tempered(word: int) -> int:
    """The number drawn for a word."""
    word ^= word >> 11
    word ^= word << 7 & 0x9D2C5680
    word ^= word << 15 & 0xEFC60000
    return word ^ word >> 18
