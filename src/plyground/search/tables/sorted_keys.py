"""Sorted keys: rows of words in the order of their digests, so that a search takes few steps.

Digests are spread evenly over all words, so the digest alone gives the approximate place of a row.
A digest says where to look; the words decide.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.kernel import as_int, compiled
from plyground.position import Key, Uints
from plyground.search.enumeration import digest

_HALF = np.uint64(32)


@compiled
def digest_at(keys: Uints, row: int, key: Any) -> np.uint64:
    """The digest of a row; `key` gives the number of words."""
    for i in range(len(key)):
        key = key[1:] + (keys[row, i],)
    return digest(key)


@compiled
def find(keys: Uints, first: int, last: int, key: Key) -> int:
    """The row of `key` among the sorted rows from `first` to before `last`; -1 if there is none.

    There are fewer than 2^31 rows.
    """
    wanted = digest(key)
    count = last - first
    # Step 1. At the expected place, give or take four standard deviations and a bit.
    width, rows = 2, count
    while rows > 0:
        rows >>= 2
        width <<= 1
    guess = first + as_int((wanted >> _HALF) * np.uint64(count) >> _HALF)
    low, high = max(first, guess - width), min(last, guess + width)
    # Step 2. Everywhere, if it is not there.
    if low > first and digest_at(keys, low - 1, key) >= wanted:
        low = first
    if high < last and digest_at(keys, high, key) < wanted:
        high = last
    # Step 3. The first row with that digest or a greater one, by halving.
    while low < high:
        middle = (low + high) >> 1
        if digest_at(keys, middle, key) < wanted:
            low = middle + 1
        else:
            high = middle
    # Step 4. The words decide.
    while low < last:
        if equal(keys, low, key):
            return low
        if digest_at(keys, low, key) != wanted:
            break
        low += 1
    return -1


@compiled
def equal(keys: Uints, row: int, key: Key) -> bool:
    """Whether a row begins with the words of `key`."""
    for i in range(len(key)):  # noqa: SIM110 - compiled
        if keys[row, i] != key[i]:
            return False
    return True


@compiled
def digests(rows: Uints, count: int, key: Key, out: Uints) -> None:
    """Write the digests of the first `count` rows to `out`."""
    for row in range(count):
        out[row] = digest_at(rows, row, key)


@compiled
def mark_known(
    fresh: Uints,
    old: Uints,
    key: Key,
    known: npt.NDArray[np.bool_],
) -> None:
    """Set `known` for the sorted `fresh` rows that are also among the sorted `old` rows."""
    at = 0
    for row in range(len(fresh)):
        for i in range(len(key)):
            key = key[1:] + (fresh[row, i],)
        wanted = digest(key)
        while at < len(old) and digest_at(old, at, key) < wanted:
            at += 1
        same = at
        while same < len(old) and digest_at(old, same, key) == wanted:
            if equal(old, same, key):
                known[row] = True
            same += 1
