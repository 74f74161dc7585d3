"""Writing records, strictly: what is written here the reader reads back equal."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from plyground.position import MoveError, Position, plain
from plyground.records.notation import (
    DEEPEST,
    GAME,
    LONGEST,
    LONGEST_VALUE,
    PARAMETERS,
    PLAIN_MOVE,
    REASON,
    RESULT,
    SECONDS,
    TAG_NAME,
    TERMINATION,
    TIME,
    VALUE,
    RecordError,
    escaped,
)
from plyground.records.record import (
    TERMINATIONS,
    UNFINISHED,
    Record,
    RecordedMove,
    own_tags,
    result_text,
    results,
    tag_forms,
    termination_of,
)
from plyground.records.source import MARKS

_WIDTH = 80
_GLUE = "\N{NO-BREAK SPACE}"  # a space at which no line ends; from records it is written as escape
# A bracket that the reader would take for a command or, at the start of a line, for a tag.
_BRACKET = re.compile(rf"\[(?=%(?:{VALUE}|{TIME})\s)|(?:^|(?<= ))\[(?= ?[A-Za-z])")


def record_text(record: Record) -> str:
    """The text of one game, ending with its last line. Raises RecordError if it has none."""
    units = [f"{{{_told(record.comment)}}}"] if record.comment else []
    position = Position.start(record.game)
    for text in record.start:
        position = _played(position, text)
    last = position
    for move in record.moves:
        last = _played(last, move.text)
    units += _line(record.moves, position, 0)
    _check_result(record, last)
    units.append(record.result)
    words = [word for unit in units for word in unit.split(" ")]
    text = "\n".join([*_tags(record), "", *_wrapped(words)]) + "\n"
    if len(text) > LONGEST:
        raise RecordError(f"the text of a game may have {LONGEST:,} characters, not {len(text):,}")
    return text


def write_records(records: Iterable[Record], file: str | os.PathLike[str] | IO[str]) -> None:
    """Write games to a text file, or to a file of that path in place of what it held.

    Raises RecordError for one that cannot be written, OSError if the file cannot.
    """
    if isinstance(file, str | os.PathLike):
        with Path(file).open("w", encoding="utf-8", newline="\n") as opened:
            write_records(records, opened)
        return
    for number, record in enumerate(records):
        file.write(("\n" if number else "") + record_text(record))


def append_record(record: Record, path: str | os.PathLike[str]) -> None:
    """Write a game behind those that a file holds, which is made if need be.

    A file in UTF-16, as some shells of Windows write, stays one: else the game could not be read.
    Raises RecordError if it cannot be written, OSError if the file cannot.
    """
    text = record_text(record)
    with Path(path).open("ab+") as file:
        encoding, between = "utf-8", ""
        if file.tell():
            file.seek(0)
            encoding = MARKS.get(file.read(2), encoding)
            line_end = "\n".encode(encoding)
            file.seek(-len(line_end), os.SEEK_END)
            between = "\n" if file.read() == line_end else "\n\n"
        file.write((between + text).encode(encoding))


def _tags(record: Record) -> Iterator[str]:
    """The lines of the tags."""
    game = record.game
    start = " ".join(record.start)
    if game.split_moves(start) != list(record.start):
        raise RecordError(f"the moves of the start, {start}, cannot be told apart")
    values = {
        GAME: game.name,
        PARAMETERS: ", ".join(f"{name}={value}" for name, value in game.values.items()),
    }
    for field, form in tag_forms().items():
        value = getattr(record, field)
        texts = value if form.by_seat else [value if isinstance(value, str) else " ".join(value)]
        tags = form.names(game)
        if len(texts) != len(tags):
            raise RecordError(f"{game.title} has {len(tags)} {field}, and not {len(texts)}")
        values.update(zip(tags, texts, strict=True))
    # An empty reason is told of an ended game, which else would have that of the rules.
    by_rules = record.result != UNFINISHED and not record.termination
    wanted = {GAME, RESULT, *((REASON,) if by_rules else ())}
    own = own_tags(game)
    taken = {name.lower() for name in own}
    if not record.termination and not any(
        name.lower() == TERMINATION.lower() and termination_of(value) for name, value in record.tags
    ):
        taken.discard(TERMINATION.lower())  # with words of another program it is a further tag
    for name in own:
        if values[name] or name in wanted:
            yield _tag(name, values[name])
    for name, value in record.tags:
        if not re.fullmatch(TAG_NAME, name):
            raise RecordError(f"{name!r} is no name of a tag: give letters, digits and _")
        if name.lower() in taken:
            raise RecordError(f"there can be one tag {name}, and it is there already")
        taken.add(name.lower())
        yield _tag(name, value)


def _tag(name: str, value: str) -> str:
    return f'[{name} "{escaped(value, chr(34))}"]'


def _line(moves: tuple[RecordedMove, ...], position: Position, depth: int) -> Iterator[str]:
    """What is written of moves that follow a position."""
    if depth > DEEPEST:
        raise RecordError(f"variations lie in variations up to {DEEPEST} deep, and not {depth}")
    for move in moves:
        after = _played(position, move.text)
        text = move.text
        if not PLAIN_MOVE.fullmatch(text):
            text = f'"{escaped(text, chr(34))}"'
        yield f"{position.ply + 1}.{_GLUE}{text}"
        comment = " ".join(_comment(move))
        if comment:
            yield f"{{{comment}}}"
        for variation in move.variations:
            if not variation:
                raise RecordError(f"a variation of ply {position.ply + 1} has no moves")
            units = list(_line(variation, position, depth + 1))
            units[0] = f"({units[0]}"
            units[-1] = f"{units[-1]})"
            yield from units
        position = after


def _comment(move: RecordedMove) -> Iterator[str]:
    """What is told of a move."""
    if move.value:
        if len(move.value) > LONGEST_VALUE:
            raise RecordError(f"the value of a move has up to {LONGEST_VALUE} characters")
        yield f"[%{VALUE} {escaped(move.value, '[]{}')}]"
    if move.seconds is not None:
        seconds = plain(abs(move.seconds)) if move.seconds >= 0 else ""
        if not SECONDS.fullmatch(seconds):
            raise RecordError(f"{move.seconds} are no seconds of a move: give 0 or more")
        yield f"[%{TIME} {seconds}]"
    if move.comment:
        yield _told(move.comment)


def _told(comment: str) -> str:
    """A comment as it stands between braces."""
    return _BRACKET.sub(r"\\[", escaped(comment, "{}"))


def _wrapped(words: list[str]) -> Iterator[str]:
    """Lines of words; a word longer than a line has one of its own."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line.replace(_GLUE, " ")
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line.replace(_GLUE, " ")


