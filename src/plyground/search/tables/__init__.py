"""Solved tables: the value of every position of a game that can be reached, kept on disk."""

from plyground.search.tables.files import TableError, TooLargeError, table_path, tables_folder
from plyground.search.tables.solve import MEMORY, Progress, solve_tables
from plyground.search.tables.table import SolvedMove, SolvedTable, SolvedValue
from plyground.search.tables.values import KINDS, TIES

__all__ = [
    "KINDS",
    "MEMORY",
    "TIES",
    "Progress",
    "SolvedMove",
    "SolvedTable",
    "SolvedValue",
    "TableError",
    "TooLargeError",
    "solve_tables",
    "table_path",
    "tables_folder",
]
