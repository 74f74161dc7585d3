"""The rules that reader and writer of records share: tags, escapes, limits; see docs/records.md.

Text between quotation marks or braces may hold any character by escapes:

    \\s \\n \\r \\t      a space where a plain one would be lost, ends of lines, and a tab
    \\uXXXX           the character with that hexadecimal number
    \\ and a mark     the mark itself: \\" \\\\ \\{ \\} \\[ \\]

A backslash before anything else stands for itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from plyground.games.registry import installed_game
from plyground.position import Game, ParameterError, PlygroundError

# The tags that reading and writing must understand; `Record` states all tags.
GAME, PARAMETERS, START, RESULT, REASON = "Game", "Parameters", "Start", "Result", "Reason"
TERMINATION = "Termination"

TAG_NAME = r"[A-Za-z][A-Za-z0-9_]{0,99}"
VALUE, TIME = "value", "time"  # of a move, as commands in its comment: [%value draw] [%time 0.31]
SECONDS = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,400})?")

LONGEST = 300_000
"""The most characters in the text of a game; a reader keeps no more in memory."""
DEEPEST = 50
"""How deeply variations may be nested."""

LONGEST_VALUE = 100
"""The most characters in the value of a move."""

# A move that needs no quotation marks.
PLAIN_MOVE = re.compile(r"[^\s\ufeff{}()\[\];$\\,.\"%*!?]+")

GameFor = Callable[[str, Mapping[str, int]], Game]
"""Makes the game that a record names, with its parameters. Raises PlygroundError to refuse it."""

_SIGNS = {"n": "\n", "r": "\r", "s": " ", "t": "\t"}
_LETTERS = {sign: f"\\{letter}" for letter, sign in _SIGNS.items()}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|[nrst]|[!-/:-@\[-`{-~])")
# Characters that a file may not keep: control characters, spaces other than the plain one, ends of
# lines, and the mark that files begin with.
_UNSAFE = r"\x00-\x1f\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_HALF = re.compile("[\ud800-\udfff]")  # halves of characters: no file takes them
# A space stays a space only between two other characters, since lines break at spaces.
_HIDDEN = re.compile(rf"[{_UNSAFE}]|^ | $| (?= )|(?<= ) ")


class RecordError(PlygroundError):
    """A record cannot be written, because its parts contradict each other."""


def installed_game_for(name: str, values: Mapping[str, int]) -> Game:
    """The installed game of that name, with its parameters; paths of files are not accepted.

    Raises UnknownGameError or ParameterError.
    """
    return game_of(installed_game(name), values)


def game_of(kind: type[Game], values: Mapping[str, int]) -> Game:
    """The game of a class with the parameters from a record. Raises ParameterError."""
    accepted = [parameter.name for parameter in kind.parameters]
    for name in values:
        if name not in accepted:
            accepts = f"its parameters are {', '.join(accepted)}" if accepted else "it has none"
            raise ParameterError(f"{kind.title} has no parameter {name}: {accepts}")
    return kind(**values)


def escaped(text: str, signs: str) -> str:
    """A text with escapes for `signs`, the backslash and characters that files do not keep.

    Raises RecordError if the text has half a character.
    """
    if _HALF.search(text):
        raise RecordError(f"{text[:80]!r} cannot be written: it has half a character")
    text = re.sub(rf"[\\{re.escape(signs)}]", r"\\\g<0>", text)
    return _HIDDEN.sub(_escape, text)


def unescaped(text: str) -> str:
    """The text that a text with escapes stands for."""
    return _ESCAPE.sub(_meant, text) if "\\" in text else text


def _escape(match: re.Match[str]) -> str:
    sign = match[0]
    return _LETTERS.get(sign) or f"\\u{ord(sign):04x}"


def _meant(match: re.Match[str]) -> str:
    escape = match[1]
    if len(escape) == 1:
        return _SIGNS.get(escape, escape)
    return _HALF.sub("\ufffd", chr(int(escape[1:], 16)))
