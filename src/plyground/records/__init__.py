"""Saved games: their data, and their text format in the manner of PGN."""

from plyground.records.lines import plain_text
from plyground.records.notation import GameFor, RecordError, game_of, installed_game_for
from plyground.records.reader import UNNAMED, Reading, fitting_games, read_records
from plyground.records.record import (
    UNFINISHED,
    Record,
    RecordedMove,
    points,
    result_text,
    tag_forms,
    today,
)
from plyground.records.results import Finished, read_results
from plyground.records.text import Fault
from plyground.records.writer import append_record, record_text, write_records

__all__ = [
    "UNFINISHED",
    "UNNAMED",
    "Fault",
    "Finished",
    "GameFor",
    "Reading",
    "Record",
    "RecordError",
    "RecordedMove",
    "append_record",
    "fitting_games",
    "game_of",
    "installed_game_for",
    "plain_text",
    "points",
    "read_records",
    "read_results",
    "record_text",
    "result_text",
    "tag_forms",
    "today",
    "write_records",
]
