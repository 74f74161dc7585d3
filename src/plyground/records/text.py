"""`GameText`: the text of a file of records, as one game after the other reads it.

A game takes its text line by line; a line that begins with a tag ends whatever was open.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from plyground.records.lines import Lines
from plyground.records.notation import (
    LONGEST,
    LONGEST_VALUE,
    SECONDS,
    TAG_NAME,
    TIME,
    VALUE,
    unescaped,
)
from plyground.visible import visible

_BLANK = re.compile(r"[\s\ufeff]*")
_AT_TAG = re.compile(rf'[\s\ufeff]*\[[ \t]*{TAG_NAME}[ \t]*"')
_TAG = re.compile(rf'\[[ \t]*({TAG_NAME})[ \t]*"([^"\\]*+(?:\\.[^"\\]*+)*+)"[ \t]*\]')
_TAG_IN_LINE = re.compile(rf'\[[ \t]*({TAG_NAME})[ \t]*"(.*?)("?)[ \t]*(\]?)[ \t]*$')
_END_OF_COMMENT = re.compile(r"[^}\\]*+(?:\\(?:.|$)[^}\\]*+)*+")

# None of these reads a character more than a few hundred times, whatever the text.
_LINE_BREAK = re.compile(r"(?<![^\S\n])[^\S\n]*\n\s*")
_COMMAND = re.compile(
    rf"\\.|\[%(?:{VALUE}\s++((?:\\.|[^\]\\]){{1,{6 * LONGEST_VALUE}}})"
    rf"|{TIME}\s++({SECONDS.pattern})\s*+)\]\s*"
)

_MOST_FAULTS = 100  # the most faults of one game to list
_MOST_OF_REASON = 400  # characters


@dataclass(frozen=True)
class Fault:
    """A fault in a file, and its place: lines and columns count from 1."""

    line: int
    column: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


@dataclass(frozen=True)
class Tag:
    """A tag, and the place where it begins."""

    name: str
    value: str
    line: int
    column: int


@dataclass(frozen=True)
class Comment:
    """A comment, without its commands for a move's value and time."""

    text: str
    value: str
    seconds: float | None


class GameText:
    """Where a file is read, `at` a place of its present `line`, and the faults of the game there.

    `gap` says that there was an empty line since it was last set to False.
    """

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self.line, self.at = "", 0
        self.gap = False
        self._said = 0  # the last line whose broken bytes are noted
        self.begin()

    @property
    def number(self) -> int:
        """The number of the line."""
        return self._lines.number

    @property
    def column(self) -> int:
        """The column in it."""
        return self.at + 1

    def begin(self) -> None:
        """Begin a game: forget the faults of the one before."""
        self._faults: list[Fault] = []
        self._unlisted = 0
        self._begun = self._lines.read - len(self.line) - 1
        self._note_broken()

    @property
    def too_long(self) -> bool:
        """Whether this game has more text than a record may keep."""
        return self._lines.read - self._begun > LONGEST

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of this game."""
        if not self._unlisted:
            return tuple(self._faults)
        last = self._faults[-1]
        more = f"{self._unlisted:,} more faults of this game are not listed"
        return (*self._faults, Fault(last.line, last.column, more))

    def fault(self, line: int, column: int, reason: str) -> None:
        """Note a fault at this place."""
        if len(self._faults) == _MOST_FAULTS:
            self._unlisted += 1
            return
        if not (reason.isascii() and reason.isprintable()):
            reason = visible(reason, "\ufffd")
        if len(reason) > _MOST_OF_REASON:
            reason = f"{reason[:_MOST_OF_REASON]} ..."
        self._faults.append(Fault(line, column, reason))

    def next(self) -> str:
        """Skip what is blank, and lines that begin with %; the next sign, empty at the end."""
        while True:
            found = _BLANK.match(self.line, self.at)
            assert found is not None
            self.at = found.end()
            if self.at < len(self.line):
                if self.at or self.line[0] != "%":
                    return self.line[self.at]
                self.at = len(self.line)
            if not self.next_line():
                return ""

    def next_line(self) -> bool:
        """Go to the next line; False at the end of the file, where the place stays."""
        if not self._lines.next():
            return False
        self.line, self.at = self._lines.text, 0
        self.gap |= not self.line.strip("\ufeff \t\f\v")
        if not self.at_tag():  # it may be the next game's
            self._note_broken()
        return True

    def _note_broken(self) -> None:
        """Note a byte that is not text, once in each line."""
        lines = self._lines
        if lines.broken < 0 or self._said == lines.number:
            return
        self._said = lines.number
        how = "it is read as �" if "\ufffd" in self.line else "the line is read as Windows-1252"
        self.fault(lines.number, lines.broken + 1, f"this byte is not text in UTF-8: {how}")

    def at_tag(self) -> bool:
        """Whether a tag begins here, with nothing before it in its line."""
        if "[" not in self.line or (self.at and not self.line[: self.at].isspace()):
            return False
        return _AT_TAG.match(self.line, self.at) is not None

    def tag(self) -> Tag | None:
        """The tag that begins here; None if it cannot be read."""
        self._note_broken()
        line, column = self.number, self.column
        found = _TAG.match(self.line, self.at)
        if found is not None:
            self.at = found.end()
            return Tag(found[1], unescaped(found[2]), line, column)
        found = _TAG_IN_LINE.match(self.line, self.at)
        self.at = len(self.line)
        if found is None:
            self.fault(line, column, 'this is not a tag: write [Name "value"]')
            return None
        name, value, mark, bracket = found.groups()
        if not mark:
            words = 'this text is not closed: a " is missing'
            self.fault(line, found.start(2), words)
        elif not bracket:
            self.fault(line, self.column, f"the tag {name} has no ] at its end")
        return Tag(name, unescaped(value.rstrip() if not mark else value), line, column)

    def comment(self) -> str:
        """The comment that begins here with a brace or a semicolon, as written."""
        line, column, begun = self.number, self.column, self.line[self.at]
        self.at += 1
        if begun == ";":
            rest, self.at = self.line[self.at :], len(self.line)
            return rest
        pieces: list[str] = []
        while True:
            found = _END_OF_COMMENT.match(self.line, self.at)
            assert found is not None
            pieces.append(found[0])
            self.at = found.end()
            if self.at < len(self.line):
                self.at += 1
                break
            if not self.next_line() or self.at_tag():
                self.fault(line, column, "this comment is not closed: a } is missing")
                break
            if self.too_long:  # and nothing of it is kept
                pieces.clear()
        return "\n".join(pieces)

    def skip_game(self) -> None:
        """Skip everything before the next line that begins with a tag."""
        while self.next_line() and not self.at_tag():
            self.at = len(self.line)
        if not self.at_tag():
            self.at = len(self.line)


def parsed(raw: str, commands: bool = True) -> Comment:
    """The comment in a raw text; without `commands`, commands are ordinary words."""
    value, seconds = "", None

    def command(match: re.Match[str]) -> str:
        nonlocal value, seconds
        given = unescaped((match[1] or "").strip())
        if 0 < len(given) <= LONGEST_VALUE:
            value = given
        elif match[2]:
            seconds = float(match[2])
        else:
            return match[0]
        return ""

    text = _LINE_BREAK.sub(" ", raw)
    if commands and "[%" in text:
        text = _COMMAND.sub(command, text)
    return Comment(unescaped(text.strip()), value, seconds)
