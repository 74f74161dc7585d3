"""Reading records tolerantly: the reader keeps every readable game and reports every fault.

It reads files of any size in constant memory, line by line, one game after the other.
docs/records.md explains the format, and what else the reader understands.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import IO, Any, NamedTuple

from plyground.games.registry import game_names
from plyground.position import (
    Game,
    MoveError,
    ParameterError,
    PlygroundError,
    Position,
    outcome_of,
)
from plyground.records.foreign import SEATS, ending_of, known_name
from plyground.records.forms import Written, form_of, line_games
from plyground.records.lines import Lines
from plyground.records.movetext import TOO_LONG, Followed, Movetext
from plyground.records.notation import (
    GAME,
    PARAMETERS,
    REASON,
    RESULT,
    START,
    TAG_NAME,
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
from plyground.records.text import Fault, GameText, Tag, parsed

UNNAMED = f"no tag [{GAME}] says which game this is"
"""How the reason of the fault begins that nobody has named the game."""

_GAMES_KEPT = 64
_VARIANT, _POSITIONS = "variant", ("fen", "setup")
_AS_SAID = "as the file says"
"""The reason of a result that a file states without another."""

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
    file: str | os.PathLike[str] | IO[str] | IO[bytes],
    game_for: GameFor = installed_game_for,
    game: str = "",
) -> Iterator[Reading]:
    """Read the games of a text or binary file, or of the file at a path, one after the other.

    `game_for` makes the game that a record names; by default only installed games, so that a
    stranger's file cannot make the reader open other files. `game` is the name of the game of
    records that name none. Raises OSError if the file cannot be read. Every other problem becomes a
    fault.
    """
    if isinstance(file, str | os.PathLike):
        with Path(file).open("rb") as opened:
            yield from read_lines(Lines(opened), game_for, game)
    else:
        yield from read_lines(Lines(file), game_for, game)


def read_lines(lines: Lines, game_for: GameFor, game: str) -> Iterator[Reading]:
    """Read the games of lines, as `read_records` does."""
    return _Reader(game_for, game).readings(lines)


def fitting_games(content: bytes) -> list[str]:
    """The names of the installed games, of usual size, in which all games of a file that names
    none are legal.
    """
    return [name for name in game_names() if _fits(content, name)]


def _fits(content: bytes, name: str) -> bool:
    found = 0
    for reading in read_records(io.BytesIO(content), game=name):
        if reading.faults or reading.record is None:
            return False
        found += reading.record.plies
    return found > 0


class _Ending(NamedTuple):
    """How a game ended: its result, why, and how people ended it, if they did."""

    result: str = UNFINISHED
    reason: str = ""
    termination: str = ""


class _Reader:
    """Reads the games of one file."""

    _text: GameText

    def __init__(self, game_for: GameFor, usual: str) -> None:
        self._usual = usual
        self._game_for = game_for
        self._next_tag: Tag | None = None  # already read, of the next game
        self._found: dict[tuple[str, ...], Game | PlygroundError] = {}
        self._starts: dict[Game, Position] = {}
        self._followed = Followed()

    @cached_property
    def _known(self) -> str:
        """The names of all games; finding installed games takes a while."""
        return ", ".join(game_names())

    def readings(self, lines: Lines) -> Iterator[Reading]:
        """All games of a file, in whatever form."""
        form = form_of(lines.head, self._usual)
        if form is None:
            yield from self._records(lines)
        elif form.read is None:
            for line, text in line_games(lines):
                yield self._line_game(line, text)
        else:
            for written in form.read(lines, self._game_named):
                yield self._written(written)

    def _line_game(self, line: int, text: str) -> Reading:
        """What is read of a game that has a line."""
        moves, score = text, None
        if self._usual and isinstance(game := self._installed(self._usual, ""), Game):
            moves, score = game.stated_score(text)
        reading = next(self._records(Lines(io.StringIO(moves))))
        faults = tuple(replace(each, line=each.line + line - 1) for each in reading.faults)
        record = reading.record
        if record is not None and score is not None:
            record = replace(record, tags=(*record.tags, ("Score", str(score))))
        return Reading(record, faults, line)

    def _written(self, written: Written) -> Reading:
        """What is read of a game of another form."""
        text = self._text = GameText(Lines(io.StringIO()))
        for each in written.faults:
            text.fault(each.line, each.column, each.reason)
        if not (written.tags or written.moves):
            return Reading(None, text.faults, written.line)
        tags = {
            name.lower(): Tag(name, value, written.line, 1)
            for name, value in written.tags.items()
            if re.fullmatch(TAG_NAME, name)
        }
        game = self._game(tags, written.line, 1)
        start = None if game is None else self._start(game, tags)
        if start is None:
            return Reading(None, text.faults, written.line)
        moves = self._movetext(start, tags)
        moves.take(written.moves)
        moves.stated = moves.stated or moves.tagged
        if moves.main.broken and not moves.main.moves and not _names_game(tags):
            return Reading(None, text.faults, written.line)
        return Reading(_made(moves, tags, []), text.faults, written.line)

    def _game_named(self, name: str, values: Mapping[str, int]) -> Game:
        """The game of another program. Raises PlygroundError."""
        found = self._installed(name, ", ".join(f"{key}={each}" for key, each in values.items()))
        if isinstance(found, Game):
            return found
        raise found

    def _records(self, lines: Lines) -> Iterator[Reading]:
        """All games of a file of records."""
        text = self._text = GameText(lines)
        while text.next() or self._next_tag:
            text.begin()
            first = self._next_tag
            line, column = (first.line, first.column) if first else (text.number, text.column)
            record = self._record(line, column)
            yield Reading(record, text.faults, line)

    def _record(self, line: int, column: int) -> Record | None:
        """Read the game that begins there."""
        text = self._text
        comments: list[str] = []
        tags = self._tags(comments)
        game = None if text.too_long else self._game(tags, line, column)
        start = None if game is None else self._start(game, tags)
        if game is None or start is None:
            if text.too_long:
                text.fault(text.number, text.column, TOO_LONG)
            if self._next_tag is None:
                text.skip_game()
            return None
        moves = self._movetext(start, tags)
        if self._next_tag is None:
            moves.read()
        if text.too_long:
            text.skip_game()
        if moves.main.broken and not moves.main.moves and not _names_game(tags):
            return None  # it is hardly a game of the name that was given for it
        return _made(moves, tags, comments + moves.main.before)

    def _movetext(self, start: Position, tags: dict[str, Tag]) -> Movetext:
        """What takes the moves of the game with these tags."""
        moves = Movetext(self._text, start, tags.get(RESULT.lower()), self._followed)
        if position := next((tags[each] for each in _POSITIONS if each in tags), None):
            words = f"the position in [{position.name}] cannot be read: its moves are left out"
            self._text.fault(position.line, position.column, f"{words}; [{START}] takes moves")
            moves.main.broken = True
        return moves

    def _tags(self, comments: list[str]) -> dict[str, Tag]:
        """The tags of a game by their names in small letters, the first of each name; adds
        comments.
        """
        text = self._text
        tags: dict[str, Tag] = {}
        if self._next_tag is not None:
            tags[self._next_tag.name.lower()] = self._next_tag
            self._next_tag = None
        text.gap = False
        while not text.too_long:
            sign = text.next()
            if sign and sign in "{;":
                comment = parsed(text.comment(), commands=False)
                comments += [comment.text] if comment.text else []
            elif sign == "[":
                gap, text.gap = text.gap, False
                tag = text.tag()
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
                    text.fault(tag.line, tag.column, f"{words}: the first one counts")
            else:
                break
        return tags

    def _game(self, tags: dict[str, Tag], line: int, column: int) -> Game | None:
        """The game that the tags name; None, and a fault, if there is none."""
        tag = _names_game(tags)
        name = tag.value.strip() if tag else self._usual
        if not name:
            words = f"{UNNAMED}; these are known: {self._known}"
            self._text.fault(line, column, words)
            return None
        parameters = tags.get(PARAMETERS.lower())
        found = self._installed(name, parameters.value.strip() if parameters else "")
        if isinstance(found, Game):
            return found
        at = parameters if isinstance(found, ParameterError) else tag
        line, column = (at.line, at.column) if at else (line, column)
        self._text.fault(line, column, str(found))
        return None

    def _installed(self, *asked: str) -> Game | PlygroundError:
        """The game of a name with its parameters as a text, or why there is none."""
        found = self._found.get(asked)
        if found is None:
            if len(self._found) >= _GAMES_KEPT:
                self._found.clear()
                self._starts.clear()
            found = self._found[asked] = self._made(*asked)
        return found

    def _made(self, name: str, stated: str) -> Game | PlygroundError:
        """The game of this name with these parameters, or why there is none."""
        values: dict[str, int] = {}
        for part in stated.split(",") if stated else ():
            match = _PARAMETER.fullmatch(part)
            if match is None:
                words = "write, for example, columns=7, rows=6"
                return ParameterError(f"{part.strip()!r} is not a parameter: {words}")
            values[match[1].lower()] = int(match[2])
        try:
            return self._game_for(known_name(name), values)
        except PlygroundError as error:
            return error

    def _start(self, game: Game, tags: dict[str, Tag]) -> Position | None:
        """The position that the game began with; None, and a fault, if it is impossible."""
        position = self._starts.get(game)
        if position is None:
            position = self._starts[game] = game.position()
        tag = tags.get(START.lower())
        if tag is None:
            return position
        try:
            for text in game.split_moves(tag.value):
                position = position.play(text)
        except MoveError as error:
            words = f"in [{START}], ply {position.ply + 1}: {error}"
            self._text.fault(tag.line, tag.column, words)
            return None
        return position


def _names_game(tags: Mapping[str, Tag]) -> Tag | None:
    """The tag that names the game."""
    return tags.get(GAME.lower()) or tags.get(_VARIANT)


class _Places(NamedTuple):
    """Where the tags of a game's records go: fields, and of those by seat all names in order."""

    own: frozenset[str]
    single: tuple[tuple[str, str], ...]
    by_seat: tuple[tuple[str, tuple[str, ...]], ...]


