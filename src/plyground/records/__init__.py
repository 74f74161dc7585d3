"""Saved games: their data, and their text format in the manner of PGN."""

from plyground.records.lexer import Fault
from plyground.records.notation import GameFor, RecordError, game_of, installed_game_for
from plyground.records.reader import Reading, read_records
from plyground.records.record import (
    UNFINISHED,
    Record,
    RecordedMove,
    points,
    result_text,
    tag_forms,
    today,
)
from plyground.records.writer import append_record, record_text, write_records

__all__ = [
    "UNFINISHED",
    "Fault",
    "GameFor",
    "Reading",
    "Record",
    "RecordError",
    "RecordedMove",
    "append_record",
    "game_of",
    "installed_game_for",
    "points",
    "read_records",
    "record_text",
    "result_text",
    "tag_forms",
    "today",
    "write_records",
]
