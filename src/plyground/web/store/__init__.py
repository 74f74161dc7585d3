"""The store: what must outlive the process, in a database.

`Store` keeps rooms, `Library` saved games, `Tries` the tries of puzzles, `Studies` what visitors
missed in their games, and `RunRecords` whose runs there are, all in one `Database`;
`records` has the values that they take and give. The tables are in `models`, the steps from one
version to the next in `migrations`, and everything about one kind of database in `database`. One
server at a time has the right to use it, which `hold` gives.
"""

from plyground.web.store.database import Database
from plyground.web.store.forgotten import Forgotten
from plyground.web.store.holding import Hold, hold
from plyground.web.store.library import Library
from plyground.web.store.records import (
    ClockRecord,
    MoveRecord,
    OfferKind,
    OfferRecord,
    RoomRecord,
    RunRecord,
    SavedGameRecord,
    SeatKind,
    SeatRecord,
    Status,
)
from plyground.web.store.runs import RunRecords
from plyground.web.store.store import Store
from plyground.web.store.studies import Studies
from plyground.web.store.tries import KeepsTries, OwnTries, Tries

__all__ = [
    "ClockRecord",
    "Database",
    "Forgotten",
    "Hold",
    "KeepsTries",
    "Library",
    "MoveRecord",
    "OfferKind",
    "OfferRecord",
    "OwnTries",
    "RoomRecord",
    "RunRecord",
    "RunRecords",
    "SavedGameRecord",
    "SeatKind",
    "SeatRecord",
    "Status",
    "Store",
    "Studies",
    "Tries",
    "hold",
]
