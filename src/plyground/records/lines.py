"""`Lines`: the lines of a file of records, one after the other, whatever wrote it.

Bytes are UTF-8, or UTF-16 after its mark. A line that is neither is read as Windows-1252, as the
programs of half of the world write it; where a line has other characters in UTF-8, a byte that is
not becomes U+FFFD. All kinds of line ends are understood.
"""

from __future__ import annotations

import codecs
import io
import re
from contextlib import suppress
from typing import IO

from plyground.records.notation import LONGEST

_PIECE = 1 << 16  # bytes or characters
_HEAD = 4000

MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
"""Encodings by the mark of two bytes at the beginning of a file."""

_BROKEN = re.compile("[\ud800-\udfff]")  # what bytes that are not text become
_OTHER = re.compile("[\x80-\ud7ff\ue000-\U0010ffff]")


class Lines:
    """Reads a text or binary file once, from its current place, with one piece in memory.

    After `next`, `text` is the line without its end, `number` its number from 1, `broken` the place
    of the first byte that was not text, or -1. `read` counts the characters up to its end. Of a
    line with more than `longest` characters only those before are kept.
    """

    def __init__(self, file: IO[str] | IO[bytes]) -> None:
        self._file = file
        self._decoder: io.IncrementalNewlineDecoder | None = None
        self._rest, self._at = "", 0
        self.longest = LONGEST
        self.text = ""
        self.number = 0
        self.broken = -1
        self.read = 0

    @property
    def head(self) -> str:
        """The text that follows, some thousand characters of it."""
        if self._decoder is None:
            self._fill()
        return self._rest[self._at : self._at + _HEAD]

    def next(self) -> bool:
        """Go to the next line; False at the end of the file, whose last line stays."""
        pieces, kept = [], 0
        while True:
            end = self._rest.find("\n", self._at)
            piece = self._rest[self._at : end if end >= 0 else None]
            pieces.append(piece[: max(0, self.longest + 1 - kept)])
            kept += len(piece)
            self._at += len(piece) + (end >= 0)
            if end >= 0:
                break
            if not self._fill():
                if not kept:
                    return False
                break
        self.number += 1
        self.read += kept + 1
        self._show("".join(pieces))
        return True

    def _show(self, text: str) -> None:
        self.broken = -1
        if not text.isascii() and (broken := _BROKEN.search(text)):
            self.broken = broken.start()
            text = self._mended(text)
        self.text = text

    @staticmethod
    def _mended(text: str) -> str:
        if not _OTHER.search(text):
            with suppress(UnicodeEncodeError):  # a text may have halves of characters
                return text.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
        return _BROKEN.sub("\ufffd", text)

    def _fill(self) -> bool:
        """Read another piece, in place of the one before; False at the end."""
        piece = self._file.read(_PIECE)
        first = self._decoder is None
        if self._decoder is None:
            self._decoder = _decoder(piece)
        added = self._decoder.decode(piece, final=not piece)
        self._rest, self._at = added.removeprefix("\ufeff") if first else added, 0
        return bool(piece) or bool(added)


def plain_text(content: bytes) -> str:
    """The text of a file in any of these encodings."""
    lines, found = Lines(io.BytesIO(content)), list[str]()
    while lines.next():
        found.append(lines.text)
    return "\n".join(found)


def _decoder(first: str | bytes) -> io.IncrementalNewlineDecoder:
    """The decoder for a file that begins with `first`."""
    if isinstance(first, str):
        return io.IncrementalNewlineDecoder(None, translate=True)
    encoding = MARKS.get(first[:2], "utf-8")
    # UTF-16 cannot keep a byte that is not UTF-16.
    errors = "surrogateescape" if encoding == "utf-8" else "replace"
    return io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding)(errors), translate=True
    )
