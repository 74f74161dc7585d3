"""`Lexer`: the parts of a file of records, one after the other, and the faults in them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from plyground.records.notation import (
    LONGEST,
    LONGEST_VALUE,
    SECONDS,
    TAG_NAME,
    TIME,
    VALUE,
    unescaped,
)
from plyground.records.source import Source
from plyground.visible import visible

_BLANK = re.compile(r"[\s\ufeff]*")
_SPACES = re.compile(r"[^\S\n]*")
_REST_OF_LINE = re.compile(r"[^\n]*")
_IN_COMMENT = re.compile(r"[^}\\\n]*")
_IN_QUOTES = re.compile(r'[^"\\\n]*')
_WORD = re.compile(r"[^\s\ufeff{}()\[\];$\"]*")
_DIGITS = re.compile(r"[0-9]*")
_NAME = re.compile(r"[A-Za-z0-9_]*")

_TAG = re.compile(rf'[ \t\ufeff]*\[[ \t]*{TAG_NAME}[ \t]*"')
_TAG_REACH = 300  # enough characters to see whether a line begins with a tag

_BROKEN = re.compile("[\ud800-\udfff]")  # bytes that are not text become these, see Source
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


class Lexer:
    """Reads one part at a time; the caller looks at the next character and says which part begins.

    `fresh` says that the line has only spaces before that character, and `gap` that there was an
    empty line since `gap` was last set to False.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.fresh = True
        self.gap = False
        self.begin()

    def begin(self) -> None:
        """Begin a game: forget the faults of the one before."""
        self._faults: list[Fault] = []
        self._untold = 0
        self._begun = self.source.offset

    @property
    def too_long(self) -> bool:
        """Whether this game has more text than a record may keep."""
        return self.source.offset - self._begun > LONGEST

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of this game."""
        if not self._untold:
            return tuple(self._faults)
        last = self._faults[-1]
        more = f"{self._untold:,} more faults of this game are not listed"
        return (*self._faults, Fault(last.line, last.column, more))

    def fault(self, line: int, column: int, reason: str) -> None:
        """Note a fault at this place."""
        if len(self._faults) == _MOST_FAULTS:
            self._untold += 1
            return
        shown = visible(reason, "\ufffd")
        if len(shown) > _MOST_OF_REASON:
            shown = f"{shown[:_MOST_OF_REASON]} ..."
        self._faults.append(Fault(line, column, shown))

    def next(self) -> str:
        """Skip spaces and lines that begin with %; the next character, empty at the end."""
        source = self.source
        while True:
            line = source.line
            source.run(_BLANK, 0)
            self.fresh |= source.line > line
            self.gap |= source.line > line + 1
            sign = source.next()
            if sign != "%" or source.column > 1:
                return sign
            source.run(_REST_OF_LINE, 0)

    def skip(self) -> None:
        """Skip one character."""
        self.source.step()
        self.fresh = False

    def tag(self) -> Tag | None:
        """The tag that begins here; None if it cannot be read."""
        source = self.source
        line, column = source.line, source.column
        self.skip()
        source.run(_SPACES, 0)
        name = source.run(_NAME, _TAG_REACH)
        source.run(_SPACES, 0)
        if not re.fullmatch(TAG_NAME, name) or source.next() != '"':
            self.fault(line, column, 'this is not a tag: write [Name "value"]')
            source.run(_REST_OF_LINE, 0)
            return None
        value, closed = self._quoted()
        source.run(_SPACES, 0)
        if source.next() == "]":
            source.step()
        elif closed:
            self.fault(source.line, source.column, f"the tag {name} has no ] at its end")
        else:
            value = value.rstrip().removesuffix("]")
        return Tag(name, unescaped(value), line, column)

    def quoted(self) -> str:
        """The text between the quotation marks that begin here."""
        self.fresh = False
        return unescaped(self._quoted()[0])

    def comment(self) -> str:
        """The comment that begins here with a brace or a semicolon, as written."""
        source = self.source
        line, column = source.line, source.column
        to_line_end = source.next() == ";"
        self.skip()
        if to_line_end:
            return self._clean(source.run(_REST_OF_LINE, LONGEST), line, column + 1)
        pieces: list[str] = []
        while True:
            pieces.append(source.run(_IN_COMMENT, LONGEST))
            sign = source.next()
            if sign == "}":
                source.step()
                break
            if sign == "\\":
                pieces.append(self._escape())
            elif sign == "\n":
                pieces.append(sign)
                source.step()
            if not sign or (sign == "\n" and self.at_tag()):
                self.fault(line, column, "this comment is not closed: a } is missing")
                self.fresh = True
                break
            if self.too_long:  # and nothing of it is kept
                pieces.clear()
        return self._clean("".join(pieces), line, column + 1)

    def word(self) -> str:
        """The word that begins here; empty if the next character cannot be in a word."""
        self.fresh = False
        return self.source.run(_WORD, LONGEST)

    def glyph(self) -> None:
        """Skip an annotation such as $3."""
        self.skip()
        self.source.run(_DIGITS, 0)

    def at_tag(self) -> bool:
        """Whether a tag begins here, perhaps after spaces."""
        source = self.source
        if source.next() not in ("[", " ", "\t", "\ufeff"):
            return False
        source.more(_TAG_REACH)
        return _TAG.match(source.text, source.at) is not None

    def skip_game(self) -> None:
        """Skip everything before the next line that begins with a tag."""
        source = self.source
        while source.more() and not (self.fresh and self.at_tag()):
            source.run(_REST_OF_LINE, 0)
            if source.more():
                source.step()
            self.fresh = True

    def _quoted(self) -> tuple[str, bool]:
        """The text after this quotation mark, and whether another mark ends it."""
        source = self.source
        line, column = source.line, source.column
        source.step()
        pieces: list[str] = []
        while True:
            pieces.append(source.run(_IN_QUOTES, LONGEST))
            sign = source.next()
            if sign != "\\":
                break
            pieces.append(self._escape())
            if self.too_long:
                pieces.clear()
        if sign == '"':
            source.step()
        else:
            self.fault(line, column, 'this text is not closed: a " is missing')
        return self._clean("".join(pieces), line, column + 1), sign == '"'

    def _escape(self) -> str:
        """A backslash, and the next character of its line."""
        source = self.source
        count = 1 + (source.more(2) and source.text[source.at + 1] != "\n")
        found = source.text[source.at : source.at + count]
        source.step(count)
        return found

    def _clean(self, text: str, line: int, column: int) -> str:
        """A text that begins there, without bytes that are not text."""
        broken = _BROKEN.search(text)
        if broken is None:
            return text
        before = text[: broken.start()]
        lines = before.count("\n")
        column = len(before) - before.rindex("\n") if lines else column + len(before)
        self.fault(line + lines, column, "this byte is not text in UTF-8")
        return _BROKEN.sub("\ufffd", text)


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
