"""A table with few used entries, as arrays that hold only those.

Entries are counted in blocks of 256, so that a byte says where in its block an entry is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.search.tables.files import OnPart, Streamed

Table = npt.NDArray[np.uint64]
"""[entries, words]; the last word of an unused entry is 0."""

_BLOCK = 1 << 8  # entries
_AT_ONCE = 1 << 12  # blocks to handle at a time


def pack(table: Table, on_part: OnPart) -> list[npt.NDArray[Any] | Streamed]:
    """The used entries, ready to write: their number in each block, their places in their blocks,
    and their words. The table must not change until they are written.
    """
    counts = np.empty(-(-len(table) // _BLOCK), np.uint16)
    firsts = range(0, len(counts), _AT_ONCE)
    for first in firsts:
        on_part()
        used = _blocks(table, first)[:, -1] != 0
        starts = np.arange(0, len(used), _BLOCK)
        counts[first : first + _AT_ONCE] = np.add.reduceat(used, starts, dtype=np.uint16)
    total = int(counts.sum())

    def places() -> Iterator[npt.NDArray[Any]]:
        for first in firsts:
            yield (np.flatnonzero(_blocks(table, first)[:, -1]) % _BLOCK).astype(np.uint8)

    def entries() -> Iterator[npt.NDArray[Any]]:
        for first in firsts:
            block = _blocks(table, first)
            yield block[block[:, -1] != 0]

    return [
        counts,
        Streamed(np.dtype(np.uint8), (total,), places),
        Streamed(table.dtype, (total, table.shape[1]), entries),
    ]


def unpack(arrays: Sequence[npt.NDArray[Any]], table: Table, on_part: OnPart) -> None:
    """Put the entries from arrays that `pack` made of another table into one of the same shape."""
    counts, places, entries = arrays
    done = 0
    for first in range(0, len(counts), _AT_ONCE):
        on_part()
        some = counts[first : first + _AT_ONCE].astype(np.int64)
        until = done + int(some.sum())
        within = np.repeat(np.arange(len(some)) * _BLOCK, some) + places[done:until]
        _blocks(table, first)[within] = entries[done:until]
        done = until


def _blocks(table: Table, first: int) -> Table:
    return table[first * _BLOCK : (first + _AT_ONCE) * _BLOCK]
