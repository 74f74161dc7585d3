"""The store: what must outlive the process, in a database.

`Store` keeps rooms, `Library` saved games, `Tries` what was tried of the puzzles, all in one
`Database`; `records` are what they take and give. The tables are in
`models`, the ways from one version of them to the next in `migrations`, and all that is particular
to a kind of database in `database`.
"""

from plyground.web.store.database import Database
from plyground.web.store.library import Library
from plyground.web.store.records import (
    MoveRecord,
    RoomRecord,
    SavedGameRecord,
    SeatKind,
    SeatRecord,
    Status,
)
from plyground.web.store.store import Store
from plyground.web.store.tries import Tries

__all__ = [
    "Database",
    "Library",
    "MoveRecord",
    "RoomRecord",
    "SavedGameRecord",
    "SeatKind",
    "SeatRecord",
    "Status",
    "Store",
    "Tries",
]
