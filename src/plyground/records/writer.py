"""Writing records strictly: the reader reads an equal record back."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from plyground.position import MoveError, Position, plain
from plyground.records.foreign import SEATS, SIGN
from plyground.records.lines import MARKS
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

_WIDTH = 80
_SPOOLED = 1 << 24  # bytes that are kept in memory, and not in a temporary file
_GLUE = (
    "\N{NO-BREAK SPACE}"  # a space at which no line ends; a record's own is written as an escape
)
# A bracket that the reader would take for a command or, at the start of a line, for a tag.
_BRACKET = re.compile(rf"\[(?=%(?:{VALUE}|{TIME})\s)|(?:^|(?<= ))\[(?= ?[A-Za-z])")


def record_text(record: Record) -> str:
    """The text of one game, up to its last line end. Raises RecordError if it cannot be written."""
    units = [f"{{{_comment_text(record.comment)}}}"] if record.comment else []
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
    tags = [f'[{name} "{escaped(value, chr(34))}"]' for name, value in written_tags(record)]
    text = "\n".join([*tags, "", *_wrapped(words)]) + "\n"
    if len(text) > LONGEST:
        raise RecordError(f"the text of a game may have {LONGEST:,} characters, not {len(text):,}")
    return text


def write_records(records: Iterable[Record], file: str | os.PathLike[str] | IO[str]) -> None:
    """Write games to a text file, or to the file at a path, replacing its contents.

    Raises RecordError for a record that cannot be written, OSError for a file that cannot.
    """
    if isinstance(records, Record):
        raise RecordError("write_records takes several records: give [record] for one")
    if isinstance(file, str | os.PathLike):
        with tempfile.SpooledTemporaryFile(_SPOOLED, "w+", encoding="utf-8", newline="\n") as done:
            write_records(records, done)  # a record that cannot be written leaves the file alone
            done.seek(0)
            with Path(file).open("w", encoding="utf-8", newline="\n") as opened:
                shutil.copyfileobj(done, opened)
        return
    for number, record in enumerate(records):
        file.write(("\n" if number else "") + record_text(record))


def append_record(record: Record, path: str | os.PathLike[str]) -> None:
    """Append a game to the games in a file; make the file if necessary.

    A file in UTF-16, which some shells of Windows write, stays in UTF-16, or nobody could read the
    game. Raises RecordError if the game cannot be written, OSError if the file cannot.
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


def written_tags(record: Record) -> Iterator[tuple[str, str]]:
    """The tags of a record, each with its value. Raises RecordError if it cannot be written."""
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
    # An ended game keeps an empty reason, or the reader would take that of the rules.
    by_rules = record.result != UNFINISHED and not record.termination
    wanted = {GAME, RESULT, *((REASON,) if by_rules else ())}
    # And a player without a name an empty one, or the reader would take that of another program.
    said = {name.lower() for name, _ in record.tags}
    wanted |= {f"Name{seat + 1}" for name, seat in SEATS.items() if name in said}
    own = own_tags(game)
    taken = {name.lower() for name in own}
    if not record.termination and not any(
        name.lower() == TERMINATION.lower() and termination_of(value) for name, value in record.tags
    ):
        taken.discard(TERMINATION.lower())  # words of another program are a further tag
    for name in own:
        if values[name] or name in wanted:
            yield name, values[name]
    for name, value in record.tags:
        if not re.fullmatch(TAG_NAME, name):
            raise RecordError(f"{name!r} cannot be the name of a tag: give letters, digits and _")
        if name.lower() in taken:
            raise RecordError(f"there can be only one tag {name}")
        taken.add(name.lower())
        yield name, value


def _line(moves: tuple[RecordedMove, ...], position: Position, depth: int) -> Iterator[str]:
    """The text of the moves after a position."""
    if depth > DEEPEST:
        raise RecordError(f"variations may be nested {DEEPEST} deep, and not {depth}")
    for move in moves:
        after = _played(position, move.text)
        text = move.text
        if not PLAIN_MOVE.fullmatch(text):
            text = f'"{escaped(text, chr(34))}"'
        yield f"{position.ply + 1}.{_GLUE}{text}"
        for sign in move.signs.split(" ") if move.signs else ():
            if not SIGN.fullmatch(sign):
                raise RecordError(f"{sign!r} is no sign for a move: write, for example, !? or $14")
            yield sign
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
    """The comments of a move."""
    if move.value:
        if len(move.value) > LONGEST_VALUE:
            raise RecordError(f"the value of a move has up to {LONGEST_VALUE} characters")
        yield f"[%{VALUE} {escaped(move.value, '[]{}')}]"
    if move.seconds is not None:
        seconds = plain(abs(move.seconds)) if move.seconds >= 0 else ""
        if not SECONDS.fullmatch(seconds):
            raise RecordError(f"a move cannot take {move.seconds} seconds: give 0 or more")
        yield f"[%{TIME} {seconds}]"
    if move.comment:
        yield _comment_text(move.comment)


def _comment_text(comment: str) -> str:
    """A comment as written between braces; for other programs any } ends it."""
    return _BRACKET.sub(r"\\[", escaped(comment, "{}").replace("\\}", r"\u007d"))


def _wrapped(words: list[str]) -> Iterator[str]:
    """Lines of words; a word longer than a line has its own line."""
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line.replace(_GLUE, " ")
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line.replace(_GLUE, " ")


def _played(position: Position, text: str) -> Position:
    """The position after a move in the game's own spelling. Raises RecordError."""
    try:
        after = position.play(text)
    except MoveError as error:
        raise RecordError(f"ply {position.ply + 1}: {error}") from None
    if after.last_move != text:
        raise RecordError(f"ply {position.ply + 1}: {text!r} must be written {after.last_move}")
    return after


def _check_result(record: Record, position: Position) -> None:
    """Raise RecordError unless the result is that of the moves, or another result with a reason."""
    game = record.game
    if record.termination and (position.over or record.termination not in TERMINATIONS):
        raise RecordError(
            f"if its moves did not end the game, people did in one of these ways: "
            f"{', '.join(TERMINATIONS)}, and not {record.termination!r}"
        )
    if position.over:
        ruled = result_text(position.result, game.players)
        if record.result != ruled:
            raise RecordError(f"the result is {record.result!r}, but by the moves it is {ruled}")
    elif record.result not in results(game.players):
        accepted = ", ".join(results(game.players))
        raise RecordError(f"{record.result!r} is not a result of this game: give {accepted}")
    elif (
        record.result != UNFINISHED
        and not record.termination
        and record.reason in ("", game.decided_by, game.drawn_by)
    ):
        raise RecordError(
            f"the moves do not end the game: the result {record.result!r} needs a reason"
        )