@lru_cache(_GAMES_KEPT)
def _places(game: Game) -> _Places:
    forms = tag_forms().items()
    found = {field: tuple(map(str.lower, form.names(game))) for field, form in forms}
    stated = {"result", "reason", "termination", "start"}  # checked against the moves
    return _Places(
        frozenset(map(str.lower, own_tags(game))),
        tuple((each, found[each][0]) for each, f in forms if not f.by_seat and each not in stated),
        tuple((each, found[each]) for each, f in forms if f.by_seat),
    )


def _made(moves: Movetext, tags: dict[str, Tag], comments: list[str]) -> Record:
    """The record of the game."""
    main = moves.main
    game = main.position.game
    ending = _ending(moves, tags)
    own, single, by_seat = _places(game)
    said = tags.get(TERMINATION.lower())
    # Words of another program that say nothing else here are a further tag.
    foreign = said is not None and not ending.termination and not termination_of(said.value)
    stated: dict[str, Any] = {each: tags[name].value for each, name in single if name in tags}
    for each, names in by_seat:
        stated[each] = tuple(tags[name].value if name in tags else "" for name in names)
    named = {name: seat for name, seat in SEATS.items() if name in tags and game.players == 2}
    for name, seat in named.items():
        if f"name{seat + 1}" not in tags:
            before = stated["names"]
            stated["names"] = (*before[:seat], tags[name].value, *before[seat + 1 :])
    return Record(
        game=game,
        moves=main.done(),
        comment=" ".join(comments),
        tags=tuple(
            (tag.name, tag.value)
            for name, tag in tags.items()
            if name not in own or (foreign and tag is said)
        ),
        start=moves.start.history,
        **ending._asdict(),
        **stated,
    )


