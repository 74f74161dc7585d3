"""`Movetext`: the moves of one game in a file, with the comments and variations between them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from plyground.position import Game, MoveError, Position, UnreadableMoveError
from plyground.records.foreign import RESULT as FOREIGN_RESULT
from plyground.records.foreign import SIGN, move_by_square, plain_result
from plyground.records.notation import DEEPEST, LONGEST, RESULT, unescaped
from plyground.records.record import UNFINISHED, RecordedMove, points
from plyground.records.text import Comment, GameText, Tag, parsed

TOO_LONG = f"a game may have {LONGEST:,} characters: the rest of this one is left out"

_ENDS = rf"(?:{FOREIGN_RESULT})(?=[\s\ufeff{{}}()\[\];]|$)"
_TOKEN = re.compile(
    rf"""(?P<result>{_ENDS})
    | (?P<word>[^\s\ufeff{{}}()\[\];$"]+) | (?P<open>\() | (?P<close>\)) | (?P<comment>[{{;])
    | "(?P<quoted>[^"\\]*+(?:\\.[^"\\]*+)*+) (?P<mark>"?) | (?P<sign>\$[0-9]*) | (?P<other>.)""",
    re.VERBOSE,
)
# A move with or without its number, where neither needs a second look.
_PLAIN = re.compile(
    rf"[ \t]*([0-9]+\.+[ \t]*)?(?!{_ENDS})([^\s\ufeff{{}}()\[\];$\".!?]+)(?=[\s)]|$)"
)
_NUMBER = re.compile(r"[0-9]*\.+")
_FOREIGN = re.compile(FOREIGN_RESULT)
_LINES_KEPT = 200
_SIGNS_BEHIND = re.compile(r"[+#!?]+$")


@dataclass(slots=True)
class _Move:
    """A move that comments, signs and variations may follow, and where it is written."""

    text: str
    code: int
    line: int
    column: int
    comments: list[str] = field(default_factory=list)
    value: str = ""
    seconds: float | None = None
    variations: list[tuple[RecordedMove, ...]] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)

    def add(self, comment: Comment) -> None:
        """Take the contents of a comment."""
        if comment.text:
            self.comments.append(comment.text)
        self.value = comment.value or self.value
        self.seconds = self.seconds if comment.seconds is None else comment.seconds

    def done(self) -> RecordedMove:
        """The move with everything that belongs to it."""
        comment, signs = " ".join(self.comments), " ".join(self.signs)
        return RecordedMove(
            self.text, comment, self.value, self.seconds, tuple(self.variations), signs
        )


class Followed:
    """Positions after moves; what was asked for lately is kept, since lines begin alike."""

    def __init__(self) -> None:
        self._kept: dict[tuple[int, tuple[int, ...]], tuple[Position, Position]] = {}

    def after(self, position: Position, codes: tuple[int, ...]) -> Position:
        """What `follow` gives."""
        asked = id(position), codes
        found = self._kept.get(asked)
        if found is None:
            if len(self._kept) >= _LINES_KEPT:
                self._kept.clear()
            found = self._kept[asked] = position, position.follow(codes)
        return found[1]


@dataclass(slots=True)
class _Line:
    """The game's moves, or a variation, as far as read.

    `position` is the one after the first `played` moves: the others are played together, when it is
    needed. `numbered` says whether the last move had a number before it. `before` are the comments
    before the first move. The moves of a `broken` line are left out up to its end, with the `inner`
    variations that are open in it.
    """

    position: Position
    line: int
    column: int
    played: int = 0
    moves: list[_Move] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    numbered: bool = False
    broken: bool = False
    inner: int = 0

    @property
    def ply(self) -> int:
        """The number of moves in the game, with those that are not played yet."""
        return self.position.ply + len(self.moves) - self.played

    def done(self) -> tuple[RecordedMove, ...]:
        """The moves of the line."""
        return tuple([move.done() for move in self.moves])


@lru_cache(64)
def _plain_codes(game: Game) -> dict[str, int]:
    """The codes of moves that cannot be a number or a result instead."""
    texts = game.move_texts
    if any("." in text for text in texts):
        return {}
    return {
        text: code
        for code, text in enumerate(texts)
        if not _may_be_result(text, game.players) and not _FOREIGN.fullmatch(text)
    }


def _may_be_result(word: str, players: int) -> bool:
    found = points(word)
    return word == UNFINISHED or (found is not None and (len(found) > 1 or players == 1))


class Movetext:
    """Reads the moves of one game with the comments and variations between them."""

    def __init__(
        self, text: GameText, start: Position, result: Tag | None, followed: Followed
    ) -> None:
        self.text = text
        self.start = start
        self._followed = followed
        self.main = _Line(start, text.number, text.column)
        self.tagged = result and replace(result, value=plain_result(result.value))
        self.stated: Tag | None = None  # the result after the moves
        self._lines = [self.main]  # then the open variations, each in the one before it
        self._game = start.game
        self._joined = self._game.joins_moves
        self._plain = _plain_codes(self._game)
        self._numbered = False  # whether the next part has a number before it

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return not self.main.broken and not self.text.too_long

    @property
    def results(self) -> list[Tag]:
        """The results that the file states: after the moves, and in a tag."""
        both = (self.stated,) if self.stated is self.tagged else (self.stated, self.tagged)
        return [each for each in both if each]

    def read(self) -> None:
        """Read to the end of the game, or as far as it may be long.

        Behind a move that is not legal only the result counts.
        """
        while self.stated is None and not self.text.too_long and self._go_on():
            pass
        self._close_variations()
        self._settle(self.main)
        if self.text.too_long:
            self.text.fault(self.text.number, self.text.column, TOO_LONG)
        elif self.stated is not None:
            self._comments_after_result()

    def take(self, words: Iterable[tuple[str, int, int]]) -> None:
        """Take moves that stand alone, each with its line and column, in place of reading a text.

        A result that says nothing else may be among them.
        """
        for word, line, column in words:
            if self.main.broken:
                break
            self._numbered = False
            if _may_be_result(word, self._game.players) and not self._readable(word):
                self.stated = self.stated or Tag(RESULT, word, line, column)
                continue
            number = _NUMBER.match(word)
            bare = word if number is None or self._readable(word) else word[number.end() :]
            if self._readable(bare):
                self._move(bare, line, column + len(word) - len(bare))
            elif SIGN.fullmatch(bare):
                self._sign(bare)
            elif bare:
                self._unusual(bare, line, column + len(word) - len(bare))
        self._settle(self.main)

    def _go_on(self) -> bool:
        """Read the next part; False where the game ends without a result."""
        text = self.text
        self._plain_moves()
        sign = text.next()
        if not sign or (sign == "[" and text.at_tag()):
            return False
        line, column = text.number, text.column
        found = _TOKEN.match(text.line, text.at)
        assert found is not None
        kind = found.lastgroup
        if kind == "comment":
            self._comment(text.comment())
            return True
        text.at = found.end()
        if kind == "word":
            self._word(found[0], line, column)
        elif kind == "result":
            self._result(found[0], line, column)
        elif kind == "open":
            self._open(line, column)
        elif kind == "close":
            self._close(line, column)
        elif kind == "sign":
            self._sign(found[0])
        elif kind == "mark":
            if not found["mark"]:
                text.fault(line, column, 'this text is not closed: a " is missing')
            self._move(unescaped(found["quoted"]), line, column)
        elif not self.main.broken:
            text.fault(line, column, f"a {sign} is out of place here")
        return True

    def _plain_moves(self) -> None:
        """Read the moves in a row of a line that need no second look."""
        text, line = self.text, self._lines[-1]
        place = text.at
        while (found := _PLAIN.match(text.line, place)) is not None:
            code = self._plain.get(found[2])
            if code is None:
                break
            if not line.broken:
                line.moves.append(_Move(found[2], code, text.number, found.start(2) + 1))
                line.numbered = self._numbered or found[1] is not None
            self._numbered = False
            place = found.end()
        text.at = place

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

    def _sign(self, sign: str) -> None:
        """A sign for the last move; a lone $ and one before the first move say nothing."""
        line = self._lines[-1]
        if line.moves and not line.broken and sign != "$":
            line.moves[-1].signs.append(sign)

    def _comments_after_result(self) -> None:
        """Comments and signs right after the result belong to the last move."""
        text = self.text
        text.gap = False
        while (sign := text.next()) and not text.gap and not text.too_long:
            if sign in "{;":
                self._comment(text.comment())
            elif sign == "$" and (found := _TOKEN.match(text.line, text.at)):
                text.at = found.end()
                self._sign(found[0])
            else:
                break

    def _open(self, line: int, column: int) -> None:
        """Begin a variation, an alternative to the last move."""
        outer = self._lines[-1]
        self._settle(outer)
        if outer.broken:
            outer.inner += 1
            return
        before = outer.position.parent if outer.moves else None
        inner = _Line(before or outer.position, line, column)
        if before is None or len(self._lines) > DEEPEST:
            reason = f"variations may be nested {DEEPEST} deep"
            if before is None:
                reason = "this variation replaces no move"
            self.text.fault(line, column, f"{reason}: it is left out")
            inner.broken = True
        self._lines.append(inner)
        self._numbered = False

    def _close(self, line: int, column: int) -> None:
        """End a variation."""
        closed = self._lines[-1]
        self._numbered = False
        if closed.inner:
            closed.inner -= 1
        elif len(self._lines) == 1:
            if not self.main.broken:
                self.text.fault(line, column, "this ) ends no variation")
        else:
            self._lines.pop()
            self._keep(closed)

    def _close_variations(self) -> None:
        while len(self._lines) > 1:
            closed = self._lines.pop()
            self.text.fault(closed.line, closed.column, "this variation is not closed")
            self._keep(closed)

    def _keep(self, variation: _Line) -> None:
        """Add a complete variation to the last move of the line around it."""
        self._settle(variation)
        if variation.moves:
            first = variation.moves[0]
            first.comments[:0] = variation.before
            self._lines[-1].moves[-1].variations.append(variation.done())

    def _result(self, written: str, line: int, column: int) -> None:
        """A result as people write it; what can be a move is looked at as a word."""
        word = plain_result(written) if self._game.players == 2 else written
        if self._readable(written) or word == written:
            self._word(written, line, column)
        elif self._readable(word):
            self._word(word, line, column)
        elif len(self._lines) == 1:
            self.stated = Tag(RESULT, word, line, column)

    def _word(self, word: str, line: int, column: int) -> None:
        """A number, a move, several moves, signs, or a result."""
        if self._lines[-1].broken:
            if len(self._lines) == 1 and not self.main.inner:
                self._result_of_broken(word, line, column)
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
        if not word:
            return
        if self._readable(word):
            self._move(word, line, column)
            return
        if SIGN.fullmatch(word):
            self._sign(word)
            return
        # Where moves are single characters, a number without a dot is several moves.
        if not self._joined and self._is_next(word):
            self._numbered = True
            return
        self._unusual(word, line, column)

    def _result_of_broken(self, word: str, line: int, column: int) -> None:
        """The result after moves that were left out, if the word can be nothing else."""
        if _may_be_result(word, self._game.players) and not self._readable(word):
            self.stated = Tag(RESULT, word, line, column)

    def _unusual(self, word: str, line: int, column: int) -> None:
        """A word that is not a move: a move with signs, joined moves, or another name."""
        signs = _SIGNS_BEHIND.search(word)
        bare = word if signs is None else word[: signs.start()]
        joined = [(at, each) for at, each in self._joined_in(bare) if each != ","]
        if not all(self._readable(each) for _, each in joined):
            code = move_by_square(self._settle(self._lines[-1]), bare)
            joined = [(0, bare if code is None else self._game.move_texts[code])]
        for at, each in joined:
            self._move(each, line, column + at)
            if self._lines[-1].broken:
                return
        if signs is not None:
            self._sign(signs[0])

    def _joined_in(self, word: str) -> list[tuple[int, str]]:
        """The parts of a word that may be moves, each with its place in the word."""
        if self._joined:
            return list(enumerate(word))
        return [(match.start(), match[0]) for match in re.finditer("[^,]+", word)]

    def _readable(self, word: str) -> bool:
        try:
            self._game.move_code(word)
        except UnreadableMoveError:
            return False
        return True

    def _is_next(self, number: str) -> bool:
        """Whether a text is the number of the next ply, without another number before it."""
        following = self._lines[-1].ply + 1
        return not self._numbered and number.rstrip(".") == str(following)

    def _is_result(self, word: str) -> bool:
        """Whether a word is a result and not a move: in Sim `0-1` can be both."""
        if word == UNFINISHED:
            return True
        if not _may_be_result(word, self._game.players):
            return False
        line = self._lines[-1]
        if not self._readable(word) or self._settle(line).over or line.numbered:
            return True
        # Without numbers it is a result if a tag says so, and if no such move is possible.
        if self.tagged is None or self.tagged.value != word:
            return False
        if not line.moves:  # the result of a game without moves, if nothing follows
            return not self.text.line[self.text.at :].strip()
        return self._game.move_code(word) not in line.position.codes

    def _move(self, text: str, place: int, column: int) -> None:
        """Add a move to the current line, or note why that is impossible."""
        line = self._lines[-1]
        if line.broken:
            return
        try:
            code = self._game.move_code(text)
        except UnreadableMoveError as error:
            self._settle(line)
            if not line.broken:
                self._break(line, error, place, column)
            return
        line.moves.append(_Move(self._game.move_texts[code], code, place, column))
        line.numbered, self._numbered = self._numbered, False

    def _settle(self, line: _Line) -> Position:
        """The position at the end of a line; what follows a move that is not legal is left out."""
        if line.played < len(line.moves):
            codes = tuple([move.code for move in line.moves[line.played :]])
            before = line.position.ply
            line.position = self._followed.after(line.position, codes)
            line.played += line.position.ply - before
            if line.played < len(line.moves):
                illegal = line.moves[line.played]
                del line.moves[line.played :]
                try:
                    line.position.play(illegal.text)
                except MoveError as error:
                    self._break(line, error, illegal.line, illegal.column)
        return line.position

    def _break(self, line: _Line, error: MoveError, place: int, column: int) -> None:
        """Note that the rest of a line is left out."""
        what = "game" if line is self.main else "variation"
        words = f"ply {line.ply + 1}: {error}; the rest of this {what} is left out"
        self.text.fault(place, column, words)
        line.broken = True
