"""`GameText`: the moves of one game in a file, with the comments and variations between them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from plyground.position import MoveError, Position, UnreadableMoveError
from plyground.records.lexer import Comment, Lexer, Tag, parsed
from plyground.records.notation import DEEPEST, LONGEST, RESULT
from plyground.records.record import UNFINISHED, RecordedMove, points

TOO_LONG = f"a game may have {LONGEST:,} characters: the rest of this one is left out"

_NUMBER = re.compile(r"[0-9]*\.+")
_GLYPHS = "!?"


@dataclass
class _Move:
    """A move that comments and variations may follow."""

    text: str
    comments: list[str]
    value: str = ""
    seconds: float | None = None
    variations: list[tuple[RecordedMove, ...]] = field(default_factory=list)

    def add(self, comment: Comment) -> None:
        """Take the contents of a comment."""
        if comment.text:
            self.comments.append(comment.text)
        self.value = comment.value or self.value
        self.seconds = self.seconds if comment.seconds is None else comment.seconds

    def done(self) -> RecordedMove:
        """The move with everything that belongs to it."""
        return RecordedMove(
            self.text, " ".join(self.comments), self.value, self.seconds, tuple(self.variations)
        )


@dataclass
class _Line:
    """The game's moves, or a variation, as far as read.

    `position` is the last position. `numbered` says whether the last move had a number before it.
    `before` are the comments before the first move. A `broken` line is skipped to its end, with the
    `inner` variations that are open in it.
    """

    position: Position
    line: int
    column: int
    moves: list[_Move] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    numbered: bool = False
    broken: bool = False
    inner: int = 0

    def done(self) -> tuple[RecordedMove, ...]:
        """The moves of the line."""
        return tuple(move.done() for move in self.moves)


class GameText:
    """Reads the moves of one game with the comments and variations between them."""

    def __init__(self, lexer: Lexer, start: Position, result: Tag | None) -> None:
        source = lexer.source
        self.lexer = lexer
        self.main = _Line(start, source.line, source.column)
        self.tagged = result and replace(result, value=result.value.strip())
        self.stated: Tag | None = None  # the result after the moves
        self._lines = [self.main]  # then the open variations, each in the one before it
        self._game = start.game
        self._joined = all(len(text) == 1 for text in self._game.move_texts)
        self._numbered = False  # whether the next part has a number before it

    def read(self) -> bool:
        """Read to the end of the game; False if the game does not end there."""
        while self.stated is None:
            if not self._go_on():
                self._close_variations()
                return not self.main.broken
            if self.main.broken:
                self._close_variations()
                return False
        self._close_variations()
        self._comments_after_result()
        return True

    def _go_on(self) -> bool:
        """Read the next part; False where the game ends without a result."""
        lexer = self.lexer
        sign = lexer.next()
        source = lexer.source
        line, column = source.line, source.column
        if lexer.too_long:
            lexer.fault(line, column, TOO_LONG)
            self.main.broken = True
        elif sign in ("{", ";"):
            self._comment(lexer.comment())
        elif sign == "(":
            lexer.skip()
            self._open(line, column)
        elif sign == ")":
            lexer.skip()
            self._close(line, column)
        elif sign == "$":
            lexer.glyph()
        elif sign == '"':
            self._move(lexer.quoted(), line, column)
        elif not sign or (sign == "[" and lexer.fresh and lexer.at_tag()):
            return False
        else:
            word = lexer.word()
            if word:
                self._word(word, line, column)
            else:
                lexer.fault(line, column, f"a {sign} is out of place here")
                lexer.skip()
        return True

    def _comment(self, raw: str) -> None:
        line = self._lines[-1]
        if line.broken:
            return
        if line.moves:
            line.moves[-1].add(parsed(raw))
            return
        comment = parsed(raw, commands=False)
        if comment.text:
            line.before.append(comment.text)

    def _comments_after_result(self) -> None:
        """Comments right after the result belong to the last move."""
        lexer = self.lexer
        lexer.gap = False
        while (sign := lexer.next()) and not lexer.gap and not lexer.too_long:
            if sign == "$":
                lexer.glyph()
            elif sign in ("{", ";"):
                self._comment(lexer.comment())
            else:
                break

    def _open(self, line: int, column: int) -> None:
        """Begin a variation, an alternative to the last move."""
        outer = self._lines[-1]
        if outer.broken:
            outer.inner += 1
            return
        before = outer.position.parent if outer.moves else None
        if before is None or len(self._lines) > DEEPEST:
            reason = (
                "this variation replaces no move"
                if before is None
                else f"variations may be nested {DEEPEST} deep"
            )
            self.lexer.fault(line, column, f"{reason}: it is left out")
        inner = _Line(before or outer.position, line, column)
        inner.broken = before is None or len(self._lines) > DEEPEST
        self._lines.append(inner)
        self._numbered = False

    def _close(self, line: int, column: int) -> None:
        """End a variation."""
        closed = self._lines[-1]
        self._numbered = False
        if closed.inner:
            closed.inner -= 1
        elif len(self._lines) == 1:
            self.lexer.fault(line, column, "this ) ends no variation")
        else:
            self._lines.pop()
            self._keep(closed)

    def _close_variations(self) -> None:
        while len(self._lines) > 1:
            closed = self._lines.pop()
            self.lexer.fault(closed.line, closed.column, "this variation is not closed")
            self._keep(closed)

    def _keep(self, variation: _Line) -> None:
        """Add a complete variation to the last move of the line around it."""
        if variation.moves:
            first = variation.moves[0]
            first.comments[:0] = variation.before
            self._lines[-1].moves[-1].variations.append(variation.done())

    def _word(self, word: str, line: int, column: int) -> None:
        """A number, a move, several moves, or a result."""
        if self._lines[-1].broken:
            return
        if not self._numbered and self._is_result(word):
            if len(self._lines) == 1:
                self.stated = Tag(RESULT, word, line, column)
            return
        number = _NUMBER.match(word)
        if number is not None and (self._is_next(word[: number.end()]) or not self._readable(word)):
            self._numbered = True
            word = word[number.end() :]
            column += number.end()
        if not self._readable(word):
            word = word.rstrip(_GLYPHS)
            # Where moves are single characters, a number without a dot is several moves.
            if not self._joined and self._is_next(word):
                self._numbered = True
                return
        for at, text in self._moves_in(word):
            self._move(text, line, column + at)
            if self._lines[-1].broken:
                break

    def _readable(self, word: str) -> bool:
        try:
            self._game.move_code(word)
        except UnreadableMoveError:
            return False
        return True

    def _is_next(self, number: str) -> bool:
        """Whether a text is the number of the next ply, without another number before it."""
        following = self._lines[-1].position.ply + 1
        return not self._numbered and number.rstrip(".") == str(following)

    def _is_result(self, word: str) -> bool:
        """Whether a word is a result and not a move: in Sim `0-1` can be both."""
        if word == UNFINISHED:
            return True
        found = points(word)
        if found is None or (len(found) == 1 and self._game.players > 1):
            return False
        line = self._lines[-1]
        if line.position.over or not self._readable(word):
            return True
        if line.numbered:
            return True
        # Without numbers it is a result if a tag says so, and if no such move is possible.
        tagged = self.tagged is not None and self.tagged.value == word
        return tagged and (not line.moves or self._game.move_code(word) not in line.position.codes)

    def _moves_in(self, word: str) -> Iterator[tuple[int, str]]:
        """The moves that a word joins, each with its place in the word."""
        if self._readable(word):
            yield 0, word
        elif self._joined:
            yield from ((at, text) for at, text in enumerate(word) if text != ",")
        else:
            for match in re.finditer("[^,]+", word):
                yield match.start(), match[0]

    def _move(self, text: str, place: int, column: int) -> None:
        """Play a move in the current line, or note why that is impossible."""
        line = self._lines[-1]
        if line.broken:
            return
        try:
            line.position = line.position.play(text)
        except MoveError as error:
            what = "game" if len(self._lines) == 1 else "variation"
            words = f"ply {line.position.ply + 1}: {error}; the rest of this {what} is left out"
            self.lexer.fault(place, column, words)
            line.broken = True
            return
        played = line.position.last_move
        assert played is not None
        line.moves.append(_Move(played, []))
        line.numbered, self._numbered = self._numbered, False