def _ending(moves: Movetext, tags: Mapping[str, Tag]) -> _Ending:
    """How the game ended. The moves decide; a tag that contradicts them is a fault."""
    position, fault = moves.main.position, moves.text.fault
    tag, said = tags.get(REASON.lower()), tags.get(TERMINATION.lower())
    if not position.over:
        result = _claimed(moves)
        return _by_people(result, tag, said, position.game)
    outcome = outcome_of(position.game, position.result)
    ruled = result_text(position.result, position.game.players)
    wrong = [each for each in moves.results if each.value != ruled]
    for each in wrong:
        words = f"the result is {each.value!r} here, but by the moves it is {ruled}"
        fault(each.line, each.column, f"{words} ({outcome})")
    if said is not None and termination_of(said.value):
        words = f"by [{TERMINATION}] people ended the game, but by the moves its rules did"
        fault(said.line, said.column, f"{words} ({outcome})")
    return _Ending(ruled, outcome.reason if wrong or tag is None else tag.value)


def _claimed(moves: Movetext) -> str:
    """The result that a file states of a game that the moves do not end."""
    stated, fault = moves.results, moves.text.fault
    accepted = results(moves.main.position.game.players)
    for each in stated:
        if each.value not in accepted:
            words = f"{each.value!r} is not a result of this game: give {', '.join(accepted)}"
            fault(each.line, each.column, words)
    fit = [each for each in stated if each.value in accepted]
    known = next((each for each in fit if each.value != UNFINISHED), None)
    if known is None:
        return UNFINISHED
    if moves.stated is None and moves.whole:
        words = f"the game is cut off: its result, {known.value!r}, is missing after the moves"
        fault(moves.text.number, moves.text.column, f"{words}, and [{RESULT}] counts")
    elif len(fit) == 2 and fit[0].value != fit[1].value:
        here, there = fit[0].value, fit[1].value
        words = f"the result is {here!r} here, but {there!r} in [{RESULT}]: {known.value!r} counts"
        fault(fit[0].line, fit[0].column, words)
    return known.value


def _by_people(result: str, reason: Tag | None, said: Tag | None, game: Game) -> _Ending:
    """How people ended a game with this result."""
    why, words = reason.value if reason else "", said.value.strip() if said else ""
    how = termination_of(words)
    if how:
        return _Ending(result, why, how)
    found = ending_of(words)
    if found and (found == "aborted") == (result == UNFINISHED):
        return _Ending(result, why or words, found)
    if result != UNFINISHED and why in ("", game.decided_by, game.drawn_by):
        why = words or _AS_SAID
    return _Ending(result, why)
