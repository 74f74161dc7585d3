"""The icon as a PNG file, for home screens: four counters in the holes of a board.

It fills its square, because phones cut its corners as they like, and the counters lie within the
circle that every phone leaves.
"""

from __future__ import annotations

import struct
import zlib

import numpy as np

_BOARD = (0x28, 0x50, 0x8F)
_COUNTERS = (
    (0.36, 0.36, (0xF2, 0xB6, 0x32)),
    (0.64, 0.36, (0xD8, 0x43, 0x2F)),
    (0.36, 0.64, (0xD8, 0x43, 0x2F)),
    (0.64, 0.64, (0xF6, 0xF3, 0xEC)),
)
_RADIUS = 0.115
_FINE = 4  # samples along a pixel


def icon(pixels: int) -> bytes:
    """The icon with so many pixels along each side."""
    fine = pixels * _FINE
    across = (np.arange(fine) + 0.5) / fine
    x, y = np.meshgrid(across, across)
    drawn = np.full((fine, fine, 3), _BOARD, np.float64)
    for left, top, colour in _COUNTERS:
        drawn[(x - left) ** 2 + (y - top) ** 2 <= _RADIUS**2] = colour
    smooth = drawn.reshape(pixels, _FINE, pixels, _FINE, 3).mean((1, 3)).round().astype(np.uint8)
    rows = np.concatenate([np.zeros((pixels, 1), np.uint8), smooth.reshape(pixels, -1)], axis=1)
    header = struct.pack(
        ">IIBBBBB", pixels, pixels, 8, 2, 0, 0, 0
    )  # 8 bits each of red, green, blue
    chunks = (
        (b"IHDR", header),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
