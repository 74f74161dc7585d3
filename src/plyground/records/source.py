"""`Source`: the characters of a file, read in pieces, with the line and column of the next one."""

from __future__ import annotations

import codecs
import io
import re
from typing import IO

_PIECE = 1 << 16  # bytes or characters

MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
"""Encodings by the mark of two bytes at the beginning of a file."""


class Source:
    """Reads a text or binary file once, from its current place, with one piece in memory.

    Bytes are UTF-8, or UTF-16 after its mark. A byte that is neither becomes half a character
    (U+DC80 to U+DCFF). All kinds of line ends become "\\n".

    `text[at]` is the next character, if `more()`; `line` and `column` are its place, from 1.
    `offset` counts the characters before it.
    """

    def __init__(self, file: IO[str] | IO[bytes]) -> None:
        self._file = file
        self._decoder: io.IncrementalNewlineDecoder | None = None
        self._line_start = 0  # its index in the text, negative if it is gone
        self._before = 0  # characters before the text
        self._ended = False
        self.text = ""
        self.at = 0
        self.line = 1

    @property
    def column(self) -> int:
        """The column of the next character in its line."""
        return self.at - self._line_start + 1

    @property
    def offset(self) -> int:
        """The number of characters before the next one."""
        return self._before + self.at

    def more(self, count: int = 1) -> bool:
        """Whether `count` characters are left; if so, `text` holds them."""
        while len(self.text) - self.at < count:
            if self._ended:
                return False
            self._fill()
        return True

    def next(self) -> str:
        """The next character, without moving past it; empty at the end."""
        return self.text[self.at] if self.more() else ""

    def step(self, count: int = 1) -> None:
        """Move past `count` characters of `text`."""
        end = self.at + count
        lines = self.text.count("\n", self.at, end)
        if lines:
            self.line += lines
            self._line_start = self.text.rindex("\n", self.at, end) + 1
        self.at = end

    def run(self, characters: re.Pattern[str], most: int) -> str:
        """Move past all characters of a kind and return them, at most `most` of them.

        The pattern matches any number of such characters, including none.
        """
        text, at = self.text, self.at
        found = characters.match(text, at)
        if found is not None and (end := found.end()) < len(text):  # as nearly always
            if end > at:
                self.step(end - at)
            return text[at : min(end, at + most)]
        pieces: list[str] = []
        kept = 0
        while self.more():
            found = characters.match(self.text, self.at)
            assert found is not None
            pieces.append(found[0][: most - kept])
            kept += len(pieces[-1])
            self.step(len(found[0]))
            if self.at < len(self.text):
                break
        return pieces[0] if len(pieces) == 1 else "".join(pieces)

    def _fill(self) -> None:
        """Read another piece, and forget the text before."""
        piece = self._file.read(_PIECE)
        if self._decoder is None:
            self._decoder = _decoder(piece)
        self._ended = not piece
        added = self._decoder.decode(piece, final=self._ended)
        if not self.offset and not self.text:
            added = added.removeprefix("\ufeff")
        self.text = self.text[self.at :] + added
        self._line_start -= self.at
        self._before += self.at
        self.at = 0


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
