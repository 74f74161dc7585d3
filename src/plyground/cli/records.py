"""`plyground records`: saved games listed, filtered and converted, one after the other; and saving
the games that are played in the terminal, and going on from saved ones."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import islice, starmap
from pathlib import Path
from typing import IO, Any

import typer

from plyground.cli.batch import ParquetFile
from plyground.cli.exits import FAILURE, UserError
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, complain, say, unreadable, unwritable
from plyground.cli.terminal import Terminal, note, notices
from plyground.games.registry import game_class
from plyground.players import Player, PlayerError, parse_player
from plyground.position import HUMAN, Game
from plyground.records import (
    UNNAMED,
    Fault,
    GameFor,
    Reading,
    Record,
    RecordError,
    append_record,
    game_of,
    installed_game_for,
    read_records,
    record_text,
    tag_forms,
)
from plyground.records.forms import FORMS
from plyground.visible import visible

Games = Iterator[tuple[int, Record]]

_NUMBERED = re.compile(r"(.+):([1-9][0-9]{0,8})")
_HEADS = "Number", "Game", "Result", "Plies", "Date", "Players"
_BATCH = 1_000  # games that are in memory at once on their way to a Parquet file


def records(
    files: list[str],
    game: str | None,
    player: str | None,
    result: str | None,
    at_least: int,
    at_most: int | None,
    as_json: bool,
    parquet: Path | None,
    output: Path | None,
    form: str | None,
) -> None:
    """List saved games, or those of them that are asked for, or write them in another form."""
    if sum((as_json, parquet is not None, output is not None or form is not None)) > 1:
        raise UserError("give one of --json, --parquet and --output, or none for a list")
    if form is not None and form not in FORMS:
        raise UserError(f"{form!r} is no form of games: give {', '.join(FORMS)}")
    if files.count("-") > 1:
        raise UserError("standard input can be read only once: give - once")
    kind = None if game is None else game_class(game)
    table = None if parquet is None else ParquetFile(parquet)
    target = None if output is None and form is None else OutputFile(output or STANDARD_OUTPUT)
    part = (player or "").lower()
    faults: list[str] = []

    def tell(fault: str) -> None:
        faults.append(fault)
        complain(f"plyground: {fault}")

    def wanted(numbered: tuple[int, Record]) -> bool:
        _, record = numbered
        return (
            (kind is None or type(record.game) is kind)
            and any(part in each.lower() for each in (*record.players, *record.names))
            and result in (None, record.result)
            and at_least <= record.plies
            and (at_most is None or record.plies <= at_most)
        )

    with notices("the games"):
        found = filter(wanted, _games(files, kind, tell))
        if as_json:
            _print_json(found)
        elif table is not None:
            table.fill(lambda path: _write_parquet(found, path))
        elif target is not None:
            with target.opened() as file:
                _write_text(found, file, tell, form)
        else:
            _print_list(found)
    if faults:
        raise typer.Exit(FAILURE)


def game_for(kind: type[Game] | None) -> GameFor:
    """What makes the games of records: the installed ones, and `kind`, which the user has named."""

    def found(name: str, values: Mapping[str, int]) -> Game:
        if kind is not None and name == kind.name:
            return game_of(kind, values)
        return installed_game_for(name, values)

    return found


def read_file(name: str, kind: type[Game] | None = None) -> Iterator[Reading]:
    """What is read of a file, or of standard input; `kind` is the game that the user has named.

    Raises UserError if it cannot be read.
    """
    usual = "" if kind is None else kind.name
    try:
        if name == "-":
            file = getattr(sys.stdin, "buffer", sys.stdin)
            yield from read_records(file, game_for(kind), usual)
        else:
            yield from read_records(name, game_for(kind), usual)
    except OSError as error:
        raise unreadable(name, error, "a file of saved games") from None


def fault_text(name: str, fault: Fault) -> str:
    """A fault of a file, and what to do where nobody names the game."""
    cure = "; --game NAME names it" if fault.reason.startswith(UNNAMED) else ""
    return f"{'standard input' if name == '-' else name}, {fault}{cure}"


def _games(files: Sequence[str], kind: type[Game] | None, tell: Callable[[str], None]) -> Games:
    """The games, numbered through all files. Faults are printed as they are met."""
    number = 0
    for file in files:
        for reading in read_file(file, kind):
            for fault in reading.faults:
                tell(fault_text(file, fault))
            if reading.record is not None:
                number += 1
                yield number, reading.record


def _print_list(games: Games) -> None:
    """A row for each game, and on a terminal how many there are."""
    count = 0

    def row(number: int, record: Record) -> tuple[str, ...]:
        nonlocal count
        count += 1
        game = " ".join([record.game.name, *map(str, record.game.values.values())])
        players = ", ".join(map(_player, record.players, record.names))
        return (str(number), game, record.result, str(record.plies), _shown(record.date), players)

    Terminal().listing(_HEADS, starmap(row, games))
    if sys.stdout.isatty():
        say("1 game" if count == 1 else f"{count:,} games")


def _player(text: str, name: str) -> str:
    text, name = _shown(text), _shown(name)
    return f"{name} ({text})" if text and name else name or text or "?"


def _shown(text: str) -> str:
    """A text that harms no terminal."""
    return visible(text, "?")


def _print_json(games: Games) -> None:
    for number, record in games:
        say(json.dumps({"number": number, **record.to_json()}))


def _write_text(games: Games, file: IO[str], tell: Callable[[str], None], form: str | None) -> None:
    if form is not None:
        for text in FORMS[form].write(record for _, record in games):
            file.write(text)
        return
    between = ""
    for number, record in games:
        try:
            text = record_text(record)
        except RecordError as error:  # its text can be longer than what was read
            tell(f"game {number} cannot be written: {error}")
            continue
        file.write(between + text)
        between = "\n"


def _write_parquet(games: Games, path: Path) -> None:
    """A row for each game; variations stay behind."""
    import polars
    from polars.io.plugins import register_io_source

    texts = polars.List(polars.String)
    schema = polars.Schema(
        {
            "number": polars.Int64(),
            "game": polars.String(),
            "parameters": polars.String(),
            **{
                each.name: polars.String() if isinstance(each.default, str) else texts
                for each in fields(Record)
                if each.name in tag_forms()
            },
            "points": polars.List(polars.Float64),
            "plies": polars.Int64(),
            "moves": texts,
            "values": texts,
            "seconds": polars.List(polars.Float64),
            "comments": texts,
            "comment": polars.String(),
            "tags": polars.List(polars.Struct({"name": polars.String, "value": polars.String})),
        }
    )

    def frames(*_asked_for: Any) -> Iterator[polars.DataFrame]:
        rows = (_row(number, record) for number, record in games)
        while batch := list(islice(rows, _BATCH)):
            yield polars.DataFrame(batch, schema=schema)

    register_io_source(frames, schema=schema).sink_parquet(path)


def _row(number: int, record: Record) -> dict[str, Any]:
    data = record.to_json()
    moves = data["moves"]
    return {
        "number": number,
        **data,
        "parameters": ", ".join(f"{name}={value}" for name, value in data["parameters"].items()),
        "plies": record.plies,
        "moves": [move["move"] for move in moves],
        "values": [move["value"] for move in moves],
        "seconds": [move["seconds"] for move in moves],
        "comments": [move["comment"] for move in moves],
        "tags": [{"name": name, "value": value} for name, value in record.tags],
    }


# In play


def player_text(player: Player | None) -> str:
    """Who has a seat, as records have it."""
    return HUMAN if player is None else player.text


def check_file(path: Path) -> None:
    """Raise UserError if games cannot be written behind those that a file holds."""
    try:
        existed = path.exists()
        with path.open("ab"):
            pass
        if not existed:
            path.unlink()
    except OSError as error:
        raise unwritable(path, error) from None


def save(record: Record, path: Path) -> None:
    """Write a game behind those that a file holds. Raises UserError if that fails."""
    try:
        append_record(record, path)
    except OSError as error:
        raise unwritable(path, error) from None
    except RecordError as error:
        raise UserError(f"the game cannot be saved: {error}", FAILURE) from None


def load(where: str, kind: type[Game]) -> Record:
    """The game that FILE:N names, or the last one of FILE. Raises UserError.

    `kind` is the game that the user plays, which may be one of their own.
    """
    name, number = where, 0
    numbered = _NUMBERED.fullmatch(where)
    if numbered is not None and not Path(where).exists():
        name, number = numbered[1], int(numbered[2])
    found: Record | None = None
    count, faults = 0, 0
    for reading in read_file(name, kind):
        if reading.record is None:
            faults += len(reading.faults)
            continue
        count += 1
        if not number or count == number:
            found, its_faults = reading.record, reading.faults
        if count == number:
            break
    if found is None:
        what = f"no game {number}" if number and count else "no game that can be read"
        wrong = f"; plyground records {name} says what is wrong with it" if faults else ""
        raise UserError(f"there is {what} in {name}: it holds {count}{wrong}", FAILURE)
    if type(found.game) is not kind:
        raise UserError(
            f"that is a game of {found.game.title}, and this is {kind.title}: "
            f"give plyground play {found.game.name} --load {where}"
        )
    for fault in its_faults:
        note(f"{name}, {fault}")
    return found


def seats_of(record: Record) -> tuple[Player | None, ...]:
    """Who played. Raises UserError where a record does not say, or names a program."""
    try:
        return tuple(parse_player(text or HUMAN, kept=True) for text in record.players)
    except PlayerError as error:
        raise UserError(f"{error}; or give a player for each seat") from None
