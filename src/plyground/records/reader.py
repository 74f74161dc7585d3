"""Reading records tolerantly: the reader keeps every readable game and reports every fault.

It reads files of any size in constant memory, one game after the other. docs/records.md explains
the format, and what else the reader understands.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import IO, Any

from plyground.games.registry import game_names
from plyground.position import (
    Game,
    MoveError,
    ParameterError,
    PlygroundError,
    Position,
)
from plyground.records.lexer import Fault, Lexer, Tag, parsed
from plyground.records.movetext import TOO_LONG, GameText
from plyground.records.notation import (
    GAME,
    PARAMETERS,
    REASON,
    RESULT,
    START,
    TERMINATION,
    GameFor,
    installed_game_for,
)
from plyground.records.record import (
    UNFINISHED,
    Record,
    own_tags,
    result_text,
    results,
    tag_forms,
    termination_of,
)
from plyground.records.source import Source

_GAMES_KEPT = 64

_PARAMETER = re.compile(r"\s*(\w+)\s*=\s*([0-9]{1,9})\s*")


@dataclass(frozen=True)
class Reading:
    """The result for one game: its record, if there is one, its faults, and its first line.

    An illegal move ends the reading of its game: the record has the moves before it.
    """

    record: Record | None
    faults: tuple[Fault, ...]
    line: int


def read_records(
    file: str | os.PathLike[str] | IO[str] | IO[bytes], game_for: GameFor = installed_game_for
) -> Iterator[Reading]:
    """Read the games of a text or binary file, or of the file at a path, one after the other.

    `game_for` makes the game that a record names; by default only installed games, so that a
    stranger's file cannot make the reader open other files. Raises OSError if the file cannot be
    read. Every other problem becomes a fault.
    """
    if isinstance(file, str | os.PathLike):
        with Path(file).open("rb") as opened:
            yield from _Reader(opened, game_for).readings()
    else:
        yield from _Reader(file, game_for).readings()


class _Reader:
    """Reads the games of one file."""

    def __init__(self, file: IO[str] | IO[bytes], game_for: GameFor) -> None:
        self._lexer = Lexer(Source(file))
        self._next_tag: Tag | None = None  # already read, of the next game
        self._made = lru_cache(_GAMES_KEPT)(lambda name, values: game_for(name, dict(values)))

    @cached_property
    def _known(self) -> str:
        """The names of all games; finding installed games takes a while."""
        return ", ".join(game_names())

    def readings(self) -> Iterator[Reading]:
        """All games of the file."""
        while self._lexer.next() or self._next_tag:
            lexer = self._lexer
            lexer.begin()
            first = self._next_tag
            line, column = lexer.source.line, lexer.source.column
            if first is not None:
                line, column = first.line, first.column
            record = self._record(line, column)
            yield Reading(record, lexer.faults, line)

    def _record(self, line: int, column: int) -> Record | None:
        """Read the game that begins there."""
        lexer = self._lexer
        comments: list[str] = []
        tags = self._tags(comments)
        game = None if lexer.too_long else self._game(tags, line, column)
        start = None if game is None else self._start(game, tags)
        if game is None or start is None:
            if lexer.too_long:
                lexer.fault(lexer.source.line, lexer.source.column, TOO_LONG)
            if self._next_tag is None:
                lexer.skip_game()
            return None
        text = GameText(lexer, start, tags.get(RESULT.lower()))
        whole = self._next_tag is not None or text.read()
        if not whole:
            lexer.skip_game()
        return _made(text, tags, comments + text.main.before, whole)

    def _tags(self, comments: list[str]) -> dict[str, Tag]:
        """The tags of a game by their names in small letters, the first of each name; adds
        comments.
        """
        lexer = self._lexer
        tags: dict[str, Tag] = {}
        if self._next_tag is not None:
            tags[self._next_tag.name.lower()] = self._next_tag
            self._next_tag = None
        lexer.gap = False
        while not lexer.too_long:
            sign = lexer.next()
            if sign in ("{", ";"):
                comment = parsed(lexer.comment(), commands=False)
                comments += [comment.text] if comment.text else []
            elif sign == "[":
                gap, lexer.gap = lexer.gap, False
                tag = lexer.tag()
                if tag is None:
                    continue
                name = tag.name.lower()
                if name not in tags:
                    tags[name] = tag
                elif gap or name == GAME.lower():
                    self._next_tag = tag
                    break
                else:
                    words = f"the tag {tag.name} is already in line {tags[name].line}"
                    lexer.fault(tag.line, tag.column, f"{words}: the first one counts")
            else:
                break
        return tags

    def _game(self, tags: dict[str, Tag], line: int, column: int) -> Game | None:
        """The game that the tags name; None, and a fault, if there is none."""
        tag, parameters = tags.get(GAME.lower()), tags.get(PARAMETERS.lower())
        if tag is None:
            words = f"no tag [{GAME}] says which game this is; these are known: {self._known}"
            self._lexer.fault(line, column, words)
            return None
        values: dict[str, int] = {}
        stated = "" if parameters is None else parameters.value.strip()
        at = parameters or tag
        for part in stated.split(",") if stated else ():
            match = _PARAMETER.fullmatch(part)
            if match is None:
                words = "write, for example, columns=7, rows=6"
                self._lexer.fault(
                    at.line, at.column, f"{part.strip()!r} is not a parameter: {words}"
                )
                return None
            values[match[1].lower()] = int(match[2])
        try:
            return self._made(tag.value.strip(), tuple(values.items()))
        except PlygroundError as error:
            at = at if isinstance(error, ParameterError) else tag
            self._lexer.fault(at.line, at.column, str(error))
        return None

    def _start(self, game: Game, tags: dict[str, Tag]) -> Position | None:
        """The position that the game began with; None, and a fault, if it is impossible."""
        position = game.position()
        tag = tags.get(START.lower())
        if tag is None:
            return position
        try:
            for text in game.split_moves(tag.value):
                position = position.play(text)
        except MoveError as error:
            words = f"in [{START}], ply {position.ply + 1}: {error}"
            self._lexer.fault(tag.line, tag.column, words)
            return None
        return position


def _made(text: GameText, tags: dict[str, Tag], comments: list[str], whole: bool) -> Record:
    """The record of the game; `whole` unless its reading stopped early."""
    main = text.main
    game = main.position.game
    result, reason, termination = _result(text, tags, whole)
    own = {name.lower() for name in own_tags(game)}
    said = tags.get(TERMINATION.lower())
    if said is not None and not termination_of(said.value):
        own.discard(TERMINATION.lower())  # words of another program
    stated: dict[str, Any] = {}
    for field, form in tag_forms().items():
        found = (tags.get(name.lower()) for name in form.names(game))
        texts = tuple("" if tag is None else tag.value for tag in found)
        stated[field] = texts if form.by_seat else texts[0]
    stated |= {  # checked against the moves
        "result": result,
        "reason": reason,
        "termination": termination,
        "start": main.position.history[: main.position.ply - len(main.moves)],
    }
    return Record(
        game=game,
        moves=main.done(),
        comment=" ".join(comments),
        tags=tuple((tag.name, tag.value) for name, tag in tags.items() if name not in own),
        **stated,
    )


def _result(text: GameText, tags: dict[str, Tag], whole: bool) -> tuple[str, str, str]:
    """The result, its reason, and the termination if people ended the game.

    The moves decide; a tag that contradicts them is a fault.
    """
    position = text.main.position
    game = position.game
    fault = text.lexer.fault
    tag = tags.get(REASON.lower())
    reason = "" if tag is None else tag.value
    stated = [each for each in (text.stated, text.tagged) if each is not None]
    outcome = position.outcome
    said = tags.get(TERMINATION.lower())
    termination = termination_of(said.value) if said else ""
    if outcome is not None:
        ruled = result_text(position.result, game.players)
        wrong = [each for each in stated if each.value != ruled]
        for each in wrong:
            words = f"the result is {each.value!r} here, but by the moves it is {ruled}"
            fault(each.line, each.column, f"{words} ({outcome})")
        if said is not None and termination:
            words = f"by [{TERMINATION}] people ended the game, but by the moves its rules did"
            fault(said.line, said.column, f"{words} ({outcome})")
        return ruled, outcome.reason if wrong or tag is None else reason, ""
    return _claimed(text, stated, reason, termination) if whole else (UNFINISHED, "", "")


def _claimed(
    text: GameText, stated: list[Tag], reason: str, termination: str
) -> tuple[str, str, str]:
    """The result, reason and termination of a game that the moves do not end."""
    game = text.main.position.game
    fault = text.lexer.fault
    if not stated:
        return UNFINISHED, reason, termination
    if text.stated is None:
        source = text.lexer.source
        words = f"the game is cut off: its result, {stated[0].value!r}, is missing after the moves"
        fault(source.line, source.column, words)
        return UNFINISHED, "", ""
    last = text.stated
    if text.tagged is not None and text.tagged.value != last.value:
        words = f"the result is {last.value!r} here, but {text.tagged.value!r} in [{RESULT}]"
        fault(last.line, last.column, f"{words}: the result after the moves counts")
    if last.value == UNFINISHED:
        return UNFINISHED, reason, termination
    if last.value not in results(game.players):
        accepted = ", ".join(results(game.players))
        fault(
            last.line, last.column, f"{last.value!r} is not a result of this game: give {accepted}"
        )
    elif not termination and reason in ("", game.decided_by, game.drawn_by):
        words = f"the result is {last.value!r}, but the moves do not end the game"
        fault(last.line, last.column, f"{words}: without another [{REASON}] it is unfinished")
    else:
        return last.value, reason, termination
    return UNFINISHED, "", ""
