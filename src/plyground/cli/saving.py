"""Saving the games that are played in the terminal, and going on from saved ones."""

from __future__ import annotations

import re
from pathlib import Path

from plyground.cli.exits import FAILURE, UserError
from plyground.cli.output import unwritable
from plyground.cli.records import game_for, read_file
from plyground.cli.terminal import note
from plyground.players import Player, PlayerError, parse_player
from plyground.position import HUMAN, Game
from plyground.records import Record, RecordError, append_record

_NUMBERED = re.compile(r"(.+):([1-9][0-9]{0,8})")


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
    for reading in read_file(name, game_for(kind)):
        if reading.record is None:
            faults += len(reading.faults)
            continue
        count += 1
        if not number or count == number:
            found, told = reading.record, reading.faults
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
    for fault in told:
        note(f"{name}, {fault}")
    return found


def seats_of(record: Record) -> tuple[Player | None, ...]:
    """Who played. Raises UserError where a record does not say, or names a program."""
    try:
        return tuple(parse_player(text or HUMAN, kept=True) for text in record.players)
    except PlayerError as error:
        raise UserError(f"{error}; or say who plays: give a player for each seat") from None