def _played(position: Position, text: str) -> Position:
    """The position after a move that is spelled as the game spells it. Raises RecordError."""
    try:
        after = position.play(text)
    except MoveError as error:
        raise RecordError(f"ply {position.ply + 1}: {error}") from None
    if after.last_move != text:
        raise RecordError(f"ply {position.ply + 1}: {text!r} is written {after.last_move}")
    return after


def _check_result(record: Record, position: Position) -> None:
    """Raise RecordError unless the result is that of the moves, or another one with a reason."""
    game = record.game
    if record.termination and (position.over or record.termination not in TERMINATIONS):
        raise RecordError(
            f"people ended the game in one of these ways, if its moves did not: "
            f"{', '.join(TERMINATIONS)}, and not {record.termination!r}"
        )
    if position.over:
        ruled = result_text(position.result, game.players)
        if record.result != ruled:
            raise RecordError(f"the result is {record.result!r}, but by the moves it is {ruled}")
    elif record.result not in results(game.players):
        accepted = ", ".join(results(game.players))
        raise RecordError(f"{record.result!r} is no result of this game: give {accepted}")
    elif (
        record.result != UNFINISHED
        and not record.termination
        and record.reason in ("", game.decided_by, game.drawn_by)
    ):
        raise RecordError(
            f"the moves do not end the game: the result {record.result!r} needs a reason"
        )
