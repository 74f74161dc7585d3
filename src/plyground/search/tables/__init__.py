"""Solved tables: the values of all reachable positions of a game, kept on disk."""

from plyground.search.tables.files import TableError, TooLargeError, table_path, tables_folder
from plyground.search.tables.solve import MEMORY, Progress, solve_tables
from plyground.search.tables.table import SolvedTable
from plyground.search.tables.values import KINDS

__all__ = [
    "KINDS",
    "MEMORY",
    "Progress",
    "SolvedTable",
    "TableError",
    "TooLargeError",
    "solve_tables",
    "table_path",
    "tables_folder",
]
